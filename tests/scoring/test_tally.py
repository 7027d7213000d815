"""How fan combine: one pattern, one colour, and what neither lets be counted (RULES 2.5, 7)."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from scoring import (
    ALL_TILES,
    Circumstances,
    Hand,
    Library,
    Meld,
    MeldKind,
    Split,
    Tile,
    Win,
    splits,
    waiting_tiles,
)
from scoring.fans import Role
from scoring.sets import TileSet
from scoring.splits import Wait
from scoring.tally import Tally, count
from scoring.view import View

RULESETS = ("yangzhou-new", "yangzhou-standard", "yangzhou-new-18", "yangzhou-standard-13")

# Pairs that no hand counts together: RULES 7 and 9b.
EXCLUSIVE = [
    ("dudiao", "yazi", "the winning tile lies in one group"),
    ("queyi", "qingyise", "缺一 is exactly two suits"),
    ("queyi", "hunyise", "缺一 has no honours"),
    ("queyi", "fengqing", "缺一 has no honours"),
    ("pinghu", "zige", "平胡 has no triplet"),
    ("pinghu", "angang", "平胡 has no kong"),
    ("pinghu", "minggang", "平胡 has no kong"),
    ("pinghu", "duiduihu", "平胡 is four chows"),
    ("pinghu", "hunyise", "平胡 has no honours"),
    ("duanyao", "yaotou", "断幺 has no 1 or 9"),
    ("duanyao", "hunyise", "断幺 has no honours"),
    ("menqing", "angang", "a concealed kong is no 门清"),
    ("menqing", "minggang", "a call is no 门清"),
    ("yitiaolong", "lianfu", "the straight takes its links in"),
    ("yitiaolong", "laoshao", "the straight takes its links in"),
    ("hunlong", "laoshao", "so does its named form"),
    ("qinglong", "lianfu", "so does its named form"),
    ("banlong", "yiban", "板龙 is made of it"),
    ("banlong", "yitiaolong", "板龙 is made of it"),
    ("sanfutong", "qixiang", "三副同 is made of them"),
    ("sifutong", "qixiang", "四副同 is made of them"),
    ("sifutong", "yiban", "四副同 takes it in"),
    ("shuangbanban", "yiban", "双板板 is made of it"),
    ("shuangban_shuanglian", "lianfu", "双连 is made of it"),
    ("shuangban_shuanglao", "laoshao", "双老 is made of it"),
    ("shuangban_shuangxi", "qixiang", "双喜 is made of it"),
    ("shuangpiao", "qixiang", "双飘 is made of them (A21)"),
    ("tieban", "yiban", "铁板 is made of it"),
    ("gangban", "tieban", "钢板 is made of it"),
    ("fengqing", "duiduihu", "风清 is fixed"),
    ("hunyise", "qingyise", "one colour"),
]


def random_wins(seed: int, many: int) -> Iterator[Hand]:
    """Winning hands, mostly of one or two suits so that fan meet, with melds and kongs."""
    rng = random.Random(seed)
    while many:
        kinds = rng.choice([ALL_TILES[:9], ALL_TILES[:9] + ALL_TILES[27:], ALL_TILES[:18], ALL_TILES])
        chow_odds = rng.choice([0.2, 0.85, 0.95])
        groups = [_group(rng, kinds, chow_odds) for _ in range(4)]
        pair = rng.choice(kinds)
        melded = [rng.random() < 0.3 for _ in groups]
        kongs = [not chow and rng.random() < 0.3 for chow, _ in groups]
        melds = [
            Meld(_kind(rng, chow, kong), tiles + tiles[:1] if kong else tiles)
            for (chow, tiles), meld, kong in zip(groups, melded, kongs, strict=True)
            if meld or kong
        ]
        rest = [
            tile
            for (_, tiles), meld, kong in zip(groups, melded, kongs, strict=True)
            if not meld and not kong
            for tile in tiles
        ]
        concealed = [*rest, pair, pair]
        won = concealed.pop(rng.randrange(len(concealed)))
        hand = Hand(tuple(concealed), tuple(melds), won)
        if max(Counter(hand.tiles).values()) <= 4:
            many -= 1
            yield hand


def _group(rng: random.Random, kinds: tuple[Tile, ...], chow_odds: float) -> tuple[bool, tuple[Tile, ...]]:
    low = rng.choice(kinds)
    chow = low.rank <= 7 and not low.is_honour and rng.random() < chow_odds
    return chow, tuple(ALL_TILES[low + step * chow] for step in range(3))


def _kind(rng: random.Random, chow: bool, kong: bool) -> MeldKind:
    if chow:
        return MeldKind.CHOW
    return (
        rng.choice([MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG]) if kong else MeldKind.PUNG
    )


def tallies(ruleset: str, seed: int, many: int) -> Iterator[Tally]:
    rules = Library.builtin().rules(ruleset)
    for hand in random_wins(seed, many):
        waits = waiting_tiles(hand)
        for split in splits(hand):
            yield count(View(hand, split, waits, Circumstances(win=Win.DISCARD), rules.options), rules)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_pattern_and_one_colour_are_left_in_any_split(ruleset: str) -> None:
    for tally in tallies(ruleset, 1, 500):
        roles = Counter(each.fan.role for each in tally.fans)
        assert roles[Role.PATTERN] + roles[Role.NAMED] <= 1, str(tally.view.hand)
        assert roles[Role.COLOUR] + roles[Role.NAMED] <= 1, str(tally.view.hand)


def test_of_all_four_sets_there_are_none_leaves_two_patterns() -> None:
    """Every multiset of chows and triplets: RULES 2.5 says at most one pattern is left."""
    rules = Library.builtin().rules("yangzhou-new")
    chows = [TileSet(tile, MeldKind.CHOW) for tile in ALL_TILES[:27] if tile.rank <= 7]
    pung = TileSet(ALL_TILES[33], MeldKind.PUNG)
    pair = ALL_TILES[27]
    for sets in combinations_with_replacement([*chows, pung], 4):
        hand = Hand(tuple(tile for each in sets for tile in each.tiles), (), pair)
        view = View(hand, Split(sets, pair, "pair", Wait.SINGLE), (pair,), Circumstances(), rules.options)
        patterns = [fan for fan in rules.fans[Role.PATTERN] if fan.find(view)]
        barred = {other for fan in patterns for other in rules.excludes.get(fan.id, ())}
        assert len([fan for fan in patterns if fan.id not in barred]) <= 1, sets


def test_what_excludes_each_other_is_never_counted_together() -> None:
    for tally in tallies("yangzhou-new", 2, 1500):
        ids = {each.fan.id for each in tally.fans}
        for one, other, reason in EXCLUSIVE:
            assert not {one, other} <= ids, f"{tally.view.hand}: {reason}"


def test_the_total_is_the_sum_and_each_value_a_multiple_of_its_count() -> None:
    for tally in tallies("yangzhou-standard", 3, 1000):
        assert tally.total == sum(each.value for each in tally.fans)
        assert all(each.value % each.count == 0 for each in tally.fans)


def test_no_fan_is_both_counted_and_not_counted() -> None:
    for tally in tallies("yangzhou-new", 4, 1500):
        counted = [each.fan.id for each in tally.fans]
        left_out = [each.fan.id for each in tally.not_counted]
        assert not set(counted) & set(left_out), str(tally.view.hand)
        assert len(set(counted)) == len(counted)
        assert len(set(left_out)) == len(left_out)
        assert {each.because.id for each in tally.not_counted} <= set(counted)


def test_k_linked_chows_give_fewer_than_k_links() -> None:
    for tally in tallies("yangzhou-new", 5, 1500):
        links = sum(each.count for each in tally.fans if each.fan.role is Role.LINK)
        assert links <= max(0, len(tally.view.chows) - 1), str(tally.view.hand)


def test_every_place_is_one_of_the_split() -> None:
    for tally in tallies("yangzhou-new", 6, 500):
        for each in tally.fans:
            assert each.places
            assert set(each.places) <= {0, 1, 2, 3, "pair"}


def test_a_named_fan_stands_where_its_pattern_and_colour_do() -> None:
    named = 0
    for tally in tallies("yangzhou-new", 7, 1500):
        for each in tally.fans:
            if each.fan.role is Role.NAMED:
                named += 1
                taken_in = {other.fan.role for other in tally.not_counted if other.because is each.fan}
                assert {Role.PATTERN, Role.COLOUR} <= taken_in
    assert named > 50


def test_link_kinds_that_only_close_a_ring_are_shown_as_taken_in() -> None:
    rules = Library.builtin().rules("yangzhou-new", {"shuangpiao_keeps_links": True})
    hand = Hand.parse("[c123s] 456s123m46m99p + 5m")
    [split] = splits(hand)
    tally = count(View(hand, split, waiting_tiles(hand), Circumstances(), rules.options), rules)
    assert {each.fan.id: each.count for each in tally.fans if each.fan.role is Role.LINK} == {
        "qixiang": 2,
        "lianfu": 1,
    }
