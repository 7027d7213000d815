"""A hand that was read against the one that lies there."""

from __future__ import annotations

import pytest

from scoring.hand import Hand
from vision.evaluation.hands import hand_outcome
from vision.reading import Group, GroupKind, ImageInfo, ModelInfo, Quad, Reading, TileReading

TRUTH = "[p777z] 12p456p789p11z + 3p"
QUAD: Quad = ((0, 0), (1, 0), (1, 1), (0, 1))


def reading(notation: str | None, tiles: str = "") -> Reading:
    hand = None if notation is None else Hand.parse(notation)
    seen = tuple(TileReading(at, tile, 0.9, QUAD) for at, tile in enumerate(tiles.split()))
    groups = (Group(0, GroupKind.CONCEALED, tuple(range(len(seen)))),) if seen else ()
    return Reading(ImageInfo(9, 9, ""), seen, groups, hand, (), ModelInfo("m", "1", ""))


@pytest.mark.parametrize(
    ("read", "exact", "same", "corrections", "reason"),
    [
        (TRUTH, True, True, 0, "as it lies"),
        ("[p777z] 13p456p789p11z + 2p", False, True, 1, "another winning tile: one tap"),
        ("[p777z] 12p456p789p11z + 4p", False, False, 1, "the winning tile misread: one change"),
        ("12p456p789p11z777z + 3p", False, True, 1, "the pung not marked"),
        ("[p777z] 12p456p789p12z + 3p", False, False, 1, "one tile misread"),
        ("[p777z] 123p456p789p11z", False, True, 1, "no winning tile named"),
    ],
)
def test_corrections(read: str, exact: bool, same: bool, corrections: int, reason: str) -> None:
    outcome = hand_outcome(TRUTH, reading(read), 40)
    assert (outcome.exact, outcome.same_tiles, outcome.corrections) == (exact, same, corrections), reason


def test_a_reading_without_a_hand_is_measured_by_its_tiles() -> None:
    outcome = hand_outcome(TRUTH, reading(None, "1p 2p 4p 5p 6p 7p 8p 9p 1z 1z 7z 7z 7z"), 40)
    assert outcome.read is None
    assert outcome.corrections == 3  # 3p to add, the pung to mark, the winning tile to name
