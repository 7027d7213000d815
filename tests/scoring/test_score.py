"""Scoring a request: which split is taken, what is refused, and what a player is told."""

from typing import Any

import pytest

from scoring import Hand, score
from scoring.result import Score


def scored(hand: str, win: str = "self_draw", ruleset: str = "yangzhou-new", **more: Any) -> Score:
    """Score a hand in its notation; North discards, or West for North."""
    if win != "self_draw":
        more = {"discarder": "west" if more.get("seat") == "north" else "north", **more}
    return score({"ruleset": ruleset, **Hand.parse(hand).to_dict(), "win": win, **more})


def codes(result: Score) -> list[str]:
    return [reason.code for reason in result.reasons]


@pytest.mark.parametrize(
    ("hand", "how", "expected", "reason"),
    [
        (
            "1133557799m22p4s + 4s",
            {},
            ["not_a_winning_shape"],
            "RULES 10.30: seven pairs are no win in any system",
        ),
        ("19m19p19s1234567z + 1m", {}, ["not_a_winning_shape"], "RULES 10.30: nor thirteen orphans"),
        ("147m258p369s1234z + 5z", {}, ["not_a_winning_shape"], "RULES 1: nor 全不靠"),
        ("234m234m567s88p46p + 5p", {"win": "discard"}, ["below_minimum"], "RULES 10.1"),
        ("234m234m567s88p46p + 5p", {}, [], "RULES A22: 自摸 counts for the minimum"),
        (
            "[c345p][c345s] 345m67m22s + 2m",
            {"win": "discard"},
            ["no_big_fan", "below_minimum"],
            "RULES 10.12, both",
        ),
        (
            "[a1111z][a7777z][a6666z] 12m99p + 3m",
            {"ruleset": "yangzhou-standard-13"},
            ["no_big_fan"],
            "RULES 2.2: the two conditions are independent",
        ),
        ("[c123m][c234m][c567m] 777z9m + 9m", {}, ["must_be_full_flush"], "RULES 10.23: 混一色 does not do"),
        (
            "[c123m][c234m][c567m] 234s9m + 9m",
            {},
            ["must_be_full_flush", "no_big_fan", "below_minimum"],
            "all that hold at once",
        ),
        ("[c123m][c234m][c567m] 78m99m + 9m", {}, [], "RULES 2.6: a full flush does"),
        ("[c123m][c234m][p777z] 56m99m + 7m", {}, [], "RULES 2.6: two exposed chows bind nobody"),
        ("[c123m][c456m] 123m789m9p + 9p", {}, [], "nor a third in hand"),
        (
            "[c123m][c234m][c567p] 789m9p + 9p",
            {},
            ["no_big_fan", "below_minimum"],
            "nor three of different suits",
        ),
        ("123456789m45s99p + 6s", {"win": "discard", "passed_win": True}, ["passed_win"], "RULES 4.4"),
        ("123456789m45s99p + 6s", {"win": "robbed_kong", "passed_win": True}, ["passed_win"], "抢杠算出冲"),
        ("123456789m45s99p + 6s", {"passed_win": True}, [], "a self-draw ends 漏胡"),
        (
            "1133557799m22p4s + 4s",
            {"win": "discard", "passed_win": True},
            ["not_a_winning_shape", "passed_win"],
            "both hold",
        ),
        (
            "234m234m567s88p46p + 5p",
            {"win": "robbed_kong"},
            ["below_minimum"],
            "the minimum holds for every win",
        ),
    ],
)
def test_a_hand_that_may_not_go_out_says_every_reason(
    hand: str, how: dict[str, Any], expected: list[str], reason: str
) -> None:
    result = scored(hand, **how)
    assert codes(result) == expected, reason
    assert result.win is (not expected)
    assert bool(result.transfers) is (not expected)
    assert all(each.text.zh and each.text.en for each in result.reasons)


@pytest.mark.parametrize(
    ("hand", "how", "says", "reason"),
    [
        (
            "234m234m567s88p46p + 5p",
            {"win": "discard"},
            "差1番。要是自摸就够了，20番。",
            "the self-draw suffices",
        ),
        ("[c345p][c345s] 345m67m22s + 2m", {"win": "discard"}, "胡五万、八万才够。", "another tile suffices"),
        ("12345678m456m55p + 3m", {"win": "discard"}, "胡九万才够。", "and only one of two"),
        ("1133557799m22p4s + 4s", {}, "凑不成四副牌加一对将。差得不止一张牌。", "no shape, no wait"),
        (
            "123m456p789s11z45p + 9p",
            {},
            "凑不成四副牌加一对将。听的是三饼、六饼，这样胡都还不够。",
            "the wrong tile",
        ),
        (
            "[c123m][c234m][c567m] 777z9m + 9m",
            {},
            "别的不能胡。要是一二三万没有吃，是自己摸的，就够了，26番。",
            "the duty",
        ),
        (
            "123456789m45s99p + 6s",
            {"win": "discard", "passed_win": True},
            "不能胡别人打的。要是自摸就够了，25番。",
            "after 漏胡",
        ),
        ("234m234m567s88p46p + 5p", {}, "20番起成，够胡。自摸，三家各付20。", "a self-draw"),
        (
            "234m234m567s88p46p + 5p",
            {"options": {"minimum": 30}},
            "20番，30番起成，差10番。",
            "nothing suffices",
        ),
        (
            "234m234m567s88p46p + 5p",
            {"options": {"strict_greater": True}},
            "20番，要超过20番，差1番。",
            "over, not at",
        ),
        (
            "[c234m] 234m567s88p46p + 5p",
            {},
            "差1番。要是二三四万没有吃，是自己摸的，就够了，20番。",
            "门清 suffices",
        ),
        (
            "234m234m777z99s46p + 5p",
            {"options": {"minimum": 22, "menqing_allows_concealed_kong": True}},
            "差1番。要是中开了杠就够了，22番。",
            "a kong suffices",
        ),
        (
            "[c345p] 234m567s8p46s1p + 5s",
            {},
            "差一张牌：一饼换成八饼就成了。",
            "one tile of the shape",
        ),
        (
            "123m456m789m11z45p + 9p",
            {},
            "听的是三饼、六饼。",
            "either would do",
        ),
        (
            "123456m78m11z45p2s + 9m",
            {},
            "差一张牌：二条换成三饼、六饼就成了。",
            "it may be any of two",
        ),
        (
            "123m456m789p12s77z + 3s",
            {},
            "5番，20番起成，差15番。大番里最小的是一板，15番。",
            "no big fan at all",
        ),
        ("123456789m45s99p + 6s", {"win": "robbed_kong"}, "北家被抢杠，算出冲，付48。", "a robbed kong"),
        ("[c123m][c456m][c567m] 78m99m + 9m", {}, "北家包牌，一家付339。", "包牌"),
    ],
)
def test_the_advice_says_the_smallest_thing_that_would_have_done(
    hand: str, how: dict[str, Any], says: str, reason: str
) -> None:
    assert scored(hand, **how).advice.zh.endswith(says), reason


def test_the_most_valuable_split_is_scored_and_the_others_are_shown() -> None:
    result = scored("[p222m] 345m667788m9m + 9m", "discard")
    answer = result.to_dict()
    assert (answer["total"], answer["decomposition"]["pair"]) == (97, "99m")
    [other] = answer["alternatives"]
    assert (other["total"], other["decomposition"]["pair"]) == (95, "66m")
    assert other["fans"] == [{"id": "yiban", "value": 15}, {"id": "qingyise", "value": 80}]


def test_a_drawn_tile_completes_a_concealed_triplet_and_a_discarded_one_does_not() -> None:
    hand = "[p111z][p222m] 666z99m33m + 9m"
    drawn, thrown = scored(hand).to_dict()["fans"], scored(hand, "discard").to_dict()["fans"]
    assert [(fan["value"], fan["sets"]) for fan in drawn if fan["id"] == "zige"] == [(2, [2, 3])]
    assert [(fan["value"], fan["sets"]) for fan in thrown if fan["id"] == "zige"] == [(1, [3])]


def test_a_robbed_kong_is_no_self_draw() -> None:
    hand = "123456789m45s99p + 6s"
    assert scored(hand, "robbed_kong").total == scored(hand, "discard").total == 24


def test_a_win_after_a_kong_is_just_a_self_draw() -> None:
    hand = "[a8888p] 123456789s2m + 2m"
    assert scored(hand, after_kong="concealed").total == scored(hand).total


def test_what_was_taken_for_granted_is_said_where_it_matters() -> None:
    with_winds, without = "[p111z] 123456789m4s + 4s", "123456789m45s99p + 6s"
    assert [each.code for each in scored(with_winds).assumed] == ["seat_assumed", "round_assumed"]
    assert [each.code for each in scored(with_winds, seat="south").assumed] == ["round_assumed"]
    assert scored(with_winds, seat="south", round="west").assumed == ()
    assert scored(without).assumed == ()
