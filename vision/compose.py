"""From seen tiles to a Reading: arrange them, name them, say what is doubtful."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK, FACE_NAMES
from vision.doubts import alternatives, hand_doubts
from vision.layout import Arrangement, arrange
from vision.picture_doubts import picture_doubts
from vision.reading import Group, ImageInfo, Milliseconds, ModelInfo, Quad, Reading, TileReading
from vision.seen import SeenTile


def compose_reading(
    image: ImageInfo,
    seen: Sequence[SeenTile],
    model: ModelInfo,
    *,
    pixels: NDArray[np.uint8] | None = None,
    start: float | None = None,
    spent: Milliseconds | None = None,
) -> Reading:
    """The reading of a photo from the tiles seen in it.

    Args:
        image: the full upright picture, in whose pixels the tiles' quads are.
        seen: tiles in any order, duplicates among them.
        model: the bundle that saw them.
        pixels: (h, w, 3) RGB of the picture, perhaps smaller, for what light and glare do.
        start: `time.perf_counter()` when the work on the photo began; `total` runs from there.
        spent: what went before; `layout` and `total` are filled in.
    """
    began = time.perf_counter()
    spent = spent or Milliseconds()
    arrangement = arrange(seen)
    of_hand = arrangement.of_hand() or tuple(range(len(arrangement.tiles)))
    quads = np.array([arrangement.tiles[at].quad for at in of_hand]).reshape(-1, 4, 2)
    doubts = (
        *hand_doubts(arrangement),
        *picture_doubts(quads, (image.width, image.height), pixels, of_hand),
    )
    ended = time.perf_counter()
    before = spent.decode + spent.detect + spent.read
    return Reading(
        image=image,
        tiles=_tiles(arrangement),
        groups=tuple(Group(at, group.kind, group.tiles) for at, group in enumerate(arrangement.groups)),
        hand=arrangement.hand,
        doubts=doubts,
        model=model,
        milliseconds=replace(
            spent,
            layout=(ended - began) * 1000,
            total=(ended - start) * 1000 if start is not None else before + (ended - began) * 1000,
        ),
    )


def _tiles(arrangement: Arrangement) -> tuple[TileReading, ...]:
    group_of = {tile: at for at, group in enumerate(arrangement.groups) for tile in group.tiles}
    return tuple(
        _tile(at, tile, face, group_of[at])
        for at, (tile, face) in enumerate(zip(arrangement.tiles, arrangement.faces, strict=True))
    )


def _tile(at: int, tile: SeenTile, face: int, group: int) -> TileReading:
    return TileReading(
        id=at,
        tile=None if face == BACK else FACE_NAMES[face],
        confidence=round(float(tile.probabilities[face]), 4),
        quad=_quad(tile),
        alternatives=alternatives(tile, face),
        face="down" if face == BACK else "up",
        group=group,
    )


def _quad(tile: SeenTile) -> Quad:
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in tile.quad)
    return a, b, c, d
