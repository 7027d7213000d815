"""Amounts, and money from seat to seat: what is owed, and what there is to pay it with (RULES 4.5)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from scoring.circumstances import SEATS, Seat

Amount = int | Decimal
"""Exact; no rule rounds (RULES A27)."""

Money = Mapping[Seat, Decimal]
"""What each seat has left."""


@dataclass(frozen=True, slots=True)
class Due:
    """What one seat owes another, and why; `amount` is None for all the money it has."""

    payer: Seat
    payee: Seat
    amount: Amount | None
    why: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """Money from one seat to another.

    Attributes:
        why: for a win `discard`, `robbed_kong`, `self_draw`, `liable` (包牌), `shared_discard` (陪冲) or
            `all_money`; for a kong its kind.
        due: what was owed, where the payer had less.
    """

    payer: Seat
    payee: Seat
    amount: Decimal
    why: str
    due: Decimal | None = None

    def to_dict(self) -> dict[str, Any]:
        """As in `transfers` of a score; `due` only where less was paid."""
        short = {} if self.due is None else {"due": number(self.due)}
        return {
            "from": str(self.payer),
            "to": str(self.payee),
            "amount": number(self.amount),
            "why": self.why,
            **short,
        }


def collect(dues: Iterable[Due], money: Money | None) -> tuple[Transfer, ...]:
    """What is paid of what is owed, in order, nobody paying more than what is left; no transfer of nothing.

    Without `money` there is no limit; nobody can then owe all of it.
    """
    left = None if money is None else dict(money)
    transfers: list[Transfer] = []
    for due in dues:
        owed = Decimal(due.amount) if due.amount is not None else (left or {}).get(due.payer, Decimal(0))
        paid = owed if left is None else min(owed, left[due.payer])
        if left is not None:
            left[due.payer] -= paid
            left[due.payee] += paid
        if paid > 0:
            short = owed if paid < owed else None
            transfers.append(Transfer(due.payer, due.payee, paid, due.why, short))
    return tuple(transfers)


def after(money: Money | None, transfers: Iterable[Transfer]) -> dict[Seat, Decimal] | None:
    """What each seat has once these are paid; None where there is no limit."""
    if money is None:
        return None
    return {seat: money[seat] + change for seat, change in balance(transfers).items()}


def balance(transfers: Iterable[Transfer]) -> dict[Seat, Decimal]:
    """What each seat wins or loses; the four sum to zero."""
    sums = dict.fromkeys(SEATS, Decimal(0))
    for transfer in transfers:
        sums[transfer.payer] -= transfer.amount
        sums[transfer.payee] += transfer.amount
    return sums


def number(amount: Amount) -> int | float:
    """An amount as JSON writes it: a whole number, or a decimal of the same digits."""
    if isinstance(amount, int):
        return amount
    exact = Decimal(amount)
    return int(exact) if exact == exact.to_integral_value() else float(exact)
