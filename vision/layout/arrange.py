"""From tiles anywhere in a photo to the hand: `arrange`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.classes import BACK
from vision.geometry import Array, across_and_down, long_sides
from vision.layout.arrangement import Arrangement, Count, PlacedGroup
from vision.layout.conclude import conclude
from vision.layout.duplicates import merge_duplicates
from vision.layout.lines import TURNED, Apart, Field, Line, lines_of
from vision.layout.pieces import Reader
from vision.layout.plane import flatten, row_directions
from vision.layout.search import Choice, best_choice
from vision.layout.sets import Faces
from vision.reading import GroupKind
from vision.seen import SeenTile

_CONVINCING = 2.5
"""A hand that costs less is not looked for along other directions."""
_AGAINST, _BOTH_TURNED = 0.15, 0.3
"""Tile widths between a tile of a pung and the one that makes it a kong, at most. Printed faces of touching
tiles lie so far apart; two that are both turned can be nothing else."""


def arrange(seen: Sequence[SeenTile]) -> Arrangement:
    """The hand among the tiles of a photo, and everything else apart.

    Works on where the tiles lie and what they show, whatever the angle and perspective of the photo:

    * The hand is the row or cluster of rows that best makes up one player's tiles: 14 with each set
      counted as three, near each other, large, nearest to the side that the faces' bottoms point to.
    * A set is exposed where a tile of it lies turned or stacked, where backs show (a concealed kong), or
      where it is a legal set and a gap sets it apart. Touching tiles without any of these are in hand.
    * Where every tile lies in sets and a pair with like gaps, or some sets have a turned tile and others
      have none, the plain ones are taken as in hand and reported as unclear.
    * The winning tile is the one apart, turned or raised; else none.
    """
    tiles = merge_duplicates(seen)
    if not tiles:
        return Arrangement((), (), (), None, Count(0, won=False))
    choice, faces = _likeliest(tiles)
    if choice is None:
        return _no_hand(tiles, faces)
    return conclude(tiles, faces, choice)


def _likeliest(tiles: Sequence[SeenTile]) -> tuple[Choice | None, Faces]:
    quads = np.stack([tile.quad for tile in tiles])
    faces = Faces(tiles)
    known = np.array([tile.turn_known and tile.best != BACK for tile in tiles])
    plane = flatten(quads, known)
    sizes, upright = long_sides(quads), _upright(quads, known)
    best: Choice | None = None
    for degrees in row_directions(plane):
        choice = _in_field(Field.along(plane, degrees), faces, sizes, upright)
        if choice is not None and (best is None or choice.cost < best.cost):
            best = choice
        if best is not None and best.cost < _CONVINCING:
            break
    return best, faces


def _upright(quads: Array, known: Array) -> Array:
    """(n,) +1 for faces that stand upright in the photo, -1 upside down, 0 between or unknown."""
    _, down = across_and_down(quads)
    slope = down[:, 1] / np.maximum(np.hypot(*down.T), 1e-9)
    return np.asarray(np.where(known & (np.abs(slope) > 0.5), np.sign(slope), 0.0))


def _in_field(field: Field, faces: Faces, sizes: Array, upright: Array) -> Choice | None:
    lines = lines_of(field, list(range(len(sizes))))
    on_top = dict(_stacked(field, lines, faces))
    if on_top:
        lines = lines_of(field, [tile for tile in range(len(sizes)) if tile not in on_top.values()])
    reader = Reader(field, faces, Apart.seen_in(lines), on_top)
    return best_choice(field, lines, reader, sizes, upright)


def _stacked(field: Field, lines: Sequence[Line], faces: Faces) -> Iterator[tuple[int, int]]:
    """Pairs (tile, tile on top): the fourth of a pung, lying alone over a tile of it or against its edge.

    The pung has a turned tile, or nothing touches it: three alike in a row are no reason to take a winning
    tile that lies above them for a kong's fourth.
    """
    alone = [line.tiles[0] for line in lines if len(line) == 1 and not faces.is_back(line.tiles[0])]
    apart = Apart.seen_in(list(lines))
    for line in lines:
        for start in range(len(line) - 2):
            three = line.tiles[start : start + 3]
            if len({int(faces.best[tile]) for tile in three}) > 1:
                continue
            borders = (line.gaps[at] for at in (start - 1, start + 2) if 0 <= at < len(line.gaps))
            if any(field.lie[tile] == TURNED for tile in three) or all(gap > apart.gap for gap in borders):
                same = (tile for tile in alone if faces.best[tile] == faces.best[three[0]])
                yield from (
                    (under, tile) for tile in same if (under := _under(field, three, tile)) is not None
                )


def _under(field: Field, three: Sequence[int], top: int) -> int | None:
    """The tile of the pung that `top` lies over or against the long edge of, if any."""
    tiles = list(three)
    aside = np.abs(field.x[tiles] - field.x[top])
    room = np.abs(field.y[tiles] - field.y[top]) - field.half_y[tiles] - field.half_y[top]
    turned = (field.lie[tiles] == TURNED) & (field.lie[top] == TURNED)
    on = (room < np.where(turned, _BOTH_TURNED, _AGAINST)) & (aside < 0.5)
    return three[int(np.where(on, aside, np.inf).argmin())] if on.any() else None


def _no_hand(tiles: Sequence[SeenTile], faces: Faces) -> Arrangement:
    """Only backs: nothing to read."""
    everything = PlacedGroup(GroupKind.OTHER, tuple(range(len(tiles))))
    best = tuple(int(face) for face in faces.best)
    return Arrangement(tuple(tiles), best, (everything,), None, Count(0, won=False))
