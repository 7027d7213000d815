"""What every reader of labels needs: where the data set lies, what its names mean, where its pictures are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vision.labelling.errors import FormatError, UnsafePathError
from vision.labelling.files import Size, inside, pictures_under, relative, size_of
from vision.labelling.names import NameTable, standard_table
from vision.labelling.picture import Box
from vision.reading import Point, Quad


@dataclass(frozen=True)
class Source:
    """A data set to read.

    Attributes:
        path: its folder, or its one label file.
        table: what the names mean.
        classes: a file of class names, one a line, where the data set brings none.
        pictures: the folder of the pictures, where it is not that of the labels.
    """

    path: Path
    table: NameTable = field(default_factory=standard_table)
    classes: Path | None = None
    pictures: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder of the labels."""
        return self.path if self.path.is_dir() else self.path.parent

    @property
    def root(self) -> Path:
        """The folder of the pictures."""
        return self.pictures or self.folder


class PictureFinder:
    """Finds the pictures that label files name, under one root and never outside it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._by_name: dict[str, list[Path]] = defaultdict(list)
        for path in pictures_under(root):
            self._by_name[path.name].append(path)
        self._missing: list[str] = []

    def find(
        self, named: str, label_file: Path, *, first: Sequence[str] = (), then: Sequence[str] = ()
    ) -> Path | None:
        """The picture of that path, or else the only one of that name; None where there is none.

        `first` and `then` are folders of the data set that the path may be relative to, looked at before and
        after that of the label file and the data set's own.

        Raises:
            UnsafePathError: the path leads out of the data set.
            FormatError: several pictures have that name and none that path.
        """
        plain = named.replace("\\", "/")
        if self._outside(plain, label_file):
            raise UnsafePathError(label_file, named)
        bases = [
            *(self.root / folder for folder in first),
            label_file.parent,
            self.root,
            *(self.root / folder for folder in then),
        ]
        for base in bases:
            path = (base / plain).resolve()
            if path.is_relative_to(self.root.resolve()) and path.is_file():
                return path
        same = self._by_name.get(plain.rsplit("/", 1)[-1], [])
        if len(same) > 1:
            found = ", ".join(relative(self.root, path) for path in same[:4])
            raise FormatError(label_file, f"{named!r} could be any of {found} / 同名图片不止一张")
        if not same:
            self._missing.append(named)
        return same[0] if same else None

    def _outside(self, plain: str, label_file: Path) -> bool:
        """Whether the path leads out of the data set from every folder it may be relative to."""
        bases = [self.root]
        if label_file.resolve().is_relative_to(self.root.resolve()):
            bases.append(label_file.parent)
        for base in bases:
            try:
                prefix = "" if base == self.root else relative(self.root, base) + "/"
                inside(self.root, prefix + plain if not plain.startswith("/") else plain, label_file)
            except UnsafePathError:
                continue
            return False
        return True

    def check(self, label_file: Path) -> None:
        """That none was missing.

        Raises:
            FormatError: names the first few that were.
        """
        if self._missing:
            shown = ", ".join(self._missing[:5]) + (", …" if len(self._missing) > 5 else "")
            raise FormatError(
                label_file,
                f"{len(self._missing)} pictures are not under {self.root}: {shown}. Say where they are: "
                "--pictures FOLDER / 找不到图片，请用 --pictures 指出",
            )


@dataclass(frozen=True, slots=True)
class Turn:
    """From the coordinates of a label file to those of the upright picture.

    Tools disagree on photos that EXIF turns: some show them upright, some as stored. The size that the label
    file states tells which it was.

    Attributes:
        size: of the upright picture.
        stored: whether the labels were drawn on the picture as stored, before EXIF turned it.
    """

    size: Size
    stored: bool = False

    @classmethod
    def of(cls, file: Path, stated: tuple[float, float] | None) -> Turn:
        """For a picture and the width and height that its labels state.

        Raises:
            FormatError: the stated size is neither the upright nor the stored one.
        """
        size = size_of(file)
        if stated is None or stated == (size.width, size.height) or stated == (0, 0):
            return cls(size)
        if size.orientation >= 5 and stated == (size.height, size.width):
            return cls(size, stored=True)
        raise FormatError(
            file,
            f"the labels were drawn on {stated[0]:g}x{stated[1]:g} pixels, this picture has "
            f"{size.width}x{size.height} / 标注的尺寸与图片不符",
        )

    def point(self, x: float, y: float) -> Point:
        """A point of the label file in the upright picture (EXIF orientations 5 to 8 exchange the sides)."""
        if not self.stored:
            return (x, y)
        width, height = self.size.width, self.size.height
        turned = {5: (y, x), 6: (width - y, x), 7: (width - y, height - x), 8: (y, height - x)}
        return turned[self.size.orientation]

    def box(self, box: Box) -> Box:
        """An upright box; the corners may come the other way round."""
        (x0, y0), (x1, y1) = self.point(box[0], box[1]), self.point(box[2], box[3])
        return (x0, y0, x1, y1)

    def quad(self, points: Iterable[Sequence[float]]) -> Quad:
        """Four corners; raises ValueError for another number."""
        a, b, c, d = (self.point(float(x), float(y)) for x, y in points)
        # Mirroring orientations turn the order round: clockwise from the same corner again.
        return (a, d, c, b) if self.stored and self.size.orientation in (5, 7) else (a, b, c, d)


def read_classes(file: Path) -> list[str]:
    """The names of a class file, one a line, in its order."""
    return [line.strip() for line in file.read_text("utf-8-sig").splitlines() if line.strip()]
