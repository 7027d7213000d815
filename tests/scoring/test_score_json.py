"""The Score object of the doors, to the field."""

import json
from typing import Any

from scoring import score

REQUEST = {
    "ruleset": "yangzhou-new", "options": {}, "concealed": "12p456p789p11z",
    "melds": [{"kind": "pung", "tiles": "777z", "from": "across"}], "winning_tile": "3p",
    "win": "discard", "seat": "south", "round": "east", "discarder": "west", "base": 1,
}  # fmt: skip

# As the doors document it, ... standing for what the document abridges; beside 老少 the other link that a
# straight takes in is listed too (RULES 7).
DOCUMENTED = {
    "hand": "[p777z] 12p456p789p11z + 3p",
    "ruleset": {"id": "yangzhou-new", "name": {"zh": "新扬州式", "en": "New Yangzhou"}, "version": "1"},
    "win": True, "reasons": [], "total": 52, "minimum": 20,
    "fans": [
        {"id": "hunlong", "name": {"zh": "混龙", "en": ...}, "value": 50, "count": 1, "sets": [1, 2, 3],
         "rule": "RULES 2.4", "condition": {"zh": "既是一条龙，又是混一色，合起来算这一个番。", "en": ...}},
        {"id": "yazi", "name": ..., "value": 1, "count": 1, "sets": [1], "rule": ..., "condition": ...},
        {"id": "zhong", "name": ..., "value": 1, "count": 1, "sets": [0], "rule": ..., "condition": ...},
    ],
    "not_counted": [
        {"id": "yitiaolong", "because": "hunlong", "text": {"zh": "一条龙已经算在混龙里。", "en": ...}},
        {"id": "hunyise", "because": "hunlong", "text": ...},
        {"id": "lianfu", "because": "hunlong", "text": ...},
        {"id": "laoshao", "because": "hunlong", "text": ...},
    ],
    "missed": [],
    "decomposition": {
        "sets": [
            {"kind": "pung", "tiles": "777z", "melded": True},
            {"kind": "chow", "tiles": "123p", "melded": False},
            {"kind": "chow", "tiles": "456p", "melded": False},
            {"kind": "chow", "tiles": "789p", "melded": False},
        ],
        "pair": "11z", "wait": "edge", "waits": ["3p"],
    },
    "alternatives": [], "transfers": [{"from": "west", "to": "south", "amount": 104, "why": "discard"}],
    "payments": {"east": 0, "south": 104, "west": -104, "north": 0},
    "kong_payments": {"east": 0, "south": 0, "west": 0, "north": 0}, "assumed": [],
    "advice": {"zh": "混龙 50 + 丫子 1 + 中 1 = 52番，20番起成，够胡。西家出冲，付104。", "en": ...},
}  # fmt: skip


def same(actual: Any, expected: Any) -> bool:
    """Equal field by field and in order, ... standing for anything that is not empty."""
    if expected is ...:
        return bool(actual)
    if isinstance(expected, dict):
        return list(actual) == list(expected) and all(same(actual[key], expected[key]) for key in expected)
    if isinstance(expected, list):
        return len(actual) == len(expected) and all(map(same, actual, expected))
    return type(actual) is type(expected) and bool(actual == expected)


def test_the_documented_answer_is_given_to_the_field() -> None:
    answer = score(REQUEST).to_dict()
    assert same(answer, DOCUMENTED), json.dumps(answer, ensure_ascii=False, indent=1)


def test_the_documented_refusal_is_given_with_what_would_have_done() -> None:
    hand = {"concealed": "234m234m567s88p46p", "winning_tile": "5p"}
    answer = score({"ruleset": "yangzhou-new", **hand, "win": "discard", "discarder": "west"}).to_dict()
    assert (answer["win"], answer["total"]) == (False, 19)
    [reason] = answer["reasons"]
    assert same(
        reason,
        {"code": "below_minimum", "total": 19, "minimum": 20, "short": 1, "text": {"zh": ..., "en": ...}},
    )
    fans = [(fan["id"], fan["value"]) for fan in answer["fans"]]
    assert fans == [("yiban", 15), ("menqing", 1), ("pinghu", 1), ("yazi", 1), ("duanyao", 1)]
    assert answer["transfers"] == []
    assert set(answer["payments"].values()) == {0}
    assert answer["advice"] == {
        "zh": "19番，20番起成，差1番。要是自摸就够了，20番。",
        "en": "19 fan where 20 are needed: 1 short. A self-draw would have done: 20 fan.",
    }


def test_an_answer_is_plain_json() -> None:
    answer = score(REQUEST).to_dict()
    assert json.loads(json.dumps(answer)) == answer


def test_one_request_gives_one_answer_byte_for_byte() -> None:
    assert json.dumps(score(REQUEST).to_dict()) == json.dumps(score(REQUEST).to_dict())


def test_tiles_that_are_no_shape_have_no_total_and_no_decomposition() -> None:
    answer = score(
        {"ruleset": "yangzhou-new", "concealed": "1133557799m22p4s", "winning_tile": "4s"}
    ).to_dict()
    assert (answer["win"], answer["total"], answer["decomposition"], answer["fans"]) == (
        False,
        None,
        None,
        [],
    )
    assert [reason["code"] for reason in answer["reasons"]] == ["not_a_winning_shape"]
