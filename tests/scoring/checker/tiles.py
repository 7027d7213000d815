"""Tiles as whole numbers 0 to 33 and the notation of RULES, written for the checker alone."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

SUITS = "mps"
EAST, SOUTH, WEST, NORTH, BAI, FA, ZHONG = range(27, 34)
ALL = range(34)


def parse(text: str) -> tuple[int, ...]:
    """`"12p11z"` to (9, 10, 27, 27), in the order written."""
    tiles: list[int] = []
    digits: list[int] = []
    for letter in text.replace(" ", ""):
        if letter.isdigit():
            digits.append(int(letter))
        else:
            tiles += ["mpsz".index(letter) * 9 + digit - 1 for digit in digits]
            digits = []
    return tuple(tiles)


def show(tiles: Iterable[int]) -> str:
    """(9, 10, 27, 27) to `"12p11z"`, sorted."""
    parts = groupby(sorted(tiles), key=lambda tile: tile // 9)
    return "".join("".join(str(tile % 9 + 1) for tile in part) + "mpsz"[suit] for suit, part in parts)


def is_honour(tile: int) -> bool:
    """风头: all seven, winds and dragons (RULES 1)."""
    return tile >= EAST


def suit(tile: int) -> int:
    """0 万, 1 饼, 2 条; only asked of suit tiles."""
    return tile // 9


def number(tile: int) -> int:
    """1 to 9; only asked of suit tiles."""
    return tile % 9 + 1


def is_chow(tiles: tuple[int, ...]) -> bool:
    """順子: three neighbours of one suit, in order."""
    first, second, third = tiles
    return not is_honour(third) and suit(first) == suit(third) and (second, third) == (first + 1, first + 2)


def at_most_four(tiles: Iterable[int]) -> bool:
    """Whether one set of 136 tiles can hold these."""
    return max(Counter(tiles).values(), default=0) <= 4
