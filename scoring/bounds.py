"""What tiles can be at best, however they are laid out: so that only what may do is tried in earnest."""

from functools import lru_cache

from scoring.fans import Role
from scoring.hand import Hand
from scoring.marks import OF_CHOWS, of_tiles
from scoring.rules import RuleSet
from scoring.sets import CHOW
from scoring.tiles import HONOURS, SUITED, kinds_in


def may_have_big_fan(hand: Hand, rules: RuleSet) -> bool:
    """Whether any split of a finished hand could have one; false is sure, true is not.

    >>> from scoring.library import Library
    >>> rules = Library.builtin().rules("yangzhou-new")
    >>> may_have_big_fan(Hand.parse("234m234m567s88p46p + 5p"), rules)
    True
    >>> may_have_big_fan(Hand.parse("123m456p789s11z999s + 1z"), rules)
    False
    """
    kinds = kinds_in(hand.code)
    suits = sum([kinds & suit > 0 for suit in SUITED])
    alone = kinds != kinds_in(hand.code, 2) or any(meld.kind is CHOW for meld in hand.melds)
    return _may(rules, suits, kinds & HONOURS > 0, alone, of_tiles(hand.code))


@lru_cache(maxsize=1 << 12)
def _may(rules: RuleSet, suits: int, honours: bool, alone: bool, marks: int) -> bool:
    """`alone`: some tile is there once, or a chow was called, so that not all can be triplets and a pair."""
    return any(
        suits in fan.suits
        and honours in fan.honours
        and not (alone and fan.chows == range(1))
        and fan.needs & OF_CHOWS & ~marks == 0
        for role in (Role.PATTERN, Role.COLOUR)
        for fan in rules.fans[role]
    )
