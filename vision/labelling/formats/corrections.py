"""Corrections that people sent to the service, from its export: each label with who, which model, and when.

The service answers `GET /v1/corrections/export?format=…` with a zip whose `corrections.jsonl` has, a line a
correction, the reading as the person left it, the model's own before, and whence they came. That file is read
whatever labels lie beside it, as it alone knows all three.
"""

from __future__ import annotations

import json
from typing import Any

from vision.labelling.errors import FormatError
from vision.labelling.files import inside, relative
from vision.labelling.formats.source import Source, Turn
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile, Provenance
from vision.reading import Reading, ReadingError

NAME = "corrections"
FILE = "corrections.jsonl"


def read(source: Source) -> DataSet:
    """The corrections of an unpacked export.

    Raises:
        FormatError: a line that is no correction, a picture that is not there.
    """
    file = source.folder / FILE
    pictures = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        where = f"{file}:{number}"
        try:
            pictures.append(_picture(json.loads(line), source, where))
        except (KeyError, TypeError, ReadingError) as error:
            raise FormatError(where, f"no correction / 不是纠正记录 ({error!r})") from error
    return DataSet.of(source.root, pictures)


def _picture(line: dict[str, Any], source: Source, where: str) -> LabelledPicture:
    path = inside(source.root, line["image"], where)
    if not path.is_file():
        raise FormatError(where, f"{line['image']} is not there / 图片不在")
    after = Reading.from_dict(line["after"])
    provenance = Provenance(
        person=line.get("by"),
        model=f"{line['model']['name']} {line['model']['version']}",
        time=line["created"],
    )
    turn = Turn.of(path, (after.image.width, after.image.height))
    tiles = tuple(
        LabelledTile(tile.tile or "back", turn.quad(tile.quad), provenance=provenance) for tile in after.tiles
    )
    return LabelledPicture(relative(source.root, path), turn.size.width, turn.size.height, tiles)
