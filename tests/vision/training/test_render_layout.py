"""How tiles are laid: nothing floats, nothing overlaps, groups and turned tiles are where they belong."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Hand
from vision.training.render.arrange import ARRANGERS, arranged
from vision.training.render.hands import loose_plan, random_hand, tidy_plan
from vision.training.render.layout import Layouter, Looseness
from vision.training.render.poses import (
    FACE_DOWN,
    FACE_UP,
    STANDING,
    footprint,
    leaning,
    overlap,
    place,
    without_overlap,
)
from vision.training.render.scene import PlacedTile, Pose, TileShape

SHAPE = TileShape()
NEAT = Looseness(gap=0.0, shift=0.0, angle=0.0, group_gap=0.5)


def layouter(seed: int = 0, loose: Looseness = NEAT) -> Layouter:
    return Layouter(SHAPE, np.random.default_rng(seed), loose)


def lowest(tile: PlacedTile) -> float:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * SHAPE.half
    return float(tile.pose.apply(corners)[:, 2].min())


@pytest.mark.parametrize(
    ("attitude", "up", "why"),
    [
        (FACE_UP, (0, 0, 1), "the face looks at the ceiling"),
        (FACE_DOWN, (0, 0, -1), "the face looks at the table"),
        (STANDING, (0, -1, 0), "the face looks at the player"),
    ],
)
def test_attitudes_are_rotations_that_turn_the_face(
    attitude: np.ndarray, up: tuple[int, int, int], why: str
) -> None:
    assert attitude @ attitude.T == pytest.approx(np.eye(3)), why
    assert np.linalg.det(attitude) == pytest.approx(1.0), why
    assert attitude[:, 2] == pytest.approx(up), why


@pytest.mark.parametrize("attitude", [FACE_UP, FACE_DOWN, STANDING, leaning(15.0)])
@pytest.mark.parametrize("angle", [0.0, 33.0, -90.0])
def test_a_placed_tile_rests_on_the_table(attitude: np.ndarray, angle: float) -> None:
    pose = place(SHAPE, attitude, 1.0, 2.0, angle)
    assert lowest(PlacedTile("1m", pose, "loose", 0)) == pytest.approx(0.0)


def test_a_leaning_tile_leans_away_from_the_player() -> None:
    assert leaning(15.0)[1, 1] > 0


def test_a_neat_row_stands_side_by_side_in_order() -> None:
    tiles, width = layouter().row(("1m", "2m", "3m"), "concealed")
    assert [t.face for t in tiles] == ["1m", "2m", "3m"]
    assert np.diff([t.pose.centre[0] for t in tiles]) == pytest.approx([SHAPE.width] * 2)
    assert width == pytest.approx(3 * SHAPE.width)


TIDY = [
    ("123m456p789s1122z + 2z", 14, 0, "no melds"),
    ("[p777z] 12p456p789p11z + 3p", 14, 0, "a pung"),
    ("[c234m] [p777z] [a1111m] 99p11z + 9p", 15, 2, "a concealed kong shows two backs"),
    ("[k7777z] [K1111s] [c123p] [p444z] 5z + 5z", 16, 0, "four melds, two of them kongs"),
]


@pytest.mark.parametrize(("notation", "number", "backs", "why"), TIDY)
def test_a_given_hand_is_laid_out_whole(notation: str, number: int, backs: int, why: str) -> None:
    hand = Hand.parse(notation)
    tiles = layouter().hand(tidy_plan(hand))
    assert sorted(t.face for t in tiles) == sorted(str(t) for t in hand.tiles), why
    assert len(tiles) == number, why
    assert sum(t.pose.rotation[2, 2] < 0 for t in tiles) == backs, why
    assert len(without_overlap(tiles, SHAPE)) == number, why


def test_a_tidy_hand_reads_concealed_then_melds_then_the_winning_tile_by_group() -> None:
    tiles = layouter().hand(tidy_plan(Hand.parse("[p777z] [c123m] 11z45p + 6p")))
    mean_x = {
        role: np.mean([t.pose.centre[0] for t in tiles if t.role == role])
        for role in ("concealed", "winning_tile", "pung", "chow")
    }
    assert mean_x["concealed"] < mean_x["winning_tile"] < mean_x["pung"] < mean_x["chow"]
    groups = {t.role: t.group for t in tiles}
    assert len(set(groups.values())) == 4


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**31))
def test_random_hands_lie_flat_and_keep_their_tiles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    hand = random_hand(rng)
    assert hand.problems() == ()
    plan = loose_plan(hand, rng)
    tiles = Layouter(SHAPE, rng, Looseness.random(rng)).hand(plan)
    assert sorted(t.face for t in tiles) == sorted(str(t) for t in hand.tiles)
    assert min(lowest(t) for t in tiles) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("kind", sorted(set(ARRANGERS) - {"hand", "standing", "close", "clutter"}))
@pytest.mark.parametrize("seed", range(3))
def test_loose_arrangements_do_not_overlap(kind: str, seed: int) -> None:
    tiles = list(arranged(kind, SHAPE, np.random.default_rng(seed)).tiles)
    assert tiles
    if kind != "grid":  # a grid's neighbours may lean on one another
        assert len(without_overlap(tiles, SHAPE)) == len(tiles)


def test_clutter_shows_no_tile() -> None:
    assert arranged("clutter", SHAPE, np.random.default_rng(1)).tiles == ()


@pytest.mark.parametrize(
    ("shift", "expected", "why"),
    [
        (0.0, True, "the same place"),
        (0.5, True, "half over"),
        (0.73, False, "neighbours that touch are no overlap"),
        (1.0, False, "apart"),
    ],
)
def test_overlap_of_two_tiles(shift: float, expected: bool, why: str) -> None:
    one = PlacedTile("1m", Pose(np.eye(3), np.zeros(3)), "loose", 0)
    other = PlacedTile("1m", Pose(np.eye(3), np.array([shift, 0.0, 0.0])), "loose", 0)
    assert overlap(footprint(one, SHAPE), footprint(other, SHAPE)) is expected, why
