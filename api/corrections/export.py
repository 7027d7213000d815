"""All corrections as one zip: pictures, labels in the format of a labelling tool, and where each came from.

Every export holds `images/ID.jpg` (or png, webp), `corrections.jsonl` (one line a correction: id, time,
model, who, the readings before and after, in pixels of the upright picture) and `export.json` (format, count,
class names and their hash). Beside these:

yolo          `labels/ID.txt`: class and the four corners of each face, 0 to 1; `data.yaml`
coco          `annotations.json`: box and polygon of each face, and what kind of group it lies in
label-studio  `tasks.json`: a task a picture, the model's reading as prediction, the corrected as annotation

The zip is written as it is sent, so its size does not matter; exporting twice gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from api.corrections.records import Correction
from vision.classes import FACE_NAMES

BACK = "back"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first a zip can say; a real time would make every export another file
Tile = dict[str, Any]


class ExportFormat(StrEnum):
    """What labels an export holds."""

    YOLO = "yolo"
    COCO = "coco"
    LABEL_STUDIO = "label-studio"


def export_zip(corrections: Iterable[tuple[Correction, bytes]], format_: ExportFormat) -> Iterator[bytes]:
    """The zip in pieces, as the pictures come in."""
    sink = _Sink()
    labels = _LABELS[format_]()
    lines: list[str] = []
    with zipfile.ZipFile(sink, "w") as archive:
        for correction, picture in corrections:
            name = correction.id + correction.picture[correction.picture.index(".") :]
            _write(archive, f"images/{name}", picture)
            for path, text in labels.add(correction, name):
                _write(archive, path, text)
            lines.append(_provenance(correction, name))
            yield sink.taken()
        for path, text in labels.files():
            _write(archive, path, text)
        _write(archive, "corrections.jsonl", "".join(line + "\n" for line in lines))
        _write(archive, "export.json", _json(_summary(format_, len(lines))))
    yield sink.taken()


class YoloLabels:
    """Oriented boxes, one text file a picture, as Ultralytics' OBB task reads them."""

    def add(self, correction: Correction, name: str) -> Iterator[tuple[str, str]]:
        """The labels of one picture."""
        size = correction.width, correction.height
        rows = [
            " ".join([str(FACE_NAMES.index(_face(tile))), *_relative(tile, size)])
            for tile in correction.after["tiles"]
        ]
        yield f"labels/{name.partition('.')[0]}.txt", "".join(row + "\n" for row in rows)

    def files(self) -> Iterator[tuple[str, str]]:
        """The names of the classes."""
        names = "".join(f"  {index}: {json.dumps(name)}\n" for index, name in enumerate(FACE_NAMES))
        yield "data.yaml", f"path: .\ntrain: images\nval: images\nnames:\n{names}"


@dataclass
class CocoLabels:
    """One file of boxes and polygons; category ids count from 1."""

    images: list[dict[str, Any]] = field(default_factory=list)
    annotations: list[dict[str, Any]] = field(default_factory=list)

    def add(self, correction: Correction, name: str) -> Iterator[tuple[str, str]]:
        """Note one picture."""
        image = {"id": len(self.images) + 1, "file_name": f"images/{name}", "correction": correction.id}
        self.images.append({**image, "width": correction.width, "height": correction.height})
        kinds = {group["id"]: group["kind"] for group in correction.after["groups"]}
        for tile in correction.after["tiles"]:
            self.annotations.append(
                {
                    "id": len(self.annotations) + 1,
                    "image_id": image["id"],
                    "category_id": FACE_NAMES.index(_face(tile)) + 1,
                    "bbox": _box(tile),
                    "area": _area(tile),
                    "segmentation": [[value for point in tile["quad"] for value in point]],
                    "iscrowd": 0,
                    "attributes": {"group": tile["group"], "group_kind": kinds[tile["group"]]},
                }
            )
        return iter(())

    def files(self) -> Iterator[tuple[str, str]]:
        """The file."""
        categories = [{"id": index, "name": name} for index, name in enumerate(FACE_NAMES, 1)]
        whole = {"images": self.images, "annotations": self.annotations, "categories": categories}
        yield "annotations.json", _json(whole)


@dataclass
class LabelStudioLabels:
    """Tasks with polygons: what the model said as prediction, what a person left as annotation."""

    tasks: list[dict[str, Any]] = field(default_factory=list)

    def add(self, correction: Correction, name: str) -> Iterator[tuple[str, str]]:
        """Note one task."""
        size = correction.width, correction.height
        task: dict[str, Any] = {
            "data": {"image": f"images/{name}", "correction": correction.id, "by": correction.by},
            "annotations": [{"result": _polygons(correction.after, size)}],
        }
        if correction.before is not None:
            model = correction.before["model"]
            task["predictions"] = [
                {
                    "model_version": f"{model['name']} {model['version']}",
                    "score": _least_confidence(correction.before),
                    "result": _polygons(correction.before, size),
                }
            ]
        self.tasks.append(task)
        return iter(())

    def files(self) -> Iterator[tuple[str, str]]:
        """The file."""
        yield "tasks.json", _json(self.tasks)


_LABELS: dict[ExportFormat, type[YoloLabels] | type[CocoLabels] | type[LabelStudioLabels]] = {
    ExportFormat.YOLO: YoloLabels,
    ExportFormat.COCO: CocoLabels,
    ExportFormat.LABEL_STUDIO: LabelStudioLabels,
}


class _Sink:
    """Where the zip is written to; what was written is taken away piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing is open."""

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def _write(archive: zipfile.ZipFile, path: str, data: bytes | str) -> None:
    archive.writestr(zipfile.ZipInfo(path, _EPOCH), data)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _summary(format_: ExportFormat, count: int) -> dict[str, Any]:
    digest = hashlib.sha256("\n".join(FACE_NAMES).encode()).hexdigest()
    return {"format": str(format_), "count": count, "classes": FACE_NAMES, "classes_sha256": digest}


def _provenance(correction: Correction, name: str) -> str:
    told = {**correction.to_dict(), "image": f"images/{name}"}
    readings = {"before": correction.before, "after": correction.after}
    return json.dumps({**told, **readings}, ensure_ascii=False)


def _face(tile: Tile) -> str:
    return BACK if tile["tile"] is None else str(tile["tile"])


def _relative(tile: Tile, size: tuple[int, int]) -> list[str]:
    """The corners as parts of the picture's width and height, none beyond its edge."""
    return [
        f"{min(max(value / side, 0.0), 1.0):.6f}"
        for point in tile["quad"]
        for value, side in zip(point, size, strict=True)
    ]


def _box(tile: Tile) -> list[float]:
    """x, y, width, height of the upright box around the corners."""
    xs, ys = zip(*tile["quad"], strict=True)
    return [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]


def _area(tile: Tile) -> float:
    corners = tile["quad"]
    following = corners[1:] + corners[:1]
    twice = sum(x * v - u * y for (x, y), (u, v) in zip(corners, following, strict=True))
    return abs(float(twice)) / 2


def _polygons(reading: dict[str, Any], size: tuple[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "id": f"tile{tile['id']}",
            "type": "polygonlabels",
            "from_name": "tile",
            "to_name": "image",
            "original_width": size[0],
            "original_height": size[1],
            "value": {
                "points": [[100 * x / size[0], 100 * y / size[1]] for x, y in tile["quad"]],
                "closed": True,
                "polygonlabels": [_face(tile)],
            },
        }
        for tile in reading["tiles"]
    ]


def _least_confidence(reading: dict[str, Any]) -> float:
    """How sure the model was of its most doubtful tile."""
    return min((float(tile["confidence"]) for tile in reading["tiles"]), default=0.0)
