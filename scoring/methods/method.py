"""What a way of counting hands has to do; a rule-set file chooses one by name (`method`)."""

from decimal import Decimal
from typing import Protocol

from scoring.circumstances import Circumstances
from scoring.hand import Hand
from scoring.legality import is_enough
from scoring.money import Amount, Due
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

    def best(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[bool, Amount] | None:
        """Of the first of `tallies` whether it is enough, and its total; None where there is none."""

    def dues(self, tally: Tally, how: Circumstances, rules: RuleSet, base: Decimal) -> tuple[Due, ...]:
        """Who owes what for a legal win, in the order in which it is paid; `base` is the stake."""


def best_of(method: Method, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[bool, Amount] | None:
    """`Method.best` by way of `Method.tallies`."""
    found = method.tallies(hand, how, rules, method.waits(hand, how, rules))
    return (is_enough(found[0], rules), found[0].total) if found else None
