"""One split of one winning hand, as a fan looks at it."""

from collections.abc import Mapping
from typing import Final

from scoring.circumstances import Circumstances, Win
from scoring.hand import Hand
from scoring.marks import (
    ACROSS,
    DRAWN,
    KONG,
    NARROW,
    OF_PAIR,
    OF_TRIPLET,
    PUNG_IN_HAND,
    SIMPLES,
    SINGLE,
    THROWN,
    TWIN,
    UNCALLED,
    of_chows,
)
from scoring.options import Options
from scoring.sets import CHOW, PUNG, MeldKind, Sets
from scoring.splits import Place, Split, Wait
from scoring.tiles import ENDS as TERMINALS
from scoring.tiles import HONOURS, SUITED, UNITS, Tile, kinds_in
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
        chows: the chows by their first tile, each with the places where it lies; first tiles ascend.
        chow_count: how many sets are chows.
        chow_bits: the first tile of each chow as a bit, 1m in the lowest.
        triplets: the place of each pung or kong by its tile; places ascend.
        kongs: the places of the kongs.
        pungs_in_hand: the places of the pungs that were not called.
        lone_call: of three equal chows the only one called, where the house heeds calls (RULES 3).
        marks: what all this tells of fans that cannot occur (`scoring.marks`).
        kind_bits: the different tiles of the whole hand (`scoring.tiles.kinds_in`).
        has_honours: any wind or dragon in the hand.
        suit_count: how many suits are present, honours not among them.
        any_wait: every tile there is would have finished it (跑搭, RULES 6).
        wild: 百搭, where there is one.
        substitutes: what 百搭 stands for, where it stands for another tile.
    """

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
        self.any_wait, self.wild, self.substitutes = any_wait, wild, substitutes
        self.sets: Sets = split.sets
        self.kind_bits = kinds = kinds_in(hand.code)
        self.has_honours = kinds & HONOURS > 0
        self.suit_count = (kinds & _M > 0) + (kinds & _P > 0) + (kinds & _S > 0)
        marks = OF_PAIR[split.pair] | _OF_WAIT[split.wait]
        marks |= DRAWN if circumstances.win is _SELF_DRAW else THROWN
        if not kinds & _OUTSIDE:
            marks |= SIMPLES
        self._look_at_sets(marks)
        self.chow_count = len(split.sets) - len(self.triplets)
        self.lone_call: int | None = None
        if options.tieban_heeds_calls and self.marks & TWIN:
            self._look_for_a_lone_call()

    def _look_at_sets(self, marks: int) -> None:
        chows: dict[Tile, tuple[int, ...]] = {}
        triplets: dict[Tile, int] = {}
        kongs: tuple[int, ...] = ()
        in_hand: tuple[int, ...] = ()
        bits = 0
        uncalled = UNCALLED
        for place, (tile, kind, melded) in enumerate(self.sets):
            if kind is CHOW:
                if tile in chows:
                    chows[tile] = (*chows[tile], place)
                    marks |= TWIN
                else:
                    chows[tile] = (place,)
                    bits |= 1 << tile
                if melded:
                    uncalled = 0
            else:
                triplets[tile] = place
                marks |= OF_TRIPLET[tile]
                if kind is PUNG:
                    if melded:
                        uncalled = 0
                    else:
                        in_hand = (*in_hand, place)
                        marks |= PUNG_IN_HAND
                else:
                    kongs = (*kongs, place)
                    marks |= KONG
                    if kind is not _CONCEALED_KONG:
                        uncalled = 0
        if len(chows) > 1:
            if not uncalled:
                chows = dict(sorted(chows.items()))
            marks |= of_chows(bits)
        self.chows: Mapping[Tile, tuple[int, ...]] = chows
        self.triplets: Mapping[Tile, int] = triplets
        self.kongs, self.pungs_in_hand, self.chow_bits = kongs, in_hand, bits
        self.marks = marks | uncalled

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
    def kind(self) -> tuple[int, int, bool, int]:
        """What tells which fans may be there (`scoring.rules.Kind`)."""
        return self.chow_count, self.suit_count, self.has_honours, self.marks

    @property
    def kinds(self) -> frozenset[Tile]:
        """The different tiles of the whole hand."""
        return frozenset(self.hand.tiles)

    @property
    def suits(self) -> frozenset[str]:
        """The suits present, honours not among them."""
        return frozenset(tile.suit for tile in self.hand.tiles if not tile.is_honour)

    @property
    def chow_starts(self) -> tuple[Tile, ...]:
        """The first tile of every chow, ascending, repeated for equal chows."""
        return tuple(tile for tile, places in self.chows.items() for _ in places)

    @property
    def has_wild(self) -> bool:
        """Any 百搭 in the hand."""
        return self.wild is not None and self.kind_bits & 32 * UNITS[self.wild] > 0

    def is_in_hand(self, place: Place) -> bool:
        """Whether a triplet lies there that no other player's tile helped to make (RULES A12)."""
        if place not in self.pungs_in_hand:
            return False
        return self.circumstances.self_drawn or place != self.split.winning

    def triplets_of(self, tile: Tile) -> Found:
        """The pung or kong of `tile`, open or concealed."""
        return ((self.triplets[tile],),) if tile in self.triplets else NOWHERE


_M, _P, _S = SUITED
_OUTSIDE: Final = HONOURS | TERMINALS
_SELF_DRAW: Final = Win.SELF_DRAW
_CONCEALED_KONG: Final = MeldKind.CONCEALED_KONG
_OF_WAIT: Final = dict.fromkeys(Wait, 0) | {Wait.EDGE: NARROW, Wait.CLOSED: NARROW, Wait.SINGLE: SINGLE}
