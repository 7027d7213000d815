"""Fans that a hand seems to have and has not, each with the reason: what a player would ask about.

What another fan takes in is told by the tally itself; here nothing took the fan, its rule was not met.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter, or_
from typing import Final, NamedTuple

from scoring.errors import Text
from scoring.fans import FANS, Fan, Role
from scoring.marks import KONG, NARROW, SINGLE, TERMINAL_PAIR, THROWN, TWIN, UNCALLED
from scoring.remembered import Remembered
from scoring.rules import Kind, RuleSet
from scoring.tally import Tally
from scoring.tiles import ANY_KIND, FOUR_TIMES, Tile, kinds_in, tiles_of
from scoring.view import View


@dataclass(frozen=True, slots=True)
class Missed:
    """One such fan and why it is none."""

    fan: Fan
    text: Text

    def to_dict(self) -> dict[str, object]:
        """As in `missed` of a score."""
        name, text = self.fan.name, self.text
        return {
            "id": self.fan.id,
            "name": {"zh": name.zh, "en": name.en},
            "text": {"zh": text.zh, "en": text.en},
        }


def missed(tally: Tally, rules: RuleSet) -> list[Missed]:
    """In listing order, of those that the rule set plays and the tally neither counts nor leaves out."""
    view = tally.view
    found: list[Missed] = []
    marks = view.marks & _LOOKED_AT
    if view.hand.code + FOUR_TIMES & ANY_KIND:
        marks |= _ALL_FOUR
    kind = view.chow_count, view.suit_count, view.has_honours, marks
    for fan, why, partly in _ASKED_OF[rules, kind]:
        if partly or not (fan in tally.found or fan in map(_FAN, tally.not_counted)):
            text = why(view)
            if text is not None:
                found.append(Missed(fan, text))
    if view.spare_links:
        found += _links_that_close_a_ring(tally)
    return found


_FAN: Final = attrgetter("fan")


def _asked(rules_and_kind: tuple[RuleSet, Kind]) -> list[tuple[Fan, "Why", bool]]:
    """What may be asked of a split of that kind."""
    rules, (chows, suits, honours, marks) = rules_and_kind
    return [
        (FANS[fan_id], ask.why, ask.partly)
        for fan_id, ask in _ASKED.items()
        if fan_id in rules.values
        and marks & ask.needs == ask.needs
        and chows >= ask.chows
        and suits <= ask.suits
        and honours in ask.honours
    ]


_ASKED_OF: Final = Remembered(_asked, most=1 << 12)


def _menqing(view: View) -> Text:
    return Text("有暗杠，不算门清。", "A concealed kong was made, which counts as a call here.")


def _pinghu(view: View) -> Text:
    return Text("四副都是顺子，可是将是风头。", "Four chows, but the pair is of honours.")


def _queyi(view: View) -> Text:
    return Text("清一色缺了两门，不是刚好缺一门。", "A full flush lacks two suits, not just one.")


def _more_than_one(view: View) -> Text:
    tiles = _named(view.waits)
    return Text(f"听的不止一张：{tiles.zh}。", f"It waited on more than one tile: {tiles.en}.")


def _yaotou(view: View) -> Text:
    return Text(
        "将是幺九，可是这里有风头就不算。", "The pair is a terminal, but beside honours it is none here."
    )


def _zige(view: View) -> Text | None:
    place = view.split.winning
    if place == "pair" or view.sets[place].is_chow:
        return None
    name = view.sets[place].tile.name
    return Text(
        f"{name.zh}的三张是别人打来凑成的。", f"The triplet of {name.en} was completed by another's tile."
    )


def _angang(view: View) -> Text | None:
    declared = [meld.tiles[0] for meld in view.hand.melds if meld.is_kong]
    loose = [tile for tile in tiles_of(kinds_in(view.hand.code, 4)) if tile not in declared]
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


def _tieban(view: View) -> Text | None:
    if view.lone_call is None:
        return None
    return Text(
        "三副里只有一副是吃的，只算一板和齐相。",
        "Of the three chows one alone was called: only 一板 and 齐相.",
    )


Why = Callable[[View], Text | None]


class _Ask(NamedTuple):
    """Why a fan is none, asked where it looks like one; `partly`: one may be missed beside another.

    It looks like one where the marks it `needs` are there, and so many chows or more, so many suits or
    fewer, and honours or none.
    """

    why: Why
    needs: int = 0
    chows: int = 0
    suits: int = 3
    honours: tuple[bool, ...] = (False, True)
    partly: bool = False


_ALL_FOUR: Final = 1 << 63
"""A mark beside those of `scoring.marks`, of no use elsewhere: all four of a tile."""

_ASKED: Final = {
    "tieban": _Ask(_tieban, TWIN),
    "menqing": _Ask(_menqing, UNCALLED | KONG),
    "pinghu": _Ask(_pinghu, chows=4, honours=(True,)),
    "yazi": _Ask(_more_than_one, NARROW),
    "queyi": _Ask(_queyi, suits=1, honours=(False,)),
    "yaotou": _Ask(_yaotou, TERMINAL_PAIR),
    "zige": _Ask(_zige, THROWN, partly=True),
    "angang": _Ask(_angang, _ALL_FOUR, partly=True),
    "dudiao": _Ask(_more_than_one, SINGLE),
}
_LOOKED_AT: Final = reduce(or_, [ask.needs for ask in _ASKED.values()])


def _links_that_close_a_ring(tally: Tally) -> Iterator[Missed]:
    """Pairs of chows of a kind that counts, beyond those that the link rule lets count (RULES A3)."""
    for fan, places in tally.found.items():
        if fan.role is Role.LINK:
            more = len(fan.find(tally.view)) - len(places)
            if more > 0:
                yield Missed(fan, _ring(len(places), more))


def _ring(counted: int, more: int) -> Text:
    return Text(
        f"另外还有{more}对，这些顺子已经串在一起，只算{counted}次。",
        f"{more} more pairs match, but those chows are joined already: it counts {counted} times.",
    )
