"""What type of hand it is, the types being tested in order (RULES 4.2, 9b)."""

from collections.abc import Callable, Sequence

from scoring.circumstances import Circumstances
from scoring.fans import FANS, TYPES, Fan
from scoring.hand import Hand
from scoring.money import Amount
from scoring.rules import RuleSet
from scoring.splits import splits
from scoring.tally import NotCounted, Tally
from scoring.tiles import Tile
from scoring.view import View


def typed(
    hand: Hand,
    how: Circumstances,
    rules: RuleSet,
    waits: tuple[Tile, ...],
    worth: Callable[[str], Amount],
) -> tuple[Tally, ...]:
    """Every split under the first type it has, the splits of the earliest type first.

    A hand is of a type if any split is; the lesser types of a split are told as not counted.
    """
    played = [FANS[each] for each in TYPES if each in (rules.stakes or rules.values)]
    tallies = [_tally(View(hand, split, waits, how, rules.options), played, worth) for split in splits(hand)]
    return tuple(sorted(tallies, key=lambda tally: TYPES.index(next(iter(tally.found)).id)))


def _tally(view: View, played: Sequence[Fan], worth: Callable[[str], Amount]) -> Tally:
    best, *lesser = [(fan, found) for fan in played if (found := fan.find(view))]
    fan, found = best
    plain = played[-1]
    left_out = tuple(NotCounted(other, fan) for other, _ in lesser if other is not plain)
    return Tally.of(view, {fan: found}, [worth(fan.id)], left_out)
