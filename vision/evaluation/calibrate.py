"""Fits what makes confidence mean what it says, on pictures that are left out of training.

    python -m vision.evaluation.calibrate out/render/val out/render/hands [--bundle DIR]

Prints the temperature of the reader at which the labelled faces are likeliest (it belongs in the bundle's
manifest), the weights of `vision.certainty` (logistic regression), the threshold of doubt, and what that
catches and costs on the same pictures. Never to be run on test pictures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from vision.bundle import Bundle, load_bundle
from vision.certainty import log_odds
from vision.classes import BACK, FACE_NAMES, face_probabilities, tile_probabilities
from vision.detector import TileDetector
from vision.evaluation.outcomes import match
from vision.evaluation.pictures import OF_THE_HAND, Picture, load_dataset
from vision.photo import decode
from vision.reader import FaceReader
from vision.views import Pyramid

TEMPERATURES = (0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.5)
COST = 0.03
"""Share of right tiles that may be asked about in vain."""

CATCH = 0.95
Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Samples:
    """Claims of faces on pictures: (n,) each.

    Attributes:
        faces: probability of the claimed face given that it is a tile.
        scores: that it is a tile.
        right: whether the tile shows that face.
        labelled: probability of the labelled face; NaN where no tile is labelled.
        asked: whether a person could be asked about it: it lies in the hand, or is no tile at all.
    """

    faces: Array
    scores: Array
    right: NDArray[np.bool_]
    labelled: Array
    asked: NDArray[np.bool_]


def sample(bundle: Bundle, pictures: Sequence[Picture], temperatures: Sequence[float]) -> list[Samples]:
    """The samples at each temperature; the detector looks once."""
    detector = TileDetector(bundle.detector, bundle.detector_settings)
    readers = [
        FaceReader(bundle.reader, replace(bundle.reader_settings, temperature=t)) for t in temperatures
    ]
    rows: list[list[tuple[float, float, bool, float, bool]]] = [[] for _ in readers]
    for picture in track(pictures, "pictures"):
        photo = decode(picture.path.read_bytes())
        pyramid = Pyramid(photo.pixels)
        found = detector.find(pyramid)
        for reader, kept in zip(readers, rows, strict=True):
            outputs = reader.read(pyramid, found.rectangles)
            scores = found.scores * tile_probabilities(outputs)
            centres = found.rectangles.mean(axis=1) * photo.scale
            kept += _rows(
                picture, centres, face_probabilities(outputs), scores, bundle.detector_settings.keep
            )
    return [_samples(kept) for kept in rows]


def _rows(
    picture: Picture, centres: Array, faces: NDArray[np.float32], scores: Array, keep: float
) -> Iterator[tuple[float, float, bool, float, bool]]:
    """Face, score, right, labelled, asked of each claim on what counts."""
    pairs = match(np.array([tile.bounds for tile in picture.tiles]).reshape(-1, 4), centres)
    tile_of = {claim: picture.tiles[tile] for tile, claim in pairs.items()}
    for at, probabilities in enumerate(faces):
        best = int(probabilities.argmax())
        tile = tile_of.get(at)
        if best == BACK or probabilities[best] * scores[at] < keep or (tile and not tile.counts):
            continue
        truth = None if tile is None or tile.face is None else FACE_NAMES.index(tile.face)
        labelled = float("nan") if truth is None else float(probabilities[truth])
        asked = tile is None or tile.role in OF_THE_HAND
        yield float(probabilities[best]), float(scores[at]), best == truth, labelled, asked


def _samples(rows: list[tuple[float, float, bool, float, bool]]) -> Samples:
    faces, scores, right, labelled, asked = (np.array(column) for column in zip(*rows, strict=True))
    return Samples(faces, scores, right, labelled, asked)


def loss(samples: Samples) -> float:
    """Mean negative log-probability of the labelled faces."""
    known = samples.labelled[~np.isnan(samples.labelled)]
    return float(-np.log(np.maximum(known, 1e-6)).mean())


def fit(samples: Samples, ridge: float = 1e-3) -> tuple[float, float, float]:
    """Weights of the log-odds of face and score, and the bias, that explain best which claims are right."""
    features = np.array(
        [[log_odds(f), log_odds(s), 1.0] for f, s in zip(samples.faces, samples.scores, strict=True)]
    )
    weights = np.zeros(3)
    for _ in range(60):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (chance - samples.right) / len(features) + ridge * weights
        bend = (features * (chance * (1 - chance))[:, None]).T @ features / len(features) + ridge * np.eye(3)
        weights -= np.linalg.solve(bend, slope)
    face, score, bias = (float(value) for value in weights)
    return face, score, bias


def certainties(samples: Samples, weights: tuple[float, float, float]) -> Array:
    """The probability (n,) of being right by some weights."""
    face, score, bias = weights
    odds = [
        face * log_odds(f) + score * log_odds(s) + bias
        for f, s in zip(samples.faces, samples.scores, strict=True)
    ]
    return np.asarray(1 / (1 + np.exp(-np.array(odds))))


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", help="pictures left out of training")
    parser.add_argument("--bundle", type=Path)
    args = parser.parse_args()
    console = Console()
    pictures = [picture for folder in args.folders for picture in load_dataset(folder)]
    by_temperature = sample(load_bundle(args.bundle), pictures, TEMPERATURES)
    losses = [loss(samples) for samples in by_temperature]
    for temperature, value in zip(TEMPERATURES, losses, strict=True):
        console.print(f"temperature {temperature:g}: loss {value:.4f}")
    best = int(np.argmin(losses))
    samples = by_temperature[best]
    weights = fit(samples)
    sure = certainties(samples, weights)
    console.print(
        f"temperature {TEMPERATURES[best]:g}  FACE, SCORE, BIAS = " + ", ".join(f"{w:.3f}" for w in weights)
    )
    wrong, right = sure[samples.asked & ~samples.right], sure[samples.asked & samples.right]
    affordable, needed = float(np.quantile(right, COST)), float(np.quantile(wrong, CATCH))
    console.print(f"{len(wrong)} wrong and {len(right)} right claims that a person could be asked about")
    for name, threshold in ((f"costs {COST:.0%}", affordable), (f"catches {CATCH:.0%}", needed)):
        caught, vain = (wrong < threshold).mean(), (right < threshold).mean()
        console.print(
            f"SURE = {threshold:.3f} ({name}): {caught:.1%} of wrong, {vain:.1%} of right asked about"
        )


if __name__ == "__main__":
    main()
