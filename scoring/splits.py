"""Every way to see a hand as four sets and a pair (RULES 1), with each place of the winning tile."""

from collections.abc import Iterable
from enum import StrEnum
from itertools import starmap
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple

from scoring.hand import Hand, Meld
from scoring.sets import CHOW, PUNG, SHOWN, Sets, TileSet
from scoring.suits import Paired, Suit, suits_in
from scoring.tiles import ALL_TILES, Tile, code_of, format_tiles

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


class Split(NamedTuple):
    """A whole hand as sets (melds first) and a pair; `winning` is where the winning tile was taken in."""

    sets: Sets
    pair: Tile
    winning: Place
    wait: Wait

    def to_dict(self) -> dict[str, Any]:
        """`sets`, `pair`, `wait`."""
        sets, pair, _, wait = self
        return {
            "sets": list(map(dict.copy, map(SHOWN.__getitem__, sets))),
            "pair": _PAIRS[pair],
            "wait": str(wait),
        }


def arrangements(tiles: Iterable[Tile]) -> tuple[Paired, ...]:
    """All ways to lay 3n + 2 tiles out as n sets and a pair; empty where there is none.

    >>> from scoring.tiles import parse_tiles
    >>> [str(way.pair) for way in arrangements(parse_tiles("11123444m"))]
    ['1m', '4m']
    """
    return tuple(starmap(Paired, _lay_out(suits_in(code_of(tiles)))))


def splits(hand: Hand) -> tuple[Split, ...]:
    """Every split of a hand that has its winning tile, each place of that tile a split of its own.

    Empty when the tiles are no winning shape; `ValueError` without a winning tile.

    >>> [(str(s.pair), s.winning, str(s.wait)) for s in splits(Hand.parse("123m 22234p 567p 77z + 2p"))]
    [('7z', 1, 'open'), ('7z', 2, 'pair_or_pung')]
    """
    won = hand.winning_tile
    if won is None:
        raise ValueError("a hand is split with its winning tile")
    if len(hand.concealed) + 3 * len(hand.melds) != 13:
        return ()
    suits = list(hand.suits)
    suits[won // 9] = suits[won // 9].with_tile(won)
    found: list[Split] = []
    for sets, pair in _lay_out(suits, tuple(map(_AS_SET, hand.melds))):
        found += placements(sets, pair, won)
    return tuple(found)


def as_declared(melds: Iterable[Meld]) -> Sets:
    """The sets that melds are."""
    return tuple(map(_AS_SET, melds))


_AS_SET: Final = attrgetter("as_set")


def _lay_out(suits: Iterable[Suit], melded: Sets = ()) -> list[tuple[Sets, Tile]]:
    """The suit with the pair every way, and for each the others every way: melds, then table order."""
    before: tuple[Sets, ...] = (melded,)
    after = _NO_SETS
    ways: tuple[Paired, ...] = ()
    for suit in suits:
        if not suit.packed:
            continue
        if suit.over == 0:
            if ways:
                after = _joined(after, suit.as_sets)
            else:
                before = _joined(before, suit.as_sets)
        elif suit.over == 1 or ways or not (ways := suit.as_sets_and_pair):
            return []
    return [(low + sets + high, pair) for sets, pair in ways for low in before for high in after]


_NO_SETS: Final[tuple[Sets, ...]] = ((),)


def _joined(ways: tuple[Sets, ...], more: tuple[Sets, ...]) -> tuple[Sets, ...]:
    if len(ways) == len(more) == 1:
        return (ways[0] + more[0],)
    return tuple([sets + others for sets in ways for others in more])


def placements(sets: Sets, pair: Tile, won: Tile) -> list[Split]:
    """Each place of the winning tile in one layout of a hand: no meld can hold it."""
    wait_in = _WAITS[won]
    found: list[Split] = []
    last: TileSet | None = None
    for index, each in enumerate(sets):
        if each in wait_in and each != last:
            last = each
            found.append(Split(sets, pair, index, wait_in[each]))
    if pair == won:
        found.append(Split(sets, pair, "pair", Wait.SINGLE))
    return found


def _waits(won: Tile) -> dict[TileSet, Wait]:
    """Each set in hand that this tile can have finished, and what was waited on then."""
    waits = {TileSet(won, PUNG): Wait.PAIR_OR_PUNG}
    for offset in range(3 if not won.is_honour else 0):
        low = won % 9 - offset
        if 0 <= low <= 6:
            edge = (low, offset) in ((0, 2), (6, 0))  # 12 for 3, 89 for 7
            wait = Wait.CLOSED if offset == 1 else Wait.EDGE if edge else Wait.OPEN
            waits[TileSet(ALL_TILES[won - offset], CHOW)] = wait
    return waits


_WAITS: Final = tuple(map(_waits, ALL_TILES))
_PAIRS: Final = tuple(format_tiles((tile, tile)) for tile in ALL_TILES)
