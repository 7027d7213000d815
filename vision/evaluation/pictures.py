"""Labelled pictures to evaluate on: data sets of any format that is read here, and rendered folders."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.labelling.formats import Source, read_dataset
from vision.labelling.picture import LabelledTile

CLEAR = 0.7
"""Share of a rendered face that must be visible for the tile to count."""

OF_THE_HAND = {"concealed", "chow", "pung", "kong", "concealed_kong", "winning_tile"}
"""Roles of rendered tiles that make up the hand."""


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


def load_dataset(folder: Path, names: Path | None = None) -> list[Picture]:
    """The pictures of a folder, sorted by name.

    A rendered folder has `labels.jsonl`; anything else is a labelled data set of any format that
    `vision.labelling` reads. Groups come from its tables, or from a `manifest.csv` beside it.

    Args:
        folder: the data set.
        names: a file with the names of its classes, one a line, where it brings none.

    Raises:
        LabellingError: it is no data set, or a class name means no tile.
    """
    if (folder / "labels.jsonl").is_file():
        return list(_rendered(folder))
    data = read_dataset(Source(folder, classes=names))
    groups = _groups_beside(folder)
    return [
        Picture(
            data.path(picture),
            groups.get(Path(picture.file).name) or picture.group or folder.name,
            tuple(map(_true_tile, picture.tiles)),
        )
        for picture in data.pictures
    ]


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


def _true_tile(tile: LabelledTile) -> TrueTile:
    return TrueTile(None if tile.name == "back" else tile.name, np.array(tile.quad, dtype=np.float64))


def _groups_beside(folder: Path) -> dict[str, str]:
    """File name to group by the `manifest.csv` beside a split; none without one."""
    listing = folder.parent / "manifest.csv"
    if not listing.is_file():
        return {}
    with listing.open(encoding="utf-8", newline="") as file:
        rows: list[dict[str, str]] = list(csv.DictReader(file))
    return {
        Path(row["image"]).name: row["group"]
        for row in rows
        if "image" in row and "group" in row and row.get("split", folder.name) == folder.name
    }
