"""One hand of play settled for the whole table (RULES 2.1, 3, 4.1, 4.3 to 4.5, 5, 6), payment by payment.

The dealer is East, so the table is turned until he sits there and turned back at the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from .cases import SEATS, Case, who
from .diedaohu import Money, holds
from .verdict import Payments, Verdict, nobody_pays


class Customs(NamedTuple):
    """What a rule set says of the table, not of the hand."""

    one_winner: bool
    stays_on_draw: bool | None  # None: `dealer_rule` decides
    fine: int = 0


CUSTOMS = {
    "yangzhou-new": Customs(False, None),  # RULES 2.1 "可一炮多響", 輪莊 as 跌倒胡
    "yangzhou-standard": Customs(False, None),
    "yangzhou-new-18": Customs(False, None),
    "yangzhou-standard-13": Customs(False, None),
    "yangzhou-online": Customs(True, True),  # RULES 3 "一盘只能有一位胡牌者", "庄家胡牌或流局则继续当庄家"
    "diedaohu": Customs(False, None),  # RULES 4.1 "可以一炮多響", "市區流局不連莊，農村流局連莊"
    "liuwei": Customs(True, True),  # RULES 5 "只允許一家胡牌", "和牌和莊家胡牌連莊"
    "zhenjiang": Customs(True, True, 6),  # RULES 6 "无一炮双响", "黄牌庄家不变", 诈胡 6
}


class Kong(NamedTuple):
    """A kong on the table; `source` is the place that gave the tile, where it is known."""

    place: str
    kind: str
    source: str | None


@dataclass(frozen=True)
class Play:
    """One hand of play; every seat in it (of winners too) is a place at the table, not a wind."""

    winners: tuple[Case, ...]
    kongs: tuple[Kong, ...]
    dealer: str
    round: str
    discarder: str | None
    base: int
    balances: tuple[int, ...] | None
    false_win: str | None

    def request(self, ruleset: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """As JSON for `settle`."""
        shared = {
            "ruleset": ruleset,
            "options": dict(options),
            "dealer": self.dealer,
            "round": self.round,
            "base": self.base,
            "discarder": self.discarder,
            "balances": self.balances and dict(zip(SEATS, self.balances, strict=True)),
            "false_win": self.false_win,
        }
        own = [case.request(ruleset) for case in self.winners]
        winners = [{name: value for name, value in each.items() if name not in shared} for each in own]
        kongs = [{"seat": kong.place, "kind": kong.kind, "from": kong.source} for kong in self.kongs]
        told = {name: value for name, value in shared.items() if value is not None}
        return {**told, "winners": winners, "kongs": kongs}

    def __str__(self) -> str:
        hands = " | ".join(map(str, self.winners))
        return f"{hands or 'drawn'}; {self.kongs}; dealer {self.dealer}, {self.discarder}, {self.balances}"


class House(Protocol):
    """A rule set of the checker."""

    def judge(self, case: Case, kongs_settled: bool = False) -> Verdict:
        """What the rules say of one hand."""


@dataclass(frozen=True)
class Outcome:
    """What `settle` should answer; `scores` in the order of turns: seat, whether paid, total, reasons."""

    scores: tuple[tuple[str, bool, object, frozenset[str]], ...]
    payments: Payments
    kong_payments: Payments
    balances: Payments | None
    dealer_stays: bool | None
    next_dealer: str | None
    game_ends: bool
    fine: Fraction


def settle(play: Play, ruleset: str, house: House, options: Mapping[str, Any]) -> Outcome:
    """Kongs in their order, then the winners from the discarder on, each out of what is left."""
    customs = CUSTOMS[ruleset]
    turned = _turned(play)
    money = _purse(turned, house)
    kong_payments = _pay_kongs(turned, house, money)
    found = None if money is None else tuple(money.values())
    payments, scores, paid = nobody_pays(), [], []
    for case in turned.winners:
        verdict = house.judge(replace(case, balances=found), kongs_settled=True)
        codes = set(verdict.reasons)
        if customs.one_winner and paid:
            codes.add("nearer_winner")
        if not codes:
            paid.append(case.seat)
            _pay(verdict, case.seat, payments, money)
        scores.append((case.seat, not codes, verdict.total, frozenset(codes)))
    stays = _dealer_stays(turned, customs, paid, options)
    return Outcome(
        scores=tuple((_back(play, seat), *rest) for seat, *rest in scores),
        payments=_turned_back(play, payments),
        kong_payments=_turned_back(play, kong_payments),
        balances=None if money is None else _turned_back(play, money),
        dealer_stays=stays,
        next_dealer=None if stays is None else _back(play, "east" if stays else "south"),
        game_ends=money is not None and [left > 0 for left in money.values()].count(False) >= 2,
        fine=Fraction(customs.fine * play.base if play.false_win else 0),
    )


def _wind(play: Play, place: str | None) -> str | None:
    return None if place is None else SEATS[(SEATS.index(place) - SEATS.index(play.dealer)) % 4]


def _back(play: Play, wind: str) -> str:
    return SEATS[(SEATS.index(wind) + SEATS.index(play.dealer)) % 4]


def _turned_back(play: Play, money: Mapping[str, Fraction]) -> Payments:
    places = {_back(play, wind): amount for wind, amount in money.items()}
    return {seat: places[seat] for seat in SEATS}


def _turned(play: Play) -> Play:
    """The same with the dealer in the East, the winners in turn order from the discarder."""

    def seated(case: Case) -> Case:
        seat = _wind(play, case.seat)
        assert seat is not None
        where = {"discarder": _wind(play, case.discarder), "liable": _wind(play, case.liable)}
        return replace(case, seat=seat, round=play.round, base=play.base, **where)

    discarder = _wind(play, play.discarder) or "east"
    winners = [seated(case) for case in play.winners]
    winners.sort(key=lambda case: (SEATS.index(case.seat) - SEATS.index(discarder)) % 4)
    start = SEATS.index(play.dealer)
    purse = play.balances and (play.balances[start:] + play.balances[:start])
    kongs = [
        Kong(str(_wind(play, each.place)), each.kind, _wind(play, each.source)) for each in _all_kongs(play)
    ]
    return replace(play, winners=tuple(winners), discarder=discarder, balances=purse, kongs=tuple(kongs))


def _all_kongs(play: Play) -> list[Kong]:
    """Those listed; of a winner of whom none is listed, those that were melded."""
    kongs = list(play.kongs)
    for case in play.winners:
        if not any(kong.place == case.seat for kong in play.kongs):
            kongs += melded_kongs(case)
    return kongs


def melded_kongs(case: Case) -> list[Kong]:
    """The kongs among the melds of a hand."""
    return [
        Kong(case.seat, kind, side and who(case.seat, side)) for kind, _, side in case.melds if "kong" in kind
    ]


def _purse(play: Play, house: House) -> Money | None:
    """A 園子: what each has, or the whole cap each (RULES 4.5, A27)."""
    cap = getattr(house, "yuanzi_cap", None) or getattr(house, "liuwei_cap", None)
    purse = play.balances or (cap and (cap,) * 4)
    return holds(purse) if purse else None


def _pay_kongs(play: Play, house: House, money: Money | None) -> Payments:
    """One kong after another, nobody giving more than what is left; 直杠 by nobody knows whom not at all."""
    payments = nobody_pays()
    price = getattr(house, "kong", None)
    for kong in play.kongs if price else ():
        nobody = Case((), 0, seat=kong.place, base=play.base)
        if kong.kind == "kong" and kong.source is None and _is_by_source(house):
            continue
        side = next((s for s in ("left", "across", "right") if who(kong.place, s) == kong.source), None)
        assert price is not None
        for payer, due in price(nobody, kong.kind, side or "left").items():
            _move(payer, kong.place, due, payments, money)
    return payments


def _is_by_source(house: House) -> bool:
    return hasattr(house, "diedaohu_discard_ratio")


def _pay(verdict: Verdict, winner: str, payments: Payments, money: Money | None) -> None:
    for seat, change in verdict.payments.items():
        if seat != winner:
            _move(seat, winner, -change, payments, money)


def _move(payer: str, payee: str, due: Fraction, payments: Payments, money: Money | None) -> None:
    amount = due if money is None else min(due, money[payer])
    payments[payer] -= amount
    payments[payee] += amount
    if money is not None:
        money[payer] -= amount
        money[payee] += amount


def _dealer_stays(play: Play, customs: Customs, paid: list[str], options: Mapping[str, Any]) -> bool | None:
    """ "莊家和牌連莊"; a drawn hand by the custom; a win that nobody may have does not end the hand."""
    if play.winners:
        return "east" in paid if paid else None
    if customs.stays_on_draw is not None:
        return customs.stays_on_draw
    return options.get("dealer_rule", "town") == "country"
