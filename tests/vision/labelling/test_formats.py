"""Every format both ways: nothing is lost that it can hold, nothing moves by a pixel, bytes repeat."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from labelled import HEIGHT, WIDTH, jpeg, photo, picture, put, small_set, tiles
from PIL import Image

from vision.classes import FACE_NAMES
from vision.labelling.errors import FormatError, LabellingError, UnsafePathError
from vision.labelling.export import export
from vision.labelling.formats import FORMATS, SUMMARY, Source, detect, read_dataset
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile

NAMES = list(FORMATS)
LOSSLESS = [name for name, each in FORMATS.items() if each.lossless]


def bytes_of(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def corners_apart(one: LabelledTile, other: LabelledTile) -> float:
    return max(
        abs(a - b) for p, q in zip(one.quad, other.quad, strict=True) for a, b in zip(p, q, strict=True)
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_same_data_set_exports_to_the_same_bytes(name: str, tmp_path: Path) -> None:
    data = small_set(tmp_path / "in")
    export(data, name, tmp_path / "one")
    export(DataSet.of(data.root, reversed(data.pictures)), name, tmp_path / "two")
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


@pytest.mark.parametrize("name", NAMES)
def test_what_was_exported_is_told_by_its_look(name: str, tmp_path: Path) -> None:
    export(small_set(tmp_path / "in"), name, tmp_path / "out")
    assert detect(tmp_path / "out") == name.removesuffix("-obb")


@pytest.mark.parametrize("name", NAMES)
def test_counts_per_class_are_equal_on_both_ends(name: str, tmp_path: Path) -> None:
    data = small_set(tmp_path / "in")
    export(data, name, tmp_path / "out")
    back = read_dataset(Source(tmp_path / "out"))
    summary = json.loads((tmp_path / "out" / SUMMARY).read_text())
    assert data.per_class() == back.per_class() == summary["per_class"]
    assert len(back.pictures) == summary["pictures"] == 3


@pytest.mark.parametrize("name", NAMES)
def test_every_export_carries_the_hash_of_the_class_list(name: str, tmp_path: Path) -> None:
    export(small_set(tmp_path / "in"), name, tmp_path / "out")
    texts = [
        path
        for path in (tmp_path / "out").rglob("*")
        if path.suffix in {".json", ".yaml", ".xml"} and CLASSES_SHA256 in path.read_text()
    ]
    assert tmp_path / "out" / SUMMARY in texts


def test_an_export_with_another_class_list_is_refused(tmp_path: Path) -> None:
    export(small_set(tmp_path / "in"), "yolo", tmp_path / "out")
    file = tmp_path / "out" / SUMMARY
    file.write_text(file.read_text().replace(CLASSES_SHA256, "0" * 64))
    with pytest.raises(FormatError, match="another class list"):
        read_dataset(Source(tmp_path / "out"))


@pytest.mark.parametrize("name", LOSSLESS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(drawn=st.lists(tiles(), max_size=4))
def test_a_lossless_format_gives_back_every_tile_as_it_was(name: str, drawn: list[LabelledTile]) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        data = DataSet.of(root, [picture(root, "images/a.jpg", drawn)])
        FORMATS[name].write(data)
        back = read_dataset(Source(root), name).pictures[0].tiles
    assert len(back) == len(drawn)
    for one, other in zip(drawn, back, strict=True):
        assert corners_apart(one, other) < 0.01
        assert replace(other, quad=one.quad) == one


@settings(max_examples=30, deadline=None)
@given(drawn=st.lists(tiles(), max_size=4))
def test_yolo_obb_keeps_every_corner(drawn: list[LabelledTile]) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        FORMATS["yolo-obb"].write(DataSet.of(root, [picture(root, "images/a.jpg", drawn)]))
        back = read_dataset(Source(root), "yolo-obb").pictures[0].tiles
    assert [tile.name for tile in back] == [tile.name for tile in drawn]
    assert all(corners_apart(one, other) < 0.01 for one, other in zip(drawn, back, strict=True))


@pytest.mark.parametrize("name", ["yolo", "voc"])
@settings(max_examples=20, deadline=None)
@given(drawn=st.lists(tiles(), max_size=4))
def test_formats_of_upright_boxes_keep_the_box_around_a_quad(name: str, drawn: list[LabelledTile]) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        notes = FORMATS[name].write(DataSet.of(root, [picture(root, "images/a.jpg", drawn)]))
        back = read_dataset(Source(root), name).pictures[0].tiles
    assert [tile.name for tile in back] == [tile.name for tile in drawn]
    for one, other in zip(drawn, back, strict=True):
        assert max(abs(a - b) for a, b in zip(one.box, other.box, strict=True)) <= 0.5 + 1e-9
    if any(tile.shape == "quad" for tile in drawn):
        assert any("upright boxes" in note for note in notes)  # said, not done in silence


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_that_exif_turns_comes_out_upright_and_untagged(
    name: str, orientation: int, tmp_path: Path
) -> None:
    image = photo(7)
    put(tmp_path / "in", "a.jpg", jpeg(image, orientation))
    tile = LabelledTile.from_box("5p", (30, 40, 70, 90))
    data = DataSet.of(tmp_path / "in", [LabelledPicture("a.jpg", WIDTH, HEIGHT, (tile,))])
    out = export(data, name, tmp_path / "out").data
    with Image.open(out.path(out.pictures[0])) as written:
        assert written.size == (WIDTH, HEIGHT)
        assert written.getexif().get(0x0112, 1) == 1
        small = [list(each.convert("L").resize((16, 10)).tobytes()) for each in (written, image)]
    assert max(abs(a - b) for a, b in zip(*small, strict=True)) < 25


@pytest.mark.parametrize("orientation", [5, 6, 7, 8])
def test_labels_drawn_on_the_stored_picture_are_turned_with_it(orientation: int, tmp_path: Path) -> None:
    """Some tools ignore EXIF: their labels state the stored size, which tells."""
    put(tmp_path, "a.jpg", jpeg(photo(7), orientation))
    upright = (30, 40, 70, 90)
    stored = {
        5: (40, 30, 90, 70),
        6: (40, WIDTH - 70, 90, WIDTH - 30),
        7: (HEIGHT - 90, WIDTH - 70, HEIGHT - 40, WIDTH - 30),
        8: (HEIGHT - 90, 30, HEIGHT - 40, 70),
    }[orientation]
    x0, y0, x1, y1 = stored
    document = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": HEIGHT, "height": WIDTH}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 4, "bbox": [x0, y0, x1 - x0, y1 - y0]}],
        "categories": [{"id": 4, "name": "dots-5"}],
    }
    (tmp_path / "coco.json").write_text(json.dumps(document))
    tile = read_dataset(Source(tmp_path)).pictures[0].tiles[0]
    assert (tile.name, tile.box) == ("5p", upright)


def test_labels_of_another_size_than_the_picture_are_refused(tmp_path: Path) -> None:
    small_set(tmp_path)
    document = {
        "images": [{"id": 1, "file_name": "c.jpg", "width": 640, "height": 640}],
        "annotations": [],
        "categories": [],
    }
    (tmp_path / "coco.json").write_text(json.dumps(document))
    with pytest.raises(FormatError, match="640x640"):
        read_dataset(Source(tmp_path))


TRAVERSING = "../outside.jpg"
HOSTILE = {
    "coco": (
        "x.json",
        json.dumps(
            {"images": [{"id": 1, "file_name": TRAVERSING}], "annotations": [], "categories": []}
        ),
    ),
    "voc": ("x.xml", f"<annotation><filename>{TRAVERSING}</filename></annotation>"),
    "cvat": (
        "x.xml",
        f'<annotations><image name="{TRAVERSING}" width="1" height="1"/></annotations>',
    ),
    "labelme": ("x.json", json.dumps({"shapes": [], "imagePath": TRAVERSING})),
    "label-studio": (
        "x.json",
        json.dumps(
            [
                {
                    "data": {"image": f"/data/local-files/?d={TRAVERSING}"},
                    "annotations": [{"result": []}],
                }
            ]
        ),
    ),
    "yolo": ("data.yaml", "train: list.txt\nnames: [1m]\n"),
    "qicheng": ("pictures.jsonl", json.dumps({"file": TRAVERSING, "width": 1, "height": 1, "tiles": []})),
}  # fmt: skip


@pytest.mark.parametrize("name", list(HOSTILE))
@pytest.mark.parametrize("path", [TRAVERSING, "/etc/passwd", "a/../../outside.jpg", "C:\\\\windows\\\\x.jpg"])
def test_a_label_file_cannot_reach_outside_its_data_set(name: str, path: str, tmp_path: Path) -> None:
    put(tmp_path, "outside.jpg", jpeg(photo()))
    root = tmp_path / "set"
    root.mkdir()
    file, text = HOSTILE[name]
    (root / file).write_text(text.replace(TRAVERSING, path))
    (root / "list.txt").write_text(path.replace("\\\\", "\\") + "\n")
    with pytest.raises(UnsafePathError):
        read_dataset(Source(root), name)


def test_a_link_cannot_reach_outside_either(tmp_path: Path) -> None:
    outside = put(tmp_path, "outside.jpg", jpeg(photo()))
    root = tmp_path / "set"
    root.mkdir()
    (root / "a.jpg").symlink_to(outside)
    (root / "x.json").write_text(json.dumps({"shapes": [], "imagePath": "a.jpg"}))
    with pytest.raises(LabellingError):
        read_dataset(Source(root), "labelme")


def test_xml_with_entities_is_refused(tmp_path: Path) -> None:
    entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    (tmp_path / "x.xml").write_text(f"{entities}<annotation><filename>&b;</filename></annotation>")
    with pytest.raises(FormatError, match="no XML that we read"):
        read_dataset(Source(tmp_path), "voc")


def test_names_of_a_list_decide_not_their_place(tmp_path: Path) -> None:
    """Two teams number the same tiles differently; merged by name they agree (L9, L10, L14)."""
    for folder, names, index in (("one", ["1m", "5z"], 0), ("two", ["White Dragon", "Characters-1"], 1)):
        picture(tmp_path / folder, "images/a.jpg")
        (tmp_path / folder / "classes.txt").write_text("\n".join(names))
        put(tmp_path / folder, "labels/a.txt", f"{index} 0.5 0.5 0.1 0.2\n".encode())
    read = [read_dataset(Source(tmp_path / folder)) for folder in ("one", "two")]
    assert [each.per_class() for each in read] == [{"1m": 1}, {"1m": 1}]


def test_class_numbers_without_names_are_refused(tmp_path: Path) -> None:
    picture(tmp_path, "images/a.jpg")
    put(tmp_path, "labels/a.txt", b"0 0.5 0.5 0.1 0.2\n")
    with pytest.raises(FormatError, match="names file"):
        read_dataset(Source(tmp_path))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("99 0.5 0.5 0.1 0.1", "no such class"),
        ("0 0.5 0.5 0.1", "four numbers"),
        ("0 0.5 x 0.1 0.1", "no number"),
        ("0 nan 0.5 0.1 0.1", "not a number"),
        ("0 0.1 0.1 0.2 0.2 0.3 0.3 0.4", "seven numbers are no outline"),
    ],
)
def test_a_line_that_is_no_label_names_its_file_and_line(line: str, why: str, tmp_path: Path) -> None:
    picture(tmp_path, "images/a.jpg")
    (tmp_path / "classes.txt").write_text("\n".join(FACE_NAMES))
    put(tmp_path, "labels/a.txt", f"\n{line}\n".encode())
    with pytest.raises(FormatError, match=r"a\.txt:2"):
        read_dataset(Source(tmp_path))


def test_labels_without_their_picture_are_refused(tmp_path: Path) -> None:
    """An import that says it worked and is empty helps nobody (L4)."""
    picture(tmp_path, "images/a.jpg")
    (tmp_path / "classes.txt").write_text("1m")
    put(tmp_path, "labels/b.txt", b"0 0.5 0.5 0.1 0.1\n")
    with pytest.raises(FormatError, match=r"labels/b\.txt"):
        read_dataset(Source(tmp_path))


def test_an_edited_export_is_read_and_the_edit_is_told(tmp_path: Path) -> None:
    export(small_set(tmp_path / "in"), "yolo", tmp_path / "out")
    label = next((tmp_path / "out" / "labels").rglob("a.txt"))
    label.write_text(label.read_text() + "0 0.5 0.5 0.1 0.2\n")
    back = read_dataset(Source(tmp_path / "out"))
    assert back.per_class()["1m"] == 2
    assert any("1m 1 → 2" in note for note in back.notes)


def test_a_data_yaml_of_roboflow_is_read(tmp_path: Path) -> None:
    """Its paths begin with ../ and mean the folder itself; `valid` is val; names are a list."""
    for split in ("train", "valid"):
        picture(tmp_path, f"{split}/images/{split}.jpg")
        put(tmp_path, f"{split}/labels/{split}.txt", b"1 0.5 0.5 0.1 0.2\n")
    text = "train: ../train/images\nval: ../valid/images\nnc: 2\nnames: ['1B', 'West']\n"
    (tmp_path / "data.yaml").write_text(text.replace("1B", "1-bamboo"))
    back = read_dataset(Source(tmp_path))
    assert [(each.split, each.tiles[0].name) for each in back.pictures] == [("train", "3z"), ("val", "3z")]


def test_labels_that_lie_in_another_folder_than_the_pictures_are_found(tmp_path: Path) -> None:
    picture(tmp_path / "photos", "deep/a.jpg")
    put(tmp_path / "yolo", "labels/deep/a.txt", b"0 0.5 0.5 0.1 0.2\n")
    (tmp_path / "yolo" / "classes.txt").write_text("1m")
    source = Source(tmp_path / "yolo", pictures=tmp_path / "photos")
    assert [(each.file, len(each.tiles)) for each in read_dataset(source).pictures] == [("deep/a.jpg", 1)]


def test_pictures_whose_names_differ_in_the_suffix_keep_their_own_labels(tmp_path: Path) -> None:
    box = (10.0, 10.0, 40.0, 60.0)
    tiles_of = {"a.jpg": LabelledTile.from_box("1m", box), "a.png": LabelledTile.from_box("9s", box)}
    pictures = []
    for file, tile in tiles_of.items():
        (tmp_path / "in").mkdir(exist_ok=True)
        photo(3).save(tmp_path / "in" / file)
        pictures.append(LabelledPicture(file, WIDTH, HEIGHT, (tile,)))
    out = export(DataSet.of(tmp_path / "in", pictures), "yolo", tmp_path / "out").data
    back = read_dataset(Source(tmp_path / "out"))
    assert [each.file for each in out.pictures] == ["images/train/a.jpg", "images/train/a-2.png"]
    assert {each.file[-7:]: each.tiles[0].name for each in back.pictures} == {
        "n/a.jpg": "1m",
        "a-2.png": "9s",
    }


def test_an_export_keeps_no_place_and_no_device(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x010F] = "Maker of phones"
    exif.get_ifd(0x8825)[2] = (32.0, 23.0, 0.0)
    (tmp_path / "in").mkdir()
    photo(1).save(tmp_path / "in" / "a.jpg", exif=exif, comment=b"at home")
    data = DataSet.of(tmp_path / "in", [LabelledPicture("a.jpg", WIDTH, HEIGHT)])
    out = export(data, "yolo", tmp_path / "out").data
    content = out.path(out.pictures[0]).read_bytes()
    assert b"Exif" not in content
    assert b"at home" not in content
    before = Image.open(tmp_path / "in" / "a.jpg").tobytes()
    assert Image.open(out.path(out.pictures[0])).tobytes() == before  # and not a pixel was touched


def test_a_folder_with_something_in_it_is_not_written_over(tmp_path: Path) -> None:
    data = small_set(tmp_path / "in")
    put(tmp_path, "out/mine.txt", b"mine")
    with pytest.raises(LabellingError, match="not empty"):
        export(data, "coco", tmp_path / "out", replace_=True)
    assert (tmp_path / "out" / "mine.txt").read_bytes() == b"mine"
