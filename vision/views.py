"""Ways to look at a picture: turned, scaled and cut to a size, with the way back to its pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

STRIDE = 32
"""The detector's input sides are multiples of this."""

GREY = (114, 114, 114)
"""What the detector was trained to see beyond the picture's edge."""

Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class Pyramid:
    """A picture (h, w, 3) with halved copies of it: shrinking far without aliasing."""

    pixels: Pixels

    @cached_property
    def levels(self) -> tuple[Pixels, ...]:
        """The picture, its half, its quarter, its eighth."""
        levels = [self.pixels]
        for _ in range(3):
            height, width = levels[-1].shape[:2]
            if min(height, width) < 16:
                break
            half = cv2.resize(levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
            levels.append(np.asarray(half, dtype=np.uint8))
        return tuple(levels)

    def level_for(self, scale: float) -> tuple[Pixels, NDArray[np.float64]]:
        """The copy to shrink from for a scale, and the matrix (3, 3) from the picture's pixels to its."""
        levels = self.levels if scale < 0.75 else (self.pixels,)
        index = min(len(levels) - 1, max(0, int(np.floor(np.log2(1 / max(scale, 1e-6)) + 0.4))))
        height, width = self.pixels.shape[:2]
        level = levels[index]
        x, y = level.shape[1] / width, level.shape[0] / height
        return level, np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1]])


@dataclass(frozen=True, eq=False)
class View:
    """A turned and scaled window: `matrix` (3, 3) takes the picture's pixels to the window's."""

    matrix: NDArray[np.float64]
    width: int
    height: int
    scale: float

    @classmethod
    def whole(cls, width: int, height: int, side: int) -> View:
        """The whole picture with its longer side `side`, padded to whole strides."""
        scale = min(side / max(width, height), 2.0)
        return cls(np.diag([scale, scale, 1.0]), _strides(width * scale), _strides(height * scale), scale)

    @classmethod
    def around(
        cls, points: NDArray[np.float64], angle: float, scale: float, margin: float, max_pixels: int
    ) -> View:
        """A window around points (n, 2), turned by `-angle` radians, with a margin in picture pixels.

        The scale is lowered until the window has no more than `max_pixels`.
        """
        cos, sin = np.cos(-angle), np.sin(-angle)
        turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
        turned = points @ turn[:2, :2].T
        low, high = turned.min(axis=0) - margin, turned.max(axis=0) + margin
        scale = min(scale, float(np.sqrt(max_pixels / np.prod(high - low))))
        width, height = (high - low) * scale
        move = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
        return cls(np.diag([scale, scale, 1.0]) @ move @ turn, _strides(width), _strides(height), scale)

    def look(self, pyramid: Pyramid) -> Pixels:
        """The window's pixels (height, width, 3); grey beyond the picture."""
        level, to_level = pyramid.level_for(self.scale)
        matrix = self.matrix @ np.linalg.inv(to_level)
        window = cv2.warpAffine(
            level, matrix[:2], (self.width, self.height), flags=cv2.INTER_LINEAR, borderValue=GREY
        )
        return np.asarray(window, dtype=np.uint8)

    def back(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (..., 2) of the window in the picture's pixels."""
        inverse = np.linalg.inv(self.matrix)
        return np.asarray(points @ inverse[:2, :2].T + inverse[:2, 2], dtype=np.float64)


def _strides(length: float) -> int:
    return max(2, int(np.ceil(length / STRIDE))) * STRIDE
