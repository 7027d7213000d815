"""Why a hand may not go out; every reason that holds, each with its clause."""

from functools import lru_cache
from typing import Final

from scoring.circumstances import SEATS, Circumstances
from scoring.duty import chowed_suit, is_full_flush
from scoring.errors import Reason, Text
from scoring.hand import Hand, MeldKind
from scoring.money import Amount
from scoring.rules import RuleSet
from scoring.tally import Tally

_SUIT_NAMES = {"m": Text("万", "characters"), "p": Text("饼", "dots"), "s": Text("条", "bamboo")}


def refused_by_hand(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> tuple[Reason, ...]:
    """What bars the hand however it is split.

    chow_not_allowed, must_be_full_flush, passed_win, discarder_bust.
    """
    reasons: list[Reason] = []
    if not rules.allows_chow and any(meld.kind is MeldKind.CHOW for meld in hand.melds):
        text = Text(
            "不可以吃：顺子只能是自己手里的。", "No chow may be called: runs come from the hand alone."
        )
        reasons.append(Reason("chow_not_allowed", text))
    may_be_bound = rules.options.must_be_qing_after_3_chows and len(hand.melds) > 2
    suit = chowed_suit(hand) if may_be_bound else None
    if suit and not is_full_flush(hand):
        name = _SUIT_NAMES[suit]
        text = Text(
            f"吃了三副{name.zh}，必须看清一色，别的不能胡。",
            f"Three chows of {name.en} are exposed: only a full flush may win.",
        )
        reasons.append(Reason("must_be_full_flush", text, suit=suit))
    if circumstances.passed_win and not circumstances.self_drawn:
        text = Text(
            "漏胡：放过一次没胡，自己再摸到牌以前不能胡别人打的。",
            "A win was let go: until this player draws again, no discard may be won on.",
        )
        reasons.append(Reason("passed_win", text))
    if circumstances.balances is not None and _is_bust(circumstances):
        who = str(circumstances.discarder)
        text = Text(
            "出冲的人已经输光，别家不能胡他打的牌。",
            "The discarder has no money left: nobody may win on that tile.",
        )
        reasons.append(Reason("discarder_bust", text, seat=who))
    return tuple(reasons)


def _is_bust(how: Circumstances) -> bool:
    if how.balances is None or how.discarder is None:
        return False
    return how.balances[SEATS.index(how.discarder)] <= 0


def is_enough(tally: Tally, rules: RuleSet) -> bool:
    """Whether one way to see the hand lacks nothing; what it lacks otherwise, `refused_by_count` says."""
    return is_worth_enough(tally.total, tally.has_big, rules) and not (
        tally.view.substitutes and _needs_self_draw(tally, rules)
    )


def is_worth_enough(total: Amount, has_big: bool, rules: RuleSet) -> bool:
    """The two conditions of RULES 2.2."""
    options = rules.options
    return total >= options.minimum + options.strict_greater and (has_big or not rules.needs_big_fan)


def refused_by_count(tally: Tally, rules: RuleSet) -> tuple[Reason, ...]:
    """What one way to see the hand lacks: no_big_fan, below_minimum, wild_not_allowed_on_discard.

    RULES 2.2: two conditions, both required; A28.
    """
    wild_thrown = bool(tally.view.substitutes) and _needs_self_draw(tally, rules)
    no_big_fan = rules.needs_big_fan and not tally.has_big
    options = rules.options
    return _lacking(wild_thrown, no_big_fan, tally.total, options.minimum, options.strict_greater)


@lru_cache(maxsize=1 << 12, typed=True)
def _lacking(
    wild_thrown: bool, no_big_fan: bool, total: Amount, minimum: int, strict: bool
) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    if wild_thrown:
        text = Text(
            "百搭当别的牌用，只能自摸，不能胡别人打的。",
            "With 百搭 standing for another tile only a self-draw wins.",
        )
        reasons.append(Reason("wild_not_allowed_on_discard", text))
    if no_big_fan:
        reasons.append(_NO_BIG_FAN)
    short = minimum + strict - total
    if short > 0:
        over = Text(f"要超过{minimum}番", f"more than {minimum} are") if strict else None
        needed = over or Text(f"{minimum}番起成", f"{minimum} are")
        text = Text(
            f"{total}番，{needed.zh}，差{short}番。",
            f"{total} fan where {needed.en} needed: {short} short.",
        )
        reasons.append(Reason("below_minimum", text, total=total, minimum=minimum, short=short))
    return tuple(reasons)


_NO_BIG_FAN: Final = Reason(
    "no_big_fan", Text("一个大番都没有，小番再多也不能胡。", "There is no big fan, and a hand needs one.")
)


def _needs_self_draw(tally: Tally, rules: RuleSet) -> bool:
    forbidden = rules.options.zj_discard_with_wild == "forbidden"
    return forbidden and not tally.view.circumstances.self_drawn
