"""Hands of play for the whole table by chance: drawn, self-drawn, one to three winners on the same tile."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from . import hands
from .cases import SEATS, Case
from .table import Kong, Play, melded_kongs
from .tiles import at_most_four, parse
from .zhenjiang import successor

MONEY_GAMES = ("diedaohu", "liuwei")


def plays(ruleset: str, seed: int, cases: Sequence[Case], number: int) -> Iterator[Play]:
    """So many, their winning hands out of `cases`."""
    rng = Random(f"{seed} {ruleset} table")
    by_tile: dict[int, list[Case]] = defaultdict(list)
    for case in cases:
        by_tile[case.winning].append(case)
    for _ in range(number):
        yield _play(rng, ruleset, by_tile[rng.choice(sorted(by_tile))])


def _play(rng: Random, ruleset: str, pool: Sequence[Case]) -> Play:
    dealer, wind, base = rng.choice(SEATS), rng.choice(SEATS), rng.choice([1, 1, 2, 5])
    places = rng.sample(SEATS, 4)
    win = rng.choice(["drawn", "self_draw", "self_draw", "discard", "discard", "discard", "robbed_kong"])
    discarder = None if win in ("drawn", "self_draw") else places[3]
    winners: list[Case] = []
    for place in places[: {"drawn": 0, "self_draw": 1}.get(win, rng.choice([1, 2, 2, 3, 3]))]:
        tried = (_winner(rng, rng.choice(pool), place, win, discarder, winners) for _ in range(8))
        for case in filter(None, tried):
            winners.append(replace(case, round=wind, base=base, heavenly=case.heavenly and place == dealer))
            break
    if not winners:
        discarder = None
    idle = [place for place in SEATS if place not in {case.seat for case in winners}]
    return Play(
        winners=tuple(winners),
        kongs=tuple(_kongs(rng, idle, winners)),
        dealer=dealer,
        round=wind,
        discarder=discarder,
        base=base if ruleset != "liuwei" else 1,
        balances=_balances(rng) if ruleset in MONEY_GAMES and rng.random() < 0.7 else None,
        false_win=rng.choice(idle) if ruleset == "zhenjiang" and rng.random() < 0.2 else None,
    )


def _winner(
    rng: Random, case: Case, place: str, win: str, discarder: str | None, others: Sequence[Case]
) -> Case | None:
    """The hand at that place, winning with the others; None where one deal could not hold them all."""
    case = replace(case, seat=place, win=win, discarder=discarder, balances=None)
    if win != "self_draw":
        case = replace(case, after_kong="none", heavenly=False)
    elif case.after_kong == "none" and not case.melds and not (case.wild and case.wild[1]):
        case = replace(case, heavenly=case.wild is not None and rng.random() < 0.5)
    if others:
        wild = others[0].wild and (others[0].wild[0], ())
        case = replace(case, wild=wild)
    case = replace(case, liable=hands._liable(rng, case))
    return case if case.is_possible and _one_deal([*others, case]) else None


def _one_deal(cases: Sequence[Case]) -> bool:
    """Whether 136 tiles hold these hands, with the tile turned up and the 百搭 thrown, whichever it be."""
    held = Counter([cases[0].winning])
    for case in cases:
        held.update(case.concealed + case.meld_tiles)
    for cycle in ("4+3", "7"):
        all_of_them = held.copy()
        for case in cases:
            if case.wild:
                all_of_them[successor(parse(case.wild[0])[0], cycle)] += len(case.wild[1])
        if cases[0].wild:
            all_of_them[parse(cases[0].wild[0])[0]] += 1
        if not at_most_four(all_of_them.elements()):
            return False
    return not any(case.win == "robbed_kong" and held[case.winning] > 1 for case in cases)


def _kongs(rng: Random, idle: Sequence[str], winners: Sequence[Case]) -> Iterator[Kong]:
    for case in winners:
        if rng.random() < 0.3:
            yield from melded_kongs(case)
    for _ in range(rng.choice([0, 0, 1, 2])):
        place, kind = rng.choice(idle), rng.choice(["kong", "added_kong", "concealed_kong"])
        others = [seat for seat in SEATS if seat != place]
        known = kind == "kong" and rng.random() < 0.9
        yield Kong(place, kind, rng.choice(others) if known else None)


def _balances(rng: Random) -> tuple[int, ...]:
    east, south, west, north = (rng.choice([0, 1, 5, 20, 50, 100, 200]) for _ in SEATS)
    return east, south, west, north
