"""Hands for the games beside 扬州式: no chows called, money in front of each, wild tiles (RULES 4 to 6)."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from . import hands
from .cases import SEATS, Case
from .tiles import ALL, parse, show
from .zhenjiang import successor

STYLES = ("any", "flush", "half flush", "honours", "triplets", "chows")


def _chows_taken_back(case: Case) -> Case:
    """The same tiles with no chow laid down."""
    back = [tile for kind, tiles, _ in case.melds if kind == "chow" for tile in parse(tiles)]
    melds = tuple(meld for meld in case.melds if meld[0] != "chow")
    return replace(case, concealed=tuple(sorted((*case.concealed, *back))), melds=melds)


def _sides_known(rng: Random, case: Case) -> Case:
    """A 直杠 is paid by who gave it, so that player is known."""
    melds = tuple(
        (kind, tiles, side or (rng.choice(hands.SIDES) if kind == "kong" else None))
        for kind, tiles, side in case.melds
    )
    return replace(case, melds=melds)


def _money(rng: Random, case: Case) -> Case:
    """A 园子 now and then, with somebody bust or nearly so."""
    if rng.random() < 0.6:
        return case
    east, south, west, north = (rng.choice([0, 3, 7, 20, 50, 100]) for _ in SEATS)
    return replace(case, balances=(east, south, west, north))


def _played(rng: Random, case: Case) -> Case:
    if rng.random() < 0.9:
        case = _chows_taken_back(case)
    return _money(rng, _sides_known(rng, replace(case, liable=None)))


def without_chows(seed: int, number: int) -> Iterator[Case]:
    """跌倒胡 and 六圩: winning hands of every type of RULES 4.2, near misses, and hands that are none."""
    rng = Random(f"{seed} without chows")
    cells = [("duiduihu", "none"), ("duiduihu", "混"), ("duiduihu", "清"), ("fengqing", "混"), ("none", "清")]
    for turn in range(number):
        if turn % 10 == 9:
            case = next(hands.losing(rng.randrange(10**9), 1))
        elif turn % 2:
            case = hands.play(rng, *hands.shape_for(rng, *rng.choice(cells)))
        else:
            case = hands.play(rng, *hands.winning_shape(rng, rng.choice(STYLES)))
        case = _played(rng, case)
        yield _played(rng, hands.near_miss(rng, case)) if turn % 4 == 3 else case


def _with_wild(rng: Random, case: Case) -> Case | None:
    """Name a 正搭 and put some 百搭 into the hand; None where 136 tiles could not hold it."""
    indicator = rng.choice(ALL)
    wild = successor(indicator, "4+3")
    concealed = list(case.concealed)
    for place in rng.sample(range(len(concealed)), min(len(concealed), rng.choice([0, 0, 1, 1, 1, 2, 3]))):
        concealed[place] = wild
    winning = wild if rng.random() < 0.1 and case.win != "robbed_kong" else case.winning
    held = (*concealed, winning, *case.meld_tiles)
    after = ["after_pung"] if case.has("pung", "added_kong") else []
    thrown = tuple(rng.choice([["first"], ["first", "middle"], after, [], [], []]))
    wilds = {successor(indicator, cycle) for cycle in ("4+3", "7")}  # there must be room whichever holds
    too_many = any(held.count(one) + len(thrown) > 4 for one in wilds) or held.count(indicator) > 3
    if too_many or wild in case.meld_tiles:
        return None
    return replace(
        case, concealed=tuple(sorted(concealed)), winning=winning, wild=(show([indicator]), thrown)
    )


def _heavenly(rng: Random, case: Case) -> Case:
    if case.melds or case.win != "self_draw" or (case.wild and case.wild[1]) or rng.random() < 0.5:
        return case
    return replace(case, seat="east", heavenly=True, after_kong="none")


def with_wild_tiles(seed: int, number: int) -> Iterator[Case]:
    """镇江: winning hands, many with 百搭, and hands that are none."""
    rng = Random(f"{seed} with wild tiles")
    made = 0
    while made < number:
        case = hands.play(rng, *hands.winning_shape(rng, rng.choice(STYLES)))
        if rng.random() < 0.2:
            case = hands.near_miss(rng, case)
        changed = _with_wild(rng, replace(_played(rng, case), balances=None))
        if changed is not None and changed.is_possible:
            made += 1
            yield _heavenly(rng, changed)
