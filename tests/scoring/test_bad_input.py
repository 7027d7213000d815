"""What no rule set can score: every reason at once, the same by Python, command line and HTTP."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from scoring_doors import Ask

from scoring import RequestError, discards, score, settle, waits

HAND = {"concealed": "234m234m567s88p46p", "winning_tile": "5p"}
GOOD: dict[str, Any] = {"ruleset": "yangzhou-new", **HAND}
MELD = {"kind": "pung", "tiles": "777z"}
INF = float("inf")


def table(request: dict[str, Any]) -> dict[str, Any]:
    """The same hand as the one winner of a hand of play."""
    shared = ("ruleset", "options", "base", "balances", "discarder", "round")
    own = {name: value for name, value in request.items() if name not in shared}
    return {**{name: request[name] for name in shared if name in request}, "winners": [own]}


DOORS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "score": score,
    "waits": waits,
    "discards": discards,
    "settle": lambda request: settle(table(request)),
}

ALL = " ".join(DOORS)
# What is changed, the code and the field told, the doors that look at it, why
FAULTS: list[tuple[dict[str, Any], str, str | None, str, str]] = [
    ({"concealed": "234x"}, "bad_tile", None, ALL, "no such suit"),
    ({"concealed": "0m8z"}, "bad_tile", None, ALL, "no red five, no eighth honour"),
    ({"concealed": 5}, "bad_value", "concealed", ALL, "no text"),
    ({"concealed": "1m" * 600}, "bad_value", "concealed", ALL, "no hand is so long"),
    ({"concealed": "234m"}, "wrong_tile_count", None, ALL, "too few"),
    (
        {"concealed": "234m234m567s88p46p1z2z"},
        "wrong_tile_count",
        None,
        ALL,
        "too many",
    ),
    ({"concealed": "", "winning_tile": None}, "wrong_tile_count", "concealed", ALL, "not one tile"),
    ({"winning_tile": "56p"}, "wrong_tile_count", "winning_tile", "score settle", "two tiles"),
    ({"winning_tile": None}, "wrong_tile_count", "winning_tile", "score settle", "none"),
    ({"concealed": "55555p2345678s1m"}, "too_many_copies", None, ALL, "five 5p"),
    ({"melds": [{**MELD, "tiles": "776z"}]}, "bad_meld", "melds[0]", ALL, "unlike"),
    (
        {"melds": [{"kind": "chow", "tiles": "567z"}]},
        "bad_meld",
        "melds[0]",
        ALL,
        "honours make no chow",
    ),
    (
        {"melds": [{"kind": "chow", "tiles": "89m1p"}]},
        "bad_meld",
        "melds[0]",
        ALL,
        "across suits",
    ),
    (
        {"melds": [{"kind": "kong", "tiles": "777z"}]},
        "bad_meld",
        "melds[0]",
        ALL,
        "a kong of three",
    ),
    (
        {"melds": [{"kind": "chow", "tiles": "234m", "from": "right"}]},
        "bad_meld",
        "melds[0]",
        ALL,
        "chows come from the left",
    ),
    (
        {"melds": [{"kind": "concealed_kong", "tiles": "1111m", "from": "left"}]},
        "bad_meld",
        "melds[0]",
        ALL,
        "a concealed kong came from nobody",
    ),
    (
        {"melds": [{"kind": "pong", "tiles": "777z"}]},
        "bad_value",
        "melds[0].kind",
        ALL,
        "misspelt",
    ),
    ({"melds": [{"tiles": "777z"}]}, "bad_meld", "melds[0].kind", ALL, "no kind"),
    ({"melds": [MELD] * 21}, "bad_value", "melds", ALL, "no hand has so many"),
    ({"melds": {"kind": "pung"}}, "bad_value", "melds", ALL, "no list"),
    ({"seat": "me"}, "bad_value", "seat", ALL, "no seat"),
    ({"seat": INF}, "bad_value", "seat", ALL, "no text"),
    ({"round": 1}, "bad_value", "round", ALL, "no wind"),
    ({"base": 0}, "bad_value", "base", ALL, "nothing at stake"),
    ({"base": -1}, "bad_value", "base", ALL, "less than nothing"),
    ({"base": True}, "bad_value", "base", ALL, "no number"),
    ({"base": INF}, "bad_value", "base", ALL, "no end of money"),
    ({"concealled": "1m"}, "unknown_field", "concealled", ALL, "misspelt"),
    ({"wild": {"indicator": "1m"}}, "unknown_field", "wild", ALL, "of another game"),
    ({"balances": {"east": 1}}, "unknown_field", "balances", ALL, "no 园子"),
    ({"options": {"minimun": 9}}, "unknown_option", None, ALL, "misspelt"),
    ({"options": {"liuwei_cap": 9}}, "unknown_option", None, ALL, "of another game"),
    ({"options": {"minimum": -1}}, "bad_value", "options.minimum", ALL, "negative"),
    ({"options": {"minimum": 10**10}}, "bad_value", "options.minimum", ALL, "huge"),
    (
        {"options": {"link_rule": "all"}},
        "bad_value",
        "options.link_rule",
        ALL,
        "no such choice",
    ),
    ({"options": [1]}, "bad_value", "options", ALL, "no object"),
    ({"ruleset": "yangzhou"}, "unknown_ruleset", None, ALL, "not one to be played"),
    ({"ruleset": None}, "unknown_ruleset", None, ALL, "none named"),
    ({"ruleset": "laosanfan"}, "undescribed_ruleset", None, ALL, "only a name"),
    ({"win": "theft"}, "bad_value", "win", "score settle", "no such way"),
    ({"win": "discard"}, "missing_discarder", "discarder", "score settle", "who pays?"),
    ({"heavenly": "yes"}, "bad_value", "heavenly", ALL, "no truth value"),
    ({"after_kong": "exposed"}, "contradictory_circumstances", "after_kong", "score settle", "no kong"),
    ({"heavenly": True, "seat": "west"}, "contradictory_circumstances", "heavenly", "score settle", "dealer"),
    (
        {"win": "self_draw", "liable": "west"},
        "contradictory_circumstances",
        "liable",
        "score settle",
        "nothing was fed",
    ),
    (
        {"ruleset": "diedaohu", "balances": {"east": -1, "south": 0, "west": 1, "north": 1}},
        "bad_balances",
        "balances.east",
        ALL,
        "in debt",
    ),
    (
        {"ruleset": "liuwei", "balances": {"east": 1, "south": "2", "west": INF, "north": None}},
        "bad_balances",
        "balances.west",
        ALL,
        "money without end",
    ),
    (
        {"ruleset": "zhenjiang", "wild": {"indicator": "5p", "discarded": ["last"]}},
        "bad_value",
        "wild.discarded[0]",
        ALL,
        "no such way",
    ),
    (
        {"ruleset": "zhenjiang", "wild": {"indicator": "7s", "discarded": ["middle"] * 4}},
        "too_many_copies",
        None,
        ALL,
        "four 8s thrown and one more in the hand",
    ),
]  # fmt: skip
FAULTS[-1][0]["concealed"] = "234m234m567s88p48s"
CASES = [
    pytest.param(change, code, field, door, reason, id=f"{door}-{reason}")
    for change, code, field, doors, reason in FAULTS
    for door in doors.split()
]


def told(error: RequestError) -> list[tuple[str, str | None]]:
    """Code and field of each reason, without the place of the winner at the table."""
    found = []
    for reason in error.reasons:
        fields = reason.details.get("fields") or [reason.details.get("field")]
        found += [(reason.code, each and each.removeprefix("winners[0].")) for each in fields]
    return found


@pytest.mark.parametrize(("change", "code", "field", "door", "reason"), CASES)
def test_each_fault_has_its_code_and_field_at_every_door_that_looks_at_it(
    change: dict[str, Any], code: str, field: str | None, door: str, reason: str
) -> None:
    with pytest.raises(RequestError) as caught:
        DOORS[door]({**GOOD, **change})
    found = told(caught.value)
    codes = [each for each, _ in found]
    assert code in codes if field is None else (code, field) in found, reason
    for each in caught.value.reasons:
        assert each.text.zh
        assert each.text.en
        json.dumps(each.to_dict(), allow_nan=False).encode()


@pytest.mark.parametrize(
    ("change", "nearest"),
    [
        ({"options": {"minimun": 9}}, "minimum"),
        ({"options": {"link_rules": "once"}}, "link_rule"),
        ({"concealled": "1m"}, "concealed"),
        ({"ruleset": "yangzhou-nwe"}, "yangzhou-new"),
        ({"seat": "eest"}, "east"),
        ({"melds": [{"kind": "pong", "tiles": "777z"}]}, "pung"),
    ],
)
@pytest.mark.parametrize("door", DOORS)
def test_what_is_misspelt_names_the_nearest(door: str, change: dict[str, Any], nearest: str) -> None:
    with pytest.raises(RequestError) as caught:
        DOORS[door]({**GOOD, **change})
    assert nearest in {reason.details.get("nearest") for reason in caught.value.reasons}


MANY = {
    "ruleset": "diedaohu",
    "concealed": "234m234m567s88p46p1z",
    "winning_tile": "5p",
    "melds": [{"kind": "chow", "tiles": "79m1p"}],
    "seat": "me",
    "base": -1,
    "wilde": 1,
    "options": {"minimun": 9, "dealer_rule": "village"},
    "balances": {"east": -1, "south": -2, "west": 3, "north": 4},
    "win": "discard",
}
TOLD = {
    "unknown_field", "unknown_option", "bad_value", "bad_meld", "bad_balances", "missing_discarder",
}  # fmt: skip


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(RequestError) as caught:
        score(MANY)
    assert {reason.code for reason in caught.value.reasons} == TOLD
    assert len(caught.value.reasons) == 9
    with pytest.raises(RequestError) as at_the_table:
        settle(table(MANY))
    assert {reason.code for reason in at_the_table.value.reasons} >= TOLD - {"missing_discarder"}


def test_a_refusal_is_of_bounded_size_whatever_was_sent() -> None:
    endless = {f"field{number}": number for number in range(10_000)}
    with pytest.raises(RequestError) as caught:
        score({**GOOD, **endless, "seat": "x" * 100_000})
    assert len(json.dumps([reason.to_dict() for reason in caught.value.reasons])) < 20_000
    assert caught.value.reasons[20].details["more"] == 10_000 - 20


def test_what_json_can_spell_and_utf_8_cannot_is_refused_in_words() -> None:
    with pytest.raises(RequestError) as caught:
        score({**GOOD, "seat": "\ud800", "\udfff": 1})
    json.dumps([reason.to_dict() for reason in caught.value.reasons], ensure_ascii=False).encode()


# The same by the other doors.


def by_python(request: dict[str, Any]) -> list[dict[str, Any]]:
    with pytest.raises(RequestError) as caught:
        score(request)
    return [reason.to_dict() for reason in caught.value.reasons]


REQUESTS = [{**GOOD, **change} for change, _, _, doors, _ in FAULTS if "score" in doors]
AS_JSON = [json.dumps(each).replace("Infinity", "1e999") for each in (*REQUESTS, MANY)]


def test_http_gives_the_same_reasons(ask: Ask) -> None:
    for request, body in zip((*REQUESTS, MANY), AS_JSON, strict=True):
        status, problem = ask("/v1/score", body)
        assert (status, problem["reasons"]) == (422, by_python(request)), body
    for path, door in (("/v1/waits", waits), ("/v1/discards", discards)):
        with pytest.raises(RequestError) as caught:
            door(MANY)
        reasons = [reason.to_dict() for reason in caught.value.reasons]
        assert ask(path, MANY)[1]["reasons"] == reasons
    with pytest.raises(RequestError) as at_the_table:
        settle(table(MANY))
    reasons = [reason.to_dict() for reason in at_the_table.value.reasons]
    assert ask("/v1/settle", table(MANY))[1]["reasons"] == reasons


def test_a_batch_on_the_command_line_gives_the_same_reasons() -> None:
    run = qicheng("score", "--batch", "-", stdin="\n".join(AS_JSON) + "\n")
    answers = [json.loads(line)["error"]["reasons"] for line in run.stdout.splitlines()]
    assert answers == [by_python(request) for request in (*REQUESTS, MANY)]


def test_the_command_line_tells_every_reason_and_ends_with_2() -> None:
    run = qicheng(
        "score", "234m234m567s88p46p1z + 5p", "--seat", "me", "--option", "minimun=9", "--win", "discard",
        "--lang", "en",
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (2, "")
    for said in (
        "13 tiles belong in hand",
        "seat cannot be 'me'",
        "the nearest is 'minimum'",
        "Who discarded?",
    ):
        assert said in run.stderr


def qicheng(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "api.cli", *args], env={**os.environ, "LC_ALL": "C.UTF-8"},
        input=stdin, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
