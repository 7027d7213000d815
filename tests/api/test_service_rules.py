"""Scoring over a real socket: the answers, and what kind of no each wrong request gets."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, get_args

import httpx
import pytest

import scoring
from api.schemas import requests, rulesets, scores
from api.schemas.openapi import EXAMPLE, EXAMPLES
from api.words import WORDS
from scoring.docs.words import WHYS

LEGAL = EXAMPLE
WON_TILES = {"concealed": "234m234m567s88p46p", "winning_tile": "5p"}
RULES = {"ruleset": "yangzhou-new"}
SHORT = {
    **RULES,
    "concealed": "234m234m567s88p46p",
    "winning_tile": "5p",
    "win": "discard",
    "discarder": "south",
}


def test_a_legal_hand_is_answered_with_total_fans_and_payments(service: httpx.Client) -> None:
    answer = service.post("/v1/score", json=LEGAL)
    body = answer.json()
    assert answer.status_code == 200
    assert (body["win"], body["total"], body["minimum"]) == (True, 52, 20)
    assert body["payments"] == {"east": 0, "south": 104, "west": -104, "north": 0}


def test_a_hand_that_may_not_go_out_is_an_answer_and_not_an_error(service: httpx.Client) -> None:
    answer = service.post("/v1/score", json=SHORT)
    assert answer.status_code == 200
    assert answer.json()["win"] is False
    assert [reason["code"] for reason in answer.json()["reasons"]] == ["below_minimum"]


def test_python_and_http_give_the_identical_json(service: httpx.Client) -> None:
    for request in (LEGAL, SHORT):
        assert service.post("/v1/score", json=request).json() == scoring.score(request).to_dict()


@pytest.mark.parametrize(
    ("change", "code", "why"),
    [
        ({"winning_tile": "9x"}, "bad_tile", "no such tile"),
        ({"concealed": "12p"}, "wrong_tile_count", "too few"),
        ({"concealed": "1111p456p789p1z", "winning_tile": "1p"}, "too_many_copies", "five of a kind"),
        ({"melds": [{"kind": "chow", "tiles": "123z"}]}, "bad_meld", "a chow of honours"),
        ({"win": "self_draw"}, "contradictory_circumstances", "a self-draw that someone discarded"),
        ({"discarder": None}, "missing_discarder", "a discard by nobody"),
        ({"wining_tile": "3p"}, "unknown_field", "misspelt"),
        ({"options": {"minimun": 3}}, "unknown_option", "misspelt"),
        ({"ruleset": "yangzhou"}, "unknown_ruleset", "no such rule set"),
        ({"ruleset": "laosanfan"}, "undescribed_ruleset", "named only"),
    ],
)
def test_a_request_that_cannot_be_scored_is_a_422_with_all_its_reasons(
    service: httpx.Client, change: dict[str, Any], code: str, why: str
) -> None:
    answer = service.post("/v1/score", json={**LEGAL, **change})
    body = answer.json()
    assert answer.status_code == 422, why
    assert answer.headers["content-type"] == "application/problem+json"
    assert code in [reason["code"] for reason in body["reasons"]], body
    assert body["status"] == 422
    assert body["text"]["zh"]
    assert body["detail"]


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"", "application/json", 422, "bad_json"),
        (b"{", "application/json", 422, "bad_json"),
        (b"[]", "application/json", 422, "bad_json"),
        (b'"hand"', "application/json", 422, "bad_json"),
        (b'{"base": NaN}', "application/json", 422, "bad_json"),
        (b"\xff\xfe", "application/json", 422, "bad_json"),
        (b"[" * 200_000, "application/json", 422, "bad_json"),
        (b"{}", "application/json", 422, "unknown_ruleset"),
        (b"hand=1m", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        (b"{}", "text/plain", 415, "unsupported_media_type"),
    ],
)
def test_a_body_that_is_no_request_is_a_problem(
    service: httpx.Client, body: bytes, kind: str, status: int, code: str
) -> None:
    answer = service.post("/v1/score", content=body, headers={"content-type": kind})
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert answer.json()["code"] == code


def test_a_body_without_a_content_type_is_taken_as_json(service: httpx.Client) -> None:
    request = httpx.Request("POST", service.base_url.join("/v1/score"), content=json.dumps(LEGAL).encode())
    request.headers.pop("content-type", None)
    assert service.send(request).status_code == 200


def test_waits_are_answered_with_what_each_would_be_worth(service: httpx.Client) -> None:
    waits = service.post("/v1/waits", json={**RULES, "concealed": "234m234m567s88p46p"}).json()
    assert [wait["tile"] for wait in waits] == ["5p"]
    assert waits[0]["self_draw"]["win"] is True
    assert waits[0]["discard"]["win"] is False


def test_discards_are_answered_with_their_waits(service: httpx.Client) -> None:
    discards = service.post("/v1/discards", json={**RULES, "concealed": "234m234m567s88p46p9m"}).json()
    assert {"9m"} <= {each["tile"] for each in discards}


def test_every_rule_set_in_the_list_can_be_asked_for(service: httpx.Client) -> None:
    listed = service.get("/v1/rulesets").json()
    assert "yangzhou-new" in [rules["id"] for rules in listed]
    for rules in listed:
        assert service.get(f"/v1/rulesets/{rules['id']}").json()["id"] == rules["id"]


def test_an_unknown_rule_set_is_a_404_that_names_the_nearest(service: httpx.Client) -> None:
    answer = service.get("/v1/rulesets/yangzou-new")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_ruleset")
    assert "yangzhou-new" in answer.json()["detail"]


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/v2", 404), ("GET", "/v1/score", 405)])
def test_a_wrong_path_or_method_is_a_problem_too(
    service: httpx.Client, method: str, path: str, status: int
) -> None:
    answer = service.request(method, path)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert answer.json()["text"]["zh"]


OTHER_GAMES = [
    {"ruleset": "diedaohu", "balances": {"east": 310, "south": 60, "west": 0, "north": 30}},
    {"ruleset": "liuwei"},
    {"ruleset": "yangzhou-online"},
    {"ruleset": "zhenjiang", "wild": {"indicator": "4p", "discarded": ["first"]}},
]


@pytest.mark.parametrize("game", OTHER_GAMES, ids=[game["ruleset"] for game in OTHER_GAMES])
def test_the_documented_objects_hold_for_every_game(service: httpx.Client, game: dict[str, Any]) -> None:
    request = {**game, "concealed": "234m234m567s88p46p", "winning_tile": "5p"}
    requests.ScoreRequest.model_validate(request)
    answer = service.post("/v1/score", json=request)
    scores.Score.model_validate(answer.json())
    assert service.get(f"/v1/rulesets/{game['ruleset']}").json()["unit"]["zh"]


def test_the_documented_objects_are_what_is_answered(service: httpx.Client) -> None:
    for request in (LEGAL, SHORT):
        requests.ScoreRequest.model_validate(request)
        scores.Score.model_validate(service.post("/v1/score", json=request).json())
    for wait in service.post("/v1/waits", json=EXAMPLES["WaitsRequest"]).json():
        scores.Wait.model_validate(wait)
    for each in service.post("/v1/discards", json=EXAMPLES["DiscardsRequest"]).json():
        scores.Discard.model_validate(each)
    for listed in service.get("/v1/rulesets").json():
        rulesets.RulesetBrief.model_validate(listed)
        rules = service.get(f"/v1/rulesets/{listed['id']}").json()
        described = listed["state"] == "described"
        (rulesets.RulesetFull if described else rulesets.RulesetBrief).model_validate(rules)


SETTLED = [
    (EXAMPLES["SettleRequest"], "the documented example"),
    ({"ruleset": "zhenjiang"}, "a drawn hand"),
    ({"ruleset": "zhenjiang", "false_win": "north"}, "a false win, fined"),
    (
        {"ruleset": "yangzhou-new", "discarder": "west", "winners": [{**WON_TILES, "seat": "south"}]},
        "one short",
    ),
    (
        {
            "ruleset": "liuwei",
            "balances": {"east": 50, "south": 98, "west": 2, "north": 50},
            "discarder": "west",
            "winners": [{**WON_TILES, "seat": seat} for seat in ("south", "east")],
        },
        "two called, the discarder has less than is owed",
    ),
    (
        {
            "ruleset": "liuwei",
            "balances": {"east": 60, "south": 80, "west": 40, "north": 20},
            "winners": [{"seat": "south", "concealed": "111z222z333z444z5z", "winning_tile": "5z"}],
        },
        "all the money there is, and the game over",
    ),
]


@pytest.mark.parametrize(("request_", "why"), SETTLED, ids=[why for _, why in SETTLED])
def test_a_settled_hand_is_the_same_by_python_and_http_and_as_documented(
    service: httpx.Client, request_: dict[str, Any], why: str
) -> None:
    requests.SettleRequest.model_validate(request_)
    answer = service.post("/v1/settle", json=request_)
    assert answer.status_code == 200, (why, answer.json())
    assert answer.json() == scoring.settle(request_).to_dict()
    scores.Settlement.model_validate(answer.json())


def test_what_a_poor_discarder_still_owes_is_told(service: httpx.Client) -> None:
    transfers = service.post("/v1/settle", json=SETTLED[4][0]).json()["transfers"]
    assert transfers[0] == {"from": "west", "to": "east", "amount": 2, "why": "discard", "due": 4}


def test_a_game_ends_when_all_the_money_is_taken(service: httpx.Client) -> None:
    settled = service.post("/v1/settle", json=SETTLED[5][0]).json()
    assert {each["why"] for each in settled["transfers"]} == {"all_money"}
    assert settled["balances"] == {"east": 0, "south": 200, "west": 0, "north": 0}
    assert settled["game_ends"] is True


@pytest.mark.parametrize(
    ("change", "code", "why"),
    [
        ({"winers": []}, "unknown_field", "misspelt"),
        ({"ruleset": "diedaohuu"}, "unknown_ruleset", "misspelt"),
        ({"discarder": "south"}, "contradictory_circumstances", "the winner discarded"),
        ({"winners": [{"seat": "south"}]}, "wrong_tile_count", "a winner without tiles"),
        ({"balances": {"east": 1}}, "bad_balances", "three seats without money"),
    ],
)
def test_a_hand_that_cannot_be_settled_is_a_422_with_its_reasons(
    service: httpx.Client, change: dict[str, Any], code: str, why: str
) -> None:
    answer = service.post("/v1/settle", json={**EXAMPLES["SettleRequest"], **change})
    assert answer.status_code == 422, why
    assert code in [reason["code"] for reason in answer.json()["reasons"]], answer.json()


@pytest.mark.parametrize(
    ("base", "paid"),
    [(0.1, 0.1), (0.25, 0.25), (1.1, 1.1), (3, 3), (0.007, 0.007)],
)
def test_amounts_are_the_exact_decimal_numbers(service: httpx.Client, base: float, paid: float) -> None:
    request = {"ruleset": "diedaohu", "base": base, **WON_TILES}
    body = service.post("/v1/score", json=request).json()
    assert [each["amount"] for each in body["transfers"]] == [paid] * 3
    assert body["payments"]["east"] == float(3 * Decimal(str(paid)))


def test_a_wild_tile_tells_what_it_stands_for(service: httpx.Client) -> None:
    request = {"ruleset": "zhenjiang", "wild": {"indicator": "8s"}, **WON_TILES, "winning_tile": "9s"}
    assert service.post("/v1/score", json=request).json()["decomposition"]["stands_for"] == ["5p"]


def test_every_reason_to_pay_is_documented_and_has_words() -> None:
    assert set(get_args(scores.Why)) == set(WHYS)
    assert {f"why_{why}" for why in WHYS} == {key for key in WORDS if key.startswith("why_")}
