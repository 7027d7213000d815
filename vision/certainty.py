"""How sure it is that a tile was read rightly: that there is one, and that it shows this face.

Two numbers say something of it: the probability that there is a tile, and that of the face. Neither is that
of being right on its own; a logistic curve through both is, fitted on pictures of face designs and tables that
no model was trained on:

    python -m vision.evaluation.calibrate out/render/rendered-val --check out/render/hands
"""

from __future__ import annotations

import math

FACE, SCORE, BIAS = 1.039, 0.500, -1.472
"""Weights of the log-odds of the face and of the tile, and what is added."""

EDGE = 1e-3
"""Probabilities nearer to 0 or 1 count as this near."""

SURE = 0.8
"""A tile that was read with less certainty is asked about: some two in a hundred of those that are right."""

TORN = 0.55
"""A face that is hardly likelier than another is asked about, however surely there is a tile."""


def is_doubtful(probability: float, score: float) -> bool:
    """Whether a person should look at a tile that was read so (arguments as for `certainty`)."""
    return probability < TORN or certainty(probability, score) < SURE


def certainty(probability: float, score: float) -> float:
    """The probability that a tile was read rightly.

    Args:
        probability: of its face, given that it is a tile.
        score: that it is a tile at all (`SeenTile.score`).

    >>> certainty(0.99, 0.9) > certainty(0.99, 0.4) > certainty(0.5, 0.4)
    True
    """
    return 1 / (1 + math.exp(-(FACE * log_odds(probability) + SCORE * log_odds(score) + BIAS)))


def log_odds(probability: float) -> float:
    """The logarithm of the odds, of a probability kept off the edges."""
    kept = min(max(probability, EDGE), 1 - EDGE)
    return math.log(kept / (1 - kept))
