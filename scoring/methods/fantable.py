"""Fan added up: every split of the hand by the table of fans, paid in multiples of the total (RULES 2, 3)."""

from decimal import Decimal
from typing import Any

from scoring.circumstances import SEATS, Circumstances, Seat
from scoring.duty import liable
from scoring.hand import Hand
from scoring.legality import is_enough, is_worth_enough
from scoring.money import Amount, Due
from scoring.rules import RuleSet
from scoring.splits import splits
from scoring.tally import Tally, count, worth
from scoring.tiles import Tile
from scoring.view import View
from scoring.waiting import waiting_tiles


class FanTable:
    """`method = "fans"`."""

    def waits(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[Tile, ...]:
        """By shape alone (RULES A8)."""
        return waiting_tiles(hand)

    def tallies(
        self, hand: Hand, how: Circumstances, rules: RuleSet, waits: tuple[Tile, ...]
    ) -> tuple[Tally, ...]:
        """A legal one goes before any other, then the larger total (RULES A10).

        Of equal ones that with the larger single fan goes first, so that the names of the suits and the end
        that numbers are counted from make no difference.
        """
        found = [count(View(hand, split, waits, how, rules.options), rules) for split in splits(hand)]
        if len(found) > 1:
            found.sort(key=lambda tally: _rank(tally, rules), reverse=True)
        return tuple(found)

    def best(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[bool, Amount] | None:
        """Totals alone, nothing told of the fans."""
        best: tuple[bool, Amount] | None = None
        for split in splits(hand):
            total, has_big = worth(View(hand, split, None, how, rules.options), rules)
            ranked = is_worth_enough(total, has_big, rules), total
            if best is None or ranked > best:
                best = ranked
        return best

    def dues(self, tally: Tally, how: Circumstances, rules: RuleSet, base: Decimal) -> tuple[Due, ...]:
        """The discarder or each of the three; the liable player, if any, pays what all would have paid."""
        times = times_of(how, rules)
        payer = liable(tally.view.hand, how, rules)
        if payer is not None:
            return (Due(payer, how.seat, sum(times.values()) * tally.total * base, "liable"),)
        why = str(how.win)
        return tuple(Due(seat, how.seat, each * tally.total * base, why) for seat, each in times.items())


def _rank(tally: Tally, rules: RuleSet) -> tuple[Any, ...]:
    return (
        is_enough(tally, rules),
        tally.total,
        tally.values,
        [fan.id for fan in tally.found],
    )


def times_of(how: Circumstances, rules: RuleSet) -> dict[Seat, int]:
    """How many times the total each payer owes."""
    if how.discarder is not None:
        return {how.discarder: rules.payment.discard}
    return {seat: rules.payment.self_draw for seat in SEATS if seat is not how.seat}
