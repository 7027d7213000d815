"""Things that are no tiles: books, phones, cups, cards, trays, rails, hands."""

from __future__ import annotations

import colorsys
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.training.render.poses import STANDING, turn
from vision.training.render.scene import Colour, PlacedTile, Pose, Prop

Rng = np.random.Generator


def lying(x: float, y: float, half: tuple[float, float, float], angle: float, base: float = 0.0) -> Pose:
    """A thing resting on height `base`."""
    return Pose(turn(angle), np.array([x, y, base + half[2]]))


def dull(rng: Rng) -> Colour:
    """Any hue, mostly muted."""
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
                dull(rng),
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
        lying(x, y, (radius, radius, height), 0.0), (radius, radius, height), radius, 0.06, dull(rng), 0.8
    )
    inside = (radius * 0.85, radius * 0.85, 0.02)
    drink = (0.12, 0.06, 0.03) if rng.random() < 0.5 else (0.75, 0.7, 0.6)
    return [outer, Prop(lying(x, y, inside, 0.0, 2 * height - 0.02), inside, inside[0], 0.01, drink, 0.9)]


def dice(rng: Rng, x: float, y: float) -> list[Prop]:
    """A few dice or counters."""
    props = []
    for _ in range(int(rng.integers(1, 4))):
        spot = x + float(rng.normal(0, 0.6)), y + float(rng.normal(0, 0.6))
        if rng.random() < 0.6:
            half, seed = (0.2, 0.2, 0.2), int(rng.integers(2**31))
            pose = lying(*spot, half, float(rng.uniform(0, 90)))
            props.append(Prop(pose, half, 0.05, 0.03, dull(rng), 0.6, "card", seed))
        else:
            half = (0.28, 0.28, 0.04)
            props.append(Prop(lying(*spot, half, 0.0), half, 0.28, 0.03, dull(rng), 0.6))
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
    sleeve = dull(rng) if rng.random() < 0.6 else tone
    limb(0.0, -3.2, (0.85, 2.6, 0.6), 0.0, sleeve)
    return props


def chopstick(rng: Rng, x: float, y: float) -> list[Prop]:
    """A pen, a tally stick, a lighter."""
    half = (float(rng.uniform(0.06, 0.3)), float(rng.uniform(0.8, 2.2)), float(rng.uniform(0.06, 0.2)))
    return [Prop(lying(x, y, half, float(rng.uniform(0, 360))), half, half[0] * 0.5, 0.04, dull(rng), 0.6)]


def tray(rng: Rng, spots: NDArray[np.float64]) -> list[Prop]:
    """Four walls of the box that the tiles, centred at `spots` (n, 2), lie in."""
    low, high = spots.min(axis=0) - 0.62, spots.max(axis=0) + 0.62
    shade, height = dull(rng), float(rng.uniform(0.2, 0.6))
    thick = float(rng.uniform(0.05, 0.25))
    (x0, y0), (x1, y1) = low, high
    across, along = ((x1 - x0) / 2 + 2 * thick, thick, height), (thick, (y1 - y0) / 2, height)
    sides = [((x0 + x1) / 2, y0 - thick, across), ((x0 + x1) / 2, y1 + thick, across),
             (x0 - thick, (y0 + y1) / 2, along), (x1 + thick, (y0 + y1) / 2, along)]  # fmt: skip
    return [
        Prop(lying(float(x), float(y), half, 0.0), half, thick * 0.5, 0.03, shade, 0.3)
        for x, y, half in sides
    ]


def stood_up(prop: Prop, y: float) -> Prop:
    """The same thing on its edge, its printed side towards the player, at `y`."""
    spin = turn(float(np.degrees(np.arctan2(prop.pose.rotation[1, 0], prop.pose.rotation[0, 0])) * 0.15))
    return replace(prop, pose=Pose(spin @ STANDING, np.array([prop.pose.centre[0], y, prop.half[1]])))


def behind(spots: NDArray[np.float64], rng: Rng) -> list[Prop]:
    """Books, boxes, phones and cards standing beyond the tiles at `spots` (n, 2)."""
    props: list[Prop] = []
    back = float(spots[:, 1].max()) + 1.2
    for _ in range(int(rng.integers(0, 7))):
        maker = (book, card, phone)[int(rng.choice(3, p=[0.6, 0.2, 0.2]))]
        x, y = float(rng.uniform(-8, 8)), back + float(rng.exponential(3.0))
        props += [stood_up(prop, y) for prop in maker(rng, x, 0.0)[:1]]
    return props


def board(rng: Rng, x: float, y: float) -> list[Prop]:
    """A keyboard, a calculator, a remote control: rows of cells with signs."""
    half = (float(rng.uniform(0.8, 5.0)), float(rng.uniform(0.8, 2.2)), float(rng.uniform(0.05, 0.3)))
    pose = lying(x, y, half, float(rng.normal(0, 25)))
    return [
        Prop(
            pose, half, 0.08, 0.03, dull(rng), float(rng.uniform(0.1, 0.8)), "keys", int(rng.integers(2**31))
        )
    ]


def blocks(rng: Rng, x: float, y: float) -> list[Prop]:
    """Small printed boxes in a row, about as large as tiles: matches, sweets, letters, batteries."""
    half = (float(rng.uniform(0.25, 0.7)), float(rng.uniform(0.3, 0.8)), float(rng.uniform(0.15, 0.5)))
    kind: Literal["card", "book"] = "card" if rng.random() < 0.3 else "book"
    angle, colour = float(rng.uniform(0, 360)), dull(rng)
    along = turn(angle) @ np.array([2 * half[0] + float(rng.exponential(0.15)), 0.0, 0.0])
    return [
        Prop(lying(x + k * float(along[0]), y + k * float(along[1]), half, angle), half, 0.06, 0.03, colour,
             0.4, kind, int(rng.integers(2**31)))
        for k in range(int(rng.integers(1, 6)))
    ]  # fmt: skip


def odd_things(kind: str, tiles: list[PlacedTile], rng: Rng) -> list[Prop]:
    """Boards and blocks beside the tiles and, on a desk, standing behind them. Only for training."""
    spots = np.array([t.pose.centre[:2] for t in tiles]) if tiles else np.zeros((0, 2))
    reach = float(np.abs(spots).max()) + 4 if len(spots) else 7.0
    props: list[Prop] = []
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
        x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
        made = (board, blocks)[int(rng.integers(2))](rng, x, y)
        if kind == "desk" and len(spots) and rng.random() < 0.5:
            props += [stood_up(p, float(spots[:, 1].max()) + 1.2 + float(rng.exponential(3.0))) for p in made]
        elif all(
            np.hypot(*(spots - p.pose.centre[:2]).T).min(initial=np.inf) > 0.9 + float(np.hypot(*p.half[:2]))
            for p in made
        ):
            props += made
    return props


def random_things(rng: Rng, x: float, y: float) -> list[Prop]:
    """One thing of any kind at a place."""
    makers = (book, card, phone, cup, dice, chopstick)
    return makers[int(rng.choice(len(makers), p=[0.3, 0.2, 0.13, 0.15, 0.12, 0.1]))](rng, x, y)


def random_props(kind: str, tiles: list[PlacedTile], rng: Rng) -> list[Prop]:
    """Clutter beside the tiles, and now and then a hand or a finger over them."""
    spots = np.array([t.pose.centre[:2] for t in tiles]) if tiles else np.zeros((0, 2))
    reach = float(np.abs(spots).max()) + 3 if len(spots) else 7.0
    props: list[Prop] = []
    number = int(rng.integers(5, 16)) if kind == "clutter" else int(rng.choice([0, 0, 0, 1, 2, 4]))
    for _ in range(number):
        x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
        made = random_things(rng, x, y)
        clear = 0.9 + max(float(np.hypot(p.half[0], p.half[1])) for p in made)
        if len(spots) and np.hypot(*(spots - [x, y]).T).min() < clear:
            continue
        props += made
    if rng.random() < (0.3 if kind == "clutter" else 0.1):
        x, y = float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, 0))
        made = hand(rng, x, y, float(rng.normal(0, 50)))
        if not len(spots) or rng.random() < 0.3 or np.hypot(*(spots - [x, y]).T).min() > 2.6:
            props += [lifted(p, 0.75) for p in made] if len(spots) else made
    if kind == "desk" and len(spots):
        props += behind(spots, rng)
    if kind == "grid" and rng.random() < 0.35:
        props += tray(rng, spots)
    elif rng.random() < 0.25 and len(spots):
        props.append(rail(spots, rng))
    return props


def lifted(prop: Prop, by: float) -> Prop:
    """The same thing `by` units higher."""
    return replace(prop, pose=Pose(prop.pose.rotation, prop.pose.centre + np.array([0.0, 0.0, by])))


def rail(spots: NDArray[np.float64], rng: Rng) -> Prop:
    """The rim or the rack along the player's edge of the table."""
    half = (float(rng.uniform(9, 30)), float(rng.uniform(0.3, 1.6)), float(rng.uniform(0.1, 0.5)))
    y = float(spots[:, 1].min()) - 0.75 - half[1] - float(rng.exponential(0.4))
    colour = colorsys.hsv_to_rgb(
        float(rng.uniform(0.05, 0.12)), float(rng.uniform(0.1, 0.6)), float(rng.uniform(0.3, 0.95))
    )
    return Prop(
        lying(0.0, y, half, 0.0),
        half,
        0.1,
        0.05,
        colour,
        0.4,
        "wood" if rng.random() < 0.5 else "plain",
    )
