"""How tiles in hand are written so that a player sees the sets: `12p456p789p11z`, not `12456789p11z`."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from scoring.remembered import Remembered
from scoring.suits import Suit, SuitsOfHand, suits_in
from scoring.tiles import SUITS, Tile, code_of, format_tiles

Ranks = tuple[int, ...]
MOST: Final = 18
"""Tiles of a hand; more are no hand, and written without groups."""


def group_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles in table order, laid out as many whole sets as there are, then pairs and pieces.

    The same tiles give the same text in whatever order they come, and it parses back to them.

    >>> from scoring.tiles import parse_tiles
    >>> group_tiles(parse_tiles("1z 987654 21p 1z"))
    '12p456p789p11z'
    """
    held = tuple(tiles)
    return group_suits(suits_in(code_of(held))) if len(held) <= MOST else format_tiles(held)


def group_suits(suits: SuitsOfHand) -> str:
    """The same for the suits of a hand."""
    return "".join(map(_WRITTEN.__getitem__, suits))


def _written(suit: Suit) -> str:
    ranks = [rank for rank in range(9) for _ in range(suit.packed >> 6 * rank & 63)]
    if not ranks:
        return ""
    letter, low = SUITS[suit.base // 9], ranks[0]
    groups = _groups(tuple([rank - low for rank in ranks]), letter != "z")
    return "".join(["".join([str(low + rank + 1) for rank in group]) + letter for group in groups])


_WRITTEN: Final = Remembered(_written, most=1 << 14)


@lru_cache(maxsize=1 << 14)
def _groups(ranks: Ranks, runs: bool) -> list[Ranks]:
    """One suit's ranks in groups, ascending by their first; `runs` where they can form chows.

    The lowest rank is 0, whichever it is: the same shape higher up is grouped in the same way.
    """
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
