"""One suit at a time: its part of a code (`scoring.tiles`), and all that it can be laid out as.

Suits are what repeats from hand to hand, and the three with numbers are alike, so what can be laid out is
worked out once, in ranks from 0, and remembered. Three facts make it short: as 64 leaves 1 when divided
by 3, a code leaves what its number of tiles leaves; how many triplets its lowest tiles form says how many
chows they begin; and the ranks of a set add up to a multiple of three.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from scoring.remembered import Remembered
from scoring.sets import CHOW, PUNG, Sets, TileSet
from scoring.tiles import ALL_TILES, SUIT, UNITS, Tile

_HONOURS: Final = 27
_RANKS: Final = range(9)
_PUNG: Final = 9
_SETS: Final = {  # of each suit by its first tile: its chows by their first rank, then its triplets
    base: {rank: TileSet(ALL_TILES[base + rank], CHOW) for rank in range(7) if base < _HONOURS}
    | {_PUNG + rank: TileSet(tile, PUNG) for rank, tile in enumerate(ALL_TILES[base : base + 9])}
    for base in (0, 9, 18, 27)
}


class Paired(NamedTuple):
    """Tiles laid out as sets (table order) and one pair."""

    sets: Sets
    pair: Tile


def held(whole: int, tile: Tile) -> int:
    """How many of `tile` there are."""
    return whole >> 6 * tile & 63


class Suit:
    """The tiles of one suit; what they can be laid out as is worked out when first asked for.

    Attributes:
        packed: its part of a code.
        base: its first tile.
        over: how many tiles are left where sets take three each.
    """

    def __init__(self, packed: int, base: int) -> None:
        self.packed, self.base, self.over = packed, base, packed % 3

    @cached_property
    def as_sets(self) -> tuple[Sets, ...]:
        """As sets alone, every way, in table order; `((),)` for no tiles."""
        named = _SETS[self.base]
        ways = _ways(self.packed, self.base < _HONOURS)
        return tuple([tuple([named[each] for each in way]) for way in ways])

    @cached_property
    def as_sets_and_pair(self) -> tuple[Paired, ...]:
        """As sets and a pair, every way, by the pair."""
        table = _OF[self.base]
        return tuple(
            [
                Paired(sets, ALL_TILES[self.base + rank])
                for rank in _pairs(self.packed, self.base < _HONOURS)
                for sets in table[self.packed - (2 << 6 * rank)].as_sets
            ]
        )

    @cached_property
    def finishers(self) -> tuple[Tile, ...]:
        """The tiles that, one added, let it be laid out as sets with at most one pair."""
        ranks = _finishing(self.packed, self.base < _HONOURS)
        return tuple([ALL_TILES[self.base + rank] for rank in ranks])

    def with_tile(self, tile: Tile) -> "Suit":
        """The same and one `tile` of this suit more."""
        return _OF[self.base][self.packed + UNITS[tile - self.base]]


SuitsOfHand = tuple[Suit, Suit, Suit, Suit]
"""m p s z, those without a tile too."""


def suits_in(code: int) -> SuitsOfHand:
    """The suits of a code."""
    return _M[code & SUIT], _P[code >> 54 & SUIT], _S[code >> 108 & SUIT], _Z[code >> 162]


_M: Final = Remembered[int, Suit](lambda packed: Suit(packed, 0), most=1 << 14)
_P: Final = Remembered[int, Suit](lambda packed: Suit(packed, 9), most=1 << 14)
_S: Final = Remembered[int, Suit](lambda packed: Suit(packed, 18), most=1 << 14)
_Z: Final = Remembered[int, Suit](lambda packed: Suit(packed, _HONOURS), most=1 << 14)
_OF: Final = {0: _M, 9: _P, 18: _S, _HONOURS: _Z}


@lru_cache(maxsize=1 << 16)
def _ways(packed: int, runs: bool) -> tuple[tuple[int, ...], ...]:
    """Sets as the first rank of a chow, or `_PUNG` and the rank of a triplet."""
    if packed == 0:
        return ((),)
    rank = ((packed & -packed).bit_length() - 1) // 6
    here, middle, high = (packed >> 6 * (rank + step) & 63 for step in range(3))
    ways: tuple[tuple[int, ...], ...] = ()
    for pungs in range(here // 3 + 1):
        chows = here - 3 * pungs
        if chows <= (min(middle, high) if runs and rank < 7 else 0):
            first = (rank,) * chows + (_PUNG + rank,) * pungs
            rest = packed - (here + (chows << 6) + (chows << 12) << 6 * rank)
            ways += tuple([first + others for others in _ways(rest, runs)])
    return ways


def _pairs(packed: int, runs: bool) -> Iterator[int]:
    """The ranks whose pair leaves sets alone."""
    ranks = sum([rank * (packed >> 6 * rank & 63) for rank in _RANKS])
    for rank in _RANKS:
        if (
            (ranks - 2 * rank) % 3 == 0
            and packed >> 6 * rank & 63 >= 2
            and _ways(packed - (2 << 6 * rank), runs)
        ):
            yield rank


@lru_cache(maxsize=1 << 16)
def _finishing(packed: int, runs: bool) -> tuple[int, ...]:
    """The ranks of which one more lets it be sets, with a pair where that fits its number of tiles."""
    ranks = _RANKS if runs else _RANKS[:7]
    if packed % 3 == 1:
        return tuple([rank for rank in ranks if any(True for _ in _pairs(packed + (1 << 6 * rank), runs))])
    return tuple([rank for rank in ranks if _ways(packed + (1 << 6 * rank), runs)])
