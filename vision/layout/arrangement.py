"""The layout of a photo as facts: which tile is what, what lies together, the hand, and what is unclear."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from scoring.hand import Hand
from vision.reading import GroupKind
from vision.seen import SeenTile


class Unclear(Enum):
    """Why a group may be another than it was read as."""

    GROUPED_IN_HAND = auto()
    """Sets lie apart, but nothing says that they were called: read as in hand."""
    CLOSE = auto()
    """A set that lies hardly apart from its neighbours: read as called."""
    BENT = auto()
    """A tile was read as what its set needs, not as what it looks like alone."""
    NO_SET = auto()
    """Three or four tiles lie apart and are no set: read as in hand."""
    HIDDEN = auto()
    """All four tiles of a kong lie face down."""


@dataclass(frozen=True)
class UnclearGroup:
    """Tiles (by place in the arrangement) whose group is unclear; `face` is what the last may be instead."""

    why: Unclear
    tiles: tuple[int, ...]
    kind: GroupKind | None = None
    face: int | None = None


@dataclass(frozen=True)
class PlacedGroup:
    """Tiles (by place in the arrangement, as a player reads them) that lie together."""

    kind: GroupKind
    tiles: tuple[int, ...]


@dataclass(frozen=True)
class Count:
    """How many tiles the hand has.

    Attributes:
        seen: tiles, each set counted as three.
        won: whether one of them is the winning tile, told apart.
        hole: 1-based place among the tiles in hand after which one tile's width is empty, or None.
        extra: face-up tiles that lie with the hand and are one too many for it.
    """

    seen: int
    won: bool
    hole: int | None = None
    extra: tuple[int, ...] = ()

    @property
    def right(self) -> bool:
        """14 tiles, or 13 without the winning one and without a hole."""
        enough = self.seen == 14 or (self.seen == 13 and not self.won and self.hole is None)
        return enough and not self.extra


@dataclass(frozen=True)
class Arrangement:
    """All tiles of a photo, arranged.

    Attributes:
        tiles: in reading order: in hand, melds, winning tile, then what is not of the hand.
        faces: for each tile an index of `vision.classes.FACE_NAMES`; `BACK` lies face down.
        groups: every tile is in exactly one.
        hand: None where no hand can be formed: the count is wrong or a kong's face cannot be seen.
    """

    tiles: tuple[SeenTile, ...]
    faces: tuple[int, ...]
    groups: tuple[PlacedGroup, ...]
    hand: Hand | None
    count: Count
    unclear: tuple[UnclearGroup, ...] = ()

    def of_hand(self) -> tuple[int, ...]:
        """Places of the tiles that belong to the hand."""
        kinds = (group for group in self.groups if group.kind is not GroupKind.OTHER)
        return tuple(tile for group in kinds for tile in group.tiles)
