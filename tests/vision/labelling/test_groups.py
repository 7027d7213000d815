"""Groups and splits from a table beside the pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from labelled import small_set

from vision.labelling.errors import FormatError
from vision.labelling.export import export
from vision.labelling.formats import Source, read_dataset
from vision.labelling.groups import only, with_groups

TABLE = "image,split,group,source_photo\ntable/a.jpg,train,green,p1\ntable/b.jpg,test,red,p1\n"


def test_a_table_names_group_and_split_of_each_picture(tmp_path: Path) -> None:
    data = small_set(tmp_path)
    (tmp_path / "manifest.csv").write_text(TABLE)
    told = {each.file: (each.group, each.split) for each in with_groups(data).pictures}
    assert told == {
        "c.jpg": (None, "train"),
        "table/a.jpg": ("green", "train"),
        "table/b.jpg": ("red", "test"),
    }


def test_another_column_can_be_the_group(tmp_path: Path) -> None:
    data = small_set(tmp_path)
    (tmp_path / "manifest.csv").write_text(TABLE)
    assert [each.group for each in with_groups(data, "source_photo").pictures] == [None, "p1", "p1"]


def test_a_column_that_is_not_there_is_an_error_that_names_those_that_are(tmp_path: Path) -> None:
    data = small_set(tmp_path)
    (tmp_path / "manifest.csv").write_text(TABLE)
    with pytest.raises(FormatError, match="image, split, group, source_photo"):
        with_groups(data, "session")


def test_a_frozen_split_counts_over_what_the_source_said(tmp_path: Path) -> None:
    data = small_set(tmp_path)
    (tmp_path / "groups.csv").write_text("file,group,split\nc.jpg,blue,train\n")
    (tmp_path / "manifest.csv").write_text("file,group,split\nc.jpg,blue,test\n")
    assert with_groups(data).pictures[0].split == "test"


def test_groups_and_splits_travel_with_every_export(tmp_path: Path) -> None:
    data = small_set(tmp_path / "in")
    (tmp_path / "in" / "manifest.csv").write_text(TABLE)
    export(with_groups(data), "coco", tmp_path / "out")
    back = read_dataset(Source(tmp_path / "out"))
    assert {each.file: (each.group, each.split) for each in back.pictures} == {
        "images/c.jpg": (None, "train"),
        "images/table/a.jpg": ("green", "train"),
        "images/table/b.jpg": ("red", "test"),
    }
    assert [each.file for each in only(back, ["test"]).pictures] == ["images/table/b.jpg"]
