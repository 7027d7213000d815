"""Label Studio written: tasks with predictions to correct, and the configuration of a project.

Turned rectangles are kept exactly; a quad that is no rectangle becomes a polygon. A task has at most one
prediction, as Label Studio shows one.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from scoring.tiles import Tile
from vision.classes import FACE_NAMES
from vision.labelling.formats.shapes import TurnedRectangle
from vision.labelling.formats.tiles import extras_of
from vision.labelling.formats.xml import Element, child, to_bytes
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile
from vision.reading import Point

FILE = "tasks.json"
CONFIG = "label-studio.xml"
LOCAL_FILES = "/data/local-files/?d="
"""Where Label Studio serves pictures of its LOCAL_FILES_DOCUMENT_ROOT."""

RECTANGLE, POLYGON = "rectanglelabels", "polygonlabels"
CONTROLS = {RECTANGLE: "tile", POLYGON: "outline"}
"""Type of a region to the control's name in our configuration."""

_COLOURS = {"m": "#d4380d", "p": "#0958d9", "s": "#389e0d", "z": "#722ed1"}


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes tasks.

    Attributes:
        address: put before each picture's path to make the URL that Label Studio shows.
    """

    address: str = LOCAL_FILES

    def write(self, data: DataSet) -> list[str]:
        """`tasks.json` and the project's configuration; nothing is lost."""
        tasks = [task_of(picture, self.address) for picture in data.pictures]
        text = json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"
        (data.root / FILE).write_text(text, "utf-8")
        (data.root / CONFIG).write_bytes(configuration())
        return []


def task_of(picture: LabelledPicture, address: str = LOCAL_FILES) -> dict[str, Any]:
    """One task: a prediction where a model proposed every label, else an annotation."""
    result = [_region(tile, picture, at) for at, tile in enumerate(picture.tiles)]
    data = {"image": address + quote(picture.file), "file": picture.file, "classes_sha256": CLASSES_SHA256}
    confidences = [tile.confidence for tile in picture.tiles if tile.confidence is not None]
    if not result or len(confidences) < len(result):
        return {"data": data, "annotations": [{"result": result}]}
    models = sorted({tile.provenance.model for tile in picture.tiles if tile.provenance.model})
    prediction = {
        **({"model_version": ", ".join(models)} if models else {}),
        "score": round(sum(confidences) / len(confidences), 4),
        "result": result,
    }
    return {"data": data, "predictions": [prediction]}


def configuration() -> bytes:
    """The project's configuration, as it stands in `datasets/label-studio.xml`."""
    view = Element("View")
    child(view, "Header", None, {"value": "框住每张牌的正面 · Box the face of every tile"})
    image = {
        "name": "image",
        "value": "$image",
        "zoom": "true",
        "zoomControl": "true",
        "rotateControl": "true",
    }
    child(view, "Image", None, image)
    for tag, name, own in (
        ("RectangleLabels", CONTROLS[RECTANGLE], {"canRotate": "true"}),
        ("PolygonLabels", CONTROLS[POLYGON], {}),
    ):
        control = child(view, tag, None, {"name": name, "toName": "image", "showInline": "true", **own})
        for face in FACE_NAMES:
            child(control, "Label", None, {"value": face, "hint": _spoken(face), "background": _colour(face)})
    return to_bytes(view, declared=False)  # Label Studio answers 500 to a declaration


def _spoken(face: str) -> str:
    words = {"f": "花 flower", "back": "牌背 face down"}
    return words.get(face) or str(Tile.parse(face).name.zh)


def _colour(face: str) -> str:
    return _COLOURS.get(face[-1], "#595959") if len(face) == 2 else "#595959"


def _region(tile: LabelledTile, picture: LabelledPicture, at: int) -> dict[str, Any]:
    turned = TurnedRectangle.of(tile.quad)
    if turned is None:
        kind = POLYGON
        points = [_per_cent(point, picture) for point in tile.quad]
        value: dict[str, Any] = {"points": points, "closed": True}
    else:
        kind = RECTANGLE
        x, y = _per_cent((turned.x, turned.y), picture)
        width, height = _per_cent((turned.width, turned.height), picture)
        value = {"x": x, "y": y, "width": width, "height": height, "rotation": round(turned.degrees % 360, 6)}
    others = [f"{other.tile} {other.confidence:.2f}" for other in tile.alternatives]
    out = {
        "id": hashlib.sha256(f"{picture.file}#{at}".encode()).hexdigest()[:10],
        "type": kind,
        "from_name": CONTROLS[kind],
        "to_name": "image",
        "original_width": picture.width,
        "original_height": picture.height,
        "image_rotation": 0,
        "value": {**value, kind: [tile.name]},
        "meta": {"text": others, "extras": extras_of(tile)} if others else {"extras": extras_of(tile)},
    }
    return out if tile.confidence is None else {**out, "score": round(tile.confidence, 4)}


def _per_cent(point: Point, picture: LabelledPicture) -> list[float]:
    return [round(point[0] / picture.width * 100, 7), round(point[1] / picture.height * 100, 7)]
