"""What a model said against what is there: one outcome a tile, one a picture.

A tile counts as found when the centre of a claimed face lies inside its labelled box, matched one to one,
nearest first; right when the face is the labelled one too; a claimed face that matches nothing is false. A
tile claimed to lie face down claims no face: where it matches a labelled tile that is found and not right.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from vision.evaluation.answers import Answer, Claim
from vision.evaluation.hands import HandOutcome, hand_outcome
from vision.evaluation.pictures import Picture, TrueTile
from vision.geometry import nearest_pairs

Box = tuple[float, float, float, float]
Kind = Literal["right", "wrong", "missed", "false"]

NOTHING, BACK = "nothing", "back"


@dataclass(frozen=True, slots=True)
class TileOutcome:
    """One labelled tile, or one claim that matches none.

    Attributes:
        kind: `right`, `wrong` (found, another face claimed), `missed`, or `false`.
        truth: the face, `back`, or `nothing` where there is no labelled tile.
        answer: the claimed face, `back`, or `nothing` where no claim matches.
        confidence: of the claim; 0 where there is none.
        flagged: whether the person was asked to look; None where nobody could say.
        size: long side in pixels.
        box: left, top, right, bottom in pixels of the labelled tile, or of the false claim.
    """

    kind: Kind
    truth: str
    answer: str
    confidence: float
    flagged: bool | None
    size: float
    box: Box

    @property
    def is_claim(self) -> bool:
        """Whether a face was claimed."""
        return self.answer not in (NOTHING, BACK)


@dataclass(frozen=True, slots=True)
class PictureOutcome:
    """One picture's tiles and hand; `error` says why it could not be read at all."""

    picture: str
    group: str
    pitch: float | None
    tiles: tuple[TileOutcome, ...]
    milliseconds: float
    hand: HandOutcome | None = None
    doubts: tuple[str, ...] = ()
    error: str | None = None
    facts: tuple[tuple[str, float], ...] = ()

    @property
    def fully_right(self) -> bool:
        """Every labelled tile right and nothing claimed falsely."""
        return self.error is None and all(tile.kind == "right" for tile in self.tiles)

    @property
    def corrections(self) -> int:
        """How many tiles a person would have to change, add or take out."""
        return sum(tile.kind != "right" for tile in self.tiles)

    def to_dict(self) -> dict[str, Any]:
        """JSON; `from_dict` takes it back."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> PictureOutcome:
        """From its JSON."""
        tiles = tuple(TileOutcome(**{**tile, "box": tuple(tile["box"])}) for tile in data["tiles"])
        hand = None if data["hand"] is None else HandOutcome(**data["hand"])
        facts = tuple((name, value) for name, value in data["facts"])
        return cls(**{**data, "tiles": tiles, "hand": hand, "facts": facts, "doubts": tuple(data["doubts"])})


def compare(picture: Picture, answer: Answer) -> PictureOutcome:
    """The outcome of one picture."""
    reading = answer.reading
    return PictureOutcome(
        picture=str(picture.path),
        group=picture.group,
        pitch=picture.pitch,
        tiles=tuple(tile_outcomes(picture.tiles, answer.claims)),
        milliseconds=answer.milliseconds,
        hand=None if picture.hand is None or reading is None
        else hand_outcome(picture.hand, reading, picture.hand_size),
        doubts=() if reading is None else tuple(str(doubt.code) for doubt in reading.doubts),
        facts=picture.facts,
    )  # fmt: skip


def unread(picture: Picture, error: str) -> PictureOutcome:
    """The outcome of a picture that could not be read: all its tiles are missed."""
    tiles = tuple(tile_outcomes(picture.tiles, ()))
    return PictureOutcome(
        str(picture.path), picture.group, picture.pitch, tiles, 0.0, error=error, facts=picture.facts
    )


def tile_outcomes(tiles: tuple[TrueTile, ...], claims: tuple[Claim, ...]) -> list[TileOutcome]:
    """Outcomes of labelled tiles in their order, then of false claims.

    Claims on tiles that do not count are left out, and so are claimed backs on visible backs; a face that
    is claimed on a back is false.
    """
    asked = [tile for tile in tiles if tile.counts and tile.face is not None]
    others = [tile for tile in tiles if not tile.counts or tile.face is None]
    centres = np.array([claim.quad.mean(axis=0) for claim in claims]).reshape(-1, 2)
    pairs = match(np.array([tile.bounds for tile in asked]).reshape(-1, 4), centres)
    outcomes = [_of_tile(tile, claims[pairs[at]] if at in pairs else None) for at, tile in enumerate(asked)]
    left = [at for at in range(len(claims)) if at not in pairs.values()]
    beside = match(np.array([tile.bounds for tile in others]).reshape(-1, 4), centres[left])
    under = {left[claim]: others[tile] for tile, claim in beside.items()}
    for at in left:
        hidden = under.get(at)
        if claims[at].face is not None and (hidden is None or (hidden.counts and hidden.face is None)):
            outcomes.append(_false(claims[at], NOTHING if hidden is None else BACK))
    return outcomes


def _of_tile(tile: TrueTile, claim: Claim | None) -> TileOutcome:
    truth = str(tile.face)
    if claim is None:
        return TileOutcome("missed", truth, NOTHING, 0.0, None, tile.long_side, tile.bounds)
    kind: Kind = "right" if claim.face == tile.face else "wrong"
    answer = claim.face or BACK
    return TileOutcome(kind, truth, answer, claim.confidence, claim.flagged, tile.long_side, tile.bounds)


def _false(claim: Claim, truth: str) -> TileOutcome:
    shown = TrueTile(claim.face, claim.quad)
    return TileOutcome(
        "false", truth, str(claim.face), claim.confidence, claim.flagged, shown.long_side, shown.bounds
    )


def match(boxes: NDArray[np.float64], centres: NDArray[np.float64]) -> dict[int, int]:
    """Box index to claim index: boxes (n, 4), claims whose centre (m, 2) lies inside, nearest first."""
    if not len(boxes) or not len(centres):
        return {}
    inside = np.all((centres[None] >= boxes[:, None, :2]) & (centres[None] <= boxes[:, None, 2:]), axis=2)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    distances = np.where(inside, np.linalg.norm(middles[:, None] - centres[None], axis=2), np.inf)
    return nearest_pairs(distances)
