"""Exact labels: where each printed face lies in the picture and how much of it can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.render.scene import PlacedTile, Role, Scene, TileShape

Array = NDArray[np.float64]
SLIVER = 0.15
"""Sine of the flattest angle at which a big side still counts as seen."""
LEAST_VISIBLE = 0.08
INSET = 0.35
"""The quad's corners lie this part of the edge radius inside the box: on the rounding, where the eye puts
the tile's outline."""


@dataclass(frozen=True)
class TileLabel:
    """One tile in the picture.

    Attributes:
        face: `1m`..`7z`, `f`, or None when only its back is seen.
        quad: (4, 2) pixels, clockwise from the top left of the face (or of the back as seen).
        visible: part of the quad that is inside the picture and not hidden, 0 to 1.
        box: (4,) left, top, right, bottom of all that is seen of the body.
    """

    face: str | None
    quad: Array
    visible: float
    group: int
    role: Role
    standing: bool
    box: tuple[int, int, int, int]

    def as_json(self) -> dict[str, Any]:
        """The JSON form, pixels to a tenth."""
        return {
            "face": self.face,
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in self.quad],
            "visible": round(self.visible, 3),
            "group": self.group,
            "role": self.role,
            "standing": self.standing,
            "box": list(self.box),
        }


def side(shape: TileShape, front: bool) -> Array:
    """(4, 3) own coordinates of the front or back, clockwise from its top left as seen from outside."""
    x, y, z = shape.half - np.array([INSET * shape.edge, INSET * shape.edge, 0.0])
    if front:
        return np.array([[-x, y, z], [x, y, z], [x, -y, z], [-x, -y, z]])
    return np.array([[x, y, -z], [-x, y, -z], [-x, -y, -z], [x, -y, -z]])


def facing(tile: PlacedTile, shape: TileShape, eye: Array, front: bool) -> float:
    """Sine of the angle at which the eye looks on the side: 1 square on, 0 edge on, negative from behind."""
    outward = tile.pose.rotation[:, 2] * (1.0 if front else -1.0)
    towards = eye - (tile.pose.centre + outward * shape.half[2])
    return float(outward @ towards / np.linalg.norm(towards))


def area(quad: Array) -> float:
    """Signed area of a polygon (n, 2); positive when clockwise in the picture (y down)."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def visible_part(quad: Array, ids: NDArray[np.int32], identity: int) -> float:
    """Part of `quad` whose pixels in the id picture (h, w) belong to `identity`; outside counts hidden."""
    height, width = ids.shape
    low = np.floor(quad.min(axis=0)).astype(int).clip(0, [width, height])
    high = np.ceil(quad.max(axis=0)).astype(int).clip(0, [width, height])
    if np.any(high <= low):
        return 0.0
    fine = 4
    canvas = np.zeros((int(high[1] - low[1]) * fine, int(high[0] - low[0]) * fine), np.uint8)
    cv2.fillPoly(canvas, [np.round((quad - low) * fine).astype(np.int32)], 1)
    cells = canvas.reshape(high[1] - low[1], fine, high[0] - low[0], fine).mean(axis=(1, 3))
    own = ids[low[1] : high[1], low[0] : high[0]] == identity
    return float(min(1.0, (cells * own).sum() / max(area(quad), 1e-6)))


def boxes(ids: NDArray[np.int32], tiles: int) -> NDArray[np.int64]:
    """(tiles, 4) left, top, right, bottom of each id 1..tiles in the id picture; zeros when absent."""
    result = np.zeros((tiles, 4), dtype=np.int64)
    rows, columns = np.nonzero((ids > 0) & (ids <= tiles))
    which = ids[rows, columns] - 1
    low = np.full((tiles, 2), np.iinfo(np.int64).max)
    high = np.full((tiles, 2), -1)
    np.minimum.at(low, which, np.stack([columns, rows], axis=1))
    np.maximum.at(high, which, np.stack([columns, rows], axis=1))
    seen = high[:, 0] >= 0
    result[seen] = np.concatenate([low[seen], high[seen] + 1], axis=1)
    return result


def label_scene(scene: Scene, ids: NDArray[np.int32]) -> list[TileLabel]:
    """Labels of all tiles of which a big side is seen; `ids` (h, w) holds 1 + the tile's index, else 0."""
    shape, result = scene.look.shape, []
    extents = boxes(ids, len(scene.tiles))
    for index, tile in enumerate(scene.tiles):
        if extents[index, 2] == 0:
            continue
        front = facing(tile, shape, scene.camera.eye, True) > 0
        if facing(tile, shape, scene.camera.eye, front) < SLIVER:
            continue
        quad = scene.camera.project(tile.pose.apply(side(shape, front)))
        if not np.all(np.isfinite(quad)):
            continue
        seen = visible_part(quad, ids, index + 1)
        if seen < LEAST_VISIBLE:
            continue
        left, top, right, bottom = (int(v) for v in extents[index])
        face = tile.face if front else None
        result.append(
            TileLabel(face, quad, seen, tile.group, tile.role, tile.standing, (left, top, right, bottom))
        )
    return result


def picture_json(scene: Scene, labels: list[TileLabel], image: str) -> dict[str, Any]:
    """One picture's label line: the tiles and the facts of the scene."""
    width, height = scene.camera.size
    return {
        "image": image,
        "width": width,
        "height": height,
        "kind": scene.kind,
        "pitch": round(scene.camera.pitch, 1),
        "roll": round(scene.camera.roll, 1),
        "design": scene.look.design,
        "table": scene.table.name,
        "notation": scene.notation,
        **scene.facts,
        "tiles": [label.as_json() for label in labels],
    }
