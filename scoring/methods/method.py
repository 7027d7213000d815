"""What a way of counting hands has to do; a rule-set file chooses one by name (`method`)."""

from decimal import Decimal
from typing import Protocol

from scoring.circumstances import Circumstances
from scoring.hand import Hand
from scoring.money import Due
from scoring.rules import RuleSet
from scoring.tally import Tally
from scoring.tiles import Tile


class Method(Protocol):
    """One way of counting a hand and of saying who owes what for it."""

    def waits(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[Tile, ...]:
        """What the tiles in hand wait on; the winning tile is not looked at."""

    def tallies(
        self, hand: Hand, how: Circumstances, rules: RuleSet, waits: tuple[Tile, ...]
    ) -> tuple[Tally, ...]:
        """Every way to see the hand, counted, the best first; empty when it is no winning shape."""

    def dues(self, tally: Tally, how: Circumstances, rules: RuleSet, base: Decimal) -> tuple[Due, ...]:
        """Who owes what for a legal win, in the order in which it is paid; `base` is the stake."""
