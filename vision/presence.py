"""How sure it is that there is a tile: by detector and reader, and by how it fits the tiles around it.

A box on a cloth, a book or a part of a tile gets some belief from both networks; what tells it from a tile
whose face is unclear is that tiles lie side by side and are of one size. A logistic curve through all of it
gives the probability of a tile. Its weights are fitted on pictures of face designs and tables that no model
was trained on:

    python -m vision.evaluation.calibrate FOLDER ...
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.certainty import log_odds
from vision.classes import BACK, WHITE
from vision.geometry import across_and_down

Array = NDArray[np.float64]

WEIGHTS = (1.332, 0.766, -0.038, 0.425, -0.739, -1.509, 0.532, -0.280)
"""Of each evidence, in the order of `evidence`, and what is added."""

SURE = 0.4
"""Product of the three probabilities from which a box says of what size the tiles around it are."""

NEAREST = 4
"""So many sure tiles around a box tell its size."""

SAME_BOX = 0.5
"""Boxes whose centres are nearer than this part of the smaller one's width say nothing of one another."""

BESIDE, LEVEL, PARALLEL, ALIKE = (0.75, 1.35), 0.3, 20.0, 0.35
"""A neighbour in a row: its centre's distance in widths, how far it may lie higher or lower in heights,
degrees between the two, and difference of the logarithms of their areas."""


def presence(
    rectangles: Array,
    scores: Array,
    tile: NDArray[np.float32],
    faces: NDArray[np.float32],
    weights: tuple[float, ...] = WEIGHTS,
) -> Array:
    """The probability (n,) that each of the rectangles (n, 4, 2) is a tile.

    Args:
        rectangles: found boxes, clockwise, a shorter side first.
        scores: (n,) the detector's.
        tile: (n,) the reader's probability that it is a tile.
        faces: (n, 36) probabilities of the faces given that it is.
        weights: of each evidence, and what is added.
    """
    odds = evidence(rectangles, scores, tile, faces) @ np.array(weights[:-1]) + weights[-1]
    return np.asarray(1 / (1 + np.exp(-odds)))


def evidence(
    rectangles: Array, scores: Array, tile: NDArray[np.float32], faces: NDArray[np.float32]
) -> Array:
    """(n, 7) what speaks for a tile, or against: log-odds of detector, reader and face; whether a sure tile
    lies beside it in a row; how far its size is off; whether it looks like a white dragon, a back."""
    best, clearest = faces.argmax(axis=1), faces.max(axis=1)
    in_row, off = _beside_others(rectangles, scores * tile * clearest >= SURE)
    white, back = best == WHITE, best == BACK
    return np.column_stack([log_odds(scores), log_odds(tile), log_odds(clearest), in_row, off, white, back])


def _beside_others(rectangles: Array, sure: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Array]:
    """Whether a sure tile lies beside each box in a row (n,), and the logarithm (n,) of how much larger or
    smaller the box is than the sure ones nearest to it; 0 where there are none."""
    across, down = across_and_down(rectangles)
    width, height = np.hypot(*across.T), np.hypot(*down.T)
    size = np.log(np.maximum(width * height, 1e-9))
    away = rectangles.mean(axis=1)[:, None] - rectangles.mean(axis=1)[None]  # of each from each
    distance = np.hypot(away[..., 0], away[..., 1])
    others = sure[None] & (distance > SAME_BOX * np.minimum(width[:, None], width))
    aside = np.abs((away * across).sum(axis=2)) / np.maximum(width, 1e-9) ** 2
    higher = np.abs((away * down).sum(axis=2)) / np.maximum(height, 1e-9) ** 2
    angle = np.degrees(np.arctan2(down[:, 1], down[:, 0]))
    turn = np.abs((angle[:, None] - angle + 90) % 180 - 90)
    in_row = (
        others
        & (aside > BESIDE[0])
        & (aside < BESIDE[1])
        & (higher < LEVEL)
        & (turn < PARALLEL)
        & (np.abs(size[:, None] - size) < ALIKE)
    ).any(axis=1)
    off = np.zeros(len(rectangles))
    for index in np.flatnonzero(others.any(axis=1)):
        around = np.flatnonzero(others[index])
        nearest = around[np.argsort(distance[index, around], kind="stable")[:NEAREST]]
        off[index] = abs(size[index] - np.median(size[nearest]))
    return in_row, off
