"""Random arrangements: which tiles lie where, for each kind of scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.hand import Hand
from vision.training.render.hands import loose_plan, random_hand, shuffled_wall
from vision.training.render.layout import Layouter, Looseness
from vision.training.render.poses import moved, without_overlap
from vision.training.render.scene import PlacedTile, TileShape

Rng = np.random.Generator
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Arrangement:
    """Tiles on the table, the (n, 3) points that the photographer wants in the picture, and the hand, if
    the tiles show one that can be told from them."""

    tiles: tuple[PlacedTile, ...]
    focus: Array
    hand: Hand | None = None


def arranged(kind: str, shape: TileShape, rng: Rng) -> Arrangement:
    """A random arrangement of one of `ARRANGERS`."""
    layouter = Layouter(shape, rng, Looseness.random(rng))
    return ARRANGERS[kind](layouter, rng)


def _hand(layouter: Layouter, rng: Rng, standing: bool = False) -> Arrangement:
    hand = random_hand(rng)
    plan = loose_plan(hand, rng)
    if standing:
        plan = replace(plan, standing=True, lean=float(rng.uniform(0, 22)), rows=1)
    told = not any(len(m.down) == 4 for m in plan.melds)
    if rng.random() < 0.12:
        plan, told = replace(plan, concealed=plan.concealed + ("f",) * int(rng.integers(1, 4))), False
    tiles = layouter.hand(plan)
    focus = points(tiles, layouter.shape)
    if rng.random() < 0.4:
        extra = surroundings_of(layouter, shuffled_wall(rng), tiles, rng)
        tiles = tiles + without_overlap(extra, layouter.shape, tiles)
    return Arrangement(tuple(tiles), focus, hand if told else None)


def _standing(layouter: Layouter, rng: Rng) -> Arrangement:
    return _hand(layouter, rng, standing=True)


def _alone(tiles: list[PlacedTile], layouter: Layouter) -> Arrangement:
    return Arrangement(tuple(tiles), points(tiles, layouter.shape))


def _with_whites(faces: list[str], rng: Rng) -> tuple[str, ...]:
    """Some faces turned into white dragons: a blank one is the hardest to find, and rare in a fair wall."""
    return tuple("5z" if rng.random() < 0.05 else face for face in faces)


def _close(layouter: Layouter, rng: Rng) -> Arrangement:
    faces = _with_whites(shuffled_wall(rng)[: int(rng.integers(2, 7))], rng)
    if rng.random() < 0.2:
        faces = (*faces, "f")
    return _alone(layouter.grid(faces, int(rng.integers(1, 7))), layouter)


def _grid(layouter: Layouter, rng: Rng) -> Arrangement:
    faces = shuffled_wall(rng)[: int(rng.integers(8, 60))]
    if rng.random() < 0.3:
        faces += ["f"] * int(rng.integers(1, 8))
    return _alone(layouter.grid(_with_whites(faces, rng), int(rng.integers(4, 14))), layouter)


def _lineup(layouter: Layouter, rng: Rng) -> Arrangement:
    faces = _with_whites(shuffled_wall(rng)[: int(rng.integers(3, 40))], rng)
    return _alone(layouter.lineup(faces, int(rng.integers(3, 15))), layouter)


def _desk(layouter: Layouter, rng: Rng) -> Arrangement:
    """Tiles stood up before a camera on a desk: a run, a hand, a few, alone or with some lying about."""
    if rng.random() < 0.35:
        return _standing(layouter, rng)
    suit, first = str(rng.choice(list("mps"))), int(rng.integers(1, 6))
    run = [f"{n}{suit}" for n in range(first, 10)]
    faces = run if rng.random() < 0.4 else _with_whites(shuffled_wall(rng)[: int(rng.integers(2, 24))], rng)
    if rng.random() < 0.25:
        faces = [f"{n}z" for n in range(1, 8)]
    tiles = layouter.lineup(tuple(faces), int(rng.integers(4, 15)))
    focus = points(tiles, layouter.shape)
    if rng.random() < 0.4:
        lying = layouter.pile(tuple(shuffled_wall(rng)[: int(rng.integers(2, 14))]), 4.0, "loose", 0.4)
        away = float(rng.choice([-1, 1])) * float(rng.uniform(3, 6))
        tiles = tiles + without_overlap(moved(lying, 0.0, away), layouter.shape, tiles)
    return Arrangement(tuple(tiles), focus)


def _pile(layouter: Layouter, rng: Rng) -> Arrangement:
    wall = shuffled_wall(rng)[: int(rng.integers(6, 70))]
    faces = tuple("f" if rng.random() < 0.04 else face for face in _with_whites(wall, rng))
    radius = float(np.sqrt(len(faces)) * rng.uniform(0.62, 1.1))
    return _alone(layouter.pile(faces, radius, "loose", float(rng.choice([0.0, 0.1, 0.4]))), layouter)


def _table(layouter: Layouter, rng: Rng) -> Arrangement:
    tiles = surroundings_of(layouter, shuffled_wall(rng), [], rng, full=True)
    return _alone(without_overlap(tiles, layouter.shape), layouter)


def _clutter(layouter: Layouter, rng: Rng) -> Arrangement:
    del layouter
    half = float(rng.uniform(2.5, 5))
    return Arrangement((), np.array([[x, y, 0.0] for x in (-half, half) for y in (-half, half)]))


ARRANGERS: dict[str, Callable[[Layouter, Rng], Arrangement]] = {
    "hand": _hand,
    "standing": _standing,
    "lineup": _lineup,
    "desk": _desk,
    "grid": _grid,
    "pile": _pile,
    "table": _table,
    "close": _close,
    "clutter": _clutter,
}


def surroundings_of(
    layouter: Layouter, wall: list[str], tiles: list[PlacedTile], rng: Rng, full: bool = False
) -> list[PlacedTile]:
    """Pond, walls and racks beyond the hand, as at a table in play."""
    front = max((t.pose.centre[1] for t in tiles), default=-3.0)
    result: list[PlacedTile] = []
    if full or rng.random() < 0.6:
        number = int(rng.integers(6, 40))
        if rng.random() < 0.5:
            pond = layouter.pond(tuple(wall[60 : 60 + number]), int(rng.integers(5, 9)))
            pond = moved(pond, float(rng.normal(0, 2)), 0.0, float(rng.choice([0, 90, 180, 270])))
        else:
            pond = layouter.pile(tuple(wall[60 : 60 + number]), float(rng.uniform(2.5, 4.5)), "pond", 0.03)
        low = min((t.pose.centre[1] for t in pond), default=0.0)
        result += moved(pond, 0.0, front - low + float(rng.uniform(1.3, 4.0)))
    reach = front + float(rng.uniform(7, 11))
    for angle in (0.0, 90.0, -90.0):
        if rng.random() < (0.6 if full else 0.35):
            row = layouter.wall(tuple(wall[100 : 100 + int(rng.integers(6, 36))]), int(rng.choice([1, 2, 2])))
            row = moved(row, float(rng.normal(0, 1.0)), reach, float(rng.normal(0, 4)))
            result += moved(moved(row, 0.0, -front), 0.0, front, angle)
        if rng.random() < (0.5 if full else 0.3):
            row = layouter.rack(tuple(wall[20 : 20 + int(rng.integers(4, 14))]))
            row = moved(row, float(rng.normal(0, 1.0)), reach + 2.2, 180.0 if rng.random() < 0.9 else 0.0)
            result += moved(
                moved(row, 0.0, 2 * (reach + 2.2) if row and row[0].pose.centre[1] < 0 else 0.0),
                0.0,
                0.0,
                angle,
            )
    return result


def points(tiles: list[PlacedTile], shape: TileShape) -> Array:
    """(8 n, 3) corners of the tiles' boxes in the world."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * shape.half
    return np.concatenate([t.pose.apply(corners) for t in tiles])
