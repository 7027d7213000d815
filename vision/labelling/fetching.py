"""Data sets that are not a folder yet: a zip, or the corrections of a running service."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vision.labelling.archive import unpack
from vision.labelling.errors import LabellingError

EXPORT = "/v1/corrections/export"
_TIMEOUT = 60.0
_PIECE = 1 << 20


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
