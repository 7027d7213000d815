"""Placing tiles on the table: attitudes, moves, and whether two tiles are in each other's way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.training.render.scene import PlacedTile, Pose, TileShape

Array = NDArray[np.float64]


def turn(degrees: float) -> Array:
    """Rotation (3, 3) about the vertical, anticlockwise seen from above."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


FACE_UP = np.eye(3)
FACE_DOWN = np.diag([-1.0, 1.0, -1.0])
STANDING = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""Columns are the tile's axes: x to the right, y up, the face towards the player."""


def leaning(degrees: float) -> Array:
    """A standing tile whose top leans away from the player."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    tilt: Array = np.array([[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]]) @ STANDING
    return tilt


def place(
    shape: TileShape, attitude: Array, x: float, y: float, angle: float = 0.0, base: float = 0.0
) -> Pose:
    """Rest a tile of this attitude on height `base`, centred over (x, y), turned by `angle` degrees."""
    rotation = turn(angle) @ attitude
    lift = float(np.abs(rotation[2]) @ shape.half)
    return Pose(rotation, np.array([x, y, base + lift]))


def moved(tiles: list[PlacedTile], dx: float, dy: float, angle: float = 0.0) -> list[PlacedTile]:
    """The tiles turned about the origin by `angle` degrees, then shifted."""
    r, shift = turn(angle), np.array([dx, dy, 0.0])
    return [replace(t, pose=Pose(r @ t.pose.rotation, r @ t.pose.centre + shift)) for t in tiles]


def centred(tiles: list[PlacedTile]) -> list[PlacedTile]:
    """Shift the tiles so that the middle of their extent is over the origin."""
    if not tiles:
        return []
    xy = np.array([t.pose.centre[:2] for t in tiles])
    middle = (xy.min(axis=0) + xy.max(axis=0)) / 2
    return moved(tiles, -float(middle[0]), -float(middle[1]))


def footprint(tile: PlacedTile, shape: TileShape) -> Array:
    """(4, 2) corners of the tile's shadow under a vertical light, as its turned bounding rectangle."""
    r = tile.pose.rotation
    flat = [int(k) for k in np.argsort(np.abs(r[2]))[:2]]
    a, b = r[:2, flat[0]] * shape.half[flat[0]], r[:2, flat[1]] * shape.half[flat[1]]
    corners: Array = tile.pose.centre[:2] + np.array([a + b, a - b, -a - b, b - a])
    return corners


def overlap(one: Array, other: Array, slack: float = 0.02) -> bool:
    """Whether two convex quads (4, 2) overlap by more than `slack` units (separating axes)."""
    for quad in (one, other):
        for i in range(2):
            edge = quad[i + 1] - quad[i]
            axis = np.array([-edge[1], edge[0]]) / (np.hypot(*edge) + 1e-9)
            a, b = one @ axis, other @ axis
            if a.max() - slack < b.min() or b.max() - slack < a.min():
                return False
    return True


def without_overlap(
    tiles: list[PlacedTile], shape: TileShape, kept: list[PlacedTile] | None = None
) -> list[PlacedTile]:
    """Those of `tiles`, in order, that overlap neither `kept` nor an earlier one."""
    centres = [t.pose.centre for t in kept or []]
    prints = [footprint(t, shape) for t in kept or []]
    reach, result = 1.5, []
    for tile in tiles:
        quad, here = footprint(tile, shape), tile.pose.centre
        near = [
            p
            for p, c in zip(prints, centres, strict=True)
            if abs(c[0] - here[0]) < reach
            and abs(c[1] - here[1]) < reach
            and abs(c[2] - here[2]) < shape.thickness * 0.9
        ]
        if any(overlap(quad, p) for p in near):
            continue
        result.append(tile)
        prints.append(quad)
        centres.append(here)
    return result
