"""Where the pictures lie: a folder, or an object store by fsspec URL. A key names a whole picture."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from api.corrections.errors import StoreError

UNFINISHED = ".tmp"
"""Ends the name of a file that was being written; its key is what stands before."""


class Pictures(Protocol):
    """A place for pictures. Callers hold the lock of a key while they write or remove it."""

    def put(self, key: str, data: bytes) -> None:
        """Store the picture so that it survives whatever happens next; writing it twice is harmless."""

    def get(self, key: str) -> bytes | None:
        """The picture, or None where there is none of that key."""

    def remove(self, key: str) -> None:
        """Remove the picture and anything unfinished of that key."""

    def keys(self) -> Iterator[str]:
        """All keys, those of unfinished files too."""


def pictures_at(where: str) -> Pictures:
    """The place named by a path, or by an fsspec URL (`s3://bucket/corrections`).

    Raises:
        StoreError: there is no client for that kind of URL.
    """
    if "://" not in where or where.startswith("file://"):
        return FolderPictures(Path(where.removeprefix("file://")))
    return ObjectPictures(where)


class FolderPictures:
    """Pictures as files of a folder, made on first use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, key: str, data: bytes) -> None:
        """Write beside, flush to the disk, rename, flush the folder: a name never shows half a picture."""
        with _as_store_error():
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished = self.folder / (key + UNFINISHED)
            with unfinished.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.folder / key)
            self._flush_names()

    def get(self, key: str) -> bytes | None:
        """The file's bytes."""
        with _as_store_error():
            try:
                return (self.folder / key).read_bytes()
            except FileNotFoundError:
                return None

    def remove(self, key: str) -> None:
        """Unlink the file."""
        with _as_store_error():
            (self.folder / key).unlink(missing_ok=True)
            (self.folder / (key + UNFINISHED)).unlink(missing_ok=True)

    def keys(self) -> Iterator[str]:
        """The names of the files."""
        with _as_store_error():
            names = [path.name for path in self.folder.iterdir()] if self.folder.is_dir() else []
        yield from sorted({name.removesuffix(UNFINISHED) for name in names})

    def _flush_names(self) -> None:
        if os.name != "posix":
            return
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class ObjectPictures:
    """Pictures as objects under an fsspec URL, for stores that write an object whole or not at all."""

    def __init__(self, url: str) -> None:
        try:
            import fsspec

            self._files, self._root = fsspec.core.url_to_fs(
                url, use_listings_cache=False, skip_instance_cache=True
            )
        except (ImportError, ValueError) as error:
            raise StoreError(f"no client for {url}: {error} (pip install 'qicheng[store]')") from error

    def _path(self, key: str) -> str:
        return f"{self._root.rstrip('/')}/{key}"

    def put(self, key: str, data: bytes) -> None:
        """One PUT."""
        with _as_store_error():
            self._files.pipe_file(self._path(key), data)

    def get(self, key: str) -> bytes | None:
        """The object's bytes."""
        with _as_store_error():
            try:
                data: Any = self._files.cat_file(self._path(key))
            except FileNotFoundError:
                return None
            return bytes(data)

    def remove(self, key: str) -> None:
        """Delete the object."""
        with _as_store_error():
            try:
                self._files.rm_file(self._path(key))
            except FileNotFoundError:
                return

    def keys(self) -> Iterator[str]:
        """The names under the URL."""
        with _as_store_error():
            try:
                found = self._files.find(self._root)
            except FileNotFoundError:
                found = []
        yield from sorted(path.rpartition("/")[2] for path in found)


@contextmanager
def _as_store_error() -> Iterator[None]:
    """Whatever a disk or an object store's client raises, as one error."""
    try:
        yield
    except Exception as error:
        raise StoreError(f"pictures cannot be reached: {type(error).__name__}") from error
