"""Every way to see a hand as four sets and a pair (RULES 1), with each place of the winning tile."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, product
from typing import Any, Literal

from scoring.hand import Hand
from scoring.suits import Packed, Paired, Sets, TileSet, as_sets, as_sets_and_pair, pack, size
from scoring.tiles import Tile, format_tiles

Place = int | Literal["pair"]
"""A set by its index in `Split.sets`, or the pair."""


class Wait(StrEnum):
    """How the winning tile finished its set: 边张, 嵌张, 单吊, 两面, 双碰; 跑搭 waits on any."""

    EDGE = "edge"
    CLOSED = "closed"
    SINGLE = "single"
    OPEN = "open"
    PAIR_OR_PUNG = "pair_or_pung"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Split:
    """A whole hand as sets (melds first) and a pair; `winning` is where the winning tile was taken in."""

    sets: Sets
    pair: Tile
    winning: Place
    wait: Wait

    def to_dict(self) -> dict[str, Any]:
        """`sets`, `pair`, `wait`."""
        return {
            "sets": [each.to_dict() for each in self.sets],
            "pair": format_tiles((self.pair, self.pair)),
            "wait": str(self.wait),
        }


def arrangements(tiles: Iterable[Tile]) -> tuple[Paired, ...]:
    """All ways to lay 3n + 2 tiles out as n sets and a pair; empty where there is none.

    >>> from scoring.tiles import parse_tiles
    >>> [str(way.pair) for way in arrangements(parse_tiles("11123444m"))]
    ['1m', '4m']
    """
    return tuple(_lay_out(pack(tiles)))


def splits(hand: Hand) -> tuple[Split, ...]:
    """Every split of a hand that has its winning tile, each place of that tile a split of its own.

    Empty when the tiles are no winning shape; `ValueError` without a winning tile.

    >>> [(str(s.pair), s.winning, str(s.wait)) for s in splits(Hand.parse("123m 22234p 567p 77z + 2p"))]
    [('7z', 1, 'open'), ('7z', 2, 'pair_or_pung')]
    """
    won = hand.winning_tile
    if won is None:
        raise ValueError("a hand is split with its winning tile")
    melded = tuple(TileSet(meld.tiles[0], meld.kind, melded=True) for meld in hand.melds)
    if len(hand.concealed) + 3 * len(melded) != 13:
        return ()
    ways = _lay_out(pack((*hand.concealed, won)))
    return tuple(split for way in ways for split in placements(melded, way, won))


def _lay_out(suits: Packed) -> Iterator[Paired]:
    sizes = [size(packed) % 3 for packed in suits]
    if sorted(sizes) != [0, 0, 0, 2]:
        return
    paired = sizes.index(2)
    others = [as_sets(packed, 9 * suit) for suit, packed in enumerate(suits) if suit != paired]
    for sets, pair in as_sets_and_pair(suits[paired], 9 * paired):
        for rest in product(*others):
            yield Paired(tuple(sorted(chain(sets, *rest))), pair)


def placements(melded: Sets, way: Paired, won: Tile) -> Iterator[Split]:
    """Each place of the winning tile in one layout of the tiles in hand."""
    sets = melded + way.sets
    seen: set[TileSet] = set()
    for index in range(len(melded), len(sets)):
        each = sets[index]
        offset = won - each.tile
        if each not in seen and (0 <= offset <= 2 if each.is_chow else offset == 0):
            seen.add(each)
            yield Split(sets, way.pair, index, _wait(each, offset))
    if way.pair == won:
        yield Split(sets, way.pair, "pair", Wait.SINGLE)


def _wait(each: TileSet, offset: int) -> Wait:
    if not each.is_chow:
        return Wait.PAIR_OR_PUNG
    if offset == 1:
        return Wait.CLOSED
    return Wait.EDGE if (each.tile.rank, offset) in ((1, 2), (7, 0)) else Wait.OPEN
