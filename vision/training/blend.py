"""Weights between those that training started from and those it ended with: the blend that reads best.

A few photos teach a model their own tiles and make it forget others. Half way between both sets of weights
it often knows both; which share is best is measured on photos that training did not see.
"""

from __future__ import annotations

from collections.abc import Callable
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
        blend(start, trained, share, file)
        scores[share] = measure(file)
        if console is not None:
            shown = ", ".join(f"{value:.4f}" for value in scores[share])
            console.print(f"[dim]{share:.0%} of the trained weights: {shown}[/]")
    best = max(SHARES, key=lambda share: (*scores[share], -share))
    out.with_name(f"{out.stem}-{best:g}.pt").replace(out)
    for share in SHARES:
        out.with_name(f"{out.stem}-{share:g}.pt").unlink(missing_ok=True)
    return out, best


def blend(start: Path, trained: Path, share: float, out: Path) -> None:
    """A checkpoint whose weights are `share` trained and the rest as at the start."""
    kept = torch.load(trained, map_location="cpu", weights_only=False)
    model = network(kept)
    before = network(torch.load(start, map_location="cpu", weights_only=False)).state_dict()
    mixed = {
        name: before[name] * (1 - share) + value * share if value.is_floating_point() else value
        for name, value in model.state_dict().items()
    }
    model.load_state_dict(mixed)
    torch.save({**kept, "model": model, "ema": None, "optimizer": None}, out)


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
