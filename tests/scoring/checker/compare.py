"""The checker's verdict beside the engine's answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from scoring import Library, RequestError, score

from . import diedaohu, yangzhou, zhenjiang
from .cases import Case
from .tiles import parse, show
from .verdict import Payments, Verdict

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

    def judge(self, case: Case) -> Verdict:
        """What the rules say."""


HOUSES: dict[str, House] = {**yangzhou.HOUSES, **diedaohu.HOUSES, "zhenjiang": zhenjiang.House()}


@dataclass(frozen=True)
class Difference:
    """Where the two part."""

    ruleset: str
    case: Case
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
        for what, expected, actual in _points(verdict, case, answer)
        if expected != actual
    ]


def _points(verdict: Verdict, case: Case, answer: dict[str, Any]) -> list[tuple[str, object, object]]:
    codes = {reason["code"] for reason in answer["reasons"]}
    points: list[tuple[str, object, object]] = [
        ("win", verdict.win, answer["win"]),
        ("total", verdict.total, _exact(answer["total"])),
        ("payments", verdict.payments, _money(answer["payments"])),
        ("liability unknown", verdict.liability_unknown, "liability_unknown" in str(answer["assumed"])),
    ]
    if verdict.win:
        points.append(("kong payments", verdict.kong_payments, _money(answer["kong_payments"])))
    if verdict.total is None:
        return [*points, ("reasons", True, "not_a_winning_shape" in codes), ("fans", [], answer["fans"])]
    fans = tuple(sorted((str(fan["id"]), Fraction(str(fan["value"]))) for fan in answer["fans"]))
    admissible = [
        tuple((name, Fraction(value)) for name, value in account.fans) for account in verdict.accounts
    ]
    points += [
        ("reasons", set(verdict.reasons), codes),
        ("fans", fans if fans in admissible else admissible, fans),
    ]
    if case.wild is None:
        waits = tuple(sorted(parse(wait)[0] for wait in answer["decomposition"]["waits"]))
        points.append(("waits", show(case.waits), show(waits)))
    return points


def _exact(amount: Any) -> Fraction | None:
    return None if amount is None else Fraction(str(amount))


def _money(payments: dict[str, Any]) -> Payments:
    return {seat: Fraction(str(amount)) for seat, amount in payments.items()}
