"""Fine-tuning on a person's photos: when to stop, what to blend, and the whole road once (long)."""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from api.cli_training import training_python
from vision.bundle import load_bundle
from vision.classes import FACE_NAMES
from vision.evaluation.answers import shipped_folder
from vision.labelling.files import fingerprint
from vision.labelling.manifest import Entry, Manifest, trained_on
from vision.read import PhotoReader
from vision.training.watch import Stage, command_of, earlier, has_stalled, read_epochs

ROOT = Path(__file__).parents[3]
PICTURES = ROOT / "tests" / "vision" / "pictures"


@pytest.mark.parametrize(
    ("metrics", "stalled", "reason"),
    [
        ([0.9, 0.95, 0.95, 0.94], True, "two epochs without progress"),
        ([0.9, 0.95, 0.96], False, "the last one is the best"),
        ([0.9, 0.9], False, "too early to say"),
        ([], False, "nothing yet"),
    ],
)
def test_stopping_early(metrics: list[float], stalled: bool, reason: str) -> None:
    assert has_stalled(metrics, 2) is stalled, reason


def stage(out: Path) -> Stage:
    return Stage(
        "reader", "vision.training.train_reader", Path("start.pt"), out, 10, ["--batch", "8"], "right"
    )


def finished(out: Path, *rights: float) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with (out / "results.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["epoch", "time", "train/loss", "right"])
        writer.writerows([at, 10.0, 0.5, right] for at, right in enumerate(rights, 1))


def test_an_interrupted_run_goes_on_with_the_epochs_that_are_left(tmp_path: Path) -> None:
    finished(tmp_path, 0.9, 0.95)
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "last.pt").touch()
    before = earlier(stage(tmp_path))
    assert [epoch.metric for epoch in before] == [0.9, 0.95]
    command = command_of(stage(tmp_path), len(before), 1)
    assert command[command.index("--start") + 1] == str(tmp_path / "weights" / "last.pt")
    assert command[command.index("--epochs") + 1] == "8"


def test_twice_interrupted_keeps_every_epoch(tmp_path: Path) -> None:
    finished(tmp_path, 0.9, 0.95)
    assert len(earlier(stage(tmp_path))) == 2
    finished(tmp_path, 0.96)
    assert [epoch.metric for epoch in earlier(stage(tmp_path))] == [0.9, 0.95, 0.96]
    assert read_epochs(stage(tmp_path)) == []


def own_photos(root: Path, copies: int = 1) -> Path:
    """The small rendered pictures as somebody's labelled photos, with a frozen split."""
    (root / "images").mkdir(parents=True)
    (root / "labels").mkdir()
    entries = []
    lines = [json.loads(line) for line in (PICTURES / "labels.jsonl").read_text("utf-8").splitlines()]
    labelled = [line for line in lines if line["tiles"]]
    for at, line in enumerate(labelled):
        with Image.open(PICTURES / line["image"]) as image:
            small = image.resize((image.width // 2, image.height // 2))
        file = f"images/{line['image']}"
        small.save(root / file, quality=90)
        rows = []
        for tile in line["tiles"]:
            if tile["visible"] > 0.7:
                name = tile["face"] or "back"
                corners = [v for x, y in tile["quad"] for v in (x / line["width"], y / line["height"])]
                rows.append(" ".join([str(FACE_NAMES.index(name)), *(f"{v:.5f}" for v in corners)]))
        (root / "labels" / f"{Path(line['image']).stem}.txt").write_text("\n".join(rows))
        known = fingerprint((root / file).read_bytes())
        split = ("train", "train", "train", "val", "test")[at % 5]
        entries.append(Entry(split, line["image"], file, known.sha256, known.pixels))
    (root / "classes.txt").write_text("\n".join(FACE_NAMES))
    Manifest.of(entries).write(root)
    return root


@pytest.mark.long
def test_the_shipped_model_learns_from_twenty_photos_and_is_served(tmp_path: Path) -> None:
    """One epoch of each stage: data made, trained, blended, exported with parity, compared, served."""
    python = training_python()
    if python is None:
        pytest.skip("no environment with PyTorch: make train-env")
    photos = own_photos(tmp_path / "photos")
    out = tmp_path / "runs" / "mine"
    arguments = ["--data", photos, "--from", shipped_folder(), "--out", out, "--epochs", 1, "--threads", 2]
    done = subprocess.run(
        [python, "-m", "vision.training.finetune", *map(str, arguments)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "after" in done.stdout
    bundle = load_bundle(out / "bundle")
    assert bundle.version.endswith("+mine")
    train = photos / Manifest.read(photos).of_split("train")[0].file
    assert fingerprint(train.read_bytes()).sha256 in trained_on(out / "bundle")
    reading = PhotoReader(bundle).read((PICTURES / "hand.jpg").read_bytes())
    assert len(reading.tiles) >= 12
    assert (out / "report.html").is_file()
    again = subprocess.run(
        [python, "-m", "vision.training.bundling", str(out), "--out", str(tmp_path / "tiles"),
         "--from", str(shipped_folder())],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert again.returncode == 0, again.stderr[-2000:]
    assert load_bundle(tmp_path / "tiles").version == "mine"
