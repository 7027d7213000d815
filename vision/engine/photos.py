"""Photos wherever they lie: a folder, one file, or an fsspec URL (`s3://…`, `gs://…`, `https://…`)."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from vision.engine.engine import EngineError
from vision.labelling.files import PICTURES, pictures_under


def is_url(where: str) -> bool:
    """Whether it names object storage and not a path."""
    return "://" in where


def list_photos(where: str) -> list[str]:
    """Names of the photos relative to `where`, with `/`, sorted; of one file its own name.

    Raises:
        EngineError: fsspec or its part for this storage is not installed.
        FileNotFoundError: there is nothing.
    """
    if not is_url(where):
        path = Path(where)
        if path.is_file():
            return [path.name]
        if not path.is_dir():
            raise FileNotFoundError(f"{where}: no such folder / 没有这个文件夹")
        return [file.relative_to(path).as_posix() for file in pictures_under(path)]
    storage, root = _storage(where)
    names = (name.removeprefix(root).lstrip("/") for name in storage.find(root))
    return sorted(name for name in names if Path(name).suffix.lower() in PICTURES and not _hidden(name))


def read_photo(where: str, name: str) -> bytes:
    """The bytes of a photo that `list_photos` named."""
    if not is_url(where):
        path = Path(where)
        return (path if path.is_file() else path / name).read_bytes()
    storage, root = _storage(where)
    return bytes(storage.cat_file(f"{root}/{name}"))


def _hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))


def _storage(where: str) -> tuple[Any, str]:
    try:
        fsspec = importlib.import_module("fsspec.core")
        storage, root = fsspec.url_to_fs(where)
    except ImportError as error:
        raise EngineError(
            f"{where}: {error}. pip install 'qicheng[scale]', and fsspec's part for it"
        ) from error
    return storage, str(root).rstrip("/")
