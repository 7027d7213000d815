"""What a score costs: ours with its whole explanation beside other engines, on the same hands.

    python -m benchmarks.scoring [--hands 400] [--rounds 5]

Method: distinct random winning hands with 0 to 4 melds, the same ones for each engine, in one process
with the garbage collector off. Every engine goes through all of them once, then `rounds` times more; a
hand's time is its median over the rounds, and a line gives the median and the 10th and 90th percentile
over the hands. The first pass of ours is printed too: it finds the memory of suits still empty. Ours is
from request to JSON-ready answer: all splits, what was not counted and why, alternatives, payments,
advice in two languages. `mahjong` (Riichi) is asked for `estimate_hand_value` after
a kong, so that each hand has a yaku, PyMahjongGB (MCR, in C++)
for the fan of the hand; both are left out where they are not installed. They know other rules, so
nothing but time is compared.
"""

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from scoring import ALL_TILES, Hand, Meld, MeldKind, Tile, score

Work = Callable[[Hand], object]


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


def ours(ruleset: str, **more: Any) -> Work:
    """One rule set of ours, to the JSON-ready answer."""
    return lambda hand: score({"ruleset": ruleset, **hand.to_dict(), **more}).to_dict()


def riichi() -> Work | None:
    """PyPI `mahjong`."""
    try:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig
        from mahjong.meld import Meld as TheirMeld
    except ImportError:
        return None
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True, is_rinshan=True)

    def work(hand: Hand) -> object:
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
        tiles = [tile for meld in melds for tile in meld.tiles] + inside + [last]
        return calculator.estimate_hand_value(tiles, last, melds=melds, config=config)

    return work


def mcr() -> Work | None:
    """PyMahjongGB."""
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        return None

    def name(tile: Tile) -> str:
        if not tile.is_honour:
            return "WBT"["mps".index(tile.suit)] + str(tile.rank)
        return f"F{tile.rank}" if tile.rank <= 4 else f"J{8 - tile.rank}"

    def work(hand: Hand) -> object:
        pack = tuple(
            ("CHI", name(meld.tiles[1]), 1)
            if meld.kind is MeldKind.CHOW
            else ("PENG", name(meld.tiles[0]), 1)
            for meld in hand.melds
        )
        assert hand.winning_tile is not None
        inside = tuple(map(name, hand.concealed))
        return MahjongFanCalculator(pack, inside, name(hand.winning_tile), 0, True, False, False, False, 0, 0)

    return work


def measure(work: Work, hands: Sequence[Hand], rounds: int) -> tuple[list[float], list[float]]:
    """Microseconds of each hand: in the first pass, and as the median of the rounds after it."""
    first = [_time(work, hand) for hand in hands]
    passes = [[_time(work, hand) for hand in hands] for _ in range(rounds)]
    return first, [statistics.median(times) for times in zip(*passes, strict=True)]


def _time(work: Work, hand: Hand) -> float:
    start = time.perf_counter()
    work(hand)
    return 1e6 * (time.perf_counter() - start)


def line(name: str, times: Sequence[float], base: float | None = None) -> float:
    """Print one line; the median."""
    low, *_, high = statistics.quantiles(times, n=10)
    middle = statistics.median(times)
    ratio = f"  x{middle / base:.2f} of ours" if base else ""
    print(f"{name:44} {middle:9.0f} us  (p10 {low:.0f}, p90 {high:.0f}, worst {max(times):.0f}){ratio}")
    return middle


WORST = {
    "full flush, nine gates": "1112345678999m + 5m",
    "full flush, four equal chows": "2222333344445m + 5m",
    "full flush, chows or triplets": "1112223334445m + 5m",
    "full flush, three links": "1122334455667m + 7m",
}
WILD = {
    "four wild, one suit": "122345689m2z2z2z2z + 7m",
    "four wild, three suits": "258m258p258s2z2z2z2z + 7m",
    "four wild, no hand": "1357m2468p1s2z2z2z2z + 9s",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    rng = random.Random(2024)
    hands = list({str(hand): hand for hand in (random_hand(rng) for _ in range(arguments.hands))}.values())
    print(f"{len(hands)} distinct hands, {arguments.rounds} rounds; time of one hand")
    gc.disable()
    first, times = measure(ours("yangzhou-new"), hands, arguments.rounds)
    line("ours, yangzhou-new, first pass", first)
    base = line("ours, yangzhou-new", times)
    for name, work in (("mahjong (Riichi)", riichi()), ("PyMahjongGB (MCR)", mcr())):
        if work is None:
            print(f"{name}: not installed")
        else:
            line(name, measure(work, hands, arguments.rounds)[1], base)
    for ruleset in ("yangzhou-online", "diedaohu", "liuwei", "zhenjiang"):
        line(f"ours, {ruleset}", measure(ours(ruleset), hands, arguments.rounds)[1], base)
    for called in range(5):
        line(
            f"ours, {called} melds",
            [each for each, hand in zip(times, hands, strict=True) if len(hand.melds) == called],
        )
    wild = {"wild": {"indicator": "1z"}}
    for table, work in ((WORST, ours("yangzhou-new")), (WILD, ours("zhenjiang", **wild))):
        for name, text in table.items():
            cold, warm = measure(work, [Hand.parse(text)], 20)
            print(f"{name:44} {warm[0]:9.0f} us  (first time {cold[0]:.0f})")


if __name__ == "__main__":
    main()
