"""Our own form of a data set: `pictures.jsonl`, one line a picture, beside `images/`. Nothing is lost."""

from __future__ import annotations

import json
from typing import Any

from vision.labelling.errors import FormatError, LabellingError
from vision.labelling.files import inside, relative
from vision.labelling.formats.source import Source, Turn
from vision.labelling.formats.tiles import extras_of, with_extras
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile
from vision.reading import Quad

FILE = "pictures.jsonl"


def read(source: Source) -> DataSet:
    """The data set of a folder that has `pictures.jsonl`.

    Raises:
        FormatError: a line that is none of ours, a picture that is not there.
    """
    file = source.path / FILE if source.path.is_dir() else source.path
    pictures = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        where = f"{file}:{number}"
        try:
            pictures.append(_picture(json.loads(line), source, where))
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, LabellingError):
                raise
            raise FormatError(where, f"no picture of ours / 不是本格式 ({error})") from error
    return DataSet.of(source.root, pictures)


def write(data: DataSet) -> list[str]:
    """`pictures.jsonl`; nothing is lost."""
    lines = (json.dumps(_line(picture), ensure_ascii=False) + "\n" for picture in data.pictures)
    (data.root / FILE).write_text("".join(lines), "utf-8")
    return []


def _line(picture: LabelledPicture) -> dict[str, Any]:
    tiles = [
        {"tile": tile.name, "quad": [[round(x, 3), round(y, 3)] for x, y in tile.quad], **extras_of(tile)}
        for tile in picture.tiles
    ]
    return {"file": picture.file, "width": picture.width, "height": picture.height, "tiles": tiles}


def _picture(line: dict[str, Any], source: Source, where: str) -> LabelledPicture:
    path = inside(source.root, line["file"], where)
    if not path.is_file():
        raise FormatError(where, f"{line['file']} is not there / 图片不在")
    size = Turn.of(path, (line["width"], line["height"])).size
    tiles = tuple(_tile(each, where) for each in line["tiles"])
    return LabelledPicture(relative(source.root, path), size.width, size.height, tiles)


def _tile(data: dict[str, Any], where: str) -> LabelledTile:
    a, b, c, d = ((float(x), float(y)) for x, y in data["quad"])
    quad: Quad = (a, b, c, d)
    return with_extras(data["tile"], quad, data, where)
