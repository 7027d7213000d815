"""How sure it is that a tile was read rightly: that there is one, and that it shows this face.

It is the product of two probabilities: that there is a tile, as `vision.presence` gives it, and that a tile
shows the face that the reader named. The reader's own probability is not quite the latter; a logistic curve
through it is, fitted on pictures of face designs and tables that no model was trained on:

    python -m vision.evaluation.calibrate out/render/rendered-{val,desk,low,room,scenes} out/render/hands-fit
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

FACE, BIAS = 1.513, 0.557
"""Weight of the log-odds of the face, and what is added."""

EDGE = 1e-3
"""Probabilities nearer to 0 or 1 count as this near."""

TORN = 0.5
"""A face that is less likely than all others together is asked about, however surely there is a tile."""


@dataclass(frozen=True, slots=True)
class Caution:
    """How certain a reading has to be to pass without a question, chosen by `vision.evaluation.fit_doubts`.

    Attributes:
        sure: a tile that was read with less certainty is asked about.
        of_a_win: the same where the hand is four sets and a pair as it was read, and would not be with the
            tile's other likely faces: a misread tile seldom leaves that.
    """

    sure: float = 0.985
    of_a_win: float = 0.7

    def asks(self, probability: float, score: float, *, fits: bool = False) -> bool:
        """Whether a person should look at a tile that was read so.

        Args:
            probability: as for `certainty`.
            score: as for `certainty`.
            fits: whether the hand wins by this face and by none that is likely besides.
        """
        return probability < TORN or certainty(probability, score) < (self.of_a_win if fits else self.sure)


CAUTION = Caution()
"""As shipped."""


def certainty(probability: float, score: float) -> float:
    """The probability that a tile was read rightly.

    Args:
        probability: of its face, given that it is a tile.
        score: that it is a tile at all (`SeenTile.score`).

    >>> certainty(0.99, 0.9) > certainty(0.99, 0.4) > certainty(0.5, 0.4)
    True
    """
    return score / (1 + math.exp(-(FACE * log_odds(probability) + BIAS)))


@overload
def log_odds(probability: float) -> float: ...
@overload
def log_odds(probability: NDArray[np.floating]) -> NDArray[np.float64]: ...
def log_odds(probability: float | NDArray[np.floating]) -> float | NDArray[np.float64]:
    """The logarithm of the odds, of probabilities kept off the edges; of a number a number."""
    kept = np.clip(np.asarray(probability, dtype=np.float64), EDGE, 1 - EDGE)
    odds = np.log(kept / (1 - kept))
    return float(odds) if odds.ndim == 0 else odds
