"""A finished hand's score: fan, reasons, payments, and everything that was considered."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scoring.advice import advise
from scoring.duty import is_bound, liable
from scoring.errors import Reason, Text
from scoring.evaluation import Evaluation, evaluate
from scoring.given import ScoreRequest
from scoring.kongs import kongs_of, left_after, money_of, pay_kongs, unpaid
from scoring.library import Library
from scoring.methods import METHODS
from scoring.missed import Missed, missed
from scoring.money import Amount, Money, Transfer, balance, collect, number
from scoring.request import read_request
from scoring.tally import NotCounted, Tally
from scoring.tiles import NAMES


class Score(NamedTuple):
    """The answer to a request; what is told in words is put into words when asked for.

    Attributes:
        transfers: who pays whom for the win; empty when the hand may not go out.
        kongs: who pays whom for the winner's kongs, which is settled before the win.
        assumed: what was taken for granted, or could not be known.
        overruled: why the table gives the win to another, though the hand may go out.
    """

    evaluation: Evaluation
    transfers: tuple[Transfer, ...]
    kongs: tuple[Transfer, ...]
    assumed: tuple[Reason, ...]
    overruled: Reason | None = None

    @property
    def win(self) -> bool:
        """A legal win."""
        return self.evaluation.win and self.overruled is None

    @property
    def best(self) -> Tally | None:
        """The split that was scored; None when the tiles are no winning shape."""
        return self.evaluation.best

    @property
    def total(self) -> Amount | None:
        """All fan, or what else the rule set counts in; None when the tiles are no winning shape."""
        return self.best.total if self.best else None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the hand may not go out, every one that holds; empty for a legal win."""
        reasons = self.evaluation.reasons
        if not self.evaluation.tallies:
            reasons = (_NO_SHAPE, *reasons)
        return (*reasons, self.overruled) if self.overruled else reasons

    @property
    def advice(self) -> Text:
        """What a player wants to hear."""
        return self.overruled.text if self.overruled else advise(self.evaluation, self.transfers)

    def to_dict(self) -> dict[str, Any]:
        """The Score object of the JSON doors."""
        evaluation, transfers, kongs, assumed, _ = self
        hand, _, rules, _, tallies, _ = evaluation
        reasons, advice, best = self.reasons, self.advice, tallies[0] if tallies else None
        return {
            "hand": str(hand),
            "ruleset": {"id": rules.id, "name": rules.name.to_dict(), "version": rules.version},
            "win": not reasons,
            "reasons": list(map(Reason.to_dict, reasons)),
            "total": number(best.total) if best else None,
            "minimum": rules.options.minimum,
            "fans": best.told() if best else [],
            "not_counted": list(map(NotCounted.to_dict, best.not_counted)) if best else [],
            "missed": list(map(Missed.to_dict, missed(best, rules))) if best else [],
            "decomposition": self._decomposition(best) if best else None,
            "alternatives": list(map(self._alternative, tallies[1:])),
            "transfers": list(map(Transfer.to_dict, transfers)),
            "payments": payments(transfers) if transfers else _NOTHING.copy(),
            "kong_payments": payments(kongs) if kongs else _NOTHING.copy(),
            "assumed": list(map(Reason.to_dict, assumed)),
            "advice": {"zh": advice.zh, "en": advice.en},
        }

    def _decomposition(self, tally: Tally) -> dict[str, Any]:
        """`stands_for` only where there is a 百搭: the tiles it was taken as, none for as itself."""
        view = tally.view
        told = view.split.to_dict()
        told["waits"] = list(map(NAMES.__getitem__, self.evaluation.waits))
        if view.wild is not None:
            told["stands_for"] = list(map(NAMES.__getitem__, view.substitutes))
        return told

    def _alternative(self, tally: Tally) -> dict[str, Any]:
        fans = [{"id": each.fan.id, "value": number(each.value)} for each in tally.fans]
        return {"total": number(tally.total), "fans": fans, "decomposition": self._decomposition(tally)}


def score(request: Mapping[str, Any], library: Library | None = None) -> Score:
    """Score a finished hand.

    Raises `RequestError` with every reason when the request cannot be scored. A hand that may not go out
    is an answer: `win` is false and `reasons` says why.

    >>> won = score({"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p", "winning_tile": "5p"})
    >>> won.win, won.total, str(won.evaluation.hand)
    (True, 20, '234m234m46p88p567s + 5p')
    """
    return score_request(read_request(request, library or Library.in_use()))


def score_request(request: ScoreRequest) -> Score:
    """Score a request that has been read: the winner's kongs are paid first, then the win."""
    rules, hand, how, base, assumed = request
    kongs = kongs_of(hand, how.seat) if rules.kongs else ()
    if not kongs:
        return score_win(request, ())
    paid = pay_kongs(kongs, rules, base, money_of(how))
    left = replace(how, balances=left_after(how, paid))
    return score_win(ScoreRequest(rules, hand, left, base, (*assumed, *unpaid(kongs, rules))), paid)


def score_win(request: ScoreRequest, kongs: tuple[Transfer, ...], money: Money | None = None) -> Score:
    """Score a win once all `kongs` are paid.

    The balances are those that the winning tile found; it is paid out of them, or out of `money` where
    others were paid before.
    """
    rules, hand, how, base, assumed = request
    evaluation = evaluate(hand, how, rules)
    if evaluation.reasons or not evaluation.tallies:
        return Score(evaluation, (), kongs, assumed)
    dues = METHODS[rules.method].dues(evaluation.tallies[0], how, rules, base)
    transfers = collect(dues, money or money_of(how))
    if liable(hand, how, rules) is None and is_bound(hand, how.seat, rules):
        assumed = (*assumed, _liability_unknown())
    return Score(evaluation, transfers, kongs, assumed)


def payments(transfers: Sequence[Transfer]) -> dict[str, int | float]:
    """What each seat wins or loses by these, as JSON has it."""
    return {str(seat): number(change) for seat, change in balance(transfers).items()}


_NOTHING: Final = payments(())


_NO_SHAPE: Final = Reason(
    "not_a_winning_shape", Text("凑不成四副牌加一对将。", "This is not four sets and a pair.")
)


def _liability_unknown() -> Reason:
    text = Text(
        "风清要有人包牌，可是看不出第四副是碰谁的，先照不包算。",
        "Somebody fed the fourth set of this all-honours hand and pays for all; who is not known, so it is "
        "settled without. Name the seat in `liable`.",
    )
    return Reason("liability_unknown", text)
