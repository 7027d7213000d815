"""From the bytes of a photo to its Reading: decode, find, read, arrange, each timed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import wholes
from vision.bundle import Bundle
from vision.certainty import CAUTION, Caution
from vision.classes import BACK, face_probabilities, tile_probabilities, turn_probabilities
from vision.compose import compose_reading
from vision.detector import Found
from vision.mirrored import reflections
from vision.models import Models
from vision.photo import Photo, decode
from vision.plain import weigh_plain, whites_of_a_wall
from vision.presence import WEIGHTS, presence
from vision.reading import ImageInfo, Milliseconds, ModelInfo, Reading
from vision.seen import SeenTile
from vision.sides import plain_sides
from vision.views import Pyramid

SURE_TURN = 0.8
"""Probability of a turn, given the face, from which the face's own top counts as known."""


class PhotoReader:
    """Reads photos with one bundle; safe to share between threads.

    Attributes:
        model: which bundle this is.
    """

    def __init__(self, bundle: Bundle, threads: int = 0) -> None:
        self.model = ModelInfo(bundle.name, bundle.version, bundle.sha256)
        self._settings = bundle.detector_settings
        self._models = Models.of(bundle, threads)

    def see(self, photo: Photo) -> list[SeenTile]:
        """The tiles of a photo, each on its own."""
        return sure_enough(self._see(photo)[0], self._settings.keep)

    def read(self, data: bytes) -> Reading:
        """The reading of a photo file.

        Raises PhotoError where the bytes are no photo that can be read.
        """
        start = time.perf_counter()
        photo = decode(data)
        return self.read_photo(photo, start)

    def read_photo(self, photo: Photo, start: float | None = None) -> Reading:
        """The reading of a decoded photo; `start` is when the work on it began (`perf_counter`).

        Where the tiles seen make no whole hand, fainter ones are let in, or only plainer ones: if that
        makes a hand it is the reading, and its doubts name the faint tiles.
        """
        return next(self.readings(photo, (CAUTION,), start))

    def readings(
        self, photo: Photo, cautions: Iterable[Caution], start: float | None = None
    ) -> Iterator[Reading]:
        """The reading of a photo with one caution after the other; the tiles are seen once."""
        start = time.perf_counter() - photo.milliseconds / 1000 if start is None else start
        seen, detect, read = self._see(photo)
        keep, *fallbacks = self._settings.keep, *self._settings.second_chances
        for caution in cautions:
            yield compose_reading(
                ImageInfo(photo.width, photo.height, photo.sha256),
                sure_enough(seen, keep),
                self.model,
                otherwise=(sure_enough(seen, other) for other in fallbacks),
                pixels=photo.pixels,
                start=start,
                spent=Milliseconds(decode=photo.milliseconds, detect=detect, read=read),
                caution=caution,
            )

    def _see(self, photo: Photo) -> tuple[list[SeenTile], float, float]:
        pyramid = Pyramid(photo.pixels)
        started = time.perf_counter()
        found, everything = self._models.detector.find_all(pyramid)
        found_at = time.perf_counter()
        boxes = whole_tiles(pyramid, self._models, found, everything)
        seen = [
            seen_tile(rectangle * photo.scale, score, output, probabilities)
            for rectangle, score, output, probabilities in zip(
                boxes.found.rectangles, boxes.scores, boxes.outputs, boxes.faces, strict=True
            )
        ]
        return seen, (found_at - started) * 1000, (time.perf_counter() - found_at) * 1000


@dataclass(frozen=True, eq=False)
class Boxes:
    """Found boxes, what the reader says of them (n, 142), and how it was `weighed`: the probability (n,) of a
    tile and of its faces (n, 36)."""

    found: Found
    outputs: NDArray[np.float32]
    scores: NDArray[np.float64]
    faces: NDArray[np.float32]


def whole_tiles(pyramid: Pyramid, models: Models, found: Found, everything: Found) -> Boxes:
    """The found boxes fitted and read, with wholes in place of what are only parts of tiles.

    Args:
        pyramid: the picture.
        models: fit and read boxes of it.
        found: the boxes that the detector kept.
        everything: all that it saw.
    """
    keep, most = models.settings.keep, models.settings.overlap
    found = models.fit(pyramid, found)
    outputs = models.read(pyramid, found)
    scores, faces = weighed(pyramid, found, outputs, keep)
    candidates = wholes.promising(wholes.pairs(found, scores, faces, everything))
    fitted = models.fit(pyramid, candidates.wholes)
    answers = models.read(pyramid, fitted)
    chances = wholes.chances(candidates, answers, faces)
    likely = np.argsort(-chances, kind="stable")[: int((chances > 0.5).sum())]
    if len(likely):
        found, outputs = wholes.replaced(found, outputs, fitted.pick(likely), answers[likely], most)
        scores, faces = weighed(pyramid, found, outputs, keep)
    return Boxes(found, outputs, scores, faces)


def weighed(
    pyramid: Pyramid,
    found: Found,
    outputs: NDArray[np.float32],
    keep: float,
    weights: tuple[float, ...] = WEIGHTS,
) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """How likely each box is a tile (n,), and which face it shows (n, 36), given all that was found.

    Args:
        pyramid: the picture.
        found: n boxes in its pixels.
        outputs: (n, 142) the reader's.
        keep: probability from which a tile counts.
        weights: those of `presence`.
    """
    faces = weigh_plain(pyramid, found.rectangles, face_probabilities(outputs))
    scores = presence(found.rectangles, found.scores, tile_probabilities(outputs), faces, weights)
    scores[plain_sides(found.rectangles, scores, faces)] = 0.0
    scores[reflections(pyramid, found.rectangles, scores >= keep)] = 0.0
    return scores, whites_of_a_wall(found.rectangles, faces, scores, keep)


def sure_enough(seen: list[SeenTile], keep: float) -> list[SeenTile]:
    """Those that are tiles with at least this probability, whatever they show: an unclear face is asked
    about, not left out."""
    return [tile for tile in seen if tile.score >= keep]


def seen_tile(
    rectangle: NDArray[np.float64],
    score: float,
    output: NDArray[np.float32],
    probabilities: NDArray[np.float32],
) -> SeenTile:
    """A tile by its rectangle (4, 2), probability, reader's output (142,) and faces' probabilities (36,)."""
    face = int(probabilities.argmax())
    turns = turn_probabilities(output[None], face)[0]
    turn = int(turns.argmax())
    return SeenTile(
        quad=np.roll(rectangle, -turn, axis=0),
        score=float(score),
        probabilities=probabilities.astype(np.float64),
        turn_known=face != BACK and bool(turns[turn] >= SURE_TURN),
    )
