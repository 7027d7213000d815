"""The audit: all faults of a data set, ranked, and its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vision.labelling.audit.boxes import box_faults, class_faults
from vision.labelling.audit.disagreements import disagreements
from vision.labelling.audit.fault import Fault, counts, ranked
from vision.labelling.audit.pictures import picture_faults
from vision.labelling.examine import Examined
from vision.labelling.picture import DataSet


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    Attributes:
        faults: ranked.
        model: name and version of the model that was asked, or None.
    """

    data: DataSet
    faults: tuple[Fault, ...]
    model: str | None

    def per_split(self) -> dict[str, tuple[int, int]]:
        """Pictures and tiles of each split."""
        pictures = Counter(picture.split or "–" for picture in self.data.pictures)
        tiles: Counter[str] = Counter()
        for picture in self.data.pictures:
            tiles[picture.split or "–"] += len(picture.tiles)
        return {split: (pictures[split], tiles[split]) for split in sorted(pictures)}

    def to_dict(self) -> dict[str, Any]:
        """As JSON: numbers, and every fault."""
        return {
            "pictures": len(self.data.pictures),
            "tiles": self.data.tiles,
            "per_class": self.data.per_class(),
            "per_split": {split: list(numbers) for split, numbers in self.per_split().items()},
            "model": self.model,
            "counts": {str(kind): count for kind, count in counts(self.faults).items()},
            "faults": [
                {
                    "kind": str(fault.kind),
                    "files": list(fault.files),
                    "text": fault.text.to_dict(),
                    "weight": round(fault.weight, 4),
                }
                for fault in self.faults
            ],
        }


def audit(data: DataSet, examined: Mapping[str, Examined]) -> Audit:
    """Look for every kind of fault; `examined` holds each picture of the data set by its file.

    Disagreements are only looked for where `examined` has readings.
    """
    faults = [
        *picture_faults(data, examined),
        *box_faults(data),
        *class_faults(data),
        *disagreements(data, examined),
    ]
    read = next((each.reading.model for each in examined.values() if each.reading), None)
    model = None if read is None else f"{read.name} {read.version}"
    return Audit(data, tuple(ranked(faults)), model)
