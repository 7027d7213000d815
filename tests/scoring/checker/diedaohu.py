"""跌倒胡 and 六圩式: one type a hand, by RULES 4 and 5; no chows are called, kongs are paid apart."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .cases import SEATS, Case, colour, who
from .verdict import Account, Payments, Verdict, collected, nobody_pays

MULTIPLES = {  # RULES 4.2
    "pihu": 1,
    "duiduihu": 2,
    "hunyise": 2,
    "qingyise": 4,
    "hunduidui": 4,
    "qingduidui": 8,
    "fengqing": 16,
}
LIUWEI = {  # RULES 5, of a 园子 of 50: self-draw each, discarder, each of the other two
    "pihu": (6, 4, 2),
    "duiduihu": (10, 10, 5),
    "hunyise": (12, 12, 6),
    "hunduidui": (16, 16, 8),
    "qingyise": (16, 16, 8),
    "qingduidui": (16, 16, 8),
}
FENGQING_OTHERS = 16


@dataclass(frozen=True)
class House:
    """跌倒胡 with its switches."""

    diedaohu_discard_ratio: int = 1
    uses: tuple[str, ...] = ("base", "balances", "passed_win")

    def with_options(self, options: Mapping[str, Any]) -> "House":
        """The same with switches thrown."""
        return replace(self, **options)

    def judge(self, case: Case) -> Verdict:
        """RULES 4."""
        kind = type_of(case)
        if kind is None:
            return no_shape(case)
        value = MULTIPLES[kind]
        account = Account(kind, "", ((kind, value),))
        reasons = refused(case)
        if reasons:
            return Verdict(False, value, (account,), reasons)
        return Verdict(True, value, (account,), reasons, self.pay(case, kind), self.kongs(case))

    def pay(self, case: Case, kind: str) -> Payments:
        """RULES 4.3, 4.5: the discarder alone, or all three; 风清 in a 园子 takes all they have."""
        stake = Fraction(MULTIPLES[kind] * case.base)
        if case.win == "self_draw":
            due = {seat: stake for seat in SEATS if seat != case.seat}
        else:
            due = {str(case.discarder): stake * self.diedaohu_discard_ratio}
        if case.balances is not None:
            money = dict(zip(SEATS, case.balances, strict=True))
            all_of_it = kind == "fengqing"
            due = {
                seat: Fraction(money[seat]) if all_of_it else min(owed, Fraction(money[seat]))
                for seat, owed in due.items()
            }
        return collected(case, due)

    def kongs(self, case: Case) -> Payments:
        """米钱: 直杠 one from who gave it, 回头杠 a half from each, 暗杠 one from each (RULES 4.3)."""
        payments = nobody_pays()
        for kind, _, side in case.melds:
            if kind == "kong":
                give(payments, case.seat, {who(case.seat, str(side)): Fraction(case.base)})
            elif kind in ("added_kong", "concealed_kong"):
                each = Fraction(case.base, 2 if kind == "added_kong" else 1)
                give(payments, case.seat, {seat: each for seat in SEATS if seat != case.seat})
        return payments


@dataclass(frozen=True)
class LiuweiHouse:
    """六圩式: always a 园子, and the two others pay along with the discarder (陪冲)."""

    liuwei_cap: int = 50
    uses: tuple[str, ...] = ("balances", "passed_win")

    def with_options(self, options: Mapping[str, Any]) -> "LiuweiHouse":
        """The same with switches thrown."""
        return replace(self, **options)

    def judge(self, case: Case) -> Verdict:
        """RULES 5."""
        kind = type_of(case)
        if kind is None:
            return no_shape(case)
        due = self.due(case, kind)
        most = max(due.values())
        account = Account(kind, "", ((kind, int(most)),))
        reasons = refused(case)
        if reasons:
            return Verdict(False, most, (account,), reasons)
        money = self.money(case)
        paid = {seat: min(owed, money[seat]) for seat, owed in due.items()}
        return Verdict(True, most, (account,), reasons, collected(case, paid), self.kongs(case))

    def money(self, case: Case) -> dict[str, Fraction]:
        """What each still has; the whole cap where nothing is said (A27)."""
        left = case.balances or (self.liuwei_cap,) * 4
        return {seat: Fraction(one) for seat, one in zip(SEATS, left, strict=True)}

    def due(self, case: Case, kind: str) -> dict[str, Fraction]:
        """The table of RULES 5, in proportion to the cap."""
        scale = Fraction(self.liuwei_cap, 50)
        money = self.money(case)
        others = [seat for seat in SEATS if seat != case.seat]
        if kind == "fengqing":
            if case.win == "self_draw":
                return {seat: money[seat] for seat in others}
            return {
                seat: money[seat] if seat == case.discarder else FENGQING_OTHERS * scale for seat in others
            }
        each, discarder, beside = LIUWEI[kind]
        if case.win == "self_draw":
            return dict.fromkeys(others, each * scale)
        return {seat: (discarder if seat == case.discarder else beside) * scale for seat in others}

    def kongs(self, case: Case) -> Payments:
        """明杠 2 from each, 暗杠 4 from each."""
        payments = nobody_pays()
        for kind, _, _ in case.melds:
            if kind in ("kong", "added_kong", "concealed_kong"):
                each = (4 if kind == "concealed_kong" else 2) * Fraction(self.liuwei_cap, 50)
                give(payments, case.seat, {seat: each for seat in SEATS if seat != case.seat})
        return payments


def give(payments: Payments, winner: str, due: dict[str, Fraction]) -> None:
    """Add what each owes."""
    for seat, amount in due.items():
        payments[seat] -= amount
        payments[winner] += amount


def type_of(case: Case) -> str | None:
    """The type, tested in the order of RULES 9b; any reading may make it 对对胡."""
    if not case.readings:
        return None
    hue = colour(case.tiles)
    triplets = any(all(group.kind != "chow" for group in reading) for reading in case.readings)
    if hue == "风":
        return "fengqing"
    if hue == "清":
        return "qingduidui" if triplets else "qingyise"
    if triplets:
        return "hunduidui" if hue == "混" else "duiduihu"
    return "hunyise" if hue == "混" else "pihu"


def no_shape(case: Case) -> Verdict:
    """Not a hand at all."""
    return Verdict(False, None, (), frozenset({"not_a_winning_shape"}))


def refused(case: Case) -> frozenset[str]:
    """RULES 4.1 (no chow is called), 4.4 (漏胡), 4.5 (nobody wins on a bust player's tile)."""
    bust = False
    if case.balances is not None and case.win != "self_draw":
        bust = dict(zip(SEATS, case.balances, strict=True))[str(case.discarder)] == 0
    reasons = {
        "chow_not_allowed": case.has("chow"),
        "passed_win": case.passed_win and case.win != "self_draw",
        "discarder_bust": bust,
    }
    return frozenset(code for code, holds in reasons.items() if holds)


HOUSES: dict[str, House | LiuweiHouse] = {"diedaohu": House(), "liuwei": LiuweiHouse()}
