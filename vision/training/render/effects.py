"""Lens, sensor and encoder: the last steps from a rendered picture to a photograph."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.render.scene import Sensor

Pixels = NDArray[np.uint8]
METERED = 0.45
"""The mean brightness that a camera's automatic exposure drifts towards."""
HIGHLIGHT = 1.02
"""Where it lets the brightest hundredth end up."""


def photographed(picture: Pixels, sensor: Sensor) -> Pixels:
    """The picture (h, w, 3) RGB with exposure, cast, blur, noise and JPEG traces; the size is kept."""
    rng = np.random.default_rng([sensor.seed, 31])
    image: Any = _toned(_blurred(picture, sensor), sensor)
    image = _noisy(image, sensor, rng)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = cv2.addWeighted(image, 1 + sensor.sharpen, soft, -sensor.sharpen, 0)
    if sensor.shrink < 1:
        small = cv2.resize(image, None, fx=sensor.shrink, fy=sensor.shrink, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(image) if sensor.jpeg >= 100 else _encoded(image, sensor.jpeg)


def _blurred(picture: Pixels, sensor: Sensor) -> Pixels:
    image: Any = picture
    if sensor.defocus > 0.2:
        image = cv2.GaussianBlur(image, (0, 0), sensor.defocus)
    if sensor.motion > 1:
        image = cv2.filter2D(image, -1, motion_kernel(sensor.motion, sensor.motion_angle))
    return np.asarray(image)


def motion_kernel(length: float, angle: float) -> NDArray[np.float32]:
    """A straight blur of `length` pixels at `angle` degrees, summing to one."""
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size, size), np.float32)
    middle = (size - 1) / 2
    dx, dy = np.cos(np.radians(angle)) * (length - 1) / 2, np.sin(np.radians(angle)) * (length - 1) / 2
    for t in np.linspace(-1, 1, 4 * size):
        kernel[round(middle + t * dy), round(middle + t * dx)] += 1
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _toned(image: Pixels, sensor: Sensor) -> Pixels:
    """Exposure, cast, contrast and gamma through one table a channel; vignette and gradient as a mask."""
    steps = np.arange(256, dtype=np.float64) / 255
    auto = metered(image)
    tables = []
    for cast in sensor.cast:
        value = np.clip(steps * auto * sensor.exposure * cast, 0, None)
        value = value / (1 + np.maximum(value - 0.88, 0) * 0.5)  # highlights roll off
        value = np.clip((value - 0.5) * sensor.contrast + 0.5, 0, 1) ** sensor.gamma
        tables.append(value * 255)
    lut = np.round(np.stack(tables, axis=1)).astype(np.uint8)[None]
    toned: Any = cv2.LUT(np.ascontiguousarray(image), lut)
    if abs(sensor.saturation - 1) > 0.02:
        grey = cv2.cvtColor(cv2.cvtColor(toned, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        toned = cv2.addWeighted(toned, sensor.saturation, grey, 1 - sensor.saturation, 0)
    if sensor.vignette or any(sensor.gradient):
        height, width = toned.shape[:2]
        y, x = np.mgrid[0:32, 0:32].astype(np.float32) / 15.5 - 1
        mask = 1 - sensor.vignette * (x * x + y * y) / 2 + sensor.gradient[0] * x + sensor.gradient[1] * y
        mask = cv2.resize(np.clip(mask, 0.1, 2), (width, height), interpolation=cv2.INTER_LINEAR)
        toned = np.clip(toned * mask[..., None], 0, 255).astype(np.uint8)
    return np.asarray(toned)


def metered(image: Pixels) -> float:
    """The gain of an automatic exposure: towards a middling mean, but keeping the highlights."""
    sample = image[::8, ::8].max(axis=2) / 255
    wanted = (METERED / max(float(sample.mean()), 0.02)) ** 0.6
    return float(np.clip(min(wanted, HIGHLIGHT / max(float(np.quantile(sample, 0.985)), 0.05)), 0.7, 2.4))


def _noisy(image: Pixels, sensor: Sensor, rng: np.random.Generator) -> Pixels:
    if sensor.noise <= 0.3 and sensor.chroma_noise <= 0.3:
        return image
    height, width = image.shape[:2]
    patch = rng.standard_normal((256, 256), dtype=np.float32) * sensor.noise
    colour = cv2.resize(rng.standard_normal((64, 64, 3), dtype=np.float32), (256, 256)) * sensor.chroma_noise
    block = patch[..., None] + colour
    repeats = (height // 256 + 2, width // 256 + 2, 1)
    y, x = (int(v) for v in rng.integers(0, 256, 2))
    field = np.tile(block, repeats)[y : y + height, x : x + width]
    return np.asarray(np.clip(image + field, 0, 255), dtype=np.uint8)


def _encoded(image: Pixels, quality: int) -> Pixels:
    good, data = cv2.imencode(".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not good:
        raise ValueError(f"JPEG quality {quality} refused")
    decoded: Any = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.ascontiguousarray(decoded[..., ::-1])
