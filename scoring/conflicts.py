"""Circumstances that cannot all be true of one win: one row a contradiction."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from scoring.circumstances import AfterKong, Circumstances, WildDiscard, Win
from scoring.duty import may_be_liable
from scoring.errors import Reason, Text
from scoring.hand import Hand
from scoring.rules import RuleSet
from scoring.tiles import ALL_TILES
from scoring.wildcards import finishes, wild_of


@dataclass(frozen=True, slots=True)
class Conflict:
    """The request fields that disagree, when they do, and how to say it."""

    fields: tuple[str, ...]
    holds: Callable[[Hand, Circumstances, RuleSet], bool]
    text: Text


def _robbed_tile_is_held(hand: Hand, circumstances: Circumstances, _: RuleSet) -> bool:
    return circumstances.win is Win.ROBBED_KONG and hand.tiles.count(hand.winning_tile) > 1


def _no_exposed_kong(hand: Hand, circumstances: Circumstances, _: RuleSet) -> bool:
    kongs = [meld for meld in hand.melds if meld.is_kong and meld.is_exposed]
    return circumstances.after_kong is AfterKong.EXPOSED and not kongs


def _no_concealed_kong(hand: Hand, circumstances: Circumstances, _: RuleSet) -> bool:
    return circumstances.after_kong is AfterKong.CONCEALED and all(meld.is_exposed for meld in hand.melds)


def _nobody_can_be_liable(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> bool:
    return circumstances.liable is not None and not may_be_liable(hand, circumstances.seat, rules)


def _another_is_liable(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> bool:
    candidates = may_be_liable(hand, circumstances.seat, rules)
    return bool(candidates) and circumstances.liable not in (None, *candidates)


def _not_waiting_on_any(hand: Hand, how: Circumstances, rules: RuleSet) -> bool:
    if not how.waiting_on_any or len(hand.concealed) + 3 * len(hand.melds) != 13:
        return False
    return len(finishes(hand, wild_of(how.wild, rules.options.zj_honour_cycle))) < len(ALL_TILES)


def _discarded(how: Circumstances, kind: WildDiscard) -> int:
    return how.wild.discarded.count(kind) if how.wild else 0


CONFLICTS: Final = (
    Conflict(
        ("win", "discarder"),
        lambda hand, how, rules: how.self_drawn and how.discarder is not None,
        Text("自摸没有出冲的人。", "A self-drawn tile was discarded by nobody."),
    ),
    Conflict(
        ("seat", "discarder"),
        lambda hand, how, rules: how.discarder is how.seat,
        Text("不能胡自己打的牌。", "Nobody wins on a discard of their own."),
    ),
    Conflict(
        ("win", "winning_tile"),
        _robbed_tile_is_held,
        Text(
            "抢杠胡的牌，别人手里有四张，自己不会再有。",
            "A robbed kong has all four of the tile, so the winner holds no other.",
        ),
    ),
    Conflict(
        ("win", "after_kong"),
        lambda hand, how, rules: how.after_kong is not AfterKong.NONE and not how.self_drawn,
        Text(
            "杠后补的牌是自己摸的，只能是自摸。", "The tile after a kong is drawn, so the win is a self-draw."
        ),
    ),
    Conflict(
        ("after_kong", "melds"),
        _no_exposed_kong,
        Text("没有明杠，谈不上明杠后胡。", "There is no exposed kong to win after."),
    ),
    Conflict(
        ("after_kong", "melds"),
        _no_concealed_kong,
        Text("没有暗杠，谈不上暗杠后胡。", "There is no concealed kong to win after."),
    ),
    Conflict(
        ("heavenly", "win"),
        lambda hand, how, rules: how.heavenly and not how.self_drawn,
        Text("天胡是起手牌，没有人出冲。", "A heavenly hand is dealt complete: it is a self-draw."),
    ),
    Conflict(
        ("heavenly", "seat"),
        lambda hand, how, rules: how.heavenly and how.seat is not how.dealer,
        Text("只有庄家能天胡。", "Only the dealer can have a heavenly hand."),
    ),
    Conflict(
        ("heavenly", "melds"),
        lambda hand, how, rules: how.heavenly and bool(hand.melds),
        Text("天胡没有落地的牌。", "A heavenly hand has no melds."),
    ),
    Conflict(
        ("heavenly", "after_kong"),
        lambda hand, how, rules: how.heavenly and how.after_kong is not AfterKong.NONE,
        Text("天胡没有杠过。", "A heavenly hand follows no kong."),
    ),
    Conflict(
        ("heavenly", "passed_win"),
        lambda hand, how, rules: how.heavenly and how.passed_win,
        Text("天胡以前没有牌可漏。", "Before a heavenly hand there was no win to let go."),
    ),
    Conflict(
        ("liable", "seat"),
        lambda hand, how, rules: how.liable is how.seat,
        Text("包牌的不会是胡牌的人。", "The winner is not the one who pays for all."),
    ),
    Conflict(
        ("liable", "melds"),
        _nobody_can_be_liable,
        Text("这副牌落地的没有哪家要包牌。", "Nothing that was melded makes anybody pay for all."),
    ),
    Conflict(
        ("liable", "melds"),
        _another_is_liable,
        Text("照落地的牌，包牌的不是这一家。", "By the melds, it is another player who pays for all."),
    ),
    Conflict(
        ("waiting_on_any", "concealed"),
        _not_waiting_on_any,
        Text("照手里的牌，听的不是任何一张。", "By the tiles, the hand did not wait on any tile there is."),
    ),
    Conflict(
        ("wild",),
        lambda hand, how, rules: _discarded(how, WildDiscard.FIRST) > 1,
        Text("首搭只有一张。", "Only one 百搭 can be the first."),
    ),
    Conflict(
        ("wild", "melds"),
        lambda hand, how, rules: (
            _discarded(how, WildDiscard.AFTER_PUNG) > 0 and not any(meld.is_exposed for meld in hand.melds)
        ),
        Text("没有碰过牌，谈不上碰牌后打搭。", "There is no pung to have discarded a 百搭 after."),
    ),
    Conflict(
        ("heavenly", "wild"),
        lambda hand, how, rules: how.heavenly and how.wild is not None and bool(how.wild.discarded),
        Text("天胡以前没有打过牌。", "Before a heavenly hand nothing was discarded."),
    ),
)


def conflicts(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> Iterator[Reason]:
    """Every contradiction, as contradictory_circumstances with the fields that disagree."""
    for row in CONFLICTS:
        if row.holds(hand, circumstances, rules):
            yield Reason("contradictory_circumstances", row.text, fields=list(row.fields))
