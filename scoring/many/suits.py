"""Every suit there can be, as a number in base 5: how it can be laid out, and what it waits on."""

from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

POWERS: Final = 5 ** np.arange(9)
_CHOWS: Final = 7


class SuitTable(NamedTuple):
    """All layouts of a suit, those of one code side by side.

    Attributes:
        first: for a code the index of its first layout; shape (5^9,).
        many: for a code how many layouts it has: of sets alone, or with the pair where two tiles are over.
        waits: for a code the ranks, as bits, of which one more can be laid out.
        chows: for a layout its chows, three bits a first rank.
        triplets: for a layout its triplets, a bit a rank.
        pair: for a layout the rank of its pair; -1 without.
    """

    first: Array
    many: Array
    waits: Array
    chows: Array
    triplets: Array
    pair: Array


@cache
def table(runs: bool) -> SuitTable:
    """The table of the numbered suits, or of the honours."""
    ranks = 9 if runs else 7
    sets, chows, triplets = _sets(ranks, runs)
    counts = [sets]
    pair = [np.full(len(sets), -1)]
    for rank in range(ranks):
        two = np.zeros(9, int)
        two[rank] = 2
        counts.append(sets + two)
        pair.append(np.full(len(sets), rank))
    all_counts, all_pairs = np.concatenate(counts), np.concatenate(pair)
    codes = all_counts @ POWERS
    order = np.argsort(codes, kind="stable")
    fits: Array = np.all(all_counts <= 4, axis=1)
    order = order[fits[order]]
    codes = codes[order]
    many = np.bincount(codes, minlength=5**9)
    first = np.zeros(5**9, np.int32)
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    first[codes[starts]] = starts
    waits = np.zeros(5**9, np.int64)
    for rank in range(ranks):
        held = all_counts[order][:, rank] > 0
        np.bitwise_or.at(waits, codes[held] - POWERS[rank], 1 << rank)
    which = order % len(sets)
    return SuitTable(first, many.astype(np.int32), waits, chows[which], triplets[which], all_pairs[order])


def _sets(ranks: int, runs: bool) -> tuple[Array, Array, Array]:
    """Up to four sets in every way: counts of tiles, chows, triplets."""
    kinds = [(0, rank) for rank in range(_CHOWS if runs else 0)] + [(1, rank) for rank in range(ranks)]
    tiles = np.zeros((len(kinds), 9), int)
    chows = np.zeros(len(kinds), np.int64)
    triplets = np.zeros(len(kinds), np.int64)
    for row, (triplet, rank) in enumerate(kinds):
        if triplet:
            tiles[row, rank] = 3
            triplets[row] = 1 << rank
        else:
            tiles[row, rank : rank + 3] = 1
            chows[row] = 1 << 3 * rank
    picked = [
        list(rows) for size in range(5) for rows in combinations_with_replacement(range(len(kinds)), size)
    ]
    counts = np.array([tiles[rows].sum(axis=0) for rows in picked])
    fits = (counts <= 4).all(axis=1)
    return (
        counts[fits],
        np.array([chows[rows].sum() for rows in picked])[fits].astype(np.uint64),
        np.array([triplets[rows].sum() for rows in picked])[fits].astype(np.uint64),
    )
