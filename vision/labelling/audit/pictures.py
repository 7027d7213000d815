"""Faults of the pictures: broken, twice there, nearly the same on both sides of a split."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from scoring.errors import Text
from vision.labelling.audit.fault import Fault, Kind
from vision.labelling.examine import Examined
from vision.labelling.picture import DataSet
from vision.labelling.similar import alike, clusters

MOST_SHOWN = 6
"""Pictures of one burst that a fault names."""


def picture_faults(data: DataSet, examined: Mapping[str, Examined]) -> Iterator[Fault]:
    """Broken pictures, duplicates, bursts, groups across splits; `examined` by the pictures' files."""
    yield from _broken(data, examined)
    yield from _duplicates(data, examined)
    yield from _alike(data, examined)
    yield from _groups(data)


def _broken(data: DataSet, examined: Mapping[str, Examined]) -> Iterator[Fault]:
    for picture in data.pictures:
        error = examined[picture.file].error
        if error is not None:
            yield Fault(Kind.BROKEN, (picture.file,), Text(error["zh"], error["en"]))


def _duplicates(data: DataSet, examined: Mapping[str, Examined]) -> Iterator[Fault]:
    same: dict[str, list[str]] = defaultdict(list)
    for picture in data.pictures:
        if examined[picture.file].sha256:
            same[examined[picture.file].sha256].append(picture.file)
    split_of = {picture.file: picture.split for picture in data.pictures}
    for files in same.values():
        if len(files) > 1:
            splits = _splits(split_of[file] for file in files)
            across = f"，分在 {splits}" if splits else "", f", in {splits}" if splits else ""
            text = Text(
                f"{len(files)} 个文件完全相同{across[0]}", f"{len(files)} files are the same{across[1]}"
            )
            yield Fault(Kind.DUPLICATE, tuple(files[:MOST_SHOWN]), text, len(files) + 100 * bool(splits))


def _alike(data: DataSet, examined: Mapping[str, Examined]) -> Iterator[Fault]:
    known = [(picture, look) for picture in data.pictures if (look := examined[picture.file].look)]
    pairs = list(alike([look for _, look in known]))
    for members in clusters(len(known), [(one, other) for one, other, _ in pairs]):
        if len(members) == 1 or len({examined[known[at][0].file].sha256 for at in members}) == 1:
            continue  # copies of one file are told as such
        splits = {known[at][0].split for at in members} - {None}
        kind = Kind.ALIKE_ACROSS if len(splits) > 1 else Kind.BURST
        within = set(members)
        across = [
            (likeness, one, other)
            for one, other, likeness in pairs
            if one in within and (kind is Kind.BURST or known[one][0].split != known[other][0].split)
        ]
        shown = list(dict.fromkeys(at for _, *both in sorted(across, reverse=True) for at in both))[
            :MOST_SHOWN
        ]
        named = _splits(splits)
        text = Text(
            f"{len(members)} 张画面几乎相同" + (f"，分在 {named}" if named else ""),
            f"{len(members)} pictures show nearly the same" + (f", in {named}" if named else ""),
        )
        yield Fault(kind, tuple(known[at][0].file for at in shown), text, len(members))


def _groups(data: DataSet) -> Iterator[Fault]:
    parts: dict[str, dict[str, str]] = defaultdict(dict)
    for picture in data.pictures:
        if picture.group and picture.split:
            parts[picture.group].setdefault(picture.split, picture.file)
    for group, files in parts.items():
        if len(files) > 1:
            named = _splits(files)
            text = Text(f"组 {group} 分在 {named}", f"group {group} is in {named}")
            yield Fault(Kind.GROUP_ACROSS, tuple(files.values()), text, len(files))


def _splits(names: Iterator[str | None] | set[str | None] | dict[str, str]) -> str:
    """The splits, where there are several."""
    found = sorted({name for name in names if name})
    return ", ".join(found) if len(found) > 1 else ""
