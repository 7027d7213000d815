"""Complete the labels of a photograph in which only some tiles have boxes, with an earlier detector.

Tiles it is sure of are added; what it half sees is blurred beyond recognition, so that nothing that may be a
tile is taught as background.
"""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.bundle import Bundle
from vision.classes import tile_probabilities
from vision.detector import Found
from vision.models import Models
from vision.views import Pyramid

SURE = 0.6
"""Score from which a found tile becomes a label."""

DOUBTFUL = 0.12
"""Score below which a place counts as background."""

SAME_TILE = 0.3
"""Share of overlap from which a found tile is one that has a label already."""

Image = npt.NDArray[np.uint8]
Quads = npt.NDArray[np.float32]


class Finder(Protocol):
    """What finds tiles: a `TileDetector`, or one that is judged."""

    def find(self, pyramid: Pyramid) -> Found:
        """The tiles of a picture."""


class JudgedDetector:
    """A detector whose scores count as far as the reader too sees a tile there."""

    def __init__(self, bundle: Bundle) -> None:
        self._models = Models.of(bundle)

    def find(self, pyramid: Pyramid) -> Found:
        """The tiles of a picture, scored by both."""
        found = self._models.fit(pyramid, self._models.detector.find(pyramid))
        outputs = self._models.read(pyramid, found)
        return Found(found.rectangles, found.scores * tile_probabilities(outputs))


def complete(image: Image, quads: Quads, detector: Finder) -> tuple[Image, Quads]:
    """The picture with doubtful places blurred, and its quads (n, 4, 2) with those that were missing."""
    found = detector.find(Pyramid(image))
    added: list[npt.NDArray[np.float32]] = []
    doubtful = np.zeros(image.shape[:2], dtype=np.uint8)
    for rectangle, score in zip(found.rectangles.astype(np.float32), found.scores, strict=True):
        if score < DOUBTFUL or any(overlap(rectangle, quad) > SAME_TILE for quad in quads):
            continue
        if score >= SURE:
            added.append(rectangle)
        else:
            cv2.fillConvexPoly(doubtful, rectangle.astype(np.int32), 255)
    if doubtful.any():
        length = float(np.median(found.lengths))
        blurred = cv2.GaussianBlur(image, (0, 0), max(2.0, length / 4))
        soft = cv2.GaussianBlur(cv2.dilate(doubtful, np.ones((5, 5), np.uint8)), (0, 0), 2)[
            ..., None
        ] / np.float32(255)
        for quad in [*quads, *added]:
            cv2.fillConvexPoly(soft, quad.astype(np.int32), 0.0)
        image = np.asarray(image * (1 - soft) + blurred * soft, dtype=np.uint8)
    return image, np.concatenate([quads, np.stack(added)]) if added else quads


def overlap(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> float:
    """Area shared by two convex quads over the smaller one's area."""
    shared, _ = cv2.intersectConvexConvex(a, b)
    return float(shared / max(1e-6, min(abs(cv2.contourArea(a)), abs(cv2.contourArea(b)))))
