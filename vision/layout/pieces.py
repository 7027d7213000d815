"""What a stretch of a line can be: tiles in hand, a set, the winning tile, or nothing of this hand.

All costs are negative logarithms of rough odds: 0.7 is even, 2.3 one in ten, 4.6 one in a hundred.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from vision.classes import FLOWER
from vision.layout.lines import LOOSE, TURNED, Apart, Field, Line
from vision.layout.sets import Faces, SetReading
from vision.reading import GroupKind

LONGEST_RUN = 14
SET_APART, KONG_APART, SET_MARKED = 0.7, 0.3, 0.1
"""An exposed set shown by its gap alone; four alike apart; a set shown by a turned tile or by backs."""
HIDDEN_KONG = {1: 0.8, 2: 0.1, 3: 0.2, 4: 1.2}
"""By the number of tiles that lie face down."""
ADDED_KONG = 0.05
WINNING_TILE = 0.3
LOOSE_WINNER = 1.0
TURNED_IN_HAND = 2.5
SINGLE_IN_HAND = 0.5
FLOWER_IN_HAND = 0.3
MOST_BEND = 4.0
"""Readings that must bend further to make a set are no set."""
_CERTAIN = 5.0


@dataclass(frozen=True)
class Piece:
    """A stretch of a line read as one thing.

    Attributes:
        tiles: indices from left to right; of an added kong the tile on top comes last.
        faces: what they are then.
        marked: it is shown by a turned or stacked tile or by backs, not by a gap alone.
        bend: how much the readings were bent to make the set.
    """

    kind: GroupKind
    tiles: tuple[int, ...]
    faces: tuple[int, ...]
    cost: float
    marked: bool = False
    added: bool = False
    bend: float = 0.0

    @property
    def in_hand(self) -> int:
        """How many tiles it adds to those in hand; flowers are no hand tiles."""
        if self.kind is not GroupKind.CONCEALED:
            return 0
        return sum(face != FLOWER for face in self.faces)

    def with_more(self, other: Piece) -> Piece:
        """Both stretches as one."""
        return replace(self, tiles=self.tiles + other.tiles, faces=self.faces + other.faces)

    @property
    def is_set(self) -> bool:
        """Whether it is a chow, pung or kong."""
        return self.kind in SETS


SETS = frozenset({GroupKind.CHOW, GroupKind.PUNG, GroupKind.KONG, GroupKind.CONCEALED_KONG})


def split_cost(gap: float, apart: Apart) -> float:
    """What it costs to see a border between groups in this gap."""
    return min(math.log1p(math.exp(min((apart.gap - gap) / apart.blur, 50))), _CERTAIN)


def join_cost(gap: float, apart: Apart) -> float:
    """What it costs to see no border in this gap."""
    return min(math.log1p(math.exp(min((gap - apart.gap) / apart.blur, 50))), _CERTAIN)


@dataclass(frozen=True)
class Reader:
    """Reads stretches of lines of one field.

    Attributes:
        on_top: tile to the tile that lies stacked on it or pushed against it, of the same face.
    """

    field: Field
    faces: Faces
    apart: Apart
    on_top: dict[int, int]

    def pieces(self, line: Line, start: int) -> Iterator[tuple[int, Piece]]:
        """Every way to read a stretch that begins at `start`, with the end of the stretch."""
        yield start + 1, self._other(line, start, start + 1)
        if not self._bears(line.tiles[start : start + 1]):
            yield start + 1, self._winner(line.tiles[start])
        for size in (3, 4):
            if start + size <= len(line):
                yield from ((start + size, piece) for piece in self._sets(line, start, start + size))
        yield from self._runs(line, start)

    def _other(self, line: Line, start: int, end: int) -> Piece:
        tiles = line.tiles[start:end]
        tiles += tuple(self.on_top[tile] for tile in tiles if tile in self.on_top)
        return Piece(GroupKind.OTHER, tiles, tuple(int(self.faces.best[tile]) for tile in tiles), 0.0)

    def _bears(self, tiles: tuple[int, ...]) -> bool:
        return any(tile in self.on_top for tile in tiles)

    def _winner(self, tile: int) -> Piece:
        face, bend = self.faces.upright_face(tile)
        cost = WINNING_TILE + bend + LOOSE_WINNER * (self.field.lie[tile] == LOOSE)
        cost += 50.0 * (face == FLOWER)
        turned = bool(self.field.lie[tile] == TURNED)
        return Piece(GroupKind.WINNING_TILE, (tile,), (face,), float(cost), marked=turned, bend=bend)

    def _runs(self, line: Line, start: int) -> Iterator[tuple[int, Piece]]:
        cost, faces, bent = 0.0, [], 0.0
        for at in range(start, min(len(line), start + LONGEST_RUN + 8)):
            tile = line.tiles[at]
            face, bend = self.faces.upright_face(tile)
            if bend > MOST_BEND or tile in self.on_top:
                return
            if at > start:
                cost += join_cost(line.gaps[at - 1], self.apart)
            cost += bend + FLOWER_IN_HAND * (face == FLOWER)
            cost += TURNED_IN_HAND * (self.field.lie[tile] == TURNED)
            bent += bend
            faces.append(face)
            alone = SINGLE_IN_HAND if at == start else 0.0
            yield (
                at + 1,
                Piece(GroupKind.CONCEALED, line.tiles[start : at + 1], tuple(faces), cost + alone, bend=bent),
            )

    def _sets(self, line: Line, start: int, end: int) -> Iterator[Piece]:
        tiles = line.tiles[start:end]
        joined = sum(join_cost(gap, self.apart) for gap in line.gaps[start : end - 1])
        stacked = [tile for tile in tiles if tile in self.on_top]
        if stacked:
            if len(tiles) == 3 and len(stacked) == 1:
                yield self._added(tiles, self.on_top[stacked[0]], joined)
            return
        turned = sum(int(self.field.lie[tile] == TURNED) for tile in tiles)
        reading = self.faces.open_set(tiles)
        if reading is not None:
            yield from self._shown(tiles, reading, turned, joined)
        if len(tiles) == 4:
            hidden = self.faces.hidden_kong(tiles)
            backs = sum(face not in range(34) for face in hidden.faces)
            cost = HIDDEN_KONG[backs] + hidden.bend + joined + 1.5 * turned
            if hidden.bend <= MOST_BEND:
                yield Piece(hidden.kind, tiles, hidden.faces, cost, marked=True, bend=hidden.bend)

    def _shown(
        self, tiles: tuple[int, ...], reading: SetReading, turned: int, joined: float
    ) -> Iterator[Piece]:
        if reading.bend > MOST_BEND or any(self.faces.best[tile] == FLOWER for tile in tiles):
            return
        unmarked = KONG_APART if reading.kind is GroupKind.KONG else SET_APART
        cost = (SET_MARKED + 1.5 * (turned - 1) if turned else unmarked) + reading.bend + joined
        yield Piece(reading.kind, tiles, reading.faces, cost, marked=turned > 0, bend=reading.bend)

    def _added(self, tiles: tuple[int, ...], top: int, joined: float) -> Piece:
        reading = self.faces.open_set((*tiles, top))
        assert reading is not None
        cost = ADDED_KONG + reading.bend + joined
        return Piece(
            GroupKind.KONG, (*tiles, top), reading.faces, cost, marked=True, added=True, bend=reading.bend
        )
