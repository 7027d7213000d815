"""One class list: model outputs, tiles and files speak of the same faces in the same order."""

import numpy as np
import pytest

from scoring.tiles import ALL_TILES
from vision.classes import (
    BACK,
    FACE_NAMES,
    FLOWER,
    OUTPUTS,
    face_probabilities,
    output_index,
    turn_probabilities,
)


def test_the_faces_are_the_tiles_then_flower_and_back() -> None:
    assert (*map(str, ALL_TILES), "f", "back") == FACE_NAMES
    assert (FACE_NAMES[FLOWER], FACE_NAMES[BACK]) == ("f", "back")


@pytest.mark.parametrize("face", [0, 8, 33, FLOWER, BACK])
@pytest.mark.parametrize("turn", range(4))
def test_an_output_counts_for_its_face_and_its_turn(face: int, turn: int) -> None:
    outputs = np.zeros((1, OUTPUTS), dtype=np.float32)
    outputs[0, output_index(face, turn)] = 1
    assert face_probabilities(outputs)[0, face] == 1
    expected = 0.25 if face == BACK else 1
    assert turn_probabilities(outputs, face)[0, turn] == expected


def test_a_face_that_looks_the_same_upside_down_is_as_sure_as_any() -> None:
    outputs = np.zeros((1, OUTPUTS), dtype=np.float32)
    outputs[0, output_index(9, 0)] = outputs[0, output_index(9, 2)] = 0.5
    assert face_probabilities(outputs)[0, 9] == 1
