"""The likeliest hand on the table: which stretches of which lines belong to it, and as what.

Each line is read in every way by dynamic programming; the lines are then combined by what they add to the
hand (tiles in hand, sets, a winning tile), so that the cheapest whole is found and not the first one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.splits import arrangements
from scoring.tiles import Tile
from vision.classes import FLOWER
from vision.geometry import Array
from vision.layout.holding import NOTHING, holding, in_hand, oddity, possible, sets, won
from vision.layout.lines import Apart, Field, Line, distances, reach
from vision.layout.pieces import Piece, Reader, split_cost
from vision.reading import GroupKind

_MOST_ANCHORS = 4
_LONGEST_LINE = 40
_MOST_LONE_TILES = 8
_MOST_JUDGED = 12
_FAR = 0.03
"""Lines less likely than this to belong are not read at all."""
_LEFT_OUT = 0.5
"""Each border of a stretch that is left out of a line of the hand, and each tile of it."""
_TOUCHING_MARKED = 0.8
"""A turned tile or backs show where a group ends even where it touches the next; the fourth of a pung that
touches it is no next group."""
_NOT_OUT = 2.0
"""The tiles do not make four sets and a pair."""
_LONE = 1.8
"""A tile in hand lies away from all others."""
_STRAY = 1.6
"""A lone tile left out costs only where it lies right beside the hand: tables are full of lone tiles."""
_BEYOND = 1.5
"""A row of faces lies between the hand and its player."""
_UPSIDE_DOWN = 0.5
"""The hand stands on its head in the photo."""
_HOPELESS = 12.0
"""What costs so much more than the cheapest way is not followed."""

Pieces = tuple[Piece, ...]
Way = tuple[float, Pieces]
Whole = tuple[float, tuple[Pieces, ...]]


@dataclass(frozen=True, eq=False)
class Choice:
    """The chosen hand in one field.

    Attributes:
        cost: of this choice; the lowest over all fields is the reading.
        pieces: for each line its pieces from left to right, `OTHER` ones among them.
        sign: +1 where the player sits towards +y of the field, -1 towards -y.
        near: for each line how likely it belongs to the hand, by distance alone.
    """

    cost: float
    field: Field
    lines: tuple[Line, ...]
    pieces: tuple[Pieces, ...]
    sign: int
    near: tuple[float, ...]
    apart: Apart


def best_choice(
    field: Field, lines: Sequence[Line], reader: Reader, sizes: Array, upright: Array
) -> Choice | None:
    """The cheapest hand in this field; None where no line has a face-up tile.

    `sizes` (n,) are long sides in pixels, `upright` (n,) is +1 for a face that stands upright in the photo,
    -1 upside down, 0 unknown.
    """
    table = _Table.of(field, lines, reader, sizes)
    choices = []
    for anchor in table.anchors():
        sign = _sign(field, lines[anchor])
        near = table.nearness(anchor, sign)
        cost, pieces = table.combined(anchor, near, sign)
        cost += _UPSIDE_DOWN * (upright[list(lines[anchor].tiles)].sum() < -0.5)
        cost += min(1.5 * math.log2(table.sizes.max() / table.sizes[anchor]), 3.0)
        choices.append(Choice(cost, field, tuple(lines), pieces, sign, tuple(near), reader.apart))
    return min(choices, key=lambda choice: choice.cost, default=None)


@dataclass(frozen=True, eq=False)
class _Table:
    """The lines of a field with all that does not depend on where the hand is.

    Attributes:
        ways: for each line, what it can add to a hand and the cheapest pieces for that.
        open_tiles: for each line the number of face-up tiles.
        sizes: (k,) for each line the median long side in pixels.
    """

    field: Field
    lines: Sequence[Line]
    ways: list[dict[int, Way]]
    open_tiles: list[int]
    distance: Array
    sizes: Array

    @classmethod
    def of(cls, field: Field, lines: Sequence[Line], reader: Reader, sizes: Array) -> _Table:
        return cls(
            field=field,
            lines=lines,
            ways=[_ways(line, reader) for line in lines],
            open_tiles=[sum(not reader.faces.is_back(tile) for tile in line.tiles) for line in lines],
            distance=distances(field, lines),
            sizes=np.array([np.median(sizes[list(line.tiles)]) for line in lines]),
        )

    def anchors(self) -> list[int]:
        """The lines around which a hand is looked for."""
        with_faces = [at for at, number in enumerate(self.open_tiles) if number]
        return sorted(with_faces, key=lambda at: -self.open_tiles[at])[:_MOST_ANCHORS]

    def nearness(self, anchor: int, sign: int) -> list[float]:
        """How likely each line belongs with the anchor: 0.95 touching, half at three tile widths."""
        steps = reach(self.distance, anchor)
        for at, line in enumerate(self.lines):
            down = self.field.down[list(line.tiles)] * sign
            if (down < 0).sum() >= 3 and (down > 0).sum() == 0:
                steps[at] += 2.0
        return [float(1 / (1 + math.exp(min(0.95 * step - 2.9, 50)))) for step in steps]

    def combined(self, anchor: int, near: list[float], sign: int) -> tuple[float, tuple[Pieces, ...]]:
        """The cheapest hand with the anchor's line in its middle: its cost, and the pieces of each line."""
        order = sorted(range(len(self.lines)), key=lambda at: (at != anchor, -near[at]))
        lone = [at for at in order if len(self.lines[at]) == 1 and at != anchor]
        passed_over = set(lone[_MOST_LONE_TILES:])
        whole: dict[int, Whole] = {NOTHING: (0.0, ())}
        for at in order:
            options = self._options(at, anchor, near[at], sign, only_leave=at in passed_over)
            whole = _extended(whole, options)
        cost, chosen = min(_judged(whole), key=lambda way: way[0])
        by_line = dict(zip(order, chosen, strict=True))
        return cost, tuple(by_line[at] for at in range(len(self.lines)))

    def _options(
        self, at: int, anchor: int, near: float, sign: int, *, only_leave: bool
    ) -> list[tuple[int, float, Pieces]]:
        """What the line may add, at what cost: that of its pieces and that of its place."""
        leave = self._leave(at, anchor, near, sign)
        options = [(NOTHING, leave, self.ways[at][NOTHING][1])]
        if only_leave or (near < _FAR and at != anchor):
            return options
        belongs = 0.0 if at == anchor else -math.log(near)
        for held, (cost, pieces) in self.ways[at].items():
            if held != NOTHING:
                lone = _LONE if len(self.lines[at]) == 1 and in_hand(held) and at != anchor else 0.0
                options.append((held, cost + belongs + lone, pieces))
        return [option for option in options if option[1] < _HOPELESS]

    def _leave(self, at: int, anchor: int, near: float, sign: int) -> float:
        """The cost of a line being none of the hand's."""
        if at == anchor:
            return min(_LEFT_OUT * len(self.lines[at]), _HOPELESS - 1)
        if not self.open_tiles[at] and not self._may_be_sets(at):
            return 0.0
        away = -math.log(1 - near)
        if len(self.lines[at]) == 1:
            return max(away - _STRAY, 0.0)
        beyond = _BEYOND if self.open_tiles[at] >= 3 and self._beyond(at, anchor, sign) else 0.0
        return beyond + (away if self._may_be_sets(at) else 0.3)

    def _may_be_sets(self, at: int) -> bool:
        """Whether every tile of the line may be part of a set or the winning tile."""
        return any(
            not in_hand(held) and (sets(held) or won(held)) and _complete(pieces)
            for held, (_, pieces) in self.ways[at].items()
        )

    def _beyond(self, at: int, anchor: int, sign: int) -> bool:
        """Whether the line lies nearer to the player than the anchor."""
        y, half_y = self.field.y, self.field.half_y
        edge = max(sign * y[tile] + half_y[tile] for tile in self.lines[anchor].tiles)
        return bool(min(sign * y[tile] for tile in self.lines[at].tiles) > edge - 0.2)


def _ways(line: Line, reader: Reader) -> dict[int, Way]:
    """For each holding that the line can give, the cheapest pieces; all of it left out is `NOTHING`."""
    left_out = Piece(
        GroupKind.OTHER, line.tiles, tuple(int(reader.faces.best[tile]) for tile in line.tiles), 0.0
    )
    if len(line) > _LONGEST_LINE or (len(line) == 1 and reader.faces.is_back(line.tiles[0])):
        return {NOTHING: (0.0, (left_out,))}
    at: list[dict[int, Way]] = [{} for _ in range(len(line) + 1)]
    at[0] = {NOTHING: (0.0, ())}
    for start in range(len(line)):
        gap = line.gaps[start - 1] if start else math.inf
        hope = min((cost for cost, _ in at[start].values()), default=0.0) + _HOPELESS
        ways = [(held, way) for held, way in at[start].items() if way[0] < hope]
        for end, piece in reader.pieces(line, start):
            _spread(at[end], ways, piece, _Border.at(gap, reader.apart))
    return {**at[len(line)], NOTHING: at[len(line)].get(NOTHING, (0.0, (left_out,)))}


@dataclass(frozen=True)
class _Border:
    """What a border costs: between groups, and beside the winning tile."""

    plain: float
    winner: float

    @classmethod
    def at(cls, gap: float, apart: Apart) -> _Border:
        return cls(split_cost(gap, apart), split_cost(gap, apart.for_winner()))

    def between(self, left: Pieces, right: Piece) -> float:
        if not left:
            return 0.0
        kinds = (left[-1].kind, right.kind)
        fourth = GroupKind.PUNG in kinds and left[-1].faces[-1] == right.faces[0]
        if (left[-1].marked or right.marked) and not fourth:
            return min(self.plain, _TOUCHING_MARKED)
        beside = GroupKind.WINNING_TILE in kinds
        return self.winner if beside else self.plain


def _spread(ways: dict[int, Way], before: Iterable[tuple[int, Way]], piece: Piece, border: _Border) -> None:
    """Adds to `ways` each way that goes on with `piece`, where it is the cheapest for what it holds."""
    adds = holding(piece)
    left_out = piece.kind is GroupKind.OTHER
    for held, (spent, pieces) in before:
        after_left_out = bool(pieces) and pieces[-1].kind is GroupKind.OTHER
        goes_on = left_out and after_left_out
        cost = (
            spent
            + (_LEFT_OUT if left_out else piece.cost)
            + (0.0 if goes_on else border.between(pieces, piece))
        )
        cost += _LEFT_OUT * (bool(pieces) and left_out != after_left_out)
        known = ways.get(held + adds)
        if (known is None or cost < known[0]) and possible(held + adds):
            after = (*pieces[:-1], pieces[-1].with_more(piece)) if goes_on else (*pieces, piece)
            ways[held + adds] = cost, after


def _extended(whole: dict[int, Whole], options: list[tuple[int, float, Pieces]]) -> dict[int, Whole]:
    """Each hand so far with each option of one more line; the hopeless ones dropped."""
    result: dict[int, Whole] = {}
    for held, (spent, chosen) in whole.items():
        for more, cost, pieces in options:
            known = result.get(held + more)
            if (known is None or spent + cost < known[0]) and possible(held + more):
                result[held + more] = spent + cost, (*chosen, pieces)
    hope = min(cost for cost, _ in result.values()) + _HOPELESS + 4
    return {held: way for held, way in result.items() if way[0] < hope}


def _judged(whole: dict[int, Whole]) -> Iterator[Whole]:
    """The cheapest hands with the cost of what they are as a whole."""
    total = sorted(
        ((cost + oddity(held), chosen) for held, (cost, chosen) in whole.items()), key=lambda way: way[0]
    )
    for cost, chosen in total[:_MOST_JUDGED]:
        yield cost + (0.0 if _goes_out(chosen) else _NOT_OUT), chosen


def _goes_out(lines: Iterable[Pieces]) -> bool:
    """Whether the hand is four sets and a pair: what people photograph, unlike rows of a pond."""
    pieces = [piece for line in lines for piece in line if piece.kind is not GroupKind.OTHER]
    held = [Tile(face) for piece in pieces if not piece.is_set for face in piece.faces if face != FLOWER]
    return 3 * sum(piece.is_set for piece in pieces) + len(held) == 14 and bool(arrangements(held))


def _complete(pieces: Pieces) -> bool:
    return all(piece.kind is not GroupKind.OTHER for piece in pieces)


def _sign(field: Field, anchor: Line) -> int:
    votes = int(field.down[list(anchor.tiles)].sum()) or int(field.down.sum())
    return -1 if votes < 0 else 1
