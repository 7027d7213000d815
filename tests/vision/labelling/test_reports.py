"""What users of other labelling loops reported, one test a row (section 4 of the reports).

| Row | Source | What went wrong there |
|---|---|---|
| L1 | HumanSignal/label-studio#2293, #5223, #6850, #5549 | rotated boxes exported wrong |
| L3 | HumanSignal/label-studio#8012, #5115, #3740 | one of several predictions shown; local files not shown |
| L4 | cvat-ai/cvat#8291, #9433, #9402 | export drops boxes; import says success and is empty |
| L6 | cvat-ai/cvat#8482, #8410 | order changes between exports |
| L7 | CVHub520/X-AnyLabeling#198 | auto-labelling ignores EXIF and swaps channels |
| L9 | roboflow/roboflow-python#100, ultralytics/yolov5#7761 | two classes inverted between exports |
| L10 | Labelme2YOLO#28, labelme2yolo#18, ultralytics#7845 | class order changes; merged sets become class 0 |
| L11 | PlantSeg#11, hulk#2831, digitalsreeni annotator PR#93 | frames of one recording in train and val |
| L12 | a notebook of nikmomo | the test split was the val split |
| L14 | mahjong-sensei, lietxia | alphabetical class order differs from the model's |
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from labelled import jpeg, photo, picture, put, small_set
from PIL import Image

from scoring.hand import Hand
from vision.bundle import load_bundle
from vision.engine.local import LocalEngine
from vision.labelling.errors import CountError, ManifestError, TrainedOnError
from vision.labelling.examine import Examined, examine, readings
from vision.labelling.export import compare, export, merge
from vision.labelling.formats import FORMATS, Source, read_dataset
from vision.labelling.formats.label_studio_tasks import task_of
from vision.labelling.formats.shapes import TurnedRectangle
from vision.labelling.manifest import Manifest, refuse_trained, trained_on, write_trained_on
from vision.labelling.picture import DataSet, LabelledTile
from vision.labelling.prelabel import prelabelled
from vision.labelling.split import split

ROOT = Path(__file__).parents[3]
LOSSLESS = [name for name, each in FORMATS.items() if each.lossless]


@pytest.mark.parametrize("degrees", [0, 1, 45, 90, 135, 180, 270, 359])
@pytest.mark.parametrize("name", [*LOSSLESS, "yolo-obb"])
def test_l1_a_turned_box_comes_back_within_a_pixel(name: str, degrees: int, tmp_path: Path) -> None:
    tile = LabelledTile("6s", TurnedRectangle(150, 90, 33, 47, degrees).quad)
    export(DataSet.of(tmp_path, [picture(tmp_path, "a.jpg", [tile])]), name, tmp_path / "out")
    back = read_dataset(Source(tmp_path / "out")).pictures[0].tiles[0]
    for one, other in zip(tile.quad, back.quad, strict=True):
        assert other == pytest.approx(one, abs=0.01)


@pytest.mark.parametrize("name", ["yolo", "voc"])
def test_l1_a_format_of_upright_boxes_says_that_it_turned_them(name: str, tmp_path: Path) -> None:
    tile = LabelledTile("6s", TurnedRectangle(150, 90, 33, 47, 30).quad)
    data = DataSet.of(tmp_path, [picture(tmp_path, "a.jpg", [tile])])
    notes = export(data, name, tmp_path / "out").notes
    assert any("1 quads became the upright boxes" in note for note in notes)


def test_l3_a_task_carries_one_prediction_and_a_served_address(tmp_path: Path) -> None:
    task = task_of(small_set(tmp_path).pictures[-1])
    assert len(task["predictions"]) == 1
    assert task["data"]["image"].startswith("/data/local-files/?d=")
    assert "local-files" in (ROOT / "docs" / "labelling.md").read_text()


def test_l4_a_box_that_is_lost_on_the_way_is_an_error(tmp_path: Path) -> None:
    written = small_set(tmp_path)
    first, *rest = written.pictures
    some = next(each for each in written.pictures if each.tiles)
    fewer = tuple(replace(p, tiles=p.tiles[1:]) if p is some else p for p in written.pictures)
    moved = LabelledTile.from_box("1m", (12, 20, 42, 62))
    others = tuple(replace(p, tiles=(moved, *p.tiles[1:])) if p.tiles[:1] and p.tiles[0].name == "1m" else p
                   for p in written.pictures)  # fmt: skip
    for back in (rest, fewer, others):
        with pytest.raises(CountError):
            compare(written, replace(written, pictures=tuple(back)))
    compare(written, written)
    assert first


@pytest.mark.parametrize("name", list(FORMATS))
def test_l6_the_order_of_the_source_never_shows(name: str, tmp_path: Path) -> None:
    data = small_set(tmp_path / "in")
    for folder, pictures in (("one", data.pictures), ("two", data.pictures[::-1])):
        export(DataSet.of(data.root, pictures), name, tmp_path / folder)
    files = [sorted((tmp_path / folder).rglob("*.*")) for folder in ("one", "two")]
    assert [path.read_bytes() for path in files[0] if path.is_file()] == [
        path.read_bytes() for path in files[1] if path.is_file()
    ]


def test_l7_what_exif_turns_is_labelled_as_it_is_shown_and_in_its_colours(tmp_path: Path) -> None:
    with Image.open(ROOT / "datasets" / "examples" / "concealed.jpg") as image:
        upright = image.reduce(2)
    for orientation in (1, 3, 6):
        put(tmp_path, f"{orientation}.jpg", jpeg(upright, orientation))
    names = ["1.jpg", "3.jpg", "6.jpg"]
    examined = examine(str(tmp_path), names, LocalEngine(), tmp_path / "j.jsonl", load_bundle())
    labels = [prelabelled(name, reading).picture.tiles for name, reading in readings(examined)]
    hand = Hand.parse("234m234m567s88p46p + 5p").tiles
    assert sorted(tile.name for tile in labels[0]) == sorted(map(str, hand))
    for one, other in pairwise(labels):
        assert len(one) == len(other)
        for tile in one:
            same = min(other, key=lambda each: dist(each.centre, tile.centre))
            assert same.name == tile.name
            assert dist(same.centre, tile.centre) < 3  # JPEG blocks fall elsewhere
    sizes = {(reading.image.width, reading.image.height) for _, reading in readings(examined)}
    assert sizes == {upright.size}


def two_teams(root: Path) -> list[tuple[str, DataSet]]:
    """The same tile under two numbers and two names; two tiles under one number."""
    sets = []
    for team, names, label in (
        ("alphabetical", ["bamboo-1", "characters-1", "dots-1"], "1 0.5 0.5 0.1 0.2\n0 0.2 0.2 0.1 0.2\n"),
        ("by-suit", ["1m", "1p", "1s"], "0 0.5 0.5 0.1 0.2\n2 0.2 0.2 0.1 0.2\n"),
    ):
        picture(root / team, "images/a.jpg", seed=len(team))
        (root / team / "classes.txt").write_text("\n".join(names))
        put(root / team, "labels/a.txt", label.encode())
        sets.append((team, read_dataset(Source(root / team))))
    return sets


def test_l9_l14_no_class_is_inverted_between_teams(tmp_path: Path) -> None:
    assert [data.per_class() for _, data in two_teams(tmp_path)] == [{"1m": 1, "1s": 1}] * 2


def test_l10_merged_sets_keep_their_classes_and_their_counts(tmp_path: Path) -> None:
    whole, content = merge(two_teams(tmp_path))
    written = export(whole, "yolo", tmp_path / "out", content=content).data
    assert written.per_class() == {"1m": 2, "1s": 2}
    assert [each.file for each in written.pictures] == [
        "images/train/alphabetical/a.jpg",
        "images/train/by-suit/a.jpg",
    ]
    assert json.loads((tmp_path / "out" / "qicheng.json").read_text())["per_class"] == {"1m": 2, "1s": 2}


def test_l11_frames_of_one_recording_stay_on_one_side(tmp_path: Path) -> None:
    frames = [picture(tmp_path, f"r{r}-{f}.jpg", seed=r * 10 + f) for r in range(6) for f in range(3)]
    data = DataSet.of(tmp_path, [replace(each, group=each.file[:2]) for each in frames])
    sides: dict[str, set[str]] = {}
    for entry in split(data, {}).manifest.entries:
        sides.setdefault(entry.group, set()).add(entry.split)
    assert all(len(side) == 1 for side in sides.values())


def test_l12_the_test_part_is_frozen_and_never_trained_on(tmp_path: Path) -> None:
    data = DataSet.of(tmp_path, [picture(tmp_path, f"{at}.jpg", seed=at) for at in range(10)])
    manifest = split(data, {}).manifest
    val, test = ({entry.sha256 for entry in manifest.of_split(part)} for part in ("val", "test"))
    assert val
    assert test
    assert not val & test
    trained = [tmp_path / entry.file for part in ("train", "val") for entry in manifest.of_split(part)]
    write_trained_on(tmp_path, trained)
    refuse_trained([tmp_path / entry.file for entry in manifest.of_split("test")], trained_on(tmp_path))
    with pytest.raises(TrainedOnError):
        refuse_trained(trained[-1:], trained_on(tmp_path))
    put(tmp_path, manifest.of_split("test")[0].file, jpeg(photo(99)))
    with pytest.raises(ManifestError):
        Manifest.of(manifest.entries).check(tmp_path)


def test_one_bad_photo_never_stops_the_rest_and_a_second_run_does_nothing_again(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg", jpeg(photo(1)))
    put(tmp_path, "bad.jpg", b"\xff\xd8\xff not a photo")
    put(tmp_path, "c.jpg", jpeg(photo(2)))
    names, steps = ["a.jpg", "bad.jpg", "c.jpg"], list[int]()
    first = examine(str(tmp_path), names, LocalEngine(), tmp_path / "j.jsonl")
    assert [name for name, each in first.items() if each.error] == ["bad.jpg"]
    again = examine(str(tmp_path), names, LocalEngine(), tmp_path / "j.jsonl", step=steps.append)
    assert again == first
    assert steps == [3]  # all three were there already
    put(tmp_path, "a.jpg", jpeg(photo(9)))
    other = examine(str(tmp_path), names, LocalEngine(), tmp_path / "j.jsonl", step=steps.append)
    assert steps == [3, 2, 3]  # the one that changed is looked at again, and only that
    assert other["a.jpg"] != first["a.jpg"]
    assert other["c.jpg"] == first["c.jpg"]
    assert all(Examined.from_dict(each.to_dict()) == each for each in first.values())
