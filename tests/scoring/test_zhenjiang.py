"""镇江麻将: 百搭, the ladder, who pays what (RULES 6, A28)."""

from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring import ALL_TILES, Hand, RequestError, Tile, discards, score, splits, waits
from scoring.circumstances import Wild
from scoring.wildcards import finishes, wild_of, wild_split

ANY = "[p333z][p111p] 456s789m2m"  # 2m is 百搭: any tile wins
CALLED = "[p222p] 345m68p55s1s99m + 7p"  # 1s is 百搭 and stands for 5s


def answer(hand: str, wild: str | None = None, thrown: str = "", **how: Any) -> dict[str, Any]:
    request: dict[str, Any] = {"ruleset": "zhenjiang", **Hand.parse(hand).to_dict(), **how}
    if wild:
        request["wild"] = {"indicator": wild, "discarded": thrown.split()}
    if how.get("win", "self_draw") != "self_draw":
        request.setdefault("discarder", "south")
    return score(request).to_dict()


def ids(result: dict[str, Any]) -> list[str]:
    return [fan["id"] for fan in result["fans"]]


@pytest.mark.parametrize(
    ("hand", "wild", "how", "fan", "total", "reason"),
    [
        (CALLED, "9s", {}, "zj_zimo", 3, "百搭 stands for another"),
        ("[p333z][k8888s]123m45p77s + 6p", "1m", {}, "zj_tuoda", 6, "2m is 2m"),
        ("[p333z][k8888s]123m45p77s + 6p", None, {}, "zj_tuoda", 6, "no 百搭 at all counts as 脱搭"),
        (
            "[p333z][k8888s]123m45p77s + 6p",
            "1p",
            {"options": {"zj_no_wild_is_tuoda": False}},
            "zj_zimo",
            3,
            "unless the house wants one in hand",
        ),
        (
            "[p333z][k8888s]123m45p77s + 6p",
            "1m",
            {"options": {"zj_no_wild_is_tuoda": False}},
            "zj_tuoda",
            6,
            "which this hand has",
        ),
        ("[p333z][k8888s]123m45p77s + 6p", "1m", {"after_kong": "exposed"}, "zj_gangkai_ming_tuoda", 8, ""),
        ("[p333z][a8888s]123m45p77s + 6p", "1m", {"after_kong": "concealed"}, "zj_gangkai_an_tuoda", 9, ""),
        ("[k2222p]345m68p55s1s99m + 7p", "9s", {"after_kong": "exposed"}, "zj_gangkai", 5, "with 百搭"),
        ("[a2222p]345m68p55s1s99m + 7p", "9s", {"after_kong": "concealed"}, "zj_gangkai", 5, "either kong"),
        (f"{ANY} + 7z", "1m", {}, "zj_paoda", 5, "any tile"),
        (f"{ANY} + 2m", "1m", {}, "zj_paoda_tuoda", 10, "another 百搭: a pair of themselves"),
        ("[k3333z][p111p]456s789m2m + 7z", "1m", {"after_kong": "exposed"}, "zj_paoda", 5, "as 杠开: one"),
        ("[k3333z][p111p]456s789m2m + 2m", "1m", {"after_kong": "exposed"}, "zj_paoda_tuoda", 10, "over 8"),
        ("123m456m789m1p55s2s + 5s", "1s", {"heavenly": True}, "zj_tianhu", 12, "over all"),
        ("[p333z]345p678s99m44s + 4s", "1m", {"win": "discard"}, "zj_fangchong", 4, "a discard"),
        (f"{ANY} + 7z", "1m", {"win": "discard"}, "zj_fangchong", 4, "跑搭 is drawn"),
    ],
)
def test_the_highest_rung_of_the_ladder_counts_alone(
    hand: str, wild: str | None, how: dict[str, Any], fan: str, total: int, reason: str
) -> None:
    result = answer(hand, wild, **how)
    assert (ids(result), result["total"], result["win"]) == ([fan], total, True), reason


def test_the_lower_rungs_are_told_as_not_counted() -> None:
    result = answer(f"{ANY} + 2m", "1m")
    assert {each["id"]: each["because"] for each in result["not_counted"]} == {
        "zj_tuoda": "zj_paoda_tuoda",
        "zj_paoda": "zj_paoda_tuoda",
        "zj_zimo": "zj_paoda_tuoda",
    }


@pytest.mark.parametrize(
    ("thrown", "win", "options", "expected", "reason"),
    [
        ("first", "self_draw", {}, (-9, -9, -9), "RULES 10.26: 3 + 6 from each"),
        ("first middle", "self_draw", {}, (-13, -13, -13), "3 + 6 + 4"),
        ("after_pung", "self_draw", {}, (-5, -5, -5), "3 + 2"),
        ("middle middle", "self_draw", {}, (-11, -11, -11), "once for each"),
        ("first", "discard", {}, (-10, -8, -8), "RULES 10.29: every payer"),
        ("first", "discard", {"zj_da_bonus_per_payer": False}, (-10, -2, -2), "or the discarder alone"),
        ("", "discard", {}, (-4, -2, -2), "4, 2, 2"),
    ],
)
def test_a_discarded_wild_tile_is_paid_for(
    thrown: str, win: str, options: dict[str, Any], expected: tuple[int, ...], reason: str
) -> None:
    result = answer(CALLED, "9s", thrown, win=win, options=options)
    assert tuple(result["payments"][seat] for seat in ("south", "west", "north")) == expected, reason
    assert result["total"] == -expected[0]


def test_a_robbed_kong_and_a_wild_tile_won_on_are_charged_to_the_responsible_player() -> None:
    robbed = answer("[p333z]345p67s99m444m + 8s", win="robbed_kong")
    assert ids(robbed) == ["zj_fangchong", "zj_qianggang"]
    assert robbed["payments"] == {"east": 9, "south": -5, "west": -2, "north": -2}
    thrown = answer("[p222p]345m68p555s99m + 1s", "9s", win="discard")
    assert ids(thrown) == ["zj_fangchong", "zj_chengda"], "the discarded 百搭 stands for 7p"
    assert thrown["decomposition"]["stands_for"] == ["7p"]
    assert thrown["payments"] == {"east": 9, "south": -5, "west": -2, "north": -2}


def test_the_house_may_forbid_a_discard_while_a_wild_tile_stands_for_another() -> None:
    forbidden = {"zj_discard_with_wild": "forbidden"}
    refused = answer(CALLED, "9s", win="discard", options=forbidden)
    assert [reason["code"] for reason in refused["reasons"]] == ["wild_not_allowed_on_discard"]
    assert "3" in refused["advice"]["en"], "drawn by oneself it would do"
    assert answer(CALLED, "9s", options=forbidden)["win"]
    assert answer("[p333z]123m45p678s77s + 6p", "1m", win="discard", options=forbidden)["win"], "as itself"


def test_kongs_are_paid_at_once_and_apart() -> None:
    result = answer("[a3333z][k8888s]123m45p77s + 6p", "1m", base=10)
    assert result["kong_payments"] == {"east": 90, "south": -30, "west": -30, "north": -30}
    assert result["payments"]["east"] == 180


@pytest.mark.parametrize(
    ("indicator", "cycle", "expected"),
    [
        ("1m", "4+3", "2m"),
        ("9m", "4+3", "1m"),
        ("9p", "7", "1p"),
        ("4z", "4+3", "1z"),
        ("4z", "7", "7z"),
        ("7z", "4+3", "6z"),
        ("5z", "4+3", "7z"),
        ("5z", "7", "1z"),
    ],
)
def test_the_wild_tile_is_one_step_above_the_one_turned_up(indicator: str, cycle: str, expected: str) -> None:
    assert str(wild_of(Wild(Tile.parse(indicator)), cycle)) == expected


CHOW, PUNG = "[c123m] 456m789m45s99p + 6s", "[p111z] 456m789m45s99p + 6s"


@pytest.mark.parametrize(
    ("hand", "fields", "expected", "reason"),
    [
        (PUNG, {"wild": {"indicator": "6s", "discarded": ["first", "first"]}}, ("wild",), "one is first"),
        (
            "123m456m789m45s99p + 6s",
            {"wild": {"indicator": "6s", "discarded": ["after_pung"]}},
            ("wild", "melds"),
            "no pung",
        ),
        (
            "123m456m789m45s99p + 6s",
            {"heavenly": True, "wild": {"indicator": "6s", "discarded": ["first"]}},
            ("heavenly", "wild"),
            "nothing was thrown yet",
        ),
        (PUNG, {"waiting_on_any": True}, ("waiting_on_any", "concealed"), "it waits on 3s and 6s"),
    ],
)
def test_what_cannot_be_is_refused(
    hand: str, fields: dict[str, Any], expected: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(RequestError) as caught:
        score({"ruleset": "zhenjiang", **Hand.parse(hand).to_dict(), **fields})
    [found] = caught.value.reasons
    assert (found.code, tuple(found.details["fields"])) == ("contradictory_circumstances", expected), reason


@pytest.mark.parametrize(
    ("wild", "code"),
    [
        ({}, "bad_value"),
        ({"indicator": "19s"}, "bad_value"),
        ({"indicator": "0s"}, "bad_tile"),
        ({"indicator": "9s", "thrown": []}, "unknown_field"),
        ({"indicator": "9s", "discarded": ["last"]}, "bad_value"),
        ({"indicator": "9s", "discarded": "first"}, "bad_value"),
        ("9s", "bad_value"),
        ({"indicator": "9p"}, "too_many_copies"),
        ({"indicator": "9s", "discarded": ["first", "middle", "middle", "middle"]}, "too_many_copies"),
    ],
)
def test_a_wild_tile_that_is_none_is_refused(wild: Any, code: str) -> None:
    with pytest.raises(RequestError) as caught:
        score({"ruleset": "zhenjiang", "concealed": "123m456m78m9999p1s", "winning_tile": "1s", "wild": wild})
    assert [reason.code for reason in caught.value.reasons] == [code]


def test_that_the_hand_waited_on_any_tile_may_be_said_and_is_checked() -> None:
    assert answer(f"{ANY} + 7z", "1m", waiting_on_any=True)["decomposition"]["wait"] == "any"


def test_no_chow_may_be_called() -> None:
    result = answer(CHOW)
    assert (result["win"], [reason["code"] for reason in result["reasons"]]) == (False, ["chow_not_allowed"])


def test_waits_count_what_is_out_of_play() -> None:
    request = {"ruleset": "zhenjiang", "concealed": "345m68p55s199m222p", "wild": {"indicator": "9s"}}
    with pytest.raises(RequestError):
        waits({**request, "concealed": "345m68p55s1s99m222p1s"})
    found = waits({**request, "concealed": "345m68p55s1s99m222p"})
    by_tile = {str(wait.tile): wait for wait in found}
    assert by_tile["7p"].to_dict()["self_draw"] == {"total": 3, "win": True}
    assert by_tile["1s"].left == 3
    thrown = waits(
        {**request, "concealed": "345m68p55s1s99m222p", "wild": {"indicator": "7p", "discarded": []}}
    )
    assert "7p" not in {str(wait.tile) for wait in thrown}, "without 百搭 in hand it waits on nothing"


def test_discards_are_told_for_a_hand_with_wild_tiles() -> None:
    found = discards(
        {"ruleset": "zhenjiang", "concealed": "345m68p55s1s99m222p7p", "wild": {"indicator": "9s"}}
    )
    assert max(len(each.waits) for each in found) > 2
    assert {str(each.tile) for each in found} >= {"7p", "1s"}


# The layout against every way to put tiles in the place of the wild ones.

SMALL = ALL_TILES[:6] + ALL_TILES[27:29]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(SMALL), min_size=13, max_size=13), st.integers(0, 2))
def test_a_hand_with_wild_tiles_wins_where_some_tiles_in_their_place_would(
    tiles: list[Tile], jokers: int
) -> None:
    assume(max(tiles.count(tile) for tile in tiles) <= 4)
    wild = ALL_TILES[33]
    natural = tiles[: 13 - jokers]
    hand = Hand(tuple(natural) + (wild,) * jokers, (), tiles[-1])
    expected = any(
        splits(Hand((*natural, *stand_ins), (), tiles[-1]))
        for stand_ins in combinations_with_replacement(ALL_TILES, jokers)
    )
    found = wild_split(hand, wild)
    assert (found is not None) == expected
    if found is not None:
        split, substitutes = found
        laid_out = [tile for each in split.sets for tile in each.tiles] + [split.pair] * 2
        for tile in [*natural, tiles[-1]]:
            laid_out.remove(tile)
        assert sorted(tile for tile in laid_out if tile != wild) == sorted(substitutes)


def test_the_wait_is_each_tile_that_makes_a_hand() -> None:
    wild = Tile.parse("2m")
    for tiles in ("456s789m2m", "345m68p2m99m222p", "12m45p78s2m2m3z3z3z"):
        hand = Hand(Hand.parse(tiles).concealed)
        won = [tile for tile in ALL_TILES if wild_split(Hand(hand.concealed, (), tile), wild)]
        assert list(finishes(hand, wild)) == won


def test_every_switch_of_the_game_can_be_thrown_together() -> None:
    for no_wild, with_wild, cycle, per_payer in product(
        (True, False), ("allowed", "forbidden"), ("4+3", "7"), (True, False)
    ):
        options = {
            "zj_no_wild_is_tuoda": no_wild,
            "zj_discard_with_wild": with_wild,
            "zj_honour_cycle": cycle,
            "zj_da_bonus_per_payer": per_payer,
        }
        assert sum(answer(CALLED, "9s", "first", options=options)["payments"].values()) == 0
