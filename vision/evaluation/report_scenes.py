"""Small pictures of what users of similar systems reported going wrong, rendered with our own faces.

    python -m vision.evaluation.report_scenes --out tests/vision/pictures

It runs in the environment of `make train-env` and needs no art. The tests read the pictures with the shipped
model (`tests/vision/test_reports.py`), and the smoke test of fine-tuning trains on them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from scoring.hand import Hand
from vision.training.render.arrange import points
from vision.training.render.camera import Camera
from vision.training.render.designs import Catalogue
from vision.training.render.examples import scene_for_hand
from vision.training.render.hands import tidy_plan
from vision.training.render.labels import picture_json
from vision.training.render.layout import Layouter, Looseness
from vision.training.render.poses import turn
from vision.training.render.scene import PlacedTile, Pose, Prop, Scene
from vision.training.render.studio import render_scene

SEED = 900_100_000
SIZE = (960, 540)
QUALITY = 86
TIDY = Looseness(gap=0.01, shift=0.01, angle=0.5, group_gap=0.5)


def hand(notation: str, seed: int, **view: object) -> Scene:
    """A hand as a person lays it."""
    return scene_for_hand(notation, SEED + seed, **{"size": SIZE, "table": "felt/902", **view})  # type: ignore[arg-type]


def with_tiles(scene: Scene, tiles: list[PlacedTile], pitch: float = 62.0, roll: float = 0.0) -> Scene:
    """The scene with other tiles, all in the picture."""
    focus = points(tiles, scene.look.shape)
    span = float(np.ptp(focus[:, :2], axis=0).max())
    camera = Camera.looking_at(
        np.array([0.0, 0.0, 0.3]), distance=1.5 * max(span, 5.0), pitch=pitch, azimuth=0.0, roll=roll,
        focal=700.0, size=scene.camera.size,
    ).framed(focus, fill=0.9)  # fmt: skip
    return replace(scene, camera=camera, tiles=tuple(tiles), notation=None)


def loose(faces: str, seed: int, columns: int, *, pile: bool = False, size: tuple[int, int] = SIZE,
          table: str = "felt/902", looseness: Looseness = TIDY) -> Scene:  # fmt: skip
    """Loose tiles in rows, or thrown down."""
    base = hand("11m + 1m", seed, size=size, table=table)
    layouter = Layouter(base.look.shape, np.random.default_rng([SEED, seed]), looseness)
    names = tuple(faces.split())
    tiles = layouter.pile(names, 3.4, "loose", 0.0) if pile else layouter.grid(names, columns)
    return with_tiles(base, tiles)


def with_a_hole(notation: str, seed: int, gone: int) -> Scene:
    """A hand of which one tile of the row is not there."""
    scene = hand(notation, seed)
    return replace(scene, tiles=(*scene.tiles[:gone], *scene.tiles[gone + 1 :]), notation=None)


def in_half_shadow(notation: str, seed: int) -> Scene:
    """One tile upside down, and a wide thing above the row that shades half of it."""
    scene = hand(notation, seed)
    third = scene.tiles[2]
    turned = replace(third, pose=Pose(third.pose.rotation @ turn(180.0), third.pose.centre))
    shade = Prop(Pose(np.eye(3), np.array([-4.6, 3.2, 3.0])), (3.0, 2.2, 0.1), 0.3, 0.05, (0.3, 0.25, 0.22))
    light = replace(scene.light, direction=(-0.05, 0.75, 0.66), softness=0.05)
    tiles = (*scene.tiles[:2], turned, *scene.tiles[3:])
    return replace(scene, tiles=tiles, props=(shade,), light=light)


def no_tiles(seed: int) -> Scene:
    """A red book, cards and a phone on a red cloth: print that is no tile."""
    scene = loose("1m", seed, 1)
    props = tuple(
        Prop(Pose(turn(angle), np.array([x, y, half[2]])), half, 0.04, 0.02, colour, 0.2, kind, SEED + n)  # type: ignore[arg-type]
        for n, (x, y, angle, half, colour, kind) in enumerate([
            (-2.6, 0.4, 12.0, (1.6, 2.1, 0.2), (0.72, 0.08, 0.07), "book"),
            (0.6, -0.6, 40.0, (0.5, 0.7, 0.01), (0.92, 0.9, 0.88), "card"),
            (1.4, 1.0, -15.0, (0.5, 0.7, 0.01), (0.92, 0.9, 0.88), "card"),
            (3.2, 0.2, 5.0, (0.95, 1.9, 0.1), (0.05, 0.05, 0.06), "phone"),
        ])
    )  # fmt: skip
    corners = np.array([[x, y, 0.0] for x in (-4.6, 4.6) for y in (-2.4, 2.4)])
    camera = scene.camera.framed(corners, fill=0.95)
    table = replace(scene.table, name="cloth/905", tint=(1.2, 0.5, 0.45))
    return replace(scene, tiles=(), props=props, camera=camera, table=table, notation=None)


def four_kongs_and_flowers(seed: int) -> Scene:
    """18 tiles of the hand, and the eight flowers in a row of their own."""
    scene = hand("[k1111m][K2222p][a3333s][k5555z] 7z + 7z", seed, size=(1280, 720), turned=True)
    layouter = Layouter(scene.look.shape, np.random.default_rng([SEED, seed]), TIDY)
    flowers, _ = layouter.row(("f",) * 8, "other")
    behind = max(tile.pose.centre[1] for tile in scene.tiles)
    shift = np.array([-3.0, behind + 1.6, 0.0])
    placed = [replace(t, pose=Pose(t.pose.rotation, t.pose.centre + shift)) for t in flowers]
    return replace(with_tiles(scene, [*scene.tiles, *placed]), notation=scene.notation)


def touching(notation: str, seed: int) -> Scene:
    """A row whose tiles touch, three and three alike."""
    scene = hand(notation, seed)
    layouter = Layouter(scene.look.shape, np.random.default_rng([SEED, seed]), Looseness(0.0, 0.0, 0.05, 0.5))
    tiles = layouter.hand(tidy_plan(Hand.parse(notation)))
    return replace(with_tiles(scene, tiles), notation=scene.notation)


SCENES: dict[str, Callable[[], Scene]] = {
    "look-alikes": lambda: loose("4p 5p 6p 4p 5p 6p 7s 9s 7s 9s 8s 6m 8m 9m 6m 8m 9m 1m 2m 3m 1m 2m 3m 1s", 1, 8,
                                 table="cloth/903"),
    "dragons-and-winds": lambda: loose("1z 2z 3z 4z 5z 6z 7z 5z 5z 6z 7z 1s 8s 1z 2z 3z 4z f", 2, 6),
    "hand": lambda: hand("123m456p789s2267m + 5m", 3),
    "hole": lambda: with_a_hole("123m456p789s2267m + 5m", 4, 5),
    "strokes-tilted": lambda: loose("1m 2m 3m 1m 2m 3m 2m 3m 1m", 5, 9,
                                    looseness=replace(TIDY, angle=12.0, gap=0.15)),
    "half-shadow": lambda: in_half_shadow("123m456p789s2267m + 5m", 6),
    "four-kongs-flowers": lambda: four_kongs_and_flowers(7),
    "concealed-kong": lambda: hand("[a7777p] 234m456s11z88s + 8s", 8),
    "added-kong": lambda: hand("[K7777p] 234m456s11z88s + 8s", 9, turned=True),
    "exposed-kong": lambda: hand("[k7777p] 234m456s11z88s + 8s", 10, turned=True),
    "portrait": lambda: hand("[p777z] 12p456p789p11z + 3p", 11, size=(540, 960), roll=90.0),
    "touching": lambda: touching("111222333m44p55z + 5z", 12),
    "pile": lambda: loose("1m 5m 9m 2p 5p 8p 3s 6s 9s 1z 5z 7z 4s 6p 7m 2s 3p 8m", 13, 6, pile=True, size=(500, 305)),
    "discards-above": lambda: hand("123m456p789s2267m + 5m", 14, surroundings=True, size=(1280, 960), fill=0.7),
    "no-tiles": lambda: no_tiles(15),
    "suits": lambda: loose(" ".join(f"{n}{s}" for s in "mps" for n in range(1, 10)), 16, 9),
}  # fmt: skip


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("tests/vision/pictures"))
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--cache", type=Path, default=Path("out/render-cache"))
    parser.add_argument("--only", nargs="*", default=[])
    args = parser.parse_args()
    catalogue = Catalogue(Path("no-art"), args.faces, args.cache)
    args.out.mkdir(parents=True, exist_ok=True)
    listing = args.out / "labels.jsonl"
    written = listing.read_text("utf-8").splitlines() if listing.is_file() else []
    lines = {json.loads(line)["image"]: line for line in written}
    for name, make in SCENES.items():
        if args.only and name not in args.only:
            continue
        scene = make()
        picture, labels = render_scene(scene, None, catalogue)
        Image.fromarray(picture).save(args.out / f"{name}.jpg", quality=QUALITY)
        line = picture_json(scene, labels, f"{name}.jpg")
        lines[f"{name}.jpg"] = json.dumps(line, ensure_ascii=False)
    listing.write_text("".join(f"{lines[name]}\n" for name in sorted(lines)), "utf-8")


if __name__ == "__main__":
    main()
