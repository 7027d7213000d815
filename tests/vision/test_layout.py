"""The hand is found and split as it lies, from any side, and nothing is dropped or invented silently."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import Laid, View, photograph, row, seen_as, turned

from scoring.hand import Hand
from vision.classes import BACK, FACE_NAMES
from vision.layout import Arrangement, Unclear, arrange
from vision.reading import GroupKind

VIEWS = [
    View(90),
    View(60, azimuth=8),
    View(35, azimuth=-6),
    View(70, roll=180),
    View(65, roll=90),
    View(50, roll=-37, azimuth=10),
    View(25, roll=4),
]

LAYOUTS = [
    # what lies on the table, the hand, why
    ("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s | 9s", "111234m567p888s9s + 9s", "the last tile lies apart"),
    ("9s | 1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s", "111234m567p888s9s + 9s", "apart on the left"),
    ("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s 9s'", "111234m567p888s9s + 9s", "turned at the end"),
    ("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s | 9s'", "111234m567p888s9s + 9s", "turned and apart"),
    ("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s^ 8s 9s 9s", "111234m567p88s99s + 8s", "raised out of the row"),
    ("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s 9s", "111234m567p888s99s", "touching: the winner is not told"),
    ("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s", "111234m567p888s9s", "13 tiles without the winner"),
    ("1z~ 1z 2z~ 2z 3z~ 3z 3z 6z 6z~ 6z 7z~ 7z 7z | 2z~", "1122333666777z + 2z", "honours upside down"),
    ("5p 5p 1s 2s | 3s |1.0 7z 7z' 7z |0.5 4m 5m' 6m |0.5 2p 2p 2p'",
     "[p777z] [c456m] [p222p] 55p12s + 3s", "melds with a turned tile"),
    ("5p 5p 1s 2s | 3s | 7z 7z 7z | 4m 5m 6m | 2p 2p 2p",
     "[p777z] [c456m] [p222p] 55p12s + 3s", "melds by gaps alone"),
    ("5p 5p 1s 2s | 3s | 7z 7z 7z |0.25 4m 5m 6m |0.25 2p 2p 2p",
     "[p777z] [c456m] [p222p] 55p12s + 3s", "melds close to each other"),
    ("7z 7z' 7z 4m' 5m 6m 2p 2p' 2p | 5p 5p 1s 2s | 3s",
     "[p777z] [c456m] [p222p] 55p12s + 3s", "touching melds, each with a turned tile"),
    ("5p 5p 1s 2s 7z 7z' 7z | 4m 5m 6m' | 2p' 2p 2p |1.0 3s",
     "[p777z] [c456m] [p222p] 55p12s + 3s", "a meld that touches the hand shows by its turned tile"),
    ("6m 4m 5m | 1p 2p 3p 4p 5p 6p 7p 8p 8p 9s | 9s", "[c456m] 12345678p8p9s + 9s", "a chow in any order"),
    ("9s 9s 1m 2m | 3m | 4m 4m 4m | 5m 5m 5m 5m | 6m 6m 6m", "[p444m] [k5555m] [p666m] 12m99s + 3m", "kong"),
    ("9s | 9s | 1m 1m' 1m | 2m 2m 2m' | 3p' 4p 5p | 6s 7s 8s'",
     "[p111m] [p222m] [c345p] [c678s] 9s + 9s", "one tile in hand"),
]  # fmt: skip

KONGS = [
    ("7z 7z 7z 7z", "[k7777z]", "four in a row"),
    ("7z 7z' 7z 7z", "[k7777z]", "one turned"),
    ("7z 7z' 7z+ 7z", "[K7777z]", "added to the turned tile"),
    ("7z 7z 7z' 7z+", "[K7777z]", "added to a turned tile at the end"),
    ("7z 7z 7z+ 7z", "[K7777z]", "added to a pung without a turned tile"),
    ("## 7z 7z ##", "[a7777z]", "the two in the middle open"),
    ("7z ## ## 7z", "[a7777z]", "the two outside open"),
    ("## ## ## 7z", "[a7777z]", "one open"),
    ("## 7z ## ##", "[a7777z]", "one open in the middle"),
    ("2s 2s 2s 2s", "[k2222s]", "a suit"),
    ("## 2s 2s ##", "[a2222s]", "a suit, concealed"),
    ("5z' 5z+ 5z 5z", "[K5555z]", "white dragons, whose faces have no top"),
]

POND = [
    *row("1m 9p 4z 2s 7m 6p", -1, 7),
    *row("3z 8s 1s 9m 2p 5s", -1, 5.6),
    *row("4m 6z 7p", -1, 4.2),
]


def reads(arrangement: Arrangement) -> Hand | None:
    """The hand with its melds in table order: in which order they lie is no fact of the hand."""
    hand = arrangement.hand
    return None if hand is None else replace(hand, melds=tuple(sorted(hand.melds, key=str)))


def hand(text: str) -> Hand:
    parsed = Hand.parse(text)
    return replace(parsed, melds=tuple(sorted(parsed.melds, key=str)))


def kinds(arrangement: Arrangement) -> Counter[GroupKind]:
    return Counter(group.kind for group in arrangement.groups)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{view.pitch:.0f}-{view.roll:.0f}")
@pytest.mark.parametrize(("text", "notation", "why"), LAYOUTS, ids=[case[2] for case in LAYOUTS])
def test_a_hand_reads_as_it_lies(text: str, notation: str, why: str, view: View) -> None:
    got = arrange(photograph(row(text), view, noise=0.01))
    assert reads(got) == hand(notation), why


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{view.pitch:.0f}-{view.roll:.0f}")
@pytest.mark.parametrize(("kong", "meld", "why"), KONGS, ids=[case[2] for case in KONGS])
def test_every_kong_in_every_manner(kong: str, meld: str, why: str, view: View) -> None:
    got = arrange(photograph(row(f"1m 2m 3m 4p 5p 6p 8s 8s 1s 2s | 3s |1.0 {kong}"), view, noise=0.01))
    assert reads(got) == hand(f"{meld} 123m456p88s12s + 3s"), why


@pytest.mark.parametrize(
    ("away", "meld", "why"),
    [
        (0.22, "[K7777z]", "only the printed faces were boxed: they touch all the same"),
        (0.6, "[p777z]", "too far to be of the meld"),
    ],
)
def test_how_near_the_fourth_tile_lies_to_the_turned_one(away: float, meld: str, why: str) -> None:
    laid = row("1m 2m 3m 4p 5p 6p 8s 8s 1s 2s | 3s |1.0 7z 7z 7z'")
    above = replace(laid[-1], y=laid[-1].y + 1.0 + away)
    assert reads(arrange(photograph([*laid, above]))) == hand(f"{meld} 123m456p88s12s + 3s"), why


@pytest.mark.parametrize(
    ("laid", "notation", "why"),
    [
        ("1m 2m 3m 4p 5p 6p 7p 8p 9p 5z 2s 2s 5z | 5z", "123m456789p22s55z + 5z", "the hand's own, unsorted"),
        ("1m 2m 3m 4p 5p 6p 8s 8s 1s 2s | 3s |1.0 5z 2z 2z 5z", "[a2222z] 123m456p88s12s + 3s", "outside"),
        (
            "1m 2m 3m 4p 5p 6p 8s 8s 1s 2s | 3s |1.0 2z 5z 5z 2z",
            "[a2222z] 123m456p88s12s + 3s",
            "in the middle",
        ),
        ("1m 2m 3m 4p 5p 6p 5z 5z 2z 2z 2z 7s 8s | 9s", "123m456p78s55z222z + 9s", "a pair of white dragons"),
        ("1m 2m 3m 4p 5p 6p 5z 5z 5z 2z 2z 7s 8s | 9s", "123m456p78s555z22z + 9s", "a pung of them"),
    ],
)
def test_backs_as_pale_as_the_faces_look_like_white_dragons(laid: str, notation: str, why: str) -> None:
    got = arrange(photograph(row(laid)))
    assert reads(got) == hand(notation), why
    kong = any(group.kind is GroupKind.CONCEALED_KONG for group in got.groups)
    assert kong == notation.startswith("[a"), why
    assert [found.why for found in got.unclear] == [Unclear.BENT] * 2 * kong, "asked about"


def test_a_kong_of_four_backs_is_never_invented() -> None:
    got = arrange(photograph(row("1m 2m 3m 4p 5p 6p 8s 8s 1s 2s | 3s |1.0 ## ## ## ##")))
    assert got.hand is None
    assert kinds(got)[GroupKind.CONCEALED_KONG] == 1
    assert [group.why for group in got.unclear] == [Unclear.HIDDEN]


def test_four_kongs_and_eight_flowers_come_out_whole() -> None:
    laid = row("9p | 9p | 1m 1m 1m 1m | ## 2s 2s ## | 3z 3z' 3z 3z | 4p 4p' 4p+ 4p")
    laid += row("ff ff ff ff ff ff ff ff", 4, 4)
    got = arrange(photograph(laid))
    assert reads(got) == hand("[k1111m] [a2222s] [k3333z] [K4444p] 9p + 9p")
    assert len(got.tiles) == 26
    assert len(got.of_hand()) == 18


def test_flowers_in_the_row_are_no_hand_tiles() -> None:
    got = arrange(photograph(row("ff 1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s ff | 9s")))
    assert reads(got) == hand("111234m567p888s9s + 9s")
    flowers = [at for at, face in enumerate(got.faces) if FACE_NAMES[face] == "f"]
    other = {tile for group in got.groups if group.kind is GroupKind.OTHER for tile in group.tiles}
    assert len(flowers) == 2
    assert other == set(flowers)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{view.pitch:.0f}-{view.roll:.0f}")
def test_two_rows_of_one_hand_are_read_line_by_line(view: View) -> None:
    laid = [*row("1m 1m 1m 2m 3m 4m 5p", 0, 1.5), *row("6p 7p 8s 8s 8s 9s 9s", 0, 0)]
    got = arrange(photograph(laid, view))
    assert reads(got) == hand("111234m567p888s99s")
    names = [FACE_NAMES[got.faces[tile]] for tile in got.groups[0].tiles]
    assert " ".join(names) == "1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s 9s"


@pytest.mark.parametrize("above", [True, False])
def test_melds_in_a_row_of_their_own(above: bool) -> None:
    melds = row("7z 7z' 7z | 4m 5m' 6m", 0, 2.2 if above else -2.2)
    got = arrange(photograph([*row("1p 2p 3p 5s 5s 8m 8m | 8m"), *melds]))
    assert reads(got) == hand("[p777z] [c456m] 88m123p55s + 8m")


def test_the_winning_tile_may_lie_above_the_row() -> None:
    got = arrange(photograph([*row("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s"), *row("9s", 5, 1.8)]))
    assert reads(got) == hand("111234m567p888s9s + 9s")


def test_of_several_loose_tiles_none_is_guessed_to_be_the_winner() -> None:
    loose = [*row("9s", 5, 1.8), *row("3p", 8, 1.8)]
    got = arrange(photograph([*row("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s"), *loose]))
    assert reads(got) == hand("111234m567p888s9s")


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{view.pitch:.0f}-{view.roll:.0f}")
def test_a_pond_above_the_hand_is_other(view: View) -> None:
    """P32: another player's row or the pond was taken for the hand."""
    laid = row("5p 5p 1s 2s 6m 7m 8m | 3s | 7z 7z' 7z | 2p 2p 2p'", -4, 0)
    got = arrange(photograph([*laid, *POND], view))
    assert reads(got) == hand("[p777z] [p222p] 678m55p12s + 3s")
    others = [tile for group in got.groups if group.kind is GroupKind.OTHER for tile in group.tiles]
    assert len(others) == len(POND)


def test_walls_and_other_players_are_other() -> None:
    wall = row(" ".join(["##"] * 17), -3, 9)
    opponent = turned(row("1z 4z 9m 3p 3p 8s 1s 5m 2z 6p 7s 9p 9s"), 180, 14, 14)
    laid = row("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s | 9s")
    got = arrange(photograph([*laid, *wall, *opponent], View(75)))
    assert reads(got) == hand("111234m567p888s9s + 9s")
    assert kinds(got)[GroupKind.OTHER] >= 2


def test_sets_laid_apart_without_any_sign_of_a_call_are_in_hand() -> None:
    got = arrange(photograph(row("1m 2m 3m | 4p 5p 6p | 7s 8s 9s | 7z 7z 7z | 5z 5z")))
    assert reads(got) == hand("123m456p789s55777z")
    assert [group.why for group in got.unclear] == [Unclear.GROUPED_IN_HAND]


def test_a_far_wider_gap_tells_called_sets_from_laid_out_ones() -> None:
    got = arrange(photograph(row("5z 5z | 1m 2m 3m | 4p 5p 6p |1.6 7s 8s 9s | 7z 7z 7z")))
    assert reads(got) == hand("[c789s] [p777z] 123m456p55z")


def test_where_some_sets_have_a_turned_tile_the_plain_ones_are_in_hand() -> None:
    got = arrange(photograph(row("5z 5z | 1m 2m 3m | 4p 5p 6p | 7s 8s' 9s | 7z' 7z 7z")))
    assert reads(got) == hand("[c789s] [p777z] 123m456p55z")
    assert Unclear.GROUPED_IN_HAND in {group.why for group in got.unclear}


def test_three_apart_that_are_no_set_stay_in_hand_and_are_asked_about() -> None:
    got = arrange(photograph(row("5p 5p 1s 2s 3s 6m 7m 8m 9m 9m | 2p |1.0 7z 6z 1z")))
    assert reads(got) == hand("67899m255p123s167z") or reads(got) == hand("67899m55p123s167z + 2p")
    assert Unclear.NO_SET in {group.why for group in got.unclear}


def test_a_set_bends_an_unsure_tile_and_says_so() -> None:
    laid = row("5p 5p 1s 2s 6m 7m 8m 4m 4m 4m | 3s |1.0 7p 7p' 7p")
    seen = photograph(laid)
    last = max(
        (tile for tile in seen if FACE_NAMES[tile.best] == "7p"), key=lambda tile: tile.quad[:, 0].max()
    )
    unsure = seen_as("5p", last.quad, confidence=0.55, maybe={"7p": 0.4})
    got = arrange([unsure if tile is last else tile for tile in seen])
    assert reads(got) == hand("[p777p] 444678m55p12s + 3s")
    bent = next(group for group in got.unclear if group.why is Unclear.BENT)
    assert FACE_NAMES[got.faces[bent.tiles[0]]] == "7p"
    assert FACE_NAMES[bent.face or 0] == "5p"


def test_a_blank_white_dragon_read_as_a_back_is_still_a_tile() -> None:
    seen = photograph(row("1m 1m 1m 2m 3m 4m 5p 6p 7p 5z 5z 5z 9s | 9s"))
    blank = next(tile for tile in seen if FACE_NAMES[tile.best] == "5z")
    as_back = seen_as("##", blank.quad, confidence=0.6, maybe={"5z": 0.35})
    got = arrange([as_back if tile is blank else tile for tile in seen])
    assert reads(got) == hand("111234m567p9s555z + 9s")
    assert [group.why for group in got.unclear] == [Unclear.BENT]


@pytest.mark.parametrize("place", range(2, 12))
def test_one_tile_missing_in_the_row_is_noticed_with_its_place(place: int) -> None:
    """P2: a tile of the hand missed where borders are unclear."""
    tiles = ["1m", "1m", "1m", "2m", "3m", "4m", "5p", "6p", "7p", "8s", "8s", "8s", "9s", "9s"]
    tiles[place] = "__"
    got = arrange(photograph(row(" ".join(tiles)), View(60)))
    assert got.hand is None
    assert not got.count.right
    assert got.count.hole == place
    assert got.count.seen == 13


def test_a_row_of_17_is_no_hand() -> None:
    """P11: 17 tiles reported for 14."""
    got = arrange(photograph(row("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s 9s 1z 2z 3z")))
    assert got.hand is None
    assert got.count.seen == 17


def test_a_fifteenth_tile_beside_the_hand_is_reported() -> None:
    """P17: the 15th tile was dropped silently."""
    got = arrange(photograph(row("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s | 9s |0.5 3z")))
    assert got.hand is None
    assert not got.count.right
    assert len(got.tiles) == 15


def test_touching_tiles_are_counted_exactly() -> None:
    """P22, P44: touching tiles, three alike among them, without any gap."""
    got = arrange(photograph(row("1m 1m 1m 1m 2m 3m 3m 3m 5p 5p 5p 8s 8s 8s", touching=0.0), noise=0.02))
    assert reads(got) == hand("11112333m555p888s")


def test_one_tile_found_as_two_faces_is_one_tile_with_an_alternative() -> None:
    """P25, P42, P43: suppression is ours and does not ask for the class."""
    seen = photograph(row("1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s | 9s"))
    twins = [seen_as("3s", tile.quad + 3.0, score=0.5, confidence=0.6) for tile in seen]
    parts = [
        seen_as("1p", tile.quad.mean(axis=0) + (tile.quad - tile.quad.mean(axis=0)) * 0.4, score=0.8)
        for tile in seen
    ]
    got = arrange([*seen, *twins, *parts])
    assert len(got.tiles) == 14
    assert reads(got) == hand("111234m567p888s9s + 9s")
    assert all(tile.probabilities[FACE_NAMES.index("3s")] > 0.1 for tile in got.tiles)
    assert all(tile.probabilities[FACE_NAMES.index("1p")] < 0.05 for tile in got.tiles)


def test_nothing_seen_is_nothing_arranged() -> None:
    got = arrange([])
    assert (got.tiles, got.groups, got.hand) == ((), (), None)


def test_only_backs_are_no_hand() -> None:
    got = arrange(photograph(row(" ".join(["##"] * 9))))
    assert got.hand is None
    assert len(got.tiles) == 9
    assert all(face == BACK for face in got.faces)


def test_a_scattered_pile_is_no_hand() -> None:
    """P27."""
    random = np.random.default_rng(5)
    pile = [
        Laid(str(face), float(x) * 2.2 + random.uniform(-0.3, 0.3), float(y) * 2.2, random.uniform(0, 360))
        for face, (x, y) in zip(
            ["1m", "5p", "7z", "2s", "9s", "3z", "6p", "4m", "8s", "1z", "9m", "3p"],
            [(x, y) for x in range(4) for y in range(3)],
            strict=True,
        )
    ]
    assert arrange(photograph(pile)).hand is None


@pytest.mark.parametrize("count", range(1, 5))
def test_a_few_tiles_are_arranged_without_a_hand(count: int) -> None:
    got = arrange(photograph(row(" ".join(["1m", "9p", "7z", "2s"][:count]))))
    assert got.hand is None
    assert len(got.tiles) == count


HAND = row("5p 5p 1s 2s | 3s |1.0 7z 7z' 7z |0.5 4m 5m 6m |0.5 ## 2p 2p ##")


def outline(arrangement: Arrangement) -> list[tuple[GroupKind, tuple[int, ...]]]:
    return [
        (group.kind, tuple(arrangement.faces[tile] for tile in group.tiles)) for group in arrangement.groups
    ]


@settings(max_examples=25, deadline=None)
@given(st.floats(-180, 180), st.sampled_from([90.0, 65.0, 45.0]), st.floats(-12, 12))
def test_turning_the_photo_changes_nothing(roll: float, pitch: float, azimuth: float) -> None:
    got = arrange(photograph(HAND, View(pitch, roll, azimuth)))
    assert outline(got) == outline(arrange(photograph(HAND, View(90))))


@settings(max_examples=20, deadline=None)
@given(st.floats(0.05, 4.0), st.integers(0, 99), st.floats(-3000, 3000))
def test_size_place_and_order_change_nothing(scale: float, seed: int, shift: float) -> None:
    """P3, P18, P35: any resolution, portrait or landscape, detections in any order."""
    seen = photograph(HAND, View(60), seed=1)
    moved = [
        type(tile)(tile.quad * scale + shift, tile.score, tile.probabilities, tile.turn_known)
        for tile in seen
    ]
    order = np.random.default_rng(seed).permutation(len(moved))
    assert outline(arrange([moved[at] for at in order])) == outline(arrange(seen))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_every_tile_is_in_exactly_one_group_whatever_lies_there(seed: int) -> None:
    random = np.random.default_rng(seed)
    faces = [*FACE_NAMES[:34], "ff", "##", "##"]
    laid = [
        Laid(
            str(random.choice(faces)),
            x=float(random.uniform(-9, 9)),
            y=float(random.uniform(-9, 9)),
            turn=float(random.choice([0, 90, 180, 33])),
        )
        for _ in range(int(random.integers(1, 40)))
    ]
    seen = photograph(laid, View(float(random.uniform(30, 90)), float(random.uniform(-180, 180))), noise=0.03)
    got = arrange(seen)
    grouped = sorted(tile for group in got.groups for tile in group.tiles)
    assert grouped == list(range(len(got.tiles)))
    if got.hand is not None:
        assert not [reason for reason in got.hand.problems() if reason.code == "wrong_tile_count"]
