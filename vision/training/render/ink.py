"""Paint on tile faces: taken off its background, recoloured, thickened, worn. Arrays are float32 (h, w, 4)
with straight alpha, 0 to 1."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Ink = NDArray[np.float32]
Rng = np.random.Generator
Colour = tuple[float, float, float]

DYES: dict[str, tuple[Colour, ...]] = {
    "red": ((0.78, 0.08, 0.10), (0.70, 0.05, 0.08), (0.86, 0.16, 0.14), (0.62, 0.10, 0.12)),
    "green": ((0.05, 0.42, 0.20), (0.02, 0.33, 0.16), (0.10, 0.52, 0.28), (0.08, 0.40, 0.32)),
    "blue": ((0.08, 0.16, 0.55), (0.05, 0.10, 0.42), (0.12, 0.30, 0.68), (0.10, 0.14, 0.38)),
    "black": ((0.07, 0.07, 0.08), (0.12, 0.12, 0.14), (0.04, 0.05, 0.10)),
}


def lift_off(picture: NDArray[np.uint8], local: bool = False) -> Ink:
    """Ink of an opaque face picture (h, w, 3): what differs from the body's colour becomes opaque.

    `local` follows a body whose brightness varies (photographs).
    """
    rgb = picture.astype(np.float32) / 255
    if local:
        small = cv2.resize(rgb, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        wide = cv2.dilate(small, np.ones((15, 15), np.uint8))
        body = cv2.resize(cv2.GaussianBlur(wide, (0, 0), 8), rgb.shape[1::-1])
    else:
        flat = (rgb.reshape(-1, 3) * 15.99).astype(np.int64)
        codes = flat @ np.array([256, 16, 1])
        common = np.bincount(codes).argmax()
        body = np.broadcast_to(rgb.reshape(-1, 3)[codes == common].mean(axis=0), rgb.shape)
    alpha = np.clip((np.abs(rgb - body).max(axis=2) - 0.10) / 0.30, 0, 1)[..., None]
    colour = np.clip((rgb - (1 - alpha) * body) / np.maximum(alpha, 0.05), 0, 1)
    return np.concatenate([colour, alpha], axis=2).astype(np.float32)


def inset(ink: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    """Cut `share` of each side off a picture."""
    height, width = ink.shape[:2]
    y, x = round(height * share), round(width * share)
    return ink[y : height - y, x : width - x]


def fitted(ink: Ink, width: int, height: int, scale: float = 1.0) -> Ink:
    """The ink resized into the middle of a (height, width) face, its shape kept up to 12 %."""
    h, w = ink.shape[:2]
    sx, sy = width * scale / w, height * scale / h
    low = min(sx, sy)
    sx, sy = min(sx, low * 1.12), min(sy, low * 1.12)
    new_w, new_h = min(width, max(1, round(w * sx))), min(height, max(1, round(h * sy)))
    straight = ink.copy()
    straight[..., :3] *= straight[..., 3:]
    way = cv2.INTER_AREA if low < 1 else cv2.INTER_CUBIC
    small: Ink = np.clip(cv2.resize(straight, (new_w, new_h), interpolation=way), 0, 1).astype(np.float32)
    small[..., :3] = small[..., :3] / np.maximum(small[..., 3:], 1e-3)
    result = np.zeros((height, width, 4), np.float32)
    y, x = (height - new_h) // 2, (width - new_w) // 2
    result[y : y + new_h, x : x + new_w] = np.clip(small, 0, 1)
    return result


def aside(ink: Ink, share: float, *, to_left: bool) -> Ink:
    """The ink narrower by a share of its width and moved to one side, as where a numeral takes the other."""
    height, width = ink.shape[:2]
    kept = max(1, round(width * (1 - share)))
    result = np.zeros_like(ink)
    at = 0 if to_left else width - kept
    result[:, at : at + kept] = fitted(ink, kept, height)
    return result


@dataclass(frozen=True)
class Palette:
    """The dyes of one set; the suits' own choices."""

    red: Colour
    green: Colour
    blue: Colour
    black: Colour
    numeral: Colour
    wan: Colour
    wind: Colour
    dots: Colour
    sticks: Colour

    @classmethod
    def random(cls, rng: Rng) -> Palette:
        """Usual real choices: numerals blue, black, green or red; winds black or blue; and so on."""
        dye = {name: DYES[name][int(rng.integers(len(DYES[name])))] for name in DYES}

        def pick(*names: str) -> Colour:
            return dye[str(rng.choice(names))]

        return cls(
            **dye,
            numeral=pick("blue", "blue", "black", "black", "green", "red"),
            wan=pick("red", "red", "red", "red", "black"),
            wind=pick("black", "blue", "blue", "green"),
            dots=pick("blue", "blue", "black", "green"),
            sticks=pick("green", "green", "green", "blue"),
        )


def reddened(ink: Ink, palette: Palette) -> Ink:
    """The face in the palette's red alone; the alpha is kept."""
    red = np.empty_like(ink[..., :3])
    red[:] = palette.red
    return np.concatenate([red, ink[..., 3:]], axis=2).astype(np.float32)


def painted(ink: Ink, code: str, palette: Palette) -> Ink:
    """The face in the palette's colours, region by region as real sets do; the alpha is kept."""
    height, width = ink.shape[:2]
    v, u = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = (u + 0.5) / width, (v + 0.5) / height
    colour = np.empty((height, width, 3), np.float32)
    number, suit = int(code[0]) if code[0].isdigit() else 0, code[-1]
    p = palette
    if suit == "m":
        colour[:] = np.where((v < 0.5)[..., None], p.numeral, p.wan)
    elif suit == "p":
        colour[:] = _dots(number, u, v, p)
    elif suit == "s":
        colour[:] = _sticks(number, u, v, p)
    elif code == "6z":
        colour[:] = p.green
    elif code == "7z":
        colour[:] = p.red
    else:
        colour[:] = p.blue if code == "5z" else p.wind
    luma = ink[..., :3].mean(axis=2, keepdims=True)
    shaded = np.clip(colour + 0.35 * luma * (1 - colour), 0, 1)
    return np.concatenate([shaded, ink[..., 3:]], axis=2).astype(np.float32)


def _dots(number: int, u: Ink, v: Ink, p: Palette) -> Ink:
    main, checker = p.dots, ((u < 0.5) == (v < 0.5))[..., None]
    if number == 1:
        r = np.hypot((u - 0.5) * 0.75, v - 0.5)[..., None]
        return np.where(r < 0.09, p.red, np.where(r < 0.2, p.green, main)).astype(np.float32)
    if number in (2, 3, 9):
        bands = (p.green, main) if number == 2 else (main, p.red, p.green)
        which = np.minimum((v * len(bands)).astype(int), len(bands) - 1)
        return np.asarray(np.array(bands, np.float32)[which])
    if number == 4:
        return np.where(checker, main, p.green).astype(np.float32)
    if number == 5:
        middle = (np.hypot((u - 0.5) * 0.75, v - 0.5) < 0.16)[..., None]
        return np.where(middle, p.red, np.where(checker, main, p.green)).astype(np.float32)
    if number in (6, 7):
        return np.where((v < (0.36 if number == 6 else 0.49))[..., None], p.green, p.red).astype(np.float32)
    return np.broadcast_to(np.array(main, np.float32), (*u.shape, 3)).copy()


def _sticks(number: int, u: Ink, v: Ink, p: Palette) -> Ink:
    main = np.array(p.sticks, np.float32)
    red = {
        1: (np.abs(v - 0.42) < 0.07) & (np.abs(u - 0.5) < 0.3),
        5: (np.abs(u - 0.5) < 0.13) & (np.abs(v - 0.5) < 0.3),
        7: v < 0.35,
        9: np.abs(u - 0.5) < 0.14,
    }.get(number, np.zeros(u.shape, bool))
    return np.where(red[..., None], np.array(p.red, np.float32), main).astype(np.float32)


def redrawn(ink: Ink, rng: Rng) -> Ink:
    """A bird as another engraver might draw it: facing the other way, leaner, leaning, as a bare outline.

    For the bird alone: what is mirrored is no character, dot or stick.
    """
    height, width = ink.shape[:2]
    bird = ink[:, ::-1] if rng.random() < 0.5 else ink
    middle = (width / 2, height / 2)
    matrix = cv2.getRotationMatrix2D(middle, float(rng.normal(0, 9)), 1.0)
    matrix[:, :2] = (
        matrix[:, :2] @ np.diag(rng.uniform(0.78, 1.04, 2)) @ [[1, float(rng.normal(0, 0.12))], [0, 1]]
    )
    matrix[:, 2] = np.array(middle) - matrix[:, :2] @ np.array(middle)
    paint = np.ascontiguousarray(
        bird * np.concatenate([bird[..., 3:].repeat(3, axis=2), np.ones_like(bird[..., 3:])], axis=2)
    )
    moved: Any = cv2.warpAffine(paint, matrix, (width, height), flags=cv2.INTER_LINEAR)
    moved[..., :3] /= np.maximum(moved[..., 3:], 1e-3)
    bird = np.clip(moved, 0, 1)
    if rng.random() < 0.2:
        grey = cv2.GaussianBlur(
            bird[..., :3].mean(axis=2) * bird[..., 3] + 1 - bird[..., 3], (0, 0), height / 160
        )
        edges = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
        lines = np.clip(edges * float(rng.uniform(2, 5)) - 0.15, 0, 1)
        colour = np.broadcast_to(np.array(random_colour(rng, 0.6), np.float32), bird[..., :3].shape)
        bird = np.concatenate([colour, lines[..., None]], axis=2)
    return np.asarray(bird, dtype=np.float32)


def hue_shifted(ink: Ink, rng: Rng) -> Ink:
    """The set's own colours a little off: another batch of paint."""
    h, s, v = float(rng.normal(0, 5)), float(rng.uniform(0.75, 1.25)), float(rng.uniform(0.6, 1.1))
    hsv = cv2.cvtColor(np.ascontiguousarray(ink[..., :3]), cv2.COLOR_RGB2HSV)
    hsv[..., 0] = (hsv[..., 0] + h) % 360
    hsv[..., 1] = np.clip(hsv[..., 1] * s, 0, 1)
    hsv[..., 2] = np.clip(hsv[..., 2] * v, 0, 1)
    return np.concatenate([cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), ink[..., 3:]], axis=2)


def brightened(ink: Ink) -> Ink:
    """For dark bodies: dark paint turned light, hues kept."""
    hsv = cv2.cvtColor(np.ascontiguousarray(ink[..., :3]), cv2.COLOR_RGB2HSV)
    hsv[..., 2] = np.clip(0.95 - 0.35 * hsv[..., 2] * (hsv[..., 1] < 0.3) - 0.1 * (1 - hsv[..., 2]), 0.5, 1)
    hsv[..., 1] = hsv[..., 1] * 0.8
    return np.concatenate([cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), ink[..., 3:]], axis=2)


def thickened(ink: Ink, amount: float) -> Ink:
    """Strokes wider (positive) or thinner (negative) by about `amount` hundredths of the face's width."""
    if abs(amount) < 0.15:
        return ink
    sigma = abs(amount) * ink.shape[1] / 100
    result = ink.copy()
    soft = cv2.GaussianBlur(ink[..., 3], (0, 0), max(sigma, 0.3))
    low, high = (0.04, 0.42) if amount > 0 else (0.42, 0.9)
    result[..., 3] = np.clip((soft - low) / (high - low), 0, 1)
    if amount > 0:
        weight = ink[..., 3:] + 1e-3
        spread = cv2.GaussianBlur(ink[..., :3] * weight, (0, 0), max(sigma, 0.5) * 1.5)
        mass = cv2.GaussianBlur(weight[..., 0], (0, 0), max(sigma, 0.5) * 1.5)[..., None]
        result[..., :3] = np.where(ink[..., 3:] > 0.5, ink[..., :3], np.clip(spread / mass, 0, 1))
    return result


def worn(ink: Ink, amount: float, rng: Rng) -> Ink:
    """Paint of uneven depth, rubbed off in places."""
    if amount < 0.05:
        return ink
    height, width = ink.shape[:2]
    coarse = rng.random((12, 9)).astype(np.float32)
    fine = rng.random((48, 36)).astype(np.float32)
    cloud = 0.6 * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    cloud += 0.4 * cv2.resize(fine, (width, height), interpolation=cv2.INTER_LINEAR)
    result = ink.copy()
    result[..., 3] *= np.clip(1.0 - amount * np.clip(cloud * 2.2 - 0.7, 0, 1), 0, 1)
    return result


def premultiplied(ink: Ink) -> NDArray[np.uint8]:
    """(h, w, 4) bytes with colour times alpha, for the graphics card."""
    out = np.concatenate([ink[..., :3] * ink[..., 3:], ink[..., 3:]], axis=2)
    return np.asarray(np.clip(out * 255 + 0.5, 0, 255), dtype=np.uint8)


def over(under: Ink, top: Ink) -> Ink:
    """`top` painted over `under`, both straight alpha of one size."""
    a, b = top[..., 3:], under[..., 3:] * (1 - top[..., 3:])
    alpha = a + b
    colour = (top[..., :3] * a + under[..., :3] * b) / np.maximum(alpha, 1e-4)
    return np.concatenate([colour, alpha], axis=2).astype(np.float32)


def random_colour(rng: Rng, saturation: float = 0.5) -> Colour:
    """Any hue."""
    r, g, b = colorsys.hsv_to_rgb(
        float(rng.random()), float(rng.uniform(0, 1) * saturation), float(rng.uniform(0.1, 0.95))
    )
    return r, g, b
