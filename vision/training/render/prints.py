"""What is printed on things that are no tiles: covers, screens, cards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.training.render.clutter import dull
from vision.training.render.glyphs import font, has_glyph

Rng = np.random.Generator
Box = tuple[int, int, int, int]
PRINT_SIZE = 256
WORDS = "麻将规则大全茶叶中国风东南西北白发万福寿喜春夏秋冬书报红楼梦天地人和新年快乐一二三四五六七八九十"
LATIN = "ABCDEFGHIKLMNOPRSTUVWXYZ0123456789"
LETTER_FONTS = ("wqy-zenhei.ttf", "ukai.ttf", "cwming.ttf", "aoyagi-soseki.ttf", "ipaexg.ttf")


def print_picture(kind: str, seed: int, fonts: Path) -> NDArray[np.uint8]:
    """(256, 256, 3) what is printed on a thing: covers, screens, cards; never a tile's face."""
    rng = np.random.default_rng([seed, 21])
    base = tuple(round(255 * c) for c in dull(rng)) if kind != "card" else (238, 236, 228)
    page = Image.new("RGB", (PRINT_SIZE, PRINT_SIZE), base)
    draw = ImageDraw.Draw(page)
    files = [f for f in (fonts / name for name in LETTER_FONTS) if f.is_file()]
    if kind == "keys":
        keys(draw, (0, 0, PRINT_SIZE, PRINT_SIZE), rng, files)
        return np.asarray(page)
    for _ in range(int(rng.integers(1, 6))):
        _shape(draw, rng)
    if files:
        for _ in range(int(rng.integers(1, 9 if kind != "card" else 4))):
            _line(draw, rng, files[int(rng.integers(len(files)))])
    return np.asarray(page)


def _shape(draw: ImageDraw.ImageDraw, rng: Rng) -> None:
    ink = tuple(round(255 * c) for c in dull(rng))
    x, y, w, h = (int(v) for v in rng.integers(0, PRINT_SIZE, 4))
    box = (min(x, w), min(y, h), max(x, w) + 2, max(y, h) + 2)
    kind = int(rng.integers(4))
    if kind == 0:
        draw.rectangle(box, fill=ink)
    elif kind == 1:
        draw.ellipse(box, outline=ink, width=int(rng.integers(2, 14)))
    elif kind == 2:
        draw.line((x, y, w, h), fill=ink, width=int(rng.integers(1, 12)))
    else:
        step = int(rng.integers(8, 30))
        for k in range(0, PRINT_SIZE, step):
            draw.line((0, k, PRINT_SIZE, k), fill=ink, width=max(1, step // 4))


def _line(draw: ImageDraw.ImageDraw, rng: Rng, path: Path) -> None:
    size = int(rng.choice([10, 14, 20, 32, 56, 90]))
    letters = WORDS if rng.random() < 0.6 else LATIN
    text = "".join(str(c) for c in rng.choice(list(letters), int(rng.integers(1, 10))))
    text = "".join(c for c in text if has_glyph(path, c))
    x, y = (int(v) for v in rng.integers(0, PRINT_SIZE - 20, 2))
    ink = tuple(round(255 * c) for c in dull(rng))
    if rng.random() < 0.3:
        text = "\n".join(text)
    draw.multiline_text((x, y), text, fill=ink, font=font(path, size))


def thing_ink(rng: Rng) -> tuple[int, int, int]:
    """A dull colour as bytes."""
    red, green, blue = (round(255 * c) for c in dull(rng))
    return red, green, blue


def pale_ink(rng: Rng) -> tuple[int, int, int]:
    """A pale colour as bytes."""
    value = int(rng.integers(170, 256))
    return value, value - int(rng.integers(0, 12)), value - int(rng.integers(0, 40))


def text_line(draw: ImageDraw.ImageDraw, at: tuple[float, float], size: int, rng: Rng, fonts: list[Path],
          letters: int, fill: tuple[int, int, int], upright: bool = False) -> None:  # fmt: skip
    """A line of writing; a sign that stands alone is a Latin one, or a white box would be a tile."""
    if not fonts or size < 5:
        return
    path = fonts[int(rng.integers(len(fonts)))]
    chosen = rng.choice(list(WORDS if letters > 1 and rng.random() < 0.5 else LATIN), letters)
    text = "".join(str(c) for c in chosen if has_glyph(path, str(c)))
    draw.multiline_text(at, "\n".join(text) if upright else text, fill=fill, font=font(path, size))


def keys(draw: ImageDraw.ImageDraw, box: Box, rng: Rng, fonts: list[Path]) -> None:
    """A grid of cells, each with a sign: keyboard, calculator, calendar, icons."""
    x0, y0, x1, y1 = box
    draw.rectangle(box, fill=thing_ink(rng))
    columns, rows = int(rng.integers(3, 14)), int(rng.integers(2, 6))
    w, h = (x1 - x0) / columns, (y1 - y0) / rows
    cell, ink = (pale_ink(rng) if rng.random() < 0.6 else thing_ink(rng)), thing_ink(rng)
    gap = float(rng.uniform(0.04, 0.2))
    for i in range(columns):
        for j in range(rows):
            x, y = x0 + i * w, y0 + j * h
            draw.rounded_rectangle(
                (x + gap * w, y + gap * h, x + w * (1 - gap), y + h * (1 - gap)), min(w, h) * 0.15, fill=cell
            )
            if rng.random() < 0.8:
                size = int(min(w, h) * float(rng.uniform(0.3, 0.7)))
                text_line(draw, (x + w * 0.3, y + h * 0.15), size, rng, fonts, 1, ink)
