"""Readers beside one another on a store. Needs the training environment."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ultralytics", reason="Ultralytics is only in the training environment (make train-env)")

import torch

from vision.classes import BACK, FACE_NAMES, OUTPUTS
from vision.training.crops import SIDE, CropStore
from vision.training.read_store import answers, line
from vision.training.train_reader import ReaderModel


def store(turn: int) -> CropStore:
    pictures = np.random.default_rng(3).integers(0, 256, (5, SIDE, SIDE, 3)).astype(np.uint8)
    turned = np.ascontiguousarray(np.rot90(pictures, turn, axes=(1, 2)))
    return CropStore(
        turned, np.arange(5, dtype=np.int16), np.ones(5, bool), np.array(["a", "a", "b", "b", "b"])
    )


def test_however_a_crop_lies_its_faces_are_as_probable(tmp_path: Path) -> None:
    torch.manual_seed(0)
    reader = tmp_path / "reader.pt"
    torch.save({"model": ReaderModel("yolo26n-cls.yaml", nc=OUTPUTS, ch=3, verbose=False)}, reader)
    upright, turned = answers(reader, store(0), 64), answers(reader, store(1), 64)
    assert upright.shape == (5, BACK + 1)
    assert upright.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert np.abs(upright - turned).max() < 1e-3


def test_a_row_names_the_share_of_each_group_and_the_mistakes() -> None:
    read = np.full((5, len(FACE_NAMES)), 0.01, np.float32)
    read[np.arange(5), [0, 1, 2, 3, 8]] = 0.7
    row = line("mine", store(0), read)
    assert "right 0.8000 (a 1.0000, b 0.6667)" in row
    assert "5m→9m 1" in row
