"""How tiles in hand are written so that a player sees the sets: `12p456p789p11z`, not `12456789p11z`."""

from collections.abc import Iterable
from functools import lru_cache

from scoring.tiles import SUITS, Tile

Ranks = tuple[int, ...]


def group_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles in table order, laid out as many whole sets as there are, then pairs and pieces.

    The same tiles give the same text in whatever order they come, and it parses back to them.

    >>> from scoring.tiles import parse_tiles
    >>> group_tiles(parse_tiles("1z 987654 21p 1z"))
    '12p456p789p11z'
    """
    ranks: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for tile in sorted(tiles):
        ranks[tile.suit].append(tile.rank)
    return "".join(
        "".join(map(str, group)) + suit
        for suit, held in ranks.items()
        for group in _groups(tuple(held), suit != "z")
    )


def _groups(ranks: Ranks, runs: bool) -> list[Ranks]:
    """One suit's ranks in groups, ascending by their first; `runs` where they can form chows."""
    layouts = [[*sets, *_pieces(rest, runs)] for sets, rest in _layouts(ranks, runs)]
    fewest = min(layouts, key=lambda groups: (len(groups), groups))
    return sorted(fewest)


@lru_cache(maxsize=1 << 13)
def _layouts(ranks: Ranks, runs: bool) -> frozenset[tuple[tuple[Ranks, ...], Ranks]]:
    """Whole sets, as many as can be, and what is left over: every way there is."""
    if len(ranks) < 3:
        return frozenset({((), ranks)})
    low, later = ranks[0], ranks[1:]
    ways = {(sets, (low, *rest)) for sets, rest in _layouts(later, runs)}
    for whole in ((low, low, low), (low, low + 1, low + 2)):
        if (remaining := _without(ranks, whole)) is not None and (runs or whole[2] == low):
            ways |= {(tuple(sorted((whole, *sets))), rest) for sets, rest in _layouts(remaining, runs)}
    most = max(len(sets) for sets, _ in ways)
    return frozenset(way for way in ways if len(way[0]) == most)


def _without(ranks: Ranks, whole: Ranks) -> Ranks | None:
    remaining = list(ranks)
    for rank in whole:
        if rank not in remaining:
            return None
        remaining.remove(rank)
    return tuple(remaining)


def _pieces(ranks: Ranks, runs: bool) -> list[Ranks]:
    """Pairs and neighbours, taken from below."""
    pieces: list[Ranks] = []
    while ranks:
        reach = 2 if runs else 0
        width = 2 if len(ranks) > 1 and ranks[1] - ranks[0] <= reach else 1
        pieces.append(ranks[:width])
        ranks = ranks[width:]
    return pieces
