"""Ruled and printed surfaces, whose cells, rings and letters are no tiles: cutting mats, floors of small
slabs, playing mats, newspapers, cloths with a print all over."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.training.render.grain import SIZE, Pixels, Rng, as_bytes, cover_colour, hsv, noise

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
Ink = tuple[float, float, float]


def _ink(rng: Rng) -> Ink:
    colour = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.9)), float(rng.uniform(0.05, 1)))
    return float(colour[0]), float(colour[1]), float(colour[2])


def _canvas(rng: Rng) -> Pixels:
    pale = rng.random() < 0.3
    colour = hsv(float(rng.uniform(0, 360)), 0.15, float(rng.uniform(0.7, 1))) if pale else cover_colour(rng)
    return np.asarray(np.broadcast_to(colour, (SIZE, SIZE, 3)), dtype=np.uint8).copy()


def _finished(canvas: Pixels, rng: Rng) -> Pixels:
    return as_bytes(canvas * (1 + 0.03 * noise(rng, SIZE) + 0.03 * noise(rng, 8))[..., None])


def _write(canvas: Pixels, text: str, at: tuple[int, int], height: int, ink: Ink, rng: Rng) -> None:
    """Letters `height` pixels high from the point `at`, their lower left."""
    cv2.putText(
        canvas, text, at, int(rng.integers(0, 6)), height / 22, ink, max(1, round(height / 9)), cv2.LINE_AA
    )


def _word(rng: Rng, longest: int = 8) -> str:
    return "".join(rng.choice(list(LETTERS), int(rng.integers(1, longest + 1))))


def ruled(rng: Rng) -> Pixels:
    """A cutting mat or squared paper: lines, finer lines between, numbers along them, slants and arcs."""
    canvas, ink = _canvas(rng), _ink(rng)
    cells, finer = int(rng.integers(3, 18)), int(rng.choice([1, 1, 2, 5]))
    step = SIZE / cells
    for k in range(cells * finer):
        at, width = round(k * step / finer), 1 if k % finer else int(rng.integers(1, 4))
        cv2.line(canvas, (at, 0), (at, SIZE), ink, width)
        cv2.line(canvas, (0, at), (SIZE, at), ink, width)
    if rng.random() < 0.6:
        height = int(step * rng.uniform(0.15, 0.5))
        for k in range(cells):
            _write(
                canvas, str(k), (round(k * step) + 3, round(rng.integers(cells) * step) - 3), height, ink, rng
            )
            _write(
                canvas, str(k), (round(rng.integers(cells) * step) + 3, round(k * step) - 3), height, ink, rng
            )
    for _ in range(int(rng.integers(0, 4))):
        one, two = rng.integers(0, SIZE, 2), rng.integers(0, SIZE, 2)
        cv2.line(canvas, (int(one[0]), int(one[1])), (int(two[0]), int(two[1])), ink, 1, cv2.LINE_AA)
        cv2.circle(canvas, (int(one[0]), int(one[1])), int(rng.integers(10, 200)), ink, 1, cv2.LINE_AA)
    return _finished(canvas, rng)


def slabs(rng: Rng) -> Pixels:
    """A floor or a wall of small slabs, each of its own shade, some with a figure."""
    canvas, joint = _canvas(rng), float(rng.uniform(0.3, 1.3))
    across, down = int(rng.integers(3, 20)), int(rng.integers(3, 20))
    base, gap = canvas[0, 0].astype(np.float32), float(rng.uniform(0.02, 0.12))
    canvas[:] = as_bytes(base * joint)
    figured, bonded = rng.random() < 0.4, bool(rng.random() < 0.4)
    w, h = SIZE / across, SIZE / down
    for j in range(down):
        for i in range(across):
            x, y = (i + 0.5 * (bonded and j % 2)) * w, j * h
            shade = base * float(rng.normal(1, 0.06))
            colour = (float(shade[0]), float(shade[1]), float(shade[2]))
            for left in (x, x - SIZE):
                box = (
                    (round(left + gap * w), round(y + gap * h)),
                    (round(left + w * (1 - gap)), round(y + h * (1 - gap))),
                )
                cv2.rectangle(canvas, *box, colour, -1)
                if figured:
                    centre = round(left + w / 2), round(y + h / 2)
                    cv2.circle(
                        canvas,
                        centre,
                        round(min(w, h) * 0.25),
                        tuple(0.6 * c for c in colour),
                        -1,
                        cv2.LINE_AA,
                    )
    return _finished(canvas, rng)


def newsprint(rng: Rng) -> Pixels:
    """Columns of small writing, headlines and grey pictures."""
    canvas = np.full((SIZE, SIZE, 3), int(rng.integers(180, 246)), np.uint8)
    columns, ink = int(rng.integers(2, 6)), _ink(rng)
    width = SIZE // columns
    for column in range(columns):
        y = 0
        while y < SIZE:
            height = int(rng.choice([6, 8, 8, 10, 24, 40]))
            y += round(height * 1.5)
            if rng.random() < 0.05:
                cv2.rectangle(canvas, (column * width, y), ((column + 1) * width - 6, y + 60), _ink(rng), -1)
                y += 66
                continue
            text = " ".join(_word(rng) for _ in range(1 + width // (4 * height)))[: max(1, width // height)]
            _write(canvas, text, (column * width + 3, y), height, ink, rng)
    return _finished(canvas, rng)


def playing_mat(rng: Rng) -> Pixels:
    """Frames, corner ornaments, rings and a word on a plain ground."""
    canvas, ink = _canvas(rng), _ink(rng)
    for _ in range(int(rng.integers(2, 8))):
        x, y, w, h = (int(v) for v in rng.integers(20, 300, 4))
        cv2.rectangle(canvas, (x, y), (x + w, y + h), ink, int(rng.integers(1, 8)))
        if rng.random() < 0.5:
            cv2.circle(
                canvas, (x, y), int(rng.integers(8, 60)), ink, int(rng.choice([-1, 2, 4])), cv2.LINE_AA
            )
        if rng.random() < 0.6:
            _write(canvas, _word(rng), (x, y + h), int(rng.integers(14, 70)), ink, rng)
    return _finished(canvas, rng)


def overall_print(rng: Rng) -> Pixels:
    """One figure after another in rows: letters, rings, bars, pips in boxes of a lighter colour."""
    canvas = _canvas(rng)
    inks, box = [_ink(rng) for _ in range(3)], _ink(rng) if rng.random() < 0.5 else None
    across, down = int(rng.integers(3, 12)), int(rng.integers(3, 12))
    w, h = SIZE / across, SIZE / down
    kind = int(rng.integers(4))
    for j in range(down):
        for i in range(across):
            x, y, ink = round(i * w), round(j * h), inks[int(rng.integers(3))]
            if box is not None:
                cv2.rectangle(canvas, (x, y), (round(x + w * 0.85), round(y + h * 0.85)), box, -1)
            if kind == 0:
                _write(canvas, str(rng.choice(list(LETTERS))), (round(x + w * 0.2), round(y + h * 0.7)),
                       round(min(w, h) * 0.5), ink, rng)  # fmt: skip
            elif kind == 1:
                cv2.circle(canvas, (round(x + w * 0.42), round(y + h * 0.42)), round(min(w, h) * 0.3), ink,
                           max(1, round(w * 0.06)), cv2.LINE_AA)  # fmt: skip
            elif kind == 2:
                for k in range(int(rng.integers(1, 5))):
                    left = round(x + w * (0.12 + 0.18 * k))
                    cv2.line(
                        canvas,
                        (left, round(y + h * 0.15)),
                        (left, round(y + h * 0.7)),
                        ink,
                        max(1, round(w * 0.05)),
                    )
            else:
                for dx, dy in rng.uniform(0.12, 0.72, (int(rng.integers(1, 8)), 2)):
                    cv2.circle(
                        canvas,
                        (round(x + w * dx), round(y + h * dy)),
                        max(1, round(w * 0.07)),
                        ink,
                        -1,
                        cv2.LINE_AA,
                    )
    return _finished(canvas, rng)


PRINTED: dict[str, Callable[[Rng], Pixels]] = {
    "ruled": ruled, "slabs": slabs, "newsprint": newsprint, "playing-mat": playing_mat,
    "overall-print": overall_print,
}  # fmt: skip
