"""What happens to a crop before the reader sees it: a looser rectangle, another light, a worse camera.

Never a mirror image: glyphs are not symmetric. The bird alone is redrawn at will (`another_bird`): no other
face differs so much from set to set, and no other may look the other way.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
from cv2.typing import MatLike

from vision.training.crops import FACE_SIDE, MARGIN

WELL_FITTED = 0.6
"""Share of the crops that the fitter is taken to have fitted well."""

Image = npt.NDArray[np.uint8]
Rng = np.random.Generator


def augment(image: Image, turn: int, side: int, rng: Rng) -> Image:
    """A crop of the store as a training picture (side, side, 3), turned clockwise by `turn` quarter turns."""
    return weather(jitter_rectangle(image, turn, side, rng), rng)


def weather(image: Image, rng: Rng) -> Image:
    """A training picture in other inks, another light and from a worse camera; nothing moves."""
    out = fade(image, rng) if rng.random() < 0.15 else image
    out = recolour(out, rng)
    if rng.random() < 0.35:
        out = shade(out, rng)
    if rng.random() < 0.12:
        out = cover(out, rng)
    return worsen(out, rng)


def another_bird(image: Image, rng: Rng) -> Image:
    """A crop of a bird (n, n, 3), upright or upside down, as another engraver might have drawn it.

    It looks the other way, is leaner or bent, and wears other colours.
    """
    bird: MatLike = image[:, ::-1] if rng.random() < 0.5 else image
    side = bird.shape[0]
    if rng.random() < 0.7:
        coarse = rng.normal(0, rng.uniform(0.01, 0.04) * side, (2, 5, 5)).astype(np.float32)
        dx, dy = (cv2.resize(axis, (side, side), interpolation=cv2.INTER_CUBIC) for axis in coarse)
        y, x = np.mgrid[0:side, 0:side].astype(np.float32)
        bird = cv2.remap(
            np.ascontiguousarray(bird), x + dx, y + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
    if rng.random() < 0.4:
        turned = bird.astype(np.float32) @ hue_matrix(rng.uniform(-np.pi, np.pi))
        bird = np.clip(turned, 0, 255).astype(np.uint8)
    if rng.random() < 0.12:
        grey = cv2.cvtColor(np.ascontiguousarray(bird), cv2.COLOR_RGB2GRAY)
        edges = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
        paper = np.full_like(bird, int(np.median(grey[grey >= np.median(grey)])), dtype=np.uint8)
        bird = np.clip(paper - edges[..., None] * rng.uniform(0.3, 1.0), 0, 255).astype(np.uint8)
    return np.asarray(bird, dtype=np.uint8)


def plain(image: Image, side: int, margin: float = 0.05) -> Image:
    """The face of a stored crop with a relative margin, as the reader sees it when it serves."""
    inset = MARGIN - FACE_SIDE * margin
    corners = np.array([[inset, inset], [-inset, inset], [-inset, -inset], [inset, -inset]], dtype=np.float32)
    return warp(image, corners % image.shape[0], side)


def warp(image: Image, quad: npt.NDArray[np.float32], side: int) -> Image:
    """What a quad (4, 2) of a crop shows, stretched to a square."""
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(
            image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        ),
        dtype=np.uint8,
    )


def jitter_rectangle(image: Image, turn: int, side: int, rng: Rng) -> Image:
    """The face as it might have been boxed: loose, shifted, turned, sheared; only a little if well fitted."""
    centre = image.shape[0] / 2
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * FACE_SIDE
    off = 0.4 if rng.random() < WELL_FITTED else 1.0
    corners = corners * (1.1 + 0.16 * off * rng.uniform(-1, 1, 2))
    angle = np.deg2rad(off * rng.normal(0, 5 if rng.random() < 0.75 else 14))
    cos, sin = np.cos(angle), np.sin(angle)
    shear = rng.normal(0, 0.06 * off, 2)
    corners = corners @ np.array([[cos, sin + shear[0]], [-sin + shear[1], cos]])
    shift, bend = rng.normal(0, 0.035 * FACE_SIDE, 2), rng.normal(0, 0.02 * FACE_SIDE, (4, 2))
    corners += (shift + bend) * off + centre
    return warp(image, np.roll(corners, turn, axis=0), side)


def recolour(image: Image, rng: Rng) -> Image:
    """Other paint, another light, another exposure."""
    pixels = image.astype(np.float32) / 255
    if rng.random() < 0.08:
        pixels = pixels[..., rng.permutation(3)]
    grey = pixels.mean(axis=2, keepdims=True)
    saturation = 0.0 if rng.random() < 0.06 else rng.uniform(0.35, 1.5)
    pixels = grey + (pixels - grey) * saturation
    if rng.random() < 0.5:
        pixels = pixels @ hue_matrix(rng.normal(0, 0.22))
    pixels = pixels * rng.uniform(0.82, 1.18, 3) ** (rng.random() < 0.6)
    middle = pixels.mean()
    pixels = (pixels - middle) * rng.uniform(0.5, 1.35) + middle * rng.uniform(0.5, 1.35)
    pixels = np.clip(pixels, 0, 1) ** rng.uniform(0.7, 1.5)
    return np.asarray(pixels * 255, dtype=np.uint8)


def fade(image: Image, rng: Rng) -> Image:
    """One of the inks paler, as a set was dyed or worn, or as cameras see it: half the dots all but gone."""
    pixels = image.astype(np.float32)
    grey = pixels.mean(axis=2)
    colour = pixels - grey[..., None]
    strength = np.linalg.norm(colour, axis=2)
    if strength.max() < 24:  # no ink has a colour
        return image
    y, x = np.unravel_index(int(rng.choice(strength.size, p=(strength / strength.sum()).ravel())), grey.shape)
    like = np.clip(colour @ (colour[y, x] / strength[y, x]) / (strength + 12), 0, 1)[..., None] ** 2
    paper = np.median(pixels[grey >= np.median(grey)], axis=0)
    return np.asarray(pixels + like * rng.uniform(0.3, 0.85) * (paper - pixels), dtype=np.uint8)


def hue_matrix(angle: float) -> npt.NDArray[np.float32]:
    """A rotation of colours about the grey axis."""
    matrix, _ = cv2.Rodrigues(np.ones(3) / np.sqrt(3) * angle)
    return np.asarray(matrix, dtype=np.float32)


def shade(image: Image, rng: Rng) -> Image:
    """A shadow's edge or a soft reflection across the face."""
    side = image.shape[0]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    distance = x * np.cos(angle) + y * np.sin(angle) - rng.uniform(-0.4, 0.4)
    if rng.random() < 0.6:
        mask = 1 / (1 + np.exp(-distance * rng.uniform(4, 40)))
        factor = 1 - mask * rng.uniform(0.2, 0.65)
        return np.asarray(image * factor[..., None], dtype=np.uint8)
    spot = np.exp(-np.square(distance * rng.uniform(2, 6))) * rng.uniform(0.2, 0.7)
    return np.asarray(image + (255 - image) * spot[..., None], dtype=np.uint8)


def cover(image: Image, rng: Rng) -> Image:
    """Something over an edge or a corner: a neighbour, a finger."""
    side = image.shape[0]
    depth = int(side * rng.uniform(0.05, 0.3))
    out = image.copy()
    colour = rng.integers(0, 256, 3)
    patch = np.rot90(out, int(rng.integers(4)))
    patch[:depth, : side if rng.random() < 0.5 else int(side * rng.uniform(0.2, 0.6))] = colour
    return out


def worsen(image: Image, rng: Rng) -> Image:
    """Fewer pixels, blur, noise, JPEG: in the order a camera does it."""
    side = image.shape[0]
    out: MatLike = image
    if rng.random() < 0.55:
        small = int(rng.uniform(0.2, 0.9) * side)
        size = small, max(8, int(small * rng.uniform(0.8, 1.25)))
        back = cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC
        out = cv2.resize(
            cv2.resize(out, size, interpolation=cv2.INTER_AREA), (side, side), interpolation=back
        )
    draw = rng.random()
    if draw < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.8))
    elif draw < 0.37:
        out = cv2.filter2D(out, -1, motion_kernel(rng))
    elif draw < 0.45:
        out = cv2.addWeighted(out, 1.8, cv2.GaussianBlur(out, (0, 0), 1.2), -0.8, 0)
    if rng.random() < 0.4:
        noise = rng.normal(0, rng.uniform(2, 16), image.shape)
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(20, 85))])
        decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
        out = out if decoded is None else decoded
    return np.asarray(out, dtype=np.uint8)


def motion_kernel(rng: Rng) -> npt.NDArray[np.float32]:
    """A short straight smear in any direction."""
    length = int(rng.integers(3, 9))
    kernel = np.zeros((length, length), dtype=np.float32)
    angle = rng.uniform(0, np.pi)
    step = np.array([np.cos(angle), np.sin(angle)]) * (length - 1) / 2
    middle = (length - 1) / 2
    for t in np.linspace(-1, 1, 4 * length):
        x, y = middle + t * step
        kernel[round(y), round(x)] = 1
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)
