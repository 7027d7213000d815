"""Tops and sides of tiles: plain rectangles that a detector takes for face-down tiles or blank white dragons.

Seen from low down, a standing tile shows its top above its face, a lying one its front below it. Such a side
is told by where it lies and how large it is, not by what it looks like: it lies against a whole tile, as wide
as that and much less high.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK, WHITE

PLAIN = 0.5
"""Probability of white dragon or back from which a tile counts as plain."""

AS_WIDE = (0.7, 1.25)
"""Width of a side, in widths of the tile it belongs to: perspective and loose boxes."""

FLATTER = 0.72
"""Height of a side, in heights of its tile: a tile is half to three quarters as thick as it is high, and is
seen at a slant; one that lies turned is 0.74 as high but wider than the other."""

ASIDE, APART = 0.35, 0.3
"""How far a side may lie from the middle of its tile's edge, along and across it, in widths and heights."""

SURE = 0.3
"""Score times probability from which a tile may have a side."""

NEIGHBOURS, REACH, SMALLER = 3, 3.0, 0.5
"""A plain tile of less than half the area of its nearest neighbours, within three lengths, is no tile."""


def plain_sides(
    rectangles: NDArray[np.float64], scores: NDArray[np.float64], faces: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which of the rectangles (n, 4, 2) with scores (n,) and probabilities (n, 36) are sides of tiles."""
    is_side = np.zeros(len(rectangles), dtype=bool)
    if len(rectangles) < 2:
        return is_side
    across, along = rectangles[:, 1] - rectangles[:, 0], rectangles[:, 3] - rectangles[:, 0]
    width, height = np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)
    area, length = width * height, np.maximum(width, height)
    plain = faces[:, WHITE] + faces[:, BACK] >= PLAIN
    sure = scores * faces.max(axis=1) >= SURE
    centres = rectangles.mean(axis=1)
    for index in np.flatnonzero(plain).tolist():
        distance = np.linalg.norm(centres - centres[index], axis=1)
        wholes = np.flatnonzero(sure & (area > area[index]) & (distance < 2 * length))
        is_side[index] = any(lies_against(rectangles[index], rectangles[whole]) for whole in wholes) or (
            _dwarfed(area, distance, np.flatnonzero(sure & ~plain & (distance < REACH * length)), index)
        )
    return is_side


def lies_against(side: NDArray[np.float64], tile: NDArray[np.float64]) -> bool:
    """Whether a rectangle (4, 2) lies along an edge of a tile (4, 2) the way a side of it would."""
    axes = np.stack([tile[1] - tile[0], tile[3] - tile[0]])
    extent = np.linalg.norm(axes, axis=1)
    if extent.min() <= 0:
        return False
    own = (
        (side - tile.mean(axis=0)) @ (axes / extent[:, None]).T / extent
    )  # in widths and heights of the tile
    size, away = np.ptp(own, axis=0), np.abs(own.mean(axis=0))
    return any(
        AS_WIDE[0] < size[wide] < AS_WIDE[1]
        and size[high] < FLATTER
        and away[wide] < ASIDE
        and abs(away[high] - (1 + size[high]) / 2) < APART
        for wide, high in ((0, 1), (1, 0))
    )


def _dwarfed(
    area: NDArray[np.float64], distance: NDArray[np.float64], near: NDArray[np.intp], index: int
) -> bool:
    nearest = near[np.argsort(distance[near])][:NEIGHBOURS]
    return len(nearest) > 1 and bool(area[index] < SMALLER * np.median(area[nearest]))
