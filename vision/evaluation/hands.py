"""A hand that was read against the hand that lies there: exact or not, and how many corrections it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from scoring.hand import Hand, MeldKind
from scoring.tiles import Tile
from vision.reading import GroupKind, Reading

Thing = TypeVar("Thing", Tile, str)

MELDS = {GroupKind.CHOW, GroupKind.PUNG, GroupKind.KONG, GroupKind.CONCEALED_KONG}


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """One whole hand.

    Attributes:
        truth: its notation.
        read: the notation that was read; None where no hand was formed.
        size: long side in pixels of its smallest tile.
        exact: tiles, melds and winning tile are all as they lie.
        same_tiles: the tiles are, wherever they were put.
        corrections: tiles to change, add or take out, melds to mark or unmark, the winning tile to name.
        doubted: whether the reading carries any doubt.
    """

    truth: str
    read: str | None
    size: float
    exact: bool
    same_tiles: bool
    corrections: int
    doubted: bool


@dataclass(frozen=True, slots=True)
class _Parts:
    tiles: Counter[Tile]
    kinds: Counter[str]
    melds: tuple[tuple[str, tuple[Tile, ...]], ...]
    winning: Tile | None


def hand_outcome(truth: str, reading: Reading, size: float) -> HandOutcome:
    """The outcome for a hand of which `truth` is the notation."""
    hand = Hand.parse(truth)
    wanted = _of_hand(hand)
    read = _of_reading(reading) if reading.hand is None else _of_hand(reading.hand)
    return HandOutcome(
        truth=str(hand),
        read=reading.notation,
        size=round(size, 1),
        exact=reading.hand is not None and read == wanted,
        same_tiles=read.tiles == wanted.tiles,
        corrections=_edits(wanted.tiles, read.tiles)
        + _edits(wanted.kinds, read.kinds)
        + _renamed(wanted, read),
        doubted=bool(reading.doubts),
    )


def _edits(wanted: Counter[Thing], read: Counter[Thing]) -> int:
    """Fewest changes, additions and removals from one to the other."""
    return max(wanted.total(), read.total()) - (wanted & read).total()


def _renamed(wanted: _Parts, read: _Parts) -> int:
    """1 where the winning tile has to be named, beyond correcting what it shows."""
    if wanted.winning == read.winning:
        return 0
    misread = wanted.winning is not None and read.winning is not None and wanted.tiles != read.tiles
    return 0 if misread else 1


def _of_hand(hand: Hand) -> _Parts:
    won = () if hand.winning_tile is None else (hand.winning_tile,)
    tiles = (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles), *won)
    melds = tuple(sorted((_kind(meld.kind), meld.tiles) for meld in hand.melds))
    return _Parts(Counter(tiles), Counter(kind for kind, _ in melds), melds, hand.winning_tile)


def _kind(kind: MeldKind) -> str:
    return str(MeldKind.KONG if kind is MeldKind.ADDED_KONG else kind)


def _of_reading(reading: Reading) -> _Parts:
    """What lies in the groups of a reading that makes no hand."""
    named = {t.id: Tile.parse(t.tile) for t in reading.tiles if t.tile is not None and t.tile != "f"}
    groups = [group for group in reading.groups if group.kind is not GroupKind.OTHER]
    tiles: list[Tile] = []
    for group in groups:
        faces = [named[tile] for tile in group.tiles if tile in named]
        tiles += faces[:1] * 4 if group.kind is GroupKind.CONCEALED_KONG else faces
    won = _first(named.get(t) for g in groups if g.kind is GroupKind.WINNING_TILE for t in g.tiles)
    return _Parts(Counter(tiles), Counter(str(g.kind) for g in groups if g.kind in MELDS), (), won)


def _first(tiles: Iterable[Tile | None]) -> Tile | None:
    return next(iter(tiles), None)
