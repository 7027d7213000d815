"""Real photographs become oriented quads only where that is safe."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.training.real import LOOSE, box_quads, load_photos, looseness, read_labels, row_quads

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"


def turned_row(count: int, degrees: float, width: float = 0.04, length: float = 0.054) -> NDArray[np.float32]:
    """Exact quads (n, 4, 2) of touching tiles in a row."""
    angle = np.deg2rad(degrees)
    right, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    centres = 0.5 + (np.arange(count) - (count - 1) / 2)[:, None] * width * right
    w, h = right * width / 2, down * length / 2
    return (centres[:, None] + np.stack([-w - h, w - h, w + h, h - w])).astype(np.float32)


def loose_boxes(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


@pytest.mark.parametrize("degrees", [12, 25, 45, 60, -35, 100])
def test_a_turned_row_is_recovered_from_its_loose_boxes(degrees: float) -> None:
    quads = turned_row(14, degrees)
    boxes = loose_boxes(quads)
    assert looseness(boxes) > LOOSE
    recovered = row_quads(boxes)
    assert recovered is not None
    distance = np.linalg.norm(recovered[:, :, None] - quads[:, None], axis=3).min(axis=2)
    assert distance.max() < 0.002, "same corners, whichever is called the first"


@pytest.mark.parametrize(
    ("boxes", "reason"),
    [
        (loose_boxes(turned_row(4, 30)), "too few to tell a row"),
        (loose_boxes(np.concatenate([turned_row(7, 30), turned_row(7, 30) + 0.1])), "two rows"),
        (loose_boxes(np.delete(turned_row(14, 30), 6, axis=0)), "a gap: spacing is not the width"),
    ],
)
def test_what_is_no_single_row_is_left_alone(boxes: NDArray[np.float32], reason: str) -> None:
    assert row_quads(boxes) is None, reason


def test_upright_tiles_are_not_loose() -> None:
    boxes = loose_boxes(turned_row(14, 0))
    assert looseness(boxes) < LOOSE
    assert np.allclose(box_quads(boxes), turned_row(14, 0), atol=1e-6)


def test_labels_are_read_as_corner_boxes(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("33 0.5 0.5 0.2 0.4\n\n")
    faces, boxes = read_labels(tmp_path / "images" / "a.jpg")
    assert faces.tolist() == [33]
    assert np.allclose(boxes, [[0.4, 0.3, 0.6, 0.7]])


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the real photographs are not part of the project")
def test_no_photograph_is_in_training_and_in_a_test() -> None:
    training = {photo.image.name for photo in load_photos(PHOTOS, "train")}
    assert training
    for split in ("test-redtable", "test-bluemat", "val"):
        assert training.isdisjoint(path.name for path in (PHOTOS / split / "images").iterdir())
