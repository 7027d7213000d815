"""Many hands at once come to what the engine says of each."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from scoring import Circumstances, Hand, Library, total
from scoring.many import covers, totals
from scoring.request import read_request
from scoring.rules import RuleSet

from .checker import sweep, switches
from .checker.compare import HOUSES, for_house

YANGZHOU = (
    "yangzhou-new",
    "yangzhou-new-18",
    "yangzhou-standard",
    "yangzhou-standard-13",
    "yangzhou-online",
)


def won_hands(ruleset: str, seed: int, many: int) -> tuple[list[Hand], list[Circumstances]]:
    """Hands of every cell of RULES 2.5, near misses and hands by chance, each won in its own way."""
    cases = islice(sweep.stream(ruleset, seed, many), many)
    asked = [for_house(case, HOUSES[ruleset]).request(ruleset, {}) for case in cases]
    read = [read_request(request, Library.builtin()) for request in asked]
    return [each.hand for each in read], [each.circumstances for each in read]


def differing(rules: RuleSet, hands: list[Hand], ways: list[Circumstances]) -> list[str]:
    found = totals(hands, rules, ways)
    return [
        f"{hand}: {expected}, at once {win} {worth}"
        for hand, how, win, worth in zip(hands, ways, found.win.tolist(), found.total.tolist(), strict=True)
        if (expected := total(hand, rules, how)) != (win, None if worth < 0 else worth)
    ]


@pytest.mark.parametrize("ruleset", YANGZHOU)
def test_the_total_of_each_is_that_of_the_engine(ruleset: str) -> None:
    rules = Library.builtin().rules(ruleset)
    assert covers(rules)
    assert differing(rules, *won_hands(ruleset, 23, 800)) == []


@pytest.mark.long
@pytest.mark.parametrize("ruleset", YANGZHOU)
def test_the_total_of_each_of_20_000_is_that_of_the_engine(ruleset: str) -> None:
    assert differing(Library.builtin().rules(ruleset), *won_hands(ruleset, 29, 20_000)) == []


@pytest.mark.parametrize("ruleset", ["yangzhou-new", "yangzhou-online"])
def test_so_it_is_with_switches_thrown(ruleset: str) -> None:
    rng, (hands, ways) = Random(5), won_hands(ruleset, 31, 300)
    for _ in range(4):
        thrown: dict[str, Any] = switches.several(rng, ruleset)
        rules = Library.builtin().rules(ruleset, thrown)
        assert differing(rules, hands, ways) == [], thrown


@pytest.mark.parametrize(
    ("ruleset", "options", "reason"),
    [
        ("diedaohu", {}, "told apart by type"),
        ("zhenjiang", {}, "a ladder"),
        ("yangzhou-new", {"hun_shuangxi": "lenient"}, "the pair matters to a pattern"),
    ],
)
def test_the_engine_counts_by_what_is_not_covered(ruleset: str, options: dict[str, Any], reason: str) -> None:
    rules = Library.builtin().rules(ruleset, options)
    assert not covers(rules), reason
    hands = [Hand.parse("123456789m1122p + 1p"), Hand.parse("147m258p369s1234z + 5z")]
    assert differing(rules, hands, [Circumstances()] * 2) == []


def test_of_no_hands_there_are_no_totals() -> None:
    assert len(totals([], Library.builtin().rules("yangzhou-new"), Circumstances()).total) == 0
