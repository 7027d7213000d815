"""Writing a data set: upright copies of its pictures, its labels in a format, and both ends compared."""

from __future__ import annotations

import itertools
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from vision.labelling.errors import CountError, LabellingError
from vision.labelling.files import plain_copy
from vision.labelling.formats import FORMATS, SUMMARY, Format, Source, read_dataset
from vision.labelling.groups import write_groups
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import DataSet, LabelledPicture
from vision.photo import PhotoError

Content: TypeAlias = Callable[[LabelledPicture], bytes]
"""The bytes of a picture, wherever it lies."""

Track: TypeAlias = Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]]
"""Passes pictures on and shows how far it is."""

WITHIN = 1.0
"""Pixels that a box may move in any format."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written.

    Attributes:
        data: the data set as it lies there.
        notes: what the format or a picture made us give up.
    """

    data: DataSet
    notes: tuple[str, ...]


def export(
    data: DataSet,
    name: str,
    out: Path,
    *,
    write: Callable[[DataSet], list[str]] | None = None,
    content: Content | None = None,
    replace_: bool = False,
    track: Track = lambda pictures: pictures,
) -> Exported:
    """Write a data set in a format, pictures and all, and read it back to compare.

    The same data set gives the same bytes, and `out` appears only when all of it is right. Pictures come out
    upright and without metadata; one that cannot be decoded is left out with a note.

    Args:
        write: in place of the format's own writer, when it has settings.
        content: where the pictures are not files under the data set's root.
        replace_: write over an earlier export of ours.

    Raises:
        CountError: what can be read back is not what was written.
        LabellingError: `out` is not empty.
    """
    format_ = FORMATS[name]
    _check_free(out, replace_)
    part = out.parent / f".{out.name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    content = content or (lambda picture: data.path(picture).read_bytes())
    copied, notes = copy_pictures(track(data.pictures), content, part, format_)
    notes += (write or format_.write)(copied)
    write_groups(copied)
    _summarise(copied, name, notes)
    compare(copied, read_dataset(Source(part), name))
    shutil.rmtree(out, ignore_errors=True)
    part.rename(out)
    return Exported(replace(copied, root=out), tuple(notes))


def copy_pictures(
    originals: Iterable[LabelledPicture], content: Content, out: Path, format_: Format
) -> tuple[DataSet, list[str]]:
    """The pictures under `out/images`, upright, in their order; and those left out, in a note."""
    pictures, broken = [], []
    taken: set[str] = set()
    for picture in originals:
        try:
            suffix, copy = plain_copy(content(picture))
        except PhotoError as error:
            broken.append(f"{picture.file} ({error})")
            continue
        file = _place(picture, suffix, format_.by_split, taken)
        (out / file).parent.mkdir(parents=True, exist_ok=True)
        (out / file).write_bytes(copy)
        pictures.append(replace(picture, file=file))
    notes = [f"{len(broken)} pictures are broken and left out / 图片损坏，略去: {', '.join(broken[:5])}"]
    return DataSet(out, tuple(pictures)), notes if broken else []


def merge(parts: Sequence[tuple[str, DataSet]]) -> tuple[DataSet, Content]:
    """Several named data sets as one, each under its name, and where the pictures' bytes are.

    Classes were matched by name when the parts were read, so that no number of one means another's.
    """
    files: dict[str, Path] = {}
    pictures = []
    for name, part in parts:
        for picture in part.pictures:
            file = f"{name}/{picture.file.removeprefix('images/')}"
            group = None if picture.group is None else f"{name}/{picture.group}"
            files[file] = part.path(picture)
            pictures.append(replace(picture, file=file, group=group))
    notes = [f"{name}: {note}" for name, part in parts for note in part.notes]
    return DataSet.of(Path(), pictures, notes), lambda picture: files[picture.file].read_bytes()


def compare(written: DataSet, back: DataSet) -> None:
    """That what is read back is what was written: pictures, tiles a class, boxes to within a pixel.

    Raises:
        CountError: names the first difference.
    """
    if [each.file for each in sorted(written.pictures, key=_file)] != [each.file for each in back.pictures]:
        raise CountError(f"{len(written.pictures)} pictures written, {len(back.pictures)} read back")
    for one, other in zip(sorted(written.pictures, key=_file), back.pictures, strict=True):
        names, names_back = Counter(t.name for t in one.tiles), Counter(t.name for t in other.tiles)
        if names != names_back:
            raise CountError(f"{one.file}: {dict(names)} written, {dict(names_back)} read back")
        for tile, tile_back in zip(one.tiles, other.tiles, strict=True):
            off = max(abs(a - b) for a, b in zip(tile.box, tile_back.box, strict=True))
            if not off <= WITHIN or tile.name != tile_back.name:
                raise CountError(f"{one.file}: {tile.name} moved by {off:.1f} pixels")


def _file(picture: LabelledPicture) -> str:
    return picture.file


def _check_free(out: Path, replace_: bool) -> None:
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    if replace_ and (out / SUMMARY).is_file():
        return
    ours = ", or --replace this earlier export" if (out / SUMMARY).is_file() else ""
    raise LabellingError(f"{out} is not empty: choose another folder{ours} / 目标文件夹非空")


def _place(picture: LabelledPicture, suffix: str, by_split: bool, taken: set[str]) -> str:
    """`images/[split/]…/name`, its stem used by no other picture: `a.heic` beside `a.jpg` becomes `a-2`."""
    path = PurePosixPath(picture.file)
    split = (picture.split or "train") if by_split else None
    folders = [part for part in path.parts[:-1] if part not in ("images", split)]
    place = PurePosixPath("images", *([split] if split else []), *folders)
    stems = (path.stem if number == 1 else f"{path.stem}-{number}" for number in itertools.count(1))
    stem = next(stem for stem in stems if f"{place / stem}".lower() not in taken)
    taken.add(f"{place / stem}".lower())
    return f"{place / stem}{suffix}"


def _summarise(data: DataSet, name: str, notes: Iterable[str]) -> None:
    summary = {
        "format": name,
        "classes_sha256": CLASSES_SHA256,
        "pictures": len(data.pictures),
        "tiles": data.tiles,
        "per_class": data.per_class(),
        "notes": list(notes),
    }
    text = json.dumps(summary, ensure_ascii=False, indent=1) + "\n"
    (data.root / SUMMARY).write_text(text, "utf-8")
