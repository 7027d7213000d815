"""What the rules say of one hand."""

from dataclasses import dataclass, field
from fractions import Fraction

from .cases import SEATS, Case
from .matrix import Fans

Payments = dict[str, Fraction]


@dataclass(frozen=True)
class Account:
    """One reading counted up: its cell of RULES 2.5 (other games: the type) and the fans it yields."""

    pattern: str
    colour: str
    big: Fans
    small: Fans = ()

    @property
    def fans(self) -> Fans:
        """Big and small, sorted by id."""
        return tuple(sorted(self.big + self.small))

    @property
    def total(self) -> Fraction | int:
        """T."""
        return sum(value for _, value in self.fans)


def nobody_pays() -> Payments:
    """Zero for each seat."""
    return dict.fromkeys(SEATS, Fraction(0))


@dataclass(frozen=True)
class Verdict:
    """Where the rules leave the reading open (equal totals), every one of `accounts` is an answer."""

    win: bool
    total: Fraction | int | None
    accounts: tuple[Account, ...]
    reasons: frozenset[str]
    payments: Payments = field(default_factory=nobody_pays)
    kong_payments: Payments = field(default_factory=nobody_pays)
    liability_unknown: bool = False


def collected(case: Case, due: dict[str, Fraction]) -> Payments:
    """What the winner gets is what the others owe."""
    payments = {seat: -due.get(seat, Fraction(0)) for seat in SEATS}
    payments[case.seat] = sum(due.values(), Fraction(0))
    return payments
