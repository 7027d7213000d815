"""Whether many hands go out and what they come to."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from scoring.circumstances import SEATS, Circumstances
from scoring.evaluation import evaluate
from scoring.hand import Hand
from scoring.many.count import Ways, best
from scoring.many.hands import Hands
from scoring.many.worth import Worth
from scoring.rules import RuleSet

Array = NDArray[Any]

_TRIPLETS = ("zige", "minggang", "angang", "menfeng", "quanfeng", "other_wind", "zhong", "fa", "bai")


class Totals(NamedTuple):
    """One entry a hand: `win`, and `total`, -1 where the tiles are no winning shape."""

    win: Array
    total: Array


def covers(rules: RuleSet) -> bool:
    """Whether the arrays can count by this rule set; by any other the engine does."""
    between = {*rules.doubled, *rules.takes_in, *(each for row in rules.takes_in.values() for each in row)}
    return (
        rules.method == "fans"
        and rules.allows_chow
        and rules.options.hun_shuangxi == "strict"
        and between <= set(_TRIPLETS)
    )


_TOGETHER: Final = 1 << 12
"""Hands whose arrays the caches of a processor hold."""

_WORTHS: Final[WeakKeyDictionary[RuleSet, Worth]] = WeakKeyDictionary()


def totals(hands: Sequence[Hand], rules: RuleSet, how: Sequence[Circumstances] | Circumstances) -> Totals:
    """For each sound hand with its winning tile, won in its own circumstances or all in the same.

    >>> from scoring.library import Library
    >>> hands = [Hand.parse("234m234m567s88p46p + 5p"), Hand.parse("147m258p369s1234z + 5z")]
    >>> found = totals(hands, Library.builtin().rules("yangzhou-new"), Circumstances())
    >>> found.win.tolist(), found.total.tolist()
    ([True, False], [20, -1])
    """
    ways = [how] * len(hands) if isinstance(how, Circumstances) else list(how)
    if not hands or not covers(rules):
        return _one_by_one(hands, ways, rules)
    parts = [
        _totals(hands[start : start + _TOGETHER], ways[start : start + _TOGETHER], rules)
        for start in range(0, len(hands), _TOGETHER)
    ]
    return Totals(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _totals(hands: Sequence[Hand], ways: Sequence[Circumstances], rules: RuleSet) -> Totals:
    if rules not in _WORTHS:
        _WORTHS[rules] = Worth(rules)
    worth = _WORTHS[rules]
    seats = {seat: number for number, seat in enumerate(SEATS)}
    won = Ways(
        np.array([each.self_drawn for each in ways]),
        np.array([seats[each.own_wind] for each in ways]),
        np.array([seats[each.round] for each in ways]),
    )
    win, total, alone = best(Hands.from_hands(hands), won, rules, worth)
    alone |= np.array([each.passed_win or each.balances is not None for each in ways])
    rest: list[int] = np.flatnonzero(alone).tolist()
    if rest:
        win[rest], total[rest] = _one_by_one([hands[i] for i in rest], [ways[i] for i in rest], rules)
    return Totals(win, total)


def _one_by_one(hands: Sequence[Hand], ways: Sequence[Circumstances], rules: RuleSet) -> Totals:
    found = [evaluate(hand, how, rules) for hand, how in zip(hands, ways, strict=True)]
    worth = [int(each.best.total) if each.best else -1 for each in found]
    return Totals(np.array([each.win for each in found], bool), np.array(worth, np.int64))
