"""Labels that a model proposes, ready to correct, the most doubtful photo first."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.labelling.picture import LabelledPicture, LabelledTile, Provenance
from vision.reading import DoubtCode, Reading, TileReading

ABOUT_ONE_TILE = {DoubtCode.LOW_CONFIDENCE}
"""Doubts that a tile's confidence says already."""


@dataclass(frozen=True, slots=True)
class Prelabelled:
    """One photo with the labels that the model proposes.

    Attributes:
        doubt: corrections to expect: the chance of each tile to be wrong, added up, and one for each doubt
            about the photo as a whole (a tile too few, a fifth of a kind, glare, nothing found, ...).
        codes: what those doubts are.
    """

    picture: LabelledPicture
    doubt: float
    codes: tuple[str, ...]


def prelabelled(name: str, reading: Reading, time: str | None = None) -> Prelabelled:
    """The labels of a reading; what the model saw beside the hand (pond, wall) is labelled too."""
    model = Provenance(model=f"{reading.model.name} {reading.model.version}", time=time)
    tiles = tuple(_tile(tile, model) for tile in reading.tiles)
    image = reading.image
    codes = tuple(str(each.code) for each in reading.doubts if each.code not in ABOUT_ONE_TILE)
    doubt = sum(1 - tile.confidence for tile in reading.tiles) + len(codes)
    return Prelabelled(LabelledPicture(name, image.width, image.height, tiles), doubt, codes)


def most_doubtful_first(photos: Iterable[Prelabelled]) -> list[Prelabelled]:
    """Ordered for the person who corrects: where most is to expect comes first; equal ones by name."""
    return sorted(photos, key=lambda each: (-round(each.doubt, 6), each.picture.file))


def write_order(photos: Iterable[Prelabelled], errors: Mapping[str, Mapping[str, str]], file: Path) -> None:
    """`order.csv`: what to correct first, and a line for each photo that could not be read."""
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(("photo", "tiles", "doubt", "least_confidence", "doubts", "error"))
        for each in photos:
            least = min((tile.confidence or 0 for tile in each.picture.tiles), default=0)
            row = (each.picture.file, len(each.picture.tiles), f"{each.doubt:.3f}", f"{least:.3f}")
            writer.writerow((*row, " ".join(each.codes), ""))
        for name, error in sorted(errors.items()):
            writer.writerow((name, "", "", "", "", f"{error['zh']} {error['en']}"))


def _tile(tile: TileReading, model: Provenance) -> LabelledTile:
    return LabelledTile(
        name=tile.tile or "back",
        quad=tile.quad,
        confidence=round(tile.confidence, 4),
        alternatives=tile.alternatives,
        provenance=model,
    )
