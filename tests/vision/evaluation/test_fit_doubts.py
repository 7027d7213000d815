"""Which caution is taken."""

from __future__ import annotations

import pytest

from vision.evaluation.fit_doubts import Asked, choose


def results(*shares: tuple[float, float]) -> list[Asked]:
    return [Asked(20, 1000, caught, vain) for caught, vain in shares]


@pytest.mark.parametrize(
    ("shares", "chosen", "reason"),
    [
        ([(0.6, 0.01), (0.8, 0.02), (0.9, 0.04)], 1, "the last catches more, but asks too much in vain"),
        ([(0.8, 0.01), (0.8, 0.02)], 1, "both catch as much here: the more cautious, for other hands"),
        ([(0.9, 0.05), (0.8, 0.04)], 1, "none asks little enough: the one that asks least"),
    ],
)
def test_the_most_cautious_that_a_player_puts_up_with_is_taken(
    shares: list[tuple[float, float]], chosen: int, reason: str
) -> None:
    assert choose(results(*shares)) == chosen, reason
