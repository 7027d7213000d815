"""Random scenes: picture i of seed S is always the same scene, whatever was drawn before it."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.hand import Hand
from vision.training.render import clutter, tables
from vision.training.render.camera import Camera
from vision.training.render.hands import loose_plan, random_hand, shuffled_wall, tidy_plan
from vision.training.render.layout import Layouter, Looseness, moved, without_overlap
from vision.training.render.scene import (
    Colour,
    Light,
    PlacedTile,
    Pose,
    Prop,
    Scene,
    Sensor,
    Table,
    TileLook,
    TileShape,
)

Rng = np.random.Generator
Array = NDArray[np.float64]

KINDS = {
    "hand": 0.47,
    "standing": 0.13,
    "grid": 0.09,
    "pile": 0.12,
    "table": 0.11,
    "close": 0.05,
    "clutter": 0.03,
}
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
        swatch_folder: the art folder, or None to do without its swatches.
        held_out_tables: lay the tiles on the tables kept out of training.
    """

    designs: dict[str, float]
    swatch_folder: object = None
    held_out_tables: bool = False

    def scene(self, seed: int, index: int) -> Scene:
        """Picture `index` of `seed`."""
        rng = np.random.default_rng([seed, index])
        kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
        look = self.look(rng)
        tiles, focus, hand = _arranged(kind, look.shape, rng)
        camera = _camera(kind, focus, look.shape, rng)
        props = _props(kind, tiles, camera, rng)
        return Scene(
            camera=camera,
            look=look,
            tiles=tuple(tiles),
            table=self.table(rng, tiles, kind),
            light=random_light(rng),
            sensor=random_sensor(rng, _long_side(camera, focus)),
            props=tuple(props),
            kind=kind,
            notation=None if hand is None else str(hand),
            facts={"relief": round(float(rng.choice([0.0, 0.4, 0.8, 1.3])), 2)},
        )

    def look(self, rng: Rng) -> TileLook:
        """A physical set."""
        names = list(self.designs)
        weights = np.array([self.designs[n] for n in names])
        design = str(rng.choice(names, p=weights / weights.sum()))
        body = _weighted(BODIES, rng)
        bright = float(rng.uniform(0.92, 1.06))
        body = tuple(float(np.clip(c * bright + rng.normal(0, 0.01), 0, 0.97)) for c in body)  # type: ignore[assignment]
        back = _weighted(BACKS, rng)
        one_coloured = rng.random() < 0.12
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
            back=body if one_coloured and rng.random() < 0.5 else back,
            back_share=0.0 if one_coloured else float(rng.uniform(0.18, 0.62)),
            gloss=float(rng.uniform(0.1, 1.0)),
            pattern=float(rng.choice([0.0, 0.0, 0.6, 1.0])),
        )

    def table(self, rng: Rng, tiles: list[PlacedTile], kind: str) -> Table:
        """A surface, sometimes ending in view."""
        name = tables.random_name(rng, self.swatch_folder, self.held_out_tables)  # type: ignore[arg-type]
        extent = None
        if rng.random() < 0.4:
            reach = np.abs(np.array([t.pose.centre[:2] for t in tiles] or [[4.0, 4.0]])).max(axis=0) + 0.6
            extent = (float(reach[0] + rng.exponential(5)), float(reach[1] + rng.exponential(4)))
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


def _weighted(options: tuple[tuple[Colour, float], ...], rng: Rng) -> Colour:
    weights = np.array([w for _, w in options])
    return options[int(rng.choice(len(options), p=weights / weights.sum()))][0]


def _arranged(kind: str, shape: TileShape, rng: Rng) -> tuple[list[PlacedTile], Array, Hand | None]:
    """Tiles, the points to frame (n, 3), and the hand when there is one."""
    layouter = Layouter(shape, rng, Looseness.random(rng))
    wall = shuffled_wall(rng)
    if kind in ("hand", "standing", "close"):
        hand = random_hand(rng)
        if kind == "close":
            faces = tuple(wall[: int(rng.integers(2, 7))])
            tiles = layouter.grid(faces, int(rng.integers(1, 7)))
            return tiles, _points(tiles, shape), None
        plan = loose_plan(hand, rng)
        if kind == "standing":
            plan = replace(plan, standing=True, lean=float(rng.uniform(0, 22)), rows=1)
        if rng.random() < 0.12:
            extra = int(rng.integers(1, 4))
            plan = replace(plan, concealed=plan.concealed + ("f",) * extra)
            hand_shown = None
        else:
            hand_shown = hand
        tiles = layouter.hand(plan)
        focus = _points(tiles, shape)
        if rng.random() < 0.4:
            tiles = tiles + without_overlap(_surroundings(layouter, wall, tiles, rng), shape, tiles)
        return tiles, focus, hand_shown
    if kind == "grid":
        number, columns = int(rng.integers(8, 60)), int(rng.integers(4, 14))
        faces = wall[:number]
        if rng.random() < 0.3:
            faces = [*faces, *["f"] * int(rng.integers(1, 8))]
        tiles = layouter.grid(tuple(faces), columns)
        return tiles, _points(tiles, shape), None
    if kind == "pile":
        faces = [("f" if rng.random() < 0.04 else f) for f in wall[: int(rng.integers(6, 70))]]
        radius = float(np.sqrt(len(faces)) * rng.uniform(0.62, 1.1))
        tiles = layouter.pile(tuple(faces), radius, "loose", float(rng.choice([0.0, 0.1, 0.4])))
        return tiles, _points(tiles, shape), None
    if kind == "table":
        tiles = _surroundings(layouter, wall, [], rng, full=True)
        kept = without_overlap(tiles, shape)
        return kept, _points(kept, shape), None
    return [], np.array([[x, y, 0.0] for x in (-4, 4) for y in (-4.0, 4.0)]), None


def _surroundings(
    layouter: Layouter, wall: list[str], tiles: list[PlacedTile], rng: Rng, full: bool = False
) -> list[PlacedTile]:
    """Pond, walls and racks beyond the hand, as at a table in play."""
    front = max((t.pose.centre[1] for t in tiles), default=-3.0)
    result: list[PlacedTile] = []
    if full or rng.random() < 0.6:
        number = int(rng.integers(6, 40))
        if rng.random() < 0.5:
            pond = layouter.pond(tuple(wall[60 : 60 + number]), int(rng.integers(5, 9)))
            pond = moved(pond, float(rng.normal(0, 2)), 0.0, float(rng.choice([0, 90, 180, 270])))
        else:
            pond = layouter.pile(tuple(wall[60 : 60 + number]), float(rng.uniform(2.5, 4.5)), "pond", 0.03)
        low = min((t.pose.centre[1] for t in pond), default=0.0)
        result += moved(pond, 0.0, front - low + float(rng.uniform(1.3, 4.0)))
    reach = front + float(rng.uniform(7, 11))
    for angle in (0.0, 90.0, -90.0):
        if rng.random() < (0.6 if full else 0.35):
            row = layouter.wall(tuple(wall[100 : 100 + int(rng.integers(6, 36))]), int(rng.choice([1, 2, 2])))
            row = moved(row, float(rng.normal(0, 1.0)), reach, float(rng.normal(0, 4)))
            result += moved(moved(row, 0.0, -front), 0.0, front, angle)
        if rng.random() < (0.5 if full else 0.3):
            row = layouter.rack(tuple(wall[20 : 20 + int(rng.integers(4, 14))]))
            row = moved(row, float(rng.normal(0, 1.0)), reach + 2.2, 180.0 if rng.random() < 0.9 else 0.0)
            result += moved(
                moved(row, 0.0, 2 * (reach + 2.2) if row and row[0].pose.centre[1] < 0 else 0.0),
                0.0,
                0.0,
                angle,
            )
    return result


def _points(tiles: list[PlacedTile], shape: TileShape) -> Array:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * shape.half
    return np.concatenate([t.pose.apply(corners) for t in tiles])


PICTURE_SIZES = ((640, 640), (768, 576), (800, 600), (720, 960), (960, 720), (640, 480), (480, 640), (896, 504),
                 (960, 540), (540, 960), (736, 736), (600, 800), (832, 832))  # fmt: skip


def _camera(kind: str, focus: Array, shape: TileShape, rng: Rng) -> Camera:
    size = PICTURE_SIZES[int(rng.integers(len(PICTURE_SIZES)))]
    if kind == "standing":
        pitch = float(rng.uniform(8, 48))
    else:
        pitch = float(np.clip(20 + 70 * rng.beta(2.4, 1.6), 20, 90))
    roll = float(rng.normal(0, 6)) if rng.random() < 0.62 else float(rng.uniform(-180, 180))
    azimuth = (
        float(rng.normal(0, 14)) if kind in ("hand", "standing", "close") else float(rng.uniform(-180, 180))
    )
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
    if rng.random() < 0.12:
        fill = float(rng.uniform(1.0, 1.6))
    camera = camera.framed(focus, fill=fill, offset=(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1))))
    long_side = _long_side(camera, focus)
    wanted = float(np.clip(long_side, 13, float(rng.uniform(100, 200))))
    if abs(wanted - long_side) > 0.5:
        camera = camera.framed(focus, fill=fill * wanted / long_side, offset=(0.0, 0.0))
    return camera


def _long_side(camera: Camera, focus: Array) -> float:
    """Length in pixels of a tile's long side square on, in the middle of what is framed."""
    depth = float(camera.depth(focus.mean(axis=0)))
    return float(np.sqrt(camera.focal[0] * camera.focal[1])) / depth


def _props(kind: str, tiles: list[PlacedTile], camera: Camera, rng: Rng) -> list[Prop]:
    """Clutter beside the tiles, and now and then a hand or a finger over them."""
    spots = np.array([t.pose.centre[:2] for t in tiles]) if tiles else np.zeros((0, 2))
    reach = float(np.abs(spots).max()) + 3 if len(spots) else 7.0
    props: list[Prop] = []
    number = int(rng.integers(5, 16)) if kind == "clutter" else int(rng.choice([0, 0, 0, 1, 2, 4]))
    for _ in range(number):
        x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
        made = clutter.random_things(rng, x, y)
        clear = 0.9 + max(float(np.hypot(p.half[0], p.half[1])) for p in made)
        if len(spots) and np.hypot(*(spots - [x, y]).T).min() < clear:
            continue
        props += made
    if rng.random() < (0.3 if kind == "clutter" else 0.1):
        x, y = float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, 0))
        made = clutter.hand(rng, x, y, float(rng.normal(0, 50)))
        if not len(spots) or rng.random() < 0.3 or np.hypot(*(spots - [x, y]).T).min() > 2.6:
            props += [_lifted(p, 0.75) for p in made] if len(spots) else made
    if rng.random() < 0.25 and len(spots):
        props.append(_rail(spots, rng))
    return props


def _lifted(prop: Prop, by: float) -> Prop:
    return replace(prop, pose=Pose(prop.pose.rotation, prop.pose.centre + np.array([0.0, 0.0, by])))


def _rail(spots: Array, rng: Rng) -> Prop:
    """The rim or the rack along the player's edge of the table."""
    half = (float(rng.uniform(9, 30)), float(rng.uniform(0.3, 1.6)), float(rng.uniform(0.1, 0.5)))
    y = float(spots[:, 1].min()) - 0.75 - half[1] - float(rng.exponential(0.4))
    colour = colorsys.hsv_to_rgb(
        float(rng.uniform(0.05, 0.12)), float(rng.uniform(0.1, 0.6)), float(rng.uniform(0.3, 0.95))
    )
    return Prop(
        clutter.lying(0.0, y, half, 0.0),
        half,
        0.1,
        0.05,
        colour,
        0.4,
        "wood" if rng.random() < 0.5 else "plain",
    )


def random_light(rng: Rng) -> Light:
    """From an overcast window to one hard lamp, warm to cold."""
    azimuth, height = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.35, 1.5))
    warm = float(rng.normal(0, 0.08))
    tone = np.array([1 + warm, 1.0, 1 - warm])
    hard = float(rng.beta(1.3, 1.6))
    level = float(rng.uniform(0.8, 1.15))
    key, sky = tone * level * (0.15 + 0.75 * hard), tone[::-1] * level * (0.80 - 0.5 * hard)
    return Light(
        direction=(
            float(np.cos(azimuth) * np.cos(height)),
            float(np.sin(azimuth) * np.cos(height)),
            float(np.sin(height)),
        ),
        key=_triple(key),
        ambient=_triple(sky),
        softness=float(rng.choice([0.03, 0.1, 0.25, 0.5])),
        window=(float(rng.normal(0, 0.6)), float(rng.uniform(0.1, 1.4)), float(rng.uniform(0.3, 1.2))),
        window_size=float(rng.uniform(0.03, 0.3)),
        glare=float(rng.choice([0.0, 0.3, 0.8, 1.6], p=[0.35, 0.3, 0.25, 0.1])),
        occlusion=float(rng.uniform(0.4, 0.85)),
    )


def _triple(values: Array) -> Colour:
    r, g, b = (float(v) for v in values)
    return r, g, b


def random_sensor(rng: Rng, long_side: float) -> Sensor:
    """From a clean phone picture to a shaky dim one; blur grows with the tiles so that they stay readable."""
    poor = float(rng.beta(1.0, 2.2))
    room = long_side / 45
    cast = rng.normal(1, 0.05 + 0.05 * poor, 3)
    return Sensor(
        exposure=float(np.exp(rng.normal(0.08, 0.22))),
        cast=_triple(cast / cast.mean()),
        gamma=float(np.exp(rng.normal(0, 0.12))),
        contrast=float(rng.uniform(0.85, 1.25)),
        saturation=float(rng.uniform(0.7, 1.3)),
        vignette=float(rng.uniform(0, 0.35)) if rng.random() < 0.4 else 0.0,
        gradient=(float(rng.normal(0, 0.12)), float(rng.normal(0, 0.12)))
        if rng.random() < 0.4
        else (0.0, 0.0),
        defocus=float(rng.uniform(0, 1.3)) * poor * room,
        motion=float(rng.uniform(2, 7)) * poor * room if rng.random() < 0.2 else 0.0,
        motion_angle=float(rng.uniform(0, 180)),
        noise=float(rng.exponential(4)) * poor + 0.5,
        chroma_noise=float(rng.exponential(3)) * poor,
        sharpen=float(rng.uniform(0, 0.8)) if rng.random() < 0.3 else 0.0,
        shrink=float(rng.uniform(0.55, 1)) if rng.random() < 0.15 and long_side > 40 else 1.0,
        jpeg=int(rng.uniform(45, 97)) if rng.random() < 0.6 else 100,
        seed=int(rng.integers(2**31)),
    )


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
    focus = _points(tiles, shape)
    if surroundings:
        extra = _surroundings(layouter, shuffled_wall(rng), tiles, rng, full=True)
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
