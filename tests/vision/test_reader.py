"""Crops and turns on the way to the reader."""

import numpy as np
import pytest

from vision.classes import OUTPUTS, output_index
from vision.reader import crop, softmax, turned_back
from vision.views import Pyramid

UPRIGHT = np.array([[40.0, 20.0], [70.0, 20.0], [70.0, 60.0], [40.0, 60.0]])


def marked() -> Pyramid:
    """White along the top of the face in `UPRIGHT`."""
    picture = np.zeros((100, 120, 3), dtype=np.uint8)
    picture[20:28, 40:70] = 255
    return Pyramid(picture)


def test_a_crop_shows_the_rectangle_from_its_first_corner() -> None:
    assert crop(marked(), UPRIGHT, 64, 0.0)[:8].mean() > 220
    assert crop(marked(), UPRIGHT, 64, 0.0)[20:].mean() < 5


@pytest.mark.parametrize("turn", range(4))
def test_outputs_of_a_turned_crop_are_turned_back(turn: int) -> None:
    """A face that lies turned by 1 shows turned by 1 + turn once the crop is turned clockwise by `turn`."""
    outputs = np.zeros((1, OUTPUTS), dtype=np.float32)
    outputs[0, output_index(5, 1 + turn)] = 1
    assert turned_back(outputs, turn)[0, output_index(5, 1)] == 1


def test_turning_a_crop_is_clockwise() -> None:
    """As the reader was trained: the top of the face goes to the right."""
    turned = np.rot90(crop(marked(), UPRIGHT, 64, 0.0), -1)
    assert turned[:, -8:].mean() > 220


def test_a_margin_widens_the_crop_evenly() -> None:
    picture = np.zeros((100, 120, 3), dtype=np.uint8)
    picture[20:60, 40:70] = 255
    wide = crop(Pyramid(picture), UPRIGHT, 64, 0.25)
    inside = wide[..., 0] > 128
    assert 38 <= inside.sum(axis=0).max() <= 46
    assert 38 <= inside.sum(axis=1).max() <= 46


def test_large_faces_are_shrunk_without_aliasing() -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, (1600, 1600, 3)).astype(np.uint8)
    big = np.array([[100.0, 100.0], [1300.0, 100.0], [1300.0, 1500.0], [100.0, 1500.0]])
    assert crop(Pyramid(noise), big, 64, 0.0).std() < 25


def test_probabilities_sum_to_one() -> None:
    assert np.allclose(softmax(np.array([[0.0, 1000.0, 3.0]], dtype=np.float32)).sum(), 1)
