"""The checker's verdict beside the engine's answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from scoring import Library, RequestError, discards, score, waits

from . import ahead, diedaohu, yangzhou, zhenjiang
from .cases import Case
from .tiles import parse, show
from .verdict import Payments, Verdict, nobody_pays

UNUSED: dict[str, Any] = {
    "base": 1,
    "balances": None,
    "passed_win": False,
    "liable": None,
    "heavenly": False,
    "wild": None,
}


class House(Protocol):
    """A rule set of the checker."""

    @property
    def uses(self) -> tuple[str, ...]:
        """The fields of a request that it has a use for, of those in `UNUSED`."""

    def with_options(self, options: Mapping[str, Any]) -> "House":
        """The same with switches thrown."""

    def judge(self, case: Case, kongs_settled: bool = False) -> Verdict:
        """What the rules say; `kongs_settled`: the balances are those after all kongs were paid."""


HOUSES: dict[str, House] = {**yangzhou.HOUSES, **diedaohu.HOUSES, "zhenjiang": zhenjiang.House()}


@dataclass(frozen=True)
class Difference:
    """Where the two part."""

    ruleset: str
    case: object
    options: Mapping[str, Any]
    what: str
    expected: object
    actual: object

    def __str__(self) -> str:
        options = f" {dict(self.options)}" if self.options else ""
        where = f"{self.ruleset}{options}: {self.case}: {self.what}"
        return f"{where} by RULES {self.expected}, engine {self.actual}"


def for_house(case: Case, house: House) -> Case:
    """Without the fields that the rule set has no use for."""
    idle = {name: value for name, value in UNUSED.items() if name not in house.uses}
    return replace(case, **idle)


def differences(
    case: Case, ruleset: str, options: Mapping[str, Any] | None = None, library: Library | None = None
) -> tuple[Verdict, list[Difference]]:
    """What the rules say of the hand, and every point in which the engine says otherwise."""
    options = options or {}
    house = HOUSES[ruleset].with_options(options)
    case = for_house(case, house)
    verdict = house.judge(case)
    return verdict, compare(case, verdict, ruleset, options, library)


def compare(
    case: Case,
    verdict: Verdict,
    ruleset: str,
    options: Mapping[str, Any],
    library: Library | None = None,
) -> list[Difference]:
    """Ask the engine, and hold its answer against the verdict."""
    try:
        answer = score(case.request(ruleset, options), library).to_dict()
    except RequestError as refusal:
        return [Difference(ruleset, case, options, "request", "can be scored", str(refusal))]
    return [
        Difference(ruleset, case, options, what, expected, actual)
        for what, expected, actual in _points(verdict, case, answer, HOUSES[ruleset].with_options(options))
        if expected != actual
    ]


def _points(
    verdict: Verdict, case: Case, answer: dict[str, Any], house: House
) -> list[tuple[str, object, object]]:
    codes = {reason["code"] for reason in answer["reasons"]}
    points: list[tuple[str, object, object]] = [
        ("win", verdict.win, answer["win"]),
        ("total", verdict.total, ahead.exact(answer["total"])),
        ("payments", verdict.payments, money(answer["payments"])),
        ("liability unknown", verdict.liability_unknown, "liability_unknown" in str(answer["assumed"])),
    ]
    if verdict.win:
        points.append(("kong payments", verdict.kong_payments, money(answer["kong_payments"])))
    points.append(("reasons", set(verdict.reasons), codes))
    if verdict.total is None:
        return [*points, ("fans", [], answer["fans"])]
    fans = tuple(sorted((str(fan["id"]), Fraction(str(fan["value"]))) for fan in answer["fans"]))
    admissible = [
        tuple((name, Fraction(value)) for name, value in account.fans) for account in verdict.accounts
    ]
    points.append(("fans", fans if fans in admissible else admissible, fans))
    told = tuple(sorted(parse(wait)[0] for wait in answer["decomposition"]["waits"]))
    points += [
        ("waits", show(ahead.waited_on(case, house)), show(told)),
        ("sets", show(case.tiles), show(_laid_out(case, answer["decomposition"], house))),
        ("sum of fans", verdict.total, sum(value for _, value in fans)),
        ("moved", verdict.payments, moved(answer["transfers"])),
    ]
    return points


def _laid_out(case: Case, decomposition: dict[str, Any], house: House) -> list[int]:
    """The tiles of the sets and the pair, 百搭 back in the place of each tile that it stands for."""
    tiles = [tile for each in decomposition["sets"] for tile in parse(each["tiles"])]
    tiles += parse(decomposition["pair"])
    wild = house.wild_tile(case) if isinstance(house, zhenjiang.House) else None
    for tile in decomposition.get("stands_for", ()):
        tiles.remove(parse(tile)[0])
        assert wild is not None
        tiles.append(wild)
    return tiles


def moved(transfers: list[dict[str, Any]]) -> Payments:
    """What each seat wins or loses by all of them; each is of something and for a reason."""
    payments = nobody_pays()
    for each in transfers:
        assert each["amount"] > 0
        assert each["why"]
        payments[each["from"]] -= Fraction(str(each["amount"]))
        payments[each["to"]] += Fraction(str(each["amount"]))
    return payments


def money(payments: dict[str, Any]) -> Payments:
    """Amounts by seat, exactly."""
    return {seat: Fraction(str(amount)) for seat, amount in payments.items()}


def ahead_differences(
    case: Case, ruleset: str, options: Mapping[str, Any], to_throw: bool, library: Library | None = None
) -> list[Difference]:
    """The same of `waits`, or, where a tile is `to_throw`, of `discards`."""
    house = HOUSES[ruleset].with_options(options)
    case = for_house(case, house)
    request = case.request(ruleset, options)
    expected: object
    actual: object
    try:
        if to_throw:
            expected = ahead.discards(case, house)
            told = [each.to_dict() for each in discards(request, library)]
            actual = {
                each["tile"]: {
                    "waits": [ahead.same(wait) for wait in each["waits"]],
                    "best_total": ahead.exact(each["best_total"]),
                }
                for each in told
            }
        else:
            expected = ahead.waits(case, house)
            actual = [ahead.same(each.to_dict()) for each in waits(request, library)]
    except RequestError as refusal:
        return [Difference(ruleset, case, options, "request", "can be answered", str(refusal))]
    what = "discards" if to_throw else "waits"
    return [] if expected == actual else [Difference(ruleset, case, options, what, expected, actual)]
