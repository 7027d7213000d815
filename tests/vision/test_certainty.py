"""How sure a tile is, from the face and from the tile; what is ranked before what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.certainty import certainty, is_doubtful

SHARE = st.floats(0, 1)


@given(SHARE, SHARE, SHARE)
def test_a_likelier_face_or_tile_is_never_less_certain(face: float, more: float, score: float) -> None:
    low, high = sorted((face, more))
    assert certainty(low, score) <= certainty(high, score)
    assert certainty(score, low) <= certainty(score, high)


@pytest.mark.parametrize(
    ("face", "score", "doubtful", "reason"),
    [
        (0.99, 0.9, False, "a clear tile"),
        (0.5, 0.95, True, "torn between two faces, however surely it is a tile"),
        (0.9, 0.2, True, "perhaps no tile at all"),
    ],
)
def test_what_is_asked_about(face: float, score: float, doubtful: bool, reason: str) -> None:
    assert is_doubtful(face, score) is doubtful, reason
