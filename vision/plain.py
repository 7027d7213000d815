"""Blank white dragons and the backs of tiles look alike, each on its own; beside others they do not.

A blank face has the colour of the other faces in the photo, a back as a rule has not: what the reader says of
a plain tile is weighed by how far its colour lies from theirs. And a set has four white dragons: where more
are seen, the plain sides of a wall or backs of the faces' own colour are among them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK, WHITE
from vision.reader import crop
from vision.views import Pyramid

PLAIN = 0.5
"""Probability of white dragon or back from which a tile counts as plain."""

SURE = 0.7
"""Probability of its face from which another tile tells the colour of the set."""

FEW = 3
"""So many such tiles it takes."""

COPIES = 4
"""Of each tile there are four."""

NEAR = 2.6
"""How far, in tile lengths, the tiles around one reach: beyond a pung, whose middle tile sees others so."""

TOUCHING = 1.1
"""Tile lengths between the centres of two that touch, at most."""

SIDE = 24
INSET = -0.12
LIGHTNESS = 0.35
"""Weight of lightness beside hue: shadows change it."""

BORDER = 14.0
"""Distance of colours, in units of Lab, at which blank and back are as likely as the reader says.

In rendered training pictures 95 % of white dragons lie within 9 units, 75 % of backs beyond 22.
"""

STEEPNESS = 0.4
MOST = 5.0
"""Limit of the logarithm of the ratio by which colour outweighs the reader."""


def weigh_plain(
    pyramid: Pyramid, rectangles: NDArray[np.float64], faces: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Probabilities (n, 36) of the tiles in rectangles (n, 4, 2), plain ones weighed by their colour."""
    plain = faces[:, WHITE] + faces[:, BACK] >= PLAIN
    telling = (faces.max(axis=1) >= SURE) & ~plain
    if not plain.any() or telling.sum() < FEW:
        return faces
    body = np.median([body_colour(pyramid, r) for r in rectangles[telling]], axis=0)
    weighed = faces.copy()
    for index in np.flatnonzero(plain):
        distance = float(np.linalg.norm(body_colour(pyramid, rectangles[index]) - body))
        evidence = np.clip(STEEPNESS * (distance - BORDER), -MOST, MOST)
        back, white = faces[index, BACK] * np.exp(evidence), faces[index, WHITE]
        both = faces[index, BACK] + white
        weighed[index, BACK] = both * back / max(back + white, 1e-9)
        weighed[index, WHITE] = both - weighed[index, BACK]
    return weighed


def whites_of_a_wall(
    rectangles: NDArray[np.float64], faces: NDArray[np.float32], sure: NDArray[np.float64], keep: float
) -> NDArray[np.float32]:
    """Probabilities (n, 36) of the tiles in rectangles (n, 4, 2), surplus white dragons read as plain sides.

    `sure` (n,) is how surely each is a tile; those under `keep` do not count. Nothing changes where four or
    fewer white dragons are seen. Otherwise those in a chain of more than four are sides; and of those with
    mostly white or plain tiles within `NEAR` of their length around them, the least sure, until four stay.
    """
    best, there = faces.argmax(axis=1), sure >= keep
    whites = np.flatnonzero(there & (best == WHITE))
    if len(whites) <= COPIES:
        return faces
    centres = rectangles.mean(axis=1)
    distance = np.linalg.norm(centres[whites, None] - centres[None], axis=2)
    length = np.linalg.norm(rectangles[whites, 2] - rectangles[whites, 1], axis=1)
    sides = _chained(distance[:, whites] < TOUCHING * np.maximum(length[:, None], length)) > COPIES
    near = there & (distance < NEAR * length[:, None]) & (distance > 0)
    plain = (near & np.isin(best, (WHITE, BACK))).sum(axis=1) * 2 >= near.sum(axis=1)
    least = [at for at in np.argsort(sure[whites] * faces[whites, WHITE]) if plain[at] and not sides[at]]
    sides[least[: max(0, int((~sides).sum()) - COPIES)]] = True
    told, walls = faces.copy(), whites[sides]
    told[walls, WHITE], told[walls, BACK] = faces[walls, BACK], faces[walls, WHITE]
    return told


def _chained(touching: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many things (n,) are chained to each, itself among them, by which of them touch (n, n)."""
    reached = touching | np.eye(len(touching), dtype=bool)
    for _ in range(len(touching).bit_length()):
        reached = (reached.astype(np.int64) @ reached) > 0
    return np.asarray(reached.sum(axis=1), dtype=np.int64)


def body_colour(pyramid: Pyramid, rectangle: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colour (3,) of a tile where nothing is printed, in Lab: the median of its lighter half."""
    picture = crop(pyramid, rectangle, SIDE, INSET).astype(np.float32) / 255
    lab = cv2.cvtColor(picture, cv2.COLOR_RGB2LAB).reshape(-1, 3)
    lighter = lab[lab[:, 0] >= np.median(lab[:, 0])]
    return np.asarray(np.median(lighter, axis=0) * [LIGHTNESS, 1, 1], dtype=np.float64)
