"""Engine and checker, hand by hand."""

from functools import cache

import pytest

from scoring import Library

from . import hands, switches
from .cases import Case
from .compare import HOUSES, for_house
from .sweep import Report, stream, sweep

LISTED = {one.id: one.described for one in Library.builtin().listed()}
SLICE = 400  # hands a rule set in the default run
CI = 20261130
YANGZHOU = ("yangzhou-new", "yangzhou-standard", "yangzhou-new-18", "yangzhou-standard-13", "yangzhou-online")

ruleset_param = pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(one, marks=pytest.mark.skipif(not LISTED.get(one), reason=f"{one} cannot be scored yet"))
        for one in HOUSES
    ],
)


@cache
def hand_slice(kind: str) -> list[Case]:
    """One slice for every rule set that is played with the same hands."""
    return list(stream(kind, CI, SLICE))


def slice_for(ruleset: str) -> list[Case]:
    shared = {"liuwei": "diedaohu"} | dict.fromkeys(YANGZHOU, "yangzhou-new")
    return hand_slice(shared.get(ruleset, ruleset))


@cache
def report_for(ruleset: str) -> Report:
    return sweep(ruleset, slice_for(ruleset))


def fan_ids(ruleset: str) -> set[str]:
    return {fan["id"] for fan in Library.builtin().describe(ruleset).to_dict()["fans"]}


@ruleset_param
def test_both_say_the_same_of_every_hand_of_the_slice(ruleset: str) -> None:
    report = report_for(ruleset)
    assert not report.differences, str(report)
    assert report.hands >= SLICE * 0.9


@ruleset_param
def test_every_fan_of_the_rule_set_occurs_in_the_slice(ruleset: str) -> None:
    never = {"hunshuangban_shuangxi"}  # RULES A4; `test_matrix.py` shows it
    assert set(report_for(ruleset).fans) == fan_ids(ruleset) - never


@ruleset_param
def test_wins_losses_and_refusals_all_occur_in_the_slice(ruleset: str) -> None:
    report = report_for(ruleset)
    assert report.wins > SLICE * 0.3
    assert report.reasons["not_a_winning_shape"] > SLICE * 0.03
    assert len(report.reasons) >= 2


@ruleset_param
def test_both_say_the_same_with_each_switch_thrown(ruleset: str) -> None:
    choices = switches.of(ruleset)
    report = sweep(ruleset, slice_for(ruleset), lambda rng: rng.choice(choices))
    assert not report.differences, str(report)


@ruleset_param
def test_both_say_the_same_with_several_switches_thrown_at_once(ruleset: str) -> None:
    report = sweep(ruleset, slice_for(ruleset), lambda rng: switches.several(rng, ruleset))
    assert not report.differences, str(report)


@ruleset_param
def test_each_switch_changes_what_the_checker_says_of_some_hand(ruleset: str) -> None:
    house = HOUSES[ruleset]
    for options in switches.of(ruleset):
        other = house.with_options(options)
        if other != house and "dealer_rule" not in options:  # who deals next is no part of a hand's worth
            cases = (for_house(case, house) for case in slice_for(ruleset))
            assert any(house.judge(case) != other.judge(case) for case in cases), options


@pytest.mark.long
@ruleset_param
def test_both_say_the_same_of_100_000_hands(ruleset: str) -> None:
    report = sweep(ruleset, stream(ruleset, 1, 100_000), every=10)
    print(report)
    assert not report.differences, str(report)
    if ruleset in YANGZHOU:
        few = {cell: report.cells[cell] for cell in hands.directed_cells() if report.cells[cell] < 200}
        assert not few, "cells of RULES 2.5 that too few hands came to"


@pytest.mark.long
@ruleset_param
def test_both_say_the_same_of_20_000_hands_with_several_switches(ruleset: str) -> None:
    report = sweep(ruleset, stream(ruleset, 2, 20_000), lambda rng: switches.several(rng, ruleset))
    print(report)
    assert not report.differences, str(report)
