"""What a collection of chows is worth in a colour, as the engine says; asked once for each."""

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring.circumstances import Circumstances
from scoring.fans import Role
from scoring.hand import Hand
from scoring.rules import RuleSet
from scoring.sets import CHOW, PUNG, TileSet
from scoring.splits import Split, Wait
from scoring.tally import find_big, find_small
from scoring.tiles import ALL_TILES, Tile
from scoring.view import View

Array = NDArray[Any]

STARTS: Final = [tile for tile in ALL_TILES[:27] if tile.rank <= 7]
COLOURS: Final = ("mixed", "half flush", "full flush", "honours")
_PLACE: Final = {tile: 3 * index for index, tile in enumerate(STARTS)}


def key(chows: tuple[int, ...]) -> int:
    """A collection as one number, three bits a first tile."""
    return sum(1 << _PLACE[ALL_TILES[tile]] for tile in chows)


_ALL: Final = sorted(
    (key(chows), chows) for size in range(5) for chows in combinations_with_replacement(STARTS, size)
)
KEYS: Final = np.array([each for each, _ in _ALL], np.uint64)


class Worth:
    """For each collection (row) and colour (column): `total`, whether it `has_big`, what is `barred`.

    `barred` has a bit for each of `small`, the ids of small fans that are no links.
    """

    def __init__(self, rules: RuleSet) -> None:
        shape = (len(KEYS), len(COLOURS))
        self._rules = rules
        self._known = np.zeros(shape, bool)
        self.total = np.zeros(shape, np.int64)
        self.has_big = np.zeros(shape, bool)
        self.barred = np.zeros(shape, np.int64)
        self.small = tuple(fan.id for fan in rules.fans[Role.SMALL])

    def look_up(self, rows: Array, colours: Array) -> None:
        """See to it that these are there."""
        missing = ~self._known[rows, colours]
        for row, colour in {*zip(rows[missing].tolist(), colours[missing].tolist(), strict=True)}:
            self._ask(row, colour)

    def _ask(self, row: int, colour: int) -> None:
        rules, view = self._rules, _view(_ALL[row][1], colour, self._rules)
        played = rules.played[view.kind]
        big, barred, _ = find_big(view, played.patterns, played.colours, rules)
        finders = tuple(each for each in played.small if each[0].role is Role.LINK)
        found = {**big, **find_small(view, finders, rules, barred, [])}
        self.total[row, colour] = sum(rules.values[fan.id] * len(places) for fan, places in found.items())
        self.has_big[row, colour] = bool(big)
        self.barred[row, colour] = sum(1 << bit for bit, name in enumerate(self.small) if name in barred)
        self._known[row, colour] = True


def _view(chows: tuple[int, ...], colour: int, rules: RuleSet) -> View:
    """Those chows and triplets of no matter, seen in that colour."""
    called = [TileSet(ALL_TILES[tile], CHOW) for tile in chows]
    filling = [TileSet(tile, PUNG) for tile in ALL_TILES[30 : 34 - len(chows)]]
    split = Split((*called, *filling), ALL_TILES[0], "pair", Wait.SINGLE)
    own = tuple(tile for each in called for tile in each.tiles)
    return View(Hand((*own, *_TINTS[colour](own))), split, (), Circumstances(), rules.options)


_TINTS: Final[tuple[Callable[[tuple[Tile, ...]], tuple[Tile, ...]], ...]] = (
    lambda own: (ALL_TILES[0], ALL_TILES[9]),
    lambda own: (ALL_TILES[33], *(own or ALL_TILES[:1])),
    lambda own: own or ALL_TILES[:1],
    lambda own: ALL_TILES[33:],
)
"""Tiles that give a hand of such chows each of the colours."""
