"""One suit at a time: its tiles packed into an integer, three bits a rank, and all it can be laid out as.

Suits are what repeats from hand to hand, so the answers here are remembered.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from scoring.hand import MeldKind
from scoring.tiles import ALL_TILES, Tile, format_tiles

Packed = tuple[int, int, int, int]
"""The four suits m p s z, the count of rank r in bits 3(r-1) to 3(r-1)+2 of each."""

_UNIT: Final = tuple(1 << 3 * (tile % 9) for tile in ALL_TILES)
_HONOURS: Final = 27
_CHOW: Final = 0o111


class TileSet(NamedTuple):
    """One set: its first tile, what it is, and whether it was declared (a concealed kong too)."""

    tile: Tile
    kind: MeldKind
    melded: bool = False

    @property
    def is_chow(self) -> bool:
        """A run of three."""
        return self.kind is MeldKind.CHOW

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Three or four tiles in table order."""
        if self.kind is MeldKind.CHOW:
            return (self.tile, ALL_TILES[self.tile + 1], ALL_TILES[self.tile + 2])
        return (self.tile,) * (3 if self.kind is MeldKind.PUNG else 4)

    def to_dict(self) -> dict[str, Any]:
        """`kind`, `tiles`, `melded`."""
        return {"kind": str(self.kind), "tiles": format_tiles(self.tiles), "melded": self.melded}


Sets = tuple[TileSet, ...]


class Paired(NamedTuple):
    """Tiles laid out as sets (table order) and one pair."""

    sets: Sets
    pair: Tile


def pack(tiles: Iterable[Tile]) -> Packed:
    """The four suits of `tiles`, packed."""
    suits = [0, 0, 0, 0]
    for tile in tiles:
        suits[tile // 9] += _UNIT[tile]
    return (suits[0], suits[1], suits[2], suits[3])


def held(suits: Packed, tile: Tile) -> int:
    """How many of `tile` there are."""
    return suits[tile // 9] // _UNIT[tile] & 7


@lru_cache(maxsize=1 << 14)
def size(packed: int) -> int:
    """How many tiles a packed suit has."""
    return sum(packed >> shift & 7 for shift in range(0, 27, 3))


@lru_cache(maxsize=1 << 14)
def as_sets(packed: int, base: int) -> tuple[Sets, ...]:
    """A suit whose first tile is `base` as sets alone, every way, in table order; `((),)` for no tiles."""
    if packed == 0:
        return ((),)
    rank = ((packed & -packed).bit_length() - 1) // 3
    low, next_one, last = (packed >> 3 * (rank + step) & 7 for step in range(3))
    tile = ALL_TILES[base + rank]
    ways: set[Sets] = set()
    if low >= 3:
        ways |= _each_with(TileSet(tile, MeldKind.PUNG), as_sets(packed - (3 << 3 * rank), base))
    if base < _HONOURS and rank < 7 and next_one and last:
        ways |= _each_with(TileSet(tile, MeldKind.CHOW), as_sets(packed - (_CHOW << 3 * rank), base))
    return tuple(sorted(ways))


@lru_cache(maxsize=1 << 14)
def as_sets_and_pair(packed: int, base: int) -> tuple[Paired, ...]:
    """A suit as sets and a pair, every way, by the pair."""
    return tuple(
        Paired(sets, ALL_TILES[base + rank])
        for rank in range(9)
        if packed >> 3 * rank & 7 >= 2
        for sets in as_sets(packed - (2 << 3 * rank), base)
    )


@lru_cache(maxsize=1 << 14)
def finishers(packed: int, base: int) -> tuple[Tile, ...]:
    """The tiles that, one added, let a suit be laid out as sets with at most one pair."""
    lay_out = as_sets_and_pair if size(packed) % 3 == 1 else as_sets
    return tuple(tile for tile in ALL_TILES[base : base + 9] if lay_out(packed + _UNIT[tile], base))


def _each_with(first: TileSet, ways: Iterable[Sets]) -> set[Sets]:
    return {tuple(sorted((first, *rest))) for rest in ways}
