"""Faults that the labels show by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from scoring.errors import Text
from vision.classes import FACE_NAMES
from vision.geometry import areas, long_sides, overlap
from vision.labelling.audit.fault import Fault, Kind
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile

OUTSIDE = 2.0
"""Pixels that a box may leave the picture by; labelling tools round."""

ON_ONE_TILE = 0.7
"""Part of the smaller of two boxes that the other covers from which both are on one tile. Upright boxes round
turned neighbours cover each other by up to a half."""

SMALL = 12.0
"""Pixels of a tile's longer side below which nobody can read it."""

COPIES = 4
"""Tiles of a kind in a set; flowers and backs are of no one kind."""

FEW = 20
"""Tiles of a class below which nothing can be said of it."""

NOT_COUNTED = ("f", "back")


def box_faults(data: DataSet) -> Iterator[Fault]:
    """Boxes out of frame, without area, on one tile, tiny; more than four of a kind; nothing labelled."""
    for picture in data.pictures:
        if not picture.tiles:
            text = Text("没有一张牌", "not one tile is labelled")
            yield Fault(Kind.NO_TILES, (picture.file,), text)
            continue
        for tile in picture.tiles:
            yield from _of_tile(picture, tile)
        yield from _overlapping(picture)
        yield from _five_of_a_kind(picture)


def class_faults(data: DataSet) -> Iterator[Fault]:
    """Classes that the data set has few of."""
    per_class = data.per_class()
    for name in FACE_NAMES:
        count = per_class.get(name, 0)
        if count < FEW:
            text = Text(f"{name} 只有 {count} 张", f"{name}: only {count}")
            yield Fault(Kind.RARE_CLASS, (), text, weight=FEW - count)


def _of_tile(picture: LabelledPicture, tile: LabelledTile) -> Iterator[Fault]:
    quad = np.array([tile.quad], dtype=np.float64)
    x0, y0, x1, y1 = tile.box
    beyond = max(-x0, -y0, x1 - picture.width, y1 - picture.height)
    if beyond > OUTSIDE:
        text = Text(f"{tile.name} 超出 {beyond:.0f} 像素", f"{tile.name} by {beyond:.0f} pixels")
        yield Fault(Kind.OUT_OF_FRAME, (picture.file,), text, beyond, (tile,))
    if areas(quad)[0] < 1:
        text = Text(f"{tile.name} 的框没有面积", f"the box of {tile.name} has no area")
        yield Fault(Kind.NO_AREA, (picture.file,), text, labelled=(tile,))
    elif (side := float(long_sides(quad)[0])) < SMALL:
        text = Text(f"{tile.name} 长边 {side:.0f} 像素", f"{tile.name}: longer side {side:.0f} pixels")
        yield Fault(Kind.TINY, (picture.file,), text, SMALL - side, (tile,))


def _overlapping(picture: LabelledPicture) -> Iterator[Fault]:
    for one, other in combinations(picture.tiles, 2):
        if not _touch(one, other):
            continue
        share = overlap(np.array(one.quad), np.array(other.quad))
        if share > ON_ONE_TILE:
            text = Text(
                f"{one.name} 与 {other.name} 重叠 {share:.0%}",
                f"{one.name} and {other.name} overlap by {share:.0%}",
            )
            yield Fault(Kind.OVERLAPPING, (picture.file,), text, share, (one, other))


def _touch(one: LabelledTile, other: LabelledTile) -> bool:
    a, b = one.box, other.box
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _five_of_a_kind(picture: LabelledPicture) -> Iterator[Fault]:
    found = Counter(tile.name for tile in picture.tiles if tile.name not in NOT_COUNTED)
    for name, count in found.items():
        if count > COPIES:
            text = Text(f"{name} 有 {count} 张", f"{count} of {name}")
            those = tuple(tile for tile in picture.tiles if tile.name == name)
            yield Fault(Kind.FIVE_OF_A_KIND, (picture.file,), text, count, those)
