"""The geometry between the detector's output and tiles; the models themselves are in test_read."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.detector import Found, common_angle, lengths_to_look_for, rectangles, suppress


def tile(
    x: float, y: float, width: float = 30, height: float = 40, angle: float = 0.0
) -> NDArray[np.float64]:
    return rectangles(np.array([[x, y, width, height, 0.9, angle]]))[0]


@given(st.floats(10, 50), st.floats(10, 50), st.floats(-3, 3))
def test_a_rectangle_starts_with_a_shorter_side_and_turns_clockwise(w: float, h: float, angle: float) -> None:
    corners = tile(100, 80, w, h, angle)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    assert np.allclose(corners.mean(axis=0), [100, 80])
    assert np.allclose(sides[[0, 2]], min(w, h))
    assert np.allclose(sides[[1, 3]], max(w, h))
    a, b = corners[1] - corners[0], corners[2] - corners[1]
    assert a[0] * b[1] - a[1] * b[0] > 0, "clockwise in a picture, whose y grows downwards"


def test_an_upright_tile_starts_at_its_top_left() -> None:
    assert np.allclose(tile(15, 20), [[0, 0], [30, 0], [30, 40], [0, 40]])


@pytest.mark.parametrize("angle", [-1.2, -0.4, 0.0, 0.3, 1.5])
def test_a_row_has_the_angle_of_its_tiles(angle: float) -> None:
    row = np.stack([tile(30 * i, 0, angle=angle) for i in range(14)])
    assert abs((common_angle(row) - angle + np.pi / 2) % np.pi - np.pi / 2) < 1e-6


def test_a_pile_has_no_angle() -> None:
    pile = np.stack([tile(50 * i, 0, angle=i * np.pi / 7) for i in range(7)])
    assert common_angle(pile) == 0.0


@pytest.mark.parametrize(
    ("shapes", "scores", "kept", "reason"),
    [
        ([tile(0, 0), tile(4, 3)], [0.5, 0.9], [1], "two boxes on one tile: the better stays"),
        ([tile(0, 0), tile(30, 0), tile(60, 0)], [0.9] * 3, [0, 1, 2], "touching tiles of a pung are three"),
        ([tile(0, 0), tile(0, -10, 26, 14)], [0.9, 0.8], [0], "a part of a tile boxed beside the whole goes"),
        ([tile(0, 0, angle=0.7), tile(23, 20, angle=0.7)], [0.9, 0.9], [0, 1], "turned ones only touch"),
        ([], [], [], "nothing"),
    ],
)  # fmt: skip
def test_each_tile_is_reported_once(
    shapes: list[NDArray[np.float64]], scores: list[float], kept: list[int], reason: str
) -> None:
    found = Found(np.array(shapes).reshape(-1, 4, 2), np.array(scores))
    assert sorted(suppress(found, 0.45).tolist()) == kept, reason


def cloth(columns: int, rows: int) -> list[NDArray[np.float64]]:
    """Squares of a checked cloth, ten pixels a side."""
    return [tile(20 * i, 20 * j + 200, 10, 10) for i in range(columns) for j in range(rows)]


HAND = [tile(30 * i, 0) for i in range(14)]


@pytest.mark.parametrize(
    ("shapes", "scores", "lengths", "reason"),
    [
        (HAND, [0.8] * 14, [40], "tiles of one size have one look"),
        (
            HAND + cloth(10, 6),
            [0.8] * 14 + [0.4] * 60,
            [40, 10],
            "figures of a cloth are most, not what matters",
        ),
        (HAND + cloth(3, 2), [0.8] * 14 + [0.4] * 6, [40], "a few small boxes beside a hand change nothing"),
    ],
)
def test_a_hand_gets_a_look_at_its_own_size(
    shapes: list[NDArray[np.float64]], scores: list[float], lengths: list[float], reason: str
) -> None:
    found = Found(np.array(shapes), np.array(scores))
    assert np.allclose(lengths_to_look_for(found), lengths), reason


def test_many_small_figures_do_not_make_a_tile_of_a_part_of_one() -> None:
    parts = [tile(30 * i + 5, 5, 10, 12) for i in range(14)]
    found = Found(np.array(HAND + parts + cloth(10, 6)), np.array([0.7] * 14 + [0.5] * 14 + [0.4] * 60))
    kept = set(suppress(found, 0.45).tolist())
    assert set(range(14)) <= kept
    assert not kept & set(range(14, 28))
