"""Hands with 百搭, a tile that may stand for any other (RULES 6).

One suit at a time: the fewest wild tiles that let its tiles be laid out, remembered from hand to hand.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.circumstances import Wild
from scoring.hand import Hand
from scoring.sets import CHOW, PUNG, TileSet
from scoring.splits import Split, as_declared, placements
from scoring.suits import Paired, held
from scoring.tiles import ALL_TILES, UNITS, Suits, Tile, code_of, suits_of
from scoring.waiting import waiting_tiles

_SUITS: Final = range(4)
_HONOURS: Final = 3
_MOST: Final = 15  # more than a hand has tiles
_CIRCLES: Final = {"4+3": ((27, 28, 29, 30), (33, 32, 31)), "7": ((27, 28, 29, 30, 33, 32, 31),)}


@lru_cache(maxsize=1 << 8)
def wild_of(wild: Wild | None, honour_cycle: str) -> Tile | None:
    """百搭: the tile one step above the one turned up, 9 going on to 1; honours go in circles.

    >>> wild_of(Wild(Tile.parse("9s")), "4+3"), wild_of(Wild(Tile.parse("4z")), "7")
    (1s, 7z)
    """
    if wild is None:
        return None
    low = wild.indicator // 9 * 9
    circles = _CIRCLES[honour_cycle] if wild.indicator.is_honour else (tuple(range(low, low + 9)),)
    circle = next(each for each in circles if wild.indicator in each)
    return ALL_TILES[circle[(circle.index(wild.indicator) + 1) % len(circle)]]


def gone(wild: Wild | None, tile: Tile, honour_cycle: str) -> int:
    """How many of `tile` are out of play: the one turned up, and each 百搭 that the player discarded."""
    if wild is None:
        return 0
    discarded = len(wild.discarded) if tile == wild_of(wild, honour_cycle) else 0
    return discarded + (tile == wild.indicator)


def finishes(hand: Hand, wild: Tile | None) -> tuple[Tile, ...]:
    """The tiles that would finish the 13 - 3n in hand; the winning tile is not looked at."""
    return _finishes(hand.concealed_code, wild)


def wild_waits(hand: Hand, wild: Tile | None) -> tuple[Tile, ...]:
    """The same without the tiles of which the player holds all four, melds included."""
    if wild is None:
        return waiting_tiles(hand)
    own = hand.concealed_code + hand.melded_code
    return tuple([tile for tile in _finishes(hand.concealed_code, wild) if held(own, tile) < 4])


@lru_cache(maxsize=1 << 8)
def _finishes(concealed: int, wild: Tile | None) -> tuple[Tile, ...]:
    """For each tile what its own suit then needs, beside what the other suits need without it."""
    jokers = 0 if wild is None else held(concealed, wild)
    packed = suits_of(concealed - jokers * UNITS[wild] if wild is not None else concealed)
    plain, paired = _needs(packed)
    if _fewest(plain, paired) > jokers + 1:  # one tile saves one wild tile at most
        return ()
    found: list[Tile] = []
    for suit in _SUITS:
        others = sum(plain) - plain[suit]
        pair_elsewhere = min([2, *(paired[other] - plain[other] for other in _SUITS if other != suit)])
        honours = suit == _HONOURS
        for tile in ALL_TILES[9 * suit : 9 * suit + 9]:
            held_then = packed[suit] + UNITS[tile - 9 * suit]
            needed = min(_need(held_then, honours, False) + pair_elsewhere, _need(held_then, honours, True))
            if tile == wild or others + needed <= jokers:
                found.append(tile)
    return tuple(found)


def wild_split(hand: Hand, wild: Tile) -> tuple[Split, tuple[Tile, ...]] | None:
    """One split of a finished hand with 百搭 as any tile, and what they stand for other than themselves.

    It takes as few of them as can be; None where even so there is no winning shape.
    """
    won = hand.winning_tile
    if won is None:
        raise ValueError("a hand is split with its winning tile")
    whole = hand.concealed_code + UNITS[won]
    jokers = held(whole, wild)
    packed = suits_of(whole - jokers * UNITS[wild])
    plain, paired = _needs(packed)
    needed = _fewest(plain, paired)
    if needed > jokers:
        return None
    way = _built(packed, _paired_suit(plain, paired, needed), (jokers - needed) // 3, wild)
    laid_out = sum([_code(each) for each in way.sets]) + 2 * UNITS[way.pair]
    stands_for = _tiles_in(laid_out - whole + jokers * UNITS[wild])
    taken_as = stands_for[0] if won == wild else won
    split, *_ = placements(as_declared(hand.melds) + way.sets, way.pair, taken_as)
    return split, tuple([tile for tile in stands_for if tile != wild])


@lru_cache(maxsize=1 << 7)
def _code(each: TileSet) -> int:
    return code_of(each.tiles)


def _tiles_in(code: int) -> list[Tile]:
    """The tiles that a code counts, in table order."""
    tiles: list[Tile] = []
    while code:
        place = ((code & -code).bit_length() - 1) // 6
        many = code >> 6 * place & 63
        tiles += [ALL_TILES[place]] * many
        code -= many * UNITS[place]
    return tiles


def _needs(packed: Suits) -> tuple[list[int], list[int]]:
    """How many wild tiles each suit needs as sets alone, and with the pair."""
    plain = [_need(each, suit == _HONOURS, False) for suit, each in enumerate(packed)]
    return plain, [_need(each, suit == _HONOURS, True) for suit, each in enumerate(packed)]


def _fewest(plain: list[int], paired: list[int]) -> int:
    """How many wild tiles the whole hand needs; two of them may be the pair."""
    return sum(plain) + min([2, *(paired[suit] - plain[suit] for suit in _SUITS)])


def _paired_suit(plain: list[int], paired: list[int], needed: int) -> int | None:
    """The suit that has the pair; None where two wild tiles are it."""
    if sum(plain) + 2 == needed:
        return None
    return next(suit for suit in _SUITS if sum(plain) - plain[suit] + paired[suit] == needed)


def _built(packed: Suits, paired_suit: int | None, spare: int, wild: Tile) -> Paired:
    """The layout itself; wild tiles that no suit needs stand for themselves, `spare` sets of them."""
    sets = [TileSet(wild, PUNG)] * spare
    pair = wild
    for suit in _SUITS:
        for kind, rank in _groups_of(packed[suit], suit == _HONOURS, suit == paired_suit):
            tile = ALL_TILES[9 * suit + rank]
            if kind == "pair":
                pair = tile
            else:
                sets.append(TileSet(tile, CHOW if kind == "chow" else PUNG))
    return Paired(tuple(sorted(sets)), pair)


class _Group(NamedTuple):
    """A group that the lowest tile can be in: its first rank, the tiles it takes, the wild ones it needs."""

    kind: str
    first: int
    used: int
    wild: int


@lru_cache(maxsize=1 << 17)
def _need(packed: int, honours: bool, paired: bool) -> int:
    """The fewest wild tiles with which a suit is sets, and a pair if `paired`; no suit has a wild pair."""
    if packed == 0:
        return _MOST if paired else 0
    return min(
        [
            group.wild + _need(packed - group.used, honours, paired and group.kind != "pair")
            for group in _groups(packed, honours, paired)
        ]
    )


@lru_cache(maxsize=1 << 12)
def _groups_of(packed: int, honours: bool, paired: bool) -> tuple[tuple[str, int], ...]:
    """A suit laid out with as few wild tiles as it needs: kinds of groups and their first ranks."""
    groups: list[tuple[str, int]] = []
    while packed:
        needed = _need(packed, honours, paired)
        for group in _groups(packed, honours, paired):
            rest, still = packed - group.used, paired and group.kind != "pair"
            if group.wild + _need(rest, honours, still) == needed:
                break
        groups.append((group.kind, group.first))
        packed, paired = rest, still
    return tuple(groups)


def _groups(packed: int, honours: bool, paired: bool) -> Iterator[_Group]:
    """The groups that the lowest tile can be in.

    A group takes every tile it can: one that it left to another group would there be a wild tile less,
    and here a wild tile more. For the same reason a chow need not reach below its lowest tile.
    """
    rank = ((packed & -packed).bit_length() - 1) // 6
    here = packed >> 6 * rank & 63
    taken = min(3, here)
    yield _Group("pung", rank, taken << 6 * rank, 3 - taken)
    if paired:
        taken = min(2, here)
        yield _Group("pair", rank, taken << 6 * rank, 2 - taken)
    if not honours:
        first = min(rank, 6)
        ranks = [at for at in range(rank, first + 3) if packed >> 6 * at & 63]
        yield _Group("chow", first, sum([1 << 6 * at for at in ranks]), 3 - len(ranks))
