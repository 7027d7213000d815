"""What the fit of wholes counts: parts that it mends, tiles that it spoils."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classes import FACE_NAMES
from vision.evaluation.fit_wholes import _right, mended_and_spoilt
from vision.evaluation.pictures import TrueTile

TILE = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], dtype=float)


def test_what_weights_do_is_counted_on_both_sides() -> None:
    evidence = np.array([[2.0], [-1.0], [3.0], [-2.0], [-3.0]])
    whole = np.array([True, True, False, False, False])
    assert mended_and_spoilt((evidence, whole), (1.0, 0.0)) == "1 of 2 parts mended, 1 of 3 tiles spoilt"


@pytest.mark.parametrize(
    ("box", "face", "right", "why"),
    [
        (TILE, "4p", True, "on the tile, its face"),
        (TILE, "2p", False, "another face"),
        (TILE * [1, 0.4], "4p", False, "on less than half of it"),
        (TILE + 200, "4p", False, "elsewhere"),
    ],
)
def test_a_box_is_right_on_its_tile_with_its_face(box: np.ndarray, face: str, right: bool, why: str) -> None:
    tile = TrueTile(face="4p", quad=TILE)
    assert _right(box, FACE_NAMES.index(face), [tile]) is right, why
    assert _right(box, FACE_NAMES.index(face), []) is False
