"""Hands with 百搭, a tile that may stand for any other (RULES 6).

One suit at a time: the fewest wild tiles that let its tiles be laid out, remembered from hand to hand.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.circumstances import Wild
from scoring.hand import Hand, MeldKind
from scoring.splits import Split, placements
from scoring.suits import Packed, Paired, TileSet, pack, size
from scoring.tiles import ALL_TILES, Tile

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
    return _finishes(hand.concealed, wild)


def wild_waits(hand: Hand, wild: Tile | None) -> tuple[Tile, ...]:
    """The same without the tiles of which the player holds all four, melds included."""
    melded = tuple(tile for meld in hand.melds for tile in meld.tiles)
    return _still_to_come(_finishes(hand.concealed, wild), (*hand.concealed, *melded))


@lru_cache(maxsize=1 << 8)
def _still_to_come(tiles: tuple[Tile, ...], own: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if own.count(tile) < 4)


@lru_cache(maxsize=1 << 8)
def _finishes(concealed: tuple[Tile, ...], wild: Tile | None) -> tuple[Tile, ...]:
    jokers = concealed.count(wild) if wild is not None else 0
    rest = [tile for tile in concealed if tile != wild]
    return tuple(
        tile
        for tile in ALL_TILES
        if (_plan(pack(rest), jokers + 1) if tile == wild else _plan(pack((*rest, tile)), jokers))
    )


def wild_split(hand: Hand, wild: Tile) -> tuple[Split, tuple[Tile, ...]] | None:
    """One split of a finished hand with 百搭 as any tile, and what they stand for other than themselves.

    It takes as few of them as can be; None where even so there is no winning shape.
    """
    won = hand.winning_tile
    if won is None:
        raise ValueError("a hand is split with its winning tile")
    tiles = (*hand.concealed, won)
    natural = [tile for tile in tiles if tile != wild]
    suits = pack(natural)
    plan = _plan(suits, tiles.count(wild))
    if plan is None:
        return None
    way = _built(suits, plan, wild)
    laid_out = Counter(tile for each in way.sets for tile in each.tiles) + Counter({way.pair: 2})
    stands_for = sorted((laid_out - Counter(natural)).elements())
    substitutes = tuple(tile for tile in stands_for if tile != wild)
    melded = tuple(TileSet(meld.tiles[0], meld.kind, melded=True) for meld in hand.melds)
    taken_as = stands_for[0] if won == wild else won
    return next(placements(melded, way, taken_as)), substitutes


class _Suit(NamedTuple):
    """One suit laid out, in ranks from 0: the first of each chow, the triplets, the pair."""

    chows: tuple[int, ...] = ()
    pungs: tuple[int, ...] = ()
    pair: int | None = None

    def with_group(self, kind: str, first: int) -> "_Suit":
        """The same and one group more."""
        if kind == "pair":
            return self._replace(pair=first)
        if kind == "pungs":
            return self._replace(pungs=(first, *self.pungs))
        return self._replace(chows=(first, *self.chows))


class _Plan(NamedTuple):
    """The suit that has the pair (None: two wild tiles are it), and how many triplets are wild alone."""

    paired: int | None
    spare: int


def _plan(suits: Packed, jokers: int) -> _Plan | None:
    """How to lay out tiles and so many wild ones, as few as can be inside the suits."""
    plain = [_least(packed, suit == _HONOURS, False, jokers) for suit, packed in enumerate(suits)]
    needed: dict[int | None, int] = {None: sum(plain) + 2}
    for suit, packed in enumerate(suits):
        paired = _least(packed, suit == _HONOURS, True, jokers)
        needed[suit] = sum(plain) - plain[suit] + paired
    best = min(needed, key=lambda suit: needed[suit])
    return _Plan(best, (jokers - needed[best]) // 3) if needed[best] <= jokers else None


def _built(suits: Packed, plan: _Plan, wild: Tile) -> Paired:
    """The layout itself; wild tiles that no suit needs stand for themselves."""
    sets = [TileSet(wild, MeldKind.PUNG)] * plan.spare
    pair = wild
    for suit, packed in enumerate(suits):
        honours, paired = suit == _HONOURS, suit == plan.paired
        layout = _cover(packed, honours, paired, _least(packed, honours, paired, _MOST))
        if layout is not None:
            sets += [TileSet(ALL_TILES[9 * suit + rank], MeldKind.CHOW) for rank in layout.chows]
            sets += [TileSet(ALL_TILES[9 * suit + rank], MeldKind.PUNG) for rank in layout.pungs]
            pair = pair if layout.pair is None else ALL_TILES[9 * suit + layout.pair]
    return Paired(tuple(sorted(sets)), pair)


@lru_cache(maxsize=1 << 14)
def _least(packed: int, honours: bool, paired: bool, limit: int) -> int:
    """How many wild tiles a suit needs; `_MOST` where it needs more than `limit`."""
    fits = range((2 * paired - size(packed)) % 3, limit + 1, 3)  # what fills up whole groups
    return next((few for few in fits if _cover(packed, honours, paired, few)), _MOST)


@lru_cache(maxsize=1 << 16)
def _cover(packed: int, honours: bool, paired: bool, jokers: int) -> _Suit | None:
    """A suit as sets, with a pair if `paired`, with at most so many wild tiles; None where it cannot be."""
    if packed == 0:
        return None if paired else _Suit()
    rank = ((packed & -packed).bit_length() - 1) // 3
    for kind, first, used in _groups(packed, rank, honours, paired):
        cost = (2 if kind == "pair" else 3) - size(used)
        if cost > jokers:
            continue
        rest = _cover(packed - used, honours, paired and kind != "pair", jokers - cost)
        if rest is not None:
            return rest.with_group(kind, first)
    return None


def _groups(packed: int, rank: int, honours: bool, paired: bool) -> Iterator[tuple[str, int, int]]:
    """The groups that the lowest tile can be in: what it is, its first rank, the tiles it takes.

    A group takes every tile it can: one that it left to another group would there be a wild tile less,
    and here a wild tile more. For the same reason a chow need not reach below its lowest tile.
    """
    here = packed >> 3 * rank & 7
    yield "pungs", rank, min(3, here) << 3 * rank
    if paired:
        yield "pair", rank, min(2, here) << 3 * rank
    if not honours:
        first = min(rank, 6)
        yield "chows", first, sum(1 << 3 * at for at in range(rank, first + 3) if packed >> 3 * at & 7)
