"""跌倒胡 and 六圩: types, who pays what, kongs, and money that runs out (RULES 4, 5)."""

from typing import Any

import pytest

from scoring import Hand, RequestError, score
from scoring.fans import TYPES

PLAIN, TRIPLETS = "123m456m78m55s234p + 9m", "[p111m][p222p]333s55s99m + 9m"
HALF, FULL = "[p777z]12p456p789p11z + 3p", "112233m456m789m5m + 5m"
HALF_TRIPLETS, FULL_TRIPLETS = "[p111z][p222m]666z99m33m + 9m", "[p777p]111p333p555p9p + 9p"
HONOURS = "[p111z][p222z]777z66z55z + 6z"
OF_TYPE = {
    "pihu": PLAIN, "duiduihu": TRIPLETS, "hunyise": HALF, "qingyise": FULL,
    "hunduidui": HALF_TRIPLETS, "qingduidui": FULL_TRIPLETS, "fengqing": HONOURS,
}  # fmt: skip
MULTIPLES = {
    "pihu": 1, "duiduihu": 2, "hunyise": 2, "qingyise": 4, "hunduidui": 4, "qingduidui": 8, "fengqing": 16,
}  # fmt: skip
# For a 园子 of 50: self-draw from each, discarder, each of the others.
STAKES = {
    "pihu": (6, 4, 2), "duiduihu": (10, 10, 5), "hunyise": (12, 12, 6), "qingyise": (16, 16, 8),
    "hunduidui": (16, 16, 8), "qingduidui": (16, 16, 8), "fengqing": (50, 50, 16),
}  # fmt: skip


def answer(hand: str, ruleset: str = "diedaohu", win: str = "self_draw", **how: Any) -> dict[str, Any]:
    request: dict[str, Any] = {"ruleset": ruleset, **Hand.parse(hand).to_dict(), "win": win, **how}
    if win != "self_draw":
        request.setdefault("discarder", "south")
    return score(request).to_dict()


def money(east: float, south: float, west: float, north: float) -> dict[str, float]:
    return {"east": east, "south": south, "west": west, "north": north}


def codes(result: dict[str, Any]) -> list[str]:
    return [reason["code"] for reason in result["reasons"]]


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_is_worth_its_multiple(kind: str) -> None:
    drawn = answer(OF_TYPE[kind], base=5)
    assert [(fan["id"], fan["value"]) for fan in drawn["fans"]] == [(kind, MULTIPLES[kind])]
    assert drawn["total"] == MULTIPLES[kind]
    assert drawn["payments"] == money(15, -5, -5, -5) | {
        seat: 5 * MULTIPLES[kind] * (3 if seat == "east" else -1) for seat in drawn["payments"]
    }
    thrown = answer(OF_TYPE[kind], win="discard", base=5)
    assert thrown["payments"] == money(5 * MULTIPLES[kind], -5 * MULTIPLES[kind], 0, 0)


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_is_paid_its_stakes(kind: str) -> None:
    drawn, thrown = answer(OF_TYPE[kind], "liuwei"), answer(OF_TYPE[kind], "liuwei", "discard")
    each, first, beside = STAKES[kind]
    assert drawn["payments"] == money(3 * each, -each, -each, -each)
    assert thrown["payments"] == money(first + 2 * beside, -first, -beside, -beside)
    assert (drawn["total"], thrown["total"]) == (each, first)
    assert [reason["code"] for reason in drawn["assumed"] if "balances" in reason["code"]] == [
        "balances_assumed"
    ]


def test_a_hand_is_all_triplets_if_any_split_is() -> None:
    result = answer("222333444m555p9s + 9s")
    assert [fan["id"] for fan in result["fans"]] == ["duiduihu"]
    assert result["alternatives"][0]["fans"] == [{"id": "pihu", "value": 1}]


def test_the_lesser_types_are_told_as_not_counted() -> None:
    result = answer(FULL_TRIPLETS)
    assert {each["id"] for each in result["not_counted"]} == {"qingyise", "duiduihu"}


@pytest.mark.parametrize("ruleset", ["diedaohu", "liuwei"])
def test_a_called_chow_bars_the_hand(ruleset: str) -> None:
    result = answer("[c123m]456m78m55s234p + 9m", ruleset)
    assert (result["win"], codes(result), result["fans"][0]["id"]) == (False, ["chow_not_allowed"], "pihu")


@pytest.mark.parametrize(
    ("cap", "payments"),
    [
        (100, money(16, -8, -4, -4)),
        (75, money(12, -6, -3, -3)),
        (33, money(5.28, -2.64, -1.32, -1.32)),
    ],
)
def test_stakes_scale_with_the_cap_and_are_not_rounded(cap: int, payments: dict[str, float]) -> None:
    result = answer(PLAIN, "liuwei", "discard", options={"liuwei_cap": cap})
    assert result["payments"] == payments
    assert result["total"] == -payments["south"]


@pytest.mark.parametrize(
    ("how", "kongs", "reason"),
    [
        ({"ruleset": "diedaohu", "melds": "k:across"}, money(1, 0, -1, 0), "直杠: who gave it"),
        (
            {"ruleset": "diedaohu", "melds": "K:across"},
            money(1.5, -0.5, -0.5, -0.5),
            "回头杠: half from each",
        ),
        ({"ruleset": "diedaohu", "melds": "a:"}, money(3, -1, -1, -1), "暗杠: one from each"),
        ({"ruleset": "diedaohu", "melds": "k:"}, money(0, 0, 0, 0), "by nobody knows whom"),
        ({"ruleset": "liuwei", "melds": "k:left"}, money(6, -2, -2, -2), "明杠: 2 from each"),
        ({"ruleset": "liuwei", "melds": "a:"}, money(12, -4, -4, -4), "暗杠: 4 from each"),
    ],
)
def test_kongs_are_paid_apart(how: dict[str, str], kongs: dict[str, float], reason: str) -> None:
    letter, source = how["melds"].split(":")
    request = Hand.parse(f"[{letter}8888s]123m456m78m55p + 9m").to_dict()
    if source:
        request["melds"][0]["from"] = source
    result = score({"ruleset": how["ruleset"], **request}).to_dict()
    assert result["kong_payments"] == kongs, reason
    unknown = [each["code"] for each in result["assumed"] if each["code"] == "kong_source_unknown"]
    assert bool(unknown) == (how["melds"] == "k:")


@pytest.mark.parametrize(
    ("ruleset", "hand", "win", "balances", "payments", "reason"),
    [
        ("diedaohu", FULL, "discard", money(9, 3, 5, 5), money(3, -3, 0, 0), "no more than what is left"),
        ("diedaohu", FULL, "self_draw", money(9, 3, 0, 5), money(7, -3, 0, -4), "one is bust"),
        ("diedaohu", HONOURS, "discard", money(310, 60, 0, 30), money(60, -60, 0, 0), "RULES 10.21"),
        ("diedaohu", HONOURS, "self_draw", money(310, 60, 0, 30), money(90, -60, 0, -30), "RULES 10.21"),
        ("liuwei", HONOURS, "discard", money(90, 60, 10, 40), money(86, -60, -10, -16), "all and 16"),
        ("liuwei", PLAIN, "self_draw", money(90, 60, 5, 45), money(17, -6, -5, -6), "what is left"),
    ],
)  # fmt: skip
def test_nobody_pays_more_than_what_is_left(
    ruleset: str,
    hand: str,
    win: str,
    balances: dict[str, float],
    payments: dict[str, float],
    reason: str,
) -> None:
    assert answer(hand, ruleset, win, balances=balances)["payments"] == payments, reason


def test_what_was_owed_is_told_beside_what_was_paid() -> None:
    [short] = answer(FULL, win="discard", balances=money(9, 3, 5, 5))["transfers"]
    assert (short["amount"], short["due"]) == (3, 4)
    assert "due" not in answer(FULL, win="discard")["transfers"][0]


def test_kongs_come_before_the_win() -> None:
    result = answer("[a8888s]123m456m78m55p + 9m", balances=money(50, 1, 3, 50))
    assert result["kong_payments"] == money(3, -1, -1, -1)
    assert result["payments"] == money(2, 0, -1, -1)


@pytest.mark.parametrize("win", ["discard", "robbed_kong"])
@pytest.mark.parametrize("ruleset", ["diedaohu", "liuwei"])
def test_nobody_wins_on_the_tile_of_a_bust_player(ruleset: str, win: str) -> None:
    result = answer("123m456m78m55s234p + 9m", ruleset, win, balances=money(100, 0, 50, 50))
    assert (result["win"], codes(result)) == (False, ["discarder_bust"])
    assert "A self-draw would have done" in result["advice"]["en"]


def test_a_cap_without_balances_is_a_full_purse_each_and_said() -> None:
    result = answer(HONOURS, win="discard", options={"yuanzi_cap": 30})
    assert result["payments"] == money(30, -30, 0, 0)
    assert "balances_assumed" in [each["code"] for each in result["assumed"]]
    odd = answer(PLAIN, options={"yuanzi_cap": 30}, balances=money(30, 30, 30, 31))
    assert "balances_do_not_add_up" in [each["code"] for each in odd["assumed"]]


def test_the_discarder_may_have_to_pay_double() -> None:
    result = answer(HALF, win="discard", options={"diedaohu_discard_ratio": 2}, seat="east", round="east")
    assert (result["total"], result["payments"]) == (2, money(4, -4, 0, 0))


def test_a_stake_has_no_say_where_money_is_fixed_and_that_is_said() -> None:
    result = answer(PLAIN, "liuwei", "discard", base=5)
    assert result["payments"] == money(8, -4, -2, -2)
    assert "base_not_used" in [each["code"] for each in result["assumed"]]


@pytest.mark.parametrize(
    ("balances", "fields"),
    [
        ({"east": 1, "south": 1, "west": 1}, ["balances.north"]),
        (
            {"east": -1, "south": 1, "west": "1", "north": True},
            ["balances.east", "balances.west", "balances.north"],
        ),
        ({}, ["balances.east", "balances.south", "balances.west", "balances.north"]),
        ([1, 1, 1, 1], ["balances"]),
        (100, ["balances"]),
    ],
)  # fmt: skip
def test_balances_that_are_none_are_refused_all_at_once(balances: Any, fields: list[str]) -> None:
    with pytest.raises(RequestError) as caught:
        answer(PLAIN, balances=balances)
    assert [(each.code, each.details["field"]) for each in caught.value.reasons] == [
        ("bad_balances", field) for field in fields
    ]


def test_a_seat_that_is_none_has_no_balance() -> None:
    with pytest.raises(RequestError) as caught:
        answer(PLAIN, balances=money(1, 1, 1, 1) | {"dealer": 1})
    assert [each.code for each in caught.value.reasons] == ["unknown_field"]


@pytest.mark.parametrize("value", ["none", 0, -5, 1.5, True])
def test_a_cap_is_a_whole_number_over_0_or_null(value: Any) -> None:
    assert answer(PLAIN, options={"yuanzi_cap": None})["win"]
    with pytest.raises(RequestError, match="bad_value"):
        answer(PLAIN, options={"yuanzi_cap": value})
