"""The matching rule: a claimed centre inside a labelled box, one to one, nearest first; what it counts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.evaluation.answers import Answer, Claim
from vision.evaluation.figures import face_figures, tile_figures
from vision.evaluation.outcomes import PictureOutcome, compare, match, tile_outcomes
from vision.evaluation.pictures import Picture, TrueTile

BOXES = np.array([[0, 0, 10, 10], [10, 0, 20, 10]], dtype=float)


def square(x: float, y: float, side: float = 10) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], dtype=float)


def claim(x: float, face: str | None, confidence: float = 0.9, y: float = 5) -> Claim:
    return Claim(square(x - 5, y - 5), face, confidence, False)


TILES = (TrueTile("4m", square(0, 0)), TrueTile("5m", square(10, 0)))


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


@given(st.lists(st.tuples(st.floats(-5, 25), st.floats(-5, 15)), max_size=8))
def test_no_claim_and_no_tile_is_matched_twice(centres: list[tuple[float, float]]) -> None:
    pairs = match(BOXES, np.array(centres, dtype=float).reshape(-1, 2))
    assert len(set(pairs.values())) == len(pairs) <= 2


@pytest.mark.parametrize(
    ("claims", "kinds", "fully_right", "reason"),
    [
        ((claim(5, "4m"), claim(15, "5m")), ["right", "right"], True, "all right"),
        ((claim(5, "4m"), claim(15, "8m")), ["right", "wrong"], False, "a wrong face"),
        ((claim(5, "4m"), claim(15, "5m"), claim(50, "5m")), ["right", "right", "false"], False, "a false"),
        ((claim(5, "4m"), claim(15, None)), ["right", "wrong"], False, "taken for a back: found, not right"),
        ((claim(5, "4m"), claim(15, "5m"), claim(50, None)), ["right", "right"], True,
         "a back elsewhere claims no face"),
        ((claim(5, "4m"),), ["right", "missed"], False, "one missed"),
    ],
)  # fmt: skip
def test_counting(claims: tuple[Claim, ...], kinds: list[str], fully_right: bool, reason: str) -> None:
    outcome = compare(Picture(Path("a.jpg"), "g", TILES), Answer(claims, 1.0))
    assert [tile.kind for tile in outcome.tiles] == kinds, reason
    assert outcome.fully_right is fully_right, reason
    figures = tile_figures([outcome])
    assert figures.tiles == 2
    assert figures.right == kinds.count("right") / 2
    assert figures.found == (2 - kinds.count("missed")) / 2


@pytest.mark.parametrize(
    ("other", "said", "kinds", "reason"),
    [
        (
            TrueTile("9m", square(30, 0), counts=False),
            "1m",
            [],
            "hardly seen: nothing is held against a model",
        ),
        (TrueTile(None, square(30, 0)), None, [], "a back told as one"),
        (TrueTile(None, square(30, 0)), "5z", ["false"], "a face claimed on a back that is well seen"),
        (TrueTile(None, square(30, 0), counts=False), "5z", [], "a back that is hardly seen"),
    ],
)
def test_what_is_not_asked_for(other: TrueTile, said: str | None, kinds: list[str], reason: str) -> None:
    outcomes = tile_outcomes((other,), (claim(35, said),))
    assert [tile.kind for tile in outcomes] == kinds, reason
    assert all(tile.truth == "back" for tile in outcomes)


def test_an_outcome_survives_json() -> None:
    outcome = compare(Picture(Path("a.jpg"), "g", TILES, 60.0), Answer((claim(5, "4m"),), 1.0))
    assert PictureOutcome.from_dict(outcome.to_dict()) == outcome


def test_faces_are_counted_as_labelled_and_as_claimed() -> None:
    outcome = compare(Picture(Path("a.jpg"), "g", TILES), Answer((claim(5, "4m"), claim(15, "4m")), 1.0))
    four, five = face_figures([outcome])
    assert (four.tiles, four.right, four.claimed, four.claimed_right) == (1, 1, 2, 1)
    assert (five.tiles, five.found, five.right, five.claimed) == (1, 1, 0, 0)
