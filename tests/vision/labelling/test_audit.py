"""The audit finds every fault that is planted, and none that is not there."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from labelled import HEIGHT, WIDTH, jpeg, photo, put
from PIL import Image, ImageEnhance

from vision.engine.local import LocalEngine
from vision.labelling.audit.audit import Audit, audit
from vision.labelling.audit.fault import Fault, Kind
from vision.labelling.audit.report import write_report
from vision.labelling.examine import Examined, examine
from vision.labelling.formats import Source, read_dataset
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile
from vision.labelling.similar import Look
from vision.photo import decode
from vision.reading import ImageInfo, ModelInfo, Reading, TileReading

SHARED = Path(__file__).parents[4] / "shared" / "photos"
ROOT = Path(__file__).parents[3]


def row(names: str, left: float = 10) -> tuple[LabelledTile, ...]:
    return tuple(
        LabelledTile.from_box(name, (left + 24 * at, 80, left + 24 * at + 22, 112))
        for at, name in enumerate(names.split())
    )


def set_of(root: Path, **tiles: tuple[LabelledTile, ...]) -> DataSet:
    pictures = []
    for number, (name, labels) in enumerate(tiles.items()):
        put(root, f"{name}.jpg", jpeg(photo(number)))
        pictures.append(LabelledPicture(f"{name}.jpg", WIDTH, HEIGHT, labels, split="train"))
    return DataSet.of(root, pictures)


def found(data: DataSet, examined: dict[str, Examined] | None = None) -> Audit:
    names = [picture.file for picture in data.pictures]
    journal = data.root / ".journal.jsonl"
    return audit(data, examined or examine(str(data.root), names, LocalEngine(), journal))


def of_kind(result: Audit, kind: Kind) -> list[Fault]:
    return [fault for fault in result.faults if fault.kind is kind]


def kinds(result: Audit) -> set[Kind]:
    return {fault.kind for fault in result.faults} - {Kind.RARE_CLASS}


def test_a_sound_data_set_has_no_fault(tmp_path: Path) -> None:
    data = set_of(tmp_path, a=row("1m 1m 2m 3m"), b=row("1p 2p 3p"))
    assert kinds(found(data)) == set()


PLANTED = [
    (Kind.OUT_OF_FRAME, (*row("1m"), LabelledTile.from_box("9s", (300, 150, 345, 190))), "25 pixels over"),
    (Kind.NO_AREA, (*row("1m"), LabelledTile.from_box("9s", (50, 150, 50, 190))), "a line"),
    (Kind.TINY, (*row("1m"), LabelledTile.from_box("9s", (50, 150, 56, 158))), "8 pixels long"),
    (Kind.OVERLAPPING, (*row("1m"), LabelledTile.from_box("9s", (12, 82, 33, 113))), "on the same tile"),
    (Kind.FIVE_OF_A_KIND, row("1m 1m 1m 1m 1m"), "there are four"),
    (Kind.NO_TILES, (), "nobody labelled it"),
]


@pytest.mark.parametrize(("kind", "tiles", "why"), PLANTED, ids=[str(each[0]) for each in PLANTED])
def test_a_planted_fault_of_the_labels_is_found_alone(
    kind: Kind, tiles: tuple[LabelledTile, ...], why: str, tmp_path: Path
) -> None:
    result = found(set_of(tmp_path, good=row("1m 2m 3m"), bad=tiles))
    assert kinds(result) == {kind}, why
    assert [fault.files for fault in of_kind(result, kind)] == [("bad.jpg",)]


def test_five_flowers_or_backs_are_no_fault(tmp_path: Path) -> None:
    assert kinds(found(set_of(tmp_path, a=row("f f f f f f back back back back back back")))) == set()


def test_boxes_of_turned_neighbours_are_not_taken_for_one_tile(tmp_path: Path) -> None:
    """Loose upright boxes cover each other by up to a half."""
    tiles = tuple(LabelledTile.from_box("1m", (20 + 20 * at, 60, 60 + 20 * at, 100)) for at in range(4))
    assert kinds(found(set_of(tmp_path, a=tiles))) == set()


def test_a_picture_that_cannot_be_decoded_is_found_and_the_rest_is_looked_at(tmp_path: Path) -> None:
    data = set_of(tmp_path, a=row("1m"), b=row("2m"))
    file = tmp_path / "a.jpg"
    file.write_bytes(file.read_bytes()[:400])
    assert [fault.files for fault in of_kind(found(data), Kind.BROKEN)] == [("a.jpg",)]


def test_the_same_file_twice_is_a_duplicate_and_no_burst(tmp_path: Path) -> None:
    data = set_of(tmp_path, a=row("1m"), b=row("2m"))
    shutil.copyfile(tmp_path / "a.jpg", tmp_path / "b.jpg")
    assert kinds(found(data)) == {Kind.DUPLICATE}


def altered(image: Image.Image, how: str) -> Image.Image:
    if how == "brighter":
        return ImageEnhance.Brightness(image).enhance(1.25)
    if how == "smaller":
        return image.resize((WIDTH // 2, HEIGHT // 2)).resize((WIDTH, HEIGHT))
    if how == "compressed":
        out = io.BytesIO()
        image.save(out, "JPEG", quality=25)
        return Image.open(out)
    return image.crop((3, 2, WIDTH - 2, HEIGHT - 3)).resize((WIDTH, HEIGHT))


@pytest.mark.parametrize("how", ["brighter", "smaller", "compressed", "moved"])
@pytest.mark.parametrize(
    ("splits", "kind"), [(("train", "val"), Kind.ALIKE_ACROSS), (("train", "train"), Kind.BURST)]
)
def test_nearly_the_same_picture_is_found_across_splits_and_within(
    how: str, splits: tuple[str, str], kind: Kind, tmp_path: Path
) -> None:
    """Leaked bursts make any score look good (P47, L11)."""
    put(tmp_path, "a.jpg", jpeg(photo(5)))
    put(tmp_path, "b.jpg", jpeg(altered(photo(5), how)))
    put(tmp_path, "c.jpg", jpeg(photo(6)))
    pictures = [
        LabelledPicture(f"{name}.jpg", WIDTH, HEIGHT, row("1m"), split=split)
        for name, split in zip("abc", (*splits, "val"), strict=True)
    ]
    result = found(DataSet.of(tmp_path, pictures))
    assert kinds(result) == {kind}
    assert set(of_kind(result, kind)[0].files) == {"a.jpg", "b.jpg"}


def test_a_group_in_two_splits_is_found(tmp_path: Path) -> None:
    data = set_of(tmp_path, a=row("1m"), b=row("2m"))
    splits = zip(data.pictures, ("train", "test"), strict=True)
    pictures = [
        LabelledPicture(each.file, WIDTH, HEIGHT, each.tiles, "table 4", split) for each, split in splits
    ]
    assert kinds(found(DataSet.of(tmp_path, pictures))) == {Kind.GROUP_ACROSS}


def read_as(root: Path, file: str, tiles: tuple[tuple[LabelledTile, str, float], ...]) -> Examined:
    data = (root / file).read_bytes()
    seen = tuple(
        TileReading(at, name, confidence, tile.quad) for at, (tile, name, confidence) in enumerate(tiles)
    )
    image, model = ImageInfo(WIDTH, HEIGHT, "0"), ModelInfo("tiles", "1", "0")
    return Examined(file, Look.of(decode(data).pixels), Reading(image, seen, (), None, (), model))


def test_disagreements_are_ranked_by_how_surely_the_model_disagrees(tmp_path: Path) -> None:
    labels = row("1m 2m 3m 4m")
    data = set_of(tmp_path, a=labels, b=labels)
    quiet = tuple((tile, tile.name, 0.99) for tile in labels)
    examined = {
        "a.jpg": read_as(tmp_path, "a.jpg", ((labels[0], "7m", 0.6), *quiet[1:])),
        "b.jpg": read_as(tmp_path, "b.jpg", (*quiet[:3], (labels[3], "9m", 0.97))),
    }
    result = of_kind(found(data, examined), Kind.DISAGREEMENT)
    assert [(fault.files[0], fault.labelled[0].name, fault.seen[0].name) for fault in result] == [
        ("b.jpg", "4m", "9m"),
        ("a.jpg", "1m", "7m"),
    ]


def test_a_label_the_model_does_not_see_and_a_tile_without_a_label_are_found(tmp_path: Path) -> None:
    labels = row("1m 2m 3m")
    data = set_of(tmp_path, a=labels[:2])
    seen = ((labels[0], "1m", 0.99), (labels[2], "3m", 0.95))
    result = found(data, {"a.jpg": read_as(tmp_path, "a.jpg", seen)})
    assert kinds(result) == {Kind.NOT_SEEN, Kind.NOT_LABELLED}


def test_the_report_shows_each_fault_and_numbers_for_programs(tmp_path: Path) -> None:
    labels = row("1m 2m 3m")
    data = set_of(tmp_path / "set", a=labels, b=row("9s 9s 9s 9s 9s"))
    examined = {
        "a.jpg": read_as(
            data.root, "a.jpg", ((labels[0], "7m", 0.9), *((t, t.name, 0.9) for t in labels[1:]))
        ),
        "b.jpg": read_as(data.root, "b.jpg", tuple((t, t.name, 0.9) for t in data.pictures[1].tiles)),
    }
    page = write_report(found(data, examined), tmp_path / "out")
    html = page.read_text()
    told = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert told["counts"] == {"five_of_a_kind": 1, "disagreement": 1, "rare_class": 36}
    for number, text in (("disagreement-0-0", "labelled 1m, read 7m"), ("five_of_a_kind-0-0", "5 of 9s")):
        assert text in html
        with Image.open(tmp_path / "out" / "pictures" / f"{number}.jpg") as drawn:
            red, _, blue = np.asarray(drawn.convert("RGB")).reshape(-1, 3).T.astype(int)
            assert (red - blue > 90).any()  # the label's box is drawn


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/photos is not here")
def test_faults_planted_in_real_photographs_are_found(tmp_path: Path) -> None:
    """A damaged copy: broken, copied across splits, a box outside, a box twice, a fifth of a kind."""
    originals = SHARED / "val"
    chosen = read_dataset(Source(originals, classes=ROOT / "datasets" / "classes.txt")).pictures[:8]
    pictures = []
    for picture in chosen:
        put(tmp_path, picture.file, (originals / picture.file).read_bytes())
        pictures.append(picture)
    first, second, third, fourth, fifth = pictures[:5]
    (tmp_path / first.file).write_bytes((tmp_path / first.file).read_bytes()[:2000])
    copied = "train/images/copy.jpg"
    put(tmp_path, copied, (originals / second.file).read_bytes())
    off = LabelledTile.from_box("1m", (600, 600, 690, 690))
    doubled = LabelledTile.from_box("9p", third.tiles[0].box)
    five = tuple(LabelledTile(fifth.tiles[0].name, tile.quad, tile.shape) for tile in fifth.tiles[:5])
    damaged = {
        third.file: (*third.tiles, doubled),
        fourth.file: (*fourth.tiles, off),
        fifth.file: five,
    }
    labelled = [
        LabelledPicture(p.file, p.width, p.height, damaged.get(p.file, p.tiles), split="val")
        for p in pictures
    ]
    labelled.append(LabelledPicture(copied, 640, 640, second.tiles, split="train"))
    result = found(DataSet.of(tmp_path, labelled))
    assert [fault.files[0] for fault in of_kind(result, Kind.BROKEN)] == [first.file]
    assert [set(each.files) for each in of_kind(result, Kind.DUPLICATE)] == [{second.file, copied}]
    assert third.file in {fault.files[0] for fault in of_kind(result, Kind.OVERLAPPING)}
    assert fourth.file in {fault.files[0] for fault in of_kind(result, Kind.OUT_OF_FRAME)}
    assert fifth.file in {fault.files[0] for fault in of_kind(result, Kind.FIVE_OF_A_KIND)}
