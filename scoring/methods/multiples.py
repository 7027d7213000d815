"""跌倒胡: a hand is worth a multiple of 屁胡 by its type (RULES 4)."""

from decimal import Decimal

from scoring.circumstances import Circumstances
from scoring.hand import Hand
from scoring.methods.fantable import times_of
from scoring.methods.method import best_of
from scoring.methods.types import typed
from scoring.money import Amount, Due
from scoring.rules import RuleSet
from scoring.tally import Tally
from scoring.tiles import Tile
from scoring.waiting import waiting_tiles


class Multiples:
    """`method = "multiples"`."""

    def waits(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[Tile, ...]:
        """By shape alone."""
        return waiting_tiles(hand)

    def tallies(
        self, hand: Hand, how: Circumstances, rules: RuleSet, waits: tuple[Tile, ...]
    ) -> tuple[Tally, ...]:
        """Only the one type is counted, never a product (RULES 4.2)."""
        return typed(hand, how, rules, waits, rules.values.__getitem__)

    def best(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[bool, Amount] | None:
        """By counting it whole."""
        return best_of(self, hand, how, rules)

    def dues(self, tally: Tally, how: Circumstances, rules: RuleSet, base: Decimal) -> tuple[Due, ...]:
        """The discarder alone, or each of the three; some types take all there is where money is limited."""
        times = times_of(how, rules)
        if how.balances is not None and tally.fans[0].fan.id in rules.payment.takes_all:
            return tuple(Due(seat, how.seat, None, "all_money") for seat in times)
        why = str(how.win)
        return tuple(Due(seat, how.seat, each * tally.total * base, why) for seat, each in times.items())
