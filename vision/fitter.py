"""Moves the corners of a found rectangle to those of the tile's face.

The detector's boxes are rectangles, and a few hundredths of a tile off; a face before a slanting camera is no
rectangle. A small network looks at the crop around each box, wider than the box, and says where the four
corners of the face are: what the reader is shown then is the face alone, straightened.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.bundle import FitterSettings
from vision.detector import session
from vision.geometry import areas, overlap
from vision.reader import crop
from vision.views import Pyramid

Array = NDArray[np.float64]

CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
"""Of a box, in parts of its sides."""


class FaceFitter:
    """The fitter on ONNX Runtime; safe to share between threads."""

    def __init__(self, model: bytes, settings: FitterSettings, threads: int = 0) -> None:
        self.settings = settings
        self._session = session(model, threads)
        self._input = self._session.get_inputs()[0].name

    def fit(self, pyramid: Pyramid, rectangles: Array) -> Array:
        """Corners (n, 4, 2) of the faces in rectangles (n, 4, 2), in the picture's pixels and the same order.

        A rectangle stays as it is where the face is said to be quite another than the one that was boxed.
        """
        if not len(rectangles):
            return rectangles
        side, margin = self.settings.side, self.settings.margin
        crops = np.stack([crop(pyramid, rectangle, side, margin) for rectangle in rectangles])
        images = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32) / 255
        (answers,) = self._session.run(None, {self._input: images})
        quads = placed(rectangles, np.asarray(answers, dtype=np.float64)[:, :8].reshape(-1, 4, 2))
        fits = [self._is_same(*pair) for pair in zip(rectangles, quads, strict=True)]
        return np.where(np.array(fits)[:, None, None], quads, rectangles)

    def _is_same(self, rectangle: Array, quad: Array) -> bool:
        before, after = areas(np.stack([rectangle, quad]))
        return (
            1 / self.settings.most_growth < after / max(before, 1e-9) < self.settings.most_growth
            and overlap(rectangle, quad) >= self.settings.least_overlap
        )


def placed(rectangles: Array, moves: Array) -> Array:
    """Rectangles (n, 4, 2) whose corners are moved by (n, 4, 2), in parts of their sides."""
    origin = rectangles[:, :1]
    along, down = rectangles[:, 1:2] - origin, rectangles[:, 3:] - origin
    at = CORNERS + moves
    return np.asarray(origin + at[..., :1] * along + at[..., 1:] * down)
