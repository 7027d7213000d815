"""Corrections that people sent to the service, from its export: each label with who, which model, and when.

The service answers `GET /v1/corrections/export?format=…` with a zip whose `corrections.jsonl` has, a line a
correction, the reading as the person left it, the model's own before, and whence they came. That file is read
whatever labels lie beside it, as it alone knows all three.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from vision.labelling.archive import unpack
from vision.labelling.errors import FormatError, LabellingError
from vision.labelling.files import inside, relative
from vision.labelling.formats.source import Source, Turn
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile, Provenance
from vision.reading import Reading, ReadingError

NAME = "corrections"
FILE = "corrections.jsonl"
EXPORT = "/v1/corrections/export"
_TIMEOUT = 60.0
_PIECE = 1 << 20


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


@contextmanager
def fetched(address: str, token: str | None) -> Iterator[Path]:
    """The export of a running service, as a zip that is deleted afterwards.

    `address` is the service's (`http://host:8000`) or the whole URL of its export.

    Raises:
        LabellingError: the service refused; the message is its own.
    """
    import httpx

    url = address if EXPORT in address else f"{address.rstrip('/')}{EXPORT}?format=yolo"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with tempfile.NamedTemporaryFile(suffix=".zip") as file:
        try:
            with httpx.stream("GET", url, headers=headers, timeout=_TIMEOUT) as answer:
                if answer.status_code != httpx.codes.OK:
                    answer.read()
                    raise LabellingError(f"{url}: {answer.status_code} {_told(answer.text)}")
                for piece in answer.iter_bytes(_PIECE):
                    file.write(piece)
        except httpx.HTTPError as error:
            raise LabellingError(f"{url}: {error} / 连不上服务") from error
        file.flush()
        yield Path(file.name)


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """A data set's folder or label file as it is; a zip unpacked into a folder that is deleted afterwards."""
    if path.suffix.lower() != ".zip":
        yield path
        return
    folder = Path(tempfile.mkdtemp(prefix="qicheng-"))
    try:
        unpack(path, folder)
        yield folder
    finally:
        shutil.rmtree(folder)


def _told(text: str) -> str:
    """What a problem answer says, or the first of whatever else came."""
    try:
        return str(json.loads(text)["detail"])
    except (ValueError, KeyError, TypeError):
        return text[:200]


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
