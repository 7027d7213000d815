"""A contact sheet: every wrong tile cut out of its picture as photographed, with surroundings."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.evaluation.outcomes import Box, PictureOutcome, TileOutcome
from vision.photo import PhotoError, decode

SIDE = 96
"""Pixels of a cutting's longer side."""

AROUND = 0.35
"""Part of the tile's size that is shown around it."""

Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


@dataclass(frozen=True, slots=True)
class Cutting:
    """One wrong tile: what was said, and its picture as a JPEG in a `data:` URL."""

    outcome: TileOutcome
    picture: str
    group: str
    url: str


def cuttings(outcomes: Sequence[PictureOutcome], most: int = 2000) -> list[Cutting]:
    """The wrong tiles of all pictures, by truth and then by confidence, the surest first."""
    cut = [cutting for outcome in outcomes for cutting in _of_picture(outcome)]
    order = {"wrong": 0, "false": 1, "missed": 2}
    cut.sort(key=lambda each: (order[each.outcome.kind], each.outcome.truth, -each.outcome.confidence))
    return cut[:most]


def _of_picture(outcome: PictureOutcome) -> Iterator[Cutting]:
    wrong = [tile for tile in outcome.tiles if tile.kind != "right"]
    if not wrong:
        return
    try:
        photo = decode(Path(outcome.picture).read_bytes())
    except (PhotoError, OSError):
        return
    for tile in wrong:
        pixels = cut_out(np.asarray(photo.pixels), tile.box, photo.scale)
        yield Cutting(tile, Path(outcome.picture).name, outcome.group, jpeg_url(pixels))


def cut_out(pixels: Pixels, box: Box, scale: float) -> Pixels:
    """The part of a picture around a box, `scale` box pixels a pixel, made `SIDE` long."""
    height, width = pixels.shape[:2]
    left, top, right, bottom = (value / scale for value in box)
    margin = AROUND * max(right - left, bottom - top)
    x0, y0 = max(0, int(left - margin)), max(0, int(top - margin))
    x1, y1 = min(width, int(np.ceil(right + margin))), min(height, int(np.ceil(bottom + margin)))
    part = pixels[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]
    if not part.size:
        return np.full((SIDE, SIDE, 3), 128, np.uint8)
    zoom = SIDE / max(part.shape[:2])
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=how)
    return np.asarray(resized, dtype=np.uint8)


def jpeg_url(pixels: Pixels, quality: int = 82) -> str:
    """An RGB picture (h, w, 3) as a `data:` URL."""
    _, data = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode("ascii")
