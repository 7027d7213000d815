"""What is printed on things that are no tiles: covers, screens, cards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.training.render.clutter import dull
from vision.training.render.glyphs import font, has_glyph

Rng = np.random.Generator
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
    for _ in range(int(rng.integers(1, 6))):
        _shape(draw, rng)
    files = [f for f in (fonts / name for name in LETTER_FONTS) if f.is_file()]
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
