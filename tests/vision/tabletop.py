"""Tiles laid on a table by a line of text, and photographed by a pinhole camera: exact quads to test with.

One unit is the width of a tile, x to the player's right, y away from the player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK, FACE_NAMES, FLOWER
from vision.seen import SeenTile

HEIGHT = 1.35
ALIKE_UPSIDE_DOWN = {"1p", "2p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "8s", "9s", "5z"}

_TOKEN = re.compile(r"(?P<gap>\|(?P<width>[\d.]*))|(?P<hole>__)|(?P<face>[1-9][mpsz]|ff|##)(?P<how>['~^+]*)")


@dataclass(frozen=True)
class Laid:
    """One tile on the table: face, centre, and degrees anticlockwise from upright for its player."""

    face: str
    x: float
    y: float
    turn: float = 0.0


def row(text: str, x: float = 0.0, y: float = 0.0, *, touching: float = 0.03) -> list[Laid]:
    """Tiles from left to right, their bottoms on `y`, the first one's left edge at `x`.

    `5p` lies upright, `5p~` upside down, `5p'` turned a quarter, `5p^` raised by two thirds of a tile, `5p+`
    on top of the tile before it, `##` face down, `ff` a flower. `|` is a gap of 0.6, `|1.2` of 1.2 widths,
    `__` an empty place.
    """
    laid: list[Laid] = []
    for token in text.split():
        match = _TOKEN.fullmatch(token)
        assert match, token
        if match["gap"]:
            x += float(match["width"] or 0.6)
        elif match["hole"]:
            x += 1 + touching
        elif "+" in match["how"]:
            below = laid[-1]
            tall = 1.0 if below.turn % 180 else HEIGHT
            laid.append(replace(below, face=match["face"], y=below.y + tall + touching))
        else:
            turned = "'" in match["how"]
            across, tall = (HEIGHT, 1.0) if turned else (1.0, HEIGHT)
            turn = 90.0 if turned else 180.0 if "~" in match["how"] else 0.0
            rise = HEIGHT * 2 / 3 if "^" in match["how"] else 0.0
            laid.append(Laid(match["face"], x + across / 2, y + tall / 2 + rise, turn))
            x += across + touching
    return laid


def turned(laid: Sequence[Laid], degrees: float, x: float = 0.0, y: float = 0.0) -> list[Laid]:
    """The tiles turned about the origin, then moved."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return [
        replace(tile, x=c * tile.x - s * tile.y + x, y=s * tile.x + c * tile.y + y, turn=tile.turn + degrees)
        for tile in laid
    ]


@dataclass(frozen=True)
class View:
    """Where the camera is: pitch 90 looks straight down, roll turns the photo, azimuth walks round."""

    pitch: float = 70.0
    roll: float = 0.0
    azimuth: float = 0.0
    distance: float = 1.8
    size: tuple[int, int] = (2000, 1500)

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Table points (n, 2) to pixels (n, 2), all of them within the picture."""
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        span = float(np.ptp(points, axis=0).max())
        p, a, r = np.radians([self.pitch, self.azimuth, self.roll])
        forward = np.array([np.sin(a) * np.cos(p), np.cos(a) * np.cos(p), -np.sin(p)])
        right = np.array([np.cos(a), -np.sin(a), 0.0])
        up = np.cross(right, forward)
        local = np.column_stack([points - middle, np.zeros(len(points))])
        depth = local @ forward + self.distance * max(span, 4.0)
        flat = np.column_stack([local @ right, -(local @ up)]) / depth[:, None]
        c, s = np.cos(r), np.sin(r)
        flat = flat @ np.array([[c, -s], [s, c]])
        low, high = flat.min(axis=0), flat.max(axis=0)
        zoom = 0.9 * float((np.array(self.size) / (high - low)).min())
        return np.asarray((flat - (low + high) / 2) * zoom + np.array(self.size) / 2)


def photograph(
    laid: Sequence[Laid],
    view: View | None = None,
    *,
    noise: float = 0.0,
    confidence: float = 0.99,
    seed: int = 0,
) -> list[SeenTile]:
    """What a perfect detector and reader see, in random order; `noise` in parts of a tile's side."""
    view, random = view or View(), np.random.default_rng(seed)
    corners = np.array([[-0.5, HEIGHT / 2], [0.5, HEIGHT / 2], [0.5, -HEIGHT / 2], [-0.5, -HEIGHT / 2]])
    points = []
    for tile in laid:
        c, s = np.cos(np.radians(tile.turn)), np.sin(np.radians(tile.turn))
        points.append(corners @ np.array([[c, s], [-s, c]]) + [tile.x, tile.y])
    quads = view.project(np.concatenate(points)).reshape(-1, 4, 2)
    side = np.sqrt(np.abs(np.prod(np.ptp(quads, axis=1), axis=1)))[:, None, None]
    quads = quads + random.normal(0, 1, quads.shape) * noise * side
    seen = [
        seen_as(tile.face, quad, confidence=confidence, upside_down=bool(random.integers(2)))
        for tile, quad in zip(laid, quads, strict=True)
    ]
    return [seen[at] for at in random.permutation(len(seen))]


def seen_as(
    face: str,
    quad: NDArray[np.float64],
    *,
    confidence: float = 0.99,
    score: float = 0.999,
    upside_down: bool = False,
    maybe: dict[str, float] | None = None,
) -> SeenTile:
    """One tile read as `face`, and as others by `maybe`; the rest of the probability spread evenly."""
    index = BACK if face == "##" else FLOWER if face == "ff" else FACE_NAMES.index(face)
    probabilities = np.zeros(len(FACE_NAMES))
    probabilities[index] = confidence
    for other, probability in (maybe or {}).items():
        probabilities[FACE_NAMES.index(other)] = probability
    probabilities += max(1 - probabilities.sum(), 0) / len(probabilities)
    sure = face not in ALIKE_UPSIDE_DOWN and face != "##"
    corners = np.roll(quad, 2, axis=0) if upside_down and not sure else quad
    return SeenTile(corners, score, probabilities / probabilities.sum(), turn_known=sure)
