"""One hand of play settled for the whole table (RULES 2.1, 3, 4.3 to 4.5, 5, 6)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from scoring.circumstances import SEATS, Seat
from scoring.errors import Reason, Text
from scoring.kongs import pay_kongs, unpaid
from scoring.library import Library
from scoring.money import Money, Transfer, after, number
from scoring.result import Score, payments, score_win
from scoring.table_request import TableRequest, read_table


@dataclass(frozen=True)
class Settlement:
    """What one hand of play comes to.

    Attributes:
        scores: one for each who called a win, the nearest to the discarder first; those who may not be
            paid have `win` false and say why.
        kongs: what is paid for kongs, before any win.
        transfers: what is paid for wins.
        money: what each seat has afterwards; None where there is no limit to it.
        fine: what a false win (诈胡) costs, in money; to whom it goes no document says.
        dealer_stays: None where a win was called and nobody may have it, so that the hand is not over.
        game_ends: two players have nothing left (操).
    """

    request: TableRequest
    scores: tuple[Score, ...]
    kongs: tuple[Transfer, ...]
    transfers: tuple[Transfer, ...]
    money: Money | None
    fine: Decimal
    dealer_stays: bool | None
    game_ends: bool
    assumed: tuple[Reason, ...]

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals the next hand."""
        dealer = self.request.dealer
        if self.dealer_stays is None:
            return None
        return dealer if self.dealer_stays else SEATS[(SEATS.index(dealer) + 1) % len(SEATS)]

    def to_dict(self) -> dict[str, Any]:
        """The answer of the JSON doors."""
        rules, offender = self.request.rules, self.request.false_win
        fine = {"seat": str(offender), "amount": number(self.fine), "why": "false_win"}
        return {
            "ruleset": {"id": rules.id, "name": rules.name.to_dict(), "version": rules.version},
            "scores": [
                {"seat": str(score.evaluation.circumstances.seat), **score.to_dict()} for score in self.scores
            ],
            "transfers": [each.to_dict() for each in (*self.kongs, *self.transfers)],
            "payments": payments(self.transfers),
            "kong_payments": payments(self.kongs),
            "balances": self.money and {str(seat): number(left) for seat, left in self.money.items()},
            "fines": [fine] if offender else [],
            "dealer_stays": self.dealer_stays,
            "next_dealer": self.next_dealer and str(self.next_dealer),
            "game_ends": self.game_ends,
            "assumed": [reason.to_dict() for reason in self.assumed],
        }


def settle(request: Mapping[str, Any], library: Library | None = None) -> Settlement:
    """Settle one hand of play: who is paid what, who deals next, whether the game ends.

    Seats are places at the table; `dealer` says which of them deals, and so is East. Raises
    `RequestError` with every reason when the request cannot be settled.

    >>> drawn = settle({"ruleset": "diedaohu", "kongs": [{"seat": "south", "kind": "concealed_kong"}]})
    >>> drawn.to_dict()["kong_payments"], drawn.dealer_stays, str(drawn.next_dealer)
    ({'east': -1, 'south': 3, 'west': -1, 'north': -1}, False, 'south')
    """
    return settle_table(read_table(request, library or Library.in_use()))


def settle_table(table: TableRequest) -> Settlement:
    """Settle a request that has been read: kongs first, then the winners in turn order from the discarder."""
    rules = table.rules
    before = None if table.balances is None else dict(zip(SEATS, table.balances, strict=True))
    kongs = pay_kongs(table.kongs, rules, table.base, before)
    found = after(before, kongs)
    left = found
    scores: list[Score] = []
    for winner in table.winners:
        balances = None if found is None else tuple(found.values())
        here = winner._replace(
            circumstances=replace(winner.circumstances, balances=balances),
            base=table.base,
            assumed=tuple(note for note in winner.assumed if note not in table.assumed),
        )
        own = tuple(each for each in kongs if each.payee is winner.circumstances.seat)
        score = score_win(here, own, left)
        if rules.table.one_winner and any(each.win for each in scores):
            nearer = _another_is_nearer()
            score = score._replace(overruled=nearer, transfers=())
        left = after(left, score.transfers)
        scores.append(score)
    return Settlement(
        request=table,
        scores=tuple(scores),
        kongs=kongs,
        transfers=tuple(each for score in scores for each in score.transfers),
        money=left,
        fine=rules.table.false_win * table.base if table.false_win else Decimal(0),
        dealer_stays=_dealer_stays(table, scores),
        game_ends=left is not None and sum(money <= 0 for money in left.values()) >= 2,
        assumed=(*table.assumed, *unpaid(table.kongs, rules), *_fine_note(table)),
    )


def _dealer_stays(table: TableRequest, scores: list[Score]) -> bool | None:
    """A winning dealer stays, even one who could not be paid (RULES 4.1)."""
    if not scores:
        return table.rules.table.dealer_stays_on_draw
    won = [score.evaluation.circumstances.seat for score in scores if score.win]
    return table.dealer in won if won else None


def _another_is_nearer() -> Reason:
    text = Text(
        "只有一家能胡，离出冲的人近的先胡。",
        "Only one may win: another is nearer to the discarder in turn order.",
    )
    return Reason("nearer_winner", text)


def _fine_note(table: TableRequest) -> tuple[Reason, ...]:
    if table.false_win is None:
        return ()
    text = Text(
        "诈胡罚多少有写，罚给谁没有写，打完再结。",
        "What a false win costs is written, to whom it goes is not: it is settled after the game.",
    )
    return (Reason("fine_recipient_unknown", text, seat=str(table.false_win)),)
