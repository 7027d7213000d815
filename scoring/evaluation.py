"""The best way to see a hand, out of all its splits (RULES A10)."""

from typing import Final, NamedTuple

from scoring.circumstances import Circumstances
from scoring.errors import Reason
from scoring.hand import Hand
from scoring.legality import refused_by_count, refused_by_hand
from scoring.methods import METHODS
from scoring.money import Amount
from scoring.rules import RuleSet
from scoring.tally import Tally
from scoring.tiles import Tile


class Evaluation(NamedTuple):
    """One hand under one rule set.

    Attributes:
        tallies: every split counted, the best first; empty when the tiles are no winning shape.
        waits: what the hand waited on.
        reasons: why it may not go out, the shape aside; empty for a legal win.
    """

    hand: Hand
    circumstances: Circumstances
    rules: RuleSet
    waits: tuple[Tile, ...]
    tallies: tuple[Tally, ...]
    reasons: tuple[Reason, ...]

    @property
    def best(self) -> Tally | None:
        """The split that is scored."""
        return self.tallies[0] if self.tallies else None

    @property
    def win(self) -> bool:
        """A legal win."""
        return not self.reasons and bool(self.tallies)


class Total(NamedTuple):
    """Whether a hand may go out, and what it comes to; None where it is no winning shape."""

    win: bool
    total: Amount | None


def total(hand: Hand, rules: RuleSet, circumstances: Circumstances | None = None) -> Total:
    """What `score` says of a hand that is known to be sound, without reading a request or any words.

    East's self-draw where no `circumstances` are given; balances are as the win finds them.

    >>> from scoring.library import Library
    >>> total(Hand.parse("234m234m567s88p46p + 5p"), Library.builtin().rules("yangzhou-new"))
    Total(win=True, total=20)
    """
    how = circumstances or _EASTS_SELF_DRAW
    best = METHODS[rules.method].best(hand, how, rules)
    if best is None:
        return Total(False, None)
    enough, worth = best
    return Total(enough and not refused_by_hand(hand, how, rules), worth)


_EASTS_SELF_DRAW: Final = Circumstances()


def evaluate(
    hand: Hand, circumstances: Circumstances, rules: RuleSet, waits: tuple[Tile, ...] | None = None
) -> Evaluation:
    """Count every split in the way of the rule set; `circumstances.balances` are as the win finds them.

    `waits` where they are known already: they are the same whatever tile finishes the hand.
    """
    method = METHODS[rules.method]
    if waits is None:
        waits = method.waits(hand, circumstances, rules)
    tallies = method.tallies(hand, circumstances, rules, waits)
    reasons = refused_by_hand(hand, circumstances, rules)
    if tallies:
        reasons += refused_by_count(tallies[0], rules)
    return Evaluation(hand, circumstances, rules, waits, tallies, reasons)
