"""What a score costs: ours, whole and in totals, beside two other engines, on the same hands.

    pip install mahjong PyMahjongGB     # those engines; either is left out where it is missing
    python -m benchmarks.scoring [--hands 1000] [--warm 3000]

Method: distinct random winning hands with 0 to 4 melds, the same ones for each engine, in one process
with the garbage collector off. Every engine first goes through `warm` other hands; then each hand is
timed once, so that nobody can remember a result, and a line gives the median over the hands and its
ratio to `mahjong`. The engines take turns, a hundred hands each, so that what slows the machine for a
while slows all of them. Time is processor time, so that what else the machine does tells less. What an engine
is asked with is made beforehand: a request as JSON has it for `score`, tile numbers and melds for
`mahjong` (Riichi, `estimate_hand_value` after a kong, so that each hand has a yaku), names of tiles for
PyMahjongGB (MCR, in C++). They know other rules: only time is compared.

`score` reads and judges the request, counts every way to see the hand and settles it; `to_dict` adds the
answer in words, in two languages, with what would have been needed where the hand may not go out.
"""

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scoring import (
    ALL_TILES,
    Circumstances,
    Hand,
    Library,
    Meld,
    MeldKind,
    Tile,
    discards,
    format_tiles,
    score,
    total,
    waits,
)
from scoring.given import ScoreRequest
from scoring.many import totals
from scoring.request import read_request
from scoring.result import score_request

Work = Callable[[Any], object]

_TURN = 100
"""Hands that an engine is asked of before the next has its turn."""


def random_hand(rng: random.Random) -> Hand:
    """Four sets and a pair, some of them called, with no tile five times."""
    while True:
        groups = [_group(rng) for _ in range(4)]
        pair = [rng.choice(ALL_TILES)] * 2
        called = rng.randrange(5)
        tiles = [tile for group in groups for tile in group] + pair
        if max(map(tiles.count, tiles)) > 4:
            continue
        melds = tuple(Meld(_kind(group), tuple(group)) for group in groups[:called])
        inside = [tile for group in groups[called:] for tile in group] + pair
        won = inside.pop(rng.randrange(len(inside)))
        return Hand(tuple(inside), melds, won)


def _group(rng: random.Random) -> list[Tile]:
    if rng.random() < 0.7:
        low = rng.choice([tile for tile in ALL_TILES[:27] if tile.rank <= 7])
        return [ALL_TILES[low + step] for step in range(3)]
    return [rng.choice(ALL_TILES)] * 3


def _kind(group: Sequence[Tile]) -> MeldKind:
    return MeldKind.PUNG if group[0] == group[1] else MeldKind.CHOW


def request(hand: Hand, ruleset: str = "yangzhou-new", **more: Any) -> dict[str, Any]:
    """As JSON has it, the tiles plainly in table order."""
    return {
        "ruleset": ruleset,
        "concealed": format_tiles(hand.concealed),
        "melds": [meld.to_dict() for meld in hand.melds],
        "winning_tile": None if hand.winning_tile is None else str(hand.winning_tile),
        **more,
    }


def read(hand: Hand) -> ScoreRequest:
    """The same as objects."""
    return read_request(request(hand), Library.builtin())


def riichi() -> tuple[Work, Work] | None:
    """What PyPI `mahjong` is asked with, and its answer."""
    try:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig
        from mahjong.meld import Meld as TheirMeld
    except ImportError:
        return None
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True, is_rinshan=True)

    def ask(hand: Hand) -> object:
        seen: dict[int, int] = {}

        def copy(tile: Tile) -> int:
            seen[tile] = seen.get(tile, -1) + 1
            return 4 * int(tile) + seen[tile]

        melds = [
            TheirMeld(
                meld_type=TheirMeld.CHI if meld.kind is MeldKind.CHOW else TheirMeld.PON,
                tiles=[copy(tile) for tile in meld.tiles],
            )
            for meld in hand.melds
        ]
        assert hand.winning_tile is not None
        inside = [copy(tile) for tile in hand.concealed]
        last = copy(hand.winning_tile)
        return [tile for meld in melds for tile in meld.tiles] + inside + [last], last, melds

    def answer(asked: Any) -> object:
        tiles, last, melds = asked
        return calculator.estimate_hand_value(tiles, last, melds=melds, config=config)

    return ask, answer


def mcr() -> tuple[Work, Work] | None:
    """What PyMahjongGB is asked with, and its answer."""
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        return None

    def name(tile: Tile) -> str:
        if not tile.is_honour:
            return "WBT"["mps".index(tile.suit)] + str(tile.rank)
        return f"F{tile.rank}" if tile.rank <= 4 else f"J{8 - tile.rank}"

    def ask(hand: Hand) -> object:
        pack = tuple(
            ("CHI", name(meld.tiles[1]), 1)
            if meld.kind is MeldKind.CHOW
            else ("PENG", name(meld.tiles[0]), 1)
            for meld in hand.melds
        )
        assert hand.winning_tile is not None
        inside = tuple(map(name, hand.concealed))
        return pack, inside, name(hand.winning_tile), 0, True, False, False, False, 0, 0

    return ask, lambda asked: MahjongFanCalculator(*asked)


def measure(work: Work, asked: Iterable[object]) -> list[float]:
    """Microseconds of each, once."""
    return [_time(work, each) for each in asked]


def _time(work: Work, asked: object) -> float:
    start = time.process_time()
    work(asked)
    return 1e6 * (time.process_time() - start)


def line(name: str, times: Sequence[float], base: float | None = None) -> None:
    """Print one line of the table."""
    middle, high = statistics.median(times), statistics.quantiles(times, n=10)[-1]
    ratio = f"{middle / base:9.2f}" if base else " " * 9
    print(f"{name:52} {middle:9.1f} {ratio} {high:9.1f}")


def at_once(hands: Sequence[Hand]) -> float:
    """Microseconds a hand of all together: the best of five, the first time not among them."""
    rules = Library.builtin().rules("yangzhou-new")
    how = Circumstances()
    totals(hands, rules, how)  # asks the engine what each collection of chows is worth
    return min(_time(lambda each: totals(each, rules, how), hands) for _ in range(5)) / len(hands)


WORST = {
    "nine gates": "1112345678999m + 5m",
    "four equal chows": "2222333344445m + 5m",
    "chows or triplets": "1112223334445m + 5m",
    "linked chows": "1122334455667m + 7m",
    "four kongs": "[k1111m][k2222m][a3333m][k4444m] 5m + 5m",
}
WILD = {
    "four wild, one suit": "122345689m2z2z2z2z + 7m",
    "four wild, any tile wins": "123456789m2z2z2z2z + 5p",
    "four wild, pairs": "112233445m2z2z2z2z + 6m",
    "four wild, no hand": "1357m2468p1s2z2z2z2z + 9s",
}


def worst() -> None:
    """Inputs that are known to be hard, each the first time and the best of the next five."""
    print(f"\n{'milliseconds':52} {'first':>9} {'again':>9}")
    for texts, ruleset, more in (
        (WORST, "yangzhou-new", {"win": "discard", "seat": "east", "discarder": "west"}),
        (WILD, "zhenjiang", {"wild": {"indicator": "1z"}}),
    ):
        for name, text in texts.items():
            hand = Hand.parse(text)
            whole = request(hand, ruleset, **more)
            still = {key: value for key, value in whole.items() if key not in ("win", "discarder")}
            _hard(f"score, {name}", lambda asked: score(asked).to_dict(), whole)
            _hard(f"waits, {name}", lambda asked: [each.to_dict() for each in waits(asked)], still)
            _hard(f"discards, {name}", lambda asked: [each.to_dict() for each in discards(asked)], still)


def _hard(name: str, work: Work, asked: object) -> None:
    first, *again = [_time(work, asked) / 1000 for _ in range(6)]
    print(f"{name:52} {first:9.1f} {min(again):9.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--warm", type=int, default=3000)
    given = parser.parse_args()
    rng = random.Random(2024)
    drawn = {str(hand): hand for hand in (random_hand(rng) for _ in range(given.hands + given.warm))}
    warm, hands = list(drawn.values())[: given.warm], list(drawn.values())[given.warm :]
    rules = Library.builtin().rules("yangzhou-new")
    engines: list[tuple[str, Work, Work]] = [
        ("score", request, score),
        ("score and to_dict", request, lambda asked: score(asked).to_dict()),
        ("score_request and to_dict, the request read before", read, lambda it: score_request(it).to_dict()),
        ("total", lambda hand: hand, lambda hand: total(hand, rules)),
    ]
    engines += [
        (f"score, {ruleset}", lambda hand, it=ruleset: request(hand, it), score)
        for ruleset in ("yangzhou-online", "diedaohu", "liuwei", "zhenjiang")
    ]
    for name, theirs in (("mahjong (Riichi)", riichi()), ("PyMahjongGB (MCR)", mcr())):
        if theirs is None:
            print(f"{name}: not installed")
        else:
            engines.append((name, *theirs))
    gc.disable()
    for _, ask, answer in engines:
        for hand in warm:
            answer(ask(hand))
    asked = {name: [ask(hand) for hand in hands] for name, ask, _ in engines}
    times: dict[str, list[float]] = {name: [] for name, *_ in engines}
    for start in range(0, len(hands), _TURN):
        for name, _, answer in engines:
            times[name] += measure(answer, asked[name][start : start + _TURN])
    base = statistics.median(times["mahjong (Riichi)"]) if "mahjong (Riichi)" in times else None
    print(f"{len(hands)} distinct hands after {len(warm)} others; microseconds a hand")
    print(f"{'':52} {'median':>9} {'ratio':>9} {'p90':>9}")
    for name, each in times.items():
        line(name, each, base)
    together = at_once([*warm, *hands])
    print(
        f"{'totals of all at once (scoring.many)':52} {together:9.2f} {together / base if base else 0:9.2f}"
    )
    for called in range(5):
        some = [each for each, hand in zip(times["score"], hands, strict=True) if len(hand.melds) == called]
        line(f"score, {called} melds", some, base)
    worst()


if __name__ == "__main__":
    main()
