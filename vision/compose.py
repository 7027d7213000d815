"""From seen tiles to a Reading: arrange them, name them, say what is doubtful."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.certainty import CAUTION, Caution, certainty
from vision.classes import BACK, FACE_NAMES, WHITE
from vision.doubt_ranking import alternatives
from vision.doubts import hand_doubts
from vision.layout import Arrangement, arrange
from vision.picture_doubts import picture_doubts, whole_picture_doubts
from vision.reading import Group, ImageInfo, Milliseconds, ModelInfo, Quad, Reading, TileReading
from vision.seen import SeenTile


def compose_reading(
    image: ImageInfo,
    seen: Sequence[SeenTile],
    model: ModelInfo,
    *,
    otherwise: Iterable[Sequence[SeenTile]] = (),
    pixels: NDArray[np.uint8] | None = None,
    start: float | None = None,
    spent: Milliseconds | None = None,
    caution: Caution = CAUTION,
) -> Reading:
    """The reading of a photo from the tiles seen in it.

    Args:
        image: the full upright picture, in whose pixels the tiles' quads are.
        seen: tiles in any order, duplicates among them.
        otherwise: other choices of tiles, tried in turn where these make no hand.
        model: the bundle that saw them.
        pixels: (h, w, 3) RGB of the picture, perhaps smaller, for what light and glare do.
        start: `time.perf_counter()` when the work on the photo began; `total` runs from there.
        spent: what went before; `layout` and `total` are filled in.
        caution: what is asked about.
    """
    began = time.perf_counter()
    spent = spent or Milliseconds()
    arrangement = _arranged(seen, otherwise)
    of_hand = arrangement.of_hand() or tuple(range(len(arrangement.tiles)))
    everything = np.array([tile.quad for tile in arrangement.tiles]).reshape(-1, 4, 2)
    size = (image.width, image.height)
    legible = [_is_legible(arrangement.tiles[at], arrangement.faces[at], caution) for at in of_hand]
    doubts = (
        *whole_picture_doubts(everything, pixels),
        *hand_doubts(arrangement, caution),
        *picture_doubts(everything[list(of_hand)], size, pixels, of_hand, legible=legible),
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


def _arranged(seen: Sequence[SeenTile], otherwise: Iterable[Sequence[SeenTile]]) -> Arrangement:
    """The arrangement of the first choice of tiles that makes a hand, else that of `seen`.

    A hand that takes a tile's back for a face is a makeshift: a choice that makes one without goes before it.
    """
    first = arrange(seen)
    if not first.tiles or _is_plausible(first):
        return first
    others = [arrange(tiles) for tiles in otherwise]
    ranked = (*filter(_is_plausible, others), *(each for each in (first, *others) if each.hand is not None))
    return next(iter(ranked), first)


def _is_plausible(arrangement: Arrangement) -> bool:
    """Whether there is a hand, and no tile in it that was read as a back and is taken to show a face."""
    held = arrangement.of_hand()
    backs_stay = all(arrangement.tiles[at].best != BACK or arrangement.faces[at] == BACK for at in held)
    return arrangement.hand is not None and backs_stay


def _is_legible(tile: SeenTile, face: int, caution: Caution) -> bool:
    """Whether a tile shows strokes that were read surely; a blank face may be one that light washed out."""
    return face not in (WHITE, BACK) and not caution.asks(float(tile.probabilities[face]), tile.score)


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
        confidence=round(certainty(float(tile.probabilities[face]), tile.score), 4),
        quad=_quad(tile),
        alternatives=alternatives(tile, face),
        face="down" if face == BACK else "up",
        group=group,
    )


def _quad(tile: SeenTile) -> Quad:
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in tile.quad)
    return a, b, c, d
