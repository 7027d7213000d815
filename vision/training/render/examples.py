"""A given hand as a photograph: for example pictures, documentation and demonstrations."""

from __future__ import annotations

import numpy as np

from scoring.hand import Hand
from vision.training.render.arrange import points, surroundings_of
from vision.training.render.camera import Camera
from vision.training.render.hands import shuffled_wall, tidy_plan
from vision.training.render.layout import Layouter, Looseness
from vision.training.render.poses import without_overlap
from vision.training.render.scene import Light, Scene, Sensor, Table, TileLook, TileShape


def scene_for_hand(
    notation: str,
    seed: int,
    *,
    pitch: float = 62.0,
    roll: float = 0.0,
    azimuth: float = 0.0,
    table: str = "felt/900",
    design: str = "qicheng",
    size: tuple[int, int] = (1280, 720),
    winning_at: str = "right",
    melds_at: str = "right",
    turned: bool = False,
    surroundings: bool = False,
    fill: float = 0.9,
) -> Scene:
    """A given hand laid out as a person would, in good light: for example pictures and demonstrations.

    Angles in degrees. `winning_at` is `right`, `above`, `left` or `end`; `turned` lays one tile of each
    exposed meld sideways; `surroundings` adds a pond and walls beyond the hand. Raises `RequestError`
    for a notation that is none.
    """
    hand = Hand.parse(notation)
    rng = np.random.default_rng([seed, 51])
    shape = TileShape(thickness=0.58)
    layouter = Layouter(shape, rng, Looseness(gap=0.012, shift=0.012, angle=0.6, group_gap=0.5))
    tiles = layouter.hand(tidy_plan(hand, winning_at=winning_at, melds_at=melds_at, turned=turned))
    focus = points(tiles, shape)
    if surroundings:
        extra = surroundings_of(layouter, shuffled_wall(rng), tiles, rng, full=True)
        tiles = tiles + without_overlap(extra, shape, tiles)
    span = float(np.ptp(focus[:, :2], axis=0).max())
    camera = Camera.looking_at(
        np.array([0.0, 0.0, 0.3]), distance=1.5 * max(span, 5.0), pitch=pitch, azimuth=azimuth, roll=roll,
        focal=700.0, size=size,
    ).framed(focus, fill=fill)  # fmt: skip
    look = TileLook(
        design=design, variant=seed, shape=shape, body=(0.93, 0.92, 0.88), back=(0.07, 0.42, 0.26), gloss=0.45
    )
    return Scene(
        camera=camera,
        look=look,
        tiles=tuple(tiles),
        table=Table(table, scale=10.0),
        light=Light(softness=0.2, glare=0.25),
        sensor=Sensor(noise=1.2, defocus=0.3, jpeg=100, seed=seed, vignette=0.12),
        kind="hand",
        notation=str(hand),
        facts={"relief": 0.6},
    )
