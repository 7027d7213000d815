"""Names the face in each found rectangle, and which way up it lies, from the picture's own pixels."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bundle import ReaderSettings
from vision.classes import BACK, OUTPUTS, TURNS
from vision.detector import session
from vision.views import Pyramid


class FaceReader:
    """The reader on ONNX Runtime; safe to share between threads."""

    def __init__(self, model: bytes, settings: ReaderSettings, threads: int = 0) -> None:
        self.settings = settings
        self._session = session(model, threads)
        self._input = self._session.get_inputs()[0].name

    def read(self, pyramid: Pyramid, rectangles: NDArray[np.float64]) -> NDArray[np.float32]:
        """Probabilities (n, 142) of faces and turns (`vision.classes`) in rectangles (n, 4, 2).

        Each rectangle is read at every margin and turn of the settings, and the answers are averaged.
        """
        if not len(rectangles):
            return np.zeros((0, OUTPUTS), dtype=np.float32)
        margins, turns = self.settings.margins, self.settings.turns
        crops = np.stack(
            [crop(pyramid, r, self.settings.side, margin) for r in rectangles for margin in margins]
        )
        inputs = np.concatenate([np.rot90(crops, -turn, axes=(1, 2)) for turn in turns])
        images = np.ascontiguousarray(inputs.transpose(0, 3, 1, 2), dtype=np.float32) / 255
        (logits,) = self._session.run(None, {self._input: images})
        answers = softmax(np.asarray(logits, dtype=np.float32) / self.settings.temperature)
        by_turn = answers.reshape(len(turns), len(rectangles), len(margins), OUTPUTS).mean(axis=2)
        upright = [turned_back(answer, turn) for answer, turn in zip(by_turn, turns, strict=True)]
        return np.asarray(np.mean(upright, axis=0), dtype=np.float32)


def turned_back(outputs: NDArray[np.float32], turn: int) -> NDArray[np.float32]:
    """Outputs (n, 142) for crops that were turned clockwise by `turn`, as if they had not been."""
    faces = outputs[:, : BACK * TURNS].reshape(len(outputs), BACK, TURNS)
    upright = np.roll(faces, -turn, axis=2).reshape(len(outputs), -1)
    return np.concatenate([upright, outputs[:, BACK * TURNS :]], axis=1)


def crop(pyramid: Pyramid, rectangle: NDArray[np.float64], side: int, margin: float) -> NDArray[np.uint8]:
    """The picture under a rectangle (4, 2) widened by a relative margin, as (side, side, 3)."""
    sides = np.linalg.norm(rectangle - np.roll(rectangle, 1, axis=0), axis=1)
    level, to_level = pyramid.level_for(min(1.0, 1.3 * side / float(sides.max())))
    centre = rectangle.mean(axis=0)
    corners = (centre + (rectangle - centre) * (1 + 2 * margin)) @ to_level[:2, :2].T + to_level[:2, 2]
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(
            level, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        dtype=np.uint8,
    )


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities along the last axis."""
    exponents = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(exponents / exponents.sum(axis=-1, keepdims=True), dtype=np.float32)
