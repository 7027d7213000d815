"""The JSON of every route, for `/openapi.json` alone: `scoring` and `vision` make the answers.

The tests hold real answers against these models, so that neither can drift.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

Seat = Literal["east", "south", "west", "north"]
TileText = str
Amount = int | float
MeldKindName = Literal["chow", "pung", "kong", "added_kong", "concealed_kong"]


class Model(BaseModel):
    """A documented object: fields beyond these do not occur."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Bilingual(Model):
    """One sentence or name in both languages."""

    zh: str
    en: str


# ---- requests ----------------------------------------------------------------------------------------


class Meld(Model):
    """A declared set."""

    kind: MeldKindName
    tiles: TileText = Field(examples=["777z"])
    from_: Literal["left", "across", "right"] | None = Field(default=None, alias="from")


class Wild(Model):
    """The wild tile of zhenjiang: its indicator, and one entry for each that was discarded."""

    indicator: TileText
    discarded: list[Literal["first", "middle", "after_pung"]] = []


class Circumstances(Model):
    """A ScoreRequest without the hand: how it was won, by which rules."""

    ruleset: str = Field(examples=["yangzhou-new"])
    options: dict[str, Any] = Field(default={}, description="Switches of the rule set, by name.")
    win: Literal["self_draw", "discard", "robbed_kong"] = "self_draw"
    seat: Seat = "east"
    round: Seat = "east"
    discarder: Seat | None = Field(default=None, description="Who threw the tile, or was robbed of it.")
    after_kong: Literal["none", "exposed", "concealed"] = "none"
    heavenly: bool = False
    base: Amount = Field(default=1, description="Stake of one fan.")
    balances: dict[Seat, Amount] | None = Field(
        default=None, description="Money of the seats, 园子 games only."
    )
    liable: Seat | None = Field(default=None, description="Who is liable (包牌) where the melds cannot tell.")
    passed_win: bool = False
    wild: Wild | None = None
    waiting_on_any: bool | None = None


class WaitsRequest(Circumstances):
    """13 - 3n tiles: a ScoreRequest without the winning tile."""

    concealed: TileText = Field(examples=["12p456p789p11z"])
    melds: list[Meld] = []


class DiscardsRequest(WaitsRequest):
    """14 - 3n tiles, all in `concealed`."""


class ScoreRequest(WaitsRequest):
    """A finished hand and how it was won."""

    winning_tile: TileText = Field(examples=["3p"])


# ---- answers -----------------------------------------------------------------------------------------


class Answer(BaseModel):
    """A documented answer."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class RulesetName(Answer):
    """Which rules an answer was made by."""

    id: str
    name: Bilingual
    version: str


class ReasonModel(BaseModel):
    """Why not: a stable code, a sentence, and the values that failed under their own names."""

    model_config = ConfigDict(extra="allow")
    code: str
    text: Bilingual


class Fan(Answer):
    """One fan that counts; `value` is its whole contribution, `sets` index `decomposition.sets`."""

    id: str
    name: Bilingual
    value: Amount
    count: int
    sets: list[int | Literal["pair"]]
    rule: str


class NotCounted(Answer):
    """A fan that is part of another."""

    id: str
    because: str


class Set(Answer):
    """One set of the chosen split."""

    kind: str
    tiles: TileText
    melded: bool


class Decomposition(Answer):
    """The split that is worth most."""

    sets: list[Set]
    pair: TileText
    wait: Literal["edge", "closed", "single", "open", "pair_or_pung", "any"]
    waits: list[TileText]
    stands_for: list[TileText] = Field(default=[], description="What each wild tile counts as (zhenjiang).")


class Transfer(Answer):
    """One payment."""

    from_: Seat = Field(alias="from")
    to: Seat
    amount: Amount
    why: str


class Score(Answer):
    """What the hand is worth, why, and who pays whom."""

    hand: str
    ruleset: RulesetName
    win: bool
    reasons: list[ReasonModel]
    total: Amount | None
    minimum: Amount | None
    fans: list[Fan]
    not_counted: list[NotCounted]
    decomposition: Decomposition | None
    alternatives: list[Any]
    transfers: list[Transfer]
    payments: dict[Seat, Amount]
    kong_payments: dict[Seat, Amount]
    assumed: list[Any]
    advice: Bilingual | None


class Outcome(Answer):
    """What one winning tile would be worth; `short` fan below the minimum."""

    total: Amount | None
    win: bool
    short: Amount | None = None


class Wait(Answer):
    """One tile that completes the hand, and how many of it can still come."""

    tile: TileText
    left: int
    self_draw: Outcome
    discard: Outcome


class Discard(Answer):
    """One tile to throw: what the rest then waits for, and the best total."""

    tile: TileText
    waits: list[Wait]
    best_total: Amount | None


class RulesetBrief(BaseModel):
    """A rule set in the list."""

    model_config = ConfigDict(extra="allow")
    id: str
    name: Bilingual


class RulesetFull(BaseModel):
    """A rule set with its fans, values, switches and sources; `unit` is what its total counts."""

    model_config = ConfigDict(extra="allow")
    id: str
    name: Bilingual
    fans: list[dict[str, Any]]


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
    candidates: list[CandidateModel] = []
    waits: list[Wait] = []
    preview: Preview | None = None


class ProblemModel(BaseModel):
    """An error, RFC 9457."""

    model_config = ConfigDict(extra="allow")
    type: str
    title: str
    status: int
    detail: str
    code: str
    text: Bilingual
    reasons: list[ReasonModel] = []


# ---- how routes refer to them ------------------------------------------------------------------------

REQUESTS: tuple[type[BaseModel], ...] = (ScoreRequest, WaitsRequest, DiscardsRequest, Circumstances)
EXAMPLE = {
    "ruleset": "yangzhou-new",
    "concealed": "12p456p789p11z",
    "melds": [{"kind": "pung", "tiles": "777z", "from": "across"}],
    "winning_tile": "3p",
    "win": "discard",
    "seat": "south",
    "discarder": "west",
}
EXAMPLES: dict[str, dict[str, Any]] = {
    "ScoreRequest": EXAMPLE,
    "WaitsRequest": {"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p"},
    "DiscardsRequest": {"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p9m"},
}
_ref = "#/components/schemas/{model}"


def _problem(description: str) -> dict[str, Any]:
    schema = {"$ref": _ref.format(model="ProblemModel")}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}


ERRORS: dict[int | str, dict[str, Any]] = {
    413: _problem("Too large; `detail` names the limit."),
    415: _problem("Not a kind of body or picture that is taken; `detail` names those that are."),
    422: _problem("Not a request that can be answered; `reasons` holds all that is wrong."),
}
PHOTO_ERRORS: dict[int | str, dict[str, Any]] = {
    503: _problem("Too many photos at once, or no model yet: retry after `Retry-After` seconds.")
}


def json_body(name: str) -> dict[str, Any]:
    """The request body of a route that takes JSON."""
    media = {"schema": {"$ref": _ref.format(model=name)}, "example": EXAMPLES[name]}
    return {"requestBody": {"required": True, "content": {"application/json": media}}}


def photo_body(*, circumstances: bool) -> dict[str, Any]:
    """The request body of a route that takes a photo."""
    fields: dict[str, Any] = {
        "photo": {
            "type": "string",
            "format": "binary",
            "description": "JPEG, PNG, WebP or HEIC, 30 MB at most.",
        },
        "preview": {"type": "boolean", "default": False, "description": "Send an upright JPEG along."},
    }
    encoding = {}
    if circumstances:
        fields["circumstances"] = {"$ref": _ref.format(model="Circumstances")}
        encoding = {"encoding": {"circumstances": {"contentType": "application/json"}}}
    schema = {"type": "object", "required": ["photo"], "properties": fields}
    content = {"multipart/form-data": {"schema": schema, **encoding}}
    return {"requestBody": {"required": True, "content": content}}


def extra_schemas() -> dict[str, Any]:
    """The component schemas that FastAPI does not see by itself."""
    wanted = [(model, "validation") for model in REQUESTS]
    _, definitions = models_json_schema([*wanted, (ProblemModel, "serialization")], ref_template=_ref)  # type: ignore[list-item]
    schemas: dict[str, Any] = definitions["$defs"]
    return schemas
