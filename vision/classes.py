"""What the reader can answer: 34 faces, the flower, the back, and which way up a face lies.

The reader has one output per face and turn, `face * 4 + turn`, and a last one for the back. A turn `k`
means that the crop shows the face turned by `k` quarter turns clockwise: turned `k` quarter turns
anticlockwise it stands upright. Summing over turns gives the probability of a face; that a 6 seen upside
down is not a 9 is thus learnt, not hoped for.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FACE_NAMES: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    "f",
    "back",
)
"""Index to name: 0-33 the tiles in the order of `scoring.tiles`, 34 flower or season, 35 back."""

FLOWER = 34
BACK = 35
TURNS = 4
OUTPUTS = BACK * TURNS + 1
"""Length of the reader's output vector (141)."""


def output_index(face: int, turn: int) -> int:
    """The reader's output for a face (0-35) in a turn (0-3); the back has one output for all turns."""
    return BACK * TURNS if face == BACK else face * TURNS + turn % TURNS


def face_probabilities(outputs: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Probabilities of the 36 faces, shape (n, 36), from the reader's outputs, shape (n, 141)."""
    faces = outputs[:, : BACK * TURNS].reshape(len(outputs), BACK, TURNS).sum(axis=2)
    return np.concatenate([faces, outputs[:, BACK * TURNS :]], axis=1)


def turn_probabilities(outputs: npt.NDArray[np.float32], face: int) -> npt.NDArray[np.float32]:
    """Probabilities of the four turns given the face, shape (n, 4), from outputs of shape (n, 141)."""
    if face == BACK:
        return np.full((len(outputs), TURNS), 1 / TURNS, dtype=np.float32)
    turns = outputs[:, face * TURNS : (face + 1) * TURNS]
    total = turns.sum(axis=1, keepdims=True)
    return np.asarray(turns / np.maximum(total, 1e-9), dtype=np.float32)
