"""A finished hand's score: fan, reasons, payments, and everything that was considered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.advice import advise
from scoring.circumstances import SEATS
from scoring.duty import is_bound, liable
from scoring.errors import Reason, Text
from scoring.evaluation import Evaluation, evaluate
from scoring.library import Library
from scoring.request import ScoreRequest, read_request
from scoring.settlement import Transfer, balance, number, settle
from scoring.tally import Tally


@dataclass(frozen=True)
class Score:
    """The answer to a request.

    Attributes:
        reasons: why the hand may not go out, every one that holds; empty for a legal win.
        transfers: who pays whom; empty when the hand may not go out.
        assumed: what was taken for granted, or could not be known.
        advice: what a player wants to hear.
    """

    evaluation: Evaluation
    reasons: tuple[Reason, ...]
    transfers: tuple[Transfer, ...]
    assumed: tuple[Reason, ...]
    advice: Text

    @property
    def win(self) -> bool:
        """A legal win."""
        return not self.reasons

    @property
    def best(self) -> Tally | None:
        """The split that was scored; None when the tiles are no winning shape."""
        return self.evaluation.best

    @property
    def total(self) -> int | None:
        """All fan; None when the tiles are no winning shape."""
        return self.best.total if self.best else None

    def to_dict(self) -> dict[str, Any]:
        """The Score object of the JSON doors."""
        best, rules = self.best, self.evaluation.rules
        nothing = dict.fromkeys(map(str, SEATS), 0)
        return {
            "hand": str(self.evaluation.hand),
            "ruleset": {"id": rules.id, "name": rules.name.to_dict(), "version": rules.version},
            "win": self.win,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "total": self.total,
            "minimum": rules.options.minimum,
            "fans": [each.to_dict() for each in best.fans] if best else [],
            "not_counted": [each.to_dict() for each in best.not_counted] if best else [],
            "decomposition": self._decomposition(best) if best else None,
            "alternatives": [self._alternative(tally) for tally in self.evaluation.tallies[1:]],
            "transfers": [transfer.to_dict() for transfer in self.transfers],
            "payments": {str(seat): number(sum_) for seat, sum_ in balance(self.transfers).items()},
            "kong_payments": nothing,
            "assumed": [reason.to_dict() for reason in self.assumed],
            "advice": self.advice.to_dict(),
        }

    def _decomposition(self, tally: Tally) -> dict[str, Any]:
        return {**tally.view.split.to_dict(), "waits": [str(tile) for tile in self.evaluation.waits]}

    def _alternative(self, tally: Tally) -> dict[str, Any]:
        fans = [{"id": each.fan.id, "value": each.value} for each in tally.fans]
        return {"total": tally.total, "fans": fans, "decomposition": self._decomposition(tally)}


def score(request: Mapping[str, Any], library: Library | None = None) -> Score:
    """Score a finished hand.

    Raises `RequestError` with every reason when the request cannot be scored. A hand that may not go out
    is an answer: `win` is false and `reasons` says why.

    >>> won = score({"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p", "winning_tile": "5p"})
    >>> won.win, won.total, str(won.evaluation.hand)
    (True, 20, '234m234m46p88p567s + 5p')
    """
    return score_request(read_request(request, library or Library.builtin()))


def score_request(request: ScoreRequest) -> Score:
    """Score a request that has been read."""
    evaluation = evaluate(request.hand, request.circumstances, request.rules)
    reasons = evaluation.reasons if evaluation.tallies else (_no_shape(), *evaluation.reasons)
    if reasons or evaluation.best is None:
        return Score(evaluation, reasons, (), request.assumed, advise(evaluation, ()))
    payer = liable(request.hand, request.circumstances, request.rules)
    transfers = settle(evaluation.best.total, request.base, request.circumstances, payer, request.rules)
    assumed = request.assumed
    if payer is None and is_bound(request.hand, request.circumstances.seat, request.rules):
        assumed = (*assumed, _liability_unknown())
    return Score(evaluation, (), transfers, assumed, advise(evaluation, transfers))


def _no_shape() -> Reason:
    text = Text("凑不成四副牌加一对将。", "This is not four sets and a pair.")
    return Reason("not_a_winning_shape", text)


def _liability_unknown() -> Reason:
    text = Text(
        "风清要有人包牌，可是看不出第四副是碰谁的，先照不包算。",
        "Somebody fed the fourth set of this all-honours hand and pays for all; who is not known, so it is "
        "settled without. Name the seat in `liable`.",
    )
    return Reason("liability_unknown", text)
