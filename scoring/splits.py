"""Every way to see a hand as four sets and a pair (RULES 1), with each place of the winning tile."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final, Literal, NamedTuple

from scoring.hand import Hand, Meld
from scoring.sets import CHOW, Sets, TileSet
from scoring.suits import Paired, as_sets, as_sets_and_pair
from scoring.tiles import UNITS, Tile, code_of, suits_of

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
        pair = str(self.pair)
        return {
            "sets": [each.to_dict() for each in self.sets],
            "pair": pair[0] + pair,
            "wait": str(self.wait),
        }


def arrangements(tiles: Iterable[Tile]) -> tuple[Paired, ...]:
    """All ways to lay 3n + 2 tiles out as n sets and a pair; empty where there is none.

    >>> from scoring.tiles import parse_tiles
    >>> [str(way.pair) for way in arrangements(parse_tiles("11123444m"))]
    ['1m', '4m']
    """
    return tuple(_lay_out(code_of(tiles)))


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
    melded = as_declared(hand.melds)
    found: list[Split] = []
    for way in _lay_out(hand.concealed_code + UNITS[won]):
        found += placements(melded, way, won)
    return tuple(found)


def as_declared(melds: Iterable[Meld]) -> Sets:
    """The sets that melds are."""
    return tuple([meld.as_set for meld in melds])


def _lay_out(code: int) -> list[Paired]:
    """The suit with the pair every way, and for each the others every way; sets in table order."""
    before: tuple[Sets, ...] = _NO_SETS
    after: tuple[Sets, ...] = _NO_SETS
    ways: tuple[Paired, ...] | None = None
    for base, packed in zip(_BASES, suits_of(code), strict=True):
        left = packed % 3
        if left == 2 and ways is None:
            ways = as_sets_and_pair(packed, base)
        elif left:
            return []
        elif packed and ways is None:
            before = _joined(before, as_sets(packed, base))
        elif packed:
            after = _joined(after, as_sets(packed, base))
    if ways is None:
        return []
    if before is _NO_SETS and after is _NO_SETS:
        return list(ways)
    return [Paired(low + sets + high, pair) for sets, pair in ways for low in before for high in after]


_BASES: Final = (0, 9, 18, 27)
_NO_SETS: Final[tuple[Sets, ...]] = ((),)


def _joined(ways: tuple[Sets, ...], more: tuple[Sets, ...]) -> tuple[Sets, ...]:
    if ways is _NO_SETS:
        return more
    return tuple([sets + others for sets in ways for others in more])


def placements(melded: Sets, way: Paired, won: Tile) -> list[Split]:
    """Each place of the winning tile in one layout of the tiles in hand."""
    in_hand, pair = way
    sets = melded + in_hand
    found: list[Split] = []
    last: TileSet | None = None
    for index, each in enumerate(in_hand, len(melded)):
        offset = won - each.tile
        if (0 <= offset <= 2 if each.kind is CHOW else offset == 0) and each != last:
            last = each
            found.append(Split(sets, pair, index, _wait(each, offset)))
    if pair == won:
        found.append(Split(sets, pair, "pair", _SINGLE))
    return found


def _wait(each: TileSet, offset: int) -> Wait:
    if each.kind is not CHOW:
        return _PAIR_OR_PUNG
    if offset == 1:
        return _CLOSED
    return _EDGE if (each.tile % 9, offset) in _EDGES else _OPEN


_EDGE, _CLOSED, _SINGLE, _OPEN, _PAIR_OR_PUNG, _ = Wait
_EDGES: Final = ((0, 2), (6, 0))  # 12 for 3, 89 for 7
