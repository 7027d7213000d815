"""What a glance at one split of a hand tells, a bit each: which fans need not be looked for.

A fan declares the marks without which it cannot occur; with them it still may not. Each set has its *facts*,
three bits for each thing that can be said of it, so that to add them up is to count.
"""

from typing import Final

from scoring.sets import CHOW, PUNG, MeldKind, TileSet
from scoring.tiles import ALL_TILES, ANY_KIND, ONCE, SUITED, TWICE, UNITS

TRIPLET: Final = 1 << 0
"""Three or four alike; of the marks the one that is a number, in three bits."""
CALLED: Final = 1 << 3
"""A set that took a tile from another player."""
PUNG_IN_HAND: Final = 1 << 6
"""Three alike that were not declared."""
KONG: Final = 1 << 9
"""A kong of any kind."""
WIND: Final = 1 << 12
"""Three or four of a wind."""
WHITE: Final = 1 << 15
"""Three or four white dragons."""
GREEN: Final = 1 << 18
"""Three or four green dragons."""
RED: Final = 1 << 21
"""Three or four red dragons."""
TWIN: Final = 1 << 24
"""Two equal chows."""
ACROSS: Final = 1 << 25
"""Two chows of the same numbers in two suits, or three equal ones of which one was called alone."""
ROW: Final = 1 << 26
"""Two chows of one suit, three ranks apart."""
ENDS: Final = 1 << 27
"""123 and 789 of one suit."""
STRAIGHT: Final = 1 << 28
"""123, 456 and 789 of one suit."""
THREE_SUITS: Final = 1 << 29
"""Chows of the same numbers in all three suits."""
SQUARE: Final = 1 << 30
"""A row or both ends of one suit, and the same in another."""
DRAWN: Final = 1 << 31
"""The winner drew the last tile."""
THROWN: Final = 1 << 32
"""Another player's tile was the last."""
NARROW: Final = 1 << 33
"""The last tile filled an edge or a gap."""
SINGLE: Final = 1 << 34
"""The last tile made the pair."""
TERMINAL_PAIR: Final = 1 << 35
"""The pair is a 1 or a 9."""
SIMPLES: Final = 1 << 36
"""No honour, no 1 and no 9."""
UNCALLED: Final = 1 << 37
"""Nothing was taken from another player before the last tile."""

OF_PAIR: Final = tuple(TERMINAL_PAIR * tile.is_terminal for tile in ALL_TILES)
"""The mark of two of each tile."""

LINKED: Final = ACROSS | ROW | ENDS
"""Two chows that a small fan joins."""
OF_CHOWS: Final = TWIN | ACROSS | ROW | ENDS | STRAIGHT | THREE_SUITS | SQUARE
"""Those that tell how chows are related."""

_CHOWS: Final = 48
"""Above all marks lies the code (`scoring.tiles`) of the tiles that the chows begin with."""
_IS_SAID: Final = CALLED | PUNG_IN_HAND | KONG | WIND | WHITE | GREEN | RED


def _facts(each: TileSet) -> int:
    tile, kind, melded = each
    if kind is CHOW:
        return UNITS[tile] << _CHOWS | CALLED * melded
    facts = TRIPLET
    if tile >= 27:
        facts |= WIND if tile < 31 else (WHITE, GREEN, RED)[tile - 31]
    if kind is PUNG:
        return facts | (CALLED if melded else PUNG_IN_HAND)
    return facts | KONG | (0 if kind is MeldKind.CONCEALED_KONG else CALLED)


FACTS: Final = {
    each: _facts(each)
    for tile in ALL_TILES
    for kind in MeldKind
    for melded in (False, True)
    if kind is not CHOW or (tile < 27 and tile % 9 <= 6)
    for each in [TileSet(tile, kind, melded)]
}
"""Of every set there can be."""

FIRST: Final = 32 * (UNITS[0] + UNITS[9] + UNITS[18])
"""Of chows, each told by its first tile as `kinds_in` does: those of 123."""
_BELOW_5: Final = sum(FIRST << 6 * rank for rank in range(4))


def of_sets(facts: int) -> tuple[int, int]:
    """The marks of sets whose facts add up to these, and which chows there are."""
    marks = (facts | facts >> 1 | facts >> 2) & _IS_SAID | facts & 7
    if not marks & CALLED:
        marks |= UNCALLED
    starts = facts >> _CHOWS
    chows = starts + ONCE & ANY_KIND
    if chows & chows - 1:  # two kinds or more
        marks |= of_chows(chows)
    if starts + TWICE & ANY_KIND:
        marks |= TWIN
    return marks, chows


def of_chows(chows: int) -> int:
    """How chows are related, each told by its first tile; `TWIN` cannot be seen from them."""
    row = chows & chows >> 18 & _BELOW_5
    ends = chows & chows >> 36 & FIRST
    across = chows & (chows >> 54 | chows >> 108)
    if not (row or ends or across):
        return 0
    marks = (ROW if row else 0) | (ENDS if ends else 0) | (ACROSS if across else 0)
    if row & chows >> 36 & FIRST:
        marks |= STRAIGHT
    if chows & chows >> 54 & chows >> 108:
        marks |= THREE_SUITS
    if row & (row >> 54 | row >> 108) or ends & (ends >> 54 | ends >> 108):
        marks |= SQUARE
    return marks


def rows(chows: int) -> int:
    """Those chows that are followed by another, three ranks on in the same suit."""
    return chows & chows >> 18 & _BELOW_5


def of_tiles(kinds: int, twice: int) -> int:
    """All that chows made of tiles can be related like, whatever else must be made of them.

    The tiles are told by the kinds that are there, and those that are there twice or more.
    """
    chows = kinds & kinds >> 6 & kinds >> 12 & _STARTS
    marks = of_chows(chows) if chows & chows - 1 else 0
    return marks | TWIN if twice & twice >> 6 & twice >> 12 & _STARTS else marks


_STARTS: Final = sum(part >> 12 & part for part in SUITED)
