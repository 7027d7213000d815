"""Random light, lens and sensor."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training.render.scene import Colour, Light, Sensor

Rng = np.random.Generator
Array = NDArray[np.float64]


def random_light(rng: Rng) -> Light:
    """From an overcast window to one hard lamp, warm to cold."""
    azimuth, height = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.35, 1.5))
    warm = float(rng.normal(0, 0.08))
    tone = np.array([1 + warm, 1.0, 1 - warm])
    hard = float(rng.beta(1.3, 1.6))
    level = float(rng.uniform(0.8, 1.15))
    key, sky = tone * level * (0.15 + 0.75 * hard), tone[::-1] * level * (0.80 - 0.5 * hard)
    return Light(
        direction=(
            float(np.cos(azimuth) * np.cos(height)),
            float(np.sin(azimuth) * np.cos(height)),
            float(np.sin(height)),
        ),
        key=_triple(key),
        ambient=_triple(sky),
        softness=float(rng.choice([0.03, 0.1, 0.25, 0.5])),
        window=(float(rng.normal(0, 0.6)), float(rng.uniform(0.1, 1.4)), float(rng.uniform(0.3, 1.2))),
        window_size=float(rng.uniform(0.03, 0.3)),
        glare=float(rng.choice([0.0, 0.3, 0.8, 1.6], p=[0.35, 0.3, 0.25, 0.1])),
        occlusion=float(rng.uniform(0.4, 0.85)),
    )


def _triple(values: Array) -> Colour:
    r, g, b = (float(v) for v in values)
    return r, g, b


def random_sensor(rng: Rng, long_side: float) -> Sensor:
    """From a clean phone picture to a shaky dim one; blur grows with the tiles so that they stay readable."""
    poor = float(rng.beta(1.0, 2.2))
    room = long_side / 45
    cast = rng.normal(1, 0.05 + 0.05 * poor, 3)
    return Sensor(
        exposure=float(np.exp(rng.normal(0.03, 0.16))),
        cast=_triple(cast / cast.mean()),
        gamma=float(np.exp(rng.normal(0, 0.12))),
        contrast=float(rng.uniform(0.85, 1.25)),
        saturation=float(rng.uniform(0.7, 1.3)),
        vignette=float(rng.uniform(0, 0.35)) if rng.random() < 0.4 else 0.0,
        gradient=(float(rng.normal(0, 0.12)), float(rng.normal(0, 0.12)))
        if rng.random() < 0.4
        else (0.0, 0.0),
        defocus=float(rng.uniform(0, 1.3)) * poor * room,
        motion=float(rng.uniform(2, 7)) * poor * room if rng.random() < 0.2 else 0.0,
        motion_angle=float(rng.uniform(0, 180)),
        noise=float(rng.exponential(4)) * poor + 0.5,
        chroma_noise=float(rng.exponential(3)) * poor,
        sharpen=float(rng.uniform(0, 0.8)) if rng.random() < 0.3 else 0.0,
        shrink=float(rng.uniform(0.55, 1)) if rng.random() < 0.15 and long_side > 40 else 1.0,
        jpeg=int(rng.uniform(45, 97)) if rng.random() < 0.6 else 100,
        seed=int(rng.integers(2**31)),
    )
