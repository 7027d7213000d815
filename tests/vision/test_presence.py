"""Whether a box is a tile: by what both models say, and by the tiles around it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.classes import BACK, FACE_NAMES
from vision.presence import evidence, presence

FACE, WHITE = FACE_NAMES.index("3p"), FACE_NAMES.index("5z")
WIDE, HIGH = 30.0, 40.0


def box(x: float, y: float, size: float = 1.0, turn: float = 0.0) -> NDArray[np.float64]:
    """A tile's rectangle by its centre, so many times as large, turned clockwise by degrees."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [WIDE / 2, HIGH / 2] * size
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + [x, y], dtype=np.float64)


ROW = [box(x, 0) for x in (0.0, 31.0, 62.0, 93.0)]


def seen(
    boxes: list[NDArray[np.float64]], faces: list[int], score: float = 0.5
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float32], NDArray[np.float32]]:
    """The arguments of `presence`: sure tiles, but for the last, which the detector gives this score and
    the reader is less sure of."""
    probabilities = np.full((len(faces), len(FACE_NAMES)), 0.002, dtype=np.float32)
    probabilities[np.arange(len(faces)), faces] = 0.93
    scores = np.array([0.9] * (len(faces) - 1) + [score])
    tile = np.array([0.98] * (len(faces) - 1) + [0.8], dtype=np.float32)
    return np.stack(boxes), scores, tile, probabilities


def chance(candidate: NDArray[np.float64], face: int = FACE, score: float = 0.5) -> float:
    """The probability that a box beside a row of sure tiles is one."""
    return float(presence(*seen([*ROW, candidate], [FACE] * 4 + [face], score))[-1])


NEXT = box(124, 0)


@pytest.mark.parametrize(
    ("likelier", "than", "reason"),
    [
        (chance(NEXT), chance(box(250, 70)), "next in the row; away from it"),
        (chance(NEXT), chance(box(124, 0, size=0.6)), "of the row's size; much smaller, as a part of a tile"),
        (chance(NEXT), chance(box(124, 0, size=1.7)), "of the row's size; much larger, as a book"),
        (chance(NEXT), chance(box(124, 0, turn=45)), "as the row lies; aslant"),
        (chance(NEXT), chance(NEXT, score=0.2), "seen clearly by the detector; hardly"),
        (chance(box(250, 70)), chance(box(250, 70), WHITE), "a face; plain, as many things are"),
    ],
)
def test_a_box_that_fits_the_tiles_around_it_is_likelier_a_tile(
    likelier: float, than: float, reason: str
) -> None:
    assert likelier > than + 0.02, reason


def test_an_unclear_face_in_a_row_is_still_a_tile() -> None:
    boxes, scores, tile, faces = seen([*ROW, NEXT], [FACE] * 5, score=0.7)
    faces[-1] = 1 / len(FACE_NAMES)
    assert presence(boxes, scores, tile, faces)[-1] > 0.8


@given(st.floats(-180, 180), st.floats(0.3, 4), st.tuples(st.floats(-500, 500), st.floats(-500, 500)))
def test_turning_scaling_and_moving_the_photo_changes_nothing(
    turn: float, scale: float, move: tuple[float, float]
) -> None:
    boxes, *rest = seen([*ROW, NEXT, box(70, -60, turn=90)], [FACE] * 5 + [BACK])
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    elsewhere = boxes @ np.array([[c, s], [-s, c]]) * scale + np.array(move)
    assert np.allclose(presence(elsewhere, *rest), presence(boxes, *rest), atol=1e-6)


def test_a_box_on_the_same_tile_says_nothing_of_another() -> None:
    boxes = [*ROW, box(95, 1, size=1.2)]
    assert evidence(*seen(boxes, [FACE] * 5))[-1, 4] == pytest.approx(2 * np.log(1.2)), (
        "its size: by the row's"
    )
    assert evidence(*seen(boxes[3:], [FACE] * 2))[-1, 4] == 0.0, "with nothing else around it"


def test_no_boxes_or_one_alone_can_be_judged() -> None:
    nothing = np.zeros((0, 36), np.float32)
    assert presence(np.zeros((0, 4, 2)), np.zeros(0), np.zeros(0, np.float32), nothing).shape == (0,)
    assert 0.5 < presence(*seen([NEXT], [FACE], score=0.9))[0] < 1
