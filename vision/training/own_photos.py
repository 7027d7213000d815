"""A person's own labelled photos as training data for both stages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.evaluation.pictures import Picture, TrueTile
from vision.labelling.errors import LabellingError
from vision.labelling.formats import Source, read_dataset
from vision.labelling.manifest import Manifest
from vision.labelling.picture import DataSet, LabelledPicture
from vision.training.blend import Measure, measure_detector, measure_reader
from vision.training.crops import (
    Crop,
    CropStore,
    cut,
    oriented_rectangle,
    shorter_side,
    write_store,
)
from vision.training.detector_data import prepare, write_example, write_real
from vision.training.images import read_rgb
from vision.training.real import RealPhoto
from vision.training.watch import Stage

VARIANTS = 6
"""Pictures that are made of each photo for the detector: turned, tilted, zoomed."""

SHOWN = 24
"""How often a crop is shown in an epoch of the reader, within `EPOCH`."""

EPOCH = (1024, 8192)
LEAST_PIXELS = 8.0
DETECTOR_SIDE = 512
"""Pixels of the detector's training pictures."""


@dataclass(frozen=True)
class OwnPhotos:
    """A data set with a frozen split, and where what is made of it goes."""

    data: DataSet
    manifest: Manifest
    work: Path

    @classmethod
    def load(cls, folder: Path, work: Path) -> OwnPhotos:
        """Read and check a data set.

        Raises:
            LabellingError: no frozen split, no photos to train on or to check with, or changed ones.
        """
        manifest = Manifest.read(folder)
        manifest.check(folder)
        photos = cls(read_dataset(Source(folder)), manifest, work)
        for split in ("train", "val"):
            if not any(photos.pictures(split)):
                raise LabellingError(f"{folder} has no photos in {split!r}: qicheng data split / 先划分数据")
        return photos

    def pictures(self, split: str) -> list[LabelledPicture]:
        """The labelled pictures of one part."""
        files = {entry.file for entry in self.manifest.of_split(split)}
        return [picture for picture in self.data.pictures if picture.file in files and picture.tiles]

    def files(self, split: str) -> list[Path]:
        """Their paths."""
        return [self.data.path(picture) for picture in self.pictures(split)]

    @property
    def held_out_split(self) -> str:
        """`test` where there is one."""
        return "test" if self.pictures("test") else "val"

    def held_out(self) -> list[Picture]:
        """The photos for the comparison of before and after."""
        return [
            Picture(
                self.data.path(picture),
                picture.group or "",
                tuple(
                    TrueTile(
                        None if tile.name == "back" else tile.name, np.array(tile.quad, dtype=np.float64)
                    )
                    for tile in picture.tiles
                ),
            )
            for picture in self.pictures(self.held_out_split)
        ]

    def summary(self) -> str:
        """Photos and tiles of each part, and which faces training never sees."""
        parts = [
            f"{split} {len(self.pictures(split))} photos, "
            f"{sum(len(picture.tiles) for picture in self.pictures(split))} tiles"
            for split in self.manifest.splits
        ]
        seen = Counter(tile.name for picture in self.pictures("train") for tile in picture.tiles)
        compared = f"compared on {self.held_out_split}"
        return f"{' · '.join(parts)} · {len(seen)} of 36 classes in train · {compared}"

    def stage(self, role: str, start: Path, out: Path, epochs: int) -> Stage:
        """The training of one stage: its data made, its command ready."""
        return self._reader(start, out, epochs) if role == "reader" else self._detector(start, out, epochs)

    def _reader(self, start: Path, out: Path, epochs: int) -> Stage:
        crops = {split: self.crops(split) for split in ("train", "val")}
        number = len(CropStore.load(crops["train"]).faces)
        length = int(np.clip(number * SHOWN, *EPOCH))
        arguments = [
            "--stores", f"{crops['train']}:1", "--val", str(crops["val"]), "--epoch-length", str(length),
            "--batch", "64", "--lr", "4e-4", "--lr-end", "0.1",
        ]  # fmt: skip
        return Stage("reader", "vision.training.train_reader", start, out, epochs, arguments, "right")

    def _detector(self, start: Path, out: Path, epochs: int) -> Stage:
        folder = self.work / "detector"
        if not (folder / "data.yaml").is_file():
            prepare(folder)
            write_real(list(map(self._real, self.pictures("train"))), [], folder, VARIANTS)
            for picture in self.pictures("val"):
                image = read_rgb(self.data.path(picture))
                write_example(folder, "val", Path(picture.file).stem, image, quads_of(picture))
        arguments = ["--data", str(folder / "data.yaml"), "--batch", "4", "--lr", "3e-4", "--lr-end", "0.1",
                     "--side", str(DETECTOR_SIDE)]  # fmt: skip
        return Stage(
            "detector", "vision.training.train_detector", start, out, epochs, arguments, "metrics/mAP50-95(B)"
        )

    def measure(self, role: str, side: int) -> Measure:
        """How a checkpoint of a stage is judged on `val`."""
        if role == "reader":
            return measure_reader(CropStore.load(self.crops("val")), side)
        return measure_detector(self.work / "detector" / "data.yaml", DETECTOR_SIDE)

    def _real(self, picture: LabelledPicture) -> RealPhoto:
        faces = np.array([tile.index for tile in picture.tiles], dtype=np.int64)
        size = np.array([picture.width, picture.height], dtype=np.float32)
        path = self.data.path(picture)
        return RealPhoto(path, picture.group or "own", path.stem, faces, quads_of(picture) / size)

    def crops(self, split: str) -> Path:
        """The crop store of one part, made on first use."""
        folder = self.work / f"crops-{split}"
        if not (folder / "table.npz").is_file():
            made = [crop for picture in self.pictures(split) for crop in self._crops(picture)]
            write_store(made, folder, max(1, len(made)))
        return folder

    def _crops(self, picture: LabelledPicture) -> list[Crop]:
        image = read_rgb(self.data.path(picture))
        return [
            Crop(cut(image, quad), tile.index, False, "own")
            for tile, quad in zip(picture.tiles, quads_of(picture), strict=True)
            if shorter_side(quad) >= LEAST_PIXELS
        ]


def quads_of(picture: LabelledPicture) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Oriented rectangles (n, 4, 2) around the tiles, in pixels."""
    quads = [oriented_rectangle(np.array(tile.quad, dtype=np.float32)) for tile in picture.tiles]
    return np.stack(quads) if quads else np.zeros((0, 4, 2), dtype=np.float32)
