"""What some tiles amount to as (part of) a hand, packed into one integer so that parts add up by `+`."""

from __future__ import annotations

from functools import cache

from vision.layout.pieces import Piece
from vision.reading import GroupKind

NOTHING = 0
_IN_HAND, _SET, _WON, _STRETCH = 1, 1 << 6, 1 << 10, 1 << 12
_MOST_IN_HAND = 24
_MOST_STRETCHES = 4
_APART = (0.0, 0.0, 0.8, 3.0, 5.5)
"""Cost by the number of stretches that the tiles in hand lie in."""


def holding(piece: Piece) -> int:
    """What one piece adds."""
    if piece.kind is GroupKind.OTHER:
        return NOTHING
    if piece.kind is GroupKind.CONCEALED:
        return piece.in_hand * _IN_HAND + _STRETCH
    return _WON if piece.kind is GroupKind.WINNING_TILE else _SET


def in_hand(held: int) -> int:
    """Tiles in hand."""
    return held & 63


def sets(held: int) -> int:
    """Exposed sets and concealed kongs."""
    return held >> 6 & 15


def won(held: int) -> int:
    """Winning tiles told apart."""
    return held >> 10 & 3


def stretches(held: int) -> int:
    """Stretches that the tiles in hand lie in."""
    return held >> 12


@cache
def possible(held: int) -> bool:
    """Whether it can be one player's."""
    few = in_hand(held) <= _MOST_IN_HAND and stretches(held) <= _MOST_STRETCHES
    return few and sets(held) <= 4 and won(held) <= 1


@cache
def oddity(held: int) -> float:
    """Cost of this being the whole hand in a photo: 14 tiles, each set counted as three, are due."""
    apart = _APART[stretches(held)] + (4.0 if in_hand(held) == 0 else 0.0)
    total = in_hand(held) + won(held) + 3 * sets(held)
    if total == 14:
        return apart + (0.0 if won(held) else 0.6)
    if total == 13:
        return apart + (3.5 if won(held) else 1.6)
    return apart + 4.0 + min(abs(total - 14), 14)
