"""Picture files, whole and in part."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


def read_rgb(path: Path) -> Image:
    """A picture file as uint8 RGB (h, w, 3)."""
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(path)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), dtype=np.uint8)


def part(image: Image, side: int, rng: np.random.Generator) -> Image:
    """A square part of a picture (h, w, 3), turned by chance, as (side, side, 3)."""
    height, width = image.shape[:2]
    reach = float(rng.uniform(0.35, 1.0)) * min(height, width)
    angle = float(rng.normal(0, 4) if rng.random() < 0.7 else rng.uniform(0, 360))
    centre = rng.uniform(reach / 2, np.array([width, height]) - reach / 2 + 1e-6)
    matrix = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), angle, side / reach)
    matrix[:, 2] += side / 2 - centre
    mode = cv2.INTER_AREA if reach > side else cv2.INTER_CUBIC
    laid = cv2.warpAffine(image, matrix, (side, side), flags=mode, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(laid, dtype=np.uint8)
