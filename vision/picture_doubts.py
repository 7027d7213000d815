"""What may be wrong with the photo itself: light, focus, angle, size, frame, or that it is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.errors import Text
from vision.geometry import Array, across_and_down, long_sides, touches_frame
from vision.reading import Doubt, DoubtCode
from vision.screens import is_drawn

SMALLEST = 16.0
"""Pixels of a tile's long side in the full picture below which strokes run together."""
FRAME = 0.003
"""Part of the picture's long side within which a face counts as cut off by the frame."""
DARK = 60.0
"""Luminance (of 255) that the bright parts of faces stay below in a photo that is too dark."""
BLOWN = 250
"""Value that all three channels of a blown-out pixel reach."""
GLARE, NO_GLARE = 0.35, 0.1
"""Blown-out part of a face under glare, and of the other faces when they are not simply white."""
BLURRED = 0.055
"""Width of an edge (sigma), as part of a face's long side, above which strokes run together."""
SMEARED, ONE_WAY = 0.042, 1.5
"""The same where edges of one direction are this much wider than those of another: a hand that shook."""
CONTRAST = 25.0
"""Difference of light and dark (of 255) below which a face shows no strokes to judge by."""
LOW = 0.4
"""Height of a face beside its width, as the camera sees it, below which the camera is too low."""
LEVEL = 3.0
"""Degrees off the picture's axes, in the middle of its tiles, that drawn tiles stay below."""
FEWEST = 4
"""With fewer tiles nothing follows from how they lie."""
HARDLY_SEEN = {DoubtCode.TOO_SMALL, DoubtCode.TOO_LOW, DoubtCode.TOO_DARK}
"""What leaves no edge sharp, however still the camera is held."""
_PATCH = (48, 64)
_RIM = 6
DIRECTIONS = ((1.0, 0.0), (0.7071, 0.7071), (0.0, 1.0), (-0.7071, 0.7071))
"""In which edges are looked for: across, aslant, down, aslant the other way."""
STEEPEST = 0.985
"""Part of a face's pixels that rise less steeply than its edges do."""

Pixels = NDArray[np.uint8]


def picture_doubts(
    quads: Array, size: tuple[int, int], pixels: Pixels | None, ids: Sequence[int], *, legible: Sequence[bool]
) -> tuple[Doubt, ...]:
    """Doubts about a photo of `size` (w, h) from the hand's quads (n, 4, 2) in it, tiles named by `ids`.

    `pixels` (h', w', 3) RGB is the photo, perhaps smaller; without it only size and frame are judged.
    `legible` says of each tile whether its strokes were read surely: light that leaves them so is no matter.
    """
    if not len(quads):
        return ()
    found = [*_size_and_frame(quads, size, ids), *_too_low(quads)]
    if pixels is not None:
        patches = _patches(quads * (pixels.shape[1] / size[0]), pixels)
        found += [*_glare(patches, ids, np.array(legible)), *_too_dark(patches)]
        if not HARDLY_SEEN & {doubt.code for doubt in found}:
            found += _too_blurred(patches)
    return tuple(found)


def whole_picture_doubts(quads: Array, pixels: Pixels | None) -> tuple[Doubt, ...]:
    """Doubts about what kind of picture it is, from all quads (n, 4, 2) in it; they come before others."""
    if pixels is None or not is_drawn(pixels, level=_level(quads)):
        return ()
    text = Text(
        "这像是屏幕截图：请上传相机拍的原图；没有原图的话，请逐张核对。",
        "This looks like a screenshot: send the camera's own photo, or check every tile.",
    )
    return (Doubt(DoubtCode.SCREENSHOT, (), text),)


def _level(quads: Array) -> bool:
    """Whether the tiles lie along the picture's axes, as in a drawing and hardly ever before a camera."""
    if len(quads) < FEWEST:
        return False
    right, _ = across_and_down(quads)
    off = np.degrees(np.arctan2(right[:, 1], right[:, 0])) % 90
    return bool(np.median(np.minimum(off, 90 - off)) < LEVEL)


def _size_and_frame(quads: Array, size: tuple[int, int], ids: Sequence[int]) -> Iterator[Doubt]:
    measured = float(np.median(long_sides(quads)))
    if measured < SMALLEST:
        text = Text(
            f"牌太小，长边只有{measured:.0f}像素：请靠近一些，或上传原图。",
            f"The tiles are too small, {measured:.0f} pixels long: move closer, or send the original photo.",
        )
        yield Doubt(DoubtCode.TOO_SMALL, (), text)
    margin = max(1.5, FRAME * max(size))
    cut = tuple(at for at, quad in zip(ids, quads, strict=True) if touches_frame(quad, size, margin))
    if cut:
        text = Text(
            "有牌在画面边缘，可能没拍全：请退后一点，把整手牌拍进画面。",
            "Tiles touch the edge of the picture and may be cut off: step back and get the whole hand in.",
        )
        yield Doubt(DoubtCode.CUT_OFF, cut, text)


def _too_low(quads: Array) -> Iterator[Doubt]:
    right, down = across_and_down(quads)
    if np.median(np.hypot(*down.T) / np.maximum(np.hypot(*right.T), 1e-6)) < LOW:
        text = Text(
            "镜头太低，牌面被压扁了：请把手机举高一些再拍。",
            "The camera is too low and sees the faces flattened: hold it higher.",
        )
        yield Doubt(DoubtCode.TOO_LOW, (), text)


def _patches(quads: Array, pixels: Pixels) -> NDArray[np.uint8]:
    """(n, 64, 48, 3) the faces, seen square on."""
    width, height = _PATCH
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    maps = [cv2.getPerspectiveTransform(quad.astype(np.float32), corners) for quad in quads]
    return np.stack(
        [cv2.warpPerspective(pixels, m, _PATCH, borderMode=cv2.BORDER_REPLICATE) for m in maps]
    ).astype(np.uint8)


def _glare(patches: NDArray[np.uint8], ids: Sequence[int], legible: NDArray[np.bool_]) -> Iterator[Doubt]:
    blown = (patches.min(axis=3) >= BLOWN).mean(axis=(1, 2))
    lit = blown > GLARE
    if not lit.any():
        return
    mirrored = lit.all() or np.median(blown[~lit]) < NO_GLARE or np.median(blown) > 2 * GLARE
    lost = lit & ~legible
    if mirrored and lost.any():
        text = Text(
            "牌面反光，看不清花色：请换个角度，避开灯光再拍。",
            "Light is mirrored in the faces: take the photo from another angle, away from the lamp.",
        )
        yield Doubt(DoubtCode.GLARE, tuple(np.array(ids)[lost].tolist()), text)


def _too_dark(patches: NDArray[np.uint8]) -> Iterator[Doubt]:
    luminance = patches @ np.array([0.299, 0.587, 0.114])
    bright = np.percentile(luminance, 90, axis=(1, 2))
    if np.median(bright) < DARK:
        text = Text(
            "照片太暗：请开灯或打开闪光灯再拍。", "The photo is too dark: take it again with more light."
        )
        yield Doubt(DoubtCode.TOO_DARK, (), text)


def _too_blurred(patches: NDArray[np.uint8]) -> Iterator[Doubt]:
    widths = edge_widths(patches)
    if len(widths) < FEWEST:
        return
    along = np.median(widths, axis=0)
    if along.max() > (SMEARED if along.max() > ONE_WAY * along.min() else BLURRED):
        text = Text(
            "照片模糊：请拿稳手机、对准牌面对焦，再拍一张。",
            "The photo is blurred: hold the phone still, tap on the tiles to focus, and take it again.",
        )
        yield Doubt(DoubtCode.TOO_BLURRED, (), text)


def edge_widths(patches: NDArray[np.uint8]) -> Array:
    """How soft the steepest edges are in each of four directions (m, 4), of the faces that show strokes.

    An edge that a Gaussian has blurred rises at most by its height over 2.5 sigma a pixel; that sigma, as
    part of the face's long side, is its width. `patches` (n, 64, 48, 3) are faces seen square on.
    """
    grey = patches.astype(np.float32).mean(axis=3)[:, _RIM:-_RIM, _RIM:-_RIM]
    heights = rank(grey, 0.98) - rank(grey, 0.02)
    grey, heights = grey[heights >= CONTRAST], heights[heights >= CONTRAST]
    steepest = np.zeros((len(grey), len(DIRECTIONS)))
    for at, face in enumerate(grey):
        across, down = cv2.Sobel(face, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(face, cv2.CV_32F, 0, 1) / 8
        steepest[at] = rank(np.abs(np.stack([across * x + down * y for x, y in DIRECTIONS])), STEEPEST)
    return np.asarray(heights[:, None] / np.maximum(steepest, 1e-3) / np.sqrt(2 * np.pi) / patches.shape[1])


def rank(values: NDArray[np.float32], part: float) -> NDArray[np.float32]:
    """The value (n,) of each of n pictures (n, h, w) below which so large a part of its own lies."""
    flat = values.reshape(len(values), -1)
    place = round(part * (flat.shape[1] - 1))
    return np.asarray(np.partition(flat, place, axis=1)[:, place])
