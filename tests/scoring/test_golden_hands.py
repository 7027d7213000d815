"""Worked hands, one a line, in `tests/hands/*.txt`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scoring import Hand, Library, option_from_text, score

FOLDER = Path(__file__).parents[1] / "hands"
RULESETS = ("yangzhou-new", "yangzhou-standard", "yangzhou-new-18", "yangzhou-standard-13")
PAID = {"self_draw": 3, "discard": 2}  # times the total: RULES 2.1


@dataclass(frozen=True)
class Worked:
    """One line of a file."""

    name: str
    hand: Hand
    how: dict[str, Any]
    totals: dict[str, int]
    legal: dict[str, bool]
    fans: dict[str, int]
    waits: list[str]

    @classmethod
    def from_line(cls, file: str, line: str) -> "Worked":
        number, hand, how, totals, fans, waits = (cell.strip() for cell in line.split("|"))
        by_ruleset = dict(zip(RULESETS, totals.split(" / "), strict=True))
        return cls(
            f"{file} {number}",
            Hand.parse(hand),
            _how(how.split()),
            {ruleset: int(total.removesuffix("!")) for ruleset, total in by_ruleset.items()},
            {ruleset: not total.endswith("!") for ruleset, total in by_ruleset.items()},
            dict(_fan(cell.split()) for cell in fans.split(",")),
            waits.split(),
        )


def _how(words: list[str]) -> dict[str, Any]:
    how: dict[str, Any] = {"win": words[0], "seat": "east", "round": "east", "options": {}}
    for word in words[1:]:
        if "=" in word:
            name, value = word.split("=")
            how["options"][name] = option_from_text(name, value)
        else:
            how["seat"], how["round"] = word.split("/")
    if how["win"] == "discard":
        how["discarder"] = "north" if how["seat"] != "north" else "east"
    return how


def _fan(words: list[str]) -> tuple[str, int]:
    return words[0], int(words[1]) if len(words) == 2 else 1


def _lines() -> Iterator[Worked]:
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                yield Worked.from_line(path.stem, line)


WORKED = list(_lines())


def _score(worked: Worked, ruleset: str) -> dict[str, Any]:
    return score({"ruleset": ruleset, **worked.hand.to_dict(), **worked.how}).to_dict()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.name)
def test_a_worked_hand_has_its_total_and_may_go_out_or_not(worked: Worked, ruleset: str) -> None:
    answer = _score(worked, ruleset)
    assert (answer["total"], answer["win"]) == (worked.totals[ruleset], worked.legal[ruleset])


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.name)
def test_a_worked_hand_has_exactly_its_fans_and_waits(worked: Worked) -> None:
    answer = _score(worked, "yangzhou-new")
    assert {fan["id"]: fan["value"] for fan in answer["fans"]} == worked.fans
    assert answer["decomposition"]["waits"] == worked.waits


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.name)
def test_a_worked_hand_is_paid_twice_on_a_discard_and_three_times_once_on_a_self_draw(
    worked: Worked, ruleset: str
) -> None:
    answer = _score(worked, ruleset)
    expected = PAID[worked.how["win"]] * worked.totals[ruleset] if worked.legal[ruleset] else 0
    assert answer["payments"][worked.how["seat"]] == expected


# Those of other rule sets, and 30, which is no win anywhere (test_score.py).
ELSEWHERE = {21: "跌倒胡", 26: "镇江", 27: "镇江", 28: "镇江", 29: "镇江", 30: "no win", 31: "六圩"}


def test_every_example_of_section_10_that_these_rule_sets_can_score_is_here() -> None:
    numbers = [worked.name.split()[1] for worked in WORKED if worked.name.startswith("rules-10 ")]
    assert {int(number.rstrip("abcx")) for number in numbers} == set(range(1, 32)) - set(ELSEWHERE)


def test_every_fan_that_is_played_has_a_worked_hand() -> None:
    assert {fan for worked in WORKED for fan in worked.fans} >= set(
        Library.builtin().rules("yangzhou-new").values
    )
