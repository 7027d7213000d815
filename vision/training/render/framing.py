"""Where the photographer stands: picture size, angles, distance, crop."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training.render.camera import Camera

Rng = np.random.Generator
Array = NDArray[np.float64]

PICTURE_SIZES = (
    (640, 640), (768, 576), (800, 600), (720, 960), (960, 720), (640, 480), (480, 640), (896, 504),
    (960, 540), (540, 960), (736, 736), (600, 800), (832, 832),
)  # fmt: skip


def random_camera(kind: str, focus: Array, rng: Rng) -> Camera:
    """A camera for a scene of this kind whose `focus` (n, 3) points are to be in the picture."""
    if kind == "desk":
        return desk_camera(focus, rng)
    size = PICTURE_SIZES[int(rng.integers(len(PICTURE_SIZES)))]
    row = kind in ("hand", "standing", "close", "lineup")
    if row and size[0] < size[1] and rng.random() < 0.5:
        size = (size[1], size[0])
    if kind in ("standing", "lineup"):
        pitch = float(rng.uniform(8, 48))
    else:
        pitch = float(np.clip(20 + 70 * rng.beta(2.4, 1.6), 20, 90))
    roll = float(rng.normal(0, 6)) if rng.random() < 0.62 else float(rng.uniform(-180, 180))
    azimuth = float(rng.normal(0, 14)) if row else float(rng.uniform(-180, 180))
    stretch = float(rng.uniform(0.75, 1.33)) if rng.random() < 0.35 else 1.0
    span = float(np.ptp(focus[:, :2], axis=0).max())
    distance = float(rng.uniform(0.9, 2.6)) * max(span, 4.0)
    target = np.array([*(focus[:, :2].min(axis=0) + focus[:, :2].max(axis=0)) / 2, 0.3])
    camera = Camera.looking_at(
        target,
        distance=distance,
        pitch=pitch,
        azimuth=azimuth,
        roll=roll,
        focal=700.0,
        size=size,
        stretch=stretch,
    )
    fill = float(rng.uniform(0.55, 0.98)) if kind != "table" else float(rng.uniform(0.8, 1.5))
    if rng.random() < 0.18:
        fill = float(rng.uniform(1.0, 2.2))
    camera = camera.framed(focus, fill=fill, offset=(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1))))
    long_side = long_side_in(camera, focus)
    wanted = float(np.clip(long_side, 13, float(rng.uniform(100, 200))))
    if abs(wanted - long_side) > 0.5:
        camera = camera.framed(focus, fill=fill * wanted / long_side, offset=(0.0, 0.0))
    return camera


def desk_camera(focus: Array, rng: Rng) -> Camera:
    """A camera low before the tiles, with room above them; every second picture squeezed to a square."""
    squeezed = rng.random() < 0.5
    size = (640, 640) if squeezed else PICTURE_SIZES[int(rng.integers(len(PICTURE_SIZES)))]
    camera = Camera.looking_at(
        np.array([*(focus[:, :2].min(axis=0) + focus[:, :2].max(axis=0)) / 2, 0.3]),
        distance=float(rng.uniform(0.9, 2.6)) * max(float(np.ptp(focus[:, :2], axis=0).max()), 4.0),
        pitch=float(rng.uniform(4, 42)),
        azimuth=float(rng.normal(0, 16)),
        roll=float(rng.normal(0, 4)),
        focal=700.0,
        size=size,
        stretch=float(rng.choice([0.5625, 0.75, 0.667])) if squeezed else 1.0,
    )
    offset = float(rng.uniform(-0.8, 0.8)), float(rng.uniform(-0.6, 0.9))
    return camera.framed(focus, fill=float(rng.uniform(0.3, 0.97)), offset=offset)


def long_side_in(camera: Camera, focus: Array) -> float:
    """Length in pixels of a tile's long side square on, in the middle of what is framed."""
    depth = float(camera.depth(focus.mean(axis=0)))
    return float(np.sqrt(camera.focal[0] * camera.focal[1])) / depth
