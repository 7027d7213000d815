"""Quads: four corners in pixels, clockwise as seen (x right, y down)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def areas(quads: Array) -> Array:
    """Areas (n,) of quads (n, 4, 2)."""
    following = np.roll(quads, -1, axis=1)
    cross = quads[:, :, 0] * following[:, :, 1] - quads[:, :, 1] * following[:, :, 0]
    return np.asarray(np.abs(cross.sum(axis=1)) / 2)


def centres(quads: Array) -> Array:
    """Means (n, 2) of the corners of quads (n, 4, 2)."""
    return np.asarray(quads.mean(axis=1))


def across_and_down(quads: Array) -> tuple[Array, Array]:
    """The mean edges (n, 2) of quads (n, 4, 2): from the left of a face to its right, from top to bottom."""
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return right, down


def long_sides(quads: Array) -> Array:
    """The longer of the two mean edges (n,) in pixels."""
    right, down = across_and_down(quads)
    return np.asarray(np.maximum(np.hypot(*right.T), np.hypot(*down.T)))


def overlap(one: Array, other: Array) -> float:
    """The area that two convex quads (4, 2) share, as a part of the smaller one."""
    smaller = float(areas(np.stack([one, other])).min())
    if smaller <= 0:
        return 0.0
    shared, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(shared) / smaller


def touches_frame(quad: Array, size: tuple[int, int], margin: float) -> bool:
    """Whether a corner of the quad (4, 2) lies within `margin` pixels of the edge of a picture (w, h)."""
    return bool((quad < margin).any() or (quad > np.array(size) - margin).any())


def nearest_pairs(distances: Array) -> dict[int, int]:
    """Row to column of a table of distances (n, m): one to one, nearest first, none that is infinite.

    >>> nearest_pairs(np.array([[1.0, 2.0], [0.5, np.inf]]))
    {1: 0, 0: 1}
    """
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(distances, axis=None, kind="stable"):
        row, column = divmod(int(flat), distances.shape[1])
        if not np.isfinite(distances[row, column]):
            break
        if row not in pairs and column not in taken:
            pairs[row] = column
            taken.add(column)
    return pairs
