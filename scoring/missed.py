"""Fans that a hand seems to have and has not, each with the reason: what a player would ask about.

What another fan takes in is told by the tally itself; here nothing took the fan, its rule was not met.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.errors import Text
from scoring.fans import FANS, Fan, Role
from scoring.rules import RuleSet
from scoring.splits import Wait
from scoring.tally import Tally
from scoring.tiles import Tile
from scoring.view import View


@dataclass(frozen=True, slots=True)
class Missed:
    """One such fan and why it is none."""

    fan: Fan
    text: Text

    def to_dict(self) -> dict[str, object]:
        """As in `missed` of a score."""
        return {"id": self.fan.id, "name": self.fan.name.to_dict(), "text": self.text.to_dict()}


def missed(tally: Tally, rules: RuleSet) -> Iterator[Missed]:
    """In listing order, of those that the rule set plays and the tally neither counts nor leaves out."""
    told = {each.fan.id for each in tally.fans} | {each.fan.id for each in tally.not_counted}
    for fan_id, why in _WHY.items():
        if fan_id in rules.values and (fan_id not in told or fan_id in _PARTLY):
            text = why(tally.view, rules)
            if text is not None:
                yield Missed(FANS[fan_id], text)
    yield from _links_that_close_a_ring(tally, rules)


def _menqing(view: View, rules: RuleSet) -> Text | None:
    if not view.hand.melds or any(meld.is_exposed for meld in view.hand.melds):
        return None
    return Text("有暗杠，不算门清。", "A concealed kong was made, which counts as a call here.")


def _pinghu(view: View, rules: RuleSet) -> Text | None:
    if len(view.chow_starts) != 4 or not view.split.pair.is_honour:
        return None
    return Text("四副都是顺子，可是将是风头。", "Four chows, but the pair is of honours.")


def _queyi(view: View, rules: RuleSet) -> Text | None:
    if len(view.suits) != 1 or view.has_honours:
        return None
    return Text("清一色缺了两门，不是刚好缺一门。", "A full flush lacks two suits, not just one.")


def _yazi(view: View, rules: RuleSet) -> Text | None:
    return _more_than_one(view) if view.split.wait in (Wait.EDGE, Wait.CLOSED) else None


def _dudiao(view: View, rules: RuleSet) -> Text | None:
    return _more_than_one(view) if view.split.wait is Wait.SINGLE else None


def _more_than_one(view: View) -> Text:
    tiles = _named(view.waits)
    return Text(f"听的不止一张：{tiles.zh}。", f"It waited on more than one tile: {tiles.en}.")


def _yaotou(view: View, rules: RuleSet) -> Text | None:
    if not view.split.pair.is_terminal:
        return None
    return Text(
        "将是幺九，可是这里有风头就不算。", "The pair is a terminal, but beside honours it is none here."
    )


def _zige(view: View, rules: RuleSet) -> Text | None:
    place = view.split.winning
    if view.circumstances.self_drawn or place == "pair" or view.sets[place].is_chow:
        return None
    name = view.sets[place].tile.name
    return Text(
        f"{name.zh}的三张是别人打来凑成的。", f"The triplet of {name.en} was completed by another's tile."
    )


def _angang(view: View, rules: RuleSet) -> Text | None:
    four = [tile for tile in sorted(view.kinds) if view.hand.tiles.count(tile) == 4]
    loose = [tile for tile in four if not any(m.is_kong and m.tiles[0] == tile for m in view.hand.melds)]
    if not loose:
        return None
    tiles = _named(loose)
    return Text(
        f"{tiles.zh}四张都在，没有开杠就不是杠。", f"All four {tiles.en} are there, but no kong was declared."
    )


def _named(tiles: Sequence[Tile]) -> Text:
    *others, last = [tile.name.en for tile in tiles]
    en = f"{', '.join(others)} and {last}" if others else last
    return Text("、".join(tile.name.zh for tile in tiles), en)


def _tieban(view: View, rules: RuleSet) -> Text | None:
    if view.lone_call is None:
        return None
    return Text(
        "三副里只有一副是吃的，只算一板和齐相。",
        "Of the three chows one alone was called: only 一板 and 齐相.",
    )


_WHY: Final[dict[str, Callable[[View, RuleSet], Text | None]]] = {
    "tieban": _tieban,
    "menqing": _menqing,
    "pinghu": _pinghu,
    "yazi": _yazi,
    "queyi": _queyi,
    "yaotou": _yaotou,
    "zige": _zige,
    "angang": _angang,
    "dudiao": _dudiao,
}
_PARTLY: Final = ("zige", "angang")
"""Counted once for each set, so that one may be missed beside another that counts."""


def _links_that_close_a_ring(tally: Tally, rules: RuleSet) -> Iterator[Missed]:
    """Pairs of chows of a kind that counts, beyond those that the link rule lets count (RULES A3)."""
    for each in tally.fans:
        if each.fan.role is Role.LINK:
            more = len(each.fan.find(tally.view)) - each.count
            if more > 0:
                yield Missed(each.fan, _ring(each.count, more))


def _ring(counted: int, more: int) -> Text:
    return Text(
        f"另外还有{more}对，这些顺子已经串在一起，只算{counted}次。",
        f"{more} more pairs match, but those chows are joined already: it counts {counted} times.",
    )
