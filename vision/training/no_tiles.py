"""Pictures without tiles, from folders of free photographs, screenshots and cut-out things.

    python -m vision.training.no_tiles FOLDER... --out DIR --collages 800 --seed 1

What is no tile must be seen in training too: letters, buttons, cards, markers, windows. `DIR/pictures` holds
the pictures, none of them twice, and collages: cut-outs of things on parts of them. `DIR/labels.jsonl` says
for `qicheng evaluate` that they have no tiles. `datasets/no-tiles.md` names free sources.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from rich.progress import track

from vision.training.images import part, read_rgb

LONGEST = 1280
"""Longer side in pixels to which pictures are made smaller."""

SHORTEST = 220
"""Shorter side in pixels under which a picture is left out."""

THING_SIDES = (60, 480)
"""How long in pixels a thing may be in a collage; smaller files are left out."""

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".ppm"}
MAHJONG = ("mahj", "majong", "mah-jong", "麻将")
"""A picture whose path has one of these may show tiles."""

Image = npt.NDArray[np.uint8]


def files(folders: Iterable[Path]) -> Iterator[Path]:
    """Picture files of each folder, the largest first, so that of two copies the better is kept."""
    for folder in folders:
        found = [p for p in sorted(folder.rglob("*")) if p.suffix.lower() in SUFFIXES and p.is_file()]
        for path in sorted(found, key=lambda p: -p.stat().st_size):
            if not any(word in str(path).lower() for word in MAHJONG):
                yield path


def opened(path: Path) -> Image | None:
    """RGBA (h, w, 4), or None where the file is no picture."""
    try:
        with Pillow.open(path) as picture:
            picture.thumbnail((LONGEST, LONGEST))
            return np.asarray(picture.convert("RGBA"))
    except (OSError, ValueError, Pillow.DecompressionBombError):
        return None


def fingerprint(image: Image) -> bytes:
    """Equal for a picture and its smaller copies."""
    grey = cv2.resize(
        cv2.cvtColor(image[..., :3], cv2.COLOR_RGB2GRAY), (9, 12), interpolation=cv2.INTER_AREA
    ).astype(np.int16)
    return bytes(np.packbits(grey[:, 1:] > grey[:, :-1] + 2)) + bytes([int(grey.mean()) // 16])


def is_thing(image: Image) -> bool:
    """Whether a picture (h, w, 4) is a cut-out: much of it is see-through."""
    return bool((image[..., 3] < 128).mean() > 0.15)


def gather(folders: Iterable[Path], out: Path, most_things: int) -> tuple[int, int]:
    """Write `pictures/*.jpg` and `things/*.png`; how many there are of each."""
    (out / "pictures").mkdir(parents=True, exist_ok=True)
    (out / "things").mkdir(exist_ok=True)
    seen: set[bytes] = set()
    pictures = things = 0
    for path in track(list(files(folders)), "pictures"):
        image = opened(path)
        if image is None or max(image.shape[:2]) < THING_SIDES[0]:
            continue
        mark = fingerprint(image)
        if mark in seen:
            continue
        if is_thing(image):
            if things < most_things:
                Pillow.fromarray(image).save(out / f"things/{things:05}.png")
                things += 1
                seen.add(mark)
        elif min(image.shape[:2]) >= SHORTEST:
            clear = image[..., 3:] / np.float32(255)
            flat = np.asarray(image[..., :3] * clear + 255 * (1 - clear), dtype=np.uint8)
            Pillow.fromarray(flat).save(out / f"pictures/{pictures:05}.jpg", quality=92)
            pictures += 1
            seen.add(mark)
    return pictures, things


def collage(pictures: list[Path], things: list[Path], rng: np.random.Generator) -> Image:
    """Cut-out things (640, 640, 3), turned and tilted, on part of a picture."""
    side = 640
    ground = part(read_rgb(pictures[int(rng.integers(len(pictures)))]), side, rng)
    if rng.random() < 0.5:  # out of focus, so that the things stand out
        ground = np.asarray(cv2.GaussianBlur(ground, (0, 0), float(rng.uniform(1, 14))), dtype=np.uint8)
    canvas: npt.NDArray[np.floating] = ground.astype(np.float32)
    for _ in range(int(rng.integers(3, 16))):
        thing = np.asarray(Pillow.open(things[int(rng.integers(len(things)))]).convert("RGBA"))
        height, width = thing.shape[:2]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
        angle = float(rng.normal(0, 0.3) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi))
        size = float(np.exp(rng.uniform(*np.log(THING_SIDES)))) / max(height, width)
        turn = size * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        placed = (corners - corners.mean(axis=0)) @ turn.T
        placed *= 1 + rng.normal(0, 0.05, (4, 2))
        placed[:, 1] *= float(rng.uniform(0.6, 1.0))
        placed += rng.uniform(0, side, 2)
        matrix = cv2.getPerspectiveTransform(corners, placed.astype(np.float32))
        laid = cv2.warpPerspective(thing, matrix, (side, side), flags=cv2.INTER_AREA).astype(np.float32)
        clear = laid[..., 3:] / 255
        shadow = cv2.GaussianBlur(np.roll(clear, 4, axis=0), (0, 0), 5)[..., None]
        canvas = canvas * (1 - 0.4 * shadow)
        canvas = canvas * (1 - clear) + laid[..., :3] * clear
    shade = np.clip(canvas * rng.uniform(0.6, 1.15) * (1 + rng.normal(0, 0.04, 3)), 0, 255)
    return np.asarray(shade, dtype=np.uint8)


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", help="folders of pictures")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--things", type=int, default=3000, help="cut-outs at most")
    parser.add_argument("--collages", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print("{} pictures, {} things".format(*gather(args.folders, args.out, args.things)))
    pictures = sorted((args.out / "pictures").glob("[0-9]*.jpg"))
    things = sorted((args.out / "things").glob("*.png"))
    for k in track(range(args.collages if things else 0), "collages"):
        made = collage(pictures, things, np.random.default_rng((args.seed, k)))
        Pillow.fromarray(made).save(args.out / f"pictures/collage-{k:05}.jpg", quality=88)
    blank: dict[str, Any] = {"design": "none", "tiles": [], "pitch": None, "notation": None}
    with (args.out / "labels.jsonl").open("w", encoding="utf-8") as lines:
        for path in sorted((args.out / "pictures").glob("*.jpg")):
            lines.write(json.dumps({"image": f"pictures/{path.name}", **blank}) + "\n")


if __name__ == "__main__":
    main()
