"""One set of a hand: a run of three, or three or four alike."""

from enum import StrEnum
from typing import Any, Final, NamedTuple

from scoring.remembered import Remembered
from scoring.tiles import ALL_TILES, Tile, format_tiles


class MeldKind(StrEnum):
    """How a meld came to lie on the table."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"


CHOW: Final = MeldKind.CHOW
PUNG: Final = MeldKind.PUNG


class TileSet(NamedTuple):
    """One set: its first tile, what it is, and whether it was declared (a concealed kong too)."""

    tile: Tile
    kind: MeldKind
    melded: bool = False

    @property
    def is_chow(self) -> bool:
        """A run of three."""
        return self.kind is CHOW

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Three or four tiles in table order."""
        if self.kind is CHOW:
            return (self.tile, ALL_TILES[self.tile + 1], ALL_TILES[self.tile + 2])
        return (self.tile,) * (3 if self.kind is PUNG else 4)

    def to_dict(self) -> dict[str, Any]:
        """`kind`, `tiles`, `melded`."""
        return SHOWN[self].copy()


def _shown(each: TileSet) -> dict[str, Any]:
    return {"kind": str(each.kind), "tiles": format_tiles(each.tiles), "melded": each.melded}


SHOWN: Final = Remembered(_shown, most=1 << 9)
"""What `TileSet.to_dict` copies."""


Sets = tuple[TileSet, ...]
