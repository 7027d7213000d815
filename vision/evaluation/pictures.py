"""Labelled pictures to evaluate on: YOLO folders, splits with a manifest of groups, and rendered folders."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from vision.classes import FACE_NAMES
from vision.evaluation.classes import faces_named, names_in
from vision.labelling.names import LEFT_OUT

CLEAR = 0.7
"""Share of a rendered face that must be visible for the tile to count."""

OF_THE_HAND = {"concealed", "chow", "pung", "kong", "concealed_kong", "winning_tile"}
"""Roles of rendered tiles that make up the hand."""

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic"}


class DatasetError(ValueError):
    """A folder that is no labelled data set; the message says what is missing."""


@dataclass(frozen=True, eq=False)
class TrueTile:
    """One labelled tile.

    Attributes:
        face: `1m`..`7z`, `f`, or None where its back is seen.
        quad: (4, 2) pixels of the upright picture: the face, or the labelled box.
        counts: whether it is seen well enough to be asked for; what is said of others is not held against
            a model.
        role: what it is of: `concealed`, `chow`, `pond`...; empty where the labels do not say.
    """

    face: str | None
    quad: NDArray[np.float64]
    counts: bool = True
    role: str = ""

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The upright box around it: left, top, right, bottom."""
        (left, top), (right, bottom) = self.quad.min(axis=0), self.quad.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    @property
    def long_side(self) -> float:
        """Length in pixels of the longer pair of sides."""
        sides = np.linalg.norm(self.quad - np.roll(self.quad, -1, axis=0), axis=1)
        return float(max(sides[0] + sides[2], sides[1] + sides[3]) / 2)


@dataclass(frozen=True, eq=False)
class Picture:
    """One picture and what is to be seen in it.

    Attributes:
        path: the picture file.
        group: what its figures are counted with: a table or set of tiles, a face design.
        pitch: degrees the camera looks down, 90 from above; None where nobody knows.
        hand: the notation of the hand that it shows, where its tiles can all be seen.
        facts: what else a renderer says, for sweeps.
    """

    path: Path
    group: str
    tiles: tuple[TrueTile, ...]
    pitch: float | None = None
    hand: str | None = None
    facts: tuple[tuple[str, float], ...] = ()

    @property
    def hand_size(self) -> float:
        """Long side in pixels of the hand's smallest tile; 0 without a hand."""
        return min((tile.long_side for tile in self.tiles if tile.role in OF_THE_HAND), default=0.0)


def load_dataset(folder: Path) -> list[Picture]:
    """The pictures of a folder, sorted by name.

    Three kinds are known: a rendered folder with `labels.jsonl`; a split with a `manifest.csv` beside it
    (columns `image`, `group`), its classes in our order; and a YOLO folder with `images/`, `labels/` and the
    names of its classes in `data.yaml` or `classes.txt`, in it or above it.

    Raises:
        DatasetError: it is none of these, or a label cannot be read; the message names the file.
        LabellingError: a class name means no tile, or could mean several.
    """
    if (folder / "labels.jsonl").is_file():
        return list(_rendered(folder))
    if not (folder / "images").is_dir() or not (folder / "labels").is_dir():
        raise DatasetError(f"{folder} has neither labels.jsonl nor the folders images and labels")
    groups = _groups(folder)
    names = names_in(folder) or names_in(folder.parent) or (FACE_NAMES if groups is not None else None)
    if names is None:
        raise DatasetError(f"{folder} has no data.yaml or classes.txt that names its classes")
    faces = faces_named(names)
    pictures = sorted(path for path in (folder / "images").iterdir() if path.suffix.lower() in SUFFIXES)
    return [_labelled(path, faces, (groups or {}).get(path.name, folder.name)) for path in pictures]


def _rendered(folder: Path) -> Iterator[Picture]:
    for line in (folder / "labels.jsonl").read_text("utf-8").splitlines():
        data = json.loads(line)
        tiles = tuple(
            TrueTile(
                tile["face"],
                np.array(tile["quad"], dtype=np.float64),
                tile.get("counts", tile["visible"] >= CLEAR),
                tile["role"],
            )
            for tile in data["tiles"]
        )
        hidden = [t for t in tiles if t.role in OF_THE_HAND and not t.counts]
        yield Picture(
            path=folder / data["image"],
            group=data["design"],
            tiles=tiles,
            pitch=data["pitch"],
            hand=None if hidden else data["notation"],
            facts=tuple((k, v) for k, v in data.get("factor", {}).items()),
        )


def _labelled(path: Path, faces: tuple[str, ...], group: str) -> Picture:
    label = path.parent.parent / "labels" / f"{path.stem}.txt"
    if not label.is_file():
        raise DatasetError(f"{label} is missing")
    with Image.open(path) as image:
        size = np.array(ImageOps.exif_transpose(image).size, dtype=np.float64)
    tiles = []
    for number, line in enumerate(label.read_text().splitlines(), 1):
        if line.strip():
            try:
                tile = _tile(line.split(), faces, size)
            except (ValueError, IndexError) as error:
                raise DatasetError(f"{label}, line {number}: {error}") from error
            if tile.face != LEFT_OUT:
                tiles.append(tile)
    return Picture(path, group, tuple(tiles))


def _tile(words: list[str], faces: tuple[str, ...], size: NDArray[np.float64]) -> TrueTile:
    face = faces[int(words[0])]
    numbers = np.array(words[1:], dtype=np.float64)
    if len(numbers) == 4:
        centre, half = numbers[:2], numbers[2:] / 2
        corners = centre + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    elif len(numbers) == 8:
        corners = numbers.reshape(4, 2)
    else:
        raise ValueError(f"a class and 4 or 8 numbers, not {len(numbers)}")
    return TrueTile(None if face == "back" else face, corners * size)


def _groups(folder: Path) -> dict[str, str] | None:
    """File name to group by the `manifest.csv` beside a split; None without one."""
    listing = folder.parent / "manifest.csv"
    if not listing.is_file():
        return None
    with listing.open(encoding="utf-8", newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    if not rows or not {"image", "group"} <= rows[0].keys():
        return None
    return {
        Path(row["image"]).name: row["group"] for row in rows if row.get("split", folder.name) == folder.name
    }
