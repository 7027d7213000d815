"""Grain and colours that drawn surfaces share."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Rng = np.random.Generator
SIZE = 512


def noise(rng: Rng, cells: int) -> NDArray[np.float32]:
    """(512, 512) repeating smooth noise of about unit deviation with `cells` cells a side."""
    grid = rng.normal(size=(cells, cells)).astype(np.float32)
    if cells == SIZE:
        return grid
    padded = np.pad(grid, 2, mode="wrap")
    step = SIZE // cells
    wide = cv2.resize(padded, (padded.shape[1] * step, padded.shape[0] * step), interpolation=cv2.INTER_CUBIC)
    return np.asarray(wide[2 * step : 2 * step + SIZE, 2 * step : 2 * step + SIZE])


def as_bytes(picture: NDArray[Any]) -> Pixels:
    """Clipped to what a picture holds."""
    return np.asarray(np.clip(picture, 0, 255), dtype=np.uint8)


def hsv(h: float, s: float, v: float) -> NDArray[np.float32]:
    """A colour (3,), 0 to 255, from a hue in degrees, saturation and value."""
    pixel = np.array([[[h % 360, np.clip(s, 0, 1), np.clip(v, 0, 1)]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0] * 255)


def cover_colour(rng: Rng) -> NDArray[np.float32]:
    """Green most, then blue, red, brown, grey, black, beige."""
    hue = float(
        rng.choice(
            [140, 150, 120, 215, 0, 25, 35, 180, 270], p=[0.3, 0.12, 0.08, 0.15, 0.1, 0.08, 0.07, 0.06, 0.04]
        )
    )
    return hsv(hue + float(rng.normal(0, 8)), float(rng.uniform(0.15, 0.95)), float(rng.uniform(0.12, 0.75)))
