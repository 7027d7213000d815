"""What users of other scoring engines reported, each as a test of ours (rows S1 to S49)."""

import gc
import tracemalloc
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring import ALL_TILES, Hand, RequestError, Tile, parse_tiles, ruleset, rulesets, score


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


# The same reports asked of every rule set that can be scored.

EVERY = tuple(each.id for each in rulesets() if each.described)
NO_CHOWS = ("diedaohu", "liuwei", "zhenjiang")


def by(game: str, hand: str, **how: Any) -> dict[str, Any]:
    return score({"ruleset": game, **Hand.parse(hand).to_dict(), **how}).to_dict()


@pytest.mark.parametrize("game", EVERY)
def test_s1_a_fifth_tile_is_refused_by_name(game: str) -> None:
    with pytest.raises(RequestError) as caught:
        by(game, "[p555p]55p123456m11z + 1z")
    assert [reason.details["tile"] for reason in caught.value.reasons] == ["5p"]


@pytest.mark.parametrize("game", EVERY)
def test_s6_s9_s20_only_four_sets_and_a_pair_win(game: str) -> None:
    for hand in ("1133557799m22p4s + 4s", "1111m3355p7799s2z + 2z", "19m19p19s1234567z + 1m"):
        assert "not_a_winning_shape" in {reason["code"] for reason in by(game, hand)["reasons"]}
    for hand in ("1z + 1z", "123m456m789m1z2z3z4z5z6z + 1z"):
        with pytest.raises(RequestError, match="wrong_tile_count"):
            by(game, hand)


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("hand", [
    "[a1111p][p777p] 333p555p9p + 9p", "[K5555z][k9999s] 123m456m7p + 7p", "112233445566p9p + 9p",
])  # fmt: skip
def test_s4_s24_s26_s29_the_items_add_up_and_the_sets_are_the_hand(game: str, hand: str) -> None:
    answer = by(game, hand, after_kong="none")
    assert answer["total"] == sum(fan["value"] for fan in answer["fans"])
    places = set(range(4)) | {"pair"}
    assert all(set(fan["sets"]) <= places for fan in answer["fans"])
    laid_out = [*answer["decomposition"]["sets"], {"tiles": answer["decomposition"]["pair"]}]
    tiles = [tile for each in laid_out for tile in parse_tiles(each["tiles"])]
    assert sorted(tiles) == sorted(Hand.parse(hand).tiles)
    kinds = [each["kind"] for each in answer["decomposition"]["sets"]]
    assert [kind for kind in kinds if "kong" in kind] == [
        str(meld.kind) for meld in Hand.parse(hand).melds if meld.is_kong
    ]


@pytest.mark.parametrize("game", EVERY)
def test_s7_what_is_no_meld_is_refused(game: str) -> None:
    request = {"ruleset": game, "concealed": "123456m789p2s", "winning_tile": "2s"}
    for kind, tiles in (("chow", "567z"), ("chow", "89m1p"), ("kong", "1234m"), ("pung", "112m")):
        with pytest.raises(RequestError, match="bad_meld"):
            score({**request, "melds": [{"kind": kind, "tiles": tiles}]})


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("how", [
    {"win": "self_draw", "discarder": "west"}, {"after_kong": "exposed"}, {"heavenly": True, "seat": "west"},
    {"win": "discard", "discarder": "east"},
    {"win": "robbed_kong", "discarder": "west", "after_kong": "exposed"},
])  # fmt: skip
def test_s8_s44_flags_that_contradict_each_other_are_refused(game: str, how: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match="contradictory_circumstances"):
        by(game, "123456m78m55s234p + 9m", **how)


@pytest.mark.parametrize("game", EVERY)
def test_s10_s43_limits_and_values_are_data_with_a_version(game: str) -> None:
    told = ruleset(game).to_dict()
    assert told["version"]
    assert told["switches"]
    assert by(game, "123456m78m55s234p + 9m")["ruleset"] == {
        "id": game, "name": told["name"], "version": told["version"],
    }  # fmt: skip


# S14, S38, S39, S41: which fan may never stand beside which, whatever the hand (RULES 7, 2.3).
NEVER_BESIDE = {
    "pinghu": {"zige", "minggang", "angang", "duiduihu", "hunyise", "menfeng", "quanfeng", "zhong", "fa"},
    "duanyao": {"yaotou", "hunyise", "fengqing", "menfeng", "quanfeng", "zhong"},
    "queyi": {"hunyise", "qingyise", "fengqing", "sanfutong", "sifutong"},
    "yazi": {"dudiao"},
    "sanfutong": {"qixiang", "sifutong"},
    "sifutong": {"qixiang", "yiban", "sanfutong"},
    "yitiaolong": {"laoshao", "banlong", "hunlong", "qinglong"},
    "banlong": {"yitiaolong", "yiban", "lianfu", "laoshao"},
    "shuangbanban": {"yiban"},
    "shuangban_shuanglian": {"yiban", "shuangbanban", "lianfu"},
    "shuangban_shuanglao": {"yiban", "shuangbanban", "laoshao"},
    "shuangban_shuangxi": {"yiban", "shuangbanban", "qixiang"},
    "shuangpiao": {"qixiang", "lianfu", "laoshao", "yiban"},
    "tieban": {"yiban", "gangban"},
    "gangban": {"yiban", "tieban", "shuangbanban"},
    "fengqing": {"duiduihu", "hunduidui", "hunyise"},
    "hunlong": {"hunyise", "yitiaolong", "lianfu", "laoshao"},
    "hunduidui": {"hunyise", "duiduihu"},
    "qingduidui": {"qingyise", "duiduihu"},
    "qinglong": {"qingyise", "yitiaolong"},
    "qingbanlong": {"qingyise", "banlong", "yiban"},
    "pihu": {"hunyise", "qingyise", "duiduihu", "hunduidui", "qingduidui", "fengqing"},
    "zj_tuoda": {"zj_zimo", "zj_paoda", "zj_gangkai"},
    "zj_fangchong": {"zj_zimo", "zj_tuoda", "zj_paoda"},
}  # fmt: skip


@pytest.mark.parametrize("game", EVERY)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_s14_s38_s39_s41_no_fan_stands_beside_what_it_takes_in(game: str, data: st.DataObject) -> None:
    groups = data.draw(st.lists(st.sampled_from(GROUPS), min_size=4, max_size=4))
    pair = data.draw(st.sampled_from(ALL_TILES))
    tiles = [tile for group in groups for tile in group] + [pair, pair]
    assume(max(map(tiles.count, tiles)) <= 4)
    last = tiles.pop(data.draw(st.integers(0, 13)))
    answer = score({"ruleset": game, **Hand(tuple(tiles), (), last).to_dict()}).to_dict()
    found = {fan["id"] for fan in answer["fans"]}
    for fan in found:
        assert not found & NEVER_BESIDE.get(fan, set()), fan


GROUPS = [tuple(ALL_TILES[low : low + 3]) for low in range(27) if low % 9 < 7] * 2
GROUPS += [(tile,) * 3 for tile in ALL_TILES]


@pytest.mark.parametrize("game", EVERY)
def test_s32_the_split_scored_is_the_best_that_may_go_out(game: str) -> None:
    answer = by(game, "222333444m67s55p + 8s")
    for other in answer["alternatives"]:
        assert not answer["win"] or other["total"] <= answer["total"]


def test_s21_a_hand_survives_printing_and_parsing_with_each_kind_of_meld() -> None:
    for hand in ("[a1111p][K7777z] 333p555p9p + 9p", "[k5555z][c123m][p444s] 78m9p9p + 9m"):
        assert str(Hand.parse(str(Hand.parse(hand)))) == str(Hand.parse(hand))


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("win", ["self_draw", "discard", "robbed_kong"])
def test_s46_the_minimum_holds_for_every_way_of_winning_in_every_game(game: str, win: str) -> None:
    how = {} if win == "self_draw" else {"discarder": "west"}
    switches = {each["name"] for each in ruleset(game).to_dict()["switches"]}
    if "minimum" in switches:
        answer = by(game, "123456m78m55s234p + 9m", win=win, options={"minimum": 500}, **how)
        assert "below_minimum" in {reason["code"] for reason in answer["reasons"]}
    else:
        assert by(game, "123456m78m55s234p + 9m", win=win, **how)["win"], "no minimum is played"


@pytest.mark.parametrize("game", NO_CHOWS)
def test_s48_melds_are_part_of_the_shape(game: str) -> None:
    assert by(game, "[p777z][a6666z] 234m79m99m + 8m")["win"]
    assert "chow_not_allowed" in {
        reason["code"] for reason in by(game, "[c123m] 456m78m55s234p + 9m")["reasons"]
    }
