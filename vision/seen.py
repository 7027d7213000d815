"""The seam between finding tiles and understanding them: one tile as detector and reader saw it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classes import FACE_NAMES

CLASSES = len(FACE_NAMES)
"""34 faces, the flower, the back."""


@dataclass(frozen=True, eq=False)
class SeenTile:
    """One tile in the picture.

    Attributes:
        quad: (4, 2) float, corners of the printed face in pixels of the full upright picture, clockwise
            as seen. Where `turn_known`, they start at the face's own top left.
        score: the probability that there is a tile (`vision.presence`).
        probabilities: (36,) float, summing to 1: in the order of `vision.classes.FACE_NAMES`.
        turn_known: whether the face's own top is known; False for backs and faces that look the same
            upside down.
    """

    quad: NDArray[np.float64]
    score: float
    probabilities: NDArray[np.float64]
    turn_known: bool = True

    def __post_init__(self) -> None:
        quad = np.asarray(self.quad, dtype=np.float64)
        probabilities = np.asarray(self.probabilities, dtype=np.float64)
        if quad.shape != (4, 2) or not np.isfinite(quad).all():
            raise ValueError(f"a quad is (4, 2) and finite, not {self.quad!r}")
        if probabilities.shape != (CLASSES,) or not np.isfinite(probabilities).all():
            raise ValueError(f"probabilities are ({CLASSES},) and finite, not {self.probabilities!r}")
        object.__setattr__(self, "quad", quad)
        object.__setattr__(self, "probabilities", probabilities)

    @property
    def best(self) -> int:
        """The likeliest class: an index of `FACE_NAMES`."""
        return int(self.probabilities.argmax())

    @property
    def confidence(self) -> float:
        """The probability of the likeliest class."""
        return float(self.probabilities.max())
