"""What users of other scoring engines reported, each as a test of ours (rows S1 to S49)."""

import gc
import tracemalloc
from itertools import product
from typing import Any

import pytest

from scoring import ALL_TILES, Hand, RequestError, Tile, ruleset, score


def answer(hand: str, win: str = "self_draw", **more: Any) -> dict[str, Any]:
    """The score of a hand under yangzhou-new; North discards."""
    discarder = {} if win == "self_draw" else {"discarder": "north"}
    request = {"ruleset": "yangzhou-new", **Hand.parse(hand).to_dict(), "win": win, "round": "south"}
    return score({**request, **discarder, **more}).to_dict()


def ids(result: dict[str, Any]) -> set[str]:
    return {fan["id"] for fan in result["fans"]}


@pytest.mark.parametrize(
    "hand",
    [
        "55555p123456m11z + 1z",
        "5555p1123456m11z + 5p",
        "[p555p]5p123456m11z2z + 5p",
        "[k5555p]5p123456m1z11s + 1s",
    ],
)
def test_s1_s18_s35_five_of_a_tile_anywhere_are_refused_by_name(hand: str) -> None:
    with pytest.raises(RequestError) as caught:
        answer(hand)
    named = [reason.details["tile"] for reason in caught.value.reasons if reason.code == "too_many_copies"]
    assert named == ["5p"]


def test_s2_four_alike_count_as_declared_and_an_extra_tile_is_explained() -> None:
    assert "angang" in ids(answer("[a1111m] 234m456m45s99p + 6s"))
    assert "angang" not in ids(answer("1111m23m456m45s99p + 6s"))
    with pytest.raises(RequestError, match="If the four 1m are a kong"):
        answer("1111m234m456m45s99p + 6s")


@pytest.mark.parametrize(
    "hand",
    ["1111m3355p7799s2z + 2z", "1133557799m22p4s + 4s", "1122m3344p5566s7z + 7z"],
)
def test_s6_s20_seven_pairs_are_no_win_even_with_two_alike(hand: str) -> None:
    assert [reason["code"] for reason in answer(hand)["reasons"]] == ["not_a_winning_shape"]


@pytest.mark.parametrize(
    "hand", ["[c123m][c123m][c456m][c456m][c789m] 1z + 1z", "1z + 1z", "123m456m789m + 1z"]
)
def test_s9_more_or_fewer_than_four_sets_and_a_pair_are_refused(hand: str) -> None:
    with pytest.raises(RequestError, match="wrong_tile_count"):
        answer(hand)


@pytest.mark.parametrize(
    ("hand", "waits"),
    [("[c123s] 77789m11888p + 7m", ["7m", "1p"]), ("[c123s] 78889m11888p + 8m", ["8m", "1p"])],
)
def test_s11_s17_s31_there_is_no_edge_or_closed_wait_when_two_tiles_do(hand: str, waits: list[str]) -> None:
    result = answer(hand)
    assert result["decomposition"]["waits"] == waits
    assert not ids(result) & {"yazi", "dudiao"}


def test_s15_what_is_disputed_is_a_named_option_with_its_source() -> None:
    switches = ruleset("yangzhou-new").to_dict()["switches"]
    assert all(each["source"].startswith("RULES ") and each["meaning"]["en"] for each in switches)
    assert {"unique_wait", "link_rule", "menqing_allows_concealed_kong"} <= {
        each["name"] for each in switches
    }


def test_s16_no_chow_is_joined_twice_over() -> None:
    """Three links join four chows, however many pairs would match."""
    result = answer("[c123s] 456s123m46m99p + 5m", "discard", options={"shuangpiao_keeps_links": True})
    assert sum(fan["count"] for fan in result["fans"] if fan["id"] in ("qixiang", "lianfu", "laoshao")) == 3


def test_s19_a_crowded_suit_is_split_every_way() -> None:
    result = answer("1122233334444s + 2s")
    found = [way["decomposition"] for way in (result, *result["alternatives"])]
    layouts = {(way["pair"], *(each["tiles"] for each in way["sets"])) for way in found}
    assert layouts == {
        ("11s", "234s", "234s", "234s", "234s"),
        ("11s", "234s", "222s", "333s", "444s"),
        ("44s", "123s", "123s", "234s", "234s"),
    }
    assert {"gangban", "qingyise"} <= ids(result)


@pytest.mark.parametrize("tile", ["1m", "5m", "9m"])
def test_s22_s46_nine_gates_are_just_a_full_flush(tile: str) -> None:
    concealed = answer(f"1112345678999m + {tile}")
    assert concealed["win"]
    assert len(concealed["decomposition"]["waits"]) == 9
    assert "qinglong" in ids(answer("[p111m] 2345678999m + 1m"))


def test_s23_many_scores_leave_no_memory_behind() -> None:
    def some(many: int) -> None:
        for index in range(many):
            low = index % 7 + 1
            answer(f"{low}{low + 1}{low + 2}m{low}{low + 1}p555z777s11s + {low + 2}p")

    tracemalloc.start()
    some(50)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    some(500)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000


KONGS = {"k": ("minggang", 1), "K": ("minggang", 1), "a": ("angang", 2)}


@pytest.mark.parametrize(("letter", "tile"), list(product(KONGS, ["1m", "1z", "7z"])))
def test_s24_s28_each_kind_of_kong_of_suits_winds_and_dragons(letter: str, tile: str) -> None:
    result = answer(f"[{letter}{tile[0] * 4}{tile[1]}] 234m456m45s99p + 6s", options={"minimum": 0})
    values = {fan["id"]: fan["value"] for fan in result["fans"]}
    kong, worth = KONGS[letter]
    assert values[kong] == worth
    assert "zige" not in values
    assert ("menfeng" in values) == (tile == "1z")
    assert ("zhong" in values) == (tile == "7z")


@pytest.mark.parametrize(("seat", "wind"), list(product(("east", "south", "west", "north"), repeat=2)))
def test_s28_every_seat_and_round_wind_counts_and_both_when_they_agree(seat: str, wind: str) -> None:
    tile = f"{('east', 'south', 'west', 'north').index(seat) + 1}z"
    result = answer(f"[p{tile[0] * 3}z] 234m456m45s99p + 6s", seat=seat, round=wind)
    assert ids(result) & {"menfeng", "quanfeng"} == ({"menfeng", "quanfeng"} if seat == wind else {"menfeng"})


def test_s27_a_pair_of_ones_own_wind_is_worth_nothing() -> None:
    assert not ids(answer("123m456m789m45s11z + 6s", round="east")) & {"menfeng", "quanfeng"}


def test_s4_s26_s29_the_items_sum_to_the_total_and_each_names_its_sets() -> None:
    result = answer("[p111z][p222m] 666z99m33m + 9m", "discard")
    assert result["total"] == sum(fan["value"] for fan in result["fans"])
    sets = [each["tiles"] for each in result["decomposition"]["sets"]]
    where = {fan["id"]: [sets[place] for place in fan["sets"] if place != "pair"] for fan in result["fans"]}
    assert where["fa"] == ["666z"]
    assert where["menfeng"] == ["111z"]
    assert where["zige"] == ["666z"]


def test_s34_a_drawn_double_pair_wait_is_a_concealed_triplet() -> None:
    hand = "[p111m][p222p] 666z99s33s + 9s"
    assert [fan["count"] for fan in answer(hand)["fans"] if fan["id"] == "zige"] == [2]
    assert [fan["count"] for fan in answer(hand, "discard")["fans"] if fan["id"] == "zige"] == [1]


def test_s40_flowers_are_no_tiles_of_these_games() -> None:
    with pytest.raises(RequestError, match="bad_tile"):
        answer("123m456m789m45s9p + f")


def test_s43_every_answer_names_its_rule_set_and_version() -> None:
    told = answer("123456789m45s99p + 6s")["ruleset"]
    assert (told["id"], told["version"]) == ("yangzhou-new", ruleset("yangzhou-new").to_dict()["version"])


@pytest.mark.parametrize("win", ["self_draw", "discard", "robbed_kong"])
def test_s46_the_minimum_holds_for_every_way_of_winning(win: str) -> None:
    result = answer("[c234m] 234m567s88p46p + 5p", win)
    assert "below_minimum" in [reason["code"] for reason in result["reasons"]]


@pytest.mark.parametrize("tile", ALL_TILES, ids=str)
def test_s49_every_tile_can_be_melded_held_and_won_on(tile: Tile) -> None:
    others = "".join(str(other) * 3 for other in ALL_TILES[27:31] if other != tile)[:18]
    result = answer(f"[k{tile.rank * 1111}{tile.suit}] {others}" + ("5z + 5z" if tile != 31 else "6z + 6z"))
    assert result["decomposition"]["sets"][0]["tiles"] == f"{tile.rank * 1111}{tile.suit}"
    single = answer(f"{others}{'777z' if tile != 33 else '666z'}{tile} + {tile}")
    assert single["decomposition"]["pair"] == f"{tile.rank * 11}{tile.suit}"
