"""Real photographs with YOLO boxes, as oriented quads that are safe to train on.

The photographs come as `images/` and `labels/` with a `manifest.csv` (columns split, group, image,
source_photo). Upstream stored several augmented versions of one photo, and boxes of rotated tiles are the
loose upright boxes around them. Of each source photo the version with the tightest boxes is taken; where
even those are loose, the tiles' true angle is recovered from the row they stand in, or the photo is left.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Quads = npt.NDArray[np.float32]
"""Shape (n, 4, 2): corners in pixels, clockwise from the top left."""

LOOSE = 0.12
"""Median overlap of neighbouring boxes above which boxes are loose ones around turned tiles."""


@dataclass(frozen=True, slots=True)
class RealPhoto:
    """One photograph: its file, its group (table or set), source photo, faces (n,) and quads (n, 4, 2).

    `quads` are in fractions of the width and height. Faces are 0-34; which way up a face lies is not known.
    """

    image: Path
    group: str
    source: str
    faces: npt.NDArray[np.int64]
    quads: Quads


def load_photos(root: Path, split: str, *, tight_only: bool = True) -> list[RealPhoto]:
    """The photographs of a split, one version of each source photo, with usable quads."""
    versions: dict[tuple[str, str], list[tuple[float, str]]] = defaultdict(list)
    with (root / "manifest.csv").open() as file:
        for row in csv.DictReader(file):
            if row["split"] == split:
                _, boxes = read_labels(root / row["image"])
                versions[row["group"], row["source_photo"]].append((looseness(boxes), row["image"]))
    photos = []
    for (group, source), candidates in versions.items():
        looseness_, image = min(candidates)
        faces, boxes = read_labels(root / image)
        if not len(faces):
            continue
        quads = box_quads(boxes) if looseness_ <= LOOSE or not tight_only else row_quads(boxes)
        if quads is not None:
            photos.append(RealPhoto(root / image, group, source, faces, quads))
    return photos


def read_labels(image: Path) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Classes (n,) and boxes (n, 4) as x0 y0 x1 y1 in fractions, from the label file of a picture."""
    lines = (image.parent.parent / "labels" / f"{image.stem}.txt").read_text().splitlines()
    rows = np.array([line.split() for line in lines if line.strip()], dtype=np.float32).reshape(-1, 5)
    centre, half = rows[:, 1:3], rows[:, 3:5] / 2
    return rows[:, 0].astype(np.int64), np.concatenate([centre - half, centre + half], axis=1)


def looseness(boxes: npt.NDArray[np.float32]) -> float:
    """Median over the boxes of the largest share of a box that one other covers."""
    if len(boxes) < 2:
        return 0.0
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    overlap = np.clip(high - low, 0, None).prod(axis=2)
    np.fill_diagonal(overlap, 0)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    return float(np.median((overlap / np.minimum(areas[:, None], areas[None])).max(axis=1)))


def box_quads(boxes: npt.NDArray[np.float32]) -> Quads:
    """Upright boxes (n, 4) as quads (n, 4, 2)."""
    return boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)


def row_quads(boxes: npt.NDArray[np.float32]) -> Quads | None:
    """Quads of touching tiles in one straight row, from the loose upright boxes around them.

    The row's direction is the principal axis of the centres, the tile's width the spacing; its length then
    follows from the box: `w = a |cos| + b |sin|`, `h = a |sin| + b |cos|`. None where the boxes are no
    single row, or the answer is not tile-shaped.
    """
    if len(boxes) < 6:
        return None
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    sizes = boxes[:, 2:] - boxes[:, :2]
    offsets = centres - centres.mean(axis=0)
    _, _, axes = np.linalg.svd(offsets, full_matrices=False)
    along, across = offsets @ axes[0], offsets @ axes[1]
    spacing = np.diff(np.sort(along))
    width = float(np.median(spacing))
    if np.abs(across).max() > 0.6 * width or spacing.max() > 1.5 * width or spacing.min() < 0.6 * width:
        return None
    cos, sin = np.abs(axes[0])
    length = (sizes.sum(axis=1) - width * (cos + sin)) / (cos + sin)
    if not np.all((length > 0.9 * width) & (length < 2.2 * width)):
        return None
    right = axes[0] * (1 if axes[0][0] >= 0 else -1)
    down = np.array([-right[1], right[0]])
    half_w, half_l = right * width / 2, down[None] * length[:, None] / 2
    corners = np.stack([-half_w - half_l, half_w - half_l, half_w + half_l, -half_w + half_l], axis=1)
    return np.asarray(centres[:, None] + corners, dtype=np.float32)
