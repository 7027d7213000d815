"""Where the model and the labels disagree, the surest of the model's objections first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from scoring.errors import Text
from vision.geometry import nearest_pairs
from vision.labelling.audit.fault import Fault, Kind
from vision.labelling.examine import Examined
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile
from vision.labelling.prelabel import prelabelled

SURE = 0.8
"""Confidence from which a tile that has no label is told."""


def disagreements(data: DataSet, examined: Mapping[str, Examined]) -> Iterator[Fault]:
    """Labels that the model reads as another tile, does not see, or misses; weight is how sure it is.

    A label and what the model sees are one tile where the centre of the one lies in the box of the other,
    nearest first, one to one.
    """
    for picture in data.pictures:
        reading = examined[picture.file].reading
        if reading is None or not picture.tiles:
            continue
        seen = prelabelled(picture.file, reading).picture.tiles
        pairs = _pairs(picture.tiles, seen)
        for at, tile in enumerate(picture.tiles):
            if at not in pairs:
                yield _not_seen(picture, tile)
            elif seen[pairs[at]].name != tile.name:
                yield _another(picture, tile, seen[pairs[at]])
        taken = set(pairs.values())
        missed = [tile for at, tile in enumerate(seen) if at not in taken and (tile.confidence or 0) >= SURE]
        if missed:
            yield _not_labelled(picture, missed)


def _pairs(labelled: tuple[LabelledTile, ...], seen: tuple[LabelledTile, ...]) -> dict[int, int]:
    """Index of a label to index of what was seen there."""
    if not labelled or not seen:
        return {}
    centres = np.array([tile.centre for tile in seen])
    inside = _within(centres, np.array([tile.box for tile in labelled]))
    middles = np.array([tile.centre for tile in labelled])
    inside |= _within(middles, np.array([tile.box for tile in seen])).T
    apart = np.where(inside, np.linalg.norm(middles[:, None] - centres[None], axis=2), np.inf)
    return nearest_pairs(apart)


def _within(points: NDArray[np.float64], boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of the points (n, 2) lie in which of the boxes (m, 4): (m, n)."""
    above = points[None] >= boxes[:, None, :2]
    below = points[None] <= boxes[:, None, 2:]
    return np.asarray(np.all(above & below, axis=2))


def _another(picture: LabelledPicture, tile: LabelledTile, seen: LabelledTile) -> Fault:
    sure = seen.confidence or 0.0
    text = Text(
        f"标 {tile.name}，模型读 {seen.name}（{sure:.0%}）",
        f"labelled {tile.name}, read {seen.name} ({sure:.0%})",
    )
    return Fault(Kind.DISAGREEMENT, (picture.file,), text, sure, (tile,), (seen,))


def _not_seen(picture: LabelledPicture, tile: LabelledTile) -> Fault:
    text = Text(f"标 {tile.name} 处没看到牌", f"no tile is seen where {tile.name} is labelled")
    return Fault(Kind.NOT_SEEN, (picture.file,), text, labelled=(tile,))


def _not_labelled(picture: LabelledPicture, missed: list[LabelledTile]) -> Fault:
    names = " ".join(tile.name for tile in missed)
    sure = sum(tile.confidence or 0.0 for tile in missed)
    text = Text(f"没标的 {len(missed)} 张：{names}", f"{len(missed)} without a label: {names}")
    return Fault(Kind.NOT_LABELLED, (picture.file,), text, sure, (), tuple(missed))
