"""A whole table settled by the checker beside the engine's answer."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring import Library, RequestError
from scoring import settle as engine

from .ahead import exact
from .compare import HOUSES, Difference, for_house, money, moved
from .table import Outcome, Play, settle


def table_differences(
    play: Play, ruleset: str, options: Mapping[str, Any] | None = None, library: Library | None = None
) -> tuple[Outcome, list[Difference]]:
    """What the rules say of the hand of play, and every point in which the engine says otherwise."""
    options = options or {}
    house = HOUSES[ruleset].with_options(options)
    play = replace(play, winners=tuple(for_house(case, house) for case in play.winners))
    expected = settle(play, ruleset, house, options)
    try:
        answer = engine(play.request(ruleset, options), library).to_dict()
    except RequestError as refusal:
        return expected, [Difference(ruleset, play, options, "request", "can be settled", str(refusal))]
    return expected, [
        Difference(ruleset, play, options, what, told, found)
        for what, told, found in _points(expected, answer)
        if told != found
    ]


def _points(expected: Outcome, answer: dict[str, Any]) -> list[tuple[str, object, object]]:
    scores = tuple(
        (
            score["seat"],
            score["win"],
            exact(score["total"]),
            frozenset(reason["code"] for reason in score["reasons"]),
        )
        for score in answer["scores"]
    )
    everything = {seat: expected.payments[seat] + expected.kong_payments[seat] for seat in expected.payments}
    return [
        ("scores", expected.scores, scores),
        ("payments", expected.payments, money(answer["payments"])),
        ("kong payments", expected.kong_payments, money(answer["kong_payments"])),
        ("moved", everything, moved(answer["transfers"])),
        ("balances", expected.balances, answer["balances"] and money(answer["balances"])),
        ("dealer stays", expected.dealer_stays, answer["dealer_stays"]),
        ("next dealer", expected.next_dealer, answer["next_dealer"]),
        ("game ends", expected.game_ends, answer["game_ends"]),
        ("fine", expected.fine, sum((Fraction(each["amount"]) for each in answer["fines"]), Fraction(0))),
    ]
