"""Means of the weights of several checkpoints, which read unseen tiles better than each of them does.

    python -m vision.training.blend runs/a/weights/last.pt runs/b/weights/last.pt:0.5 --out mean.pt

A few photos teach a model their own tiles and make it forget others. Half way between the weights that
training started from and those it ended with it often knows both; which share is best is measured on photos
that training did not see.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from ultralytics import YOLO

from vision.classes import face_probabilities
from vision.training.crop_augment import plain
from vision.training.crops import CropStore

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Of the trained weights; 0 keeps the model as it was."""

Measure = Callable[[Path], tuple[float, float]]
"""A checkpoint's figures on the photos kept for it, the higher the better, compared in order."""


def best_blend(
    start: Path, trained: Path, out: Path, measure: Measure, console: Console | None = None
) -> tuple[Path, float]:
    """Write the blends beside `out`, measure them, keep the best as `out`; returns it and its share.

    Of equals the one nearest to the start wins.
    """
    scores: dict[float, tuple[float, float]] = {}
    for share in SHARES:
        file = out.with_name(f"{out.stem}-{share:g}.pt")
        mean([(start, 1 - share), (trained, share)], file)
        scores[share] = measure(file)
        if console is not None:
            shown = ", ".join(f"{value:.4f}" for value in scores[share])
            console.print(f"[dim]{share:.0%} of the trained weights: {shown}[/]")
    best = max(SHARES, key=lambda share: (*scores[share], -share))
    out.with_name(f"{out.stem}-{best:g}.pt").replace(out)
    for share in SHARES:
        out.with_name(f"{out.stem}-{share:g}.pt").unlink(missing_ok=True)
    return out, best


def mean(shares: Sequence[tuple[Path, float]], out: Path) -> None:
    """Write a checkpoint with the mean of the weights of several, each with its share."""
    total = sum(share for _, share in shares)
    checkpoints = [torch.load(file, map_location="cpu", weights_only=False) for file, _ in shares]
    models = [network(checkpoint) for checkpoint in checkpoints]
    states = [model.state_dict() for model in models]
    mixed = {
        name: sum(state[name] * (share / total) for state, (_, share) in zip(states, shares, strict=True))
        if value.is_floating_point()
        else value
        for name, value in states[-1].items()
    }
    models[-1].load_state_dict(mixed)
    torch.save({**checkpoints[-1], "model": models[-1], "ema": None, "optimizer": None}, out)


def network(checkpoint: dict[str, Any]) -> torch.nn.Module:
    """The averaged weights of a checkpoint in single precision."""
    model: torch.nn.Module = (checkpoint.get("ema") or checkpoint["model"]).float().eval()
    return model


def measure_reader(store: CropStore, side: int) -> Measure:
    """Share of crops named rightly, and the mean log-probability of the right name."""

    def measure(file: Path) -> tuple[float, float]:
        model = network(torch.load(file, map_location="cpu", weights_only=False))
        pictures = np.stack([plain(image, side) for image in store.images])
        with torch.inference_mode():
            outputs = model(torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255)
        outputs = outputs[0] if isinstance(outputs, (list, tuple)) else outputs
        faces = face_probabilities(outputs.numpy())
        right = faces[np.arange(len(faces)), store.faces]
        return float((faces.argmax(axis=1) == store.faces).mean()), float(np.log(right + 1e-6).mean())

    return measure


def measure_detector(data: Path, side: int) -> Measure:
    """Mean average precision on the validation pictures of `data.yaml`: over overlaps, and at half."""

    def measure(file: Path) -> tuple[float, float]:
        box = (
            YOLO(file)
            .val(data=str(data), imgsz=side, device="cpu", plots=False, verbose=False, batch=4, workers=0)
            .box
        )
        return float(box.map), float(box.map50)

    return measure


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoints", nargs="+", help="FILE, or FILE:SHARE where they do not count alike")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    parts = [text.partition(":") for text in args.checkpoints]
    mean([(Path(file), float(share or 1)) for file, _, share in parts], args.out)


if __name__ == "__main__":
    main()
