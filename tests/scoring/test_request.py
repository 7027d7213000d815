"""Requests that cannot be scored: every reason at once, each with its stable code."""

from collections.abc import Mapping
from typing import Any

import pytest

from scoring import RequestError, discards, score, waits

SOUND: Mapping[str, Any] = {
    "ruleset": "yangzhou-new",
    "concealed": "12p456p789p11z",
    "melds": [{"kind": "pung", "tiles": "777z"}],
    "winning_tile": "3p",
}


def refused(**changes: Any) -> list[dict[str, Any]]:
    """The reasons against the sound request with fields changed, or left out where None."""
    with pytest.raises(RequestError) as caught:
        score({**SOUND, **changes})
    assert all(reason.text.zh and reason.text.en for reason in caught.value.reasons)
    return [reason.to_dict() for reason in caught.value.reasons]


@pytest.mark.parametrize(
    ("changes", "code", "details", "reason"),
    [
        ({"concealed": "12p456p789p18z"}, "bad_tile", {"value": "8z"}, "there are seven honours"),
        ({"winning_tile": "x"}, "bad_tile", {"value": "x"}, "not a tile"),
        ({"melds": [{"kind": "pung", "tiles": "777zx"}]}, "bad_tile", {"field": "melds[0]"}, "in a meld"),
        ({"concealed": "12p456p789p1z"}, "wrong_tile_count", {"expected": 10, "count": 9}, "one short"),
        ({"concealed": None}, "wrong_tile_count", {"count": 0}, "nothing in hand"),
        ({"winning_tile": None}, "wrong_tile_count", {"field": "winning_tile"}, "no winning tile"),
        ({"winning_tile": "33p"}, "wrong_tile_count", {"field": "winning_tile", "count": 2}, "two of them"),
        (
            {"concealed": "77z12p456p789p"},
            "too_many_copies",
            {"tile": "7z", "count": 5},
            "across hand and meld",
        ),
        ({"melds": [{"kind": "chow", "tiles": "777z"}]}, "bad_meld", {"field": "melds[0]"}, "no chow"),
        ({"melds": [{"tiles": "777z"}]}, "bad_meld", {"field": "melds[0].kind"}, "which kind?"),
        ({"melds": [{"kind": "peng", "tiles": "777z"}]}, "bad_value", {"nearest": "pung"}, "no such kind"),
        (
            {"melds": [{"kind": "pung", "tiles": "777z", "form": "left"}]},
            "unknown_field",
            {"nearest": "from"},
            "typo",
        ),
        (
            {"melds": [{"kind": "pung", "tiles": "777z", "from": "lefty"}]},
            "bad_value",
            {"nearest": "left"},
            "typo",
        ),
        ({"melds": "777z"}, "bad_value", {"field": "melds"}, "no list"),
        ({"melds": ["777z"]}, "bad_value", {"field": "melds[0]"}, "no object"),
        ({"win": "discard"}, "missing_discarder", {"field": "discarder"}, "nobody to pay"),
        ({"win": "robbed_kong"}, "missing_discarder", {"field": "discarder"}, "the robbed one is needed too"),
        ({"win": "tsumo"}, "bad_value", {"field": "win"}, "no such way"),
        ({"seat": "nort"}, "bad_value", {"field": "seat", "nearest": "north"}, "typo"),
        ({"round": 1}, "bad_value", {"field": "round"}, "a number"),
        ({"seat": ["east"]}, "bad_value", {"field": "seat"}, "a list"),
        ({"heavenly": "no"}, "bad_value", {"field": "heavenly"}, "text for true or false"),
        ({"base": 0}, "bad_value", {"field": "base"}, "no stake"),
        ({"base": -1}, "bad_value", {"field": "base"}, "a negative stake"),
        ({"base": True}, "bad_value", {"field": "base"}, "true is no number"),
        ({"base": float("nan")}, "bad_value", {"field": "base"}, "no number"),
        ({"base": "1"}, "bad_value", {"field": "base"}, "text"),
        ({"concealed": 123}, "bad_value", {"field": "concealed"}, "a number for tiles"),
        ({"concealled": "1m"}, "unknown_field", {"nearest": "concealed"}, "typo"),
        ({"wild": {"indicator": "9s"}}, "unknown_field", {"field": "wild"}, "there are no wild tiles here"),
        ({"balances": {}}, "unknown_field", {"field": "balances"}, "there is no 园子 here"),
        ({"waiting_on_any": True}, "unknown_field", {"field": "waiting_on_any"}, "nor 跑搭"),
        ({"options": {"minimun": 18}}, "unknown_option", {"nearest": "minimum"}, "typo"),
        ({"options": {"liuwei_cap": 50}}, "unknown_option", {"option": "liuwei_cap"}, "of another rule set"),
        ({"options": {"minimum": "18"}}, "bad_value", {"field": "options.minimum"}, "text for a number"),
        ({"options": {"minimum": -1}}, "bad_value", {"field": "options.minimum"}, "negative"),
        ({"options": {"minimum": True}}, "bad_value", {"field": "options.minimum"}, "true is no number"),
        (
            {"options": {"strict_greater": 1}},
            "bad_value",
            {"field": "options.strict_greater"},
            "1 is not true",
        ),
        ({"options": {"link_rule": "k1"}}, "bad_value", {"nearest": "k-1"}, "no such choice"),
        ({"options": []}, "bad_value", {"field": "options"}, "no object"),
        ({"ruleset": "yangzhou-mew"}, "unknown_ruleset", {"nearest": "yangzhou-new"}, "typo"),
        ({"ruleset": "yangzhou"}, "unknown_ruleset", {}, "the shared part is no rule set"),
        ({"ruleset": None}, "unknown_ruleset", {}, "none named"),
        ({"ruleset": ["yangzhou-new"]}, "unknown_ruleset", {}, "a list"),
        ({"ruleset": "laosanfan"}, "undescribed_ruleset", {"value": "laosanfan"}, "only named"),
        ({"ruleset": "laowufan"}, "undescribed_ruleset", {"value": "laowufan"}, "only named"),
        ({"ruleset": "jiangdu"}, "undescribed_ruleset", {"value": "jiangdu"}, "only a title"),
    ],
)
def test_each_fault_has_its_code_and_names_what_failed(
    changes: dict[str, Any], code: str, details: dict[str, Any], reason: str
) -> None:
    [fault] = refused(**changes)
    assert fault["code"] == code, reason
    assert {name: fault[name] for name in details} == details, reason


def test_all_that_is_wrong_is_told_at_once() -> None:
    faults = refused(
        options={"minimun": 1, "link_rule": 3},
        concealed="12p456p789p18z",
        melds=[{"kind": "chow", "tiles": "135m"}, {"kind": "pung", "tiles": "12z"}],
        win="discard",
        seat="nord",
        ofset=1,
    )
    assert [fault["code"] for fault in faults] == [
        "unknown_field",
        "unknown_option",
        "bad_value",
        "bad_tile",
        "bad_meld",
        "bad_meld",
        "bad_value",
        "missing_discarder",
    ]


def test_faults_of_the_hand_are_told_beside_an_unknown_rule_set() -> None:
    faults = refused(ruleset="nowhere", concealed="8z", win="discard")
    assert [fault["code"] for fault in faults] == ["unknown_ruleset", "bad_tile", "missing_discarder"]


def test_nothing_is_concluded_from_a_field_that_could_not_be_read() -> None:
    faults = refused(seat="eastt", discarder="east", win="discard")
    assert [fault["code"] for fault in faults] == ["bad_value"]


def test_an_undescribed_rule_set_says_so_and_how_to_bring_ones_own() -> None:
    [fault] = refused(ruleset="laosanfan")
    assert "laosanfan.toml" in fault["text"]["en"]
    assert "老三番" in fault["text"]["zh"]


def test_null_is_the_same_as_left_out() -> None:
    plain = score(SOUND).to_dict()
    nothing = dict.fromkeys(("discarder", "liable", "options", "base", "seat", "wild", "balances"))
    assert score({**SOUND, **nothing}).to_dict() == plain


@pytest.mark.parametrize(
    ("base", "paid"),
    [(1, 53), (5, 265), (0.5, 26.5), (0.1, 5.3), (2.0, 106)],
)
def test_a_stake_is_paid_exactly(base: float, paid: float) -> None:
    answer = score({**SOUND, "base": base}).to_dict()
    assert [transfer["amount"] for transfer in answer["transfers"]] == [paid] * 3
    assert repr(answer["transfers"][0]["amount"]) == repr(paid)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"concealed": "234m234m567s88p466p"}, "wrong_tile_count"),
        ({"concealed": "234m234m567s88p4p"}, "wrong_tile_count"),
        ({"concealed": "2222m2m34m567s88p46p"}, "too_many_copies"),
        ({"seat": "nort"}, "bad_value"),
        ({"ruleset": "laowufan"}, "undescribed_ruleset"),
        ({"option": {}}, "unknown_field"),
    ],
)
def test_waits_are_asked_with_13_tiles_and_the_same_care(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(RequestError) as caught:
        waits({"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p", **changes})
    assert [reason.code for reason in caught.value.reasons] == [code]


def test_what_to_throw_is_asked_with_14_tiles() -> None:
    with pytest.raises(RequestError, match="14 tiles"):
        discards({"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p"})
