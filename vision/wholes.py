"""A tile, or a part of one that looks like another: half a 4p is a 2p, two thirds of a 9s are a 6s.

Where the detector sees a whole tile and a part of it, it keeps the one it is surer of; with few figures far
apart that is now and then the part. Both are read, and a logistic curve says which it is: by how sure the
detector is of the whole, what the reader says of it, and which of the two has the size of a tile nearby. Its
weights are fitted on pictures of face designs and tables that no model was trained on:

    python -m vision.evaluation.fit_wholes FOLDER ...
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.certainty import EDGE, log_odds
from vision.classes import BACK, face_probabilities, tile_probabilities
from vision.detector import Found
from vision.geometry import overlap

Array = NDArray[np.float64]

WEIGHTS = (0.30, 0.39, 0.76, 2.48, -3.21)
"""Of each evidence, in the order of `evidence`, and what is added."""

THERE = 0.3
"""Probability of a tile from which a box may be a part of one."""

SEEN = 0.2
"""The detector's score from which a larger box may be the whole."""

PART = (0.28, 0.78)
"""Area of a part beside that of its whole."""

WITHIN = 0.8
"""How much of a part lies within its whole."""

SURE = 0.5
"""Probability of a tile from which a box says of what size tiles are."""

NEAREST = 6
"""So many sure tiles around a whole say it, and of them the one that fits best."""

BESIDE = 0.45
"""Tiles whose centres are nearer than this part of the whole's long side lie within it, not beside."""

CLEAREST = 0.98
"""No face is more certain to the reader."""

MOST_ALIKE = 1.5
"""As far as sizes count."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Found boxes that may be parts (m,), by index; the likeliest whole of each; and how much better that
    has the size of a tile nearby (m,): the difference of the logarithms of their sides."""

    parts: NDArray[np.intp]
    wholes: Found
    alike: Array


def pairs(found: Found, scores: Array, faces: NDArray[np.float32], everything: Found) -> Pairs:
    """Which of n found boxes may be parts of larger ones.

    Args:
        found: the boxes that were kept.
        scores: (n,) the probability that each is a tile.
        faces: (n, 36) of what it shows.
        everything: all boxes of all looks.
    """
    larger = everything.pick(everything.scores >= SEEN)
    small, large = log_sides(found.rectangles), log_sides(larger.rectangles)
    centres, around = found.rectangles.mean(axis=1), larger.rectangles.mean(axis=1)
    log_areas = large.sum(axis=1)
    parts, likeliest, alike = [], [], []
    for part in np.flatnonzero((scores >= THERE) & (faces.argmax(axis=1) != BACK)):
        ratio = small[part].sum() - log_areas
        near = np.abs(around - centres[part]).max(axis=1) < larger.lengths
        sized = near & (ratio > np.log(PART[0])) & (ratio < np.log(PART[1]))
        held = [
            whole
            for whole in np.flatnonzero(sized)
            if overlap(larger.rectangles[whole], found.rectangles[part]) >= WITHIN
        ]
        if not held:
            continue
        fits = []
        for whole in held:
            distance = np.hypot(*(centres - around[whole]).T)
            beside = (scores >= SURE) & (distance >= BESIDE * larger.lengths[whole])
            beside[part] = False
            fits.append(_fits(small[part], large[whole], small[beside], distance[beside]))
        promise = WEIGHTS[0] * log_odds(larger.scores[held]) + WEIGHTS[3] * np.array(fits)
        best = int(promise.argmax())
        parts.append(part)
        likeliest.append(held[best])
        alike.append(fits[best])
    wholes = larger.pick(np.array(likeliest, dtype=np.intp))
    return Pairs(np.array(parts, dtype=np.intp), wholes, np.array(alike))


def log_sides(rectangles: Array) -> Array:
    """Logarithms (n, 2) of the shorter and the longer side of rectangles (n, 4, 2)."""
    sides = np.linalg.norm(rectangles[:, 1:3] - rectangles[:, :2], axis=2)
    return np.asarray(np.log(np.maximum(np.sort(sides, axis=1), 1e-9)))


def _fits(part: Array, whole: Array, others: Array, distance: Array) -> float:
    """How much nearer the whole's sides are than the part's to those of a tile around."""
    if not len(others):
        return 0.0
    others = others[np.argsort(distance, kind="stable")[:NEAREST]]
    off = [float(np.abs(others - sides).sum(axis=1).min()) for sides in (part, whole)]
    return float(np.clip(off[0] - off[1], -MOST_ALIKE, MOST_ALIKE))


def promising(candidates: Pairs) -> Pairs:
    """Those of which the reader could make wholes."""
    tile, face = (np.full(len(candidates.parts), log_odds(surest)) for surest in (1 - EDGE, CLEAREST))
    most = evidence(candidates, tile, face)
    kept = most @ np.array(WEIGHTS[:-1]) + WEIGHTS[-1] > 0
    return Pairs(candidates.parts[kept], candidates.wholes.pick(kept), candidates.alike[kept])


def evidence(candidates: Pairs, tile: Array, face: Array) -> Array:
    """(m, 4) log-odds of the detector, that it is a `tile`, and of its clearest `face`; the fit of sizes."""
    return np.column_stack([log_odds(candidates.wholes.scores), tile, face, candidates.alike])


def chances(candidates: Pairs, answers: NDArray[np.float32], faces: NDArray[np.float32]) -> Array:
    """The probability (m,) that each whole is the tile and its part is none; 0 where both show one face.

    Args:
        candidates: m pairs.
        answers: (m, 142) the reader's for the wholes.
        faces: (n, 36) probabilities of the faces of all found boxes.
    """
    shown = face_probabilities(answers)
    tile, face = log_odds(tile_probabilities(answers)), log_odds(shown.max(axis=1))
    odds = evidence(candidates, tile, face) @ np.array(WEIGHTS[:-1]) + WEIGHTS[-1]
    best = shown.argmax(axis=1)
    other = (best != faces[candidates.parts].argmax(axis=1)) & (best != BACK)
    return np.where(other, 1 / (1 + np.exp(-odds)), 0.0)


def replaced(
    found: Found, outputs: NDArray[np.float32], wholes: Found, answers: NDArray[np.float32], most: float
) -> tuple[Found, NDArray[np.float32]]:
    """Found boxes and the reader's outputs (n, 142) with `wholes`, the likeliest first, in place of all that
    they cover; `most` is how much of the smaller of two both may share."""
    taken: list[int] = []
    for at, whole in enumerate(wholes.rectangles):
        if all(overlap(whole, wholes.rectangles[other]) < most for other in taken):
            taken.append(at)
    chosen = wholes.pick(np.array(taken, dtype=np.intp))
    stays = np.array(
        [all(overlap(box, whole) < most for whole in chosen.rectangles) for box in found.rectangles],
        dtype=bool,
    )
    return found.pick(stays).with_those_of(chosen), np.concatenate([outputs[stays], answers[taken]])
