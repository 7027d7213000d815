"""Splits against an independent brute force, and the places of the winning tile."""

import random
from collections import Counter
from itertools import product

import pytest

from scoring import ALL_TILES, Hand, Tile, arrangements, parse_tiles, splits, waiting_tiles

Layout = tuple[tuple[tuple[int, ...], ...], int]


def brute_force(tiles: list[int]) -> set[Layout]:
    """Every way as sets and a pair, by taking sets off the lowest tile of a plain list."""
    found: set[Layout] = set()
    for pair in set(tiles):
        if tiles.count(pair) >= 2:
            rest = sorted(tiles)
            rest.remove(pair)
            rest.remove(pair)
            found |= {(tuple(sorted(sets)), pair) for sets in _sets(rest)}
    return found


def _sets(tiles: list[int]) -> list[list[tuple[int, ...]]]:
    if not tiles:
        return [[]]
    low = tiles[0]
    ways: list[list[tuple[int, ...]]] = []
    for group in ((low, low, low), (low, low + 1, low + 2)):
        in_suit = low == group[2] or (low < 27 and low % 9 <= 6)
        if in_suit and not Counter(group) - Counter(tiles):
            rest = list((Counter(tiles) - Counter(group)).elements())
            ways += [[group, *others] for others in _sets(sorted(rest))]
    return ways


def as_layout(tiles: list[Tile]) -> set[Layout]:
    found = {
        (tuple(sorted(tuple(map(int, s.tiles)) for s in way.sets)), int(way.pair))
        for way in arrangements(tiles)
    }
    assert len(found) == len(arrangements(tiles)), "each way is given once"
    return found


def random_hand(rng: random.Random, suits: int, sets: int) -> list[Tile]:
    """3 x sets + 2 tiles; half of the time a complete hand, few suits making many splits."""
    wall = [tile for tile in ALL_TILES[: 9 * suits] for _ in range(4)]
    if rng.random() < 0.5:
        return rng.sample(wall, 3 * sets + 2)
    while True:
        tiles = 2 * [rng.choice(ALL_TILES[: 9 * suits])]
        for _ in range(sets):
            low = rng.choice(ALL_TILES[: 9 * suits])
            run = low < 27 and low % 9 < 7 and rng.random() < 0.7
            tiles += [ALL_TILES[low + step * run] for step in range(3)]
        if max(Counter(tiles).values()) <= 4:
            return tiles


@pytest.mark.parametrize("suits", [1, 2, 4])
@pytest.mark.parametrize("sets", [1, 2, 3, 4])
def test_the_splitter_agrees_with_brute_force(suits: int, sets: int) -> None:
    rng = random.Random(100 * suits + sets)
    for _ in range(400):
        tiles = random_hand(rng, suits, sets) if suits < 4 else random_hand_with_honours(rng, sets)
        assert as_layout(tiles) == brute_force([int(tile) for tile in tiles])


def random_hand_with_honours(rng: random.Random, sets: int) -> list[Tile]:
    wall = [tile for tile in ALL_TILES[18:] for _ in range(4)]
    while True:
        tiles = 2 * [rng.choice(wall)]
        for _ in range(sets):
            low = rng.choice(wall)
            run = low < 25 and rng.random() < 0.5
            tiles += [ALL_TILES[low + step * run] for step in range(3)]
        if max(Counter(tiles).values()) <= 4:
            return tiles


@pytest.mark.long
def test_the_splitter_agrees_with_brute_force_on_100_000_hands() -> None:
    rng = random.Random(7)
    for _ in range(100_000):
        tiles = random_hand(rng, rng.choice([1, 1, 2, 3]), 4)
        assert as_layout(tiles) == brute_force([int(tile) for tile in tiles])


def test_the_waits_agree_with_trying_every_tile() -> None:
    rng = random.Random(11)
    for _ in range(300):
        tiles = random_hand(rng, rng.choice([1, 2, 3]), 4)
        rng.shuffle(tiles)
        hand = Hand(tuple(tiles[1:]))
        tried = [
            tile
            for tile in ALL_TILES
            if hand.concealed.count(tile) < 4 and brute_force([*map(int, hand.concealed), int(tile)])
        ]
        assert list(waiting_tiles(hand)) == tried


@pytest.mark.parametrize(
    ("hand", "expected", "reason"),
    [
        ("[p777z] 12p456p789p11z + 3p", [(1, "edge")], "12 takes 3"),
        ("123m456m89s11z777z + 7s", [(2, "edge")], "89 takes 7"),
        ("123m456m77s24s777z + 3s", [(2, "closed")], "a gap"),
        ("123m456m77s23s777z + 4s", [(2, "open")], "the upper end"),
        ("123m456m77s23s777z + 1s", [(2, "open")], "the lower end of 123 is no edge"),
        ("123m456m77s78s777z + 9s", [(2, "open")], "nor the upper one of 789"),
        ("123m456m77s11s777z + 1s", [(2, "pair_or_pung")], "双碰"),
        ("123m456m789s777z1s + 1s", [("pair", "single")], "the pair"),
        ("123m456m2345s77z7z + 2s", [("pair", "single")], "two waits, still the pair"),
        ("123m22234p567p77z + 2p", [(1, "open"), (2, "pair_or_pung")], "two places in one layout"),
        ("234m23m789p789s11z + 4m", [(0, "open")], "two equal chows are one place"),
    ],
)
def test_each_place_of_the_winning_tile_is_a_split(hand: str, expected: list[object], reason: str) -> None:
    assert [(split.winning, str(split.wait)) for split in splits(Hand.parse(hand))] == expected, reason


def test_melds_come_first_and_keep_their_kind() -> None:
    [split] = splits(Hand.parse("[k7777z][c123m][a1111z] 99s45p + 6p"))
    assert split.to_dict()["sets"] == [
        {"kind": "kong", "tiles": "7777z", "melded": True},
        {"kind": "chow", "tiles": "123m", "melded": True},
        {"kind": "concealed_kong", "tiles": "1111z", "melded": True},
        {"kind": "chow", "tiles": "456p", "melded": False},
    ]


def test_the_winning_tile_is_never_taken_into_a_meld() -> None:
    places = {split.winning for split in splits(Hand.parse("[c123m] 12m456p789p11z + 3m"))}
    assert places == {1}


@pytest.mark.parametrize(
    "hand",
    [
        "1133557799m22p4s + 4s",
        "19m19p19s1234567z + 1m",
        "1122m3344p5566s7z + 7z",
        "147m258p369s1234z + 5z",
        "123456789m1234p + 9p",
    ],
)
def test_seven_pairs_orphans_and_the_like_are_no_shape(hand: str) -> None:
    assert splits(Hand.parse(hand)) == ()


def test_a_hand_without_its_winning_tile_is_misuse() -> None:
    with pytest.raises(ValueError, match="winning tile"):
        splits(Hand.parse("123m456m789m123p1z"))


def test_the_wrong_number_of_tiles_is_no_shape() -> None:
    assert splits(Hand.parse("123m456m1z + 1z")) == ()


@pytest.mark.parametrize(("sets", "ways"), list(product([0, 1], [1])))
def test_a_pair_alone_is_an_arrangement(sets: int, ways: int) -> None:
    assert len(arrangements(parse_tiles("11z" + "123m" * sets))) == ways


@pytest.mark.parametrize(
    ("hand", "waits", "reason"),
    [
        ("2347999m123p456s", "7m 8m", "RULES A8"),
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m", "nine gates"),
        ("[k3333m] 12m456p789p11z", "", "the four 3m are all in the kong"),
        ("1234567m1111p22z", "", "not one tile away from four sets"),
        ("[p111z][p222z][p333z][p444z] 5z", "5z", "four melds and one tile"),
        ("1111m 234p 567p 789s", "", "a fifth 1m does not exist"),
        ("123m456m123p 1122z", "1z 2z", "双碰"),
        ("19m19p19s1234567z", "", "orphans wait on nothing"),
    ],
)
def test_waits_are_of_the_shape_alone(hand: str, waits: str, reason: str) -> None:
    assert " ".join(map(str, waiting_tiles(Hand.parse(hand)))) == waits, reason
