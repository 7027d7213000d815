"""Whether a picture was taken of a screen by the device itself: its flat colours have no camera noise.

What a program draws has areas of one exact colour with sharp edges, and JPEG keeps the areas, if not the
edges. A camera's picture has neither: where noise reduction and JPEG make an area flat, its colour wanders
from block to block. Only what is blown out is exactly white, and what is dark is flat now and then.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SHARP, WITH_EDGES = 0.6, 0.15
"""Part of the flat runs that end in a sharp edge, and part of the picture they fill, when it was drawn."""
DRAWN = 0.26
"""Part in its three commonest flat colours, dark and white ones apart, that needs no sharp edges."""
WITH_WHITE = 0.5
"""Part in those or in white that needs none either, given that the picture's tiles lie exactly level."""
BARS, ALL_BARS = 0.25, 0.95
"""Part of the rows, or columns, of one colour around a photo on a screen; more is a covered lens."""
DARK, WHITE = 32, 252
"""Values that all three channels of dark colours stay below, and of blown-out white reach."""
EDGE, EDGE_WIDTH = 8, 3
"""Levels by which a colour changes, within so many pixels, at a sharp edge."""
RUN, SMALL = 32, 640
"""Pixels of one exact colour side by side that make a flat run; half as many in a picture less wide."""
STEP = 8
"""One row, or column, of so many is looked at: JPEG's blocks are as high."""

Pixels = NDArray[np.uint8]


def is_drawn(pixels: Pixels, *, level: bool = False) -> bool:
    """Whether a picture (h, w, 3) is a screenshot; `level`: its tiles lie along its axes to a degree or so.

    Of one that is too small to hold a tile nothing is said.
    """
    if min(pixels.shape[:2]) < RUN:
        return False
    flat = FlatParts.of(pixels)
    if flat.whole > WITH_EDGES and flat.sharp > SHARP:
        return True
    if flat.common > DRAWN or (level and flat.common + flat.white > WITH_WHITE):
        return True
    return any(BARS < bars(side) < ALL_BARS for side in (pixels, pixels.transpose(1, 0, 2)))


@dataclass(frozen=True)
class FlatParts:
    """What is flat in a picture.

    Attributes:
        whole: part of it that lies in flat runs.
        common: part in runs of its three commonest colours, dark and white ones apart.
        white: part in white runs.
        sharp: part of the flat runs with something else to their right that end in a sharp edge.
    """

    whole: float
    common: float
    white: float
    sharp: float

    @classmethod
    def of(cls, pixels: Pixels) -> FlatParts:
        """Of a picture (h, w, 3)."""
        run = RUN if pixels.shape[1] >= SMALL else RUN // 2
        count = pixels.shape[1] // run
        runs = pixels[::STEP, : count * run].reshape(-1, count, run, 3)
        flat = (runs == runs[:, :, :1]).all(axis=(2, 3))
        colours = runs[:, :, 0][flat]
        white = _white(colours)
        kept = colours[~(white | (colours < DARK).all(axis=1))].astype(np.int64) @ (65536, 256, 1)
        common = np.sort(np.unique(kept, return_counts=True)[1])[-3:].sum()
        return cls(
            whole=float(flat.mean()),
            common=float(common / flat.size),
            white=float(white.sum() / flat.size),
            sharp=_sharp(runs, flat),
        )


def bars(pixels: Pixels) -> float:
    """Part of the rows of a picture (h, w, 3) that are one colour from edge to edge, white ones apart."""
    rows = pixels[::STEP]
    flat = (rows[:, ::RUN] == rows[:, :1]).all(axis=(1, 2)) & ~_white(rows[:, 0])
    flat[flat] = (rows[flat] == rows[flat, :1]).all(axis=(1, 2))
    return float(flat.mean())


def _sharp(runs: Pixels, flat: NDArray[np.bool_]) -> float:
    """Of runs (rows, n, length, 3) the flat ones before others: what part ends in a sharp edge."""
    row, at = np.nonzero(flat[:, :-1] & ~flat[:, 1:])
    if not len(row):
        return 0.0
    change = np.abs(runs[row, at + 1].astype(np.int16) - runs[row, at, :1]).max(axis=2)
    first = np.argmax(change > 0, axis=1)
    near = np.minimum(first[:, None] + np.arange(EDGE_WIDTH), change.shape[1] - 1)
    return float((np.take_along_axis(change, near, axis=1).max(axis=1) >= EDGE).mean())


def _white(colours: Pixels) -> NDArray[np.bool_]:
    return np.asarray((colours >= WHITE).all(axis=-1))
