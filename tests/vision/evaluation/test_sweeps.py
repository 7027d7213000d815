"""Where a curve breaks, between the levels that were measured."""

from __future__ import annotations

import pytest

from vision.evaluation.outcomes import PictureOutcome, TileOutcome
from vision.evaluation.sweeps import breaks_at, curve_of, figures_of


@pytest.mark.parametrize(
    ("points", "worse", "at", "reason"),
    [
        ([(10, 0.5), (20, 0.9), (30, 1.0)], "down", 25.0, "smaller is harder: half way from 100 to 90 %"),
        ([(0, 1.0), (2, 0.9), (3, 0.2)], "up", 1.0, "more is harder"),
        ([(0, 1.0), (2, 0.96)], "up", None, "never"),
        ([(0, 0.9), (2, 0.5)], "up", 0, "from the start"),
        ([(0, 0.9), (90, 1.0)], "around", None, "no turn is harder than another"),
        ([], "up", None, "nothing measured"),
    ],
)
def test_the_point_where_it_breaks(
    points: list[tuple[float, float]], worse: str, at: float | None, reason: str
) -> None:
    assert breaks_at(points, worse) == at, reason


def test_figures_and_curve_follow_the_factor_of_each_picture() -> None:
    def outcome(level: float, right: bool) -> PictureOutcome:
        tile = TileOutcome(
            "right" if right else "missed", "5p", "5p" if right else "nothing", 1, None, level, (0, 0, 1, 1)
        )
        return PictureOutcome("a.jpg", "g", 60, (tile,), 1, facts=(("size", level),))

    factors = figures_of([outcome(12, False), outcome(40, True), outcome(40, True)])
    assert [row["right"] for row in factors["size"]["levels"]] == [0.0, 1.0]
    assert factors["size"]["breaks_at"] == pytest.approx(38.6)
    assert "under 95 % from 38.6" in curve_of("size", factors["size"])
