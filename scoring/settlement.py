"""Who pays whom for one win (RULES 2.1, 2.6)."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from scoring.circumstances import SEATS, Circumstances, Seat
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Transfer:
    """Money from one seat to another; `why` is `discard`, `robbed_kong`, `self_draw` or `liable` (包牌)."""

    payer: Seat
    payee: Seat
    amount: Decimal
    why: str

    def to_dict(self) -> dict[str, Any]:
        """As in `transfers` of a score."""
        return {
            "from": str(self.payer),
            "to": str(self.payee),
            "amount": number(self.amount),
            "why": self.why,
        }


def settle(
    total: int, base: Decimal, circumstances: Circumstances, liable: Seat | None, rules: RuleSet
) -> tuple[Transfer, ...]:
    """The transfers of a legal win; the liable player, if any, pays what all would have paid."""
    dues = _dues(circumstances, rules)
    if liable is not None:
        return (Transfer(liable, circumstances.seat, sum(dues.values()) * total * base, "liable"),)
    why = str(circumstances.win)
    return tuple(
        Transfer(payer, circumstances.seat, times * total * base, why) for payer, times in dues.items()
    )


def _dues(circumstances: Circumstances, rules: RuleSet) -> dict[Seat, int]:
    """How many times the total each payer owes."""
    if circumstances.discarder is not None:
        return {circumstances.discarder: rules.payment.discard}
    return {seat: rules.payment.self_draw for seat in SEATS if seat is not circumstances.seat}


def balance(transfers: Iterable[Transfer]) -> dict[Seat, Decimal]:
    """What each seat wins or loses; the four sum to zero."""
    sums = dict.fromkeys(SEATS, Decimal(0))
    for transfer in transfers:
        sums[transfer.payer] -= transfer.amount
        sums[transfer.payee] += transfer.amount
    return sums


def number(amount: Decimal) -> int | float:
    """An amount as JSON writes it: a whole number, or a decimal of the same digits."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)
