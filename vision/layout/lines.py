"""Lines of tiles that lie side by side along one direction, with the gaps between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array
from vision.layout.plane import Plane

UPRIGHT, TURNED, LOOSE = 0, 1, 2
_SLANT = 30.0
"""Degrees from the line beyond which a tile is neither along nor across it."""
_STEP_ASIDE = 0.45
"""Tile widths that a neighbour may lie higher or lower (a turned tile on the same bottom edge: 0.18)."""
_LONGEST_GAP = 1.4
"""Tile widths: one missing tile still leaves one line."""
_AROUND = 3
"""Neighbours to each side whose widths are averaged."""
_WINNER_APART = 0.25
_MOSTLY_TOUCHING = 0.4
"""At least this part of the gaps between neighbours is within groups."""


@dataclass(frozen=True, eq=False)
class Field:
    """A plane seen along one direction of rows: boxes of the tiles in tile widths, y towards the player.

    Attributes:
        x, y: (n,) centres. half_x, half_y: (n,) half extents.
        lie: (n,) `UPRIGHT`, `TURNED` (a quarter) or `LOOSE`.
        down: (n,) +1 where a face's bottom points to +y, -1 where it points to -y, 0 where unknown.
    """

    x: Array
    y: Array
    half_x: Array
    half_y: Array
    lie: NDArray[np.int64]
    down: NDArray[np.int64]

    @classmethod
    def along(cls, plane: Plane, degrees: float) -> Field:
        """The plane with rows at this angle along x."""
        turned = plane.turned(degrees)
        apart = np.abs((turned.angles + 90) % 180 - 90)
        lie = np.where(apart < _SLANT, UPRIGHT, np.where(apart > 90 - _SLANT, TURNED, LOOSE))
        width, height = np.hypot(*turned.across.T), np.hypot(*turned.down.T)
        mean = np.sqrt(width * height)
        half_x = np.choose(lie, [width, height, mean]) / 2
        half_y = np.choose(lie, [height, width, mean]) / 2
        middle = _levelled(turned.middle)
        down = np.where(plane.sure & (lie == UPRIGHT), np.sign(turned.down[:, 1]), 0).astype(np.int64)
        return cls(middle[:, 0], middle[:, 1], half_x, half_y, lie, down)


@dataclass(frozen=True)
class Line:
    """Neighbours from left to right (in the field's x).

    Attributes:
        tiles: indices into the field.
        gaps: free tile widths after each tile but the last, 0 for touching.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.tiles)


def lines_of(field: Field, among: list[int]) -> list[Line]:
    """All of `among` in lines, each tile in one; a tile without neighbours is a line of its own."""
    right = _right_neighbours(field, among)
    starts = set(among) - set(right.values())
    chains = [
        _chain(start, right) for start in sorted(starts, key=lambda tile: (field.y[tile], field.x[tile]))
    ]
    gaps = [_gaps(field, chain) for chain in chains]
    base = _base_gap([gap for some in gaps for gap in some])
    return [
        Line(tuple(chain), tuple(gap - base for gap in some))
        for chain, some in zip(chains, gaps, strict=True)
    ]


@dataclass(frozen=True)
class Apart:
    """What counts as a gap.

    Attributes:
        gap: free tile widths that are as likely a border between groups as not.
        blur: tile widths around it over which that is undecided.
    """

    gap: float = 0.35
    blur: float = 0.07

    @classmethod
    def seen_in(cls, lines: list[Line]) -> Apart:
        """By the first clear jump above most of the gaps seen; groups lie from a tenth of a tile apart."""
        gaps = np.sort([gap for line in lines for gap in line.gaps])
        jumps, between = np.diff(gaps), (gaps[1:] + gaps[:-1]) / 2
        for at in range(len(jumps)):
            below = gaps[: at + 1]
            noise = float(np.abs(below - np.median(below)).mean())
            mostly = len(below) >= _MOSTLY_TOUCHING * len(gaps)
            if mostly and 0.06 <= between[at] <= 0.6 and jumps[at] >= max(0.1, 2 * noise):
                return cls(float(between[at]), float(np.clip(jumps[at] / 8, 0.02, 0.07)))
        return cls()

    def for_winner(self) -> Apart:
        """The same beside a winning tile, which people lay well apart."""
        return Apart(max(self.gap, _WINNER_APART), self.blur)


def distances(field: Field, lines: Sequence[Line]) -> Array:
    """(k, k) free tile widths between lines; half a width more where one is not in line with the other."""
    tiles = np.array([tile for line in lines for tile in line.tiles])
    starts = np.cumsum([0, *(len(line) for line in lines[:-1])])
    x, y, half_x, half_y = (values[tiles] for values in (field.x, field.y, field.half_x, field.half_y))
    room_x = np.abs(x[:, None] - x) - half_x[:, None] - half_x
    aside = np.abs(y[:, None] - y)
    room_y = aside - half_y[:, None] - half_y
    way = np.maximum(room_x, 0) + np.maximum(room_y, 0) + np.where(aside < _STEP_ASIDE, 0, 0.5)
    return np.asarray(np.minimum.reduceat(np.minimum.reduceat(way, starts, axis=0), starts, axis=1))


def reach(distance: Array, start: int) -> Array:
    """(k,) the longest step on the easiest way from line `start` to each line (a minimax path)."""
    steps = distance[start].copy()
    steps[start] = 0
    done = np.zeros(len(steps), dtype=bool)
    for _ in range(len(steps)):
        nearest = int(np.where(done, np.inf, steps).argmin())
        done[nearest] = True
        steps = np.minimum(steps, np.maximum(steps[nearest], distance[nearest]))
        steps[start] = 0
    return np.asarray(steps)


def _levelled(middle: Array) -> Array:
    """Centres (n, 2) sheared so that neighbours lie level.

    A box that is only a rectangle around a face seen aslant points a little off its row.
    """
    dx = middle[None, :, 0] - middle[:, None, 0]
    dy = middle[None, :, 1] - middle[:, None, 1]
    near = (dx > 0.4) & (dx < 1.8) & (np.abs(dy) < 0.7 * dx)
    nearest = np.where(near, np.hypot(dx, dy), np.inf).argmin(axis=1)
    found = np.flatnonzero(near.any(axis=1))
    if len(found) < 3:
        return middle
    slope = float(np.median(dy[found, nearest[found]] / dx[found, nearest[found]]))
    return np.column_stack([middle[:, 0], middle[:, 1] - slope * middle[:, 0]])


def _right_neighbours(field: Field, among: list[int]) -> dict[int, int]:
    """Pairs that name each other as nearest to the right and nearest to the left."""
    tiles = np.array(among, dtype=np.int64)
    if len(tiles) < 2:
        return {}
    dx = field.x[tiles][None, :] - field.x[tiles][:, None]
    dy = np.abs(field.y[tiles][None, :] - field.y[tiles][:, None])
    gap = dx - field.half_x[tiles][:, None] - field.half_x[tiles][None, :]
    near = (dx > 0.3) & (gap < _LONGEST_GAP) & (gap > -0.5) & (dy < _STEP_ASIDE + 0.06 * dx)
    cost = np.where(near, dx + 0.8 * dy, np.inf)
    best, back = cost.argmin(axis=1), cost.argmin(axis=0)
    return {
        int(tiles[a]): int(tiles[b])
        for a, b in enumerate(best)
        if np.isfinite(cost[a, b]) and back[b] == a and gap[a, b] < _LONGEST_GAP
    }


def _chain(start: int, right: dict[int, int]) -> list[int]:
    chain = [start]
    while chain[-1] in right:
        chain.append(right[chain[-1]])
    return chain


def _gaps(field: Field, chain: list[int]) -> list[float]:
    """Free widths between neighbours, each tile as wide as those of its kind around it: boxes are uneven."""
    lie = field.lie[chain] == TURNED
    half = field.half_x[chain]
    around = np.abs(np.arange(len(chain))[:, None] - np.arange(len(chain))) <= _AROUND
    alike = around & (lie[:, None] == lie)
    even = [float(np.median(half[same])) for same in alike]
    x = field.x[chain]
    return [float(x[at + 1] - x[at] - even[at] - even[at + 1]) for at in range(len(chain) - 1)]


def _base_gap(gaps: list[float]) -> float:
    """What touching tiles measure: more than 0 where only the printed face was boxed."""
    if len(gaps) < 3:
        return 0.0
    return float(np.clip(np.percentile(gaps, 25), -0.15, 0.4))
