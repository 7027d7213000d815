"""Fans that a hand seems to have and has not: each with its reason, and none where the fan is there."""

from typing import Any

import pytest

from scoring import Hand, score


def answer(hand: str, ruleset: str = "yangzhou-new", win: str = "self_draw", **how: Any) -> dict[str, Any]:
    thrown = {} if win == "self_draw" else {"discarder": "north"}
    return score({"ruleset": ruleset, **Hand.parse(hand).to_dict(), "win": win, **thrown, **how}).to_dict()


@pytest.mark.parametrize(
    ("hand", "how", "fan", "says", "reason"),
    [
        ("[a8888p] 123456789s2m + 2m", {}, "menqing", "暗杠", "RULES A6"),
        ("[k7777z][a6666z] 234m79m99m + 8m", {}, "yazi", "七万、八万", "RULES 10.19"),
        ("123456789m4445s + 5s", {}, "dudiao", "三条、五条、六条", "three tiles finish it"),
        ("123m123p456s78p11z + 9p", {}, "pinghu", "将是风头", "RULES A7"),
        ("[p222m] 345m667788m9m + 9m", {}, "queyi", "两门", "RULES A15"),
        ("[p111z][p222m] 666z99m33m + 9m", {"win": "discard"}, "zige", "九万", "RULES A12"),
        ("222233334444m6p + 6p", {}, "angang", "二万、三万、四万", "RULES 1"),
        ("[k7777z][a6666z] 234m79m99m + 8m", {"ruleset": "yangzhou-online"}, "yaotou", "风头", "RULES A16"),
        ("[c234m] 223344m67s55p + 8s", {"ruleset": "yangzhou-online"}, "tieban", "一副是吃的", "RULES 3"),
    ],
)  # fmt: skip
def test_a_fan_that_is_just_not_there_says_why(
    hand: str, how: dict[str, Any], fan: str, says: str, reason: str
) -> None:
    result = answer(hand, **how)
    texts = {each["id"]: each["text"] for each in result["missed"]}
    assert says in texts[fan]["zh"], reason
    assert texts[fan]["en"]
    assert fan not in {each["id"] for each in result["fans"]} or fan in ("zige", "angang")


@pytest.mark.parametrize(
    ("hand", "how", "reason"),
    [
        ("[a8888p] 123456789s2m + 2m", {"ruleset": "yangzhou-online"}, "there it is 门清"),
        ("[p777z] 12p456p789p11z + 3p", {"win": "discard"}, "丫子 counts"),
        ("123456789m45s99p + 6s", {}, "an open wait is none, and nobody would say so"),
        ("[p111z][p222m] 666z99m33m + 9m", {}, "drawn, it is 子格"),
        ("234m234m567s88p46p + 5p", {"ruleset": "diedaohu"}, "no small fans are played"),
    ],
)
def test_nothing_is_missed_where_nothing_looks_like_it(hand: str, how: dict[str, Any], reason: str) -> None:
    assert answer(hand, **how)["missed"] == [], reason


def test_links_beyond_those_that_count_are_told() -> None:
    result = answer("[c123s] 456s123m46m99p + 5m", options={"shuangpiao_keeps_links": True})
    [ring] = result["missed"]
    assert ring["id"] in {"qixiang", "lianfu"}
    assert "另外还有1对" in ring["text"]["zh"]


def test_what_another_fan_takes_is_told_in_a_sentence() -> None:
    result = answer("[p777z] 12p456p789p11z + 3p")
    assert result["not_counted"][0]["text"] == {
        "zh": "一条龙已经算在混龙里。",
        "en": "Straight 1-9 (一条龙) is part of Half-Flush Straight (混龙).",
    }
