"""What is to know of each photo: its hash, its look, what a model reads in it; over an engine, journaled."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from vision.bundle import Bundle
from vision.engine import Engine, Lost
from vision.engine.journal import Journal
from vision.engine.photos import is_url, read_photo
from vision.labelling.similar import Look
from vision.photo import PhotoError, decode
from vision.read import PhotoReader
from vision.reading import Reading

SMALL = 256
"""Side to which a picture may be reduced where only its look is asked for."""


@dataclass(frozen=True)
class Examined:
    """One photo.

    Attributes:
        sha256: of its bytes; empty where they could not be had.
        look: None where the photo cannot be decoded.
        reading: None without a model, or where the photo cannot be decoded.
        error: why it cannot be decoded, in both languages, or None.
    """

    sha256: str
    look: Look | None = None
    reading: Reading | None = None
    error: Mapping[str, str] | None = field(default=None)

    def to_dict(self) -> dict[str, Any]:
        """As it stands in the journal; what is None is left out."""
        out: dict[str, Any] = {"sha256": self.sha256}
        if self.look is not None:
            out["look"] = self.look.to_dict()
        if self.reading is not None:
            out["reading"] = self.reading.to_dict()
        return out if self.error is None else {**out, "error": dict(self.error)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Examined:
        """From the journal."""
        look, reading = data.get("look"), data.get("reading")
        return cls(
            data["sha256"],
            None if look is None else Look.from_dict(look),
            None if reading is None else Reading.from_dict(reading),
            data.get("error"),
        )


def examine(
    where: str,
    photos: Sequence[str],
    engine: Engine,
    journal_file: Path,
    bundle: Bundle | None = None,
    *,
    threads: int = 1,
    step: Callable[[int], None] = lambda done: None,
) -> dict[str, Examined]:
    """Every photo of `photos` (names under the folder or URL `where`), those in the journal from there.

    A photo that changed since is examined again. One that cannot be read, or
    whose worker died each time, has its `error`; the rest goes on.

    Args:
        bundle: the model to read with; without one only hashes and looks.
        threads: of each worker's model; 0: one a core.
        step: called with the number that is done, first with what the journal had.
    """
    place = where if is_url(where) else str(Path(where).resolve())
    about = {"photos": place, "model": None if bundle is None else bundle.sha256}
    with Journal(journal_file, about) as journal:
        for name in [each for each in photos if each in journal.results and _changed(where, each, journal)]:
            journal.forget(name)
        todo = [name for name in photos if name not in journal.results]
        step(len(photos) - len(todo))
        job = partial(_examiner, where, bundle, threads)
        for done, (index, result) in enumerate(engine.run(job, todo), len(photos) - len(todo) + 1):
            journal.add(todo[index], _lost(result) if isinstance(result, Lost) else result)
            step(done)
        results = journal.results
    return {name: Examined.from_dict(results[name]) for name in photos}


def _changed(where: str, name: str, journal: Journal) -> bool:
    """Whether a photo in a folder is another one than was examined; storages are not asked."""
    if is_url(where):
        return False
    digest = hashlib.sha256(read_photo(where, name)).hexdigest()
    return bool(digest != journal.results[name]["sha256"])


def readings(examined: Mapping[str, Examined]) -> Iterator[tuple[str, Reading]]:
    """The photos that were read."""
    return ((name, each.reading) for name, each in examined.items() if each.reading is not None)


def _examiner(where: str, bundle: Bundle | None, threads: int) -> Callable[[str], dict[str, Any]]:
    reader = None if bundle is None else PhotoReader(bundle, threads)
    return partial(_examine, where, reader)


def _examine(where: str, reader: PhotoReader | None, name: str) -> dict[str, Any]:
    sha256 = ""
    try:
        data = read_photo(where, name)
        sha256 = hashlib.sha256(data).hexdigest()
        photo = decode(data) if reader else decode(data, keep_side=SMALL)
        reading = None if reader is None else reader.read_photo(photo)
    except PhotoError as error:
        return Examined(sha256, error={"zh": error.text.zh, "en": error.text.en}).to_dict()
    except Exception as error:  # storages and models fail in ways of their own; the other photos go on
        text = f"{type(error).__name__}: {error}"
        return Examined(
            sha256, error={"zh": f"处理不了：{text}", "en": f"cannot be worked on: {text}"}
        ).to_dict()
    return Examined(sha256, Look.of(photo.pixels), reading).to_dict()


def _lost(lost: Lost) -> dict[str, Any]:
    text = {"zh": f"读它的进程反复退出：{lost.reason}", "en": f"whatever read it died: {lost.reason}"}
    return Examined("", error=text).to_dict()
