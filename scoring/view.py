"""One split of one winning hand, as a fan looks at it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scoring.circumstances import Circumstances
from scoring.hand import Hand, MeldKind
from scoring.options import Options
from scoring.splits import Place, Split
from scoring.suits import TileSet
from scoring.tiles import Tile

Found = tuple[tuple[Place, ...], ...]
"""Where a fan occurs: one entry an occurrence, each the places it lies in; empty when it does not."""

NOWHERE: Final[Found] = ()


@dataclass(frozen=True)
class View:
    """The facts of a hand, one split of it, the circumstances of the win and the house options.

    Attributes:
        kinds: the different tiles of the whole hand.
        waits: what the hand waited on before the winning tile (RULES A8).
        any_wait: every tile there is would have finished it (跑搭, RULES 6).
        wild: 百搭, where there is one.
        substitutes: what 百搭 stands for, where it stands for another tile.
    """

    hand: Hand
    split: Split
    kinds: frozenset[Tile]
    waits: tuple[Tile, ...]
    circumstances: Circumstances
    options: Options
    any_wait: bool = False
    wild: Tile | None = None
    substitutes: tuple[Tile, ...] = ()

    @property
    def sets(self) -> tuple[TileSet, ...]:
        """The four sets, melds first."""
        return self.split.sets

    @cached_property
    def everywhere(self) -> Found:
        """One occurrence that is the whole hand."""
        return ((*range(len(self.sets)), "pair"),)

    @cached_property
    def all_sets(self) -> Found:
        """One occurrence that is every set, without the pair."""
        return (tuple(range(len(self.sets))),)

    @cached_property
    def chows(self) -> Mapping[Tile, tuple[int, ...]]:
        """The chows by their first tile, each with the places where it lies; first tiles ascend."""
        found: dict[Tile, tuple[int, ...]] = {}
        for place, each in sorted(enumerate(self.sets), key=lambda item: item[1].tile):
            if each.is_chow:
                found[each.tile] = (*found.get(each.tile, ()), place)
        return found

    @cached_property
    def lone_call(self) -> int | None:
        """Of three equal chows the only one that was called, where the house heeds calls (RULES 3)."""
        if self.options.tieban_heeds_calls:
            for places in self.chows.values():
                called = [place for place in places if self.sets[place].melded]
                if len(places) == 3 and len(called) == 1:
                    return called[0]
        return None

    @cached_property
    def chow_starts(self) -> tuple[Tile, ...]:
        """The first tile of every chow, ascending, repeated for equal chows."""
        return tuple(tile for tile, places in self.chows.items() for _ in places)

    @cached_property
    def has_honours(self) -> bool:
        """Any wind or dragon in the hand."""
        return max(self.kinds).is_honour

    @property
    def has_wild(self) -> bool:
        """Any 百搭 in the hand."""
        return self.wild in self.kinds

    @cached_property
    def suits(self) -> frozenset[str]:
        """The suits present, honours not among them."""
        return frozenset(tile.suit for tile in self.kinds if not tile.is_honour)

    def is_in_hand(self, place: Place) -> bool:
        """Whether a triplet lies there that no other player's tile helped to make (RULES A12)."""
        if place == "pair" or (not self.circumstances.self_drawn and place == self.split.winning):
            return False
        return self.sets[place].kind is MeldKind.PUNG and not self.sets[place].melded

    def triplets_of(self, tile: Tile) -> Found:
        """The pung or kong of `tile`, open or concealed."""
        return tuple(
            (place,) for place, each in enumerate(self.sets) if each.tile == tile and not each.is_chow
        )
