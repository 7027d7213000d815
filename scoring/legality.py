"""Why a hand may not go out; every reason that holds, each with its clause."""

from scoring.circumstances import Circumstances
from scoring.duty import chowed_suit, is_full_flush
from scoring.errors import Reason, Text
from scoring.hand import Hand
from scoring.rules import RuleSet
from scoring.tally import Tally

_SUIT_NAMES = {"m": Text("万", "characters"), "p": Text("饼", "dots"), "s": Text("条", "bamboo")}


def refused_by_hand(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> tuple[Reason, ...]:
    """What bars the hand however it is split: must_be_full_flush, passed_win."""
    reasons: list[Reason] = []
    suit = chowed_suit(hand)
    if rules.options.must_be_qing_after_3_chows and suit and not is_full_flush(hand):
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
    return tuple(reasons)


def refused_by_count(tally: Tally, rules: RuleSet) -> tuple[Reason, ...]:
    """What the fan lack: no_big_fan, below_minimum (RULES 2.2: two conditions, both required)."""
    reasons: list[Reason] = []
    if rules.needs_big_fan and not tally.has_big:
        text = Text("一个大番都没有，小番再多也不能胡。", "There is no big fan, and a hand needs one.")
        reasons.append(Reason("no_big_fan", text))
    minimum, strict = rules.options.minimum, rules.options.strict_greater
    short = minimum + strict - tally.total
    if short > 0:
        over = Text(f"要超过{minimum}番", f"more than {minimum} are") if strict else None
        needed = over or Text(f"{minimum}番起成", f"{minimum} are")
        text = Text(
            f"{tally.total}番，{needed.zh}，差{short}番。",
            f"{tally.total} fan where {needed.en} needed: {short} short.",
        )
        reasons.append(Reason("below_minimum", text, total=tally.total, minimum=minimum, short=short))
    return tuple(reasons)
