"""Worked hands, one a line, in `tests/hands/*.txt`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scoring import Hand, Library, option_from_text, rulesets, score

FOLDER = Path(__file__).parents[1] / "hands"
RULESETS = (
    "yangzhou-new", "yangzhou-standard", "yangzhou-new-18", "yangzhou-standard-13", "yangzhou-online",
)  # fmt: skip
OTHERS = "rules-10-others"
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
            {each: int(total.removesuffix("!")) for each, total in by_ruleset.items() if total != "-"},
            {each: not total.endswith("!") for each, total in by_ruleset.items()},
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
        if path.stem != OTHERS:
            yield from (Worked.from_line(path.stem, line) for line in _rows(path))


def _rows(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


WORKED = list(_lines())
CASES = [(worked, ruleset) for worked in WORKED for ruleset in worked.totals]
NAMES = [f"{worked.name} {ruleset}" for worked, ruleset in CASES]


def _score(worked: Worked, ruleset: str) -> dict[str, Any]:
    return score({"ruleset": ruleset, **worked.hand.to_dict(), **worked.how}).to_dict()


@pytest.mark.parametrize(("worked", "ruleset"), CASES, ids=NAMES)
def test_a_worked_hand_has_its_total_and_may_go_out_or_not(worked: Worked, ruleset: str) -> None:
    answer = _score(worked, ruleset)
    assert (answer["total"], answer["win"]) == (worked.totals[ruleset], worked.legal[ruleset])


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.name)
def test_a_worked_hand_has_exactly_its_fans_and_waits(worked: Worked) -> None:
    answer = _score(worked, "yangzhou-new")
    assert {fan["id"]: fan["value"] for fan in answer["fans"]} == worked.fans
    assert answer["decomposition"]["waits"] == worked.waits


@pytest.mark.parametrize(("worked", "ruleset"), CASES, ids=NAMES)
def test_a_worked_hand_is_paid_twice_on_a_discard_and_three_times_once_on_a_self_draw(
    worked: Worked, ruleset: str
) -> None:
    answer = _score(worked, ruleset)
    expected = PAID[worked.how["win"]] * worked.totals[ruleset] if worked.legal[ruleset] else 0
    assert answer["payments"][worked.how["seat"]] == expected


@dataclass(frozen=True)
class Paid:
    """One line of the file of the games where hands are told apart by type, or by how they were won."""

    number: str
    request: dict[str, Any]
    total: float
    win: bool
    payments: list[float]
    kongs: list[float]
    fans: dict[str, int]

    @classmethod
    def from_line(cls, line: str) -> "Paid":
        number, ruleset, hand, how, total, paid, kongs, fans = (cell.strip() for cell in line.split("|"))
        request: dict[str, Any] = {"ruleset": ruleset, **Hand.parse(hand).to_dict(), **_fields(how.split())}
        for meld, source in zip(request["melds"], request.pop("from", "").split(","), strict=False):
            meld |= {"from": source} if source not in ("", "-") else {}
        return cls(
            number,
            request,
            float(total.removesuffix("!")),
            not total.endswith("!"),
            _amounts(paid),
            _amounts(kongs),
            dict(_fan(cell.split()) for cell in fans.split(",")),
        )


def _fields(words: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {"win": words[0], "options": {}, "seat": "east", "round": "east"}
    if words[0] != "self_draw":
        fields["discarder"] = "south"
    for name, value in (word.split("=") for word in words[1:]):
        if name == "balances":
            seats = ("east", "south", "west", "north")
            fields[name] = dict(zip(seats, map(int, value.split(",")), strict=True))
        elif name == "wild":
            fields["wild"] = {"indicator": value, "discarded": []}
        elif name == "thrown":
            fields["wild"]["discarded"] = value.split(",")
        elif name in ("from", "after_kong"):
            fields[name] = value
        else:
            fields["options"][name] = option_from_text(name, value)
    return fields


def _amounts(cell: str) -> list[float]:
    return [0.0] * 4 if cell == "-" else [float(amount) for amount in cell.split()]


PAID_APART = [Paid.from_line(line) for line in _rows(FOLDER / f"{OTHERS}.txt")]


@pytest.mark.parametrize("paid", PAID_APART, ids=lambda paid: f"{paid.number} {paid.request['ruleset']}")
def test_a_worked_hand_of_another_game_is_paid_to_the_last_figure(paid: Paid) -> None:
    answer = score(paid.request).to_dict()
    assert (answer["total"], answer["win"]) == (paid.total, paid.win)
    assert list(answer["payments"].values()) == paid.payments
    assert list(answer["kong_payments"].values()) == paid.kongs
    assert {fan["id"]: fan["value"] for fan in answer["fans"]} == paid.fans


@pytest.mark.parametrize("ruleset", [each.id for each in rulesets() if each.described])
@pytest.mark.parametrize("hand", ["1133557799m22p4s + 4s", "19m19p19s1234567z + 1m"])
def test_seven_pairs_and_thirteen_orphans_win_nowhere(hand: str, ruleset: str) -> None:
    answer = score({"ruleset": ruleset, **Hand.parse(hand).to_dict()}).to_dict()
    assert [reason["code"] for reason in answer["reasons"]] == ["not_a_winning_shape"]


# 21 is a matter of the whole table (test_settle.py); 30 is no win anywhere (above).
ELSEWHERE = {21, 30}


def test_every_example_of_section_10_is_here() -> None:
    numbers = [worked.name.split()[1] for worked in WORKED if worked.name.startswith("rules-10 ")]
    numbers += [paid.number for paid in PAID_APART]
    assert {int(number.rstrip("abcx")) for number in numbers} == set(range(1, 32)) - ELSEWHERE


def test_every_fan_that_is_played_has_a_worked_hand() -> None:
    assert {fan for worked in WORKED for fan in worked.fans} >= set(
        Library.builtin().rules("yangzhou-new").values
    )
