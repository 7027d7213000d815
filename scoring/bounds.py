"""What tiles can be at best, however they are laid out: so that only what may do is tried in earnest."""

from collections.abc import Iterable
from typing import Final

from scoring.fans import Role
from scoring.hand import Hand
from scoring.marks import OF_CHOWS, of_tiles
from scoring.remembered import Remembered
from scoring.rules import RuleSet
from scoring.tiles import ANY_KIND, HONOURS, ONCE, SUITED, TWICE, UNITS, Tile


def may_have_big_fan(hand: Hand, tiles: Iterable[Tile], rules: RuleSet) -> bool:
    """Whether any split of the hand won on any of `tiles` could have one, whatever of it was called.

    False is sure, true is not.

    >>> from scoring.library import Library
    >>> from scoring.tiles import parse_tiles
    >>> rules = Library.builtin().rules("yangzhou-new")
    >>> may_have_big_fan(Hand.parse("234m234m567s88p46p"), parse_tiles("5p"), rules)
    True
    >>> may_have_big_fan(Hand.parse("123m456p78s11z999s"), parse_tiles("69s"), rules)
    False
    """
    least = hand.concealed_code + hand.melded_code
    most = least + sum(map(UNITS.__getitem__, tiles))
    kinds, twice = least + ONCE & ANY_KIND, most + TWICE & ANY_KIND
    suits = (kinds & _M > 0) + (kinds & _P > 0) + (kinds & _S > 0)
    marks = of_tiles(most + ONCE & ANY_KIND, twice)
    return _MAY[rules, suits, kinds & HONOURS > 0, kinds & ~twice > 0, marks]


_M, _P, _S = SUITED


def _may(asked: tuple[RuleSet, int, bool, bool, int]) -> bool:
    """In so many suits or more; with a `single` tile not all can be triplets and a pair."""
    rules, suits, honours, single, marks = asked
    return any(
        suits < fan.suits.stop
        and (not honours or True in fan.honours)
        and not (single and fan.chows == range(1))
        and fan.needs & OF_CHOWS & ~marks == 0
        for role in (Role.PATTERN, Role.COLOUR)
        for fan in rules.fans[role]
    )


_MAY: Final = Remembered(_may, most=1 << 12)
