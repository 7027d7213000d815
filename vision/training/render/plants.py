"""Flowers and seasons: simple plants with their character and number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import ImageDraw

from vision.training.render.glyphs import HEIGHT, as_ink, blank, character, disc, has_glyph, rgb
from vision.training.render.ink import Ink, Palette

Rng = np.random.Generator

PLANTS = (("春", "spring"), ("夏", "summer"), ("秋", "autumn"), ("冬", "winter"))
FLOWERS = (("梅", "plum"), ("蘭", "orchid"), ("竹", "bamboo"), ("菊", "chrysanthemum"))


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
        disc(draw, x + r * 0.7 * np.cos(a), y + r * 0.7 * np.sin(a), r * 0.48, (*colour, 255))
    disc(draw, x, y, r * 0.3, (235, 190, 60, 255))
