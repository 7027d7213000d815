"""What is written for the detector to learn from is where the tiles are, and hides what has no label."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import Found
from vision.training.complete import complete
from vision.training.crop_augment import augment, plain
from vision.training.crops import FACE_SIDE, MARGIN, SIDE, cut, oriented_rectangle
from vision.training.detector_data import hide_surroundings, label_lines, real_variant
from vision.views import Pyramid

QUAD = np.array([[100, 100], [130, 100], [130, 140], [100, 140]], dtype=np.float32)


def moved(x: float, y: float) -> NDArray[np.float32]:
    return QUAD + np.array([x, y], dtype=np.float32)


def marked_photo() -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A black picture with one white tile, and the tile's quad."""
    image = np.zeros((400, 400, 3), dtype=np.uint8)
    image[150:200, 150:190] = 255
    return image, np.array([[[150, 150], [190, 150], [190, 200], [150, 200]]], dtype=np.float32)


def test_a_turned_photograph_keeps_its_quads_on_its_tiles() -> None:
    image, quad = marked_photo()
    for seed in range(20):
        canvas, quads = real_variant(image, quad, np.random.default_rng(seed))
        inside = np.zeros(canvas.shape[:2], dtype=np.uint8)
        cv2.fillConvexPoly(inside, quads[0].astype(np.int32), 1)
        core = cv2.erode(inside, np.ones((5, 5), dtype=np.uint8)).astype(bool)
        if core.sum() > 30:
            assert canvas[core].mean() > 240


def test_never_mirrored() -> None:
    image, quad = marked_photo()
    for seed in range(20):
        _, quads = real_variant(image, quad, np.random.default_rng(seed))
        a, b = quads[0, 1] - quads[0, 0], quads[0, 2] - quads[0, 1]
        assert a[0] * b[1] - a[1] * b[0] > 0


def test_tiles_without_a_label_are_hidden(tmp_path: Path) -> None:
    swatch = tmp_path / "swatch.png"
    cv2.imwrite(str(swatch), np.full((50, 50, 3), 90, dtype=np.uint8))
    rng = np.random.default_rng(0)
    image = np.zeros((400, 400, 3), dtype=np.uint8)
    image[300:340:2, 300:330] = 255  # something sharp, far from the labelled tile
    for _ in range(6):
        hidden = hide_surroundings(image, QUAD[None], [swatch], rng).astype(float)
        rows = hidden[300:340, 300:330].mean(axis=(1, 2))
        assert np.abs(np.diff(rows)).max() < 30


def test_label_lines_leave_out_what_is_outside_or_tiny() -> None:
    tiny = np.array([[5, 5], [8, 5], [8, 9], [5, 9]], dtype=np.float32)
    lines = label_lines(np.stack([QUAD, moved(290, 0), tiny]), 400, 400)
    assert lines == ["0 0.25000 0.25000 0.32500 0.25000 0.32500 0.35000 0.25000 0.35000"]


def test_a_rectangle_keeps_the_faces_own_top() -> None:
    for shift in range(4):
        rolled = np.roll(QUAD, shift, axis=0)
        assert np.allclose(oriented_rectangle(rolled), rolled, atol=1e-3)


def test_a_crop_is_the_face_with_its_margin() -> None:
    image = np.zeros((400, 400, 3), dtype=np.uint8)
    cv2.fillConvexPoly(image, QUAD.astype(np.int32), (255, 255, 255))
    crop = cut(image, QUAD)
    assert crop.shape == (SIDE, SIDE, 3)
    assert crop[MARGIN + 4 : MARGIN + FACE_SIDE - 4, MARGIN + 4 : MARGIN + FACE_SIDE - 4].min() > 200
    assert crop[: MARGIN - 4].max() < 60
    assert plain(crop, 64, margin=0)[4:60, 4:60].min() > 200


def test_a_turn_is_clockwise() -> None:
    crop = np.zeros((SIDE, SIDE, 3), dtype=np.uint8)
    crop[MARGIN : MARGIN + 20] = 255  # white along the face's top
    rng = np.random.default_rng(3)
    sides = {0: np.s_[:16, :], 1: np.s_[:, -16:], 2: np.s_[-16:, :], 3: np.s_[:, :16]}
    for turn, side in sides.items():
        pictures = np.mean([augment(crop, turn, 64, rng)[..., 0] for _ in range(40)], axis=0)
        brightest = max(sides.values(), key=lambda s: pictures[s].mean())
        assert brightest == side


class FixedDetector:
    """Answers what it is told to."""

    def __init__(self, rectangles: NDArray[np.float32], scores: list[float]) -> None:
        self.found = Found(rectangles.astype(np.float64), np.array(scores))

    def find(self, pyramid: Pyramid) -> Found:
        return self.found


def test_an_earlier_detector_completes_labels_and_hides_what_it_doubts() -> None:
    rng = np.random.default_rng(0)
    image = rng.integers(0, 256, (400, 400, 3)).astype(np.uint8)
    again, sure, unsure = moved(2, 1), moved(100, 0), moved(0, 150)
    detector = FixedDetector(np.stack([again, sure, unsure]), [0.9, 0.8, 0.3])
    shown, quads = complete(image, QUAD[None], detector)
    assert np.allclose(quads, np.stack([QUAD, sure])), "labels stay as they are, sure finds are added"
    assert shown[260:280, 105:125].std() < 0.5 * image[260:280, 105:125].std(), "the doubtful one is hidden"
    assert (shown[105:135, 105:125] == image[105:135, 105:125]).all(), "a labelled one is not"
