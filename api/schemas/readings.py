"""What a photo says."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.schemas.common import (
    Amount,
    Answer,
    Bilingual,
    TileText,
)
from api.schemas.requests import Meld
from api.schemas.scores import Score, Wait


class Image(Answer):
    """The upright picture, in pixels."""

    width: int
    height: int
    sha256: str


class Alternative(Answer):
    """Another face that the tile may show."""

    tile: str
    confidence: float


class TileReading(Answer):
    """One tile: `quad` holds the corners of its face, clockwise from the face's own top left."""

    id: int
    tile: str | None
    confidence: float
    quad: list[tuple[float, float]]
    alternatives: list[Alternative]
    face: Literal["up", "down"]
    group: int


class Group(Answer):
    """Tiles that belong together."""

    id: int
    kind: Literal["concealed", "chow", "pung", "kong", "concealed_kong", "winning_tile", "other"]
    tiles: list[int]


class HandOfReading(Answer):
    """The hand as a ScoreRequest takes it."""

    concealed: TileText
    melds: list[Meld]
    winning_tile: TileText | None


class Doubt(Answer):
    """What may be wrong; `effect` (from a scan) says whether it changes the score."""

    code: str
    tiles: list[int]
    text: Bilingual
    proposal: dict[str, str] | None = None
    effect: Literal["none"] | dict[str, Any] | None = None


class ModelName(Answer):
    """The bundle that read the picture."""

    name: str
    version: str
    sha256: str


class Preview(Answer):
    """An upright JPEG of at most 2,048 px."""

    type: str
    base64: str


class Reading(Answer):
    """What a photo says."""

    image: Image
    tiles: list[TileReading]
    groups: list[Group]
    hand: HandOfReading | None
    notation: str | None
    doubts: list[Doubt]
    model: ModelName
    milliseconds: dict[str, float]
    preview: Preview | None = None


class CandidateModel(Answer):
    """What the hand would be worth with this winning tile."""

    tile: TileText
    total: Amount | None
    win: bool


class Scan(Answer):
    """A photo's reading and its score; no score, with the doubts, where no hand can be formed."""

    reading: Reading
    score: Score | None
    candidates: list[CandidateModel] = Field(default=[])
    waits: list[Wait] = Field(default=[])
    preview: Preview | None = None
