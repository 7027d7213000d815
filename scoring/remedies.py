"""The smallest thing that would have made a hand go out: each is tried, the smaller first."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from scoring.bounds import may_have_big_fan
from scoring.circumstances import Circumstances, Win
from scoring.errors import Text
from scoring.evaluation import Evaluation, evaluate
from scoring.hand import Hand, Meld, MeldKind
from scoring.methods import METHODS
from scoring.money import number
from scoring.rules import RuleSet
from scoring.tiles import Tile, format_tiles

_WITHIN_CALLS: Final = 5
"""What calls and kongs can change: 门清, four 子格. Further off they are not tried."""
_SELF_DRAW: Final = Win.SELF_DRAW
_CALLED: Final = (MeldKind.CHOW, MeldKind.PUNG)
_BY_CALLS: Final = frozenset({"must_be_full_flush", "chow_not_allowed"})


def remedy(evaluation: Evaluation) -> Text:
    """For a complete hand that may not go out; empty where nothing small would have done."""
    hand, _, rules, waits, _, _ = evaluation
    if rules.needs_big_fan and (_has_no_other_way(evaluation) or not may_have_big_fan(hand, waits, rules)):
        return _cheapest_big_fan(rules)
    return next(_remedies(evaluation), Text("", ""))


def _has_no_other_way(evaluation: Evaluation) -> bool:
    """Nothing bars it but the lack of a big fan, it was drawn, and it waited on no other tile."""
    hand, how, _, waits, _, reasons = evaluation
    only_fan = reasons[0].code == "no_big_fan"  # what bars a hand however it is split goes first
    return only_fan and how.win is _SELF_DRAW and waits in ((hand.winning_tile,), ())


def _remedies(evaluation: Evaluation) -> Iterator[Text]:
    hand, how = evaluation.hand, evaluation.circumstances
    if not how.self_drawn:
        drawn = replace(how, win=Win.SELF_DRAW, discarder=None, passed_win=False)
        if worth := _worth(evaluation, hand, drawn):
            yield Text(f"要是自摸就够了，{worth.zh}。", f"A self-draw would have done: {worth.en}.")
    yield from _other_tiles(evaluation)
    reasons = {reason.code: reason for reason in evaluation.reasons}
    short = reasons["below_minimum"].details["short"] if "below_minimum" in reasons else 0
    bound_by_calls = not _BY_CALLS.isdisjoint(reasons)
    if bound_by_calls or ("no_big_fan" not in reasons and short <= _WITHIN_CALLS):
        yield from _other_calls(evaluation)
    if "no_big_fan" in reasons:
        yield _cheapest_big_fan(evaluation.rules)


def _other_tiles(evaluation: Evaluation) -> Iterator[Text]:
    hand, how = evaluation.hand, evaluation.circumstances
    others = [tile for tile in evaluation.waits if tile != hand.winning_tile]
    enough = [tile for tile in others if _worth(evaluation, hand.won_on(tile), how)]
    if enough:
        yield Text(f"胡{_zh(enough)}才够。", f"Won on {_en(enough)} it would have done.")


def _other_calls(evaluation: Evaluation) -> Iterator[Text]:
    """One call fewer, then none; a kong made of a triplet."""
    hand, how = evaluation.hand, evaluation.circumstances
    called = [meld for meld in hand.melds if meld.kind in _CALLED]
    for back in ([meld] for meld in dict.fromkeys(called)):
        if worth := _worth(evaluation, _taken_back(hand, back), how):
            verb = "吃" if back[0].kind is MeldKind.CHOW else "碰"
            yield Text(
                f"要是{_zh_meld(back[0])}没有{verb}，是自己摸的，就够了，{worth.zh}。",
                f"Had {format_tiles(back[0].tiles)} been drawn, not called, it would have done: {worth.en}.",
            )
    if len(called) > 1 and (worth := _worth(evaluation, _taken_back(hand, called), how)):
        yield Text(
            f"要是没有吃碰，都是自己摸的，就够了，{worth.zh}。",
            f"Had nothing been called, it would have done: {worth.en}.",
        )
    for konged, tile in _with_a_kong(hand):
        if worth := _worth(evaluation, konged, how):
            yield Text(
                f"要是{tile.name.zh}开了杠就够了，{worth.zh}。",
                f"A kong of {tile.name.en} would have done: {worth.en}.",
            )


def _taken_back(hand: Hand, melds: list[Meld]) -> Hand:
    left = list(hand.melds)
    for meld in melds:
        left.remove(meld)
    tiles = (tile for meld in melds for tile in meld.tiles)
    return replace(hand, concealed=(*hand.concealed, *tiles), melds=tuple(left))


def _with_a_kong(hand: Hand) -> Iterator[tuple[Hand, Tile]]:
    """A pung added to, or three alike in hand made a concealed kong, where the fourth is in no set."""
    for tile in dict.fromkeys(hand.tiles):
        if hand.tiles.count(tile) != 3:
            continue
        if hand.concealed.count(tile) == 3:
            rest = tuple(each for each in hand.concealed if each != tile)
            kong = Meld(MeldKind.CONCEALED_KONG, (tile,) * 4)
            yield replace(hand, concealed=rest, melds=(*hand.melds, kong)), tile
        for meld in hand.melds:
            if meld.kind is MeldKind.PUNG and meld.tiles[0] == tile:
                added = Meld(MeldKind.ADDED_KONG, (tile,) * 4, meld.source)
                melds = tuple(added if each is meld else each for each in hand.melds)
                yield replace(hand, melds=melds), tile


@lru_cache(maxsize=256)
def _cheapest_big_fan(rules: RuleSet) -> Text:
    least = rules.least_big
    worth = rules.values[least.id]
    return Text(
        f"大番里最小的是{least.name.zh}，{worth}番。",
        f"The smallest big fan is {least.name.en} ({least.name.zh}), {worth}.",
    )


def _worth(evaluation: Evaluation, hand: Hand, how: Circumstances) -> Text | None:
    """What the hand would be worth; None where it may not go out."""
    other = evaluate(hand, how, evaluation.rules)
    if not other.win or other.best is None:
        return None
    unit, total = evaluation.rules.unit, number(other.best.total)
    return Text(f"{total}{unit.zh}", f"{total} {unit.en}")


def nearest_hand(evaluation: Evaluation) -> Text:
    """For tiles that are no winning shape: what they waited on, or the one tile that is wrong."""
    if evaluation.waits:
        return _waited_on(evaluation)
    changes = list(_single_changes(evaluation))
    if not changes:
        return Text("差得不止一张牌。", "It is more than one tile away.")
    out, into = changes[0]
    return Text(
        f"差一张牌：{out.name.zh}换成{_zh(into)}就成了。",
        f"One tile is wrong: {_en(into)} in place of {out.name.en} would make a hand.",
    )


def _waited_on(evaluation: Evaluation) -> Text:
    hand, how, waits = evaluation.hand, evaluation.circumstances, evaluation.waits
    waited = Text(f"听的是{_zh(waits)}", f"It waits on {_en(waits)}")
    enough = [tile for tile in waits if _worth(evaluation, hand.won_on(tile), how)]
    if len(enough) == len(waits):
        return Text(f"{waited.zh}。", f"{waited.en}.")
    if not enough:
        return Text(f"{waited.zh}，这样胡都还不够。", f"{waited.en}, none of which would do like this.")
    return Text(f"{waited.zh}，其中{_zh(enough)}够胡。", f"{waited.en}, of which {_en(enough)} would do.")


def _single_changes(evaluation: Evaluation) -> Iterator[tuple[Tile, tuple[Tile, ...]]]:
    hand, how, rules = evaluation.hand, evaluation.circumstances, evaluation.rules
    inside = (*hand.concealed, *((hand.winning_tile,) if hand.winning_tile is not None else ()))
    for tile in sorted(set(inside)):
        kept = list(inside)
        kept.remove(tile)
        rest = replace(hand, concealed=tuple(kept), winning_tile=None)
        if into := METHODS[rules.method].waits(rest, how, rules):
            yield tile, into


def _zh(tiles: tuple[Tile, ...] | list[Tile]) -> str:
    return "、".join(tile.name.zh for tile in tiles)


def _zh_meld(meld: Meld) -> str:
    """二三四万, 发发发."""
    names = [tile.name.zh for tile in meld.tiles]
    suit = "" if meld.tiles[0].is_honour else names[0][-1]
    return "".join(name.removesuffix(suit) for name in names) + suit


def _en(tiles: tuple[Tile, ...] | list[Tile]) -> str:
    *others, last = [tile.name.en for tile in tiles]
    return f"{', '.join(others)} or {last}" if others else last
