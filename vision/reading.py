"""What a photo says: tiles, groups, the hand, and what is doubtful. The Reading of the interfaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from scoring.errors import RequestError, Text
from scoring.hand import Hand, Meld, MeldKind, Source
from scoring.tiles import Tile, parse_tiles
from vision.classes import FACE_NAMES
from vision.fields import Fields, ReadingError, is_number

__all__ = [
    "Alternative",
    "Doubt",
    "DoubtCode",
    "Group",
    "GroupKind",
    "ImageInfo",
    "Milliseconds",
    "ModelInfo",
    "Proposal",
    "Quad",
    "Reading",
    "ReadingError",
    "TileReading",
]

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
"""Corners of a printed face in pixels of the upright picture, clockwise from the face's own top left."""

TILE_NAMES = FACE_NAMES[:-1]
"""What `tile` may say: the 34 tiles and `f`, a flower or season. A face-down tile says None."""


class GroupKind(StrEnum):
    """What tiles that lie together are; an added kong is a `kong`, the hand's meld says which."""

    CONCEALED = "concealed"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "concealed_kong"
    WINNING_TILE = "winning_tile"
    OTHER = "other"


class DoubtCode(StrEnum):
    """Why a reading may be wrong; `no_legal_split` needs the rules and is added by a scan."""

    LOW_CONFIDENCE = "low_confidence"
    FIVE_OF_A_KIND = "five_of_a_kind"
    WRONG_TILE_COUNT = "wrong_tile_count"
    NO_WINNING_TILE = "no_winning_tile"
    AMBIGUOUS_MELD = "ambiguous_meld"
    GLARE = "glare"
    TOO_DARK = "too_dark"
    TOO_SMALL = "too_small"
    TOO_BLURRED = "too_blurred"
    TOO_LOW = "too_low"
    CUT_OFF = "cut_off"
    FLOWER = "flower"
    NO_TILES = "no_tiles"
    SCREENSHOT = "screenshot"
    NO_LEGAL_SPLIT = "no_legal_split"


@dataclass(frozen=True)
class ImageInfo:
    """The full upright picture: its size in pixels and the SHA-256 of the file it came in."""

    width: int
    height: int
    sha256: str

    def to_dict(self) -> dict[str, Any]:
        """The `image` of a reading."""
        return {"width": self.width, "height": self.height, "sha256": self.sha256}

    @classmethod
    def from_fields(cls, fields: Fields) -> ImageInfo:
        """From JSON."""
        return cls(fields.whole("width"), fields.whole("height"), fields.text("sha256"))


@dataclass(frozen=True)
class Alternative:
    """Another face that a tile may show, and how likely (0 to 1)."""

    tile: str
    confidence: float

    def to_dict(self) -> dict[str, Any]:
        """One of a tile's `alternatives`."""
        return {"tile": self.tile, "confidence": self.confidence}

    @classmethod
    def from_fields(cls, fields: Fields) -> Alternative:
        """From JSON."""
        return cls(fields.choice("tile", TILE_NAMES), fields.number("confidence", 1))


@dataclass(frozen=True)
class TileReading:
    """One tile of the picture.

    Attributes:
        id: its number in this reading; ids run as the player would read the tiles.
        tile: `5p`, or `f` for a flower or season, or None face down.
        confidence: 0 to 1, calibrated: of tiles read with 0.9, nine in ten are right.
        group: id of the group it belongs to.
    """

    id: int
    tile: str | None
    confidence: float
    quad: Quad
    alternatives: tuple[Alternative, ...] = ()
    face: Literal["up", "down"] = "up"
    group: int = 0

    def to_dict(self) -> dict[str, Any]:
        """One of a reading's `tiles`."""
        return {
            "id": self.id,
            "tile": self.tile,
            "confidence": self.confidence,
            "quad": [list(point) for point in self.quad],
            "alternatives": [other.to_dict() for other in self.alternatives],
            "face": self.face,
            "group": self.group,
        }

    @classmethod
    def from_fields(cls, fields: Fields) -> TileReading:
        """From JSON; a tile is face down exactly where it has no name."""
        face = fields.choice("face", ("up", "down"))
        tile = None if face == "down" else fields.choice("tile", TILE_NAMES)
        if face == "down" and fields.get("tile") is not None:
            raise fields.wrong("tile", "null for a tile that lies face down")
        return cls(
            id=fields.whole("id"),
            tile=tile,
            confidence=fields.number("confidence", 1),
            quad=_quad(fields),
            alternatives=tuple(map(Alternative.from_fields, fields.children("alternatives"))),
            face="down" if face == "down" else "up",
            group=fields.whole("group"),
        )


@dataclass(frozen=True)
class Group:
    """Tiles that belong together, by id, in the order a player reads them."""

    id: int
    kind: GroupKind
    tiles: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """One of a reading's `groups`."""
        return {"id": self.id, "kind": str(self.kind), "tiles": list(self.tiles)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Group:
        """From JSON."""
        kind = GroupKind(fields.choice("kind", list(GroupKind)))
        return cls(fields.whole("id"), kind, fields.wholes("tiles"))


@dataclass(frozen=True)
class Proposal:
    """What the doubtful tiles may be instead: another `tile`, or together another `kind` of group."""

    tile: str | None = None
    kind: GroupKind | None = None

    def to_dict(self) -> dict[str, str]:
        """Only what is proposed."""
        tile = {} if self.tile is None else {"tile": self.tile}
        return tile if self.kind is None else {**tile, "kind": str(self.kind)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Proposal:
        """From JSON."""
        tile = None if fields.get("tile") is None else fields.choice("tile", TILE_NAMES)
        kind = None if fields.get("kind") is None else GroupKind(fields.choice("kind", list(GroupKind)))
        return cls(tile, kind)


@dataclass(frozen=True)
class Doubt:
    """One thing that may be wrong, about which tiles (ids), and what to do about it.

    Attributes:
        effect: what it changes in the score, `"none"` or `{"totals": [...]}`; None until a scan says.
    """

    code: DoubtCode
    tiles: tuple[int, ...]
    text: Text
    proposal: Proposal | None = None
    effect: str | Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """One of a reading's `doubts`; `proposal` and `effect` only where there is one."""
        out: dict[str, Any] = {"code": str(self.code), "tiles": list(self.tiles), "text": self.text.to_dict()}
        if self.proposal is not None:
            out["proposal"] = self.proposal.to_dict()
        if self.effect is not None:
            out["effect"] = self.effect if isinstance(self.effect, str) else dict(self.effect)
        return out

    @classmethod
    def from_fields(cls, fields: Fields) -> Doubt:
        """From JSON."""
        text = fields.child("text")
        effect = fields.get("effect")
        if not isinstance(effect, str | dict | None):
            raise fields.wrong("effect", "a text or an object")
        return cls(
            code=DoubtCode(fields.choice("code", list(DoubtCode))),
            tiles=fields.wholes("tiles"),
            text=Text(text.text("zh"), text.text("en")),
            proposal=fields.optional("proposal", Proposal.from_fields),
            effect=effect,
        )


@dataclass(frozen=True)
class ModelInfo:
    """The bundle that read the picture."""

    name: str
    version: str
    sha256: str

    def to_dict(self) -> dict[str, str]:
        """The `model` of a reading."""
        return {"name": self.name, "version": self.version, "sha256": self.sha256}

    @classmethod
    def from_fields(cls, fields: Fields) -> ModelInfo:
        """From JSON."""
        return cls(fields.text("name"), fields.text("version"), fields.text("sha256"))


@dataclass(frozen=True)
class Milliseconds:
    """Where the time went; `total` is at least the sum, as there is work between the stages."""

    decode: float = 0.0
    detect: float = 0.0
    read: float = 0.0
    layout: float = 0.0
    total: float = 0.0

    def to_dict(self) -> dict[str, float]:
        """The `milliseconds` of a reading, to a tenth."""
        names = ("decode", "detect", "read", "layout", "total")
        return {name: round(getattr(self, name), 1) for name in names}

    @classmethod
    def from_fields(cls, fields: Fields) -> Milliseconds:
        """From JSON."""
        return cls(*(fields.number(name) for name in ("decode", "detect", "read", "layout", "total")))


@dataclass(frozen=True)
class Reading:
    """All that a photo says. `hand` is None where no hand can be formed; the doubts say why."""

    image: ImageInfo
    tiles: tuple[TileReading, ...]
    groups: tuple[Group, ...]
    hand: Hand | None
    doubts: tuple[Doubt, ...]
    model: ModelInfo
    milliseconds: Milliseconds = field(default_factory=Milliseconds)

    @property
    def notation(self) -> str | None:
        """The hand as text: `[p777z] 12456789p11z + 3p`."""
        return None if self.hand is None else str(self.hand)

    def to_dict(self) -> dict[str, Any]:
        """The Reading JSON of the interfaces."""
        return {
            "image": self.image.to_dict(),
            "tiles": [tile.to_dict() for tile in self.tiles],
            "groups": [group.to_dict() for group in self.groups],
            "hand": None if self.hand is None else self.hand.to_dict(),
            "notation": self.notation,
            "doubts": [doubt.to_dict() for doubt in self.doubts],
            "model": self.model.to_dict(),
            "milliseconds": self.milliseconds.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> Reading:
        """A reading from its JSON, as this program wrote it or as a person corrected it.

        `notation` follows from the hand and is not looked at; absent lists are empty.

        Raises:
            ReadingError: a field is missing or wrong, a tile or group is named that is not there, or a
                tile and its group disagree.
        """
        fields = Fields(data)
        reading = cls(
            image=ImageInfo.from_fields(fields.child("image")),
            tiles=tuple(map(TileReading.from_fields, fields.children("tiles"))),
            groups=tuple(map(Group.from_fields, fields.children("groups"))),
            hand=fields.optional("hand", _hand),
            doubts=tuple(map(Doubt.from_fields, fields.children("doubts"))),
            model=ModelInfo.from_fields(fields.child("model")),
            milliseconds=fields.optional("milliseconds", Milliseconds.from_fields) or Milliseconds(),
        )
        _check_references(reading)
        return reading


def _quad(fields: Fields) -> Quad:
    points = fields.get("quad")
    if isinstance(points, list) and len(points) == 4 and all(_is_point(point) for point in points):
        a, b, c, d = ((float(x), float(y)) for x, y in points)
        return a, b, c, d
    raise fields.wrong("quad", "four points [x, y]")


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))


def _hand(fields: Fields) -> Hand:
    melds = tuple(map(_meld, fields.children("melds")))
    concealed = _tiles(fields, "concealed")
    if fields.get("winning_tile") is None:
        return Hand(concealed, melds)
    winning = _tiles(fields, "winning_tile")
    if len(winning) != 1:
        raise fields.wrong("winning_tile", "one tile")
    return Hand(concealed, melds, winning[0])


def _meld(fields: Fields) -> Meld:
    kind = MeldKind(fields.choice("kind", list(MeldKind)))
    source = None if fields.get("from") is None else Source(fields.choice("from", list(Source)))
    try:
        return Meld(kind, _tiles(fields, "tiles"), source)
    except RequestError as error:
        raise ReadingError(fields.path, str(error)) from error


def _tiles(fields: Fields, name: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(fields.text(name))
    except RequestError as error:
        raise ReadingError(fields.where(name), str(error)) from error


def _check_references(reading: Reading) -> None:
    group_of = {tile: group.id for group in reading.groups for tile in group.tiles}
    ids = {tile.id for tile in reading.tiles}
    if len(ids) < len(reading.tiles):
        raise ReadingError("reading.tiles", "two tiles have the same id")
    if len({group.id for group in reading.groups}) < len(reading.groups):
        raise ReadingError("reading.groups", "two groups have the same id")
    if sum(len(group.tiles) for group in reading.groups) != len(group_of) or set(group_of) != ids:
        raise ReadingError("reading.groups", "each tile belongs in exactly one group")
    for tile in reading.tiles:
        if group_of[tile.id] != tile.group:
            raise ReadingError(f"reading.tiles[{tile.id}].group", f"group {group_of[tile.id]} has this tile")
    for doubt in reading.doubts:
        if not ids.issuperset(doubt.tiles):
            raise ReadingError("reading.doubts", f"{doubt.code} names a tile that is not there")
