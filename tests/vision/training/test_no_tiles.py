"""Pictures without tiles: each gathered once, things told from pictures, and never an example of a tile."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision.bundle import DetectorSettings
from vision.classes import NOTHING, OUTPUTS
from vision.detector import Found
from vision.evaluation.pictures import load_dataset
from vision.models import Models
from vision.training.crops import Mistaken, no_tiles_crops
from vision.training.detector_data import prepare, real_variant, write_no_tiles
from vision.training.images import part, read_rgb
from vision.training.no_tiles import collage, main
from vision.views import Pyramid


def scene(seed: int, width: int = 400, height: int = 300) -> NDArray[np.uint8]:
    small = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two photographs, a smaller copy of one, an icon, a cut-out thing, a file that is none, and tile art."""
    found = tmp_path / "found"
    (found / "mahjongg").mkdir(parents=True)
    Image.fromarray(scene(1, 800, 600)).save(found / "a.png")
    Image.fromarray(scene(1)).save(found / "a-small.png")
    Image.fromarray(scene(2)).save(found / "b.jpg")
    Image.fromarray(scene(3, 40, 40)).save(found / "icon.png")
    Image.fromarray(scene(4)).save(found / "mahjongg" / "set.png")
    thing = np.dstack([scene(5), np.zeros((300, 400), dtype=np.uint8)])
    thing[100:200, 100:250, 3] = 255
    Image.fromarray(thing).save(found / "cup.png")
    (found / "broken.jpg").write_bytes(b"no picture")
    return found


def gathered(folder: Path, out: Path, collages: int, monkeypatch: pytest.MonkeyPatch) -> Path:
    arguments = ["no_tiles", str(folder), "--out", str(out), "--collages", str(collages)]
    monkeypatch.setattr("sys.argv", arguments)
    main()
    return out


def test_each_picture_is_taken_once_and_icons_tiles_and_broken_files_are_not(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = gathered(folder, tmp_path / "out", 0, monkeypatch)
    assert sorted(p.name for p in (out / "pictures").iterdir()) == ["00000.jpg", "00001.jpg"]
    assert [p.name for p in (out / "things").iterdir()] == ["00000.png"]
    shapes = {read_rgb(p).shape for p in (out / "pictures").iterdir()}
    assert shapes == {(600, 800, 3), (300, 400, 3)}, "of two copies the larger file is kept"


def test_evaluation_reads_the_folder_as_pictures_without_tiles(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = gathered(folder, tmp_path / "out", 2, monkeypatch)
    pictures = load_dataset(out)
    assert len(pictures) == 4
    assert all(picture.path.is_file() and not picture.tiles for picture in pictures)
    lines = (out / "labels.jsonl").read_text("utf-8").splitlines()
    assert json.loads(lines[-1])["image"] == "pictures/collage-00001.jpg"


def test_a_collage_shows_its_things_on_the_picture(tmp_path: Path) -> None:
    ground, thing = tmp_path / "ground.png", tmp_path / "thing.png"
    Image.fromarray(np.full((300, 300, 3), 60, dtype=np.uint8)).save(ground)
    red = np.zeros((100, 100, 4), dtype=np.uint8)
    red[10:90, 10:90] = (250, 0, 0, 255)
    Image.fromarray(red).save(thing)
    made = collage([ground], [thing], np.random.default_rng(0)).astype(int)
    assert made.shape == (640, 640, 3)
    assert (made[..., 0] - made[..., 1] > 100).mean() > 0.02, "the thing is seen"
    assert (abs(made[..., 0] - made[..., 1]) < 40).mean() > 0.2, "and so is what it lies on"


def test_a_part_of_a_picture_comes_from_within_it() -> None:
    image = np.full((200, 500, 3), 120, dtype=np.uint8)
    for seed in range(10):
        assert abs(part(image, 64, np.random.default_rng(seed)).astype(int) - 120).max() <= 1


def test_examples_for_the_detector_have_no_boxes_and_lie_around_photographs(tmp_path: Path) -> None:
    picture = tmp_path / "grey.jpg"
    Image.fromarray(np.full((300, 300, 3), 77, dtype=np.uint8)).save(picture)
    prepare(tmp_path)
    write_no_tiles([picture], tmp_path, 3)
    labels = sorted((tmp_path / "labels" / "train").iterdir())
    assert [label.read_text() for label in labels] == ["", "", ""]
    photo = np.zeros((60, 60, 3), dtype=np.uint8)
    quad = np.array([[[20, 20], [30, 20], [30, 35], [20, 35]]], dtype=np.float32)
    around = [
        real_variant(photo, quad, np.random.default_rng(seed), [picture])[0].mean(axis=2)
        for seed in range(12)
    ]
    assert sum(bool((abs(shown - 77) < 4).mean() > 0.1) for shown in around) >= 4


class TwoBoxes:
    """Finds a large and a small box; reads the large one as a tile, the small one as nothing."""

    def find(self, pyramid: Pyramid) -> Found:
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
        return Found(np.stack([square * 60 + 20, square * 30 + 100]), np.array([0.9, 0.9]))

    def read(self, pyramid: Pyramid, rectangles: NDArray[np.float64]) -> NDArray[np.float32]:
        outputs = np.zeros((len(rectangles), OUTPUTS), dtype=np.float32)
        outputs[0, 0] = outputs[1, -1] = 1.0
        return outputs


def two_boxes() -> Models:
    return Models(TwoBoxes(), None, TwoBoxes(), DetectorSettings())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("least", "crops"),
    [(0.0, 6), (0.5, 3)],
    ids=["every box of the picture and of two parts", "only those that are read as tiles"],
)
def test_what_is_found_in_them_is_an_example_of_nothing(tmp_path: Path, least: float, crops: int) -> None:
    stripes = np.where(np.arange(200) // 6 % 2 == 0, 220, 40).astype(np.uint8)
    Image.fromarray(np.stack([np.tile(stripes, (200, 1))] * 3, axis=2)).save(tmp_path / "a.jpg")
    mistaken = Mistaken(two_boxes(), least)
    made = list(no_tiles_crops(tmp_path, mistaken, parts=2))
    assert [crop.face for crop in made] == [NOTHING] * crops


def test_a_plain_box_is_no_example_of_nothing(tmp_path: Path) -> None:
    Image.fromarray(np.full((200, 200, 3), 90, dtype=np.uint8)).save(tmp_path / "a.jpg")
    mistaken = Mistaken(two_boxes(), 0.0)
    assert not list(no_tiles_crops(tmp_path, mistaken, parts=1)), "a blank dragon or a back looks the same"
