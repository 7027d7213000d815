"""The photo with a box and a face on every tile, and the score worked out beside it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from api.fonts import typeface
from api.panel import PAPER, draw_panel
from api.scan import ScanResult
from api.tile_pictures import tile_picture
from api.words import Words
from vision.photo import Photo, decode
from vision.reading import DoubtCode, GroupKind, Reading, TileReading

PHOTO_SIDE = 1600
MOST_ENLARGED = 2.0
SMOOTH = 2  # boxes are drawn this much larger and reduced: Pillow does not smooth lines itself
HAND, WINNING, OTHER, DOUBT = "#2fd98b", "#ff5648", "#c3c9c3", "#ffb52e"
MELDS = ("#58a6ff", "#b58cff", "#2bd4dd", "#ff86c3")


def annotate(data: bytes, result: ScanResult, words: Words, font: Path | None = None) -> Image.Image:
    """An RGB picture: the hand in the photo at most 1,600 pixels long, the breakdown to its right or below.

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


@dataclass(frozen=True, slots=True)
class _View:
    """The part of the upright photo that is shown, in its pixels, and how much it is scaled."""

    left: float
    top: float
    width: float
    height: float
    scale: float

    @classmethod
    def of(cls, reading: Reading) -> _View:
        """The whole photo, or the surroundings of the hand where that is much less of it."""
        image = reading.image
        whole = (0.0, 0.0, float(image.width), float(image.height))
        others = {tile for group in reading.groups if group.kind is GroupKind.OTHER for tile in group.tiles}
        points = [point for tile in reading.tiles if tile.id not in others for point in tile.quad]
        left, top, width, height = _around(points, image.width, image.height) if points else whole
        if width * height > 0.6 * image.width * image.height:
            left, top, width, height = whole
        return cls(left, top, width, height, min(PHOTO_SIDE / max(width, height), MOST_ENLARGED))

    def points(self, tile: TileReading) -> list[tuple[float, float]]:
        """The corners of a tile in the picture shown."""
        return [((x - self.left) * self.scale, (y - self.top) * self.scale) for x, y in tile.quad]

    def of_photo(self, photo: Photo) -> Image.Image:
        """The picture shown."""
        k = 1 / photo.scale
        edges = (self.left, self.top, self.left + self.width, self.top + self.height)
        left, top, right, bottom = (round(edge * k) for edge in edges)
        size = max(1, round(self.width * self.scale)), max(1, round(self.height * self.scale))
        part = Image.fromarray(photo.pixels).crop((left, top, right, bottom))
        return part.resize(size, Image.Resampling.LANCZOS)


def _around(points: list[tuple[float, float]], width: int, height: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of the points' surroundings, at least as high as half its width."""
    (x0, y0), (x1, y1) = np.min(points, axis=0), np.max(points, axis=0)
    margin = 0.12 * max(x1 - x0, y1 - y0)
    tall = max(y1 - y0 + 2 * margin, (x1 - x0) * 0.55)
    middle = (y0 + y1) / 2
    left, right = max(0.0, x0 - margin), min(float(width), x1 + margin)
    top, bottom = max(0.0, middle - tall / 2), min(float(height), middle + tall / 2)
    return left, top, right - left, bottom - top


def _photo(data: bytes, reading: Reading) -> Image.Image:
    view = _View.of(reading)
    share = max(view.width, view.height) / max(reading.image.width, reading.image.height)
    photo = view.of_photo(decode(data, keep_side=round(PHOTO_SIDE / share)))
    colours = _colours(reading)
    doubtful = {
        tile
        for doubt in reading.doubts
        if doubt.code is not DoubtCode.NO_LEGAL_SPLIT
        for tile in doubt.tiles
        if colours[tile] != OTHER
    }
    boxes = Image.new("RGBA", (photo.width * SMOOTH, photo.height * SMOOTH))
    pen = ImageDraw.Draw(boxes)
    for tile in reading.tiles:
        corners = [(x * SMOOTH, y * SMOOTH) for x, y in view.points(tile)]
        _box(pen, corners, DOUBT if tile.id in doubtful else colours[tile.id])
    photo.paste(*_reduced(boxes, photo.size))
    for tile in reading.tiles:
        if colours[tile.id] != OTHER:
            _face(photo, tile, view, DOUBT if tile.id in doubtful else colours[tile.id])
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


def _box(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: str) -> None:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    closed = [*points, points[0], points[1]]
    if colour == OTHER:
        pen.line(closed, fill=(red, green, blue, 110), width=SMOOTH, joint="curve")
        return
    pen.polygon(points, fill=(red, green, blue, 16))
    pen.line(closed, fill=(10, 20, 15, 150), width=5 * SMOOTH, joint="curve")
    pen.line(closed, fill=(red, green, blue, 255), width=3 * SMOOTH, joint="curve")


def _face(photo: Image.Image, tile: TileReading, view: _View, colour: str) -> None:
    """The face as it was read, small, beyond the tile's own top edge."""
    quad = np.array(view.points(tile))
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
    pen.rounded_rectangle(frame, radius=max(3, width // 7), fill=colour)
    photo.paste(picture, (left, upper), picture)
