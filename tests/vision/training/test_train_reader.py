"""What the reader is trained on: other crops every epoch, groups left out. Needs the training environment."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("ultralytics", reason="Ultralytics is only in the training environment (make train-env)")

from vision.classes import FACE_NAMES
from vision.training.crop_augment import another_bird, fade
from vision.training.crops import FACE_SIDE, MARGIN, SIDE, CropStore
from vision.training.repaint import PaintStore, without_paint
from vision.training.train_reader import ReaderTrainer, TrainingCrops

RNG = np.random.default_rng(4)


def store(count: int = 12) -> CropStore:
    groups = np.array(["C-tables", "B-tray"] * (count // 2))
    pictures = RNG.integers(0, 256, (count, SIDE, SIDE, 3)).astype(np.uint8)
    return CropStore(pictures, np.arange(count, dtype=np.int16), np.ones(count, dtype=bool), groups)


def trainer() -> ReaderTrainer:
    bare: Any = ReaderTrainer.__new__(ReaderTrainer)
    bare.args = SimpleNamespace(imgsz=64, workers=0, seed=0)
    bare.stores, bare.epoch_length = [(store(), 1.0)], 8
    return bare


def test_every_epoch_shows_other_crops() -> None:
    training = trainer()
    loader = training.get_dataloader("crops", 8, mode="train")
    training.get_dataloader("crops", 8, mode="val")  # as Ultralytics asks for it, after the one that trains
    shown = []
    for epoch in (0, 1, 0):
        training.crops.epoch = epoch
        shown.append(next(iter(loader))["img"].numpy())
    assert np.abs(shown[0] - shown[1]).mean() > 5
    assert (shown[0] == shown[2]).all()


def test_a_group_left_out_is_never_shown() -> None:
    crops = TrainingCrops([(store(), 1.0)], 200, 32, leave_out=("B-tray",))
    assert {crops[i]["face"] % 2 for i in range(200)} == {0}


def test_a_group_alone_is_what_is_read() -> None:
    alone = store().of_groups(("B-tray",))
    assert set(alone.groups.tolist()) == {"B-tray"}
    assert alone.faces.tolist() == [1, 3, 5, 7, 9, 11]


def test_a_bird_is_drawn_in_many_ways() -> None:
    bird = RNG.integers(0, 256, (SIDE, SIDE, 3)).astype(np.uint8)
    others = [another_bird(bird, np.random.default_rng(seed)) for seed in range(12)]
    assert {other.shape for other in others} == {bird.shape}
    assert sum((other != bird).any() for other in others) > 8
    assert FACE_NAMES[18] == "1s"


def test_one_ink_fades_and_the_rest_stays() -> None:
    crop = np.full((64, 64, 3), 225, np.uint8)
    crop[8:24, 8:56], crop[40:56, 8:56] = (20, 40, 150), (160, 30, 20)  # blue above, red below
    for seed in range(8):
        faded = fade(crop, np.random.default_rng(seed)).astype(int)
        change = np.abs(faded - crop).mean(axis=2)
        paler, other = sorted((change[8:24, 8:56], change[40:56, 8:56]), key=lambda ink: -ink.mean())
        assert paler.min() > 20
        assert other.max() < 6
        assert change[28:36].max() <= 1, "paper stays paper"
    grey = np.full((64, 64, 3), 120, np.uint8)
    assert (fade(grey, RNG) == grey).all()


def tile_with(paint: int) -> np.ndarray:
    """A pale tile, lit from the left, with a bar of dark paint."""
    crop = np.empty((SIDE, SIDE, 3), np.uint8)
    crop[:] = np.linspace(230, 190, SIDE)[None, :, None]
    crop[40:100, 66:78] = paint
    return crop


def painted_store(face: int) -> PaintStore:
    """One face: a red square in the middle."""
    images = np.zeros((1, FACE_SIDE, FACE_SIDE, 4), np.uint8)
    images[0, 34:62, 34:62] = (200, 0, 0, 255)
    return PaintStore(images, {face: np.array([0])})


def test_paint_comes_off_and_the_light_stays() -> None:
    inner = slice(MARGIN, MARGIN + FACE_SIDE)
    bare = without_paint(tile_with(20)[inner, inner])
    assert bare is not None
    assert np.abs(bare - tile_with(0)[0, inner][None]).max() < 12


def test_a_dark_set_is_left_as_it_is() -> None:
    crop = np.full((SIDE, SIDE, 3), 30, np.uint8)
    crop[30:60, 30:110] = 240
    assert painted_store(3).on(crop, 3, np.random.default_rng(0)) is None


def test_a_tile_wears_the_new_face_alone_and_keeps_its_rim() -> None:
    crop = tile_with(20)
    worn = painted_store(3).on(crop, 3, np.random.default_rng(0))
    assert worn is not None
    red, green = worn[SIDE // 2, SIDE // 2, :2]
    assert red > 100 > green
    assert worn[MARGIN + 15, SIDE // 2].min() > 150  # where the bar was
    assert (worn[: MARGIN + 5] == crop[: MARGIN + 5]).all()
    assert painted_store(3).on(crop, 4, np.random.default_rng(0)) is None


def test_a_repainted_tile_is_known_to_stand_upright() -> None:
    pale = np.stack([tile_with(20)] * 4)
    real = CropStore(pale, np.full(4, 3, np.int16), np.zeros(4, bool), np.array(["B-tray"] * 4))
    shown = TrainingCrops([(real, 1.0)], 60, 32, paint=painted_store(3))
    known = [shown[i]["turn_known"] for i in range(60)]
    assert 20 < sum(known) < 55
    plainly = TrainingCrops([(real, 1.0)], 60, 32)
    assert not any(plainly[i]["turn_known"] for i in range(60))
