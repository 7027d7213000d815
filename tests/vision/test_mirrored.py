"""Reflections below standing tiles are told from a second row of tiles."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.mirrored import reflections
from vision.views import Pyramid

SIDE = (48, 64)
STEP = 60


def face(seed: int) -> np.ndarray:
    """A pale tile with strokes that are not the same upside down."""
    rng = np.random.default_rng(seed)
    tile = np.full((SIDE[1], SIDE[0], 3), 235, np.uint8)
    for _ in range(3):
        x, y = rng.integers(8, 40), rng.integers(8, 40)
        cv2.rectangle(tile, (int(x), int(y)), (int(x) + 10, int(y) + 14), (20, 60, 20), -1)
    return tile


def two_rows(lower: list[np.ndarray], tiles: int) -> tuple[np.ndarray, np.ndarray]:
    """A picture of a row of tiles with others right below it, and all their rectangles."""
    picture = np.full((240, 60 + STEP * tiles, 3), 90, np.uint8)
    quads = []
    for row, faces in enumerate(([face(k) for k in range(tiles)], lower)):
        for k, shown in enumerate(faces):
            x, y = 30 + STEP * k, 40 + row * (SIDE[1] + 2)
            picture[y : y + SIDE[1], x : x + SIDE[0]] = shown
            quads.append([[x, y], [x + SIDE[0], y], [x + SIDE[0], y + SIDE[1]], [x, y + SIDE[1]]])
    return picture, np.array(quads, dtype=np.float64)


def mirrored(k: int) -> np.ndarray:
    return (face(k)[::-1] * 0.5 + 45).astype(np.uint8)


@pytest.mark.parametrize(
    ("lower", "gone", "why"),
    [
        (mirrored, True, "upside down as in a mirror, and paler"),
        (face, False, "the same tiles once more: a stack of pairs"),
        (lambda k: face(k + 50), False, "other tiles: a grid"),
        (lambda k: face(k)[::-1, ::-1], False, "turned round: the row of the player opposite"),
    ],
)
def test_only_a_mirror_image_is_a_reflection(
    lower: Callable[[int], np.ndarray], gone: bool, why: str
) -> None:
    picture, quads = two_rows([lower(k) for k in range(6)], 6)
    found = reflections(Pyramid(picture), quads, np.ones(12, bool))
    assert not found[:6].any(), why
    assert found[6:].tolist() == [gone] * 6, why


def test_one_pair_alone_tells_nothing() -> None:
    picture, quads = two_rows([mirrored(0)], 1)
    assert not reflections(Pyramid(picture), quads, np.ones(2, bool)).any()


def test_what_is_no_tile_has_no_reflection() -> None:
    picture, quads = two_rows([mirrored(k) for k in range(4)], 4)
    assert not reflections(Pyramid(picture), quads, np.arange(8) >= 4).any()
