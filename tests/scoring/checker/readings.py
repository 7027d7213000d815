"""Every way to read the tiles in hand as sets and a pair: each group the first tile could be in is tried."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .tiles import ALL, is_chow, show

Instance = tuple[int, bool]  # a tile, and whether it is the very one that was won on


@dataclass(frozen=True, order=True)
class Group:
    """A pair, a chow, a triplet or a kong; `tile` is its lowest."""

    kind: str  # pair, chow, triplet, kong
    tile: int
    called: bool = False  # laid down with another player's tile: chow, pung, exposed or added kong
    won: bool = False  # the winning tile is in it
    place: int = 0  # of the winning tile in the chow: 0, 1, 2

    @property
    def tiles(self) -> tuple[int, ...]:
        """What it is made of."""
        if self.kind == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * {"pair": 2, "triplet": 3, "kong": 4}[self.kind]

    def __str__(self) -> str:
        return show(self.tiles)


def _group(instances: tuple[Instance, ...]) -> Group | None:
    tiles = tuple(tile for tile, _ in instances)
    wins = [won for _, won in instances]
    if len(set(tiles)) == 1:
        return Group("pair" if len(tiles) == 2 else "triplet", tiles[0], won=any(wins))
    if len(tiles) == 3 and is_chow(tiles):
        return Group("chow", tiles[0], won=any(wins), place=wins.index(True) if any(wins) else 0)
    return None


def _without(rest: tuple[Instance, ...], used: tuple[Instance, ...]) -> tuple[Instance, ...]:
    left = list(rest)
    for instance in used:
        left.remove(instance)
    return tuple(left)


def _ways(rest: tuple[Instance, ...], pairs: int) -> Iterator[tuple[Group, ...]]:
    """Every way to part the sorted `rest` into sets and exactly `pairs` pairs."""
    if not rest:
        if pairs == 0:
            yield ()
        return
    first, others = rest[0], rest[1:]
    for size in (1, 2) if pairs else (2,):
        for company in set(combinations(others, size)):
            group = _group((first, *company))
            if group is not None:
                for more in _ways(_without(others, company), pairs - (size == 1)):
                    yield (group, *more)


@lru_cache(maxsize=4096)
def readings(concealed: tuple[int, ...], winning: int) -> frozenset[tuple[Group, ...]]:
    """All of them, each sorted; the winning tile's place is part of the reading (RULES A10)."""
    instances = tuple(sorted([(tile, False) for tile in concealed] + [(winning, True)]))
    return frozenset(tuple(sorted(way)) for way in _ways(instances, 1))


@lru_cache(maxsize=65536)
def _parts(rest: tuple[int, ...], pairs: int) -> bool:
    """Whether sorted `rest` parts into sets and `pairs` pairs; the first tile is lowest in its group."""
    if not rest:
        return pairs == 0
    first = rest[0]
    for group in ((first,) * 3, (first, first + 1, first + 2), (first,) * 2):
        is_pair = len(group) == 2
        if (is_pair and not pairs) or not (group[0] == group[-1] or is_chow(group)):
            continue
        left = list(rest)
        try:
            for tile in group:
                left.remove(tile)
        except ValueError:
            continue
        if _parts(tuple(left), pairs - is_pair):
            return True
    return False


def completes(concealed: tuple[int, ...], tile: int) -> bool:
    """Whether there is any way at all."""
    return _parts(tuple(sorted((*concealed, tile))), 1)


@lru_cache(maxsize=4096)
def waits(concealed: tuple[int, ...], melded: tuple[int, ...]) -> tuple[int, ...]:
    """The tiles that complete the hand, whatever it is worth; none of which it holds all four (A8)."""
    held = concealed + melded
    return tuple(tile for tile in ALL if held.count(tile) < 4 and completes(concealed, tile))
