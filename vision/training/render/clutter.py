"""Things that are no tiles: books, phones, cups, cards, hands; and what is printed on them."""

from __future__ import annotations

import colorsys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.training.render.glyphs import font, has_glyph
from vision.training.render.layout import turn
from vision.training.render.scene import Colour, Pose, Prop

Rng = np.random.Generator
PRINT_SIZE = 256
WORDS = "麻将规则大全茶叶中国风东南西北白发万福寿喜春夏秋冬书报红楼梦天地人和新年快乐一二三四五六七八九十"
LATIN = "ABCDEFGHIKLMNOPRSTUVWXYZ0123456789"


def lying(x: float, y: float, half: tuple[float, float, float], angle: float, base: float = 0.0) -> Pose:
    """A thing resting on height `base`."""
    return Pose(turn(angle), np.array([x, y, base + half[2]]))


def _dull(rng: Rng) -> Colour:
    return colorsys.hsv_to_rgb(float(rng.random()), float(rng.uniform(0, 0.7)), float(rng.uniform(0.08, 0.9)))


def book(rng: Rng, x: float, y: float) -> list[Prop]:
    """A book, notebook, box or newspaper with a printed top, perhaps a second one on it."""
    props, base = [], 0.0
    for _ in range(1 if rng.random() < 0.7 else 2):
        half = (float(rng.uniform(1.2, 3.2)), float(rng.uniform(1.5, 4.0)), float(rng.uniform(0.03, 0.5)))
        pose = lying(x, y, half, float(rng.uniform(0, 360)), base)
        props.append(
            Prop(
                pose,
                half,
                0.02,
                0.01,
                _dull(rng),
                float(rng.uniform(0.05, 0.6)),
                "book",
                int(rng.integers(2**31)),
            )
        )
        base += 2 * half[2]
    return props


def card(rng: Rng, x: float, y: float) -> list[Prop]:
    """A playing card, receipt, banknote or domino-like slip: tile-sized print that is no tile."""
    half = (float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.5, 1.3)), 0.008)
    pose = lying(x, y, half, float(rng.uniform(0, 360)))
    return [Prop(pose, half, 0.05, 0.004, (0.9, 0.9, 0.88), 0.2, "card", int(rng.integers(2**31)))]


def phone(rng: Rng, x: float, y: float) -> list[Prop]:
    """A phone, its screen dark or lit."""
    half = (0.95, 1.95, 0.1)
    lit = int(rng.integers(2**31)) if rng.random() < 0.5 else None
    shade = float(rng.uniform(0.02, 0.12))
    pose = lying(x, y, half, float(rng.uniform(0, 360)))
    return [Prop(pose, half, 0.2, 0.04, (shade, shade, shade), 1.0, "phone", lit)]


def cup(rng: Rng, x: float, y: float) -> list[Prop]:
    """A cup or a bottle cap: a cylinder with something dark in it."""
    radius, height = float(rng.uniform(0.5, 1.1)), float(rng.uniform(0.4, 1.4))
    outer = Prop(
        lying(x, y, (radius, radius, height), 0.0), (radius, radius, height), radius, 0.06, _dull(rng), 0.8
    )
    inside = (radius * 0.85, radius * 0.85, 0.02)
    drink = (0.12, 0.06, 0.03) if rng.random() < 0.5 else (0.75, 0.7, 0.6)
    return [outer, Prop(lying(x, y, inside, 0.0, 2 * height - 0.02), inside, inside[0], 0.01, drink, 0.9)]


def dice(rng: Rng, x: float, y: float) -> list[Prop]:
    """Two dice or a few counters."""
    props = []
    for _ in range(int(rng.integers(1, 4))):
        half = (0.2, 0.2, 0.2) if rng.random() < 0.6 else (0.28, 0.28, 0.04)
        at = x + float(rng.normal(0, 0.6)), y + float(rng.normal(0, 0.6))
        seed = int(rng.integers(2**31))
        kind = "card" if half[2] == 0.2 else "plain"
        props.append(
            Prop(lying(*at, half, float(rng.uniform(0, 90))), half, 0.05 if half[2] == 0.2 else 0.28, 0.03,
                 _dull(rng), 0.6, "card" if kind == "card" else "plain", seed if kind == "card" else None)
        )  # fmt: skip
    return props


def hand(rng: Rng, x: float, y: float, angle: float) -> list[Prop]:
    """A person's hand and forearm lying on the table: `angle` is where the fingers point, degrees from +y."""
    tone = colorsys.hsv_to_rgb(
        float(rng.uniform(0.03, 0.08)), float(rng.uniform(0.3, 0.6)), float(rng.uniform(0.35, 0.95))
    )
    size = float(rng.uniform(0.9, 1.15))
    facing = turn(angle)
    lift = float(rng.uniform(0.0, 0.5))
    props = []

    def limb(dx: float, dy: float, half: tuple[float, float, float], spin: float, colour: Colour) -> None:
        half = (half[0] * size, half[1] * size, half[2] * size)
        centre = facing @ np.array([dx * size, dy * size, 0.0]) + np.array([x, y, half[2] + lift])
        radius = min(half[0], half[1]) * 0.99
        props.append(Prop(Pose(facing @ turn(spin), centre), half, radius, half[2] * 0.95, colour, 0.12))

    limb(0.0, 0.0, (1.05, 1.15, 0.34), 0.0, tone)
    for k, reach in enumerate((1.0, 1.15, 1.1, 0.85)):
        limb(-0.75 + 0.5 * k, 1.75 * reach, (0.23, 0.85 * reach, 0.21), 10.0 - 7.0 * k, tone)
    limb(-1.25, 0.35, (0.26, 0.8, 0.24), 42.0, tone)
    sleeve = _dull(rng) if rng.random() < 0.6 else tone
    limb(0.0, -3.2, (0.85, 2.6, 0.6), 0.0, sleeve)
    return props


def chopstick(rng: Rng, x: float, y: float) -> list[Prop]:
    """A pen, a tally stick, a lighter."""
    half = (float(rng.uniform(0.06, 0.3)), float(rng.uniform(0.8, 2.2)), float(rng.uniform(0.06, 0.2)))
    return [Prop(lying(x, y, half, float(rng.uniform(0, 360))), half, half[0] * 0.5, 0.04, _dull(rng), 0.6)]


def random_things(rng: Rng, x: float, y: float) -> list[Prop]:
    """One thing of any kind at a place."""
    makers = (book, card, phone, cup, dice, chopstick)
    return makers[int(rng.choice(len(makers), p=[0.3, 0.2, 0.13, 0.15, 0.12, 0.1]))](rng, x, y)


def print_picture(kind: str, seed: int, fonts: Path) -> NDArray[np.uint8]:
    """(256, 256, 3) what is printed on a thing: covers, screens, cards; never a tile's face."""
    rng = np.random.default_rng([seed, 21])
    base = tuple(round(255 * c) for c in _dull(rng)) if kind != "card" else (238, 236, 228)
    page = Image.new("RGB", (PRINT_SIZE, PRINT_SIZE), base)
    draw = ImageDraw.Draw(page)
    for _ in range(int(rng.integers(1, 6))):
        _shape(draw, rng)
    files = [fonts / f"{n}.ttf" for n in ("wqy-zenhei", "ukai", "cwming", "kouzan-mouhitsu", "ipaexg")]
    files = [f for f in files if f.is_file()]
    if files:
        for _ in range(int(rng.integers(1, 9 if kind != "card" else 4))):
            _line(draw, rng, files[int(rng.integers(len(files)))])
    return np.asarray(page)


def _shape(draw: ImageDraw.ImageDraw, rng: Rng) -> None:
    ink = tuple(round(255 * c) for c in _dull(rng))
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
    ink = tuple(round(255 * c) for c in _dull(rng))
    if rng.random() < 0.3:
        text = "\n".join(text)
    draw.multiline_text((x, y), text, fill=ink, font=font(path, size))
