"""Small pictures of faults: what is labelled in red, what the model sees in blue, everything else thin."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.labelling.audit.fault import Fault, Kind
from vision.labelling.picture import LabelledPicture, LabelledTile
from vision.photo import Photo

SIDE = 420
CLOSE = 260
AROUND = 1.6
"""Tiles that a close view shows on each side of the one it is about."""

LABEL, MODEL, REST = "#e11d48", "#2563eb", "#e5e7eb"
CLOSE_KINDS = {Kind.DISAGREEMENT, Kind.NOT_SEEN, Kind.OVERLAPPING, Kind.TINY, Kind.NO_AREA}


def draw(photo: Photo, picture: LabelledPicture, fault: Fault) -> Image.Image:
    """The picture, or the part that the fault is about, with its boxes."""
    image = Image.fromarray(photo.pixels)
    about = fault.labelled + fault.seen
    if fault.kind in CLOSE_KINDS and about:
        left, top, right, bottom = _window(about, image.size, photo.scale)
    else:
        left, top, right, bottom = 0, 0, *image.size
    zoom = (CLOSE if fault.kind in CLOSE_KINDS else SIDE) / max(right - left, bottom - top)
    size = max(1, round((right - left) * zoom)), max(1, round((bottom - top) * zoom))
    canvas = image.crop((left, top, right, bottom)).resize(size, Image.Resampling.BICUBIC)
    pen = ImageDraw.Draw(canvas)
    special = {id(tile) for tile in about}
    groups = (
        ([tile for tile in picture.tiles if id(tile) not in special], REST, 1),
        (fault.labelled, LABEL, 2),
        (fault.seen, MODEL, 2),
    )
    for tiles, colour, width in groups:
        for tile in tiles:
            corners = (np.array(tile.quad) / photo.scale - (left, top)) * zoom
            _outline(pen, corners.tolist(), tile.name if width > 1 else "", colour, width)
    return canvas


def _window(tiles: Sequence[LabelledTile], size: tuple[int, int], scale: float) -> tuple[int, int, int, int]:
    boxes = np.array([tile.box for tile in tiles]) / scale
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    margin = max(24.0, AROUND * float((high - low).max()))
    left, top = np.clip(low - margin, 0, np.array(size) - 8)
    right, bottom = np.clip(high + margin, np.array([left, top]) + 8, size)
    return round(left), round(top), round(right), round(bottom)


def _outline(
    pen: ImageDraw.ImageDraw, corners: list[list[float]], name: str, colour: str, width: int
) -> None:
    points = [(x, y) for x, y in corners]
    pen.line([*points, points[0]], fill=colour, width=width)
    if name:
        font = ImageFont.load_default(13)
        # What is labelled is named below the tile, what the model sees above it: both can be read.
        below = colour == LABEL
        at = min(points, key=lambda point: (-point[1] if below else point[1], point[0]))
        anchor = "lt" if below else "lb"
        spot = pen.textbbox(at, name, font=font, anchor=anchor)
        pen.rectangle((spot[0] - 2, spot[1] - 1, spot[2] + 2, spot[3] + 1), fill=colour)
        pen.text(at, name, fill="white", font=font, anchor=anchor)
