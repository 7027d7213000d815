"""One hand of play for the whole table: order of winners, money that runs out, dealer, end of the game."""

import json
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Hand, RequestError, Seat, settle

FULL = "112233m456m789m5m + 5m"  # 清一色
FLUSH = "44m46m777888999m + 5m"  # 清一色 too, on a 5m that leaves four of each tile
TOGETHER = ("46m88m999m111m222m + 5m", "[p333p]111222s44s55m + 5m", "46m11z567p777p789s + 5m")
HONOURS = "[p111z][p222z]777z66z55z + 6z"
PLAIN = "123m456m78m55s234p + 9m"
SEATS = tuple(map(str, Seat))


CLASH = "contradictory_circumstances"


def winner(hand: str, seat: str, **how: Any) -> dict[str, Any]:
    return {**Hand.parse(hand).to_dict(), "seat": seat, **how}


def money(east: float, south: float, west: float, north: float) -> dict[str, float]:
    return {"east": east, "south": south, "west": west, "north": north}


def settled(ruleset: str, *winners: dict[str, Any], **table: Any) -> dict[str, Any]:
    answer = settle({"ruleset": ruleset, "winners": list(winners), **table}).to_dict()
    assert json.loads(json.dumps(answer)) == answer
    return answer


def codes(answer: dict[str, Any]) -> list[list[str]]:
    return [[reason["code"] for reason in score["reasons"]] for score in answer["scores"]]


# RULES 10.21: A, B, C, D hold 310, 60, 0, 30; A plays next after B. Here B is East, A South, D West, C North.
PURSE = money(60, 310, 30, 0)


def test_all_honours_takes_all_the_money_of_the_discarder_and_two_bust_end_the_game() -> None:
    answer = settled("diedaohu", winner(HONOURS, "south"), discarder="east", balances=PURSE)
    assert answer["payments"] == money(-60, 60, 0, 0)
    assert answer["balances"] == money(0, 370, 30, 0)
    assert answer["game_ends"]
    assert answer["transfers"] == [{"from": "east", "to": "south", "amount": 60, "why": "all_money"}]


def test_all_honours_self_drawn_takes_all_there_is() -> None:
    answer = settled("diedaohu", winner(HONOURS, "south"), balances=PURSE)
    assert (answer["balances"], answer["game_ends"]) == (money(0, 400, 0, 0), True)


def test_nobody_wins_on_a_bust_players_tile_and_the_hand_goes_on() -> None:
    answer = settled("diedaohu", winner(FULL, "south"), discarder="north", balances=PURSE)
    assert codes(answer) == [["discarder_bust"]]
    assert (answer["dealer_stays"], answer["next_dealer"], answer["balances"]) == (None, None, PURSE)


@pytest.mark.parametrize("order", list(permutations((0, 1))))
def test_the_winner_nearest_to_the_discarder_is_paid_first(order: tuple[int, ...]) -> None:
    both = [winner(FULL, "south"), winner("[p444s]666777888m5m + 5m", "west")]
    answer = settled("diedaohu", *(both[index] for index in order), discarder="east", balances=PURSE, base=10)
    paid = [(each["to"], each["amount"], each.get("due")) for each in answer["transfers"]]
    assert paid == [("south", 40, None), ("west", 20, None)]
    assert answer["balances"] == money(0, 350, 50, 0)


def test_what_the_nearest_leaves_is_all_the_next_gets() -> None:
    answer = settled(
        "diedaohu", winner(FULL, "south"), winner(FLUSH, "west"), discarder="east",
        balances=PURSE, base=10,
    )  # fmt: skip
    assert [(each["amount"], each.get("due")) for each in answer["transfers"]] == [(40, None), (20, 40)]


def test_a_discarder_who_is_emptied_by_one_winner_was_not_bust_for_the_next() -> None:
    answer = settled(
        "diedaohu", winner(HONOURS, "south"), winner("[p111s]222333444s6z + 6z", "west"),
        discarder="east", balances=PURSE,
    )  # fmt: skip
    assert codes(answer) == [[], []]
    assert answer["payments"] == money(-60, 60, 0, 0)


def test_at_the_yangzhou_table_each_winner_is_paid_by_the_discarder() -> None:
    triplets = "[p222z][p666p]111s444s5m + 5m"
    answer = settled("yangzhou-new", winner(triplets, "south"), winner(FULL, "west"), discarder="east")
    assert {each["to"] for each in answer["transfers"]} == {"south", "west"}
    assert answer["payments"]["east"] == -sum(each["amount"] for each in answer["transfers"])
    assert answer["balances"] is None


@pytest.mark.parametrize("ruleset", ["yangzhou-online", "liuwei", "zhenjiang"])
def test_where_one_may_win_it_is_the_nearest_in_turn_order(ruleset: str) -> None:
    answer = settled(ruleset, winner(FULL, "east"), winner(FLUSH, "north"), discarder="south")
    assert [(score["win"], codes(answer)[index]) for index, score in enumerate(answer["scores"])] == [
        (True, []),
        (False, ["nearer_winner"]),
    ]
    assert {each["to"] for each in answer["transfers"]} == {"north"}
    assert answer["payments"]["north"] > 0


def test_the_next_in_turn_wins_where_the_nearest_may_not() -> None:
    answer = settled(
        "yangzhou-online",
        winner("234m567s88p234p78m + 9m", "west"), winner("112233456m789p9m + 9m", "north"),
        discarder="south", options={"minimum": 10},
    )  # fmt: skip
    assert codes(answer) == [["below_minimum"], []]
    assert {each["to"] for each in answer["transfers"]} == {"north"}


def test_in_liuwei_the_other_who_would_have_won_pays_along() -> None:
    answer = settled("liuwei", winner(FULL, "east"), winner(FLUSH, "north"), discarder="south")
    assert answer["payments"] == money(-8, -16, -8, 32)


# Dealer: ruleset, options, who wins (None: a drawn hand), whether East stays, why
@pytest.mark.parametrize(
    ("ruleset", "options", "wins", "stays", "reason"),
    [
        ("diedaohu", {}, None, False, "town: a drawn hand passes the deal"),
        ("diedaohu", {"dealer_rule": "country"}, None, True, "country: it does not"),
        ("diedaohu", {}, "east", True, "a winning dealer stays"),
        ("diedaohu", {}, "west", False, "another wins"),
        ("yangzhou-new", {}, None, False, "as 跌倒胡"),
        ("yangzhou-new", {"dealer_rule": "country"}, None, True, "as 跌倒胡"),
        ("yangzhou-online", {}, None, True, "庄家胡牌或流局则继续当庄家"),
        ("liuwei", {}, None, True, "和牌和莊家胡牌連莊"),
        ("zhenjiang", {}, None, True, "黄牌庄家不变"),
        ("zhenjiang", {}, "east", True, "a winning dealer stays"),
    ],
)
def test_the_dealer_stays_or_passes(
    ruleset: str, options: dict[str, Any], wins: str | None, stays: bool, reason: str
) -> None:
    hands = [winner(FULL, wins)] if wins else []
    answer = settled(ruleset, *hands, options=options)
    assert (answer["dealer_stays"], answer["next_dealer"]) == (stays, "east" if stays else "south"), reason


def test_a_dealer_who_wins_and_gets_nothing_stays() -> None:
    both = (winner(FULL, "north"), winner(FLUSH, "east"))
    answer = settled("diedaohu", *both, discarder="west", balances=money(50, 50, 4, 50))
    assert (answer["payments"], answer["dealer_stays"]) == (money(0, 0, -4, 4), True)


def test_seats_are_places_and_winds_are_counted_from_the_dealer() -> None:
    hand = "[p111z][p222m]666z99m33m + 9m"
    answer = settled("yangzhou-new", winner(hand, "west"), discarder="south", dealer="west", round="east")
    assert {fan["id"] for fan in answer["scores"][0]["fans"]} >= {"menfeng", "quanfeng"}
    assert (answer["payments"]["west"], answer["next_dealer"]) == (108, "west")
    other = settled("yangzhou-new", winner(hand, "north"), discarder="south", dealer="west", round="south")
    assert not {fan["id"] for fan in other["scores"][0]["fans"]} & {"menfeng", "quanfeng"}
    assert other["next_dealer"] == "north"


KONGS = [
    {"seat": "south", "kind": "kong", "from": "east"},
    {"seat": "west", "kind": "added_kong"},
    {"seat": "north", "kind": "concealed_kong"},
]


def test_everybodys_kongs_are_paid_even_on_a_drawn_hand() -> None:
    answer = settled("diedaohu", kongs=KONGS)
    assert answer["kong_payments"] == money(-1 - 0.5 - 1, 1 - 0.5 - 1, 1.5 - 1, 3 - 0.5)
    assert [each["why"] for each in answer["transfers"]] == ["kong"] + ["added_kong"] * 3 + [
        "concealed_kong"
    ] * 3


def test_a_kong_may_name_whose_discard_it_was_as_its_owner_sees_it() -> None:
    by_seat = settled("diedaohu", kongs=KONGS[:1])
    assert settled("diedaohu", kongs=[{**KONGS[0], "from": "left"}]) == by_seat


def test_kongs_that_a_winner_lists_and_melds_are_paid_once() -> None:
    hand = winner("[a8888s]123m456m78m55p + 9m", "east")
    alone = settled("diedaohu", hand)
    assert alone["kong_payments"] == money(3, -1, -1, -1) == alone["scores"][0]["kong_payments"]
    assert settled("diedaohu", hand, kongs=[{"seat": "east", "kind": "concealed_kong"}]) == alone


def test_a_kong_by_nobody_knows_whom_is_told() -> None:
    answer = settled("diedaohu", kongs=[{"seat": "south", "kind": "kong"}])
    assert [note["code"] for note in answer["assumed"]] == ["kong_source_unknown"]


def test_kongs_bring_money_before_it_is_lost_to_a_win() -> None:
    answer = settled(
        "diedaohu", winner(FULL, "east"), discarder="south", balances=money(50, 0, 50, 50),
        kongs=[{"seat": "south", "kind": "concealed_kong"}],
    )  # fmt: skip
    assert answer["kong_payments"] == money(-1, 3, -1, -1)
    assert answer["payments"] == money(3, -3, 0, 0)
    assert answer["balances"] == money(52, 0, 49, 49)


def test_a_false_win_is_fined_and_not_paid_to_anybody_yet() -> None:
    answer = settled("zhenjiang", winner(FULL, "east"), false_win="west", base=2)
    assert answer["fines"] == [{"seat": "west", "amount": 12, "why": "false_win"}]
    assert sum(answer["payments"].values()) == 0
    assert [note["code"] for note in answer["assumed"]] == ["fine_recipient_unknown"]


def test_liability_is_settled_at_the_table_too() -> None:
    chows = winner("[c123m][c456m][c567m] 78m99m + 9m", "east")
    answer = settled("yangzhou-new", chows, discarder="south")
    assert answer["payments"] == money(224, 0, 0, -224)
    assert answer["transfers"][0]["why"] == "liable"


@pytest.mark.parametrize(
    ("change", "code", "where", "reason"),
    [
        ({"winners": [winner(FULL, "east"), winner(FULL, "east")]}, CLASH, "winners", "twice"),
        ({"winners": [winner(FULL, "east"), winner(PLAIN, "west")]}, CLASH, "winners", "5m and 9m"),
        (
            {"discarder": None, "winners": [winner(FULL, "east"), winner(FLUSH, "west")]},
            CLASH,
            "winners",
            "two self-draws",
        ),
        (
            {"winners": [winner(FULL, "east"), winner(FULL, "west")]},
            "too_many_copies",
            None,
            "five 5m on one table",
        ),
        (
            {
                "ruleset": "zhenjiang",
                "winners": [
                    winner(FULL, "east", wild={"indicator": "1p"}),
                    winner(FLUSH, "west", wild={"indicator": "2p"}),
                ],
            },
            CLASH,
            "winners",
            "one 正搭 a deal",
        ),
        (
            {
                "ruleset": "zhenjiang",
                "winners": [
                    winner(FULL, seat, wild={"indicator": "4m"})
                    if seat == "east"
                    else winner(FLUSH, seat, wild={"indicator": "4m"})
                    for seat in ("east", "west")
                ],
            },
            "too_many_copies",
            None,
            "a fifth 4m is turned up",
        ),
        ({"winners": [winner(FULL, "east", win="self_draw")]}, CLASH, "discarder", "by nobody"),
        ({"winners": []}, CLASH, "discarder", "nobody won"),
        ({"winners": [winner(FULL, "south")]}, CLASH, "winners[0].seat", "one's own"),
        (
            {"winners": [winner(FULL, "east", base=2)]},
            "unknown_field",
            "winners[0].base",
            "for the whole table",
        ),
        ({"winners": [winner(FULL, "east", wilde=2)]}, "unknown_field", "winners[0].wilde", "misspelt"),
        (
            {"winners": [winner(FULL, "east") | {"concealed": "1m"}]},
            "wrong_tile_count",
            "winners[0]",
            "one tile",
        ),
        ({"winners": [3]}, "bad_value", "winners[0]", "no hand"),
        ({"winners": 3}, "bad_value", "winners", "no list"),
        ({"winner": []}, "unknown_field", "winner", "misspelt"),
        ({"wild": {"indicator": "1m"}}, "unknown_field", "wild", "of a winner"),
        ({"ruleset": "x"}, "unknown_ruleset", None, "no such rule set"),
        ({"base": 0}, "bad_value", "base", "no stake"),
        ({"balances": {"east": 1}}, "bad_balances", "balances.south", "one seat"),
        ({"ruleset": "yangzhou-new", "balances": PURSE}, "unknown_field", "balances", "no 园子"),
        ({"dealer": "me"}, "bad_value", "dealer", "no seat"),
        ({"kongs": [{"seat": "east"}]}, "bad_value", "kongs[0].kind", "no kind"),
        ({"kongs": [{"seat": "east", "kind": "pung"}]}, "bad_value", "kongs[0].kind", "no kong"),
        ({"kongs": [{"kind": "kong"}]}, "bad_value", "kongs[0].seat", "no seat"),
        (
            {"kongs": [{"seat": "west", "kind": "kong", "from": "me"}]},
            "bad_value",
            "kongs[0].from",
            "no seat",
        ),
        ({"kongs": [3]}, "bad_value", "kongs[0]", "no kong"),
        ({"kongs": 3}, "bad_value", "kongs", "no list"),
        ({"kongs": [{"seat": "east", "kind": "kong"}]}, CLASH, "kongs", "not melded"),
        ({"false_win": "west"}, "unknown_field", "false_win", "no fine is written"),
        ({"ruleset": "zhenjiang", "false_win": "east"}, CLASH, "false_win", "may not win"),
    ],
)
def test_what_cannot_be_settled_says_why(
    change: dict[str, Any], code: str, where: str | None, reason: str
) -> None:
    request = {"ruleset": "diedaohu", "discarder": "south", "winners": [winner(FULL, "east")], **change}
    with pytest.raises(RequestError) as caught:
        settle(request)
    found = [
        (each.code, each.details.get("field") or (each.details.get("fields") or [None])[0])
        for each in caught.value.reasons
    ]
    assert (code, where) in found, reason


def test_all_that_is_wrong_is_told_at_once_and_once() -> None:
    with pytest.raises(RequestError) as caught:
        settle(
            {
                "ruleset": "diedaohu", "base": -1, "dealer": "x",
                "winners": [winner(FULL, "e"), winner(FULL, "f")], "kongs": [{"seat": "east", "kind": "x"}],
            }
        )  # fmt: skip
    fields = [each.details["field"] for each in caught.value.reasons]
    assert fields == ["base", "dealer", "winners[0].seat", "winners[1].seat", "kongs[0].kind"]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["diedaohu", "liuwei"]),
    st.lists(st.integers(0, 120), min_size=4, max_size=4),
    st.lists(st.sampled_from(TOGETHER), unique=True),
    st.lists(
        st.tuples(
            st.sampled_from(SEATS),
            st.sampled_from(["kong", "added_kong", "concealed_kong"]),
            st.sampled_from(SEATS),
        ),
        max_size=4,
    ),
    st.sampled_from(SEATS),
    st.integers(1, 60),
)
def test_no_money_is_made_and_nobody_pays_more_than_he_has(
    ruleset: str,
    purse: list[int],
    hands: list[str],
    kongs: list[tuple[str, str, str]],
    discarder: str,
    base: int,
) -> None:
    others = [seat for seat in SEATS if seat != discarder]
    winners = [winner(hand, seat) for hand, seat in zip(hands, others, strict=False)]
    listed = [
        {"seat": seat, "kind": kind, "from": source}
        for seat, kind, source in kongs
        if seat not in others[: len(winners)] and source != seat
    ]
    table: dict[str, Any] = {"kongs": listed, "base": base, "balances": money(*purse)}
    if winners:
        table["discarder"] = discarder
    answer = settled(ruleset, *winners, **table)
    assert sum(answer["payments"].values()) == sum(answer["kong_payments"].values()) == 0
    assert sum(answer["balances"].values()) == sum(purse)
    assert min(answer["balances"].values()) >= 0
    for seat, had in zip(SEATS, purse, strict=True):
        assert answer["balances"][seat] == had + answer["payments"][seat] + answer["kong_payments"][seat]
