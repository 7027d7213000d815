"""From a Scene to a photograph with labels: textures gathered, things instanced, drawn, developed."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.images import part, read_rgb
from vision.training.render import tables
from vision.training.render.backdrops import backdrop
from vision.training.render.designs import Catalogue
from vision.training.render.effects import photographed
from vision.training.render.faces import FaceMaker, Variant
from vision.training.render.gl import INSTANCE_FLOATS, Painter
from vision.training.render.labels import TileLabel, label_scene
from vision.training.render.prints import PRINT_SIZE, print_picture
from vision.training.render.scene import PlacedTile, Pose, Prop, Scene

Pixels = NDArray[np.uint8]
SMALL_TILE = 80.0
"""Tiles shorter than this in pixels get face textures of half the size."""
MOST_PRINTS = 12
PICTURED = {"ground": 0.15, "print": 0.5, "room": 0.5}
"""Shares of tables, printed things and rooms that are parts of pictures, where the catalogue has any."""
GROUND_SIDE = 1024


class Studio:
    """Draws scenes. One per process: it owns the GL context and what was drawn before."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._faces = FaceMaker(catalogue)
        self._painter = Painter()
        self._sheets: dict[str, Any] = {}

    def render_scene(self, scene: Scene) -> tuple[Pixels, list[TileLabel]]:
        """Picture (h, w, 3) RGB and the labels of the tiles seen in it."""
        layers, faces = self._face_layers(scene)
        prints, order = self._print_layers(scene)
        pictured = self._pictured("ground", scene.sensor.seed, GROUND_SIDE)
        ground = self._sheet(scene.table.name) if pictured is None else self._painter.sheet(pictured)
        textures = {
            "faces": self._painter.stack(faces),
            "props": self._painter.stack(prints),
            "ground": ground,
            "below": self._sheet(scene.table.floor),
        }
        casting = [_tile(scene, t, layers, i + 1) for i, t in enumerate(scene.tiles)]
        casting += [_prop(p, order.get(k, -1)) for k, p in enumerate(scene.props)]
        reach = _reach(scene)
        picture, ids = self._painter.draw(
            scene.camera,
            scene.light,
            scene.table,
            np.array(casting, np.float32).reshape(-1, INSTANCE_FLOATS),
            np.array(_ground(scene), np.float32),
            textures,
            reach=reach,
            relief=float(scene.facts.get("relief", 0.5)),
            backdrop=self._backdrop(scene),
        )
        for name in ("faces", "props") if pictured is None else ("faces", "props", "ground"):
            textures[name].release()
        ids = np.where(ids <= len(scene.tiles), ids, 0).astype(np.int32)
        return photographed(picture, scene.sensor), label_scene(scene, ids)

    def _face_layers(self, scene: Scene) -> tuple[dict[str, int], list[Pixels]]:
        look = scene.look
        variant = Variant.drawn(look.variant, look.design, max(look.body) < 0.35)
        codes = sorted({print_code(t, i) for i, t in enumerate(scene.tiles)})
        size = 128 if _tile_pixels(scene) < SMALL_TILE else 256
        made = [self._faces.texture(look.design, variant, code, size) for code in codes]
        return {code: k for k, code in enumerate(codes)}, made or [np.zeros((4, 4, 4), np.uint8)]

    def _print_layers(self, scene: Scene) -> tuple[list[Pixels], dict[int, int]]:
        printed = [(k, p) for k, p in enumerate(scene.props) if p.print_seed is not None][:MOST_PRINTS]
        pictures = [self._print(p.kind, p.print_seed or 0) for _, p in printed]
        return pictures or [np.zeros((4, 4, 3), np.uint8)], {k: n for n, (k, _) in enumerate(printed)}

    def _print(self, kind: str, seed: int) -> Pixels:
        pictured = self._pictured("print", seed, PRINT_SIZE) if kind != "keys" else None
        return print_picture(kind, seed, self.catalogue.fonts()) if pictured is None else pictured

    def _pictured(self, use: str, seed: int, side: int) -> Pixels | None:
        """Part (side, side, 3) of one of the catalogue's pictures, where the seed wants one."""
        names = pictures_in(self.catalogue.no_tiles)
        rng = np.random.default_rng([seed, 83])
        if not names or rng.random() >= PICTURED[use]:
            return None
        return part(read_rgb(names[int(rng.integers(len(names)))]), side, rng)

    def _backdrop(self, scene: Scene) -> Pixels:
        if scene.room is None:
            return _blotches(scene)
        width, height = scene.camera.size
        pictured = self._pictured("room", scene.room, max(width, height))
        if pictured is not None:
            return pictured[:height, :width]
        rng = np.random.default_rng([scene.room, 43])
        return backdrop(rng, scene.camera.size, self.catalogue.art, held_out=scene.room % 2 == 1)

    def _sheet(self, name: str) -> Any:
        if name in self._sheets:  # to the end: the first is the least recently used, never one in use
            self._sheets[name] = self._sheets.pop(name)
        else:
            if len(self._sheets) > 48:
                self._sheets.pop(next(iter(self._sheets))).release()
            self._sheets[name] = self._painter.sheet(tables.texture(name, self.catalogue.art))
        return self._sheets[name]


@lru_cache(maxsize=4)
def pictures_in(folder: Path | None) -> tuple[Path, ...]:
    """The pictures of a folder, sorted; none without one."""
    return () if folder is None else tuple(sorted(folder.glob("*.jpg")))


def render_scene(
    scene: Scene, size: tuple[int, int] | None, catalogue: Catalogue
) -> tuple[Pixels, list[TileLabel]]:
    """Draw one scene, `size` (width, height) replacing the scene's own when given.

    The studio is kept per catalogue, so calling this in a loop costs no set-up.
    """
    if size is not None and size != scene.camera.size:
        old = scene.camera
        zoom = min(size[0] / old.size[0], size[1] / old.size[1])
        shift = np.array(size) / 2 - np.array(old.size) / 2 * zoom
        centre = (old.centre[0] * zoom + float(shift[0]), old.centre[1] * zoom + float(shift[1]))
        scene = replace(scene, camera=replace(old.zoomed(zoom), size=size, centre=centre))
    return _studio(catalogue).render_scene(scene)


@lru_cache(maxsize=1)
def _studio(catalogue: Catalogue) -> Studio:
    return Studio(catalogue)


def print_code(tile: PlacedTile, index: int) -> str:
    """Which print a tile carries: flowers take turns."""
    return f"f{index % 8}" if tile.face == "f" else tile.face


def _tile_pixels(scene: Scene) -> float:
    if not scene.tiles:
        return 0.0
    centres = np.array([t.pose.centre for t in scene.tiles])
    nearest = float(np.maximum(scene.camera.depth(centres), 1.0).min())
    return max(scene.camera.focal) / nearest


def _row(
    pose: Pose, half: Any, rounding: Any, colour: Any, back: Any, surface: Any, prints: Any
) -> list[float]:
    axes = pose.rotation.T.reshape(-1)
    return [*axes, *pose.centre, *half, *rounding, *colour, *back, *surface, *prints]


def _tile(scene: Scene, tile: PlacedTile, layers: dict[str, int], identity: int) -> list[float]:
    look, shape = scene.look, scene.look.shape
    layer = layers[print_code(tile, identity - 1)]
    surface = (look.back_share, look.gloss, look.pattern, 0.0)
    return _row(
        tile.pose, shape.half, (shape.corner, shape.edge), look.body, look.back, surface, (layer, identity)
    )


NO_TILE = 60_000
"""The id of everything that is no tile."""


def _prop(prop: Prop, layer: int) -> list[float]:
    surface = (0.0, prop.gloss, 0.0, 3.0 if prop.kind == "wood" else 1.0)
    colour = prop.colour
    return _row(prop.pose, prop.half, (prop.corner, prop.edge), colour, colour, surface, (layer, NO_TILE))


def _ground(scene: Scene) -> list[list[float]]:
    table = scene.table
    half_x, half_y = table.extent or (90.0, 90.0)
    thick = 0.6
    slab = Pose(np.eye(3), np.array([0.0, 0.0, -thick]))
    rows = [
        _row(
            slab,
            (half_x, half_y, thick),
            (0.05, 0.02),
            (1, 1, 1),
            (1, 1, 1),
            (0.0, table.gloss, 0.0, 2.0),
            (-1, NO_TILE),
        )
    ]
    if table.extent is not None:
        floor = Pose(np.eye(3), np.array([0.0, 0.0, -24.0]))
        rows.append(
            _row(
                floor,
                (160.0, 160.0, 1.0),
                (0.05, 0.02),
                (0.6, 0.6, 0.6),
                (1, 1, 1),
                (0.0, 0.1, 0.0, 3.0),
                (-1, NO_TILE),
            )
        )
    return rows


def _reach(scene: Scene) -> float:
    spots = [t.pose.centre[:2] for t in scene.tiles] + [p.pose.centre[:2] for p in scene.props]
    if not spots:
        return 8.0
    return float(np.clip(np.abs(np.array(spots)).max() + 2.5, 6.0, 26.0))


def _blotches(scene: Scene) -> Pixels:
    """Nothing to be made out: soft blotches of colour, brighter above."""
    rng = np.random.default_rng([scene.sensor.seed, 41])
    width, height = scene.camera.size
    tone = rng.uniform(-18, 18, 3) + float(rng.uniform(15, 140))
    blotches = tone + rng.normal(0, 30, (6, 6, 1)) + rng.normal(0, 9, (6, 6, 3))
    blotches[:2] += float(rng.uniform(0, 60))
    soft = cv2.resize(blotches.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(soft, 0, 255), dtype=np.uint8)
