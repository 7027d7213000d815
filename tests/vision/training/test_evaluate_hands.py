"""Which rendered hands count, and what of them is compared."""

from typing import Any

import pytest

from scoring.hand import Hand
from vision.training.evaluate_hands import all_tiles, is_clear


def picture(
    side: float = 40, visible: float = 1.0, notation: str | None = "11z", role: str = "concealed"
) -> Any:
    quad = [[0, 0], [side * 0.75, 0], [side * 0.75, side], [0, side]]
    return {"notation": notation, "tiles": [{"role": role, "quad": quad, "visible": visible}]}


@pytest.mark.parametrize(
    ("shown", "counts", "reason"),
    [
        (picture(), True, "seen well"),
        (picture(side=20), False, "too small to be asked of anyone"),
        (picture(visible=0.5), False, "half covered"),
        (picture(notation=None), False, "no hand that has a notation"),
        (picture(role="pond"), False, "no tile of a hand"),
    ],
)
def test_only_hands_that_can_be_read_count(shown: Any, counts: bool, reason: str) -> None:
    assert is_clear(shown) is counts, reason


def test_melds_and_winning_tile_are_tiles_too() -> None:
    tiles = all_tiles(Hand.parse("[p777z] 12p456p789p11z + 3p"))
    assert "".join(map(str, tiles)) == "1p2p3p4p5p6p7p8p9p1z1z7z7z7z"
