"""Label formats, one module each: what reads them, what writes them, how a data set is told by its look."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vision.labelling.errors import FormatError
from vision.labelling.formats import (
    coco,
    corrections,
    cvat,
    label_studio,
    label_studio_tasks,
    labelme,
    native,
    voc,
    yolo,
)
from vision.labelling.formats.source import Source
from vision.labelling.formats.xml import parse_file
from vision.labelling.groups import with_groups
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import DataSet

__all__ = ["FORMATS", "NATIVE", "READERS", "SUMMARY", "Format", "Source", "detect", "read_dataset"]

NATIVE = "qicheng"
SUMMARY = "qicheng.json"
"""Beside every data set that we wrote: format, hash of the class list, counts, what was given up."""


@dataclass(frozen=True, slots=True)
class Format:
    """One label format.

    Attributes:
        title: what its makers call it.
        read: a source to its data set.
        write: the labels of a data set whose pictures lie at its root; returns what it had to give up.
        by_split: whether the pictures of each split go into a folder of their own.
        lossless: whether a data set comes back as it was, to the thousandth of a pixel.
    """

    title: str
    read: Callable[[Source], DataSet]
    write: Callable[[DataSet], list[str]]
    by_split: bool = False
    lossless: bool = True


FORMATS: dict[str, Format] = {
    NATIVE: Format("Qicheng", native.read, native.write),
    "yolo": Format("YOLO detection", yolo.read, yolo.Writer(oriented=False).write, True, False),
    "yolo-obb": Format("YOLO-OBB", yolo.read, yolo.Writer(oriented=True).write, True, False),
    "coco": Format("COCO", coco.read, coco.write),
    "voc": Format("Pascal VOC", voc.read, voc.write, lossless=False),
    "label-studio": Format("Label Studio", label_studio.read, label_studio_tasks.Writer().write),
    "cvat": Format("CVAT for images 1.1", cvat.read, cvat.write),
    "labelme": Format("LabelMe", labelme.read, labelme.write),
}


READERS: dict[str, Callable[[Source], DataSet]] = {
    **{name: each.read for name, each in FORMATS.items()},
    corrections.NAME: corrections.read,
}
"""Every format that is read: those we write, and the service's own export."""


def read_dataset(source: Source, name: str | None = None, group_column: str = "group") -> DataSet:
    """Read a data set of a format, or of the one that it looks like, with its groups and splits.

    Raises:
        LabellingError: one of its tree.
    """
    data = with_groups(READERS[name or detect(source.path)](source), group_column)
    return _with_summary(data, source.folder / SUMMARY)


def detect(path: Path) -> str:
    """The name of the format that a folder or a label file looks like.

    Raises:
        FormatError: it looks like none, or there is nothing.
    """
    if not path.exists():
        raise FormatError(path, "there is nothing / 没有这个文件或文件夹")
    if path.name == native.FILE or (path / native.FILE).is_file():
        return NATIVE
    if path.name == corrections.FILE or (path / corrections.FILE).is_file():
        return corrections.NAME
    if path.is_file():
        found = _of_file(path)
    else:
        files = (file for suffix in ("json", "xml") for file in sorted(path.rglob(f"*.{suffix}")))
        named = (file for file in files if file.name not in (SUMMARY, label_studio_tasks.CONFIG))
        found = next((name for file in named if (name := _of_file(file))), None)
        if found is None and _has_yolo(path):
            found = "yolo"
    if found is None:
        raise FormatError(path, f"no labels of {', '.join(READERS)} here / 没有认得的标注")
    return found


def _has_yolo(folder: Path) -> bool:
    names = any((folder / name).is_file() for name in yolo.NAME_FILES)
    return names or next(folder.rglob("*.txt"), None) is not None


def _of_file(file: Path) -> str | None:
    if file.suffix == ".json":
        try:
            data = json.loads(file.read_text("utf-8-sig"))
        except ValueError as error:
            raise FormatError(file, f"no JSON / 不是 JSON ({error})") from error
        likes = {"coco": coco, "labelme": labelme, "label-studio": label_studio}
        return next((name for name, module in likes.items() if module.looks_like(data)), None)
    if file.suffix == ".xml":
        return {"annotations": "cvat", "annotation": "voc"}.get(parse_file(file).tag)
    return "yolo" if file.suffix in {".yaml", ".yml"} else None


def _with_summary(data: DataSet, file: Path) -> DataSet:
    """Check an export of ours against what was written: another class list is refused, edits are told."""
    if not file.is_file():
        return data
    summary = json.loads(file.read_text("utf-8"))
    if summary.get("classes_sha256") != CLASSES_SHA256:
        raise FormatError(file, "written with another class list / 类别表不同: export it again")
    before, now = summary.get("per_class"), data.per_class()
    if before is None or before == now:
        return data
    changed = [
        f"{name} {before.get(name, 0)} → {now.get(name, 0)}"
        for name in sorted({*before, *now})
        if before.get(name, 0) != now.get(name, 0)
    ]
    note = f"labels were edited since the export / 导出后改过: {', '.join(changed)}"
    return DataSet(data.root, data.pictures, (*data.notes, note))
