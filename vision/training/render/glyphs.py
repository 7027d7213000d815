"""Faces drawn from scratch: characters from fonts, corner marks, white dragons. RGBA pictures of one size,
finer than needed, straight alpha."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.training.render.ink import Colour, Ink

Rng = np.random.Generator
WIDTH, HEIGHT = 192, 256
FINE = 2

BRUSH_FONTS = ("kouzan-mouhitsu-gyosho", "aoyagi-soseki")
"""Not kouzan-mouhitsu: our own set, which is kept out of training, has its characters."""
KAI_FONTS = ("bkai00mp", "ukai", "cwkai", "TW-Kai-98_1", "LXGWWenKai-Bold", "LXGWWenKai-Regular")
OTHER_FONTS = (
    "cwfs", "cwming", "cwheib", "bsmi00lp", "uming", "wqy-zenhei", "TW-Sung-98_1", "shippori-mincho",
    "kaisei-opti", "ipaexm", "ipaexg", "YuseiMagic-Regular", "KleeOne-SemiBold", "gkai00mp", "zcool-xiaowei",
    "ma-shan-zheng", "wqy-microhei", "dejima-mincho-r227", "zen-kurenaido",
)  # fmt: skip
NUMERALS = "一二三四五六七八九"
LETTERS = {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "P", "6z": "F", "7z": "C"}
CLEAR = (0, 0, 0, 0)


def disc(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: tuple[int, ...]) -> None:
    """A filled circle; `CLEAR` cuts a hole."""
    draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)


def blank() -> Image.Image:
    """An empty face."""
    return Image.new("RGBA", (WIDTH * FINE, HEIGHT * FINE), (0, 0, 0, 0))


def as_ink(picture: Image.Image, height: int) -> Ink:
    """A fine picture as ink `height` pixels high (256 or a half or quarter of it)."""
    small = picture.reduce(FINE * HEIGHT // height)
    return (np.asarray(small) / np.float32(255)).astype(np.float32)


def rgb(colour: Colour) -> tuple[int, int, int]:
    """0 to 1 as bytes."""
    r, g, b = (round(255 * c) for c in colour)
    return r, g, b


@lru_cache(maxsize=256)
def font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    """A font file at a size in pixels."""
    return ImageFont.truetype(str(path), size)


@lru_cache(maxsize=4096)
def has_glyph(path: Path, character: str) -> bool:
    """Whether the font really draws the character (an undefined one looks like U+10FFFD)."""
    face = font(path, 32)
    missing = bytes(face.getmask("\U0010fffd"))
    mask = face.getmask(character)
    return mask.getbbox() is not None and bytes(mask) != missing


def character(
    face: Image.Image,
    path: Path,
    text: str,
    box: tuple[float, float, float, float],
    colour: Colour,
    squeeze: float = 1.0,
    lean: float = 0.0,
) -> None:
    """Draw one character, turned by `lean` degrees, filling `box` (left, top, right, bottom, in shares)."""
    width, height = face.size
    left, top, right, bottom = box[0] * width, box[1] * height, box[2] * width, box[3] * height
    big = font(path, 256)
    x0, y0, x1, y1 = big.getbbox(text)
    glyph = Image.new("L", (max(1, int(x1 - x0)), max(1, int(y1 - y0))), 0)
    ImageDraw.Draw(glyph).text((-x0, -y0), text, fill=255, font=big)
    if lean:
        glyph = glyph.rotate(lean, Image.Resampling.BICUBIC, expand=True)
        glyph = glyph.crop(glyph.getbbox())
    zoom = min((right - left) / glyph.width, (bottom - top) / glyph.height)
    grown_x = min((right - left) / glyph.width, zoom * (1.0 + 0.55 * squeeze))
    grown_y = min((bottom - top) / glyph.height, zoom * (1.0 + 0.35 * squeeze))
    size = max(1, round(glyph.width * grown_x)), max(1, round(glyph.height * grown_y))
    glyph = glyph.resize(size, Image.Resampling.LANCZOS)
    at = round((left + right - size[0]) / 2), round((top + bottom - size[1]) / 2)
    face.paste(Image.new("RGBA", size, (*rgb(colour), 255)), at, glyph)


def white_dragon(style: str, colour: Colour, height: int = HEIGHT) -> Ink:
    """`blank`, `framed`, `double` or `meander`."""
    face = blank()
    draw = ImageDraw.Draw(face)
    w, h = face.size
    solid = (*rgb(colour), 255)

    def frame(share: float, width: float, radius: float) -> None:
        draw.rounded_rectangle(
            (w * share, w * share, w * (1 - share), h - w * share),
            w * radius,
            outline=solid,
            width=round(w * width),
        )

    if style in ("framed", "double", "meander"):
        frame(0.13, 0.045 if style != "double" else 0.02, 0.03)
    if style == "double":
        frame(0.21, 0.03, 0.02)
    if style == "meander":
        frame(0.27, 0.02, 0.0)
        step = w * 0.105
        for k in range(5):
            for y in (w * 0.2, h - w * 0.2):
                draw.rectangle(
                    (
                        w * 0.2 + k * step * 1.3,
                        y - w * 0.025,
                        w * 0.2 + k * step * 1.3 + step * 0.8,
                        y + w * 0.025,
                    ),
                    fill=solid,
                )
        for k in range(8):
            for x in (w * 0.2, w * 0.8):
                draw.rectangle(
                    (
                        x - w * 0.025,
                        w * 0.28 + k * step * 1.15,
                        x + w * 0.025,
                        w * 0.28 + k * step * 1.15 + step * 0.7,
                    ),
                    fill=solid,
                )
    return as_ink(face, height)


def middle_mark(text: str, path: Path, colour: Colour, size: float, height: int) -> Ink:
    """A small numeral in the middle of the face."""
    face = blank()
    character(face, path, text, (0.5 - size / 2, 0.5 - size / 2, 0.5 + size / 2, 0.5 + size / 2), colour, 0.0)
    return as_ink(face, height)


def corner_mark(
    text: str, path: Path, colour: Colour, both: bool, size: float, height: int, *, right: bool = False
) -> Ink:
    """A small numeral or letter in the top left corner or the `right` one; `both`: opposite too, turned."""
    face = blank()
    left = 0.96 - size if right else 0.04
    character(face, path, text, (left, 0.03, left + size, 0.03 + size), colour, 0.0)
    if both:
        face.alpha_composite(face.rotate(180))
    return as_ink(face, height)
