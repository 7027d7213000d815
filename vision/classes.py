"""What the reader can answer: 34 faces, the flower, the back, nothing at all, and which way up a face lies.

The reader has one output per face and turn, `face * 4 + turn`, one for the back and a last one for what is
no tile: a box that the detector put on a book, a pattern, a part of a tile. A turn `k`
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

WHITE = 31
"""The white dragon: blank in many sets."""

FLOWER = 34
BACK = 35
NOTHING = 36
TURNS = 4
OUTPUTS = BACK * TURNS + 2
"""Length of the reader's output vector (142)."""


def output_index(face: int, turn: int) -> int:
    """The reader's output for a face (0-36) in a turn (0-3); back and nothing have one for all turns."""
    return BACK * TURNS + face - BACK if face >= BACK else face * TURNS + turn % TURNS


def face_probabilities(outputs: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Probabilities of the 36 faces given that it is a tile, (n, 36), from outputs of shape (n, 142)."""
    faces = outputs[:, : BACK * TURNS].reshape(len(outputs), BACK, TURNS).sum(axis=2)
    faces = np.concatenate([faces, outputs[:, BACK * TURNS : -1]], axis=1)
    return np.asarray(faces / np.maximum(faces.sum(axis=1, keepdims=True), 1e-9), dtype=np.float32)


def tile_probabilities(outputs: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Probabilities (n,) that there is a tile at all, from outputs of shape (n, 142)."""
    return 1 - outputs[:, -1]


def turn_probabilities(outputs: npt.NDArray[np.float32], face: int) -> npt.NDArray[np.float32]:
    """Probabilities of the four turns given the face, shape (n, 4), from outputs of shape (n, 142)."""
    if face == BACK:
        return np.full((len(outputs), TURNS), 1 / TURNS, dtype=np.float32)
    turns = outputs[:, face * TURNS : (face + 1) * TURNS]
    total = turns.sum(axis=1, keepdims=True)
    return np.asarray(turns / np.maximum(total, 1e-9), dtype=np.float32)
