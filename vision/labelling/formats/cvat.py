"""CVAT for images 1.1: one `annotations.xml`, boxes turned about their middle, polygons for the rest.

Lossless: what a box cannot say stands in attributes, which CVAT keeps where the label declares them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from vision.classes import FACE_NAMES
from vision.labelling.errors import FormatError
from vision.labelling.files import relative
from vision.labelling.formats.shapes import TurnedRectangle
from vision.labelling.formats.source import PictureFinder, Source, Turn
from vision.labelling.formats.tiles import extras_of, left_out, notes_of, outline_quad, with_extras
from vision.labelling.formats.xml import Element, child, documents, number, to_bytes
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile
from vision.reading import Quad

FILE = "annotations.xml"
ATTRIBUTES = ("shape", "confidence", "alternatives", "person", "model", "time")
CORNERS = ("xtl", "ytl", "xbr", "ybr")


def read(source: Source) -> DataSet:
    """Every CVAT file under a folder.

    Raises:
        FormatError: none there, a missing picture, a shape that is neither box nor polygon.
    """
    finder, notes = PictureFinder(source.root), Counter[str]()
    found = list(documents(source.path, "annotations"))
    if not found:
        raise FormatError(source.path, "no CVAT file / 没有 CVAT 文件")
    shapes = [shape for _, root in found for image in root.iterfind("image") for shape in image]
    meanings = source.table.resolve(shape.get("label", "") for shape in shapes if shape.get("label"))
    pictures = []
    for file, root in found:
        for image in root.iterfind("image"):
            path = finder.find(image.get("name", ""), file, then=["images"])
            if path is None:
                continue
            stated = tuple(number(image.get(side), file, side) for side in ("width", "height"))
            turn = Turn.of(path, (stated[0], stated[1]))
            tiles = tuple(_tiles(file, image, meanings, turn, notes))
            size = turn.size
            pictures.append(LabelledPicture(relative(finder.root, path), size.width, size.height, tiles))
        finder.check(file)
    return DataSet.of(source.root, pictures, notes_of(notes))


def write(data: DataSet) -> list[str]:
    """`annotations.xml`; nothing is lost."""
    root = Element("annotations")
    child(root, "version", "1.1")
    _describe(child(root, "meta"))
    for number_, picture in enumerate(data.pictures):
        image = child(
            root,
            "image",
            attributes={
                "id": str(number_),
                "name": picture.file,
                "width": str(picture.width),
                "height": str(picture.height),
            },
        )
        for tile in picture.tiles:
            _shape(image, tile)
    (data.root / FILE).write_bytes(to_bytes(root))
    return []


def _describe(meta: Element) -> None:
    task = child(meta, "task")
    child(task, "name", f"mahjong tiles, classes SHA-256 {CLASSES_SHA256}")
    labels = child(task, "labels")
    for name in FACE_NAMES:
        label = child(labels, "label")
        child(label, "name", name)
        declared = child(label, "attributes")
        for attribute in ATTRIBUTES:
            element = child(declared, "attribute")
            fields = (
                ("name", attribute),
                ("mutable", "False"),
                ("input_type", "text"),
                ("default_value", ""),
            )
            for tag, value in fields:
                child(element, tag, value)


def _shape(image: Element, tile: LabelledTile) -> None:
    common = {"label": tile.name, "source": "manual" if tile.confidence is None else "auto", "occluded": "0"}
    turned = TurnedRectangle.of(tile.quad)
    if turned is None:
        points = ";".join(f"{x:.3f},{y:.3f}" for x, y in tile.quad)
        element = child(image, "polygon", attributes={**common, "points": points, "z_order": "0"})
    else:
        (cx, cy), half_w, half_h = turned.centre, turned.width / 2, turned.height / 2
        corners = (cx - half_w, cy - half_h, cx + half_w, cy + half_h)
        box = {key: f"{value:.3f}" for key, value in zip(CORNERS, corners, strict=True)}
        if tile.shape == "quad":
            box["rotation"] = f"{turned.degrees % 360:.5f}"
        element = child(image, "box", attributes={**common, **box, "z_order": "0"})
    for key, value in extras_of(tile).items():
        text = json.dumps(value) if key == "alternatives" else str(value)
        child(element, "attribute", text, {"name": key})


def _tiles(
    file: Path,
    image: Element,
    meanings: Mapping[str, str | None],
    turn: Turn,
    notes: Counter[str],
) -> Iterator[LabelledTile]:
    for shape in image:
        label, where = shape.get("label"), f"{file}: {image.get('name')}"
        if label is None:
            continue
        meaning = meanings[label]
        if meaning is None:
            left_out(notes, label)
        else:
            quad = turn.quad(_quad(shape, where, notes))
            yield with_extras(meaning, quad, _extras(shape, where), where)


def _quad(shape: Element, where: str, notes: Counter[str]) -> Quad:
    if shape.tag == "box":
        x0, y0, x1, y1 = (number(shape.get(key), where, key) for key in CORNERS)
        degrees = number(shape.get("rotation", "0"), where, "rotation")
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        if degrees == 0:
            return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        return TurnedRectangle.about_centre(middle, x1 - x0, y1 - y0, degrees).quad
    if shape.tag == "polygon":
        pairs = [pair.split(",") for pair in shape.get("points", "").split(";")]
        try:
            return outline_quad([(float(x), float(y)) for x, y in pairs], notes)
        except ValueError as error:
            raise FormatError(where, f"a polygon that cannot be read / 多边形读不出 ({error})") from error
    raise FormatError(where, f"<{shape.tag}> is no box and no polygon / 只认 box 与 polygon")


def _extras(shape: Element, where: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        each.get("name", ""): each.text for each in shape.iterfind("attribute") if each.text
    }
    extras = {key: value for key, value in found.items() if key in ATTRIBUTES}
    if "alternatives" in extras:
        try:
            extras["alternatives"] = json.loads(extras["alternatives"])
        except ValueError as error:
            raise FormatError(where, f"alternatives that are no JSON ({error})") from error
    return extras
