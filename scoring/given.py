"""What a request gives, made whole: what it leaves out is filled in and said, where it matters."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from scoring.circumstances import SEATS, Circumstances, Wild
from scoring.errors import Reason, Text
from scoring.hand import Hand
from scoring.rules import RuleSet
from scoring.wildcards import gone


class ScoreRequest(NamedTuple):
    """A request that can be answered; `assumed` says what was taken for granted where it matters."""

    rules: RuleSet
    hand: Hand
    circumstances: Circumstances
    base: Decimal
    assumed: tuple[Reason, ...] = ()


def complete(
    rules: RuleSet, hand: Hand, how: Circumstances, base: Decimal, assumed: tuple[Reason, ...]
) -> ScoreRequest:
    """The request with the money that each brings, where it is limited and was not given."""
    if not rules.stakes and rules.cap is None and "wild" not in rules.fields:
        return ScoreRequest(rules, hand, how, base, assumed)
    stakes = stakes_of(rules, how.balances, base)
    notes = [*assumed, *stakes.notes]
    if "wild" in rules.fields and how.wild is None:
        text = Text(
            "没说正搭，当手里没有百搭算。", "No tile was said to be turned up: taken as without 百搭."
        )
        notes.append(Reason("wild_assumed", text, field="wild"))
    if stakes.balances is not how.balances:
        how = replace(how, balances=stakes.balances)
    return ScoreRequest(rules, hand, how, stakes.base, tuple(notes))


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for, and what had to be taken for granted."""

    balances: tuple[Decimal, ...] | None
    base: Decimal
    notes: tuple[Reason, ...]


def stakes_of(rules: RuleSet, balances: tuple[Decimal, ...] | None, base: Decimal) -> Stakes:
    """Where money is limited and was not given, the full cap each; no base where stakes are money."""
    notes: list[Reason] = []
    if rules.stakes and base != 1:
        notes.append(_no_base(rules))
        base = Decimal(1)
    if rules.cap is not None and balances is None:
        balances = (Decimal(rules.cap),) * len(SEATS)
        notes.append(_full_cap(rules.cap))
    elif rules.cap is not None and balances is not None and sum(balances) != len(SEATS) * rules.cap:
        notes.append(_odd_sum(rules.cap))
    return Stakes(balances, base, tuple(notes))


def extra_wild_copies(hand: Hand, given: Wild | None, rules: RuleSet | None) -> tuple[Reason, ...]:
    """too_many_copies: the turned-up tile is out of play, and so is each 百搭 that was discarded."""
    if given is None or rules is None:
        return ()
    cycle = rules.options.zj_honour_cycle
    outs = {tile: gone(given, tile, cycle) for tile in sorted(set(hand.tiles))}
    return tuple(
        Reason(
            "too_many_copies",
            Text(
                f"{tile.name.zh}手里有{hand.tiles.count(tile)}张，加上翻出和打掉的{out}张，超过四张。",
                f"{hand.tiles.count(tile)} of {tile} in the hand, {out} turned up or discarded: over four.",
            ),
            tile=str(tile),
            count=hand.tiles.count(tile) + out,
        )
        for tile, out in outs.items()
        if hand.tiles.count(tile) + out > 4
    )


def _full_cap(cap: int) -> Reason:
    text = Text(
        f"没说各家还有多少钱，当每家都还有{cap}算。",
        f"What the players have left was not given: taken as {cap} each.",
    )
    return Reason("balances_assumed", text, field="balances", cap=cap)


def _odd_sum(cap: int) -> Reason:
    text = Text(
        f"四家的钱加起来不是{4 * cap}（每家来{cap}）。",
        f"The four balances do not add up to {4 * cap}, {cap} from each.",
    )
    return Reason("balances_do_not_add_up", text, field="balances", cap=cap)


def _no_base(rules: RuleSet) -> Reason:
    text = Text(
        f"{rules.name.zh}付的是钱，没有底注：base 不起作用。",
        f"{rules.name.en} is paid in money, not in stakes: base has no effect.",
    )
    return Reason("base_not_used", text, field="base")
