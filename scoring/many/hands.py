"""Hands as arrays: one row a hand."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.hand import Hand, Meld, MeldKind
from scoring.many.worth import STARTS, key
from scoring.tiles import ALL_TILES, Tile

Array = NDArray[Any]

_BYTES: Final = 27  # of a code: 36 counts of six bits
_KONGS: Final = (MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)


class MeldTable(NamedTuple):
    """Every meld by its number, the last standing for none.

    Attributes:
        number: by the notation of a meld.
        tiles: the counts of the 34 tiles.
        chows: as in `scoring.many.worth.key`.
        triplets, exposed_kongs, concealed_kongs: the tile as a bit.
        any: whether it is a meld at all.
        exposed: whether another player's tile is in it.
        chow_of: for a chow one in the place of its suit, eight bits a suit.
    """

    number: dict[str, int]
    tiles: Array
    chows: Array
    triplets: Array
    exposed_kongs: Array
    concealed_kongs: Array
    any: Array
    exposed: Array
    chow_of: Array


@cache
def meld_table() -> MeldTable:
    """Made once."""
    chows = [Meld(MeldKind.CHOW, _run(tile)) for tile in STARTS]
    alike = [Meld(MeldKind.PUNG, (tile,) * 3) for tile in ALL_TILES]
    kongs = [Meld(kind, (tile,) * 4) for kind in _KONGS for tile in ALL_TILES]
    melds = [*chows, *alike, *kongs]

    def bits(chosen: Iterable[Meld]) -> Array:
        wanted = {meld.notation for meld in chosen}
        return _column(1 << meld.tiles[0] if meld.notation in wanted else 0 for meld in melds)

    return MeldTable(
        {meld.notation: index for index, meld in enumerate(melds)},
        np.array([[meld.tiles.count(tile) for tile in ALL_TILES] for meld in melds] + [[0] * 34], np.int8),
        _column(key((meld.tiles[0],)) if meld.kind is MeldKind.CHOW else 0 for meld in melds),
        bits([*alike, *kongs]),
        bits(kongs[: 2 * len(ALL_TILES)]),
        bits(kongs[2 * len(ALL_TILES) :]),
        np.array([True] * len(melds) + [False]),
        np.array([meld.is_exposed for meld in melds] + [False]),
        _column(1 << 8 * (meld.tiles[0] // 9) if meld.kind is MeldKind.CHOW else 0 for meld in melds),
    )


def _column(values: Iterable[int]) -> Array:
    return np.array([*values, 0], np.uint64)


def _run(low: Tile) -> tuple[Tile, ...]:
    return tuple(ALL_TILES[low + step] for step in range(3))


class Hands(NamedTuple):
    """Sound hands, each with its winning tile.

    Attributes:
        in_hand: counts of the 34 tiles in hand, the winning one not among them; shape (n, 34).
        winning: the winning tile; shape (n,).
        melds: numbers of `meld_table`, filled up with that for none; shape (n, 4).
    """

    in_hand: Array
    winning: Array
    melds: Array

    @classmethod
    def from_hands(cls, hands: Sequence[Hand]) -> "Hands":
        """Each hand has a winning tile and no `problems`."""
        known = meld_table().number
        none = len(known)
        codes = b"".join([hand.concealed_code.to_bytes(_BYTES, "little") for hand in hands])
        three = np.frombuffer(codes, np.uint8).reshape(len(hands), _BYTES // 3, 3).astype(np.int32)
        words = three[:, :, 0] | three[:, :, 1] << 8 | three[:, :, 2] << 16
        fields = np.stack([words >> shift & 63 for shift in (0, 6, 12, 18)], axis=2)
        melds = np.full((len(hands), 4), none)
        many = np.array([len(hand.melds) for hand in hands])
        flat = [known[meld.notation] for hand in hands for meld in hand.melds]
        melds[np.arange(4) < many[:, None]] = flat
        winning = np.array([hand.winning_tile for hand in hands], np.int64)
        return cls(fields.reshape(len(hands), -1)[:, :34], winning, melds)
