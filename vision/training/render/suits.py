"""Dots, bamboo and the bird, drawn in as many ways as sets differ; one seed is one set."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from vision.training.render.glyphs import CLEAR, HEIGHT, as_ink, blank, disc, rgb
from vision.training.render.ink import Colour, Ink, Palette

Rng = np.random.Generator

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
    kind, petals, ring = int(rng.integers(7)), int(rng.integers(5, 10)), float(rng.uniform(0.12, 0.26))
    size = float(rng.uniform(0.92, 1.12))
    big_rings = int(rng.integers(3, 6))
    spread = rng.uniform(0.84, 1.06, 2)
    colours = _dot_colours(number, palette, rng)
    face = blank()
    draw = ImageDraw.Draw(face)
    places, room = _dot_places(number, np.random.default_rng([seed, 3]))
    for place, colour in zip(places, colours, strict=True):
        cx, cy = (0.5 + (np.array(place) - 0.5) * spread) * face.size
        radius = DOT_RADIUS[number] * face.width * size * room
        if number == 1:
            _big_dot(draw, cx, cy, radius * 1.08 / size, palette, big_rings, petals)
        else:
            _dot(draw, cx, cy, radius, rgb(colour), kind, petals, ring)
    return as_ink(face, height)


def _dot_places(number: int, rng: Rng) -> tuple[list[tuple[float, float]], float]:
    """Where a set lays its dots, and how large they are beside `DOT_RADIUS`: sets differ in both."""
    places = DOT_PLACES[number]
    if number in (3, 7) and rng.random() < 0.3:  # the slanting row falls to the other side
        places = [(1 - x, y) for x, y in places]
    if number == 6 and rng.random() < 0.35:
        places = [(x, y) for y in (0.2, 0.5, 0.8) for x in (0.3, 0.7)]
    apart, room = 1.0, 1.0
    if 2 <= number <= 5:  # few dots: small ones in the corners, or large ones that all but touch
        apart, room = float(rng.uniform(0.86, 1.14)), float(rng.uniform(0.8, 1.12))
    elif number > 5:  # many: small ones, or ones that touch
        room = float(rng.uniform(0.85, 1.22))
    return [(0.5 + (x - 0.5) * apart, 0.5 + (y - 0.5) * apart) for x, y in places], room


def _dot_colours(number: int, p: Palette, rng: Rng) -> list[Colour]:
    main = p.dots
    mono, own = bool(rng.random() < 0.25), bool(rng.random() < 0.3)
    if mono and number not in (1, 5):
        return [main] * number
    if own and number > 1:  # row by row or column by column, as this set has it
        dyes = [(p.red, p.green, p.blue, main)[k] for k in rng.integers(0, 4, 4)]
        axis = int(rng.integers(2))
        steps = sorted({place[axis] for place in DOT_PLACES[number]})
        return [dyes[steps.index(place[axis]) % 4] for place in DOT_PLACES[number]]
    table = {
        2: [p.green, main], 3: [main, p.red, p.green], 4: [main, p.green, p.green, main],
        5: [main, p.green, p.red, p.green, main], 6: [p.green] * 2 + [p.red] * 4,
        7: [p.green] * 3 + [p.red] * 4,
        9: [main] * 3 + [p.red] * 3 + [p.green] * 3,
    }  # fmt: skip
    return table.get(number, [main] * number)


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
    disc(draw, x, y, r, solid)
    if kind == 0:  # ring, gap, centre
        disc(draw, x, y, r * (1 - ring), CLEAR)
        disc(draw, x, y, r * (0.72 - ring), solid)
        disc(draw, x, y, r * 0.16, CLEAR)
    elif kind == 1:  # a flower of holes
        for k in range(petals):
            a = 2 * np.pi * k / petals
            disc(draw, x + 0.55 * r * np.cos(a), y + 0.55 * r * np.sin(a), r * 0.9 / petals, CLEAR)
        disc(draw, x, y, r * 0.18, CLEAR)
    elif kind == 2:  # ring with a cross
        disc(draw, x, y, r * (1 - ring), CLEAR)
        for a in (np.pi / 4, 3 * np.pi / 4):
            dx, dy = 0.75 * r * np.cos(a), 0.75 * r * np.sin(a)
            draw.line((x - dx, y - dy, x + dx, y + dy), fill=solid, width=max(1, round(r * 0.24)))
    elif kind == 3:  # two rings and a point
        disc(draw, x, y, r * (1 - ring * 0.8), CLEAR)
        disc(draw, x, y, r * 0.68, solid)
        disc(draw, x, y, r * (0.68 - ring * 0.8), CLEAR)
        disc(draw, x, y, r * 0.22, solid)
    elif kind == 4:  # a plain ring
        disc(draw, x, y, r * (1 - 1.6 * ring), CLEAR)
    elif kind == 5:  # a coin with a square hole
        disc(draw, x, y, r * (1 - ring * 0.6), CLEAR)
        disc(draw, x, y, r * (0.94 - ring * 0.6), solid)
        hole = r * 0.3
        draw.rectangle((x - hole, y - hole, x + hole, y + hole), fill=CLEAR)
    else:  # almost solid
        disc(draw, x, y, r * 0.3, CLEAR)
        disc(draw, x, y, r * 0.16, solid)


def _big_dot(
    draw: ImageDraw.ImageDraw, x: float, y: float, r: float, p: Palette, rings: int, petals: int
) -> None:
    colours = [p.dots, p.green, p.red, p.dots, p.green]
    for k in range(rings):
        outer = r * (1 - k / (rings + 0.6))
        disc(draw, x, y, outer, (*rgb(colours[k % 5]), 255))
        disc(draw, x, y, outer - r * 0.09, CLEAR)
    for k in range(petals + 4):
        a = 2 * np.pi * k / (petals + 4)
        disc(draw, x + 0.73 * r * np.cos(a), y + 0.73 * r * np.sin(a), r * 0.09, (*rgb(p.green), 255))
    disc(draw, x, y, r * 0.2, (*rgb(p.red), 255))
    disc(draw, x, y, r * 0.07, CLEAR)


TWO_COLUMNS = (0.31, 0.69)
STICK_ROWS: dict[int, list[tuple[float, ...]]] = {
    2: [(0.5,), (0.5,)],
    3: [(0.5,), (0.29, 0.71)],
    4: [(0.29, 0.71), (0.29, 0.71)],
    5: [(0.2, 0.8), (0.2, 0.8)],
    6: [(0.2, 0.5, 0.8), (0.2, 0.5, 0.8)],
    7: [(0.5,), (0.2, 0.5, 0.8), (0.2, 0.5, 0.8)],
    9: [(0.2, 0.5, 0.8)] * 3,
}
OTHER_ROWS: dict[int, tuple[float, list[tuple[float, ...]]]] = {
    2: (0.12, [TWO_COLUMNS]),
    3: (0.12, [(0.2, 0.5, 0.8)]),
    6: (0.5, [TWO_COLUMNS] * 3),
    7: (0.15, [(0.5,), *[TWO_COLUMNS] * 3]),
    8: (0.2, [TWO_COLUMNS] * 4),
}
"""How fewer sets lay their sticks, and the share of the drawn ones that do."""


def sticks(number: int, palette: Palette, seed: int, height: int = HEIGHT) -> Ink:
    """The bamboo face from 2 to 9 (and 1 as a single stick), jointed or chain-like by `seed`."""
    rng = np.random.default_rng([seed, 2])
    kind, thick = int(rng.integers(3)), float(rng.uniform(0.10, 0.15))
    face = blank()
    share, others = OTHER_ROWS.get(number, (0.0, []))
    unusual = bool(rng.random() < share)
    if number == 1:
        _stick(face, 0.5, 0.5, 0.72, thick * 2.2, 0.0, palette.sticks, kind)
    elif number == 8 and not unusual:
        second = palette.blue if rng.random() < 0.4 else palette.sticks
        for y, colour, sign in ((0.28, palette.sticks, 1), (0.72, second, -1)):
            for x in (0.14, 0.86):
                _stick(face, x, y, 0.38, thick * 0.9, 0.0, colour, kind)
            for x, lean in ((0.38, 1), (0.62, -1)):
                _stick(face, x, y, 0.38, thick * 0.9, 32.0 * lean * sign, colour, kind)
    else:
        rows = others if unusual else STICK_ROWS[number]
        _stick_rows(face, number, rows, palette, rng, (thick, kind))
    return as_ink(face, height)


def _stick_rows(face: Image.Image, number: int, rows: list[tuple[float, ...]], palette: Palette, rng: Rng,
                stick: tuple[float, int]) -> None:  # fmt: skip
    """Sticks in rows, one or another of them red or blue."""
    thick, kind = stick
    long = 0.8 if len(rows) == 1 else 0.86 / len(rows)
    colours = (palette.sticks, palette.red, palette.blue, palette.black)
    banded = [colours[k] for k in rng.choice(4, 4, p=[0.5, 0.2, 0.2, 0.1])] if rng.random() < 0.35 else None
    by_column = bool(rng.random() < 0.5)
    gap, close = float(rng.uniform(0.86, 0.98)), float(rng.uniform(0.84, 1.1))
    if len(rows[-1]) == 2:
        thick *= float(rng.uniform(0.9, 1.4))
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            reddened = (number == 7 and i == 0) or (number == 9 and j == 1)
            own = palette.red if reddened else palette.sticks
            colour = banded[j if by_column else i] if banded else own
            y = 0.5 + long * (i + 0.5 - len(rows) / 2)
            _stick(face, 0.5 + (x - 0.5) * close, y, long * gap, thick, 0.0, colour, kind)
    if number == 5:
        _stick(face, 0.5, 0.5, 0.4, thick, 0.0, palette.red, kind)


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
