"""One tile found twice is one tile: suppression by overlap, whatever the two were read as."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry import areas, centres, long_sides, overlap
from vision.seen import SeenTile

SAME_TILE = 0.5
"""Quads that share more than this part of the smaller one are the same tile."""
PART_OF_A_FACE = 0.4
"""A quad with less than this part of the other's area boxed a piece of the print and says nothing."""


def merge_duplicates(seen: Sequence[SeenTile]) -> list[SeenTile]:
    """The tiles with duplicates merged, most certain first kept; both readings stay as alternatives."""
    if not seen:
        return []
    ordered = sorted(seen, key=lambda tile: -tile.score * tile.confidence)
    quads = np.stack([tile.quad for tile in ordered])
    middle, reach, size = centres(quads), long_sides(quads), areas(quads)
    kept: list[int] = []
    merged: dict[int, SeenTile] = {}
    for at, tile in enumerate(ordered):
        near = [k for k in kept if np.hypot(*(middle[k] - middle[at])) < (reach[k] + reach[at]) * 0.6]
        twin = next((k for k in near if overlap(quads[k], quads[at]) > SAME_TILE), None)
        if twin is None:
            kept.append(at)
            merged[at] = tile
        elif size[at] > size[twin] * PART_OF_A_FACE:
            merged[twin] = _blend(merged[twin], tile)
    return [merged[at] for at in kept]


def _blend(kept: SeenTile, twin: SeenTile) -> SeenTile:
    weights = np.array([kept.score, twin.score]) / max(kept.score + twin.score, 1e-9)
    probabilities = weights[0] * kept.probabilities + weights[1] * twin.probabilities
    return SeenTile(kept.quad, kept.score, probabilities, kept.turn_known)
