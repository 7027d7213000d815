"""How sure a tile is, from the face and from the tile; what is ranked before what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.certainty import CAUTION, certainty

SHARE = st.floats(0, 1)


@given(SHARE, SHARE, SHARE)
def test_a_likelier_face_or_tile_is_never_less_certain(face: float, more: float, score: float) -> None:
    low, high = sorted((face, more))
    assert certainty(low, score) <= certainty(high, score)
    assert certainty(score, low) <= certainty(score, high)


@pytest.mark.parametrize(
    ("face", "score", "fits", "doubtful", "reason"),
    [
        (0.97, 0.999, False, False, "a clear tile: half of the true ones are clearer"),
        (0.96, 0.95, False, True, "a wrong tile looks so once in fifteen times"),
        (0.49, 0.95, False, True, "torn between faces, however surely it is a tile"),
        (0.49, 0.999, True, True, "torn, though the hand goes out with it"),
        (0.9, 0.2, False, True, "perhaps no tile at all"),
        (0.75, 0.98, False, True, "not clear, and no hand that goes out speaks for it"),
        (0.75, 0.98, True, False, "not clear alone, but the hand goes out with it"),
        (0.55, 0.7, True, True, "too faint even so"),
    ],
)
def test_what_is_asked_about(face: float, score: float, fits: bool, doubtful: bool, reason: str) -> None:
    assert CAUTION.asks(face, score, fits=fits) is doubtful, reason
