"""The frozen split: each picture's part, by SHA-256; and the refusal to evaluate on what was trained on.

`manifest.csv` at the root of a data set has the columns `split,group,file,sha256,pixels`. A bundle that was
trained names what it saw in `trained-on.txt`: one SHA-256 a line, of files or of pixels (`trained_on`,
`write_trained_on`).
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Collection, Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from vision.labelling.errors import ManifestError, TrainedOnError
from vision.labelling.files import Fingerprint, fingerprint

MANIFEST = "manifest.csv"
TRAINED_ON = "trained-on.txt"


@dataclass(frozen=True, slots=True)
class Entry:
    """One picture of a frozen split."""

    split: str
    group: str
    file: str
    sha256: str
    pixels: str

    @property
    def fingerprint(self) -> Fingerprint:
        """What the picture is known by."""
        return Fingerprint(self.sha256, self.pixels)


COLUMNS = tuple(column.name for column in fields(Entry))


@dataclass(frozen=True, slots=True)
class Manifest:
    """A frozen split; entries sorted by file."""

    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Manifest:
        """Sorted by file."""
        return cls(tuple(sorted(entries, key=lambda entry: entry.file)))

    @classmethod
    def read(cls, root: Path) -> Manifest:
        """The manifest of a data set.

        Raises:
            ManifestError: there is none, or it is not one of ours.
        """
        try:
            with (root / MANIFEST).open(encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
        except OSError as error:
            raise ManifestError(f"{root / MANIFEST}: {error.strerror}. First: qicheng data split") from error
        try:
            return cls.of(Entry(**{column: row[column] for column in COLUMNS}) for row in rows)
        except KeyError as error:
            raise ManifestError(
                f"{root / MANIFEST} has no column {error}: it is not a frozen split"
            ) from error

    def write(self, root: Path) -> None:
        """Write `manifest.csv`; the same entries give the same bytes."""
        (root / MANIFEST).write_bytes(self.to_bytes())

    def to_bytes(self) -> bytes:
        """The file's bytes."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(astuple(entry) for entry in self.entries)
        return out.getvalue().encode()

    @property
    def sha256(self) -> str:
        """The hash that names this split in reports."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @property
    def splits(self) -> tuple[str, ...]:
        """The parts, sorted."""
        return tuple(sorted({entry.split for entry in self.entries}))

    def of_split(self, split: str) -> tuple[Entry, ...]:
        """The entries of one part."""
        return tuple(entry for entry in self.entries if entry.split == split)

    def split_of(self, file: str) -> str | None:
        """The part that a file is in."""
        return next((entry.split for entry in self.entries if entry.file == file), None)

    def check(self, root: Path) -> None:
        """That every picture still is the one that was frozen.

        Raises:
            ManifestError: names up to five that changed or are gone.
        """
        wrong = [entry.file for entry in self.entries if _sha256(root / entry.file) != entry.sha256]
        if wrong:
            raise ManifestError(
                f"{len(wrong)} pictures are not those of {MANIFEST}: {', '.join(wrong[:5])}. Put them back, "
                f"or delete {MANIFEST} and split again / 图片与冻结的划分不符"
            )


def refuse_trained(pictures: Iterable[Path], trained: Collection[str]) -> None:
    """Refuse to evaluate on pictures that a model was trained on.

    Args:
        pictures: files to evaluate on.
        trained: SHA-256 of what was trained on, of files or of pixels; `trained_on` reads a bundle's.

    Raises:
        TrainedOnError: some of them were trained on, under whatever name, with or without metadata.
    """
    seen = frozenset(trained)
    if not seen:
        return
    prints = ((path, fingerprint(path.read_bytes())) for path in pictures)
    found = [str(path) for path, known in prints if known.sha256 in seen or known.pixels in seen]
    if found:
        raise TrainedOnError(found)


def trained_on(bundle: Path) -> frozenset[str]:
    """The SHA-256 of all that a bundle's models were trained on; empty where it does not say."""
    file = bundle / TRAINED_ON
    return frozenset(file.read_text("ascii").split()) if file.is_file() else frozenset()


def write_trained_on(bundle: Path, pictures: Iterable[Path], before: Collection[str] = ()) -> None:
    """Record what a bundle was trained on, file and pixels of each picture, and what came `before`.

    `before` is `trained_on` of the bundle that training started from: a fine-tuned model has seen that too.
    """
    prints = (fingerprint(path.read_bytes()) for path in pictures)
    seen = {digest for known in prints for digest in (known.sha256, known.pixels) if digest}
    lines = sorted(seen | set(before))
    (bundle / TRAINED_ON).write_text("".join(f"{line}\n" for line in lines), "ascii")


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
