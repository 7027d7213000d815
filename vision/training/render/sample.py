"""Random scenes: picture i of seed S is always the same scene, whatever was drawn before it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.training.render import tables
from vision.training.render.arrange import arranged
from vision.training.render.camera import Camera
from vision.training.render.clutter import odd_things, random_props
from vision.training.render.conditions import random_light, random_sensor
from vision.training.render.framing import long_side_in, random_camera
from vision.training.render.scene import Colour, PlacedTile, Scene, Table, TileLook, TileShape

Rng = np.random.Generator
Array = NDArray[np.float64]

KINDS = {
    "hand": 0.42, "standing": 0.12, "lineup": 0.06, "grid": 0.08, "pile": 0.11, "table": 0.10, "close": 0.07,
    "clutter": 0.04,
}  # fmt: skip
"""Share of each kind of scene."""
DESK = "desk"
"""Tiles stood up before a low camera, a room behind them: drawn where it is asked for."""
DESK_SHARE = 0.15
"""Its share beside other kinds that are asked for."""
BODIES: tuple[tuple[Colour, float], ...] = (
    ((0.93, 0.93, 0.92), 4), ((0.94, 0.91, 0.84), 4), ((0.90, 0.86, 0.74), 2), ((0.86, 0.89, 0.92), 1),
    ((0.72, 0.86, 0.76), 1), ((0.80, 0.90, 0.82), 1), ((0.86, 0.76, 0.55), 0.4), ((0.08, 0.08, 0.09), 0.35),
)  # fmt: skip
BACKS: tuple[tuple[Colour, float], ...] = (
    ((0.06, 0.45, 0.25), 4), ((0.15, 0.35, 0.72), 3), ((0.35, 0.65, 0.90), 1.5), ((0.92, 0.70, 0.15), 2),
    ((0.78, 0.62, 0.36), 1.5), ((0.90, 0.42, 0.10), 1.5), ((0.45, 0.47, 0.50), 1), ((0.55, 0.12, 0.15), 0.7),
    ((0.10, 0.10, 0.12), 0.8), ((0.45, 0.25, 0.60), 0.4),
)  # fmt: skip


@dataclass(frozen=True)
class Sampler:
    """Draws scenes from the designs and tables it was given.

    Attributes:
        designs: names with weights (`Catalogue.names`).
        art: the art folder, or None to do without its swatches.
        held_out_tables: lay the tiles on the tables kept out of training.
        kinds: which kinds of scene, among one another as frequent as in `KINDS`; none for all.
        only: faces that all tiles show; none for all, as dealt.
    """

    designs: dict[str, float]
    art: Path | None = None
    held_out_tables: bool = False
    kinds: tuple[str, ...] = ()
    only: tuple[str, ...] = ()

    def scene(self, seed: int, index: int) -> Scene:
        """Picture `index` of `seed`."""
        rng = np.random.default_rng([seed, index])
        kinds = self.kinds or tuple(KINDS)
        shares = np.array([KINDS.get(kind, DESK_SHARE) for kind in kinds])
        kind = str(rng.choice(kinds, p=shares / shares.sum()))
        look = self.look(rng)
        arrangement = arranged(kind, look.shape, rng)
        tiles, focus, hand = list(arrangement.tiles), arrangement.focus, arrangement.hand
        camera = random_camera(kind, focus, rng)
        if self.only:
            tiles, hand = self._showing(tiles, np.random.default_rng([seed, index, 29])), None
        if not _inside(camera, focus):
            hand = None
        props = random_props(kind, tiles, rng)
        if not self.held_out_tables:
            props += odd_things(kind, tiles, np.random.default_rng([seed, index, 23]))
        table, room = self.surroundings(kind, tiles, self.table(rng, tiles, kind), seed, index)
        return Scene(
            camera=camera,
            look=look,
            tiles=tuple(tiles),
            table=table,
            light=random_light(rng),
            sensor=random_sensor(rng, long_side_in(camera, focus)),
            props=tuple(props),
            room=room,
            kind=kind,
            notation=None if hand is None else str(hand),
            facts={"relief": round(float(rng.choice([0.0, 0.4, 0.8, 1.3])), 2)},
        )

    def surroundings(
        self, kind: str, tiles: list[PlacedTile], table: Table, seed: int, index: int
    ) -> tuple[Table, int | None]:
        """The table, some polished; and the room behind it, where the camera may see one."""
        rng = np.random.default_rng([seed, index, 19])
        if rng.random() < 0.15:
            mirror = float(rng.uniform(0.1, 0.7))
            table = replace(table, mirror=mirror, mirror_blur=float(rng.uniform(0, 3.5)))
        if kind == DESK and rng.random() < 0.85:
            reach = max((abs(float(tile.pose.centre[1])) for tile in tiles), default=1.0)
            width = table.extent[0] if table.extent else 40.0
            table = replace(table, extent=(width, reach + 0.7 + float(rng.exponential(4))))
        if not self.held_out_tables and rng.random() < 0.18:
            table = replace(table, name=tables.printed_name(rng))
        room = 2 * int(rng.integers(2**30)) + self.held_out_tables
        return table, room if kind in (DESK, "standing", "lineup") or rng.random() < 0.3 else None

    def _showing(self, tiles: list[PlacedTile], rng: Rng) -> list[PlacedTile]:
        return [replace(tile, face=str(rng.choice(self.only))) for tile in tiles]

    def look(self, rng: Rng) -> TileLook:
        """A physical set."""
        names = list(self.designs)
        weights = np.array([self.designs[n] for n in names])
        design = str(rng.choice(names, p=weights / weights.sum()))
        body = _weighted(BODIES, rng)
        bright = float(rng.uniform(0.92, 1.06))
        red, green, blue = (float(np.clip(c * bright + rng.normal(0, 0.01), 0, 0.97)) for c in body)
        body = (red, green, blue)
        back = _weighted(BACKS, rng)
        one_coloured = rng.random() < 0.05
        return TileLook(
            design=design,
            variant=int(rng.integers(2**31)),
            shape=TileShape(
                width=float(rng.uniform(0.70, 0.79)),
                thickness=float(rng.uniform(0.42, 0.78)),
                corner=float(rng.uniform(0.04, 0.13)),
                edge=float(rng.uniform(0.02, 0.075)),
            ),
            body=body,
            back=back,
            back_share=0.0 if one_coloured else float(rng.uniform(0.18, 0.62)),
            gloss=float(rng.uniform(0.1, 1.0)),
            pattern=float(rng.choice([0.0, 0.0, 0.6, 1.0])),
        )

    def table(self, rng: Rng, tiles: list[PlacedTile], kind: str) -> Table:
        """A surface, sometimes ending in view."""
        name = tables.random_name(rng, self.art, self.held_out_tables)
        extent = None
        if rng.random() < 0.4:
            spots = [t.pose.centre[:2] for t in tiles] or [np.array([4.0, 4.0])]
            reach = np.abs(np.array(spots)).max(axis=0) + 0.6
            extent = (float(reach[0] + 2 * rng.exponential(4)), float(reach[1] + rng.exponential(4)))
        tint = tuple(float(v) for v in rng.uniform(0.75, 1.15) * rng.normal(1, 0.05, 3))
        floor = str(rng.choice(["wood", "speckle", "checked", "cloth", "plain"]))
        return Table(
            name=name,
            tint=(tint[0], tint[1], tint[2]),
            scale=float(rng.uniform(5, 16)),
            extent=extent,
            floor=f"{floor}/{int(rng.integers(60))}",
            gloss=float(rng.choice([0.02, 0.1, 0.6], p=[0.6, 0.25, 0.15])),
        )


def _inside(camera: Camera, points: Array) -> bool:
    """Whether all points (n, 3) are in the picture, bar a sliver."""
    seen = camera.project(points)
    slack = 0.01 * max(camera.size)
    return bool(np.all((seen > -slack) & (seen < np.array(camera.size) + slack)))


def _weighted(options: tuple[tuple[Colour, float], ...], rng: Rng) -> Colour:
    weights = np.array([w for _, w in options])
    return options[int(rng.choice(len(options), p=weights / weights.sum()))][0]
