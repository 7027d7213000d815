"""镇江: the way a win came about is a rung of a ladder, of which the highest counts (RULES 6).

The tiles may be any shape; no pattern of theirs is worth anything.
"""

from decimal import Decimal
from functools import lru_cache

from scoring.circumstances import SEATS, Circumstances
from scoring.fans import Fan, Role
from scoring.hand import Hand
from scoring.legality import is_enough
from scoring.methods.method import best_of
from scoring.money import Amount, Due
from scoring.rules import RuleSet
from scoring.splits import Split, Wait, splits
from scoring.tally import NotCounted, Tally
from scoring.tiles import ALL_TILES, Tile
from scoring.view import Found, View
from scoring.wildcards import finishes, wild_of, wild_split, wild_waits


class Ladder:
    """`method = "ladder"`."""

    def waits(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[Tile, ...]:
        """Every tile that would finish the hand, 百搭 standing for any; none the player has four of."""
        wild = wild_of(how.wild, rules.options.zj_honour_cycle)
        return wild_waits(hand, wild)

    def tallies(
        self, hand: Hand, how: Circumstances, rules: RuleSet, waits: tuple[Tile, ...]
    ) -> tuple[Tally, ...]:
        """With each 百搭 as itself where that makes a hand, which is never worth less; else as any tile."""
        wild = wild_of(how.wild, rules.options.zj_honour_cycle)
        any_wait = wild is not None and len(finishes(hand, wild)) == len(ALL_TILES)
        tallies = [
            _tally(View(hand, split, waits, how, rules.options, any_wait, wild, substitutes), rules)
            for split, substitutes in _ways(hand, wild, any_wait)
        ]
        if len(tallies) > 1:
            tallies.sort(key=lambda each: (is_enough(each, rules), each.total), reverse=True)
        return tuple(tallies)

    def best(self, hand: Hand, how: Circumstances, rules: RuleSet) -> tuple[bool, Amount] | None:
        """By counting it whole."""
        return best_of(self, hand, how, rules)

    def dues(self, tally: Tally, how: Circumstances, rules: RuleSet, base: Decimal) -> tuple[Due, ...]:
        """On a discard all three pay too: the responsible player most, the others their share."""
        if how.discarder is None:
            return tuple(
                Due(seat, how.seat, tally.total * base, "self_draw") for seat in SEATS if seat is not how.seat
            )
        bonus = sum(each.value for each in tally.fans if each.fan.role is Role.BONUS)
        share = rules.payment.beside + (bonus if rules.options.zj_da_bonus_per_payer else 0)
        first = Due(how.discarder, how.seat, tally.total * base, str(how.win))
        others = [seat for seat in SEATS if seat not in (how.seat, how.discarder)]
        return (first, *(Due(seat, how.seat, share * base, "shared_discard") for seat in others))


@lru_cache(maxsize=4)  # a hand is asked about as drawn and as thrown, one after the other
def _ways(hand: Hand, wild: Tile | None, any_wait: bool) -> tuple[tuple[Split, tuple[Tile, ...]], ...]:
    natural = splits(hand)
    ways: list[tuple[Split, tuple[Tile, ...]]] = [(split, ()) for split in natural]
    if not natural and wild is not None and (way := wild_split(hand, wild)):
        ways = [way]
    if any_wait:
        ways = [(split._replace(wait=Wait.ANY), substitutes) for split, substitutes in ways]
    return tuple(ways)


def _tally(view: View, rules: RuleSet) -> Tally:
    rungs = _found(view, rules, Role.RUNG)
    highest = max(rungs, key=lambda fan: rules.values[fan.id])
    paid = {highest: rungs[highest], **_found(view, rules, Role.BONUS), **_found(view, rules, Role.CHARGE)}
    values = [rules.values[fan.id] * len(found) for fan, found in paid.items()]
    lower = tuple([NotCounted(fan, highest) for fan in rungs if fan is not highest])
    return Tally.of(view, paid, values, lower)


def _found(view: View, rules: RuleSet, role: Role) -> dict[Fan, Found]:
    marks = view.marks
    return {
        fan: found for fan in rules.fans[role] if marks & fan.needs == fan.needs and (found := fan.find(view))
    }
