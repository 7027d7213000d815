"""From the bytes of a photo to its Reading: decode, find, read, arrange, each timed."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from vision.bundle import Bundle
from vision.classes import BACK, face_probabilities, tile_probabilities, turn_probabilities
from vision.compose import compose_reading
from vision.detector import TileDetector
from vision.photo import Photo, decode
from vision.plain import weigh_plain, whites_of_a_wall
from vision.reader import FaceReader
from vision.reading import ImageInfo, Milliseconds, ModelInfo, Reading
from vision.seen import SeenTile
from vision.sides import plain_sides
from vision.views import Pyramid

SURE_TILE = 0.8
"""Score from which a tile stays though its face is unclear."""

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
        self._detector = TileDetector(bundle.detector, bundle.detector_settings, threads)
        self._reader = FaceReader(bundle.reader, bundle.reader_settings, threads)

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
        start = time.perf_counter() - photo.milliseconds / 1000 if start is None else start
        seen, detect, read = self._see(photo)
        keep, *fallbacks = self._settings.keep, *self._settings.second_chances
        return compose_reading(
            ImageInfo(photo.width, photo.height, photo.sha256),
            sure_enough(seen, keep),
            self.model,
            otherwise=(sure_enough(seen, other) for other in fallbacks),
            pixels=photo.pixels,
            start=start,
            spent=Milliseconds(decode=photo.milliseconds, detect=detect, read=read),
        )

    def _see(self, photo: Photo) -> tuple[list[SeenTile], float, float]:
        pyramid = Pyramid(photo.pixels)
        started = time.perf_counter()
        found = self._detector.find(pyramid)
        found_at = time.perf_counter()
        outputs = self._reader.read(pyramid, found.rectangles)
        faces = weigh_plain(pyramid, found.rectangles, face_probabilities(outputs))
        faces = whites_of_a_wall(found.rectangles, faces)
        scores = found.scores * tile_probabilities(outputs)
        scores[plain_sides(found.rectangles, scores, faces)] = 0.0
        seen = [
            seen_tile(rectangle * photo.scale, score, output, probabilities)
            for rectangle, score, output, probabilities in zip(
                found.rectangles, scores, outputs, faces, strict=True
            )
        ]
        return seen, (found_at - started) * 1000, (time.perf_counter() - found_at) * 1000


def sure_enough(seen: list[SeenTile], keep: float) -> list[SeenTile]:
    """Those whose score, times the probability of the face, reaches a threshold, and those that are surely
    tiles, whatever they show: what is unclear is asked about, not left out."""
    return [tile for tile in seen if tile.score * tile.confidence >= keep or tile.score >= SURE_TILE]


def seen_tile(
    rectangle: NDArray[np.float64],
    score: float,
    output: NDArray[np.float32],
    probabilities: NDArray[np.float32],
) -> SeenTile:
    """A tile from its rectangle (4, 2), score, reader's output (142,) and faces' probabilities (36,)."""
    face = int(probabilities.argmax())
    turns = turn_probabilities(output[None], face)[0]
    turn = int(turns.argmax())
    return SeenTile(
        quad=np.roll(rectangle, -turn, axis=0),
        score=float(score),
        probabilities=probabilities.astype(np.float64),
        turn_known=face != BACK and bool(turns[turn] >= SURE_TURN),
    )
