"""Reflections of standing tiles in a polished table, which look like a second row of tiles below the first.

A reflection is its tile upside down as in a mirror, right below it and paler. Many faces look the same either
way up, so one pair tells little; a table is polished under all tiles, so pairs that tell speak for the rest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import across_and_down
from vision.reader import crop
from vision.views import Pyramid

Array = NDArray[np.float64]

BELOW, ASIDE, AS_WIDE = (0.7, 1.35), 0.35, 0.3
"""Where a reflection lies: heights below its tile, widths aside; how far the logarithms of widths differ."""

SIDE, INSET = 32, -0.08

ALIKE, TELLING = 0.4, 0.2
"""Correlation with the mirrored tile, and its excess over that with the tile itself, for a pair to tell."""

ENOUGH = 0.3
"""That correlation from which one is a reflection where the table is known to be polished."""

FEW, LEAN = 2, 0.12
"""So many pairs must tell, and so much must all of them lean that way in the mean."""


def reflections(pyramid: Pyramid, rectangles: Array, there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the rectangles (n, 4, 2) that are `there` (n,) are reflections of others."""
    mirrored = np.zeros(len(rectangles), dtype=bool)
    pairs = one_below_the_other(rectangles, np.flatnonzero(there))
    if len(pairs) < FEW:
        return mirrored
    shown = {index: picture(pyramid, rectangles[index]) for index in {i for pair in pairs for i in pair}}
    upright = np.array([correlation(shown[a], shown[b]) for a, b in pairs])
    turned = np.array([correlation(shown[a][::-1], shown[b]) for a, b in pairs])
    telling = (turned >= ALIKE) & (turned - upright >= TELLING)
    if telling.sum() < FEW or (turned - upright).mean() < LEAN:
        return mirrored
    for (a, b), alike in zip(pairs, turned >= ENOUGH, strict=True):
        if alike:
            mirrored[a if shown[a].std() < shown[b].std() else b] = True
    return mirrored


def one_below_the_other(rectangles: Array, among: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Pairs of rectangles of which the second lies right below the first, as the first's sides run."""
    across, down = across_and_down(rectangles[among])
    width, height = np.hypot(*across.T), np.hypot(*down.T)
    centres = rectangles[among].mean(axis=1)
    away = centres[None] - centres[:, None]  # from each to each
    below = (away * down[:, None]).sum(axis=2) / np.maximum(height, 1e-9)[:, None] ** 2
    aside = np.abs((away * across[:, None]).sum(axis=2)) / np.maximum(width, 1e-9)[:, None] ** 2
    alike = np.abs(np.log(np.maximum(width, 1e-9))[:, None] - np.log(np.maximum(width, 1e-9))) < AS_WIDE
    found = (below > BELOW[0]) & (below < BELOW[1]) & (aside < ASIDE) & alike
    return [(int(among[a]), int(among[b])) for a, b in np.argwhere(found)]


def picture(pyramid: Pyramid, rectangle: Array) -> NDArray[np.float32]:
    """The face (SIDE, SIDE), grey."""
    return np.asarray(crop(pyramid, rectangle, SIDE, INSET).mean(axis=2), dtype=np.float32)


def correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Of two pictures of one size, -1 to 1; 0 where one is plain."""
    a, b = one - one.mean(), other - other.mean()
    scale = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / scale if scale > 0 else 0.0
