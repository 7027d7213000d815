"""Who pays whom (RULES 2.1, 2.6)."""

from itertools import product
from typing import Any

import pytest

from scoring import Hand, Seat, Source, score

DRAGON = "123456789m45s99p + 6s"  # 24 on a discard, 25 self-drawn
FLUSH = "[c123m][c456m][c567m] 78m99m + 9m"  # 113 self-drawn, 112 on a discard
HONOURS = "[p111z][p222z][p333z][p444z] 5z + 5z"


def payments(hand: str, ruleset: str = "yangzhou-new", sources: str = "", **how: Any) -> dict[str, int]:
    request: dict[str, Any] = {"ruleset": ruleset, **Hand.parse(hand).to_dict(), **how}
    for meld, source in zip(request["melds"], sources.split(), strict=False):
        meld["from"] = source
    result: dict[str, int] = score(request).to_dict()["payments"]
    return {seat: amount for seat, amount in result.items() if amount}


@pytest.mark.parametrize(
    ("how", "expected", "reason"),
    [
        ({}, {"east": 75, "south": -25, "west": -25, "north": -25}, "self-draw: each pays once"),
        ({"seat": "west"}, {"east": -25, "south": -25, "west": 75, "north": -25}, "the dealer pays no more"),
        ({"win": "discard", "discarder": "south"}, {"east": 48, "south": -48}, "the discarder alone, twice"),
        (
            {"win": "robbed_kong", "discarder": "west"},
            {"east": 48, "west": -48},
            "a robbed kong is a discard",
        ),
        ({"base": 5}, {"east": 375, "south": -125, "west": -125, "north": -125}, "times the stake"),
    ],
)
def test_a_win_is_paid_by_the_discarder_twice_or_by_all_once(
    how: dict[str, Any], expected: dict[str, int], reason: str
) -> None:
    assert payments(DRAGON, **how) == expected, reason


@pytest.mark.parametrize(
    ("hand", "how", "expected", "reason"),
    [
        (FLUSH, {}, {"east": 339, "north": -339}, "RULES 10.24: 上家 pays for all three"),
        (FLUSH, {"seat": "south"}, {"south": 339, "east": -339}, "上家 of South is East"),
        (
            FLUSH,
            {"win": "discard", "discarder": "west"},
            {"east": 224, "north": -224},
            "the discarder pays nothing",
        ),
        (
            FLUSH,
            {"win": "discard", "discarder": "north"},
            {"east": 224, "north": -224},
            "one who is both pays once",
        ),
        (FLUSH, {"ruleset": "yangzhou-new-18"}, {"east": 339, "north": -339}, "D2 keeps it for 清一色"),
        (
            "[c123m][c456m] 567m78m99m + 9m",
            {},
            {"east": 339, "south": -113, "west": -113, "north": -113},
            "two chows",
        ),
        (
            HONOURS,
            {"sources": "right right right right"},
            {"east": 972, "south": -972},
            "all four from one player: 320 + 自摸 + 独吊 + 门风 + 圈风",
        ),
        (HONOURS, {"liable": "west"}, {"east": 972, "west": -972}, "the request names who"),
        (
            HONOURS,
            {"sources": "right right right right", "ruleset": "yangzhou-new-18"},
            {"east": 972, "south": -324, "west": -324, "north": -324},
            "D2 has no such clause",
        ),
        (
            "[p111z][p222z][p333z] 444z5z + 5z",
            {"sources": "right right right"},
            {"east": 975, "south": -325, "west": -325, "north": -325},
            "three exposed sets: nobody fed a fourth",
        ),
        (
            "[p111z][p222z][p333z][a4444z] 5z + 5z",
            {"sources": "right right right"},
            {"east": 978, "south": -326, "west": -326, "north": -326},
            "a concealed kong was fed by nobody",
        ),
    ],
)
def test_who_fed_the_deciding_set_pays_for_all(
    hand: str, how: dict[str, Any], expected: dict[str, int], reason: str
) -> None:
    assert payments(hand, **how) == expected, reason


@pytest.mark.parametrize("sources", ["", "right right left right", "right right right"])
def test_an_unknown_feeder_is_said_and_settled_without(sources: str) -> None:
    request: dict[str, Any] = {
        "ruleset": "yangzhou-new",
        **Hand.parse(HONOURS).to_dict(),
        "seat": "east",
        "round": "east",
    }
    for meld, source in zip(request["melds"], sources.split(), strict=False):
        meld["from"] = source
    answer = score(request).to_dict()
    assert [each["code"] for each in answer["assumed"]] == ["liability_unknown"]
    assert [transfer["why"] for transfer in answer["transfers"]] == ["self_draw"] * 3


def test_every_way_of_winning_is_paid_to_the_winner_and_sums_to_zero() -> None:
    for seat, discarder in product(Seat, (None, *Seat)):
        if discarder is not seat:
            how = {"win": "discard", "discarder": discarder} if discarder else {"win": "self_draw"}
            paid = payments(DRAGON, seat=seat, **how)
            assert sum(paid.values()) == 0
            assert max(paid, key=lambda each: paid[each]) == seat


@pytest.mark.parametrize(
    ("source", "seats"),
    [
        (Source.LEFT, "north east south west"),
        (Source.ACROSS, "west north east south"),
        (Source.RIGHT, "south west north east"),
    ],
)
def test_left_is_the_player_before_and_right_the_one_after(source: Source, seats: str) -> None:
    assert [str(seat.towards(source)) for seat in Seat] == seats.split()
