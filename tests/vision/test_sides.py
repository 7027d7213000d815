"""Sides of tiles: told by where they lie and how large they are."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.classes import BACK, FACE_NAMES
from vision.sides import plain_sides

WHITE, FACE = FACE_NAMES.index("5z"), FACE_NAMES.index("3p")
WIDE, HIGH, THICK = 30.0, 40.0, 22.0


def box(x: float, y: float, width: float, height: float) -> NDArray[np.float64]:
    """A rectangle by its centre, clockwise, a shorter side first."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2] + [x, y]
    if width > height:
        corners = np.roll(corners, -1, axis=0)
    return np.asarray(corners, dtype=np.float64)


def sides(boxes: list[NDArray[np.float64]], faces: list[int]) -> list[bool]:
    """What `plain_sides` says of boxes that surely show these faces."""
    probabilities = np.full((len(faces), len(FACE_NAMES)), 0.001, dtype=np.float32)
    probabilities[np.arange(len(faces)), faces] = 0.96
    return plain_sides(np.stack(boxes), np.full(len(faces), 0.9), probabilities).tolist()


ROW = [(box(x, 0, WIDE, HIGH), FACE) for x in (0, 31, 62)]

LYING = [
    ("top of a standing tile, 30 degrees above it", box(31, -26, WIDE, 12), WHITE, True),
    ("the same read as a back", box(31, -26, WIDE, 12), BACK, True),
    ("top seen from higher up", box(31, -30, WIDE, 20), WHITE, True),
    ("front of a lying tile below it", box(31, 31, WIDE, THICK), BACK, True),
    ("right side of the last tile", box(84, 0, 13, HIGH), WHITE, True),
    ("far too small for a tile, beside them", box(100, 10, 15, 20), WHITE, True),
    ("white dragon next in the row", box(93, 0, WIDE, HIGH), WHITE, False),
    ("white dragon in the row behind, foreshortened", box(31, -40, WIDE, 0.85 * HIGH), WHITE, False),
    ("winning tile turned, above the row", box(31, -36, HIGH, WIDE), WHITE, False),
    ("turned back beside the row, as of a kong", box(99, 5, HIGH, WIDE), BACK, False),
    ("a white dragon at some distance", box(31, -90, WIDE, 0.7 * HIGH), WHITE, False),
    ("no plain tile: a thin piece that shows a face", box(31, -26, WIDE, 12), FACE, False),
]


@pytest.mark.parametrize("turn", [0, 37, 90, 200])
@pytest.mark.parametrize(("why", "candidate", "face", "expected"), LYING, ids=[row[0] for row in LYING])
def test_a_plain_piece_against_a_tile_is_its_side(
    why: str, candidate: NDArray[np.float64], face: int, expected: bool, turn: float
) -> None:
    angle = np.radians(turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    boxes = [tile @ spin.T for tile, _ in ROW] + [candidate @ spin.T]
    assert sides(boxes, [FACE, FACE, FACE, face]) == [False, False, False, expected], why


def test_whole_tiles_of_white_dragons_are_none() -> None:
    pung = [box(x, 0, WIDE, HIGH) for x in (0, 31, 62)]
    assert sides(pung, [WHITE] * 3) == [False] * 3


def test_one_tile_alone_or_none_has_no_sides() -> None:
    assert sides([box(0, 0, WIDE, HIGH)], [WHITE]) == [False]
    assert plain_sides(np.zeros((0, 4, 2)), np.zeros(0), np.zeros((0, 36), np.float32)).tolist() == []
