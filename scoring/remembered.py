"""What a function gives, remembered by what it was asked: of suits, of sets, of fans; never of hands."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(dict[K, V]):
    """`table[key]` is `work(key)`, worked out once; with `most` keys all are forgotten.

    A look-up is no call, and nothing notes in what order keys are used, as `functools.lru_cache` does.

    >>> squares = Remembered(lambda number: number * number, most=2)
    >>> squares[3], squares[4], squares[5], len(squares)
    (9, 16, 25, 1)
    """

    def __init__(self, work: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._work, self._most = work, most

    cache_clear = dict.clear
    """By the name that `functools.lru_cache` has for it."""

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._work(key)
        return value
