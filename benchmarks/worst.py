"""The slowest input there is, searched for: random hands first, then changes to the slowest of them.

    python -m benchmarks.worst [--tries 400] [--climb 120] [--seed 1] [--ruleset zhenjiang] [--door discards]

For each rule set and each door (`score`, `waits`, `discards`, answers in words included) it draws hands of
the kinds that are hard: suits with many splits, four 百搭, hands that wait on everything, hands a fan short
whose every call and kong is tried back. Then it climbs: of the slowest hands one tile is changed, a meld is
made or taken back, another tile won, and the slower hand is kept. One seed, one search: the same hands are
tried on any machine, save that what is kept depends on how long they took.

A hand is timed with the tables of suits empty, as if it were the first a process sees. What is slow then is
timed so three times more and counts with the fastest, so that a busy machine invents no slow hand. Times are
milliseconds of processor time. It ends with 1 where an input takes longer than the limit of 50 ms.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.scoring import request
from scoring import (
    ALL_TILES,
    Hand,
    Library,
    Meld,
    MeldKind,
    RequestError,
    Tile,
    discards,
    grouping,
    score,
    suits,
    waits,
    wildcards,
)
from scoring.methods import ladder

Request = dict[str, Any]

LIMIT = 50.0
"""Milliseconds that no input may take."""

RULESETS = (
    "yangzhou-new", "yangzhou-new-18", "yangzhou-standard", "yangzhou-standard-13", "yangzhou-online",
    "diedaohu", "liuwei", "zhenjiang",
)  # fmt: skip

DOORS: dict[str, Callable[[Request], object]] = {
    "score": lambda asked: score(asked).to_dict(),
    "waits": lambda asked: [each.to_dict() for each in waits(asked)],
    "discards": lambda asked: [each.to_dict() for each in discards(asked)],
}
_WITHOUT_A_WIN = ("win", "discarder", "winning_tile")
_KEPT = 8
"""The slowest hands, which are changed further."""


@dataclass(frozen=True)
class Slow:
    """A hand and the milliseconds it took."""

    milliseconds: float
    hand: Hand
    win: str


def drawn(rng: random.Random) -> Hand:
    """A hand of 14 tiles, melds counted as three: sets over few ranks, with pieces among them."""
    spread = rng.choice((ALL_TILES[:9], ALL_TILES[:9] + ALL_TILES[27:], ALL_TILES[:18], ALL_TILES))
    low = rng.randrange(7)
    kinds = spread if rng.random() < 0.5 else spread[low : low + rng.randrange(4, 9)]
    called = rng.choice((0, 0, 0, 0, 1, 2, 3, 4))
    melds: list[Meld] = []
    left = dict.fromkeys(ALL_TILES, 4)
    while len(melds) < called:
        meld = _meld(rng, kinds if rng.random() < 0.7 else ALL_TILES)
        if all(left[tile] >= meld.tiles.count(tile) for tile in meld.tiles):
            melds.append(meld)
            for tile in meld.tiles:
                left[tile] -= 1
    inside: list[Tile] = []
    while len(inside) < 14 - 3 * called:
        tile = rng.choice(kinds if rng.random() < 0.95 else ALL_TILES)
        if left[tile]:
            left[tile] -= 1
            inside.append(tile)
        elif not any(left[each] for each in kinds):
            kinds = ALL_TILES
    won = inside.pop(rng.randrange(len(inside)))
    return Hand(tuple(inside), tuple(melds), won)


def _meld(rng: random.Random, kinds: tuple[Tile, ...]) -> Meld:
    low = rng.choice(kinds)
    if low.rank <= 7 and not low.is_honour and rng.random() < 0.6:
        return Meld(MeldKind.CHOW, tuple(ALL_TILES[low + step] for step in range(3)))
    kind = rng.choice([kind for kind in MeldKind if kind is not MeldKind.CHOW])
    return Meld(kind, (low,) * (3 if kind is MeldKind.PUNG else 4))


def with_wilds(rng: random.Random, hand: Hand) -> Hand:
    """The same with up to four 南, which are wild once 东 is turned up."""
    inside = [tile for tile in hand.concealed if tile != _WILD]
    rng.shuffle(inside)
    held = min(4, len(hand.concealed))
    kept = inside[: len(hand.concealed) - held]
    return Hand((*kept, *(_WILD,) * (len(hand.concealed) - len(kept))), hand.melds, hand.winning_tile)


_TABLES = [
    each
    for module in (suits, grouping, wildcards, ladder)
    for each in vars(module).values()
    if hasattr(each, "cache_clear") and not isinstance(each, type)
]
"""What is remembered from hand to hand."""

_INDICATOR, _WILD = ALL_TILES[27], ALL_TILES[28]


def changed(rng: random.Random, hand: Hand) -> Hand:
    """One tile another, or another tile won, or a meld more or fewer."""
    inside, melds, won = list(hand.concealed), list(hand.melds), hand.winning_tile
    what = rng.random()
    if what < 0.55 and inside:
        place = rng.randrange(len(inside))
        near = [tile for tile in ALL_TILES if abs(tile - inside[place]) <= 2]
        inside[place] = rng.choice(near if rng.random() < 0.7 else ALL_TILES)
    elif what < 0.75:
        won = rng.choice(ALL_TILES)
    elif what < 0.9 and melds:
        meld = melds.pop(rng.randrange(len(melds)))
        inside += meld.tiles[:3]
    elif len(inside) > 3:
        melds.append(_meld(rng, ALL_TILES))
        rng.shuffle(inside)
        inside = inside[3:]
    return Hand(tuple(inside), tuple(melds), won)


def asked(hand: Hand, ruleset: str, door: str, win: str) -> Request:
    """The request with all that makes it dearer: a discard can be mended by a self-draw."""
    rules = Library.builtin().rules(ruleset)
    more: Request = {"win": win, "seat": "east", "discarder": "west" if win == "discard" else None}
    if "wild" in rules.fields:
        more["wild"] = {"indicator": str(_INDICATOR)}
    whole = request(hand, ruleset, **more)
    if door == "waits":
        return {name: value for name, value in whole.items() if name not in _WITHOUT_A_WIN}
    return whole


def milliseconds(door: str, hand: Hand, ruleset: str, win: str, at_least: float) -> float | None:
    """What it takes, timed again where that is slow; None for what is no hand."""
    try:
        first = _once(door, asked(hand, ruleset, door, win))
    except RequestError:
        return None
    if first <= at_least:
        return first
    return min(first, *(_once(door, asked(hand, ruleset, door, win)) for _ in range(3)))


def _once(door: str, whole: Request) -> float:
    for table in _TABLES:
        table.cache_clear()
    start = time.process_time()
    DOORS[door](whole)
    return 1000 * (time.process_time() - start)


def search(ruleset: str, door: str, tries: int, climb: int, seed: int) -> Slow:
    """The slowest hand found."""
    rng = random.Random(f"{seed} {ruleset} {door}")
    wild = "wild" in Library.builtin().rules(ruleset).fields
    kept: list[Slow] = []
    for number, hand in enumerate(_hands(rng, tries, climb, kept, wild), 1):
        win = rng.choice(("self_draw", "discard"))
        least = kept[-1].milliseconds if len(kept) == _KEPT else 0.0
        took = milliseconds(door, hand, ruleset, win, least)
        if took is not None and took > least:
            kept.append(Slow(took, hand, win))
            kept.sort(key=lambda each: -each.milliseconds)
            del kept[_KEPT:]
        if number % 20 == 0:
            told = f"{ruleset} {door} {number}/{tries + climb}: {kept[0].milliseconds if kept else 0:.1f} ms"
            print(f"\r{told:60}", end="", file=sys.stderr, flush=True)
    return kept[0]


def _hands(rng: random.Random, tries: int, climb: int, kept: list[Slow], wild: bool) -> Iterator[Hand]:
    for _ in range(tries):
        hand = drawn(rng)
        yield with_wilds(rng, hand) if wild and rng.random() < 0.8 else hand
    for _ in range(climb):
        hand = changed(rng, rng.choice(kept).hand)
        yield with_wilds(rng, hand) if wild and rng.random() < 0.3 else hand


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tries", type=int, default=400, help="random hands (default 400)")
    parser.add_argument("--climb", type=int, default=120, help="changes to the slowest (default 120)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ruleset", choices=RULESETS, action="append")
    parser.add_argument("--door", choices=tuple(DOORS), action="append")
    given = parser.parse_args()
    slowest = 0.0
    for ruleset in given.ruleset or RULESETS:
        for door in given.door or DOORS:
            found = search(ruleset, door, given.tries, given.climb, given.seed)
            slowest = max(slowest, found.milliseconds)
            print(
                f"\r{ruleset:22} {door:9} {found.milliseconds:6.1f} ms  {found.hand} ({found.win})".ljust(60)
            )
    print(f"slowest: {slowest:.1f} ms, limit {LIMIT:.0f}")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
