"""Boxes moved to the corners of the faces they are on."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bundle import FitterSettings, load_bundle
from vision.fitter import FaceFitter, placed
from vision.photo import decode
from vision.training.crops import oriented_rectangle
from vision.views import Pyramid

PICTURES = Path(__file__).with_name("pictures")
BOX = np.array([[40.0, 20.0], [70.0, 20.0], [70.0, 60.0], [40.0, 60.0]])
STAY = np.zeros((4, 2))
Array = NDArray[np.float64]


class Answers(FaceFitter):
    """Says what it is told to."""

    def __init__(self, moves: Array) -> None:
        self.settings, self._input, self._session = FitterSettings(), "images", self
        self.moves = np.concatenate([moves.reshape(1, 8), [[-3.0]]], axis=1)

    def run(self, _: Any, inputs: dict[str, NDArray[np.float32]]) -> tuple[Array]:
        return (np.repeat(self.moves, len(inputs["images"]), axis=0),)


def moved(index: int, by: tuple[float, float]) -> Array:
    moves = STAY.copy()
    moves[index] = by
    return moves


@pytest.mark.parametrize(
    ("moves", "expected", "reason"),
    [
        (STAY, BOX, "nothing moves"),
        (moved(0, (0.1, 0.2)), [[43, 28], *BOX[1:]], "parts of the sides: 0.1 of 30 px, 0.2 of 40 px"),
        (moved(2, (0.0, -0.5)), [*BOX[:2], [70, 40], BOX[3]], "the third corner up by half of the height"),
    ],
)
def test_corners_move_in_parts_of_the_sides(moves: Array, expected: Any, reason: str) -> None:
    assert np.allclose(placed(BOX[None], moves[None])[0], expected), reason


def test_corners_move_along_the_sides_of_a_turned_box() -> None:
    turned = np.roll(BOX, 1, axis=0)  # its first side runs up
    assert placed(turned[None], moved(0, (0.5, 0.0))[None])[0][0].tolist() == [40, 40]


@pytest.mark.parametrize(
    ("moves", "stays", "reason"),
    [
        (moved(1, (0.1, 0.0)), False, "a corner in a perspective"),
        (STAY + np.array([0.5, 0.0]), True, "half a tile aside is another tile"),
        ((0.5 - np.array([[0, 0], [1, 0], [1, 1], [0, 1]])) * 0.9, True, "a dot of the face is not the face"),
    ],
)
def test_a_box_stays_where_the_face_is_said_to_be_another(moves: Array, stays: bool, reason: str) -> None:
    pyramid = Pyramid(np.zeros((100, 120, 3), dtype=np.uint8))
    fitted = Answers(moves).fit(pyramid, BOX[None])[0]
    assert np.array_equal(fitted, BOX) == stays, reason


def test_nothing_found_is_nothing_fitted() -> None:
    none = np.zeros((0, 4, 2))
    assert Answers(STAY).fit(Pyramid(np.zeros((50, 50, 3), dtype=np.uint8)), none).shape == (0, 4, 2)


def off(quad: Array, true: Array) -> float:
    """How far corners are off, in parts of the face's size, whichever comes first."""
    size = np.sqrt(np.linalg.norm(true[1] - true[0]) * np.linalg.norm(true[2] - true[1]))
    return min(float(np.linalg.norm(np.roll(quad, k, axis=0) - true, axis=1).mean()) for k in range(4)) / size


def shifted(box: Array) -> Array:
    return box + (box[1] - box[0]) * 0.08


def loose(box: Array) -> Array:
    return (box - box.mean(axis=0)) * 1.15 + box.mean(axis=0)


def turned(box: Array) -> Array:
    cos, sin = np.cos(np.deg2rad(6)), np.sin(np.deg2rad(6))
    return (box - box.mean(axis=0)) @ np.array([[cos, sin], [-sin, cos]]) + box.mean(axis=0)


@pytest.mark.parametrize("spoil", [shifted, loose, turned])
@pytest.mark.parametrize("name", ["hand.jpg", "strokes-tilted.jpg", "pile.jpg"])
def test_boxes_that_are_off_come_back_to_the_faces(name: str, spoil: Any) -> None:
    """The shipped fitter on pictures of our own: what is left is a third of what was off."""
    bundle = load_bundle()
    assert bundle.fitter is not None
    labels = map(json.loads, (PICTURES / "labels.jsonl").read_text("utf-8").splitlines())
    tiles = next(picture["tiles"] for picture in labels if picture["image"].endswith(name))
    true = np.array([tile["quad"] for tile in tiles if tile["visible"] > 0.9], dtype=np.float64)
    boxes = np.array([spoil(oriented_rectangle(quad.astype(np.float32))) for quad in true])
    pyramid = Pyramid(decode((PICTURES / name).read_bytes()).pixels)
    fitted = FaceFitter(bundle.fitter, bundle.fitter_settings, 1).fit(pyramid, boxes)
    before, after = ([off(*pair) for pair in zip(some, true, strict=True)] for some in (boxes, fitted))
    assert np.median(after) < np.median(before) / 2
    assert np.median(after) < 0.03
