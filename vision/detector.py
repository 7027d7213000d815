"""Finds the tiles of a picture: over the whole, and again where they are, at the size it reads best.

The whole is looked at in two sizes: of tiles beyond a hundred pixels the detector boxes the figures of the
face, each as a tile, while at half the size it sees the tile; small ones it sees at the full size alone.
The second look scales the found rows until a tile is `tile_side` pixels long, and turns them upright; where
a hand lies before the camera and much smaller tiles far behind it, each has a look of its own. What all looks
find is merged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from vision.bundle import DetectorSettings
from vision.views import Pyramid, View

FLOOR = 0.1
"""Scores below this are dropped at once."""

MARGIN_TILES = 1.6
"""How far beyond the found tiles the second pass looks, in tile lengths."""

LARGE = 36.0
"""Pixels of a tile's long side in the coarse look from which that look is listened to."""

FIRST_TRUST = 0.8
"""Weight of a box of the first looks against one of the second, which sees tiles at their best size."""

TWO_SIZES = 1.4
"""How many times longer those boxes that fill most of the area are than most, where each is looked at."""

SAME_WAY = 0.8
"""Mean resultant length of the tiles' axes from which they count as lying the same way."""

SIZE_SPREAD = 0.8
"""Standard deviation of the logarithm of a tile's area within a photo, as far as it decides between boxes."""

MOST = 400
"""Tiles reported at most; two full sets lying open are 288."""


@dataclass(frozen=True, eq=False)
class Found:
    """Rectangles (n, 4, 2) in the picture's pixels, clockwise, a shorter side first, and scores (n,)."""

    rectangles: NDArray[np.float64]
    scores: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.scores)

    def pick(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> Found:
        """Those of an index or mask."""
        return Found(self.rectangles[index], self.scores[index])

    def with_those_of(self, other: Found) -> Found:
        """Both together."""
        return Found(
            np.concatenate([self.rectangles, other.rectangles]), np.concatenate([self.scores, other.scores])
        )

    @property
    def lengths(self) -> NDArray[np.float64]:
        """The longer sides, in pixels."""
        return np.asarray(np.linalg.norm(self.rectangles[:, 1] - self.rectangles[:, 2], axis=1))


class TileDetector:
    """The detector on ONNX Runtime; safe to share between threads."""

    def __init__(self, model: bytes, settings: DetectorSettings, threads: int = 0) -> None:
        self.settings = settings
        self._session = session(model, threads)
        self._input = self._session.get_inputs()[0].name

    def find(self, pyramid: Pyramid) -> Found:
        """The tiles of a picture with the detector's scores, each once."""
        return self.find_all(pyramid)[0]

    def find_all(self, pyramid: Pyramid) -> tuple[Found, Found]:
        """The same, and every box of every look from which they were chosen."""
        first = self._first_looks(pyramid)
        found = first.pick(suppress(first, self.settings.overlap))
        likely = found.pick(found.scores >= self.settings.candidate)
        if len(likely):
            views = [self._second_view(likely, length) for length in lengths_to_look_for(likely)]
            closer = reduce(Found.with_those_of, (self._look(view, pyramid) for view in views))
            trust = np.repeat([1.0, FIRST_TRUST], [len(closer), len(found)])
            found = closer.with_those_of(found)
            everything = closer.with_those_of(first)
        else:  # perhaps they are tiny
            found = everything = self._look(self._whole(pyramid, 2 * self.settings.first_side), pyramid)
            trust = np.ones(len(found))
        return found.pick(suppress(found, self.settings.overlap, trust)[:MOST]), everything

    def _first_looks(self, pyramid: Pyramid) -> Found:
        """All boxes of both."""
        fine = self._look(self._whole(pyramid, self.settings.first_side), pyramid)
        view = self._whole(pyramid, self.settings.first_side // 2)
        coarse = self._look(view, pyramid)
        return fine.with_those_of(coarse.pick(coarse.lengths * view.scale >= LARGE))

    @staticmethod
    def _whole(pyramid: Pyramid, side: int) -> View:
        height, width = pyramid.pixels.shape[:2]
        return View.whole(width, height, side)

    def _second_view(self, found: Found, length: float) -> View:
        return View.around(
            found.rectangles.reshape(-1, 2),
            common_angle(found.rectangles),
            self.settings.tile_side / length,
            MARGIN_TILES * length,
            self.settings.max_pixels,
        )

    def _look(self, view: View, pyramid: Pyramid) -> Found:
        window = view.look(pyramid).transpose(2, 0, 1)[None].astype(np.float32) / 255
        (output,) = self._session.run(None, {self._input: window})
        rows = output[0].T  # cx, cy, w, h, score, angle
        rows = rows[rows[:, 4] >= FLOOR].astype(np.float64)
        found = Found(view.back(rectangles(rows)), rows[:, 4])
        return found.pick(np.argsort(-found.scores, kind="stable")[: 4 * MOST])


def session(model: bytes, threads: int = 0) -> ort.InferenceSession:
    """An ONNX Runtime session on the CPU; 0 threads: as many as there are cores."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def rectangles(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners (n, 4, 2), clockwise and a shorter side first, of rows (n, 6) cx, cy, w, h, score, angle."""
    centre, size, angle = rows[:, :2], rows[:, 2:4], rows[:, 5]
    upright = size[:, 0] <= size[:, 1]
    short, long = np.sort(size, axis=1).T / 2
    angle = np.where(upright, angle, angle - np.pi / 2)
    right = np.stack([np.cos(angle), np.sin(angle)], axis=1) * short[:, None]
    down = np.stack([-np.sin(angle), np.cos(angle)], axis=1) * long[:, None]
    offsets = np.stack([-right - down, right - down, right + down, down - right], axis=1)
    return np.asarray(centre[:, None] + offsets, dtype=np.float64)


def common_angle(tiles: NDArray[np.float64]) -> float:
    """The turn in radians that most tiles (n, 4, 2) share, by their longer sides; 0 where they do not."""
    axis = tiles[:, 3] - tiles[:, 0]
    doubled = 2 * np.arctan2(axis[:, 1], axis[:, 0])
    mean = complex(np.exp(1j * doubled).mean())
    if abs(mean) < SAME_WAY:
        return 0.0
    turn = float(np.angle(mean)) / 2 - np.pi / 2
    return (turn + np.pi / 2) % np.pi - np.pi / 2


def suppress(found: Found, overlap: float, trust: NDArray[np.float64] | float = 1.0) -> NDArray[np.intp]:
    """Indices of the rectangles that stay when the better of two that cover one another is kept.

    The overlap of two is that of their exact shapes, divided by the smaller's area: a part of a tile boxed
    beside the whole goes too, whichever class it would get. Which is better is a matter of its score and of
    its size: the tiles of a photo are of about one size, the halves of one tile are not. `trust` (n,) weighs
    the scores where two are compared.
    """
    if not len(found):
        return np.zeros(0, dtype=np.intp)
    shapes = found.rectangles.astype(np.float32)
    areas = np.prod(np.linalg.norm(shapes[:, 1:3] - shapes[:, :2], axis=2), axis=1)
    typical = typical_areas(areas, found.scores)
    off = np.abs(np.log(areas[:, None] / typical)).min(axis=1)
    order = np.argsort(-found.scores * trust * np.exp(-np.square(off / SIZE_SPREAD) / 2), kind="stable")
    centres, lengths = found.rectangles.mean(axis=1), found.lengths
    left = np.ones(len(found), dtype=bool)
    kept: list[int] = []
    for index in order:
        if not left[index]:
            continue
        kept.append(int(index))
        left[index] = False
        distance = np.abs(centres - centres[index]).max(axis=1)
        for other in np.flatnonzero(left & (distance < np.maximum(lengths, lengths[index]))):
            shared, _ = cv2.intersectConvexConvex(shapes[index], shapes[other])
            left[other] = shared < overlap * min(areas[index], areas[other])
    return np.array(kept, dtype=np.intp)


def lengths_to_look_for(found: Found) -> list[float]:
    """The lengths of the tiles to look for: of most, and where others fill more of the picture, of those."""
    lengths = found.lengths
    most = float(np.median(lengths))
    large = weighted_median(lengths, np.square(found.scores * lengths))
    return [most] if large < TWO_SIZES * most else [large, most]


def typical_areas(areas: NDArray[np.float32], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The area of most tiles, and where far larger ones fill more of the picture, theirs too."""
    most, large = (weighted_median(areas, np.square(scores) * weight) for weight in (1, areas))
    return np.array([most] if large < TWO_SIZES**2 * most else [most, large])


def weighted_median(values: NDArray[np.floating], weights: NDArray[np.floating]) -> float:
    """The value up to which half of the weight lies."""
    order = np.argsort(values)
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
