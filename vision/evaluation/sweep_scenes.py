"""Scenes that vary one thing at a time: the same hands in the same light, from elsewhere, darker, smaller.

Every factor starts from the same base scenes: finished hands of the held-out designs on held-out tables, all
melds closed, the winning tile apart, 60 px a tile, seen from 60 degrees in even light.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vision.evaluation.hand_scenes import designs
from vision.training.render.arrange import points
from vision.training.render.camera import Camera
from vision.training.render.examples import scene_for_hand
from vision.training.render.framing import long_side_in
from vision.training.render.hands import random_hand
from vision.training.render.poses import turn
from vision.training.render.scene import PlacedTile, Pose, Prop, Scene, TileShape
from vision.training.render.tables import random_name

SEED = 931
PIXELS = 60.0
PITCH = 60.0
SIZE = (960, 720)
FULLEST = 0.92
"""Part of the picture that the hand fills at most; a larger picture is taken where the tiles are large."""

SKIN = (0.78, 0.56, 0.44)
COVERED_EVERY = 4
"""Of the hand's tiles every fourth is covered where things are covered."""


@dataclass(frozen=True)
class Factor:
    """One thing that is varied.

    Attributes:
        name: as in `sweeps.KINDS`, which says how its curve is drawn.
        levels: its values.
        apply: the base scene at a level.
    """

    name: str
    levels: tuple[float, ...]
    apply: Callable[[Scene, float], Scene]


def base_scene(design: str, index: int) -> Scene:
    """Base scene `index` of a design: a legal hand without exposed sets."""
    rng = np.random.default_rng([SEED, index, sum(map(ord, design))])
    while True:
        hand = random_hand(rng)
        if hand.winning_tile is not None and not hand.melds:
            break
    table = random_name(rng, None, held_out=True)
    scene = scene_for_hand(
        str(hand), int(rng.integers(2**31)), pitch=PITCH, table=table, design=design, size=SIZE
    )
    return seen(scene, PIXELS)


def seen(scene: Scene, pixels: float, *, pitch: float = PITCH, roll: float = 0.0) -> Scene:
    """The scene from `pitch` degrees, turned by `roll`, its tiles `pixels` long."""
    focus = points(list(scene.tiles), scene.look.shape)
    span = float(np.ptp(focus[:, :2], axis=0).max())
    camera = Camera.looking_at(
        np.array([0.0, 0.0, 0.3]), distance=1.6 * max(span, 5.0), pitch=pitch, azimuth=0.0, roll=roll,
        focal=700.0, size=SIZE,
    ).framed(focus, fill=FULLEST)  # fmt: skip
    part = pixels / long_side_in(camera, focus)
    if part > 1:  # a larger picture of the same view
        size = (round(SIZE[0] * part), round(SIZE[1] * part))
        camera = replace(
            camera.zoomed(part), size=size, centre=(camera.centre[0] * part, camera.centre[1] * part)
        )
    else:
        camera = camera.framed(focus, fill=FULLEST * part)
    return replace(scene, camera=camera, facts={**scene.facts})


def _blurred(scene: Scene, sigma: float) -> Scene:
    return replace(scene, sensor=replace(scene.sensor, defocus=sigma))


def _moved(scene: Scene, length: float) -> Scene:
    return replace(scene, sensor=replace(scene.sensor, motion=length, motion_angle=20.0))


def _darker(scene: Scene, exposure: float) -> Scene:
    noise = scene.sensor.noise / max(exposure, 0.1) ** 0.5
    return replace(scene, sensor=replace(scene.sensor, exposure=exposure, noise=noise))


def _covered(scene: Scene, part: float) -> Scene:
    """Every fourth tile covered from its lower edge up to a part of its face, as by a finger."""
    covers = tuple(_cover(tile, scene.look.shape, part) for tile in scene.tiles[::COVERED_EVERY] if part > 0)
    return replace(scene, props=(*scene.props, *covers))


def _cover(tile: PlacedTile, shape: TileShape, part: float) -> Prop:
    x, y, z = (float(v) for v in shape.half)
    half = (x, y * part, 0.02)
    middle = np.array([[0.0, -y + y * part, z + 0.025]])
    pose = Pose(tile.pose.rotation @ turn(0.0), tile.pose.apply(middle)[0])
    return Prop(pose, half, 0.05, 0.01, SKIN, 0.15)


FACTORS = (
    Factor("elevation", (10, 15, 20, 25, 30, 40, 50, 60, 70, 80), lambda s, v: seen(s, PIXELS, pitch=v)),
    Factor("rotation", tuple(range(0, 360, 30)), lambda s, v: seen(s, PIXELS, roll=v)),
    Factor("size", (12, 14, 16, 18, 20, 24, 30, 40, 60, 90, 140, 200), seen),
    Factor("blur", (0, 1, 1.5, 2, 2.5, 3, 4, 5), _blurred),
    Factor("motion", (0, 3, 5, 7, 9, 12, 16), _moved),
    Factor("darkness", (1, 0.5, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05), _darker),
    Factor("occlusion", (0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6), _covered),
    Factor("jpeg", (90, 60, 40, 25, 15, 10, 6), lambda s, _: s),
)


def design_names() -> list[str]:
    """The designs of the sweeps."""
    return list(designs())
