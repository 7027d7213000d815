"""One or two sentences to a player: what the hand came to, or the smallest thing that would have sufficed."""

from operator import attrgetter
from typing import Final

from scoring.circumstances import Circumstances, Win
from scoring.errors import Text
from scoring.evaluation import Evaluation
from scoring.money import Transfer, number
from scoring.remedies import nearest_hand, remedy
from scoring.rules import RuleSet
from scoring.tally import Tally


def advise(evaluation: Evaluation, transfers: tuple[Transfer, ...]) -> Text:
    """For a legal win the sum and who pays; otherwise what is missing and what would have done."""
    _, how, rules, _, tallies, reasons = evaluation
    refused = map(_TEXT, reasons)
    if not tallies:
        shape = Text("凑不成四副牌加一对将。", "This is not four sets and a pair.")
        return _join(shape, *refused, nearest_hand(evaluation))
    if reasons:
        return _join(*refused, remedy(evaluation))
    return _join(_sum(tallies[0], rules.unit), _met(rules), _paid(how, transfers))


_TEXT: Final = attrgetter("text")


def _sum(tally: Tally, unit: Text) -> Text:
    total = number(tally.total)
    if len(tally.fans) == 1:
        name = tally.fans[0].fan.name
        return Text(f"{name.zh}，{total}{unit.zh}，", f"{name.en}: {total} {unit.en}.")
    zh = " + ".join(f"{each.fan.name.zh} {number(each.value)}" for each in tally.fans)
    en = " + ".join(f"{each.fan.name.en} {number(each.value)}" for each in tally.fans)
    return Text(f"{zh} = {total}{unit.zh}，", f"{en} = {total} {unit.en}.")


def _met(rules: RuleSet) -> Text:
    minimum = rules.options.minimum
    if minimum == 0:
        return Text("够胡。", "A legal win.")
    return Text(f"{minimum}番起成，够胡。", f"The minimum is {minimum}: a legal win.")


def _paid(how: Circumstances, transfers: tuple[Transfer, ...]) -> Text:
    if not transfers:
        return Text("付钱的已经没有钱了。", "Those who should pay have nothing left.")
    first = transfers[0]
    amount, payer = number(first.amount), first.payer.text
    some_paid_less = len({each.amount for each in transfers}) > 1 or (how.self_drawn and len(transfers) == 2)
    if some_paid_less or first.why == "all_money":
        return _each(transfers)
    if first.why == "liable":
        return Text(f"{payer.zh}包牌，一家付{amount}。", f"{payer.en} pays {amount} for all.")
    if how.win is Win.SELF_DRAW and len(transfers) == 1:
        return _each(transfers)
    if how.win is Win.SELF_DRAW:
        return Text(f"自摸，三家各付{amount}。", f"Self-drawn: each of the three pays {amount}.")
    if how.win is Win.ROBBED_KONG:
        return Text(
            f"{payer.zh}被抢杠，算出冲，付{amount}。", f"{payer.en}, whose kong was robbed, pays {amount}."
        )
    return Text(f"{payer.zh}出冲，付{amount}。", f"{payer.en} discarded it and pays {amount}.")


def _each(transfers: tuple[Transfer, ...]) -> Text:
    zh = "，".join(f"{each.payer.text.zh}付{number(each.amount)}" for each in transfers)
    en = ", ".join(f"{each.payer.text.en} pays {number(each.amount)}" for each in transfers)
    return Text(f"{zh}。", f"{en}.")


def _join(*parts: Text) -> Text:
    return Text("".join(map(_ZH, parts)), " ".join(filter(None, map(_EN, parts))))


_ZH, _EN = attrgetter("zh"), attrgetter("en")
