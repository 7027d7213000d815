"""The one carrier of labels: a picture, its tiles, whence each label came; all formats speak it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from vision.classes import FACE_NAMES
from vision.reading import Alternative, Quad

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the upright picture."""

Shape: TypeAlias = Literal["box", "quad"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Whence a label came; whatever is not known is None.

    Attributes:
        person: who drew or confirmed it, as the source names them.
        model: name and version of the model that proposed it, or whose proposal was corrected.
        time: when, ISO 8601.
    """

    person: str | None = None
    model: str | None = None
    time: str | None = None

    def __bool__(self) -> bool:
        return any((self.person, self.model, self.time))


UNKNOWN = Provenance()


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """One labelled tile.

    Attributes:
        name: one of `vision.classes.FACE_NAMES`: `1m`..`7z`, `f`, `back`.
        quad: four corners in pixels of the upright picture, clockwise; where the shape is a quad, from the
            face's own top left as far as the source knew it, else from the box's top left.
        shape: `box` where the source only knew an upright box.
        confidence: 0 to 1 where a model proposed the label, None where a person drew it.
        alternatives: other tiles it may be, likeliest first.

    >>> LabelledTile.from_box("5p", (10, 20, 40, 60)).quad
    ((10, 20), (40, 20), (40, 60), (10, 60))
    """

    name: str
    quad: Quad
    shape: Shape = "quad"
    confidence: float | None = None
    alternatives: tuple[Alternative, ...] = ()
    provenance: Provenance = UNKNOWN

    def __post_init__(self) -> None:
        if self.name not in FACE_NAMES:
            raise ValueError(f"{self.name!r} is none of the {len(FACE_NAMES)} classes")
        if not all(math.isfinite(value) for point in self.quad for value in point):
            raise ValueError(f"corners that are no numbers: {self.quad}")

    @classmethod
    def from_box(
        cls,
        name: str,
        box: Box,
        confidence: float | None = None,
        provenance: Provenance = UNKNOWN,
    ) -> LabelledTile:
        """From an upright box; corners given the wrong way round are put right."""
        x0, x1 = sorted((box[0], box[2]))
        y0, y1 = sorted((box[1], box[3]))
        quad: Quad = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        return cls(name, quad, "box", confidence, provenance=provenance)

    @property
    def box(self) -> Box:
        """The upright box around the quad."""
        xs, ys = zip(*self.quad, strict=True)
        return (min(xs), min(ys), max(xs), max(ys))

    @property
    def centre(self) -> tuple[float, float]:
        """The mean of the corners."""
        xs, ys = zip(*self.quad, strict=True)
        return (sum(xs) / 4, sum(ys) / 4)

    @property
    def index(self) -> int:
        """The class index, 0-35, the line of `datasets/classes.txt`."""
        return FACE_NAMES.index(self.name)


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture and its tiles.

    Attributes:
        file: path of the picture inside the data set, with `/`; never absolute, never with `..`.
        width, height: pixels of the upright picture (after EXIF).
        group: what it shares tiles, table or session with; a group is never split.
        split: `train`, `val`, `test`, ... where the source says so.
    """

    file: str
    width: int
    height: int
    tiles: tuple[LabelledTile, ...] = ()
    group: str | None = None
    split: str | None = None


@dataclass(frozen=True, slots=True)
class DataSet:
    """Labelled pictures under one folder.

    Attributes:
        root: the folder that the pictures' `file` is relative to.
        pictures: sorted by file.
        notes: what reading had to give up or turn, one sentence each.
    """

    root: Path
    pictures: tuple[LabelledPicture, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, root: Path, pictures: Iterable[LabelledPicture], notes: Sequence[str] = ()) -> DataSet:
        """Sorted by file, so that the order of a source never shows in an export."""
        return cls(root, tuple(sorted(pictures, key=lambda picture: picture.file)), tuple(notes))

    def path(self, picture: LabelledPicture) -> Path:
        """Where the picture lies on disk."""
        return self.root / picture.file

    @property
    def tiles(self) -> int:
        """How many tiles are labelled."""
        return sum(len(picture.tiles) for picture in self.pictures)

    def per_class(self) -> dict[str, int]:
        """Tiles of each class that occurs, in the order of the classes."""
        counts = Counter(tile.name for picture in self.pictures for tile in picture.tiles)
        return {name: counts[name] for name in FACE_NAMES if counts[name]}
