"""A tile or a part of it: half a 4p is no 2p, and two 2p side by side are no 4p."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bundle import DetectorSettings
from vision.classes import BACK, FACE_NAMES, NOTHING, OUTPUTS, output_index
from vision.detector import Found, rectangles
from vision.models import Models
from vision.read import whole_tiles
from vision.reader import FaceReader
from vision.views import Pyramid
from vision.wholes import Pairs, chances, pairs, promising, replaced

WIDE, HIGH = 30.0, 40.0


def box(x: float, y: float, width: float = WIDE, height: float = HIGH) -> NDArray[np.float64]:
    """An upright rectangle by its centre."""
    return np.asarray(rectangles(np.array([[x, y, width, height, 0.9, 0.0]]))[0])


UPPER, LOWER, WHOLE = box(0, -10, WIDE, 20), box(0, 10, WIDE, 20), box(0, 0)
NEIGHBOURS = [box(x, 0) for x in (-62, -31, 31, 62)]


def found(*boxes: NDArray[np.float64], score: float = 0.8) -> Found:
    return Found(np.stack(boxes), np.full(len(boxes), score))


def showing(*faces: str) -> NDArray[np.float32]:
    probabilities = np.full((len(faces), len(FACE_NAMES)), 0.001, dtype=np.float32)
    probabilities[np.arange(len(faces)), [FACE_NAMES.index(face) for face in faces]] = 0.96
    return probabilities


def answers(*faces: str, tile: float = 0.99) -> NDArray[np.float32]:
    outputs = np.full((len(faces), OUTPUTS), 1e-4, dtype=np.float32)
    for row, face in zip(outputs, faces, strict=True):
        row[output_index(FACE_NAMES.index(face), 0)] = 0.97 * tile
        row[output_index(NOTHING, 0)] = 1 - tile
    return np.asarray(outputs / outputs.sum(axis=1, keepdims=True), dtype=np.float32)


def judged(kept: Found, faces: list[str], larger: Found, reads: str, tile: float = 0.99) -> list[float]:
    """The chance of each part that its whole is the tile."""
    shown = showing(*faces)
    candidates = pairs(kept, np.full(len(kept), 0.95), shown, larger)
    return [
        float(p) for p in chances(candidates, answers(*[reads] * len(candidates.parts), tile=tile), shown)
    ]


def test_halves_of_one_tile_are_not_two() -> None:
    kept = found(UPPER, LOWER, *NEIGHBOURS)
    chance = judged(kept, ["2p", "2p", *["3s"] * 4], found(WHOLE, score=0.7), "4p")
    assert len(chance) == 2
    assert min(chance) > 0.6


@pytest.mark.parametrize(
    ("seen", "reads", "tile", "why"),
    [
        (0.25, "4p", 0.99, "the detector hardly saw the two as one"),
        (0.6, "4p", 0.2, "the reader sees no tile in both together"),
        (0.9, "2p", 0.99, "the larger box shows the same: which of them is better changes nothing"),
        (0.9, "back", 0.99, "a back is no face"),
    ],
)
def test_tiles_side_by_side_stay_two(seen: float, reads: str, tile: float, why: str) -> None:
    """Two 2p lying across, of the size of the tiles around: together they look like a 4p."""
    across = [box(x, y, HIGH, WIDE) for x in (0, 41) for y in (-45, -15, 15, 45)]
    both = box(0, 0, HIGH, 2 * WIDE)
    chance = judged(found(*across), ["2p"] * 8, found(both, score=seen), reads, tile)
    assert len(chance) == 2, why
    assert max(chance) < 0.5, why


def test_a_back_is_no_part_and_a_slightly_larger_box_no_whole() -> None:
    one = np.array([0.95])
    assert not len(pairs(found(UPPER), one, showing(FACE_NAMES[BACK]), found(WHOLE)).parts)
    assert not len(pairs(found(WHOLE), one, showing("2p"), found(box(0, 0, 32, 42))).parts)
    assert not len(pairs(found(UPPER), one, showing("2p"), found(box(0, 18))).parts), "it lies half outside"
    assert not len(pairs(found(UPPER), np.array([0.1]), showing("2p"), found(WHOLE)).parts), "no tile anyway"


def test_without_candidates_nothing_is_read_or_changed() -> None:
    none = promising(pairs(found(*NEIGHBOURS), np.full(4, 0.95), showing(*["3s"] * 4), found(WHOLE)))
    assert none.wholes.rectangles.shape == (0, 4, 2)
    assert chances(none, np.zeros((0, OUTPUTS), np.float32), showing("3s")).shape == (0,)


def test_hopeless_wholes_are_not_read() -> None:
    hopeless = Pairs(np.array([0, 1]), found(WHOLE, WHOLE, score=0.3), np.array([-1.4, 0.6]))
    assert promising(hopeless).parts.tolist() == [1]


def test_a_whole_takes_the_place_of_all_its_parts_once() -> None:
    kept = found(UPPER, LOWER, *NEIGHBOURS)
    wholes = Found(np.stack([WHOLE, box(0, 1)]), np.array([0.7, 0.6]))
    boxes, outputs = replaced(kept, answers(*["2p"] * 2, *["3s"] * 4), wholes, answers("4p", "4p"), 0.45)
    assert boxes.rectangles.tolist() == [*np.stack(NEIGHBOURS).tolist(), WHOLE.tolist()]
    assert boxes.scores.tolist() == [0.8] * 4 + [0.7]
    assert (outputs[-1] == answers("4p")[0]).all()
    assert len(outputs) == 5


class ByShape(FaceReader):
    """Reads a 3s in a box as high as a neighbour's, 4p in the whole, 2p in its halves."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def read(self, pyramid: Pyramid, rectangles: NDArray[np.float64]) -> NDArray[np.float32]:
        self.asked.append(len(rectangles))
        return answers(*[self._face(rectangle) for rectangle in rectangles])

    @staticmethod
    def _face(rectangle: NDArray[np.float64]) -> str:
        if abs(rectangle.mean(axis=0)[0] - 100) > 20:
            return "3s"
        return "4p" if np.ptp(rectangle[:, 1]) > 30 else "2p"


def test_a_picture_is_read_with_wholes_in_place_of_parts() -> None:
    blank = Pyramid(np.full((200, 200, 3), 200, np.uint8))
    shift = np.array([100.0, 100.0])
    kept = found(*(one + shift for one in (UPPER, LOWER, *NEIGHBOURS)))
    reader = ByShape()
    models = Models(None, None, reader, DetectorSettings())  # type: ignore[arg-type]
    boxes = whole_tiles(blank, models, kept, found(WHOLE + shift, score=0.7))
    names = [FACE_NAMES[int(row[: 4 * BACK].argmax()) // 4] for row in boxes.outputs]
    assert sorted(names) == ["3s", "3s", "3s", "3s", "4p"]
    assert boxes.found.rectangles[-1].tolist() == (WHOLE + shift).tolist()
    assert reader.asked == [6, 2], "the whole is read once for each half, nothing else"
