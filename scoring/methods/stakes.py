"""六圩: a table says what each type of hand is paid, and a discard is paid by all three (陪冲, RULES 5)."""

from decimal import Decimal

from scoring.circumstances import SEATS, Circumstances, Seat
from scoring.hand import Hand
from scoring.methods.method import best_of
from scoring.methods.types import typed
from scoring.money import Amount, Due
from scoring.rules import RuleSet
from scoring.tally import Tally
from scoring.tiles import Tile
from scoring.waiting import waiting_tiles


class StakeTable:
    """`method = "stakes"`: the stakes are money, so `base` has no say."""

    def waits(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[Tile, ...]:
        """By shape alone."""
        return waiting_tiles(hand)

    def tallies(
        self, hand: Hand, how: Circumstances, rules: RuleSet, waits: tuple[Tile, ...]
    ) -> tuple[Tally, ...]:
        """Worth what the one who pays most owes."""
        return typed(hand, how, rules, waits, lambda type_id: _most(type_id, how, rules))

    def best(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[bool, Amount] | None:
        """By counting it whole."""
        return best_of(self, hand, how, rules)

    def dues(self, tally: Tally, how: Circumstances, rules: RuleSet, base: Decimal) -> tuple[Due, ...]:
        """All three, whoever discarded; the discarder first."""
        return _dues(tally.fans[0].fan.id, how, rules)


def _dues(type_id: str, how: Circumstances, rules: RuleSet) -> tuple[Due, ...]:
    stake = rules.stakes[type_id]
    others = [seat for seat in SEATS if seat is not how.seat]
    if how.self_drawn:
        return tuple(_due(seat, stake.self_draw, "self_draw", how, rules) for seat in others)
    first = how.discarder or max(others, key=lambda seat: _money(seat, how))
    rest = [seat for seat in others if seat is not first]
    shared = [_due(seat, stake.beside, "shared_discard", how, rules) for seat in rest]
    return (_due(first, stake.discard, str(how.win), how, rules), *shared)


def _due(seat: Seat, stake: int | None, why: str, how: Circumstances, rules: RuleSet) -> Due:
    if stake is None:
        return Due(seat, how.seat, None, "all_money")
    return Due(seat, how.seat, stake * rules.scale, why)


def _most(type_id: str, how: Circumstances, rules: RuleSet) -> Amount:
    dues = _dues(type_id, how, rules)
    return max(_money(due.payer, how) if due.amount is None else Decimal(due.amount) for due in dues)


def _money(seat: Seat, how: Circumstances) -> Decimal:
    return how.balances[SEATS.index(seat)] if how.balances else Decimal(0)
