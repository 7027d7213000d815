"""Data sets as they come: YOLO folders with names, splits with a manifest, rendered folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from vision.evaluation.classes import class_map, faces_named
from vision.evaluation.pictures import load_dataset
from vision.labelling.errors import LabellingError, UnknownNameError


def yolo(folder: Path, lines: str, names: str | None, file: str = "data.yaml") -> Path:
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    Image.new("RGB", (200, 100)).save(folder / "images" / "one.jpg")
    (folder / "labels" / "one.txt").write_text(lines)
    if names is not None:
        (folder / file).write_text(names)
    return folder


def test_classes_are_matched_by_name_never_by_position(tmp_path: Path) -> None:
    folder = yolo(tmp_path / "a", "1 0.5 0.5 0.1 0.4\n0 0.1 0.5 0.1 0.4", "names: {0: red-dragon, 1: 5-dots}")
    (picture,) = load_dataset(folder)
    assert [tile.face for tile in picture.tiles] == ["5p", "7z"]
    assert picture.tiles[0].bounds == pytest.approx((90, 30, 110, 70))
    assert picture.tiles[0].long_side == pytest.approx(40)


def test_oriented_labels_keep_their_corners(tmp_path: Path) -> None:
    folder = yolo(tmp_path / "a", "0 0.1 0.1 0.2 0.1 0.2 0.4 0.1 0.4", "5p", "classes.txt")
    assert load_dataset(folder)[0].tiles[0].quad.tolist() == [[20, 10], [40, 10], [40, 40], [20, 40]]


def test_a_split_takes_its_groups_from_the_manifest_beside_it(tmp_path: Path) -> None:
    folder = yolo(tmp_path / "val", "0 0.5 0.5 0.1 0.4", None)
    (tmp_path / "manifest.csv").write_text("split,group,image\nval,red-table,val/images/one.jpg\n")
    (tmp_path / "names.txt").write_text("5p\n")
    (picture,) = load_dataset(folder, tmp_path / "names.txt")
    assert (picture.group, picture.tiles[0].face) == ("red-table", "5p")


@pytest.mark.parametrize(
    ("lines", "names", "message", "reason"),
    [
        ("0 0.5 0.5 0.1 0.4", None, "names", "a number means nothing without a name"),
        ("9 0.5 0.5 0.1 0.4", "names: [5p]", "one.txt", "a class that has no name"),
        ("0 0.5 0.5 0.1", "names: [5p]", "one.txt", "half a box"),
    ],
)
def test_what_cannot_be_read_says_where(
    tmp_path: Path, lines: str, names: str | None, message: str, reason: str
) -> None:
    with pytest.raises(LabellingError, match=message):
        load_dataset(yolo(tmp_path / "a", lines, names))


def test_rendered_hands_count_only_where_every_tile_is_seen(tmp_path: Path) -> None:
    def line(visible: float) -> str:
        quad = [[0, 0], [30, 0], [30, 40], [0, 40]]
        tile = {"face": "1z", "quad": quad, "visible": visible, "role": "concealed"}
        return json.dumps(
            {"image": "images/a.jpg", "design": "d", "pitch": 60, "notation": "11z", "tiles": [tile]}
        )

    (tmp_path / "labels.jsonl").write_text(f"{line(1.0)}\n{line(0.5)}\n")
    clear, covered = load_dataset(tmp_path)
    assert (clear.hand, clear.hand_size, clear.pitch) == ("11z", 40.0, 60)
    assert covered.hand is None
    assert not covered.tiles[0].counts


def test_a_class_map_explains_what_names_mean(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text("five = 5p\nhand=-\n1z\n")
    names, meanings = class_map(file)
    assert names is not None
    assert faces_named(names, meanings) == ("5p", "-", "1z")
    with pytest.raises(UnknownNameError):
        faces_named(names)
