"""Where a small fan counts double, by the word that a rule-set file says it with (RULES A12, A13)."""

from collections.abc import Callable, Mapping
from typing import Final

from scoring.hand import MeldKind
from scoring.splits import Place
from scoring.view import View


def _in_hand(view: View, places: tuple[Place, ...]) -> bool:
    return all(view.is_in_hand(place) or _is_concealed_kong(view, place) for place in places)


def _is_concealed_kong(view: View, place: Place) -> bool:
    return place != "pair" and view.sets[place].kind is MeldKind.CONCEALED_KONG


def _of_dragons(view: View, places: tuple[Place, ...]) -> bool:
    return all(place != "pair" and view.sets[place].tile.is_dragon for place in places)


DOUBLES: Final[Mapping[str, Callable[[View, tuple[Place, ...]], bool]]] = {
    "in_hand": _in_hand,
    "of_dragons": _of_dragons,
}
"""`in_hand`: a triplet or kong no other player's tile helped to make; `of_dragons`: 中, 发 or 白."""
