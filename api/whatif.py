"""The hand that a reading would give if its tiles were, or lay, as a doubt proposes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring import Hand, Meld, MeldKind, RequestError, Tile
from vision.reading import Doubt, GroupKind, Reading

MELDS = {GroupKind.CHOW, GroupKind.PUNG, GroupKind.KONG, GroupKind.CONCEALED_KONG}


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the tiles of a reading lie in its hand: by tile id, meld by meld in the order of the hand."""

    melds: tuple[tuple[int, ...], ...]
    concealed: frozenset[int]
    winning: int | None

    @classmethod
    def from_reading(cls, reading: Reading) -> Placed:
        """The groups of the hand; what is not of the hand is left out."""
        groups = reading.groups
        winning = [tile for group in groups if group.kind is GroupKind.WINNING_TILE for tile in group.tiles]
        return cls(
            tuple(group.tiles for group in groups if group.kind in MELDS),
            frozenset(t for group in groups if group.kind is GroupKind.CONCEALED for t in group.tiles),
            winning[0] if len(winning) == 1 else None,
        )


def with_tiles(reading: Reading, changes: Mapping[int, str]) -> Hand | None:
    """The hand with some tiles (by id) read differently; None where that gives no hand.

    A meld that the change breaks (a pung of two kinds) gives none.
    """
    hand, placed = reading.hand, Placed.from_reading(reading)
    names = {tile.id: tile.tile for tile in reading.tiles}
    if hand is None or any(name not in _FACES for name in changes.values()):
        return None
    for tile, name in changes.items():
        old = names[tile]
        if old not in _FACES:
            return None
        changed = _swap(hand, placed, tile, _FACES[old], _FACES[name])
        if changed is None:
            return None
        hand = changed
    return hand


def with_proposal(reading: Reading, doubt: Doubt) -> Hand | None:
    """The hand as the doubt proposes it: another tile, or another kind of group; None for neither."""
    proposal = doubt.proposal
    if reading.hand is None or proposal is None:
        return None
    if proposal.tile is not None:
        return with_tiles(reading, dict.fromkeys(doubt.tiles, proposal.tile))
    return None if proposal.kind is None else _regrouped(reading, frozenset(doubt.tiles), proposal.kind)


_FACES = {str(tile): tile for tile in map(Tile, range(34))}


def _swap(hand: Hand, placed: Placed, tile: int, old: Tile, new: Tile) -> Hand | None:
    if tile == placed.winning:
        return replace(hand, winning_tile=new)
    if tile in placed.concealed:
        return replace(hand, concealed=(*_without(hand.concealed, [old]), new))
    for at, ids in enumerate(placed.melds):
        if tile in ids and at < len(hand.melds):
            meld = hand.melds[at]
            return _with_meld(hand, at, meld.kind, (*_without(meld.tiles, [old]), new))
    return None


def _regrouped(reading: Reading, tiles: frozenset[int], kind: GroupKind) -> Hand | None:
    assert reading.hand is not None
    hand, placed = reading.hand, Placed.from_reading(reading)
    faces = [
        _FACES[tile.tile] for tile in reading.tiles if tile.id in tiles and tile.tile and tile.tile in _FACES
    ]
    for at, ids in enumerate(placed.melds):
        if tiles == frozenset(ids) and at < len(hand.melds):
            if kind in MELDS:
                return _with_meld(hand, at, MeldKind(kind), hand.melds[at].tiles)
            rest = hand.melds[:at] + hand.melds[at + 1 :]
            in_hand = kind is GroupKind.CONCEALED
            concealed = (*hand.concealed, *hand.melds[at].tiles) if in_hand else hand.concealed
            return replace(hand, melds=rest, concealed=concealed)
    if not tiles <= placed.concealed or len(faces) != len(tiles):
        return None
    rest_in_hand = _without(hand.concealed, faces)
    if kind is GroupKind.WINNING_TILE and len(faces) == 1 and hand.winning_tile is None:
        return replace(hand, concealed=rest_in_hand, winning_tile=faces[0])
    if kind in MELDS:
        laid = replace(hand, concealed=rest_in_hand)
        return _with_meld(laid, len(hand.melds), MeldKind(kind), faces)
    return replace(hand, concealed=rest_in_hand) if kind is GroupKind.OTHER else None


def _with_meld(hand: Hand, at: int, kind: MeldKind, tiles: Iterable[Tile]) -> Hand | None:
    before = hand.melds[at] if at < len(hand.melds) else None
    source = before.source if before is not None and kind is before.kind else None
    try:
        meld = Meld(kind, tuple(tiles), source)
    except RequestError:
        return None
    return replace(hand, melds=(*hand.melds[:at], meld, *hand.melds[at + 1 :]))


def _without(tiles: Iterable[Tile], gone: Iterable[Tile]) -> tuple[Tile, ...]:
    left = list(tiles)
    for tile in gone:
        if tile in left:
            left.remove(tile)
    return tuple(left)
