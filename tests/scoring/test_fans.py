"""Each fan by its predicate alone: where it is found, and near misses."""

from typing import Any

import pytest

from scoring import Circumstances, Hand, Seat, Win, splits, waiting_tiles
from scoring.fans import FANS, Fan, Role
from scoring.options import Options
from scoring.view import View


def views(
    hand: str, win: str = "self_draw", seat: str = "east", wind: str = "east", **options: Any
) -> list[View]:
    parsed = Hand.parse(hand)
    how = Circumstances(win=Win(win), seat=Seat(seat), round=Seat(wind))
    waits = waiting_tiles(parsed)
    return [View(parsed, split, waits, how, Options(**options)) for split in splits(parsed)]


def count(fan_id: str, hand: str, **how: Any) -> int:
    """The most occurrences of a fan in any split."""
    found = [len(FANS[fan_id].find(view)) for view in views(hand, **how)]
    assert found, "the hand is no winning shape"
    return max(found)


# fan, hand, circumstances and options, how often it is found, why
CASES: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("menqing", "123m456m789m45s99p + 6s", {}, 1, "nothing called"),
    ("menqing", "123m456m789m45s99p + 6s", {"win": "discard"}, 1, "on a discard too (A6)"),
    ("menqing", "[c123m] 456m789m45s99p + 6s", {}, 0, "a chow"),
    ("menqing", "[p111z] 456m789m45s99p + 6s", {}, 0, "a pung"),
    ("menqing", "[k1111z] 456m789m45s99p + 6s", {}, 0, "an exposed kong"),
    ("menqing", "[a1111z] 456m789m45s99p + 6s", {}, 0, "a concealed kong too (A6)"),
    (
        "menqing",
        "[a1111z] 456m789m45s99p + 6s",
        {"menqing_allows_concealed_kong": True},
        1,
        "unless it is allowed",
    ),
    (
        "menqing",
        "[K1111z] 456m789m45s99p + 6s",
        {"menqing_allows_concealed_kong": True},
        0,
        "an added kong never",
    ),
    ("pinghu", "[c123m] 456m789m45s99p + 6s", {}, 1, "chows, called or not (A7)"),
    ("pinghu", "123m456m789m45s11z + 6s", {}, 0, "a pair of honours"),
    ("pinghu", "123m456m999m45s11p + 6s", {}, 0, "a triplet in hand"),
    ("pinghu", "[a1111m] 456m789m45s99p + 6s", {}, 0, "a concealed kong"),
    ("pinghu", "222333444m67s55p + 8s", {}, 1, "the split of four chows has it"),
    ("zimo", "123m456m789m45s99p + 6s", {"win": "self_draw"}, 1, "drawn"),
    ("zimo", "123m456m789m45s99p + 6s", {"win": "discard"}, 0, "thrown"),
    ("zimo", "123m456m789m45s99p + 6s", {"win": "robbed_kong"}, 0, "robbed"),
    ("yazi", "12m456m789m456s99p + 3m", {}, 1, "12 for 3"),
    ("yazi", "89m456m123m456s99p + 7m", {}, 1, "89 for 7"),
    ("yazi", "46m789m123m456s99p + 5m", {}, 1, "4 6 for 5"),
    ("yazi", "23m789m123p456s99p + 1m", {}, 0, "23 for 1 waits on two"),
    ("yazi", "5m123m789m456s123p + 5m", {}, 0, "a pair wait is 独吊"),
    ("yazi", "79m99m234m[k7777z][a6666z] + 8m", {}, 0, "RULES 10.19: 7m finishes it too"),
    ("yazi", "79m99m234m[k7777z][a6666z] + 8m", {"unique_wait": False}, 1, "by the split alone"),
    ("yazi", "2347999m123p456s + 8m", {}, 0, "RULES A8"),
    ("yazi", "1112m456m456s789s + 3m", {}, 0, "111 2 waits on 2m too"),
    ("dudiao", "5m123m789m456s123p + 5m", {}, 1, "one tile for the pair"),
    ("dudiao", "[p111m][p222p][p333s][p444z] 5z + 5z", {}, 1, "大吊车"),
    ("dudiao", "2345m789m456s123p + 2m", {}, 0, "2m and 5m"),
    ("dudiao", "2345m789m456s123p + 2m", {"unique_wait": False}, 1, "by the split alone"),
    ("dudiao", "2347999m123p456s + 7m", {}, 0, "RULES A8: waits on 7m and 8m"),
    ("queyi", "123m456m789m45s99s + 6s", {}, 1, "m and s"),
    ("queyi", "123m456m789m45s99p + 6s", {}, 0, "three suits"),
    ("queyi", "123m456m789m45s11z + 6s", {}, 0, "an honour"),
    ("queyi", "123m456m789m45m99m + 6m", {}, 0, "one suit (A15)"),
    ("yaotou", "123m456m789m45s99p + 6s", {}, 1, "a pair of 9"),
    ("yaotou", "234m456m[p111z]45s11p + 6s", {}, 1, "honours elsewhere do no harm (A16)"),
    ("yaotou", "123m456m789m45s11z + 6s", {}, 0, "a pair of honours"),
    ("yaotou", "111m456m789m45s55p + 6s", {}, 0, "the pair, not a triplet (C18)"),
    ("duanyao", "234m456m678m45s55p + 6s", {}, 1, "2 to 8"),
    ("duanyao", "234m456m789m45s55p + 6s", {}, 0, "a 9 in a chow"),
    ("duanyao", "[k9999s]234m456m45s55p + 6s", {}, 0, "in a kong"),
    ("duanyao", "234m456m678m45s55z + 6s", {}, 0, "an honour"),
    ("qixiang", "[c567s]567p222m34m99p + 5m", {}, 1, "567s 567p"),
    ("qixiang", "[c567s][c567s]567p34m99p + 5m", {}, 2, "every pair is found; the link rule thins them"),
    ("qixiang", "[p555s]555p234m34m99p + 5m", {}, 0, "triplets never link"),
    ("lianfu", "[c345s]678s222m34m99p + 5m", {}, 1, "345s 678s"),
    ("lianfu", "[c345s]678p222m34m99p + 5m", {}, 0, "of two suits"),
    ("lianfu", "[c345s]567s222m34m99p + 5m", {}, 0, "overlapping"),
    ("lianfu", "[c789m]123p222s34m99p + 5m", {}, 0, "not across the ends of suits"),
    ("laoshao", "[c123p]789p222m34m99s + 5m", {}, 1, "123p 789p"),
    ("laoshao", "[c123p]789s222m34m99s + 5m", {}, 0, "of two suits"),
    ("zige", "111m555z456m45s99p + 6s", {}, 2, "two in hand"),
    ("zige", "[p111m]555z456m45s99p + 6s", {}, 1, "a pung called is none"),
    ("zige", "[a1111m]555z456m45s99p + 6s", {}, 1, "nor a concealed kong (A12)"),
    ("zige", "55z99p111m456m456s + 5z", {}, 2, "completed by a draw"),
    ("zige", "55z99p111m456m456s + 5z", {"win": "discard"}, 1, "not by a discard"),
    ("zige", "55z99p111m456m456s + 5z", {"win": "robbed_kong"}, 1, "nor by a robbed kong"),
    ("zige", "[k1111m]234m456m45s99p + 6s", {}, 0, "an exposed kong is none"),
    ("minggang", "[k1111m][K2222p]456m45s99p + 6s", {}, 2, "direct and added alike"),
    ("minggang", "[a1111m]222p456m45s99p + 6s", {}, 0, "a concealed one is 暗杠"),
    ("angang", "[a1111m][a2222p]456m45s99p + 6s", {}, 2, "two"),
    ("angang", "1111m23m456m45s99p + 6s", {}, 0, "four alike that were not declared (RULES 1)"),
    ("menfeng", "[p222z]123m456m45s99p + 6s", {"seat": "south"}, 1, "South's own wind"),
    ("menfeng", "[p222z]123m456m45s99p + 6s", {"seat": "west"}, 0, "another's"),
    ("menfeng", "[a2222z]123m456m45s99p + 6s", {"seat": "south"}, 1, "a kong"),
    ("menfeng", "123m456m789m45s22z + 6s", {"seat": "south"}, 0, "a pair gives nothing"),
    ("quanfeng", "222z123m456m45s99p + 6s", {"wind": "south"}, 1, "in hand"),
    ("quanfeng", "[p222z]123m456m45s99p + 6s", {"wind": "east"}, 0, "not this round"),
    ("zhong", "[p777z]123m456m45s99p + 6s", {}, 1, "red, called"),
    ("zhong", "[a7777z]123m456m45s99p + 6s", {}, 1, "a kong"),
    ("zhong", "123m456m789m45s77z + 6s", {}, 0, "a pair"),
    ("fa", "666z123m456m45s99p + 6s", {}, 1, "green, in hand"),
    ("fa", "777z123m456m45s99p + 6s", {}, 0, "not red"),
    ("bai", "[k5555z]123m456m45s99p + 6s", {}, 1, "white"),
    ("bai", "666z123m456m45s99p + 6s", {}, 0, "not green"),
    ("yiban", "[c456m]456m222p45s99p + 6s", {}, 1, "456m 456m, one called"),
    ("yiban", "[c456m]456p222p45s99p + 6s", {}, 0, "of two suits"),
    ("sanfutong", "[c345p]345s34m222z99p + 5m", {}, 1, "345 in three suits"),
    ("sanfutong", "[c345p]345p34m222z99p + 5m", {}, 0, "in two"),
    ("sifutong", "[c345p]345s34m345p99p + 5m", {}, 1, "a fourth"),
    ("sifutong", "[c345p]345s34m678p99p + 5m", {}, 0, "the fourth of other numbers"),
    ("sifutong", "[c345p]345p34m345m99p + 5m", {}, 0, "two suits are 双板双喜"),
    ("shuangpiao", "[c123s]456s123m45m99p + 6m", {}, 1, "连副"),
    ("shuangpiao", "[c123s]789s123m78m99p + 9m", {}, 1, "老少"),
    ("shuangpiao", "[c123s]567s123m56m99p + 7m", {}, 0, "123 and 567 do not join"),
    ("shuangpiao", "[c123s]456s123m45p99p + 6p", {}, 0, "three suits"),
    ("shuangpiao", "[c123s]456s123s45s99p + 6s", {}, 0, "one suit is 双板双连"),
    ("shuanglaoshao", "[c123s]789s123m78m99p + 9m", {}, 1, "123 and 789 in two suits"),
    ("shuanglaoshao", "[c123s]456s123m45m99p + 6m", {}, 0, "连副 is 双飘"),
    ("other_wind", "[p222z][p333z]456m45s99p + 6s", {"seat": "south", "wind": "west"}, 1, "the round's too"),
    ("other_wind", "[p222z][p333z]456m45s99p + 6s", {}, 2, "two of them"),
    ("other_wind", "[p111z][p777z]456m45s99p + 6s", {}, 0, "one's own, and a dragon"),
    ("yaotou", "[p111z]456m789m45s99p + 6s", {"yaotou_needs_no_honours": True}, 0, "honours, in D3"),
    ("tieban", "[c234m]234m23m567s99p + 4m", {"tieban_heeds_calls": True}, 0, "one called, in D3"),
    ("tieban", "[c234m][c234m]23m567s99p + 4m", {"tieban_heeds_calls": True}, 1, "two called, in D3"),
    ("yitiaolong", "[c123m]456m78m222p99p + 9m", {}, 1, "three chows of one suit"),
    ("yitiaolong", "[c123m]456m78p222p99p + 9p", {}, 0, "of two suits"),
    ("yitiaolong", "[c789s]12345678s66z + 3s", {}, 0, "nine different tiles are not three chows (A20)"),
    ("banlong", "[c123m]456m78m456m99p + 9m", {}, 1, "the fourth is one of the three"),
    ("banlong", "[c123m]456m78m567m99p + 9m", {}, 0, "the fourth is another"),
    ("shuangbanban", "[c456m]456m234p34p99p + 2p", {}, 1, "two twins"),
    ("shuangbanban", "[c456m]456m234p45p99p + 6p", {}, 0, "one"),
    ("shuangban_shuanglian", "345s345s678s67s99p + 8s", {}, 1, "345 and 678"),
    ("shuangban_shuanglian", "345s345s678p67p99p + 8p", {}, 0, "of two suits"),
    ("shuangban_shuanglao", "123p123p789p78p99s + 9p", {}, 1, "123 and 789"),
    ("shuangban_shuanglao", "123p123p789s78s99m + 9s", {}, 0, "of two suits"),
    ("shuangban_shuangxi", "456m456m456s45s99p + 6s", {}, 1, "one number in two suits"),
    ("shuangban_shuangxi", "222233334444m9p + 9p", {}, 0, "the same suit is 钢板"),
    ("hunshuangban_shuangxi", "445566m445566s1z + 1z", {}, 0, "strictly, never (A4)"),
    (
        "hunshuangban_shuangxi",
        "445566m445566s1z + 1z",
        {"hun_shuangxi": "lenient"},
        1,
        "leniently, by its pair",
    ),
    (
        "hunshuangban_shuangxi",
        "445566m445566s1p + 1p",
        {"hun_shuangxi": "lenient"},
        0,
        "which must be honours",
    ),
    ("tieban", "[c234m]234m23m567s99p + 4m", {}, 1, "three alike"),
    ("tieban", "[c234m]234m34p567s99p + 2p", {}, 0, "two of them"),
    ("gangban", "[c234m][c234m]234m23m99p + 4m", {}, 1, "four alike"),
    ("gangban", "[c234m]234m23m567s99p + 4m", {}, 0, "three of them"),
    ("duiduihu", "[p111m][k2222p]333s44s99p + 4s", {}, 1, "called, kong, in hand, completed"),
    ("duiduihu", "[p111m][k2222p]333s45s99p + 6s", {}, 0, "a chow"),
    ("fengqing", "[p111z][k2222z]777z66z55z + 6z", {}, 1, "winds and dragons"),
    ("fengqing", "[p111z][k2222z]777z66z9m9m + 6z", {}, 0, "a pair of 9m"),
    ("hunyise", "[p111z]123m456m45m99m + 6m", {}, 1, "one suit and honours"),
    ("hunyise", "123m456m789m45m99m + 6m", {}, 0, "without honours it is 清一色"),
    ("hunyise", "[p111z][k2222z]777z66z55z + 6z", {}, 0, "without a suit it is 风清"),
    ("hunyise", "[p111z]123m456m45p99m + 6p", {}, 0, "two suits"),
    ("qingyise", "[c123m]456m789m45m99m + 6m", {}, 1, "melds included"),
    ("qingyise", "[p111z]456m789m45m99m + 6m", {}, 0, "a meld of honours"),
]


@pytest.mark.parametrize(("fan_id", "hand", "how", "expected", "reason"), CASES)
def test_a_fan_is_found_where_its_rule_says(
    fan_id: str, hand: str, how: dict[str, Any], expected: int, reason: str
) -> None:
    assert count(fan_id, hand, **how) == expected, reason


# Named cells: test_rulesets.py; 屁胡: test_diedaohu.py; what a win of 镇江 is paid for: test_zhenjiang.py.
ELSEWHERE = {Role.NAMED, Role.PLAIN, Role.RUNG, Role.BONUS, Role.CHARGE}


def test_every_fan_with_a_predicate_of_its_own_has_a_case_for_and_one_against() -> None:
    own = {fan.id for fan in FANS.values() if fan.role not in ELSEWHERE}
    assert {case[0] for case in CASES if case[3]} == own
    assert {case[0] for case in CASES if not case[3]} == own


@pytest.mark.parametrize("fan", FANS.values(), ids=lambda fan: fan.id)
def test_a_fan_says_what_it_is_in_both_languages_with_its_clause(fan: Fan) -> None:
    assert fan.name.zh
    assert fan.name.en
    assert fan.rule.zh.endswith("。")
    assert fan.rule.en.endswith(".")
    assert fan.source.startswith("RULES ")
