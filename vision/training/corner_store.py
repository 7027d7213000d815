"""A store of crops around boxes and of where the corners of the face are: what the fitter learns from.

    python -m vision.training.corner_store --rendered DIR... --out stores/corners --share 0.3

Only rendered pictures are used: there corners are exact. Each crop shows the smallest rectangle around a face
stretched to `FACE_SIDE` pixels square, with a wide margin: training then puts a worse box on it.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from rich.progress import track

from vision.fitter import CORNERS
from vision.training.crops import MIN_PIXELS, cut, oriented_rectangle, shorter_side
from vision.training.images import Image, read_rgb

FACE_SIDE = 64
MARGIN = 40
SIDE = FACE_SIDE + 2 * MARGIN
MIN_VISIBLE = 0.5
"""Faces of which less is seen are no examples."""

Quads = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CornerStore:
    """Crops as uint8 RGB (n, SIDE, SIDE, 3) and the corners of their faces (n, 4, 2), in their pixels."""

    images: Image
    quads: Quads

    @classmethod
    def load(cls, folder: Path) -> CornerStore:
        """Open a store written by `main`; the pictures stay on disk until touched."""
        return cls(np.load(folder / "images.npy", mmap_mode="r"), np.load(folder / "quads.npy"))


def corners_in_crop(quad: Quads, rectangle: Quads) -> Quads:
    """Where the corners of a quad (4, 2) are in the crop of a rectangle (4, 2)."""
    target = (CORNERS * FACE_SIDE + MARGIN).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(rectangle, target)
    return np.asarray(cv2.perspectiveTransform(quad[None], matrix)[0], dtype=np.float32)


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rendered", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.3, help="of the tiles that are taken")
    parser.add_argument("--capacity", type=int, default=80_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    shape = (args.capacity, SIDE, SIDE, 3)
    images = np.lib.format.open_memmap(args.out / "partial.npy", mode="w+", dtype=np.uint8, shape=shape)
    quads: list[Quads] = []
    labels = [(f, json.loads(line)) for f in args.rendered for line in (f / "labels.jsonl").open()]
    for folder, picture in track([labels[i] for i in rng.permutation(len(labels))], "pictures"):
        wanted = [
            np.array(tile["quad"], dtype=np.float32)
            for tile in picture["tiles"]
            if tile["visible"] >= MIN_VISIBLE and rng.random() < args.share
        ]
        wanted = [quad for quad in wanted if shorter_side(quad) >= MIN_PIXELS]
        if not wanted or len(quads) + len(wanted) > args.capacity:
            continue
        image = read_rgb(folder / picture["image"])
        for quad in wanted:
            rectangle = oriented_rectangle(quad)
            images[len(quads)] = cut(image, rectangle, FACE_SIDE, MARGIN)
            quads.append(corners_in_crop(quad, rectangle))
    np.save(args.out / "images.npy", images[: len(quads)])
    (args.out / "partial.npy").unlink()
    np.save(args.out / "quads.npy", np.stack(quads))
    print(len(quads), "crops")


if __name__ == "__main__":
    main()
