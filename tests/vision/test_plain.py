"""A plain tile is a white dragon or a back: its colour beside the others' decides."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.classes import BACK, FACE_NAMES, WHITE
from vision.plain import weigh_plain, whites_of_a_wall
from vision.views import Pyramid

IVORY, GREEN, SHADED = (236, 232, 220), (40, 120, 70), (170, 167, 158)


def row(*colours: tuple[int, int, int]) -> tuple[Pyramid, NDArray[np.float64]]:
    """Tiles 30 x 40 px side by side on dark cloth, the first ones printed in blue."""
    picture = np.full((80, 40 * len(colours) + 20, 3), (20, 40, 60), dtype=np.uint8)
    rectangles = []
    for at, colour in enumerate(colours):
        x = 10 + 40 * at
        picture[20:60, x : x + 30] = colour
        rectangles.append([[x, 20], [x + 30, 20], [x + 30, 60], [x, 60]])
        if at < 3:
            picture[32:48, x + 12 : x + 18] = (30, 30, 140)
    return Pyramid(picture), np.array(rectangles, dtype=np.float64)


def beliefs(back: float, printed: float = 0.95) -> NDArray[np.float32]:
    """Three printed tiles and one plain one, a back with probability `back`."""
    faces = np.full((4, len(FACE_NAMES)), 1e-4, dtype=np.float32)
    faces[[0, 1, 2], [3, 4, 5]] = printed
    faces[3, BACK], faces[3, WHITE] = back, 1 - back
    return faces


@pytest.mark.parametrize(
    ("colour", "believed", "expected", "reason"),
    [
        (GREEN, 0.1, BACK, "green among ivory faces is a back, though it looked like a blank"),
        (IVORY, 0.8, WHITE, "of the faces' own colour: a blank white dragon"),
        (SHADED, 0.3, WHITE, "in the shadow it is darker, of the same hue"),
        (GREEN, 0.9, BACK, "what was right stays"),
    ],
)
def test_colour_tells_blank_from_back(
    colour: tuple[int, int, int], believed: float, expected: int, reason: str
) -> None:
    pyramid, rectangles = row(IVORY, IVORY, IVORY, colour)
    weighed = weigh_plain(pyramid, rectangles, beliefs(believed))
    assert weighed[3].argmax() == expected, reason
    assert weighed[3].sum() == pytest.approx(beliefs(believed)[3].sum())


def test_without_other_faces_the_reader_is_believed() -> None:
    pyramid, rectangles = row(IVORY, IVORY, IVORY, GREEN)
    faces = beliefs(0.1, printed=0.4)
    assert np.array_equal(weigh_plain(pyramid, rectangles, faces), faces)


def test_printed_tiles_are_left_alone() -> None:
    pyramid, rectangles = row(IVORY, IVORY, IVORY, GREEN)
    faces = beliefs(0.1)
    assert np.array_equal(weigh_plain(pyramid, rectangles, faces)[:3], faces[:3])


def squares(*places: tuple[float, float]) -> NDArray[np.float64]:
    """Rectangles 30 x 40 px around places."""
    corners = np.array([[-15, -20], [15, -20], [15, 20], [-15, 20]], dtype=np.float64)
    return np.array(places, dtype=np.float64)[:, None] + corners


def faces_of(*names: str) -> NDArray[np.float32]:
    faces = np.full((len(names), len(FACE_NAMES)), 1e-3, dtype=np.float32)
    faces[range(len(names)), [FACE_NAMES.index(name) for name in names]] = 0.9
    return faces


HAND = [(40.0 * at, 300.0) for at in range(6)]
KONG = [(29.0 * at, 100.0) for at in range(4)]


@pytest.mark.parametrize(
    ("places", "names", "sure", "told", "reason"),
    [
        (
            [*HAND, *[(29.0 * at, 50.0) for at in range(8)]],
            ["1m", "5z", "2m", "5z", "3m", "4m"] + ["5z"] * 8,
            [0.9] * 14,
            ["1m", "5z", "2m", "5z", "3m", "4m"] + ["back"] * 8,
            "a wall seen from the side is no row of white dragons",
        ),
        (KONG, ["5z"] * 4, [0.9] * 4, ["5z"] * 4, "four side by side stay"),
        (
            [*KONG, (160.0, 100.0)],
            ["5z"] * 5,
            [0.9] * 4 + [0.7],
            ["5z"] * 4 + ["back"],
            "a back of the faces' colour beside a kong: the least sure one is not the fifth",
        ),
        (
            [*KONG, (300.0, 50.0), (300.0, 160.0)],
            ["5z"] * 6,
            [0.9] * 4 + [0.1, 0.2],
            ["5z"] * 6,
            "boxes that are hardly tiles do not count",
        ),
        (
            HAND,
            ["5z", "1m", "5z", "5z", "5z", "5z"],
            [0.9, 0.9, 0.8, 0.9, 0.9, 0.9],
            ["5z", "1m", "back", "5z", "5z", "5z"],
            "the least sure of those that have mostly white tiles around them",
        ),
    ],
)
def test_of_more_than_four_white_dragons_some_are_plain_sides(
    places: list[tuple[float, float]], names: list[str], sure: list[float], told: list[str], reason: str
) -> None:
    faces = whites_of_a_wall(squares(*places), faces_of(*names), np.array(sure), 0.5)
    assert [FACE_NAMES[face] for face in faces.argmax(axis=1)] == told, reason
