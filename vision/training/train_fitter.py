"""Train the fitter: where the corners of the face are in the crop around a box.

    python -m vision.training.train_fitter --start models/tiles/reader.pt \
        --store stores/corners --out runs/fitter

The first layers are those of the reader, which know what tiles look like. The loss is the negative
log-likelihood of a Laplace distribution about each corner, whose width the network says itself: what cannot
be seen, the corner under another tile, counts less than what can. An interrupted run is taken up again by
the same command.
"""

from __future__ import annotations

import argparse
import copy
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from rich.progress import Progress
from torch import nn
from torch.utils.data import DataLoader, Dataset, Subset
from ultralytics.nn.tasks import ClassificationModel

from vision.bundle import FitterSettings
from vision.fitter import CORNERS
from vision.training.corner_store import FACE_SIDE, SIDE, CornerStore
from vision.training.crop_augment import warp, weather

Rng = np.random.Generator
Quad = npt.NDArray[np.float32]

INPUT_SIDE = FitterSettings().side

BACKBONE_LAYERS = 7
"""Of the reader, down to a sixteenth of its input."""
BACKBONE_CHANNELS = 128
NARROW, HIDDEN = 48, 256
OUTPUTS = 9
"""Eight moves of corners, in parts of the box's sides, and the logarithm of how far off they may be."""
LEAST_WIDTH, MOST_WIDTH = -5.0, 0.0

DECAY = 0.9995
"""Of the running mean of the weights."""

MOST_GRADIENT = 5.0
KEEP_EVERY = 500
"""Steps after which the run is saved."""


class FitterModel(nn.Module):
    """The reader's first layers, narrowed and flattened, so that where something is stays known."""

    def __init__(self, backbone: nn.Sequential, side: int = INPUT_SIDE) -> None:
        super().__init__()
        self.backbone = backbone
        self.narrow = nn.Sequential(nn.Conv2d(BACKBONE_CHANNELS, NARROW, 1), nn.SiLU(), nn.Flatten())
        self.answer = nn.Sequential(
            nn.Linear(NARROW * (side // 16) ** 2, HIDDEN), nn.SiLU(), nn.Linear(HIDDEN, OUTPUTS)
        )

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Moves and the logarithm of their width (n, 9) for pictures (n, 3, side, side)."""
        answer: torch.Tensor = self.answer(self.narrow(self.backbone(pictures)))
        return answer


def fitter_from(start: Path, side: int = INPUT_SIDE) -> FitterModel:
    """A fitter on the first layers of a reader's checkpoint, or where a fitter's checkpoint left off."""
    saved = torch.load(start, map_location="cpu", weights_only=False)
    if "mean" in saved:
        return load_fitter(start, side)
    model = (saved.get("ema") or saved["model"]).float()
    return FitterModel(nn.Sequential(*copy.deepcopy(list(model.model[:BACKBONE_LAYERS]))), side)


def load_fitter(checkpoint: Path, side: int = INPUT_SIDE) -> FitterModel:
    """The averaged weights of a checkpoint of `train`, or of the bundle's fitter.pt."""
    reader = ClassificationModel("yolo26n-cls.yaml", verbose=False)
    model = FitterModel(nn.Sequential(*list(reader.model[:BACKBONE_LAYERS])), side)
    model.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["mean"])
    model.eval()
    return model


class BoxedFaces(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    """An endless shuffle of a store; each face in a box as a detector may have put it."""

    def __init__(self, store: CornerStore, length: int, settings: FitterSettings, seed: int = 0) -> None:
        self.store, self.length, self.settings, self.seed = store, length, settings, seed

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        rng = np.random.default_rng((self.seed, index))
        picked = int(rng.integers(len(self.store.quads)))
        picture, moves = boxed(self.store.images[picked], self.store.quads[picked], self.settings, rng)
        pixels = np.ascontiguousarray(weather(picture, rng).transpose(2, 0, 1))
        return torch.from_numpy(pixels), torch.from_numpy(moves)


def boxed(
    image: npt.NDArray[np.uint8], quad: Quad, settings: FitterSettings, rng: Rng
) -> tuple[npt.NDArray[np.uint8], Quad]:
    """A stored crop as the fitter sees it around a box that is off, and the moves (4, 2) that box lacks."""
    box = np.roll(another_box(rng), int(rng.integers(4)), axis=0)
    target = CORNERS.astype(np.float32)
    to_box = cv2.getPerspectiveTransform(box, target)
    moves = np.asarray(cv2.perspectiveTransform(quad[None], to_box)[0] - target, dtype=np.float32)
    wide = (box - box.mean(axis=0)) * (1 + 2 * settings.margin) + box.mean(axis=0)
    return warp(image, wide, settings.side), moves


def another_box(rng: Rng) -> Quad:
    """A rectangle (4, 2) in a stored crop: the face's, of another size, shifted and turned; some far off."""
    corners = (CORNERS - 0.5) * FACE_SIDE
    off = 2.0 if rng.random() < 0.4 else 1.0
    corners = corners * np.exp(rng.normal(0.03 * off, 0.07 * off, 2) + rng.normal(0, 0.05 * off))
    angle = np.deg2rad(rng.uniform(-45, 45) if rng.random() < 0.15 else rng.normal(0, 4.0 * off))
    cos, sin = np.cos(angle), np.sin(angle)
    corners = corners @ np.array([[cos, sin], [-sin, cos]])
    return np.asarray(corners + rng.normal(0, 0.04 * off * FACE_SIDE, 2) + SIDE / 2, dtype=np.float32)


def loss_of(answers: torch.Tensor, moves: torch.Tensor) -> torch.Tensor:
    """Mean negative log-likelihood of moves (n, 4, 2), given answers (n, 9); with which corner the answer
    begins does not count."""
    corners = torch.from_numpy(CORNERS).float()
    said, true = answers[:, :8].reshape(-1, 4, 2) + corners, moves + corners
    off = torch.stack([(said - true.roll(k, dims=1)).abs().mean(dim=(1, 2)) for k in range(4)]).amin(dim=0)
    width = answers[:, 8].clamp(LEAST_WIDTH, MOST_WIDTH)
    return (off * torch.exp(-width) + width).mean()


def train(args: argparse.Namespace, console: Console) -> None:
    """Train from the reader's layers, or from where this run was interrupted."""
    settings = FitterSettings()
    torch.manual_seed(args.seed)
    model = fitter_from(args.start, settings.side).to(memory_format=torch.channels_last)
    mean = copy.deepcopy(model)
    for parameter in model.parameters():
        parameter.requires_grad = True
    optimizer = torch.optim.AdamW(model.parameters(), args.lr, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, args.lr, total_steps=args.steps + 1, pct_start=0.05, final_div_factor=500
    )
    parts = {"model": model, "mean": mean, "optimizer": optimizer, "schedule": schedule}
    begun, last = 0, args.out / "last.pt"
    if last.exists():
        saved: dict[str, Any] = torch.load(last, weights_only=True)
        begun = saved["step"]
        for name, part in parts.items():
            part.load_state_dict(saved[name])
    faces = BoxedFaces(CornerStore.load(args.store), args.steps * args.batch, settings, args.seed)
    left = Subset(faces, range(begun * args.batch, len(faces)))
    with Progress(console=console) as progress:
        task = progress.add_task("fitter", total=args.steps, completed=begun)
        for step, batch in enumerate(DataLoader(left, args.batch, num_workers=args.workers), begun + 1):
            loss = learn(model, optimizer, *batch)
            schedule.step()
            keep_mean(mean, model, min(DECAY, step / (step + 20)))
            progress.update(task, advance=1, description=f"fitter, loss {loss:.3f}")
            if step % KEEP_EVERY == 0 or step == args.steps:
                progress.console.print(f"step {step}: loss {loss:.3f}")
                torch.save({"step": step} | {name: part.state_dict() for name, part in parts.items()}, last)


def learn(
    model: FitterModel, optimizer: torch.optim.Optimizer, pictures: torch.Tensor, moves: torch.Tensor
) -> float:
    """One step; returns the loss before it."""
    pixels = (pictures.float() / 255).contiguous(memory_format=torch.channels_last)
    model.train()
    with torch.autocast("cpu", torch.bfloat16):
        features = model.narrow(model.backbone(pixels))
    loss = loss_of(model.answer(features.float()), moves)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), MOST_GRADIENT)
    optimizer.step()
    return float(loss)


def keep_mean(mean: nn.Module, model: nn.Module, decay: float) -> None:
    """Move the running mean of the weights a little towards those of now."""
    for old, new in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
        if old.dtype.is_floating_point:
            old.lerp_(new, 1 - decay)
        else:
            old.copy_(new)


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--start", type=Path, required=True, help="checkpoint of a reader or a fitter")
    parser.add_argument("--store", type=Path, required=True, help="of `vision.training.corner_store`")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=12_000)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=1, help="processes that prepare crops")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    train(args, Console())


if __name__ == "__main__":
    main()
