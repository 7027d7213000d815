"""Zip files from outside: unpacked inside one folder, or refused."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

from vision.labelling.errors import FormatError, UnsafePathError
from vision.labelling.files import inside

MOST_FILES = 500_000
MOST_BYTES = 100_000_000_000
"""Of a zip, unpacked: a hundred thousand photos of a megabyte."""

MOST_RATIO = 200
"""Bytes out for each byte in; photos hardly shrink, label files some twentyfold."""

_FREE = 10_000_000
_PIECE = 1 << 20


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a zip into an empty folder.

    Raises:
        FormatError: no zip, or one that unpacks to more than photos and labels do.
        UnsafePathError: an entry that leads out of the folder, or is a link.
    """
    try:
        with zipfile.ZipFile(archive) as packed:
            entries = [entry for entry in packed.infolist() if not entry.is_dir()]
            _check_size(archive, entries)
            for entry in entries:
                if stat.S_ISLNK(entry.external_attr >> 16):
                    raise UnsafePathError(archive, entry.filename)
                target = inside(folder, entry.filename, archive)
                target.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(entry) as source, target.open("wb") as out:
                    while piece := source.read(_PIECE):
                        out.write(piece)
    except zipfile.BadZipFile as error:
        raise FormatError(archive, f"no zip that can be read / 压缩包损坏 ({error})") from error


def _check_size(archive: Path, entries: list[zipfile.ZipInfo]) -> None:
    # zipfile stops an entry at the size that it declares, so that the declared sizes can be trusted.
    size = sum(entry.file_size for entry in entries)
    most = min(MOST_BYTES, _FREE + MOST_RATIO * archive.stat().st_size)
    if len(entries) > MOST_FILES or size > most:
        raise FormatError(
            archive, f"{len(entries)} files of {size} bytes are more than is taken / 压缩包过大"
        )
