"""What is not looked for could not have been found: marks of a split, and what tiles can be at best."""

import pytest

from scoring import Circumstances, Hand, Library, Win, remedies, splits, total, waiting_tiles
from scoring.advice import advise
from scoring.bounds import may_have_big_fan
from scoring.evaluation import evaluate
from scoring.fans import FANS, TYPES, Role
from scoring.missed import missed
from scoring.view import View

from .test_tally import random_wins

RULESETS = ("yangzhou-new", "yangzhou-online", "diedaohu")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("win", [Win.SELF_DRAW, Win.DISCARD])
def test_every_fan_that_is_in_a_split_is_looked_for_there(ruleset: str, win: Win) -> None:
    rules, how = Library.builtin().rules(ruleset), Circumstances(win=win)
    found = 0
    for hand in random_wins(11, 250):
        for split in splits(hand):
            view = View(hand, split, waiting_tiles(hand), how, rules.options)
            wanted = {fan for part in rules.played[view.kind] for fan, _ in part}
            for fan in (fan for fan in FANS.values() if fan.id in rules.values):
                if fan.role in (Role.PATTERN, Role.COLOUR, Role.SMALL, Role.LINK) and fan.find(view):
                    assert fan in wanted, f"{hand}: {fan.id}"
                    found += 1
    assert found > 60


def test_tiles_that_can_have_no_big_fan_have_none_in_any_split() -> None:
    rules = Library.builtin().rules("yangzhou-new")
    refused = 0
    for hand in random_wins(12, 500):
        others = Hand(hand.concealed, hand.melds)
        waits = waiting_tiles(others)
        found = [evaluate(hand.won_on(tile), Circumstances(), rules).best for tile in waits]
        if any(best is not None and best.has_big for best in found):
            assert may_have_big_fan(hand, waits, rules), str(hand)
        refused += not may_have_big_fan(hand, waits, rules)
    assert refused > 50, "it must spare some"


def test_the_marks_that_a_rung_needs_are_there_where_it_is_found() -> None:
    rules = Library.builtin().rules("zhenjiang")
    for win in Win:
        view = View(
            hand := Hand.parse("123456789m1122p + 1p"),
            splits(hand)[0],
            (),
            Circumstances(win=win),
            rules.options,
        )
        for fan in rules.fans[Role.RUNG] + rules.fans[Role.CHARGE]:
            if fan.find(view):
                assert view.marks & fan.needs == fan.needs, fan.id


@pytest.mark.parametrize("ruleset", [*RULESETS, "liuwei", "zhenjiang"])
def test_the_total_alone_is_that_of_the_whole_count(ruleset: str) -> None:
    rules, how = Library.builtin().rules(ruleset), Circumstances()
    for hand in random_wins(13, 150):
        whole = evaluate(hand, how, rules)
        assert total(hand, rules, how) == (whole.win, whole.best.total if whole.best else None), str(hand)


def test_a_hand_with_no_other_way_is_told_the_same_as_after_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Library.builtin().rules("yangzhou-new")
    lacking = [
        each for hand in random_wins(14, 300) if not (each := evaluate(hand, Circumstances(), rules)).win
    ]
    spared = sum(remedies._has_no_other_way(each) for each in lacking)
    told = [advise(each, ()) for each in lacking]
    monkeypatch.setattr(remedies, "_has_no_other_way", lambda evaluation: False)
    assert told == [advise(each, ()) for each in lacking]
    assert spared > 20, "it must spare some"


@pytest.mark.parametrize("rule", ["k-1", "once", "every-pair"])
def test_links_are_said_to_be_spare_where_one_that_counts_is_found_more_often(rule: str) -> None:
    rules = Library.builtin().rules("yangzhou-new", {"link_rule": rule})
    found = 0
    for hand in random_wins(15, 250):
        for tally in evaluate(hand, Circumstances(), rules).tallies:
            links = [each for each in tally.fans if each.fan.role is Role.LINK]
            more = {each.fan for each in links if len(each.fan.find(tally.view)) > each.count}
            told = {each.fan for each in missed(tally, rules) if each.fan.role is Role.LINK}
            assert told == more, str(hand)
            found += len(more)
    assert bool(found) == (rule != "every-pair")


def test_a_type_of_hand_is_no_fan_that_needs_more_than_its_shape() -> None:
    """Types are found without a look at the marks; what they need must follow from their shape."""
    assert {FANS[each].needs for each in TYPES} == {0}
