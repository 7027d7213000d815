"""Groups and splits of pictures: a table beside them, `manifest.csv` or `groups.csv`, one row a picture.

A group shares tiles, table, session or burst; it is never split. The table names the picture in a column
`file` (or `image`), its part in `split`; which column is the group can be chosen, as there may be several.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from vision.labelling.errors import FormatError
from vision.labelling.picture import DataSet

TABLES = ("groups.csv", "manifest.csv")
"""Later ones count over earlier ones: a frozen split over what a source said."""

FILE_COLUMNS = ("file", "image")


def with_groups(data: DataSet, column: str = "group") -> DataSet:
    """The data set with what its tables say of groups and splits.

    Raises:
        FormatError: a table without a column for the pictures, or without the one asked for.
    """
    rows: dict[str, Mapping[str, str]] = {}
    for name in TABLES:
        if (data.root / name).is_file():
            rows |= _rows(data.root / name, column)
    if not rows:
        return data
    pictures = [
        replace(
            picture,
            group=row.get(column) or picture.group,
            split=row.get("split") or picture.split,
        )
        for picture in data.pictures
        for row in [rows.get(picture.file, {})]
    ]
    return replace(data, pictures=tuple(pictures))


def write_groups(data: DataSet) -> None:
    """`groups.csv`, where anything is known to write."""
    if not any(picture.group or picture.split for picture in data.pictures):
        return
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("file", "group", "split"))
    writer.writerows((each.file, each.group or "", each.split or "") for each in data.pictures)
    (data.root / TABLES[0]).write_text(out.getvalue(), "utf-8")


def only(data: DataSet, splits: Collection[str]) -> DataSet:
    """The pictures of some splits; of all where none are named."""
    if not splits:
        return data
    return replace(data, pictures=tuple(each for each in data.pictures if each.split in splits))


def _rows(file: Path, column: str) -> dict[str, Mapping[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        reader = csv.DictReader(lines)
        columns = reader.fieldnames or ()
        named = next((each for each in FILE_COLUMNS if each in columns), None)
        if named is None:
            raise FormatError(file, f"no column {' or '.join(FILE_COLUMNS)} / 没有图片列")
        if column != "group" and column not in columns:
            raise FormatError(file, f"no column {column!r}; there are {', '.join(columns)} / 没有这一列")
        return {row[named]: row for row in reader}
