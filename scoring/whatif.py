"""What a hand in play waits on, and what to throw for the best wait."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.circumstances import AfterKong, Win
from scoring.evaluation import Evaluation, evaluate
from scoring.given import ScoreRequest
from scoring.kongs import kongs_of, left_after, money_of, pay_kongs
from scoring.library import Library
from scoring.methods import METHODS
from scoring.money import Amount, number
from scoring.request import read_unfinished
from scoring.suits import held
from scoring.tiles import Tile
from scoring.wildcards import gone


@dataclass(frozen=True, slots=True)
class WaitingTile:
    """One tile that would finish the hand: how many the player does not hold, and its worth both ways."""

    tile: Tile
    left: int
    self_draw: Evaluation
    discard: Evaluation

    @property
    def best_total(self) -> Amount:
        """The larger total of a legal win, whichever way; of any, where none is legal."""
        return max(_rank(self.self_draw), _rank(self.discard))[1]

    def to_dict(self) -> dict[str, Any]:
        """As in the answer to `waits`."""
        return {
            "tile": str(self.tile),
            "left": self.left,
            "self_draw": _outcome(self.self_draw),
            "discard": _outcome(self.discard),
        }


@dataclass(frozen=True, slots=True)
class Discard:
    """One tile to throw and what the hand waits on then."""

    tile: Tile
    waits: tuple[WaitingTile, ...]

    def to_dict(self) -> dict[str, Any]:
        """As in the answer to `discards`; `best_total` is null where the hand then waits on nothing."""
        best = max((wait.best_total for wait in self.waits), default=None)
        return {
            "tile": str(self.tile),
            "waits": [wait.to_dict() for wait in self.waits],
            "best_total": None if best is None else number(best),
        }


def waits(request: Mapping[str, Any], library: Library | None = None) -> tuple[WaitingTile, ...]:
    """What 13 - 3n tiles wait on, in table order, and what each tile would be worth.

    The request is that of `score` without the win; raises `RequestError` likewise.

    >>> [one] = waits({"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p"})
    >>> one.to_dict()["discard"]
    {'total': 19, 'win': False, 'short': 1}
    """
    return _waits(read_unfinished(request, library or Library.in_use(), drawn=False))


def discards(request: Mapping[str, Any], library: Library | None = None) -> tuple[Discard, ...]:
    """For each different tile of 14 - 3n in hand, in table order: what throwing it leaves to wait on."""
    read = read_unfinished(request, library or Library.in_use(), drawn=True)
    return tuple(Discard(tile, _waits(_without(read, tile))) for tile in sorted(set(read.hand.concealed)))


def _without(request: ScoreRequest, tile: Tile) -> ScoreRequest:
    kept = list(request.hand.concealed)
    kept.remove(tile)
    return request._replace(hand=replace(request.hand, concealed=tuple(kept)))


def _waits(request: ScoreRequest) -> tuple[WaitingTile, ...]:
    hand, rules, how = request.hand, request.rules, request.circumstances
    paid = pay_kongs(kongs_of(hand, how.seat), rules, request.base, money_of(how))
    how = replace(how, balances=left_after(how, paid), after_kong=AfterKong.NONE, heavenly=False)
    drawn = replace(how, win=Win.SELF_DRAW, discarder=None)
    thrown = replace(how, win=Win.DISCARD, discarder=None)
    found = METHODS[rules.method].waits(hand, how, rules)
    return tuple(
        WaitingTile(
            tile,
            4 - held(hand.code, tile) - gone(how.wild, tile, rules.options.zj_honour_cycle),
            evaluate(finished, drawn, rules, found),
            evaluate(finished, thrown, rules, found),
        )
        for tile in found
        for finished in [hand.won_on(tile)]
    )


def _rank(evaluation: Evaluation) -> tuple[bool, Amount]:
    return evaluation.win, evaluation.best.total if evaluation.best else 0


def _outcome(evaluation: Evaluation) -> dict[str, Any]:
    """`short` where fan are lacking; `reasons`, by code, where anything else stands against it."""
    codes = [reason.code for reason in evaluation.reasons]
    short = [reason.details["short"] for reason in evaluation.reasons if reason.code == "below_minimum"]
    outcome: dict[str, Any] = {"total": number(_rank(evaluation)[1]), "win": evaluation.win}
    if short:
        outcome["short"] = short[0]
    if set(codes) - {"below_minimum"}:
        outcome["reasons"] = codes
    return outcome
