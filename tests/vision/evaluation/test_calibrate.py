"""What the weights are fitted on: which boxes are tiles, and the logistic curve through evidence."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evaluation.calibrate import _is_tile, logistic
from vision.evaluation.pictures import TrueTile

TILE = np.array([[0.0, 0.0], [30.0, 0.0], [30.0, 40.0], [0.0, 40.0]])


@pytest.mark.parametrize(
    ("counts", "move", "expected", "reason"),
    [
        (True, 0.0, True, "right on it"),
        (True, 8.0, True, "a little off"),
        (True, 14.0, None, "half on it: neither a tile nor none"),
        (True, 25.0, False, "a sliver of it"),
        (False, 0.0, None, "on one that is hardly seen"),
        (False, 40.0, False, "beside one that is hardly seen"),
    ],
)
def test_a_box_is_a_tile_where_it_covers_one(
    counts: bool, move: float, expected: bool | None, reason: str
) -> None:
    assert _is_tile(TILE + np.array([move, 0.0]), [TrueTile("1m", TILE, counts)]) is expected, reason


def test_on_a_picture_without_tiles_no_box_is_one() -> None:
    assert _is_tile(TILE, []) is False


def test_the_curve_that_made_the_answers_is_found_again() -> None:
    rng = np.random.default_rng(3)
    features, truth = rng.normal(size=(20_000, 2)), (1.5, -0.7, 0.4)
    chance = 1 / (1 + np.exp(-(features @ np.array(truth[:2]) + truth[2])))
    assert np.allclose(logistic(features, rng.random(20_000) < chance), truth, atol=0.1)
