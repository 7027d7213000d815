"""`qicheng data`: from photos to a data set and back, and what it refuses."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from api.cli import app
from api.corrections.export import ExportFormat, export_zip
from api.corrections.records import Correction
from vision.labelling.manifest import Manifest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "datasets" / "examples" / "concealed.jpg"


def run(*arguments: object) -> Result:
    lang = () if "render" in arguments else ("--lang", "en")
    return CliRunner().invoke(app, ["data", *map(str, arguments), *lang])


def yolo_set(root: Path, names: str = "1m\n5p\n", pictures: int = 6) -> Path:
    (root / "images").mkdir(parents=True)
    (root / "labels").mkdir()
    (root / "classes.txt").write_text(names)
    for number in range(pictures):
        coarse = np.random.default_rng(number).integers(0, 256, (8, 10, 3), dtype=np.uint8)
        Image.fromarray(coarse).resize((160, 120)).save(root / "images" / f"{number}.jpg")
        (root / "labels" / f"{number}.txt").write_text(f"{number % 2} 0.5 0.5 0.2 0.4\n")
    return root


def test_import_counts_each_class_and_export_gives_them_back(tmp_path: Path) -> None:
    done = run("import", yolo_set(tmp_path / "yolo"), "--out", tmp_path / "set")
    assert done.exit_code == 0, done.output
    assert done.output.split()[:4] == ["1m", "3", "5p", "3"]
    assert "6 pictures, 6 tiles" in done.output
    done = run("export", tmp_path / "set", "--format", "coco", "--out", tmp_path / "coco")
    assert done.exit_code == 0, done.output
    assert len(json.loads((tmp_path / "coco" / "annotations.json").read_text())["annotations"]) == 6


def test_two_sets_are_merged_by_the_names_of_their_classes(tmp_path: Path) -> None:
    yolo_set(tmp_path / "one")
    yolo_set(tmp_path / "two", "dots-5\ncharacters-1\n")
    done = run("import", tmp_path / "one", tmp_path / "two", "--out", tmp_path / "set")
    assert done.output.split()[:4] == ["1m", "6", "5p", "6"]


def test_an_ambiguous_name_ends_with_two_and_an_alias_mends_it(tmp_path: Path) -> None:
    source = yolo_set(tmp_path / "yolo", "1c\n5p\n")
    done = run("import", source, "--out", tmp_path / "set")
    assert done.exit_code == 2
    assert "'1c' is ambiguous" in done.output
    assert not (tmp_path / "set").exists()
    done = run("import", source, "--out", tmp_path / "set", "--alias", "1c=1m")
    assert done.exit_code == 0, done.output


def test_split_freezes_a_manifest_that_a_second_run_keeps(tmp_path: Path) -> None:
    run("import", yolo_set(tmp_path / "yolo", pictures=10), "--out", tmp_path / "set")
    done = run("split", tmp_path / "set", "--share", "train=0.6", "--share", "test=0.4")
    assert done.exit_code == 0, done.output
    first = Manifest.read(tmp_path / "set")
    assert {part: len(first.of_split(part)) for part in first.splits} == {"test": 4, "train": 6}
    assert run("split", tmp_path / "set", "--seed", 7).exit_code == 0
    assert Manifest.read(tmp_path / "set") == first
    done = run("export", tmp_path / "set", "--format", "yolo", "--split", "test", "--out", tmp_path / "test")
    assert "4 pictures, 4 tiles" in done.output


def test_audit_writes_a_report_and_counts_what_it_found(tmp_path: Path) -> None:
    source = yolo_set(tmp_path / "yolo")
    (source / "labels" / "0.txt").write_text("0 0.5 0.5 0.2 0.4\n" * 5)
    done = run("audit", source, "--no-model", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "more than four of a kind" in done.output
    assert (tmp_path / "out" / "index.html").is_file()


def test_prelabel_orders_the_photos_survives_a_bad_one_and_goes_on_where_it_was(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    Image.open(EXAMPLE).reduce(2).save(photos / "hand.jpg")
    Image.new("RGB", (300, 200), "green").save(photos / "cloth.png")
    (photos / "bad.jpg").write_bytes(b"no photo")
    done = run("prelabel", photos, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "2 photos, 14 tiles; 1 could not be read" in done.output
    order = (tmp_path / "out" / "order.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in order] == ["photo", "cloth.png", "hand.jpg", "bad.jpg"]
    tasks = json.loads((tmp_path / "out" / "label-studio" / "tasks.json").read_text())
    assert [task["data"]["file"] for task in tasks] == ["images/cloth.png", "images/hand.jpg"]
    (photos / "hand.jpg").unlink()  # were it read again, it would be missing
    (photos / "bad.jpg").unlink()
    again = run("prelabel", photos, "--out", tmp_path / "out", "--format", "yolo-obb")
    assert "1 photos, 0 tiles; 0 could not be read" in again.output


def test_prelabel_without_copies_names_the_photos_where_they_lie(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    Image.new("RGB", (300, 200), "green").save(photos / "cloth 1.png")
    options = ("--out", tmp_path / "out", "--no-copies", "--address", "s3://bucket/")
    done = run("prelabel", photos, *options)
    assert done.exit_code == 0, done.output
    (task,) = json.loads((tmp_path / "out" / "label-studio" / "tasks.json").read_text())
    assert task["data"]["image"] == "s3://bucket/cloth%201.png"
    assert not (tmp_path / "out" / "label-studio" / "images").exists()
    assert run("prelabel", photos, *options, "--format", "yolo").exit_code == 2


@pytest.mark.parametrize("format_", list(ExportFormat))
def test_what_people_corrected_comes_in_with_who_which_model_and_when(
    format_: ExportFormat, tmp_path: Path
) -> None:
    """The service's own export, whatever labels it holds."""
    picture = io.BytesIO()
    Image.new("RGB", (160, 120), "green").save(picture, "JPEG")
    quad = [[20, 30], [60, 32], [58, 90], [18, 88]]
    tile = {
        "id": 0,
        "tile": "7p",
        "confidence": 0.6,
        "quad": quad,
        "alternatives": [],
        "face": "up",
        "group": 0,
    }
    after = {
        "image": {"width": 160, "height": 120, "sha256": "0" * 64},
        "tiles": [tile],
        "groups": [{"id": 0, "kind": "other", "tiles": [0]}],
        "hand": None,
        "doubts": [],
        "model": {"name": "qicheng-tiles", "version": "1", "sha256": "0" * 64},
        "milliseconds": {"decode": 0, "detect": 0, "read": 0, "layout": 0, "total": 0},
    }
    when = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
    corrected = Correction("a" * 32, "aa.jpg", "0" * 64, 160, 120, after, after, "老李", when)
    (tmp_path / "c.zip").write_bytes(b"".join(export_zip([(corrected, picture.getvalue())], format_)))
    done = run("import", "--from", "corrections", tmp_path / "c.zip", "--out", tmp_path / "set")
    assert done.exit_code == 0, done.output
    (line,) = (tmp_path / "set" / "pictures.jsonl").read_text().splitlines()
    (label,) = json.loads(line)["tiles"]
    assert label == {
        "tile": "7p",
        "quad": quad,
        "shape": "quad",
        "person": "老李",
        "model": "qicheng-tiles 1",
        "time": "2026-11-30T08:00:00.000Z",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("export", "SET", "--format", "voc2", "--out", "x"), "label-studio"),
        (("import", "SET", "--from", "tfrecord", "--out", "x"), "corrections"),
        (("import", "nowhere", "--out", "x"), "there is nothing"),
        (("audit", "SET", "--engine", "spark"), "local or ray"),
        (("split", "SET", "--share", "train"), "--share NAME=VALUE"),
        (("split", "SET", "--share", "train=0"), "more than 0"),
        (("prelabel", "nowhere", "--out", "x"), "nowhere"),
        (("import", "SET", "--alias", "hand=8z", "--out", "x"), "a class"),
    ],
)
def test_misuse_ends_with_two_and_says_what_would_do(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    yolo_set(tmp_path / "SET")
    done = run(*arguments)
    assert (done.exit_code, message in done.output) == (2, True), done.output


def test_render_says_where_its_packages_are() -> None:
    if find_spec("moderngl"):
        pytest.skip("this is the training environment")
    done = run("render", "--count", "1")
    assert done.exit_code == 2
    assert "make train-env" in done.output
