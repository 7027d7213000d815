"""What stands behind the table where a low camera looks past its edge: rooms, shelves, screens, windows.

A room is full of bright rectangles with figures in rows: spines, keys, icons, calendars, window panes. None
of them is a tile, and a detector that has never seen any takes them for tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.training.render import tables
from vision.training.render.clutter import dull
from vision.training.render.prints import LETTER_FONTS, Box, keys, pale_ink, text_line, thing_ink

Pixels = NDArray[np.uint8]
Rng = np.random.Generator

HELD_OUT_VIEWS = ("interior", "courtyard")
"""Panoramas kept out of training."""


def backdrop(rng: Rng, size: tuple[int, int], art: Path | None, held_out: bool = False) -> Pixels:
    """A room (h, w, 3) for a picture of `size` (width, height), as far out of focus as may be."""
    kind = float(rng.random())
    width, height = size
    if kind < 0.22 and art is not None:
        room = panorama(rng, size, art, held_out)
    else:
        room = furnished(rng, size, art)
    blur = float(rng.exponential(0.004)) * width
    if blur > 0.4:
        room = np.asarray(cv2.GaussianBlur(room, (0, 0), blur), dtype=np.uint8)
    shade = np.linspace(float(rng.uniform(0.6, 1.2)), float(rng.uniform(0.5, 1.1)), height)[:, None, None]
    return np.asarray(np.clip(room * shade, 0, 255), dtype=np.uint8)


def panorama(rng: Rng, size: tuple[int, int], art: Path, held_out: bool) -> Pixels:
    """Part of a panoramic photograph, at the height of the eye."""
    names = sorted(p.stem for p in (art / "backgrounds/hdri_blender_cc0").glob("*.exr"))
    names = [name for name in names if (name in HELD_OUT_VIEWS) == held_out]
    if not names:
        return furnished(rng, size, art)
    whole = _panorama(art, str(rng.choice(names)))
    high, wide = whole.shape[:2]
    h = int(high * rng.uniform(0.25, 0.6))
    w = min(wide, int(h * size[0] / size[1]))
    top, left = int(high * rng.uniform(0.2, 0.75) - h / 2), int(rng.integers(wide))
    part = np.roll(whole, -left, axis=1)[max(0, top) : max(0, top) + h, :w]
    bright = part * float(rng.uniform(0.6, 1.6))
    return np.asarray(cv2.resize(np.clip(bright, 0, 255).astype(np.uint8), size), dtype=np.uint8)


@lru_cache(maxsize=8)
def _panorama(art: Path, name: str) -> NDArray[np.float32]:
    """(h, w, 3) with a display's gamma, highlights rolled off."""
    import OpenEXR  # only the training environment has it

    with OpenEXR.File(str(art / f"backgrounds/hdri_blender_cc0/{name}.exr")) as file:
        light = np.maximum(np.asarray(file.channels()["RGB"].pixels, dtype=np.float32), 0)
    light = light / max(float(np.median(light)), 1e-3) * 0.25
    return np.asarray((light / (1 + light)) ** (1 / 2.2) * 330, dtype=np.float32)


def furnished(rng: Rng, size: tuple[int, int], art: Path | None) -> Pixels:
    """A wall with things before it."""
    width, height = size
    wall = _wall(rng, size, art)
    page = Image.fromarray(wall)
    fonts = [f for f in ((art / "fonts" / name) for name in LETTER_FONTS) if f.is_file()] if art else []
    draw = ImageDraw.Draw(page)
    for _ in range(int(rng.integers(1, 7))):
        w, h = int(width * rng.uniform(0.12, 0.7)), int(height * rng.uniform(0.12, 0.6))
        x, y = int(rng.uniform(-0.3, 0.95) * width), int(rng.uniform(-0.2, 0.8) * height)
        maker = _THINGS[int(rng.integers(len(_THINGS)))]
        maker(draw, (x, y, x + w, y + h), rng, fonts)
    return np.asarray(page)


def _wall(rng: Rng, size: tuple[int, int], art: Path | None) -> Pixels:
    if rng.random() < 0.5:
        tone = np.array(dull(rng)) * 255
        return np.asarray(np.broadcast_to(tone, (size[1], size[0], 3)), dtype=np.uint8).copy()
    sheet: Any = tables.texture(tables.random_name(rng, art), art)
    side = int(rng.uniform(0.5, 2.0) * max(size))
    sheet = cv2.resize(sheet, (side, side), interpolation=cv2.INTER_AREA)
    repeats = (-(-size[1] // side), -(-size[0] // side), 1)
    return np.ascontiguousarray(np.tile(sheet, repeats)[: size[1], : size[0]])


def _shelf(draw: ImageDraw.ImageDraw, box: Box, rng: Rng, fonts: list[Path]) -> None:
    """Books or boxes side by side, in rows."""
    x0, y0, x1, y1 = box
    draw.rectangle(box, fill=thing_ink(rng))
    rows = int(rng.integers(1, 5))
    high = (y1 - y0) / rows
    alike = pale_ink(rng) if rng.random() < 0.35 else None
    for row in range(rows):
        x, bottom = x0 + 2.0, y0 + (row + 1) * high - 3
        step = float(rng.uniform(0.12, 0.6)) * high
        while x < x1 - 4:
            w = max(4.0, step * (1.0 if alike else float(rng.uniform(0.5, 1.6))))
            top = bottom - high * (0.8 if alike else float(rng.uniform(0.55, 0.93)))
            draw.rectangle((x, top, min(x + w - 1, x1), bottom), fill=alike or thing_ink(rng))
            size = int(min(w * 0.75, high * 0.3))
            if rng.random() < 0.7:
                text_line(draw, (x + w * 0.12, top + high * 0.06), size, rng, fonts, int(rng.integers(1, 4)),
                      thing_ink(rng), upright=True)  # fmt: skip
            x += w + float(rng.random() < 0.2) * step * 0.4


def _panes(draw: ImageDraw.ImageDraw, box: Box, rng: Rng, fonts: list[Path]) -> None:
    """A window, a cabinet's doors, blinds or a radiator."""
    del fonts
    x0, y0, x1, y1 = box
    frame, pane = thing_ink(rng), (pale_ink(rng) if rng.random() < 0.6 else thing_ink(rng))
    draw.rectangle(box, fill=frame)
    columns, rows = int(rng.integers(1, 9)), int(rng.integers(1, 4))
    if rng.random() < 0.4:
        columns, rows = int(rng.choice([1, 16])), int(rng.integers(4, 14))
    w, h = (x1 - x0) / columns, (y1 - y0) / rows
    edge = float(rng.uniform(0.03, 0.14)) * min(w, h)
    for i in range(columns):
        for j in range(rows):
            x, y = x0 + i * w, y0 + j * h
            draw.rectangle(
                (x + edge, y + edge, max(x + edge, x + w - edge), max(y + edge, y + h - edge)), pane
            )


def _sheet(draw: ImageDraw.ImageDraw, box: Box, rng: Rng, fonts: list[Path]) -> None:
    """A poster, a page, a screen: lines of writing, blocks and rings."""
    x0, y0, x1, y1 = box
    draw.rectangle(box, fill=pale_ink(rng) if rng.random() < 0.6 else thing_ink(rng))
    size = max(6, int((y1 - y0) * float(rng.choice([0.04, 0.08, 0.16, 0.4]))))
    y = float(y0)
    while y < y1 - size:
        kind = float(rng.random())
        if kind < 0.65:
            letters = max(1, int((x1 - x0) / size * rng.uniform(0.2, 0.9)))
            text_line(draw, (x0 + 4, y), size, rng, fonts, letters, thing_ink(rng))
        elif kind < 0.85:
            left = rng.uniform(x0, x1)
            draw.rectangle((left, y, min(x1, left + size * 4), y + size), fill=thing_ink(rng))
        else:
            for k in range(int(rng.integers(1, 8))):
                x = x0 + size * (1 + 1.2 * k)
                draw.ellipse((x, y, x + size, y + size), outline=thing_ink(rng), width=max(1, size // 6))
        y += size * 1.3


def _person(draw: ImageDraw.ImageDraw, box: Box, rng: Rng, fonts: list[Path]) -> None:
    """Somebody sitting behind the table."""
    del fonts
    x0, y0, x1, y1 = box
    w, middle = x1 - x0, (x0 + x1) / 2
    skin = tuple(int(v * rng.uniform(0.5, 1.0)) for v in (235, 190, 160))
    draw.rounded_rectangle((x0, y0 + w * 0.5, x1, y1 + w), w * 0.25, fill=thing_ink(rng))
    draw.ellipse((middle - w * 0.2, y0, middle + w * 0.2, y0 + w * 0.52), fill=skin)
    draw.chord(
        (middle - w * 0.22, y0 - w * 0.04, middle + w * 0.22, y0 + w * 0.4), 180, 360, fill=(30, 25, 20)
    )


_THINGS: tuple[Callable[[ImageDraw.ImageDraw, Box, Rng, list[Path]], None], ...] = (
    _shelf, _shelf, keys, _panes, _panes, _sheet, _sheet, _person,
)  # fmt: skip
