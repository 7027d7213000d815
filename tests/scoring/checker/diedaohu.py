"""跌倒胡 and 六圩式: one type a hand, by RULES 4 and 5; no chows are called, kongs are paid apart."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .cases import SEATS, Case, colour, who
from .verdict import Account, Payments, Verdict, collected, nobody_pays

Money = dict[str, Fraction]
Price = Callable[[Case, str, str | None], Money]  # of one kong: its kind, and the side it came from

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
    yuanzi_cap: int | None = None  # 紧淌
    dealer_rule: str = "town"  # who deals next: nothing that a hand is worth
    uses: tuple[str, ...] = ("base", "balances", "passed_win")

    def with_options(self, options: Mapping[str, Any]) -> "House":
        """The same with switches thrown."""
        return replace(self, **options)

    def judge(self, case: Case, kongs_settled: bool = False) -> Verdict:
        """RULES 4."""
        purse = case.balances or (self.yuanzi_cap and (self.yuanzi_cap,) * 4)
        money = holds(purse) if purse else None
        kongs = nobody_pays() if kongs_settled else paid_for_kongs(case, self.kong, money)
        kind = type_of(case)
        if kind is None:
            return no_shape(refused(case, money))
        value = MULTIPLES[kind]
        account = Account(kind, "", ((kind, value),))
        reasons = refused(case, money)
        if reasons:
            return Verdict(False, value, (account,), reasons)
        return Verdict(True, value, (account,), reasons, self.pay(case, kind, money), kongs)

    def pay(self, case: Case, kind: str, money: Money | None) -> Payments:
        """RULES 4.3, 4.5: the discarder alone, or all three; 风清 in a 园子 takes all they have."""
        stake = Fraction(MULTIPLES[kind] * case.base)
        if case.win == "self_draw":
            due = dict.fromkeys(others(case), stake)
        else:
            due = {str(case.discarder): stake * self.diedaohu_discard_ratio}
        if money is not None:
            all_of_it = kind == "fengqing"
            due = {seat: money[seat] if all_of_it else min(owed, money[seat]) for seat, owed in due.items()}
        return collected(case, due)

    def kong(self, case: Case, kind: str, side: str | None) -> Money:
        """米钱: 直杠 one from who gave it, 回头杠 a half from each, 暗杠 one from each (RULES 4.3)."""
        if kind == "kong":
            return {who(case.seat, str(side)): Fraction(case.base)}
        return dict.fromkeys(others(case), Fraction(case.base, 2 if kind == "added_kong" else 1))


@dataclass(frozen=True)
class LiuweiHouse:
    """六圩式: always a 园子, and the two others pay along with the discarder (陪冲)."""

    liuwei_cap: int = 50
    uses: tuple[str, ...] = ("balances", "passed_win")

    def with_options(self, options: Mapping[str, Any]) -> "LiuweiHouse":
        """The same with switches thrown."""
        return replace(self, **options)

    @property
    def scale(self) -> Fraction:
        """ "以50元錢的園子計算，以此類推"."""
        return Fraction(self.liuwei_cap, 50)

    def judge(self, case: Case, kongs_settled: bool = False) -> Verdict:
        """RULES 5; without `balances` each holds the whole cap (A27)."""
        money = holds(case.balances or (self.liuwei_cap,) * 4)
        kongs = nobody_pays() if kongs_settled else paid_for_kongs(case, self.kong, money)
        kind = type_of(case)
        if kind is None:
            return no_shape(refused(case, money))
        due = self.due(case, kind, money)
        most = max(due.values())
        account = Account(kind, "", ((kind, most),))
        reasons = refused(case, money)
        if reasons:
            return Verdict(False, most, (account,), reasons)
        paid = {seat: min(owed, money[seat]) for seat, owed in due.items()}
        return Verdict(True, most, (account,), reasons, collected(case, paid), kongs)

    def due(self, case: Case, kind: str, money: Money) -> Money:
        """The table of RULES 5, in proportion to the cap; 风清 takes all that is left."""
        if kind == "fengqing":
            if case.win == "self_draw":
                return {seat: money[seat] for seat in others(case)}
            beside = FENGQING_OTHERS * self.scale
            return {seat: money[seat] if seat == case.discarder else beside for seat in others(case)}
        each, discarder, along = LIUWEI[kind]
        if case.win == "self_draw":
            return dict.fromkeys(others(case), each * self.scale)
        return {seat: (discarder if seat == case.discarder else along) * self.scale for seat in others(case)}

    def kong(self, case: Case, kind: str, side: str | None) -> Money:
        """明杠 2 from each, 暗杠 4 from each."""
        return dict.fromkeys(others(case), (4 if kind == "concealed_kong" else 2) * self.scale)


def others(case: Case) -> list[str]:
    """The three who did not win."""
    return [seat for seat in SEATS if seat != case.seat]


def holds(balances: tuple[int | Fraction, ...]) -> Money:
    """What each seat has in front of it."""
    return {seat: Fraction(one) for seat, one in zip(SEATS, balances, strict=True)}


def paid_for_kongs(case: Case, kong: Price, money: Money | None) -> Payments:
    """Settled on the spot ("現刮現"), so before the win, out of `money`, which it lessens."""
    payments = nobody_pays()
    for kind, _, side in case.melds:
        if "kong" not in kind:
            continue
        for seat, due in kong(case, kind, side).items():
            amount = due if money is None else min(due, money[seat])
            payments[seat] -= amount
            payments[case.seat] += amount
            if money is not None:
                money[seat] -= amount
    return payments


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


def no_shape(other: frozenset[str]) -> Verdict:
    """Not a hand at all, whatever `other` reasons there are."""
    return Verdict(False, None, (), other | {"not_a_winning_shape"})


def refused(case: Case, money: Money | None) -> frozenset[str]:
    """RULES 4.1 (no chow is called), 4.4 (漏胡), 4.5 (nobody wins on a bust player's tile)."""
    bust = case.win != "self_draw" and money is not None and money[str(case.discarder)] == 0
    reasons = {
        "chow_not_allowed": case.has("chow"),
        "passed_win": case.passed_win and case.win != "self_draw",
        "discarder_bust": bust,
    }
    return frozenset(code for code, holds in reasons.items() if holds)


HOUSES: dict[str, House | LiuweiHouse] = {"diedaohu": House(), "liuwei": LiuweiHouse()}
