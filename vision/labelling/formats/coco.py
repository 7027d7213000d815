"""COCO: `images`, `annotations`, `categories`; category ids mean what the file's own `categories` say.

Lossless: the quad is the segmentation, the rest stands under `attributes`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from vision.classes import FACE_NAMES
from vision.labelling.errors import FormatError, LabellingError
from vision.labelling.files import relative
from vision.labelling.formats.documents import documents
from vision.labelling.formats.shapes import is_upright, signed_area
from vision.labelling.formats.source import PictureFinder, Source, Turn
from vision.labelling.formats.tiles import (
    extras_of,
    left_out,
    notes_of,
    outline_quad,
    with_extras,
)
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile
from vision.reading import Point, Quad

FILE = "annotations.json"


def looks_like(data: object) -> bool:
    """Whether a JSON document is COCO's."""
    return isinstance(data, dict) and {"images", "annotations", "categories"} <= data.keys()


def read(source: Source) -> DataSet:
    """One COCO file, or every one under a folder.

    Raises:
        FormatError: none there, a missing picture, an annotation that cannot be read.
    """
    finder, notes = PictureFinder(source.root), Counter[str]()
    found = list(documents(source.path, looks_like))
    if not found:
        raise FormatError(source.path, "no COCO file / 没有 COCO 文件")
    names = [str(each["name"]) for _, data in found for each in _used_categories(data)]
    meanings = source.table.resolve(names)
    pictures: list[LabelledPicture] = []
    for file, data in found:
        try:
            pictures += _pictures(file, data, meanings, finder, notes)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, LabellingError):
                raise
            raise FormatError(file, f"not as COCO describes / 不合 COCO 格式 ({error!r})") from error
        finder.check(file)
    return DataSet.of(source.root, pictures, notes_of(notes))


def write(data: DataSet) -> list[str]:
    """`annotations.json`; nothing is lost."""
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for image_id, picture in enumerate(data.pictures, 1):
        size = {"width": picture.width, "height": picture.height}
        images.append({"id": image_id, "file_name": picture.file, **size})
        for tile in picture.tiles:
            annotations.append({"id": len(annotations) + 1, "image_id": image_id, **_annotation(tile)})
    document = {
        "info": {"description": "mahjong tiles", "classes_sha256": CLASSES_SHA256},
        "licenses": [],
        "images": images,
        "annotations": annotations,
        "categories": [
            {"id": index, "name": name, "supercategory": "tile"} for index, name in enumerate(FACE_NAMES, 1)
        ],
    }
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    (data.root / FILE).write_text(text, "utf-8")
    return []


def _annotation(tile: LabelledTile) -> dict[str, Any]:
    x0, y0, x1, y1 = tile.box
    out: dict[str, Any] = {
        "category_id": tile.index + 1,
        "bbox": [round(value, 3) for value in (x0, y0, x1 - x0, y1 - y0)],
        "area": round(abs(signed_area(tile.quad)), 3),
        "segmentation": [[round(value, 3) for point in tile.quad for value in point]],
        "iscrowd": 0,
        "attributes": extras_of(tile),
    }
    return out if tile.confidence is None else {**out, "score": round(tile.confidence, 4)}


def _used_categories(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The categories that something is labelled with: Roboflow adds one for the whole that nothing has."""
    used = {each["category_id"] for each in data["annotations"]}
    yield from (category for category in data["categories"] if category["id"] in used)


def _pictures(
    file: Path,
    data: Mapping[str, Any],
    meanings: Mapping[str, str | None],
    finder: PictureFinder,
    notes: Counter[str],
) -> Iterator[LabelledPicture]:
    names = {category["id"]: str(category["name"]) for category in data["categories"]}
    of_image: dict[object, list[Mapping[str, Any]]] = defaultdict(list)
    for annotation in data["annotations"]:
        of_image[annotation["image_id"]].append(annotation)
    for image in data["images"]:
        path = finder.find(str(image["file_name"]), file, then=["images"])
        own = of_image.pop(image["id"], [])
        if path is None:
            continue
        turn = Turn.of(path, (image.get("width", 0), image.get("height", 0)))
        tiles = []
        for annotation in own:
            name = names[annotation["category_id"]]
            meaning = meanings[name]
            if meaning is None:
                left_out(notes, name)
                continue
            where = f"{file}: annotation {annotation.get('id')}"
            tiles.append(_tile(meaning, annotation, turn, where, notes))
        yield LabelledPicture(relative(finder.root, path), turn.size.width, turn.size.height, tuple(tiles))
    if of_image:
        raise FormatError(
            file, f"annotations of images that are not listed / 图片未列出: {list(of_image)[:5]}"
        )


def _tile(
    name: str, annotation: Mapping[str, Any], turn: Turn, where: str, notes: Counter[str]
) -> LabelledTile:
    extras = dict(annotation.get("attributes") or {})
    if "score" in annotation:
        extras.setdefault("confidence", annotation["score"])
    x, y, w, h = (float(value) for value in annotation["bbox"])
    box: Quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    quad = _outline(annotation.get("segmentation"), notes) or box
    if "shape" not in extras and is_upright(quad):
        quad = box
    return with_extras(name, turn.quad(quad), extras, where)


def _outline(segmentation: object, notes: Counter[str]) -> Quad | None:
    """The quad of a polygon; None where there is none, or only a mask."""
    if isinstance(segmentation, dict):
        notes["masks are not read, their boxes are / 掩码不读，取其框"] += 1
    if not isinstance(segmentation, list) or not segmentation or not segmentation[0]:
        return None
    points: list[Point] = []
    for ring in segmentation:
        points += [(float(x), float(y)) for x, y in zip(ring[::2], ring[1::2], strict=True)]
    return outline_quad(points, notes)
