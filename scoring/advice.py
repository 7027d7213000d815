"""One or two sentences to a player: what the hand came to, or the smallest thing that would have sufficed."""

from dataclasses import replace

from scoring.circumstances import Circumstances, Win
from scoring.errors import Text
from scoring.evaluation import Evaluation, evaluate
from scoring.money import Transfer, number
from scoring.tally import Tally
from scoring.tiles import Tile


def advise(evaluation: Evaluation, transfers: tuple[Transfer, ...]) -> Text:
    """For a legal win the sum and who pays; otherwise what is missing and what would have done."""
    best = evaluation.best
    if best is None:
        return _no_shape(evaluation)
    if evaluation.win:
        return _join(
            _sum(best, evaluation.rules.unit), _met(evaluation), _paid(evaluation.circumstances, transfers)
        )
    return _join(*(reason.text for reason in evaluation.reasons), _remedy(evaluation))


def _sum(tally: Tally, unit: Text) -> Text:
    zh = " + ".join(f"{each.fan.name.zh} {number(each.value)}" for each in tally.fans)
    en = " + ".join(f"{each.fan.name.en} {number(each.value)}" for each in tally.fans)
    total = number(tally.total)
    return Text(f"{zh} = {total}{unit.zh}，", f"{en} = {total} {unit.en}.")


def _met(evaluation: Evaluation) -> Text:
    minimum = evaluation.rules.options.minimum
    if minimum == 0:
        return Text("够胡。", "A legal win.")
    return Text(f"{minimum}番起成，够胡。", f"The minimum is {minimum}: a legal win.")


def _paid(how: Circumstances, transfers: tuple[Transfer, ...]) -> Text:
    if not transfers:
        return Text("付钱的已经没有钱了。", "Those who should pay have nothing left.")
    first = transfers[0]
    amount, payer = number(first.amount), first.payer.text
    if len({each.amount for each in transfers}) > 1 or first.why == "all_money":
        return _each(transfers)
    if first.why == "liable":
        return Text(f"{payer.zh}包牌，一家付{amount}。", f"{payer.en} pays {amount} for all.")
    if how.win is Win.SELF_DRAW:
        return Text(f"自摸，三家各付{amount}。", f"Self-drawn: each of the three pays {amount}.")
    if how.win is Win.ROBBED_KONG:
        return Text(
            f"{payer.zh}被抢杠，算出冲，付{amount}。", f"{payer.en}'s kong was robbed and pays {amount}."
        )
    return Text(f"{payer.zh}出冲，付{amount}。", f"{payer.en} discarded it and pays {amount}.")


def _each(transfers: tuple[Transfer, ...]) -> Text:
    zh = "，".join(f"{each.payer.text.zh}付{number(each.amount)}" for each in transfers)
    en = ", ".join(f"{each.payer.text.en} pays {number(each.amount)}" for each in transfers)
    return Text(f"{zh}。", f"{en}.")


def _no_shape(evaluation: Evaluation) -> Text:
    shape = Text("凑不成四副牌加一对将。", "This is not four sets and a pair.")
    if not evaluation.waits:
        return _join(shape, Text("还没有听牌。", "The hand is not waiting yet."))
    return _join(shape, _waits(evaluation.waits))


def _waits(waits: tuple[Tile, ...]) -> Text:
    names = [tile.name for tile in waits]
    zh, en = "、".join(name.zh for name in names), ", ".join(name.en for name in names)
    return Text(f"听的是{zh}。", f"It waits on {en}.")


def _remedy(evaluation: Evaluation) -> Text:
    """The first that would have made a legal win: drawing the tile oneself, another tile waited on."""
    how, unit = evaluation.circumstances, evaluation.rules.unit
    if not how.self_drawn:
        drawn = _with(evaluation, replace(how, win=Win.SELF_DRAW, discarder=None, passed_win=False))
        if drawn.win and drawn.best:
            return Text(
                f"要是自摸就够了，{number(drawn.best.total)}{unit.zh}。",
                f"Drawn by oneself it would do: {number(drawn.best.total)} {unit.en}.",
            )
    others = [tile for tile in evaluation.waits if _with(evaluation, how, tile).win]
    if others:
        zh = "、".join(tile.name.zh for tile in others)
        return Text(f"胡{zh}才够。", f"It would do on {', '.join(tile.name.en for tile in others)}.")
    return Text("", "")


def _with(evaluation: Evaluation, how: Circumstances, tile: Tile | None = None) -> Evaluation:
    hand = replace(evaluation.hand, winning_tile=tile if tile is not None else evaluation.hand.winning_tile)
    return evaluate(hand, how, evaluation.rules)


def _join(*parts: Text) -> Text:
    return Text("".join(part.zh for part in parts), " ".join(part.en for part in parts if part.en))
