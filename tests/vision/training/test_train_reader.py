"""What the reader is trained on: other crops every epoch, groups left out. Needs the training environment."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("ultralytics", reason="Ultralytics is only in the training environment (make train-env)")

from vision.classes import FACE_NAMES
from vision.training.crop_augment import another_bird
from vision.training.crops import SIDE, CropStore
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
