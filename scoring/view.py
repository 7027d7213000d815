"""One split of one winning hand, as a fan looks at it."""

from collections.abc import Mapping
from typing import Final

from scoring.circumstances import Circumstances, Win
from scoring.hand import Hand
from scoring.marks import (
    ACROSS,
    DRAWN,
    FACTS,
    NARROW,
    OF_PAIR,
    SIMPLES,
    SINGLE,
    THROWN,
    TWIN,
    UNCALLED,
    of_sets,
)
from scoring.options import Options
from scoring.sets import CHOW, PUNG, Sets
from scoring.splits import Place, Split, Wait
from scoring.tiles import ANY_KIND, HONOURS, ONCE, SUITED, UNITS, Tile
from scoring.tiles import ENDS as TERMINALS
from scoring.waiting import waiting_tiles

Found = tuple[tuple[Place, ...], ...]
"""Where a fan occurs: one entry an occurrence, each the places it lies in; empty when it does not."""

NOWHERE: Final[Found] = ()
EVERYWHERE: Final[Found] = ((0, 1, 2, 3, "pair"),)
"""One occurrence that is the whole hand."""

ALL_SETS: Final[Found] = ((0, 1, 2, 3),)
"""One occurrence that is every set, without the pair."""


class View:
    """The facts of a hand, one split of it, the circumstances of the win and the house options.

    Attributes:
        sets: the four sets, melds first.
        chow_count: how many sets are chows.
        chow_kinds: the different chows by their first tiles (`scoring.tiles.kinds_in`).
        lone_call: of three equal chows the only one called, where the house heeds calls (RULES 3).
        marks: what all this tells of fans that cannot occur (`scoring.marks`).
        kind_bits: the different tiles of the whole hand (`scoring.tiles.kinds_in`).
        has_honours: any wind or dragon in the hand.
        suit_count: how many suits are present, honours not among them.
        kind: what tells which fans may be there (`scoring.rules.Kind`).
        spare_links: the link rule left pairs of chows out; known once the links were counted.
        any_wait: every tile there is would have finished it (跑搭, RULES 6).
        wild: 百搭, where there is one.
        substitutes: what 百搭 stands for, where it stands for another tile.
    """

    any_wait = spare_links = False
    wild: Tile | None = None
    substitutes: tuple[Tile, ...] = ()
    lone_call: int | None = None
    _chows: Mapping[Tile, tuple[int, ...]] | None = None

    def __init__(
        self,
        hand: Hand,
        split: Split,
        waits: tuple[Tile, ...] | None,
        circumstances: Circumstances,
        options: Options,
        any_wait: bool = False,
        wild: Tile | None = None,
        substitutes: tuple[Tile, ...] = (),
    ) -> None:
        self.hand, self.split, self._waits = hand, split, waits
        self.circumstances, self.options = circumstances, options
        if any_wait or wild is not None:
            self.any_wait, self.wild, self.substitutes = any_wait, wild, substitutes
        sets, pair, _, wait = split
        self.sets: Sets = sets
        self.kind_bits = kinds = hand.code + ONCE & ANY_KIND
        self.has_honours = kinds & HONOURS > 0
        self.suit_count = (kinds & _M > 0) + (kinds & _P > 0) + (kinds & _S > 0)
        facts = sum(map(FACTS.__getitem__, sets))
        marks, self.chow_kinds = of_sets(facts)
        self.chow_count = len(sets) - (facts & 7)
        marks |= OF_PAIR[pair] | _OF_WAIT[wait]
        marks |= DRAWN if circumstances.win is _SELF_DRAW else THROWN
        self.marks = marks if kinds & _OUTSIDE else marks | SIMPLES
        if marks & TWIN and options.tieban_heeds_calls:
            self._look_for_a_lone_call()
        self.kind = self.chow_count, self.suit_count, self.has_honours, self.marks

    def _look_for_a_lone_call(self) -> None:
        for places in self.chows.values():
            if len(places) == 3:
                called = [place for place in places if self.sets[place].melded]
                if len(called) == 1:
                    self.lone_call = called[0]
                    self.marks |= ACROSS

    @property
    def waits(self) -> tuple[Tile, ...]:
        """What the hand waited on before the winning tile (RULES A8); by shape where it was not told."""
        if self._waits is None:
            self._waits = waiting_tiles(self.hand)
        return self._waits

    @property
    def chows(self) -> Mapping[Tile, tuple[int, ...]]:
        """The chows by their first tile, each with the places where it lies; first tiles ascend."""
        if self._chows is None:
            chows: dict[Tile, tuple[int, ...]] = {}
            for place, (tile, kind, _) in enumerate(self.sets):
                if kind is CHOW:
                    chows[tile] = (*chows[tile], place) if tile in chows else (place,)
            if not self.marks & UNCALLED:
                chows = {tile: chows[tile] for tile in sorted(chows)}
            self._chows = chows
        return self._chows

    @property
    def kongs(self) -> tuple[int, ...]:
        """The places of the kongs."""
        return tuple([place for place, each in enumerate(self.sets) if each.kind not in (CHOW, PUNG)])

    @property
    def has_wild(self) -> bool:
        """Any 百搭 in the hand."""
        return self.wild is not None and self.kind_bits & 32 * UNITS[self.wild] > 0

    def is_in_hand(self, place: Place) -> bool:
        """Whether a triplet lies there that no other player's tile helped to make (RULES A12)."""
        if place == "pair" or self.sets[place].kind is not PUNG or self.sets[place].melded:
            return False
        return self.circumstances.self_drawn or place != self.split.winning

    def triplets_of(self, tile: Tile) -> Found:
        """The pung or kong of `tile`, open or concealed."""
        for place, each in enumerate(self.sets):
            if each.tile == tile and each.kind is not CHOW:
                return ((place,),)
        return NOWHERE


_M, _P, _S = SUITED
_OUTSIDE: Final = HONOURS | TERMINALS
_SELF_DRAW: Final = Win.SELF_DRAW
_OF_WAIT: Final = dict.fromkeys(Wait, 0) | {Wait.EDGE: NARROW, Wait.CLOSED: NARROW, Wait.SINGLE: SINGLE}
