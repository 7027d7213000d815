"""Faces drawn from scratch: characters from fonts, dots, bamboo, white dragons, plants. RGBA pictures of
one size, four times finer than needed, straight alpha."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.training.render.ink import Colour, Ink, Palette

Rng = np.random.Generator
WIDTH, HEIGHT = 192, 256
FINE = 2

BRUSH_FONTS = ("kouzan-mouhitsu", "kouzan-mouhitsu-gyosho")
KAI_FONTS = ("bkai00mp", "ukai", "cwkai", "TW-Kai-98_1", "LXGWWenKai-Bold", "LXGWWenKai-Regular")
OTHER_FONTS = (
    "cwfs", "cwming", "cwheib", "bsmi00lp", "uming", "wqy-zenhei", "TW-Sung-98_1", "shippori-mincho",
    "kaisei-opti", "ipaexm", "ipaexg", "YuseiMagic-Regular", "KleeOne-SemiBold", "gkai00mp", "zcool-xiaowei",
    "ma-shan-zheng", "wqy-microhei", "dejima-mincho-r227", "zen-kurenaido", "aoyagi-soseki",
)  # fmt: skip
NUMERALS = "一二三四五六七八九"
LETTERS = {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "P", "6z": "F", "7z": "C"}
PLANTS = (("春", "spring"), ("夏", "summer"), ("秋", "autumn"), ("冬", "winter"))
FLOWERS = (("梅", "plum"), ("蘭", "orchid"), ("竹", "bamboo"), ("菊", "chrysanthemum"))


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
) -> None:
    """Draw one character filling `box` (left, top, right, bottom as shares of the face)."""
    width, height = face.size
    left, top, right, bottom = box[0] * width, box[1] * height, box[2] * width, box[3] * height
    big = font(path, 256)
    x0, y0, x1, y1 = big.getbbox(text)
    glyph = Image.new("L", (max(1, int(x1 - x0)), max(1, int(y1 - y0))), 0)
    ImageDraw.Draw(glyph).text((-x0, -y0), text, fill=255, font=big)
    zoom = min((right - left) / glyph.width, (bottom - top) / glyph.height)
    grown_x = min((right - left) / glyph.width, zoom * (1.0 + 0.55 * squeeze))
    grown_y = min((bottom - top) / glyph.height, zoom * (1.0 + 0.35 * squeeze))
    size = max(1, round(glyph.width * grown_x)), max(1, round(glyph.height * grown_y))
    glyph = glyph.resize(size, Image.Resampling.LANCZOS)
    at = round((left + right - size[0]) / 2), round((top + bottom - size[1]) / 2)
    face.paste(Image.new("RGBA", size, (*rgb(colour), 255)), at, glyph)


DOT_PLACES: dict[int, list[tuple[float, float]]] = {
    1: [(0.5, 0.5)],
    2: [(0.5, 0.27), (0.5, 0.73)],
    3: [(0.25, 0.22), (0.5, 0.5), (0.75, 0.78)],
    4: [(0.29, 0.28), (0.71, 0.28), (0.29, 0.72), (0.71, 0.72)],
    5: [(0.26, 0.24), (0.74, 0.24), (0.5, 0.5), (0.26, 0.76), (0.74, 0.76)],
    6: [(0.3, 0.2), (0.7, 0.2), (0.3, 0.56), (0.7, 0.56), (0.3, 0.82), (0.7, 0.82)],
    7: [(0.24, 0.15), (0.5, 0.255), (0.76, 0.36), (0.31, 0.63), (0.69, 0.63), (0.31, 0.86), (0.69, 0.86)],
    8: [(x, y) for y in (0.15, 0.383, 0.617, 0.85) for x in (0.31, 0.69)],
    9: [(x, y) for y in (0.2, 0.5, 0.8) for x in (0.21, 0.5, 0.79)],
}
DOT_RADIUS = {1: 0.36, 2: 0.2, 3: 0.165, 4: 0.17, 5: 0.155, 6: 0.145, 7: 0.125, 8: 0.125, 9: 0.13}


def dots(number: int, palette: Palette, seed: int, height: int = HEIGHT) -> Ink:
    """The dot face: rings, petals or crosses in each dot, always the same within a set (`seed`)."""
    rng = np.random.default_rng([seed, 1])
    kind, petals, ring = int(rng.integers(5)), int(rng.integers(5, 10)), float(rng.uniform(0.12, 0.26))
    size = float(rng.uniform(0.92, 1.12))
    big_rings = int(rng.integers(3, 6))
    colours = _dot_colours(number, palette, mono=bool(rng.random() < 0.25))
    face = blank()
    draw = ImageDraw.Draw(face)
    for (x, y), colour in zip(DOT_PLACES[number], colours, strict=True):
        cx, cy = x * face.width, y * face.height
        radius = DOT_RADIUS[number] * face.width * size
        if number == 1:
            _big_dot(draw, cx, cy, radius * 1.08 / size, palette, big_rings, petals)
        else:
            _dot(draw, cx, cy, radius, rgb(colour), kind, petals, ring)
    return as_ink(face, height)


def _dot_colours(number: int, p: Palette, mono: bool) -> list[Colour]:
    main = p.dots
    if mono and number not in (1, 5):
        return [main] * number
    table = {
        2: [p.green, main], 3: [main, p.red, p.green], 4: [main, p.green, p.green, main],
        5: [main, p.green, p.red, p.green, main], 6: [p.green] * 2 + [p.red] * 4,
        7: [p.green] * 3 + [p.red] * 4,
        9: [main] * 3 + [p.red] * 3 + [p.green] * 3,
    }  # fmt: skip
    return table.get(number, [main] * number)


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: tuple[int, ...]) -> None:
    draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)


CLEAR = (0, 0, 0, 0)


def _dot(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    r: float,
    colour: tuple[int, int, int],
    kind: int,
    petals: int,
    ring: float,
) -> None:
    solid = (*colour, 255)
    _disc(draw, x, y, r, solid)
    if kind == 0:  # ring, gap, centre
        _disc(draw, x, y, r * (1 - ring), CLEAR)
        _disc(draw, x, y, r * (0.72 - ring), solid)
        _disc(draw, x, y, r * 0.16, CLEAR)
    elif kind == 1:  # a flower of holes
        for k in range(petals):
            a = 2 * np.pi * k / petals
            _disc(draw, x + 0.55 * r * np.cos(a), y + 0.55 * r * np.sin(a), r * 0.9 / petals, CLEAR)
        _disc(draw, x, y, r * 0.18, CLEAR)
    elif kind == 2:  # ring with a cross
        _disc(draw, x, y, r * (1 - ring), CLEAR)
        for a in (np.pi / 4, 3 * np.pi / 4):
            dx, dy = 0.75 * r * np.cos(a), 0.75 * r * np.sin(a)
            draw.line((x - dx, y - dy, x + dx, y + dy), fill=solid, width=max(1, round(r * 0.24)))
    elif kind == 3:  # two rings and a point
        _disc(draw, x, y, r * (1 - ring * 0.8), CLEAR)
        _disc(draw, x, y, r * 0.68, solid)
        _disc(draw, x, y, r * (0.68 - ring * 0.8), CLEAR)
        _disc(draw, x, y, r * 0.22, solid)
    else:  # almost solid
        _disc(draw, x, y, r * 0.3, CLEAR)
        _disc(draw, x, y, r * 0.16, solid)


def _big_dot(
    draw: ImageDraw.ImageDraw, x: float, y: float, r: float, p: Palette, rings: int, petals: int
) -> None:
    colours = [p.dots, p.green, p.red, p.dots, p.green]
    for k in range(rings):
        outer = r * (1 - k / (rings + 0.6))
        _disc(draw, x, y, outer, (*rgb(colours[k % 5]), 255))
        _disc(draw, x, y, outer - r * 0.09, CLEAR)
    for k in range(petals + 4):
        a = 2 * np.pi * k / (petals + 4)
        _disc(draw, x + 0.73 * r * np.cos(a), y + 0.73 * r * np.sin(a), r * 0.09, (*rgb(p.green), 255))
    _disc(draw, x, y, r * 0.2, (*rgb(p.red), 255))
    _disc(draw, x, y, r * 0.07, CLEAR)


STICK_ROWS: dict[int, list[tuple[float, ...]]] = {
    2: [(0.5,), (0.5,)],
    3: [(0.5,), (0.29, 0.71)],
    4: [(0.29, 0.71), (0.29, 0.71)],
    5: [(0.2, 0.8), (0.2, 0.8)],
    6: [(0.2, 0.5, 0.8), (0.2, 0.5, 0.8)],
    7: [(0.5,), (0.2, 0.5, 0.8), (0.2, 0.5, 0.8)],
    9: [(0.2, 0.5, 0.8)] * 3,
}


def sticks(number: int, palette: Palette, seed: int, height: int = HEIGHT) -> Ink:
    """The bamboo face from 2 to 9 (and 1 as a single stick), jointed or chain-like by `seed`."""
    rng = np.random.default_rng([seed, 2])
    kind, thick = int(rng.integers(3)), float(rng.uniform(0.10, 0.15))
    face = blank()
    main, red = palette.sticks, palette.red
    if number == 1:
        _stick(face, 0.5, 0.5, 0.72, thick * 2.2, 0.0, main, kind)
    elif number == 8:
        second = palette.blue if rng.random() < 0.4 else main
        for y, colour, sign in ((0.28, main, 1), (0.72, second, -1)):
            for x in (0.14, 0.86):
                _stick(face, x, y, 0.38, thick * 0.9, 0.0, colour, kind)
            for x, lean in ((0.38, 1), (0.62, -1)):
                _stick(face, x, y + 0.0, 0.38, thick * 0.9, 32.0 * lean * sign, colour, kind)
    else:
        rows = STICK_ROWS[number]
        step = 0.86 / len(rows)
        for i, row in enumerate(rows):
            for j, x in enumerate(row):
                reddened = (number == 7 and i == 0) or (number == 9 and j == 1)
                _stick(
                    face,
                    x,
                    0.07 + step * (i + 0.5),
                    step * 0.9,
                    thick,
                    0.0,
                    red if reddened else main,
                    kind,
                )
        if number == 5:
            _stick(face, 0.5, 0.5, 0.4, thick, 0.0, red, kind)
    return as_ink(face, height)


def _stick(
    face: Image.Image,
    x: float,
    y: float,
    length: float,
    thick: float,
    angle: float,
    colour: Colour,
    kind: int,
) -> None:
    w, h = round(thick * face.width * 1.4), round(length * face.height)
    part = Image.new("RGBA", (w, h), CLEAR)
    draw = ImageDraw.Draw(part)
    solid = (*rgb(colour), 255)
    if kind == 0:  # jointed bamboo: three knots, two waists
        draw.rounded_rectangle((w * 0.24, h * 0.03, w * 0.76, h * 0.97), w * 0.2, fill=solid)
        for knot in (0.07, 0.5, 0.93):
            draw.rounded_rectangle(
                (w * 0.06, h * knot - w * 0.16, w * 0.94, h * knot + w * 0.16), w * 0.15, fill=solid
            )
        for top in (0.17, 0.6):
            draw.rounded_rectangle((w * 0.43, h * top, w * 0.57, h * (top + 0.23)), w * 0.06, fill=CLEAR)
    elif kind == 1:  # a chain of beads
        beads = 4 if length > 0.35 else 3
        for k in range(beads):
            cy = h * (k + 0.5) / beads
            draw.ellipse((w * 0.12, cy - h * 0.52 / beads, w * 0.88, cy + h * 0.52 / beads), fill=solid)
            draw.ellipse((w * 0.38, cy - h * 0.2 / beads, w * 0.62, cy + h * 0.2 / beads), fill=CLEAR)
    else:  # a waisted bone
        for cy in (0.26, 0.74):
            draw.rounded_rectangle(
                (w * 0.14, h * (cy - 0.22), w * 0.86, h * (cy + 0.22)), w * 0.32, fill=solid
            )
            draw.line(
                (w * 0.5, h * (cy - 0.13), w * 0.5, h * (cy + 0.13)),
                fill=CLEAR,
                width=max(2, round(w * 0.12)),
            )
        draw.rectangle((w * 0.3, h * 0.45, w * 0.7, h * 0.55), fill=solid)
    if angle:
        part = part.rotate(angle, expand=True, resample=Image.Resampling.BICUBIC)
    at = round(x * face.width - part.width / 2), round(y * face.height - part.height / 2)
    face.alpha_composite(part, (max(0, at[0]), max(0, at[1])))


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


def corner_mark(text: str, path: Path, colour: Colour, both: bool, size: float, height: int) -> Ink:
    """A small numeral or letter in the top left corner, `both`: upside down in the lower right too."""
    face = blank()
    character(face, path, text, (0.04, 0.03, 0.04 + size, 0.03 + size), colour, 0.0)
    if both:
        face.alpha_composite(face.rotate(180))
    return as_ink(face, height)


def flower(index: int, path: Path, palette: Palette, seed: int, height: int = HEIGHT) -> Ink:
    """A season (0-3) or flower (4-7): a plant, its character, and its number."""
    rng = np.random.default_rng([seed, 3, index])
    style = np.random.default_rng([seed, 4])
    text = (PLANTS + FLOWERS)[index % 8][0]
    face = blank()
    draw = ImageDraw.Draw(face)
    w, h = face.size
    left = bool(style.random() < 0.5)
    _plant(draw, w, h, palette, rng, index)
    colour = (palette.red, palette.blue, palette.green, palette.black)[int(style.integers(4))]
    x = 0.05 if left else 0.62
    if has_glyph(path, text):
        character(face, path, text, (x, 0.05, x + 0.33, 0.32), colour, 0.3)
    if style.random() < 0.7:
        y = 0.7 if style.random() < 0.5 else 0.05
        x2 = 0.72 if left else 0.08
        character(face, path, str(index % 4 + 1), (x2, y, x2 + 0.2, y + 0.2), palette.red, 0.0)
    return as_ink(face, height)


def _plant(draw: ImageDraw.ImageDraw, w: int, h: int, p: Palette, rng: Rng, index: int) -> None:
    stem = rgb((0.25, 0.2, 0.12)) if index in (3, 4) else rgb(p.green)
    petal = (p.red, p.red, (0.9, 0.6, 0.1), p.blue, p.red, (0.55, 0.25, 0.6), p.green, (0.88, 0.65, 0.1))[
        index % 8
    ]
    x, y, angle = w * float(rng.uniform(0.35, 0.65)), h * 0.95, -np.pi / 2 + float(rng.normal(0, 0.15))
    buds: list[tuple[float, float]] = []
    for _ in range(int(rng.integers(7, 11))):
        nx, ny = x + h * 0.08 * np.cos(angle), y + h * 0.08 * np.sin(angle)
        draw.line((x, y, nx, ny), fill=(*stem, 255), width=round(w * 0.025))
        side = angle + float(rng.choice([-1, 1]) * rng.uniform(0.5, 1.2))
        reach = h * float(rng.uniform(0.08, 0.2))
        bx, by = nx + reach * np.cos(side), ny + reach * np.sin(side)
        draw.line((nx, ny, bx, by), fill=(*stem, 255), width=round(w * 0.016))
        if rng.random() < 0.6:
            buds.append((bx, by))
        else:
            _leaf(draw, nx, ny, side, reach, (*rgb(p.green), 255))
        x, y, angle = nx, ny, angle + float(rng.normal(0, 0.3))
    for bx, by in [*buds, (x, y)]:
        _blossom(
            draw,
            bx,
            by,
            w * float(rng.uniform(0.06, 0.11)),
            rgb(petal),
            int(rng.integers(4, 9)),
            float(rng.random()),
        )


def _leaf(
    draw: ImageDraw.ImageDraw, x: float, y: float, angle: float, length: float, fill: tuple[int, ...]
) -> None:
    tip = (x + length * np.cos(angle), y + length * np.sin(angle))
    belly = [
        (x + 0.5 * length * np.cos(angle + s), y + 0.5 * length * np.sin(angle + s)) for s in (0.4, -0.4)
    ]
    draw.polygon([(x, y), belly[0], tip, belly[1]], fill=fill)


def _blossom(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    r: float,
    colour: tuple[int, int, int],
    petals: int,
    turn: float,
) -> None:
    for k in range(petals):
        a = 2 * np.pi * (k / petals + turn)
        _disc(draw, x + r * 0.7 * np.cos(a), y + r * 0.7 * np.sin(a), r * 0.48, (*colour, 255))
    _disc(draw, x, y, r * 0.3, (235, 190, 60, 255))


def sparrow(palette: Palette, seed: int, height: int = HEIGHT) -> Ink:
    """A simple bird on a twig for the one of bamboo."""
    rng = np.random.default_rng([seed, 5])
    face = blank()
    draw = ImageDraw.Draw(face)
    w, h = face.size
    body, wing, chest = rgb(palette.green), rgb(palette.blue), rgb(palette.red)
    for k in range(5):
        draw.line(
            (w * 0.52, h * 0.55, w * (0.3 + 0.11 * k), h * 0.93),
            fill=(*(body, wing, chest)[k % 3], 255),
            width=round(w * 0.05),
        )
    draw.ellipse((w * 0.3, h * 0.26, w * 0.72, h * 0.66), fill=(*body, 255))
    draw.ellipse((w * 0.42, h * 0.36, w * 0.84, h * 0.62), fill=(*wing, 255))
    draw.ellipse((w * 0.28, h * 0.36, w * 0.5, h * 0.6), fill=(*chest, 255))
    draw.ellipse((w * 0.22, h * 0.1, w * 0.5, h * 0.34), fill=(*body, 255))
    draw.polygon([(w * 0.24, h * 0.2), (w * 0.06, h * 0.25), (w * 0.25, h * 0.27)], fill=(*chest, 255))
    draw.ellipse((w * 0.3, h * 0.17, w * 0.36, h * 0.22), fill=(255, 255, 255, 255))
    for k in range(3):
        x = w * (0.45 + 0.12 * k)
        draw.arc(
            (x, h * 0.4, x + w * 0.16, h * 0.58), 20, 160, fill=(250, 250, 240, 255), width=round(w * 0.015)
        )
    draw.line((w * 0.1, h * 0.72, w * 0.9, h * 0.68), fill=(*rgb(palette.black), 255), width=round(w * 0.03))
    if rng.random() < 0.5:
        for k in range(3):
            draw.line(
                (w * 0.36, h * 0.12, w * (0.34 + 0.06 * k), h * 0.03),
                fill=(*chest, 255),
                width=round(w * 0.02),
            )
    return as_ink(face, height)
