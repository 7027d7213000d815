"""What a hand in play waits on, and what to throw: every tile tried, each win judged by the rules."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Protocol

from .cases import SEATS, Case
from .tiles import show
from .verdict import Verdict
from .zhenjiang import House as Zhenjiang


class Judge(Protocol):
    """A rule set of the checker."""

    def judge(self, case: Case) -> Verdict:
        """What the rules say."""


Outcome = dict[str, Any]


def waited_on(case: Case, house: object) -> tuple[int, ...]:
    """RULES A8; in 镇江 with 百搭 in the place of any tile."""
    return house.waits(case) if isinstance(house, Zhenjiang) else case.waits


def waits(case: Case, house: Judge) -> list[dict[str, Any]]:
    """For each tile waited on: how many are left, and the win by self-draw and by discard."""
    held = case.concealed + case.meld_tiles
    found = []
    for tile in waited_on(case, house):
        out = house.out_of_play(case, tile) if isinstance(house, Zhenjiang) else 0
        won = replace(case, winning=tile, heavenly=False, after_kong="none", liable=None)
        found.append(
            {
                "tile": show([tile]),
                "left": 4 - held.count(tile) - out,
                "self_draw": outcome(house, [replace(won, win="self_draw", discarder=None)]),
                "discard": outcome(house, _thrown(won)),
            }
        )
    return found


def _thrown(won: Case) -> list[Case]:
    """By whom is not known yet: any of the others."""
    others = [seat for seat in SEATS if seat != won.seat]
    return [replace(won, win="discard", discarder=seat) for seat in others]


def outcome(house: Judge, ways: list[Case]) -> Outcome:
    """The most that any of these comes to; that a discarder may be bust stands against none of them."""
    verdict = max((house.judge(way) for way in ways), key=lambda each: each.total or 0)
    codes = set(verdict.reasons) - {"discarder_bust"}
    found: Outcome = {"total": verdict.total, "win": not codes}
    if "below_minimum" in codes:
        minimum = getattr(house, "minimum", 0) + getattr(house, "strict_greater", False)
        found["short"] = minimum - (verdict.total or 0)
    if codes - {"below_minimum"}:
        found["reasons"] = codes
    return found


def discards(case: Case, house: Judge) -> dict[str, dict[str, Any]]:
    """For each tile of the whole hand: what it waits on without it, and the best total, a legal one first."""
    inside = (*case.concealed, case.winning)
    found = {}
    for tile in sorted(set(inside)):
        kept = list(inside)
        kept.remove(tile)
        ahead = waits(replace(case, concealed=tuple(sorted(kept))), house)
        ways = [each[way] for each in ahead for way in ("self_draw", "discard")]
        legal = [way["total"] for way in ways if way["win"]]
        best = max(legal or [way["total"] for way in ways], default=None)
        found[show([tile])] = {"waits": ahead, "best_total": best}
    return found


def same(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The engine's wait with exact totals and its reasons in no order."""
    return {**answer, "self_draw": _outcome(answer["self_draw"]), "discard": _outcome(answer["discard"])}


def _outcome(told: Mapping[str, Any]) -> Outcome:
    reasons = {"reasons": set(told["reasons"])} if "reasons" in told else {}
    return {**told, "total": exact(told["total"]), **reasons}


def exact(amount: Any) -> Fraction | None:
    """A JSON number as it is written."""
    return None if amount is None else Fraction(str(amount))
