"""A YOLO-OBB data set for the detector, from real photographs and rendered pictures.

    python -m vision.training.detector_data --photos PHOTOS --rendered DIR... --backgrounds DIR --out DIR

Real photographs are turned, tilted, stretched and zoomed into `variants` pictures each. In the groups of
`UNLABELLED` only the player's own hand has boxes: what lies outside it is blurred beyond recognition or
replaced, lest a real tile be taught as background. With `--complete-with BUNDLE` an earlier bundle labels
the other tiles instead, and only what it is unsure of is hidden (`vision.training.complete`). Pictures
without tiles (`--no-tiles`, see `vision.training.no_tiles`) are examples of their own and lie around the
photographs.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from rich.progress import track

from vision.bundle import load_bundle
from vision.training.complete import Finder, JudgedDetector, complete
from vision.training.crops import oriented_rectangle, shorter_side
from vision.training.images import part, read_rgb
from vision.training.real import RealPhoto, load_photos

UNLABELLED = ("C-tables", "D-family")
"""Groups in which tiles beside the labelled ones have no boxes."""

CANVAS = 640
MIN_INSIDE = 0.6
"""Share of a face inside the picture from which it counts as a tile of it."""

MIN_VISIBLE = 0.45
MIN_PIXELS = 6.0

Image = npt.NDArray[np.uint8]
Quads = npt.NDArray[np.float32]


def real_variant(
    image: Image, quads: Quads, rng: np.random.Generator, around: Sequence[Path] = ()
) -> tuple[Image, Quads]:
    """One picture (CANVAS square, RGB) of a photograph and the faces' quads in its pixels.

    What lies around the photograph is plain, or part of a picture `around`.
    """
    matrix = random_view(image, quads, rng)
    canvas = np.empty((CANVAS, CANVAS, 3), dtype=np.uint8)
    canvas[:] = rng.integers(0, 256, 3)
    if around and rng.random() < 0.7:
        canvas = part(read_rgb(around[int(rng.integers(len(around)))]), CANVAS, rng)
    cv2.warpPerspective(image, matrix, (CANVAS, CANVAS), canvas, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    moved = cv2.perspectiveTransform(quads.reshape(-1, 1, 2), matrix).reshape(-1, 4, 2)
    return np.asarray(canvas, dtype=np.uint8), np.asarray(moved, dtype=np.float32)


def hide_surroundings(image: Image, quads: Quads, backgrounds: list[Path], rng: np.random.Generator) -> Image:
    """The picture with everything hidden that lies beyond a margin around the labelled faces."""
    height, width = image.shape[:2]
    mask = np.zeros((height, width), dtype=np.uint8)
    length = float(np.median(np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1)))
    reach = max(3, int(length * rng.uniform(0.6, 1.4)))
    for quad in quads:
        cv2.fillConvexPoly(mask, quad.astype(np.int32), 255)
        cv2.polylines(mask, [quad.astype(np.int32)], isClosed=True, color=255, thickness=reach)
    soft = cv2.GaussianBlur(mask, (0, 0), min(length * rng.uniform(0.02, 0.12), 5))[..., None] / np.float32(
        255
    )
    if rng.random() < 0.5:
        small = cv2.resize(image, (width // 8, height // 8), interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), length / 8 * rng.uniform(0.5, 1.2))
        other = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    else:
        swatch = read_rgb(backgrounds[rng.integers(len(backgrounds))])
        side = int(rng.uniform(120, 700))
        other = np.tile(cv2.resize(swatch, (side, side)), (-(-height // side), -(-width // side), 1))[
            :height, :width
        ]
    return np.asarray(image * soft + other * (1 - soft), dtype=np.uint8)


def random_view(image: Image, quads: Quads, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """A homography from the photograph to the canvas: turn, stretch, zoom on the tiles, slight tilt."""
    length = float(np.median(np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1)))
    target = float(np.exp(rng.uniform(np.log(15), np.log(150))))
    zoom = np.clip(target / length, 0.25, 2.6)
    angle = np.deg2rad(rng.normal(0, 7) if rng.random() < 0.55 else rng.uniform(0, 360))
    stretch = np.exp(rng.uniform(-0.28, 0.28))
    centre = (
        quads.reshape(-1, 2).mean(axis=0)
        if rng.random() < 0.5
        else quads[rng.integers(len(quads))].mean(axis=0)
    )
    to_origin = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]])
    squash = np.diag([stretch * zoom, zoom / stretch, 1])
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.00025, 2)
    place = np.eye(3)
    place[:2, 2] = CANVAS / 2 + rng.uniform(-0.3, 0.3, 2) * CANVAS
    return np.asarray(place @ tilt @ turn @ squash @ to_origin, dtype=np.float64)


def label_lines(quads: Quads, width: int, height: int) -> list[str]:
    """YOLO-OBB lines of the faces that lie inside the picture and are large enough to see."""
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    lines = []
    for quad in quads:
        area = abs(cv2.contourArea(quad))
        inside, _ = cv2.intersectConvexConvex(quad, frame)
        if area <= 0 or inside < MIN_INSIDE * area or shorter_side(quad) < MIN_PIXELS:
            continue
        corners = np.clip(quad / np.array([width, height], dtype=np.float32), 0, 1)
        lines.append("0 " + " ".join(f"{value:.5f}" for value in corners.ravel()))
    return lines


def write_example(out: Path, split: str, name: str, image: Image, quads: Quads) -> None:
    """One picture and its label file in the layout that Ultralytics reads."""
    height, width = image.shape[:2]
    cv2.imwrite(str(out / "images" / split / f"{name}.jpg"), image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])
    (out / "labels" / split / f"{name}.txt").write_text("\n".join(label_lines(quads, width, height)))


def rendered_examples(folder: Path, kinds: Collection[str] = ()) -> Iterable[tuple[Path, Quads]]:
    """Picture files of a rendered folder, of some kinds of scene or all, with the quads of the tiles.

    Tiles count where they are seen well enough, face up or down.
    """
    for line in (folder / "labels.jsonl").open():
        picture = json.loads(line)
        if kinds and picture["kind"] not in kinds:
            continue
        seen = [tile["quad"] for tile in picture["tiles"] if tile["visible"] >= MIN_VISIBLE]
        quads = np.array(seen, dtype=np.float32).reshape(-1, 4, 2)
        yield (
            folder / picture["image"],
            np.stack([oriented_rectangle(q) for q in quads]) if len(quads) else quads,
        )


def prepare(out: Path) -> None:
    """The folders and `data.yaml`."""
    for kind in ("images", "labels"):
        for split in ("train", "val"):
            (out / kind / split).mkdir(parents=True, exist_ok=True)
    paths = "train: images/train\nval: images/val\n"
    (out / "data.yaml").write_text(f"path: {out.resolve()}\n{paths}names: [tile]\n")


def write_real(
    photos: list[RealPhoto],
    backgrounds: list[Path],
    out: Path,
    variants: int,
    finder: Finder | None = None,
    seed: int = 0,
    around: Sequence[Path] = (),
) -> None:
    """Write `variants` pictures of each photograph, hiding or completing what has no label."""
    for index, photo in enumerate(track(photos, "real photographs")):
        rng = np.random.default_rng((seed, index))
        image = read_rgb(photo.image)
        quads = photo.quads * np.array(image.shape[1::-1], dtype=np.float32)
        if finder is not None:
            image, quads = complete(image, quads, finder)
        for variant in range(variants):
            shown = image
            if photo.group in UNLABELLED and finder is None:
                shown = hide_surroundings(image, quads, backgrounds, rng)
            write_example(
                out, "train", f"{photo.image.stem}-{variant}", *real_variant(shown, quads, rng, around)
            )


def write_rendered(folders: list[Path], out: Path, kinds: Collection[str] = ()) -> None:
    """Link rendered pictures and write their labels; every 40th is for validation."""
    for folder in folders:
        examples = list(rendered_examples(folder, kinds))
        for index, (path, quads) in enumerate(track(examples, f"rendered {folder.name}")):
            split = "val" if index % 40 == 0 else "train"
            name = f"{folder.name}-{path.stem}"
            height, width = read_rgb(path).shape[:2]
            link = out / "images" / split / f"{name}.jpg"
            link.unlink(missing_ok=True)
            link.symlink_to(path.resolve())
            lines = label_lines(quads, width, height)
            (out / "labels" / split / f"{name}.txt").write_text("\n".join(lines))


def write_no_tiles(pictures: Sequence[Path], out: Path, count: int, seed: int = 0) -> None:
    """Write `count` parts of pictures without tiles."""
    for index in track(range(count if pictures else 0), "without tiles"):
        rng = np.random.default_rng((seed, index, 7))
        image = part(read_rgb(pictures[int(rng.integers(len(pictures)))]), CANVAS, rng)
        write_example(out, "train", f"no-tiles-{index}", image, np.zeros((0, 4, 2), dtype=np.float32))


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, help="folder with manifest.csv")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[])
    parser.add_argument("--kinds", nargs="*", default=[], help="kinds of rendered scenes; all by default")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder of texture pictures")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--variants", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--complete-with", type=Path, help="bundle that labels the other tiles")
    parser.add_argument("--no-tiles", type=Path, help="folder of pictures without tiles")
    parser.add_argument("--no-tiles-count", type=int, default=1500, help="examples made of them")
    parser.add_argument("--leave-out", nargs="*", default=[], help="groups not to train on")
    args = parser.parse_args()
    photos = load_photos(args.photos, "train") if args.photos else []
    photos = [photo for photo in photos if photo.group not in args.leave_out]
    backgrounds = sorted(p for p in args.backgrounds.rglob("*") if p.suffix in {".png", ".jpg"})
    finder = JudgedDetector(load_bundle(args.complete_with)) if args.complete_with else None
    no_tiles = sorted(args.no_tiles.glob("*.jpg")) if args.no_tiles else []
    prepare(args.out)
    write_real(photos, backgrounds, args.out, args.variants, finder, args.seed, no_tiles)
    write_no_tiles(no_tiles, args.out, args.no_tiles_count, args.seed)
    write_rendered(args.rendered, args.out, args.kinds)


if __name__ == "__main__":
    main()
