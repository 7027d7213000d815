"""A store of tile crops, so that the reader's training never waits for a picture to decode.

    python -m vision.training.crops --photos PHOTOS --split train --out stores/real
    python -m vision.training.crops --rendered DIR... --out stores/rendered
    python -m vision.training.crops --rendered DIR... --nothing-by BUNDLE --out stores/nothing
    python -m vision.training.crops --no-tiles DIR... --nothing-by BUNDLE --least 0.2 --out stores/nothing

Each crop shows one face, straightened to `FACE_SIDE` pixels square, with a margin of its surroundings:
training then loosens, shifts and tilts its corners at will (`crop_augment`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.bundle import Bundle, load_bundle
from vision.classes import BACK, FACE_NAMES, NOTHING, tile_probabilities
from vision.models import Models
from vision.training.images import part, read_rgb
from vision.training.real import RealPhoto, load_photos
from vision.views import Pyramid

FACE_SIDE = 96
MARGIN = 24
SIDE = FACE_SIDE + 2 * MARGIN
MIN_VISIBLE = 0.72
MIN_PIXELS = 9.0
"""Shorter side in pixels under which a face is no example of anything."""

PLAIN_SPREAD = 9.0
"""Standard deviation of grey, of 256, under which a box on a picture is plain: a blank dragon and a back look
no other, so it is no example of nothing."""

NOTHING_IOU = 0.3
"""Share of the union of a box and a tile under which the box is an example of no tile."""

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class CropStore:
    """Crops as uint8 RGB (n, SIDE, SIDE, 3); faces, whether the turn is known to be 0, groups (n,)."""

    images: Image
    faces: npt.NDArray[np.int16]
    turn_known: npt.NDArray[np.bool_]
    groups: npt.NDArray[np.str_]

    @classmethod
    def load(cls, folder: Path) -> CropStore:
        """Open a store written by `write_store`; the pictures stay on disk until touched."""
        table = np.load(folder / "table.npz")
        images = np.load(folder / "images.npy", mmap_mode="r")
        return cls(images, table["faces"], table["turn_known"], table["groups"])

    def of_groups(self, groups: Collection[str]) -> CropStore:
        """The crops of some groups, in memory."""
        kept = np.isin(self.groups, list(groups))
        return CropStore(self.images[kept], self.faces[kept], self.turn_known[kept], self.groups[kept])


@dataclass(frozen=True, slots=True)
class Crop:
    """One crop (SIDE, SIDE, 3), its face (0-36), whether it is known to stand upright, and its group."""

    image: Image
    face: int
    turn_known: bool
    group: str


def oriented_rectangle(quad: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The smallest rectangle (4, 2) around a quad, its corners in the quad's own order."""
    corners = cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32)))
    along, across = corners[1] - corners[0], corners[2] - corners[1]
    if along[0] * across[1] < along[1] * across[0]:  # anticlockwise
        corners = corners[::-1]
    rolls = [np.asarray(np.roll(corners, -k, axis=0), dtype=np.float32) for k in range(4)]
    return min(rolls, key=lambda rolled: float(np.square(rolled - quad).sum()))


def cut(
    image: Image, quad: npt.NDArray[np.float32], face_side: int = FACE_SIDE, margin: int = MARGIN
) -> Image:
    """The picture under a quad (4, 2), clockwise from its top left, with a margin, made square."""
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32) * face_side + margin
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    side = face_side + 2 * margin
    longest = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max()
    if longest > 1.6 * face_side:
        factor = face_side / longest
        smaller = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = np.asarray(smaller, dtype=np.uint8)
        matrix = matrix @ np.diag([1 / factor, 1 / factor, 1.0])
    return np.asarray(
        cv2.warpPerspective(
            image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        dtype=np.uint8,
    )


def real_crops(photos: Iterable[RealPhoto]) -> Iterator[Crop]:
    """The crops of real photographs; which way up a face lies is not known there."""
    for photo in photos:
        image = read_rgb(photo.image)
        size = np.array(image.shape[1::-1], dtype=np.float32)
        for face, quad in zip(photo.faces, photo.quads * size, strict=True):
            if shorter_side(quad) >= MIN_PIXELS:
                yield Crop(cut(image, quad), int(face), False, photo.group)


def rendered_crops(folder: Path, seed: int = 0) -> Iterator[Crop]:
    """The crops of rendered pictures (`labels.jsonl`): every back in ten, every face well seen."""
    rng = np.random.default_rng(seed)
    for line in (folder / "labels.jsonl").open():
        picture = json.loads(line)
        image = None
        for tile in picture["tiles"]:
            face = BACK if tile["face"] is None else FACE_NAMES.index(tile["face"])
            if tile["visible"] < MIN_VISIBLE or (face == BACK and rng.random() > 0.1):
                continue
            quad = np.array(tile["quad"], dtype=np.float32)
            if shorter_side(quad) < MIN_PIXELS:
                continue
            if image is None:
                image = read_rgb(folder / picture["image"])
            yield Crop(cut(image, quad), face, True, "rendered")


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A bundle, and how sure its reader must be that a box of its detector is a tile: the hard cases."""

    models: Models
    least: float

    @classmethod
    def of(cls, bundle: Bundle, least: float) -> Mistaken:
        """With the models of a bundle."""
        return cls(Models.of(bundle), least)

    def boxes(self, image: Image) -> npt.NDArray[np.float32]:
        """Boxes (n, 4, 2) in a picture that are taken for tiles."""
        pyramid = Pyramid(image)
        found = self.models.fit(pyramid, self.models.detector.find(pyramid))
        boxes = found.rectangles
        if self.least > 0:
            boxes = boxes[tile_probabilities(self.models.read(pyramid, found)) >= self.least]
        return np.array([b for b in boxes if shorter_side(b) >= MIN_PIXELS], np.float32).reshape(-1, 4, 2)


def nothing_crops(folder: Path, mistaken: Mistaken) -> Iterator[Crop]:
    """What is taken for tiles in rendered pictures and is none, or only a part of one."""
    for line in (folder / "labels.jsonl").open():
        picture = json.loads(line)
        image = read_rgb(folder / picture["image"])
        tiles = [np.array(tile["quad"], dtype=np.float32) for tile in picture["tiles"]]
        for box in mistaken.boxes(image):
            if all(is_no_match(box, tile) for tile in tiles):
                yield Crop(cut(image, box), NOTHING, True, "nothing")


def no_tiles_crops(folder: Path, mistaken: Mistaken, parts: int, seed: int = 0) -> Iterator[Crop]:
    """What is taken for tiles in pictures without any, and in `parts` parts of each."""
    for index, path in enumerate(sorted(folder.glob("*.jpg"))):
        rng = np.random.default_rng((seed, index))
        image = read_rgb(path)
        for view in (image, *(part(image, int(rng.uniform(320, 960)), rng) for _ in range(parts))):
            for crop in (cut(view, box) for box in mistaken.boxes(view)):
                if not is_plain(crop):
                    yield Crop(crop, NOTHING, True, "nothing")


def is_plain(crop: Image) -> bool:
    """Whether the middle of the face of a crop (SIDE, SIDE, 3) shows nothing at all."""
    rim = MARGIN + FACE_SIDE // 8
    return bool(crop[rim:-rim, rim:-rim].astype(np.float32).mean(axis=2).std() < PLAIN_SPREAD)


def is_no_match(rectangle: npt.NDArray[np.float32], tile: npt.NDArray[np.float32]) -> bool:
    """Whether a rectangle is clearly not the tile: little of their union is shared."""
    shared, _ = cv2.intersectConvexConvex(rectangle, tile)
    together = abs(cv2.contourArea(rectangle)) + abs(cv2.contourArea(tile)) - shared
    return bool(shared < NOTHING_IOU * together)


def write_store(crops: Iterable[Crop], folder: Path, capacity: int) -> int:
    """Write up to `capacity` crops; returns how many there were."""
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / "partial.npy"
    images = np.lib.format.open_memmap(partial, mode="w+", dtype=np.uint8, shape=(capacity, SIDE, SIDE, 3))
    faces, known, groups = [], [], []
    for index, crop in enumerate(crops):
        if index == capacity:
            break
        images[index] = crop.image
        faces.append(crop.face)
        known.append(crop.turn_known)
        groups.append(crop.group)
    np.save(folder / "images.npy", images[: len(faces)])
    partial.unlink()
    np.savez(
        folder / "table.npz",
        faces=np.array(faces, np.int16),
        turn_known=np.array(known),
        groups=np.array(groups),
    )
    return len(faces)


def shorter_side(quad: npt.NDArray[np.float32]) -> float:
    """Length in pixels of the shorter pair of sides of a quad (4, 2)."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return float(min(sides[0] + sides[2], sides[1] + sides[3]) / 2)


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, help="folder with manifest.csv")
    parser.add_argument("--split", default="train")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[])
    parser.add_argument("--nothing-by", type=Path, help="bundle whose false boxes to collect")
    parser.add_argument(
        "--no-tiles", type=Path, nargs="*", default=[], help="folders of pictures without tiles"
    )
    parser.add_argument(
        "--parts", type=int, default=2, help="parts of each such picture that are looked at too"
    )
    parser.add_argument(
        "--least", type=float, default=0.0, help="a reader's least probability of a tile there"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the parts")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--capacity", type=int, default=80_000)
    args = parser.parse_args()
    crops: Iterator[Crop]
    if args.nothing_by:
        mistaken = Mistaken.of(load_bundle(args.nothing_by), args.least)
        crops = chain(
            *(nothing_crops(folder, mistaken) for folder in args.rendered),
            *(no_tiles_crops(folder, mistaken, args.parts, args.seed) for folder in args.no_tiles),
        )
    else:
        photos = load_photos(args.photos, args.split) if args.photos else []
        crops = chain(real_crops(photos), *(rendered_crops(folder) for folder in args.rendered))
    print(write_store(crops, args.out, args.capacity), "crops")


if __name__ == "__main__":
    main()
