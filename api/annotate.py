"""The photo with a box and a face on every tile, and the score worked out beside it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from api.fonts import typeface
from api.panel import PAPER, draw_panel
from api.scan import ScanResult
from api.tileart import tile_picture
from api.words import Words
from vision.photo import decode
from vision.reading import DoubtCode, GroupKind, Reading, TileReading

PHOTO_SIDE = 1600
SMOOTH = 2  # boxes are drawn this much larger and reduced: Pillow does not smooth lines itself
HAND, WINNING, OTHER, DOUBT = "#2fd98b", "#ff5648", "#c3c9c3", "#ffb52e"
MELDS = ("#58a6ff", "#b58cff", "#2bd4dd", "#ff86c3")


def annotate(data: bytes, result: ScanResult, words: Words, font: Path | None = None) -> Image.Image:
    """An RGB picture: the photo at most 1,600 pixels long, the breakdown to its right or below.

    Where no font with Chinese is found the text is English.

    Raises:
        PhotoError: `data` is no picture.
        OSError: `font` is no font.
    """
    face = typeface(font)
    words = words if face.chinese is not None else Words("en")
    photo = _photo(data, result.reading)
    beside = photo.height > photo.width * 0.9
    panel = draw_panel(result, words, face, photo.height if beside else None, None if beside else photo.width)
    if beside:
        canvas = Image.new("RGB", (photo.width + panel.width, max(photo.height, panel.height)), PAPER)
        canvas.paste(photo, (0, (canvas.height - photo.height) // 2))
        canvas.paste(panel, (photo.width, 0))
    else:
        canvas = Image.new("RGB", (photo.width, photo.height + panel.height), PAPER)
        canvas.paste(photo, (0, 0))
        canvas.paste(panel, (0, photo.height))
    return canvas


def _photo(data: bytes, reading: Reading) -> Image.Image:
    photo = Image.fromarray(decode(data, keep_side=PHOTO_SIDE).pixels)
    photo.thumbnail((PHOTO_SIDE, PHOTO_SIDE), Image.Resampling.LANCZOS)
    scale = photo.width / reading.image.width
    doubtful = {
        tile for doubt in reading.doubts if doubt.code is not DoubtCode.NO_LEGAL_SPLIT for tile in doubt.tiles
    }
    colours = _colours(reading)
    boxes = Image.new("RGBA", (photo.width * SMOOTH, photo.height * SMOOTH))
    pen = ImageDraw.Draw(boxes)
    for tile in reading.tiles:
        _box(pen, _points(tile, scale * SMOOTH), DOUBT if tile.id in doubtful else colours[tile.id])
    photo.paste(*_reduced(boxes, photo.size))
    for tile in reading.tiles:
        _face(photo, tile, scale, colours[tile.id], tile.id in doubtful)
    return photo


def _reduced(boxes: Image.Image, size: tuple[int, int]) -> tuple[Image.Image, tuple[int, int], Image.Image]:
    small = boxes.resize(size, Image.Resampling.LANCZOS)
    return small.convert("RGB"), (0, 0), small.getchannel("A")


def _colours(reading: Reading) -> dict[int, str]:
    found: dict[int, str] = {}
    melds = 0
    for group in reading.groups:
        if group.kind is GroupKind.CONCEALED:
            colour = HAND
        elif group.kind is GroupKind.WINNING_TILE:
            colour = WINNING
        elif group.kind is GroupKind.OTHER:
            colour = OTHER
        else:
            colour, melds = MELDS[melds % len(MELDS)], melds + 1
        found |= dict.fromkeys(group.tiles, colour)
    return found


def _points(tile: TileReading, scale: float) -> list[tuple[float, float]]:
    return [(x * scale, y * scale) for x, y in tile.quad]


def _box(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: str) -> None:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    closed = [*points, points[0], points[1]]
    pen.polygon(points, fill=(red, green, blue, 16))
    pen.line(closed, fill=(10, 20, 15, 150), width=5 * SMOOTH, joint="curve")
    pen.line(closed, fill=(red, green, blue, 255), width=3 * SMOOTH, joint="curve")


def _face(photo: Image.Image, tile: TileReading, scale: float, colour: str, doubtful: bool) -> None:
    """The face as it was read, small, beyond the tile's own top edge."""
    quad = np.array(_points(tile, scale))
    top, bottom = (quad[0] + quad[1]) / 2, (quad[2] + quad[3]) / 2
    across = float(np.linalg.norm(quad[1] - quad[0]))
    width = int(np.clip(across * 0.58, 18, 64))
    picture = tile_picture(tile.tile, width)
    up = (top - bottom) / max(float(np.linalg.norm(top - bottom)), 1e-6)
    x, y = top + up * picture.height * 0.42 - np.array(picture.size) / 2
    left = int(np.clip(x, 2, photo.width - picture.width - 2))
    upper = int(np.clip(y, 2, photo.height - picture.height - 2))
    pen = ImageDraw.Draw(photo)
    frame = (left - 2, upper - 2, left + picture.width + 1, upper + picture.height + 1)
    pen.rounded_rectangle(frame, radius=max(3, width // 7), fill=DOUBT if doubtful else colour)
    photo.paste(picture, (left, upper), picture)
