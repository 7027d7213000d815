"""What the fitter learns from: boxes that are off, and how far. Needs the training environment."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("ultralytics", reason="Ultralytics is only in the training environment (make train-env)")

import torch

from vision.bundle import FitterSettings
from vision.fitter import CORNERS, placed
from vision.training.corner_store import FACE_SIDE, MARGIN, SIDE, CornerStore, corners_in_crop
from vision.training.crops import cut, oriented_rectangle
from vision.training.train_fitter import BoxedFaces, boxed, loss_of

SETTINGS = FitterSettings()
QUAD = np.array([[310, 200], [352, 208], [340, 260], [296, 250]], dtype=np.float32)
SLANTED = np.array([[300, 200], [420, 180], [430, 330], [290, 300]], dtype=np.float32)


def picture(quad: np.ndarray) -> np.ndarray:
    """A dark picture with a light face."""
    image = np.full((480, 640, 3), 40, dtype=np.uint8)
    return np.asarray(cv2.fillConvexPoly(image, quad.astype(np.int32), (230, 230, 230)))


def stored(quad: np.ndarray) -> CornerStore:
    rectangle = oriented_rectangle(quad)
    crop = cut(picture(quad), rectangle, FACE_SIDE, MARGIN)
    return CornerStore(crop[None], corners_in_crop(quad, rectangle)[None])


@pytest.mark.parametrize("quad", [QUAD, SLANTED], ids=["nearly a rectangle", "in perspective"])
def test_a_stored_crop_knows_where_the_corners_are(quad: np.ndarray) -> None:
    store = stored(quad)
    assert store.images.shape == (1, SIDE, SIDE, 3)
    for corner, middle in zip(
        store.quads[0], np.repeat(store.quads[0].mean(axis=0)[None], 4, axis=0), strict=True
    ):
        inside, outside = (corner + (middle - corner) * share for share in (0.15, -0.15))
        assert store.images[0][tuple(inside.astype(int)[::-1])].mean() > 150
        assert store.images[0][tuple(outside.astype(int)[::-1])].mean() < 120


@pytest.mark.parametrize("seed", range(12))
def test_the_moves_lead_from_the_box_to_the_face(seed: int) -> None:
    """Drawn on what the fitter is shown, the moved corners enclose the light face and little else."""
    store = stored(SLANTED)
    shown, moves = boxed(store.images[0], store.quads[0], SETTINGS, np.random.default_rng(seed))
    side, margin = SETTINGS.side, SETTINGS.margin
    box = (CORNERS + margin) / (1 + 2 * margin) * side
    face = placed(box[None], moves[None])[0]
    mask = cv2.fillConvexPoly(np.zeros((side, side), np.uint8), np.rint(face).astype(np.int32), 1) > 0
    light = shown.mean(axis=2) > 135
    assert (mask & light).sum() > 0.85 * (mask | light).sum()


def test_a_crop_is_shown_differently_each_time_and_the_same_by_number() -> None:
    faces = BoxedFaces(stored(QUAD), 8, SETTINGS, seed=3)
    (one, moves), (again, same), (other, _) = faces[0], faces[0], faces[1]
    assert one.shape == (3, SETTINGS.side, SETTINGS.side)
    assert moves.shape == (4, 2)
    assert torch.equal(one, again)
    assert torch.equal(moves, same)
    assert not torch.equal(one, other)


def test_the_loss_does_not_mind_with_which_corner_an_answer_begins() -> None:
    moves = torch.tensor(np.random.default_rng(1).normal(0, 0.1, (1, 4, 2)), dtype=torch.float32)
    corners = torch.from_numpy(CORNERS).float()
    width = torch.full((1, 1), -2.0)
    losses = []
    for turn in range(4):
        said = ((corners + moves).roll(turn, dims=1) - corners).reshape(1, 8)
        losses.append(float(loss_of(torch.cat([said, width], dim=1), moves)))
    assert np.allclose(losses, -2.0, atol=1e-5)


def test_being_sure_and_wrong_costs_more_than_being_unsure_and_wrong() -> None:
    moves = torch.zeros(1, 4, 2)
    wrong = torch.full((1, 8), 0.2)
    sure, unsure = (loss_of(torch.cat([wrong, torch.tensor([[w]])], dim=1), moves) for w in (-4.0, -1.0))
    assert sure > unsure


def test_a_store_is_opened_as_it_was_written(tmp_path: Path) -> None:
    store = stored(QUAD)
    np.save(tmp_path / "images.npy", store.images)
    np.save(tmp_path / "quads.npy", store.quads)
    assert np.array_equal(CornerStore.load(tmp_path).quads, store.quads)
