"""The matching rule: a claimed centre inside a labelled box, one to one, nearest first."""

import numpy as np
import pytest

from vision.classes import BACK
from vision.training.evaluate import Claim, Tally, match

BOXES = np.array([[0, 0, 10, 10], [10, 0, 20, 10]], dtype=np.float32)
FACES = np.array([3, 4])


@pytest.mark.parametrize(
    ("centres", "pairs", "reason"),
    [
        ([(5, 5), (15, 5)], {0: 0, 1: 1}, "each in its own"),
        ([(9, 5), (6, 5)], {0: 1}, "two in one box: the nearer"),
        ([(10, 5), (6, 5)], {0: 1, 1: 0}, "on the border: the box that is left"),
        ([(5, 30)], {}, "outside"),
        ([], {}, "nothing claimed"),
    ],
)
def test_matching(centres: list[tuple[float, float]], pairs: dict[int, int], reason: str) -> None:
    assert match(BOXES, np.array(centres, dtype=float).reshape(-1, 2)) == pairs, reason


@pytest.mark.parametrize(
    ("claims", "found", "right", "claimed", "perfect", "reason"),
    [
        ([((5, 5), 3), ((15, 5), 4)], 2, 2, 2, 1, "all right"),
        ([((5, 5), 3), ((15, 5), 7)], 2, 1, 2, 0, "a wrong face"),
        ([((5, 5), 3), ((15, 5), 4), ((50, 50), 4)], 2, 2, 3, 0, "a false claim"),
        ([((5, 5), 3), ((15, 5), BACK)], 2, 1, 1, 0, "a face taken for a back is found, not right"),
        ([((5, 5), 3), ((15, 5), 4), ((50, 50), BACK)], 2, 2, 2, 1, "a back elsewhere claims no face"),
        ([((5, 5), 3)], 1, 1, 1, 0, "one missed"),
    ],
)
def test_counting(
    claims: list[Claim], found: int, right: int, claimed: int, perfect: int, reason: str
) -> None:
    tally = Tally()
    tally.add(FACES, BOXES, claims)
    assert (tally.found, tally.right, tally.claimed, tally.fully_right) == (found, right, claimed, perfect), (
        reason
    )
