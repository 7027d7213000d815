"""Whether confidence means what it says, and what a threshold of doubt would catch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.evaluation.outcomes import TileOutcome

EDGES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0000001)
"""Borders of the bins of a reliability diagram: finer where nearly all claims are."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Claims with a confidence from `low` to below `high`: how many, their mean confidence, share right."""

    low: float
    high: float
    claims: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class DoubtPoint:
    """What asking about every claim below `threshold` would catch, and what it would cost."""

    threshold: float
    wrong_flagged: float
    right_flagged: float


def reliability(claims: Iterable[TileOutcome]) -> list[Bin]:
    """The bins that have claims in them."""
    confidence, right = _arrays(claims)
    bins = []
    for low, high in pairwise(EDGES):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            bins.append(
                Bin(
                    low,
                    min(high, 1.0),
                    int(inside.sum()),
                    float(confidence[inside].mean()),
                    float(right[inside].mean()),
                )
            )
    return bins


def expected_error(bins: Sequence[Bin]) -> float | None:
    """Mean difference of confidence and share right over claims (expected calibration error)."""
    claims = sum(each.claims for each in bins)
    if not claims:
        return None
    return sum(each.claims * abs(each.confidence - each.right) for each in bins) / claims


def doubt_curve(claims: Iterable[TileOutcome]) -> list[DoubtPoint]:
    """For each threshold that changes something: the share of wrong and of right claims below it."""
    confidence, right = _arrays(claims)
    if not len(right) or right.all() or not right.any():
        return []
    points = []
    for threshold in np.unique(np.append(confidence, 1.0 + 1e-9)):
        below = confidence < threshold
        points.append(DoubtPoint(float(threshold), float(below[~right].mean()), float(below[right].mean())))
    return points


def cheapest(curve: Sequence[DoubtPoint], wrong_flagged: float) -> DoubtPoint | None:
    """The lowest threshold that catches so much of what is wrong."""
    return next((point for point in curve if point.wrong_flagged >= wrong_flagged), None)


def best_within(curve: Sequence[DoubtPoint], right_flagged: float) -> DoubtPoint | None:
    """The highest threshold that asks in vain about no more than this share of the right claims."""
    within = [point for point in curve if point.right_flagged <= right_flagged]
    return within[-1] if within else None


def _arrays(claims: Iterable[TileOutcome]) -> tuple[np.ndarray, np.ndarray]:
    pairs = [(claim.confidence, claim.kind == "right") for claim in claims]
    return np.array([c for c, _ in pairs], dtype=np.float64), np.array([r for _, r in pairs], dtype=bool)
