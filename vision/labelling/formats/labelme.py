"""LabelMe: one JSON file beside each picture, rectangles and polygons.

Lossless: what LabelMe has no field for stands in keys of its own, which LabelMe keeps. X-AnyLabeling's turned
shapes (`rotation`) are read too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from vision.labelling.errors import FormatError
from vision.labelling.files import relative
from vision.labelling.formats.documents import documents
from vision.labelling.formats.source import PictureFinder, Source, Turn
from vision.labelling.formats.tiles import extras_of, left_out, notes_of, outline_quad, with_extras
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile
from vision.reading import Point, Quad

VERSION = "5.5.0"
"""Of LabelMe's format, which its reader asks for."""


def looks_like(data: object) -> bool:
    """Whether a JSON document is LabelMe's."""
    return isinstance(data, dict) and {"shapes", "imagePath"} <= data.keys()


def read(source: Source) -> DataSet:
    """Every LabelMe file under a folder, or the one given.

    Raises:
        FormatError: none there, a missing picture, a shape that encloses nothing.
    """
    finder, notes = PictureFinder(source.root), Counter[str]()
    found = list(documents(source.path, looks_like))
    if not found:
        raise FormatError(source.path, "no LabelMe file / 没有 LabelMe 文件")
    pictures = []
    try:
        meanings = source.table.resolve(str(each["label"]) for _, data in found for each in data["shapes"])
        for file, data in found:
            path = finder.find(str(data["imagePath"]), file)
            if path is None:
                continue
            stated = (data.get("imageWidth") or 0, data.get("imageHeight") or 0)
            turn = Turn.of(path, stated)
            tiles = tuple(_tiles(file, data, meanings, turn, notes))
            size = turn.size
            pictures.append(LabelledPicture(relative(finder.root, path), size.width, size.height, tiles))
    except (KeyError, TypeError) as error:
        raise FormatError(source.path, f"not as LabelMe describes / 不合 LabelMe 格式 ({error!r})") from error
    finder.check(source.path)
    return DataSet.of(source.root, pictures, notes_of(notes))


def write(data: DataSet) -> list[str]:
    """A JSON file beside each picture; nothing is lost."""
    for picture in data.pictures:
        file = (data.root / picture.file).with_suffix(".json")
        document: dict[str, Any] = {
            "version": VERSION,
            "flags": {},
            "shapes": [_shape(tile) for tile in picture.tiles],
            "imagePath": picture.file.rpartition("/")[2],
            "imageData": None,
            "imageHeight": picture.height,
            "imageWidth": picture.width,
            "classes_sha256": CLASSES_SHA256,
        }
        file.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return []


def _shape(tile: LabelledTile) -> dict[str, Any]:
    box = tile.shape == "box"
    corners = (tile.quad[0], tile.quad[2]) if box else tile.quad
    return {
        "label": tile.name,
        "points": [[round(x, 3), round(y, 3)] for x, y in corners],
        "group_id": None,
        "description": "",
        "shape_type": "rectangle" if box else "polygon",
        "flags": {},
        "extras": extras_of(tile),
    }


def _tiles(
    file: Path,
    data: Mapping[str, Any],
    meanings: Mapping[str, str | None],
    turn: Turn,
    notes: Counter[str],
) -> Iterator[LabelledTile]:
    for shape in data["shapes"]:
        name = str(shape["label"])
        meaning = meanings[name]
        if meaning is None:
            left_out(notes, name)
            continue
        where = f"{file}: {name}"
        quad, upright = _quad(shape, where, notes)
        extras = dict(shape.get("extras") or {})
        extras.setdefault("shape", "box" if upright else "quad")
        if shape.get("score") is not None:
            extras.setdefault("confidence", shape["score"])
        yield with_extras(meaning, turn.quad(quad), extras, where)


def _quad(shape: Mapping[str, Any], where: str, notes: Counter[str]) -> tuple[Quad, bool]:
    """The corners, and whether they are an upright box's."""
    try:
        points: list[Point] = [(float(x), float(y)) for x, y in shape["points"]]
    except (TypeError, ValueError) as error:
        raise FormatError(where, f"points that are none / 坐标读不出 ({error})") from error
    kind = shape.get("shape_type", "polygon")
    if kind == "rectangle" and len(points) in (2, 4):
        xs, ys = zip(*points, strict=True)
        x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), True
    if kind in ("polygon", "rotation") and len(points) >= 3:
        return outline_quad(points, notes), False
    raise FormatError(where, f"a {kind} of {len(points)} points encloses no tile / 不是框")
