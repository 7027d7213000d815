"""The benchmark of whole hands: rendered photographs of face designs and tables kept out of all training.

    python -m vision.evaluation.hand_scenes --art ART --out out/render/hands --count 200 --seed 930
    qicheng evaluate out/render/hands

It runs in the environment of `make train-env`. Picture i of a seed is always the same scene:

* Hand: four sets and a pair, up to four of the sets exposed (28, 27, 23, 14, 8 % for none to four), kongs of
  each kind among them, the winning tile named; in order, in one row or (12 %) two.
* Laid so that a person can tell: exposed sets 0.4 to 1.1 tile widths apart, one tile of each turned in a
  third of the hands, to the right, left, above or below; concealed kongs show at least one face; the winning
  tile apart on the right, the left or above, turned in three of ten. From machine-straight to untidy; tiles
  upside down in some hands.
* Pond, walls and racks beyond it in 40 %, things that are no tiles at random.
* Camera, light, lens and sensor: those of the training renders (pitch 20 to 90 degrees, any turn, distance,
  colour cast, glare, blur, noise, JPEG).
* A picture counts where every tile of the hand is seen to at least `CLEAR` and at least `LEAST` px long.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rich.progress import Progress

from scoring.hand import Hand
from scoring.splits import splits
from vision.evaluation.pictures import CLEAR, OF_THE_HAND
from vision.training.render.arrange import points, surroundings_of
from vision.training.render.batch import finished, image_name
from vision.training.render.clutter import random_props
from vision.training.render.conditions import random_light, random_sensor
from vision.training.render.designs import ART_SETS, HELD_OUT_DESIGNS, Catalogue
from vision.training.render.framing import long_side_in, random_camera
from vision.training.render.hands import loose_plan, random_hand, shuffled_wall
from vision.training.render.labels import TileLabel, picture_json
from vision.training.render.layout import HandPlan, Layouter, Looseness
from vision.training.render.poses import without_overlap
from vision.training.render.sample import Sampler
from vision.training.render.scene import Scene
from vision.training.render.studio import render_scene

LEAST = 30.0
"""Pixels of a tile's long side in a hand that counts."""

SURROUNDED = 0.4
STREAM = 71
"""Keeps these scenes apart from those that other samplers draw from the same seed."""

Rng = np.random.Generator


def designs() -> dict[str, float]:
    """The held-out designs of the benchmark, evenly; our own faces and twins in other sizes are not of it."""
    return {name: 1.0 for name in HELD_OUT_DESIGNS if name in ART_SETS and not name.startswith("pysol")}


def finished_hand(rng: Rng) -> Hand:
    """A winning hand with its winning tile."""
    while True:
        hand = random_hand(rng)
        if hand.winning_tile is not None and splits(hand):
            return hand


def plain_plan(hand: Hand, rng: Rng) -> HandPlan:
    """A way to lay it from which a person can tell melds, kongs and the winning tile."""
    while True:
        plan = loose_plan(hand, rng)
        if plan.winning_at != "end" and not any(len(meld.down) == 4 for meld in plan.melds):
            return replace(plan, concealed=tuple(str(tile) for tile in hand.concealed))


def hand_scene(sampler: Sampler, seed: int, index: int) -> Scene:
    """Picture `index` of `seed`."""
    rng = np.random.default_rng([seed, index, STREAM])
    look = sampler.look(rng)
    loose = replace(Looseness.random(rng), group_gap=float(rng.uniform(0.4, 1.1)))
    layouter = Layouter(look.shape, rng, loose)
    hand = finished_hand(rng)
    tiles = layouter.hand(plain_plan(hand, rng))
    focus = points(tiles, look.shape)
    if rng.random() < SURROUNDED:
        extra = surroundings_of(layouter, shuffled_wall(rng), tiles, rng)
        tiles = tiles + without_overlap(extra, look.shape, tiles)
    camera = random_camera("hand", focus, rng)
    props = random_props("hand", tiles, rng)
    return Scene(
        camera=camera,
        look=look,
        tiles=tuple(tiles),
        table=sampler.table(rng, tiles, "hand"),
        light=random_light(rng),
        sensor=random_sensor(rng, long_side_in(camera, focus)),
        props=tuple(props),
        kind="hand",
        notation=str(hand),
        facts={"relief": round(float(rng.choice([0.0, 0.4, 0.8, 1.3])), 2)},
    )


def counts(scene: Scene, labels: list[TileLabel]) -> bool:
    """Whether every tile of the hand is seen, clear and large enough."""
    wanted = sum(tile.role in OF_THE_HAND for tile in scene.tiles)
    seen = [label for label in labels if label.role in OF_THE_HAND]
    return len(seen) == wanted and all(
        label.visible >= CLEAR and long_side(label.quad) >= LEAST for label in seen
    )


def long_side(quad: NDArray[np.float64]) -> float:
    """Length in pixels of the longer pair of sides of a quad (4, 2)."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return float(max(sides[0] + sides[2], sides[1] + sides[3]) / 2)


def main() -> None:
    """Command line; see the module's docstring. An interrupted run is taken up again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--art", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=930)
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--cache", type=Path, default=Path("out/render-cache"))
    args = parser.parse_args()
    catalogue = Catalogue(args.art, args.faces, args.cache)
    sampler = Sampler(designs(), args.art, held_out_tables=True)
    (args.out / "images").mkdir(parents=True, exist_ok=True)
    done = finished(args.out)
    index = max(done, default=-1) + 1
    with Progress() as bar, (args.out / "labels.jsonl").open("a", encoding="utf-8") as lines:
        task = bar.add_task("hands", total=args.count, completed=len(done))
        made = len(done)
        while made < args.count:
            scene = hand_scene(sampler, args.seed, index)
            picture, labels = render_scene(scene, None, catalogue)
            if counts(scene, labels):
                name = image_name(args.seed, index)
                Image.fromarray(picture).save(args.out / name, quality=92)
                lines.write(json.dumps(picture_json(scene, labels, name), ensure_ascii=False) + "\n")
                lines.flush()
                made += 1
                bar.advance(task)
            index += 1


if __name__ == "__main__":
    main()
