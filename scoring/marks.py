"""What a glance at one split of a hand tells, a bit each: which fans need not be looked for.

A fan declares the marks without which it cannot occur; with them it still may not.
"""

from typing import Final

from scoring.tiles import SUITED, UNITS, kinds_in, suits_of

TWIN: Final = 1 << 0
"""Two equal chows."""
ACROSS: Final = 1 << 1
"""Two chows of the same numbers in two suits, or three equal ones of which one was called alone."""
ROW: Final = 1 << 2
"""Two chows of one suit, three ranks apart."""
ENDS: Final = 1 << 3
"""123 and 789 of one suit."""
STRAIGHT: Final = 1 << 4
"""123, 456 and 789 of one suit."""
THREE_SUITS: Final = 1 << 5
"""Chows of the same numbers in all three suits."""
SQUARE: Final = 1 << 6
"""A row or both ends of one suit, and the same in another."""
DRAWN: Final = 1 << 7
"""The winner drew the last tile."""
THROWN: Final = 1 << 8
"""Another player's tile was the last."""
NARROW: Final = 1 << 9
"""The last tile filled an edge or a gap."""
SINGLE: Final = 1 << 10
"""The last tile made the pair."""
TERMINAL_PAIR: Final = 1 << 11
"""The pair is a 1 or a 9."""
SIMPLES: Final = 1 << 12
"""No honour, no 1 and no 9."""
UNCALLED: Final = 1 << 13
"""Nothing was taken from another player before the last tile."""
PUNG_IN_HAND: Final = 1 << 14
"""Three alike that were not declared."""
KONG: Final = 1 << 15
"""A kong of any kind."""
WIND: Final = 1 << 16
"""Three or four of a wind."""
WHITE: Final = 1 << 17
"""Three or four white dragons."""
GREEN: Final = 1 << 18
"""Three or four green dragons."""
RED: Final = 1 << 19
"""Three or four red dragons."""

OF_TRIPLET: Final = (0,) * 27 + (WIND,) * 4 + (WHITE, GREEN, RED)
"""The mark of three or four of each tile."""
OF_PAIR: Final = tuple(TERMINAL_PAIR * (tile < 27 and tile % 9 in (0, 8)) for tile in range(34))
"""The mark of two of each tile."""

LINKED: Final = ACROSS | ROW | ENDS
"""Two chows that a small fan joins."""
OF_CHOWS: Final = TWIN | ACROSS | ROW | ENDS | STRAIGHT | THREE_SUITS | SQUARE
"""Those that tell how chows are related."""

FIRST: Final = sum(1 << 9 * suit for suit in range(3))
"""Of chows, each told by its first tile as a bit, 1m in the lowest: those of 123."""
_BELOW_5: Final = sum(FIRST << rank for rank in range(4))


def of_chows(bits: int) -> int:
    """How chows are related, each told by its first tile as a bit; `TWIN` cannot be seen from them."""
    row = bits & bits >> 3 & _BELOW_5
    ends = bits & bits >> 6 & FIRST
    across = bits & (bits >> 9 | bits >> 18)
    if not (row or ends or across):
        return 0
    marks = (ROW if row else 0) | (ENDS if ends else 0) | (ACROSS if across else 0)
    if row & bits >> 6 & FIRST:
        marks |= STRAIGHT
    if bits & bits >> 9 & bits >> 18:
        marks |= THREE_SUITS
    if row & (row >> 9 | row >> 18) or ends & (ends >> 9 | ends >> 18):
        marks |= SQUARE
    return marks


def of_tiles(code: int) -> int:
    """All that chows made of these tiles can be related like, whatever else must be made of them."""
    kinds = kinds_in(code)
    twice = kinds_in(code, 2)
    starts = kinds & kinds >> 6 & kinds >> 12 & _SUITED
    if not starts:
        return 0
    m, p, s, _ = suits_of(starts)
    bits = _STARTS[m] | _STARTS[p] << 9 | _STARTS[s] << 18
    return of_chows(bits) | (TWIN if twice & twice >> 6 & twice >> 12 & _SUITED else 0)


_SUITED: Final = sum(part >> 12 & part for part in SUITED)
_STARTS: Final = {
    sum(32 * UNITS[rank] for rank in range(7) if bits >> rank & 1): bits for bits in range(1 << 7)
}
"""The ranks at which a suit has three in a row, as `kinds_in` has them: as bits."""
