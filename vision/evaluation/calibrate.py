"""Fits what makes probabilities mean what they say, on pictures that are left out of training.

    python -m vision.evaluation.calibrate out/render/rendered-{val,desk,low,room,scenes} out/render/hands-fit

Prints the weights of `vision.presence` (is it a tile?) and of `vision.certainty` (was it read rightly?), both
by logistic regression, and how far the latter is off on these pictures and on those it is checked on. To be
run after `vision.evaluation.fit_wholes`, again for new models; never on test pictures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from vision.bundle import Bundle, load_bundle
from vision.certainty import log_odds
from vision.classes import BACK, FACE_NAMES, face_probabilities, tile_probabilities
from vision.detector import Found
from vision.evaluation.outcomes import match
from vision.evaluation.pictures import Picture, TrueTile, load_dataset
from vision.geometry import areas, overlap
from vision.models import Models
from vision.photo import decode
from vision.plain import weigh_plain
from vision.presence import evidence
from vision.read import weighed, whole_tiles
from vision.views import Pyramid

SAME, APART = 0.45, 0.3
"""Shared part of the union of two shapes from which a box is on the tile, and up to which it is not."""

RIDGE = 1e-3
Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Look:
    """What both models say of a picture; the rectangles of `found` are in its pixels times `scale`."""

    picture: Picture
    pyramid: Pyramid
    found: Found
    outputs: NDArray[np.float32]
    scale: float


@dataclass(frozen=True, eq=False)
class Samples:
    """Claims of faces on pictures: (n,) each.

    Attributes:
        faces: probability of the claimed face given that it is a tile.
        scores: that it is a tile.
        on_tile: whether there is one.
        right: whether it shows that face.
    """

    faces: Array
    scores: Array
    on_tile: NDArray[np.bool_]
    right: NDArray[np.bool_]


def looks(bundle: Bundle, pictures: Sequence[Picture]) -> Iterator[Look]:
    """Both models on each picture, once."""
    models = Models.of(bundle)
    for picture in track(pictures, "pictures"):
        photo = decode(picture.path.read_bytes())
        pyramid = Pyramid(photo.pixels)
        found, everything = models.detector.find_all(pyramid)
        if len(found):
            boxes = whole_tiles(pyramid, models, found, everything)
            yield Look(picture, pyramid, boxes.found, boxes.outputs, photo.scale)


def tile_samples(look: Look) -> tuple[Array, NDArray[np.bool_]]:
    """Evidence (n, 7) of the boxes of which it is clear whether they are tiles, and whether they are (n,)."""
    faces = weigh_plain(look.pyramid, look.found.rectangles, face_probabilities(look.outputs))
    rows = evidence(look.found.rectangles, look.found.scores, tile_probabilities(look.outputs), faces)
    is_tile = [_is_tile(box * look.scale, look.picture.tiles) for box in look.found.rectangles]
    clear = np.array([answer is not None for answer in is_tile])
    return rows[clear], np.array([bool(answer) for answer in is_tile])[clear]


def _is_tile(box: Array, tiles: Sequence[TrueTile]) -> bool | None:
    """Whether a box (4, 2) is on a tile; None where it half is, or on one that does not count."""
    shared = [shared_part(box, tile.quad) for tile in tiles]
    best = max(range(len(tiles)), key=lambda at: shared[at], default=None)
    if best is None or shared[best] <= APART:
        return False
    return True if tiles[best].counts and shared[best] > SAME else None


def shared_part(one: Array, other: Array) -> float:
    """The part of the union of two convex quads (4, 2) that both cover."""
    first, second = areas(np.stack([one, other]))
    both = overlap(one, other) * min(first, second)
    return float(both / max(first + second - both, 1e-9))


def claims(look: Look, weights: tuple[float, ...], keep: float) -> Iterator[tuple[float, float, bool, bool]]:
    """Face, score, on a tile, right of each claim on what counts."""
    scores, faces = weighed(look.pyramid, look.found, look.outputs, keep, weights)
    there = np.flatnonzero((scores >= keep) & (faces.argmax(axis=1) != BACK))
    tiles = look.picture.tiles
    centres = look.found.rectangles[there].mean(axis=1) * look.scale
    pairs = match(np.array([tile.bounds for tile in tiles]).reshape(-1, 4), centres)
    tile_of = {int(there[claim]): tiles[tile] for tile, claim in pairs.items()}
    for at in there.tolist():
        best, tile = int(faces[at].argmax()), tile_of.get(at)
        if tile is None or tile.counts:
            right = tile is not None and tile.face == FACE_NAMES[best]
            yield float(faces[at, best]), float(scores[at]), tile is not None, right


def samples_of(seen: Sequence[Look], weights: tuple[float, ...], keep: float) -> Samples:
    """All claims on some pictures."""
    rows = [row for look in seen for row in claims(look, weights, keep)]
    faces, scores, on_tile, right = (np.array(column) for column in zip(*rows, strict=True))
    return Samples(faces, scores, on_tile, right)


def logistic(features: Array, yes: NDArray[np.bool_], ridge: float = RIDGE) -> tuple[float, ...]:
    """Weights of features (n, k) and what is added, that explain best which are `yes` (n,)."""
    terms = np.column_stack([features, np.ones(len(features))])
    small = ridge * np.append(np.ones(features.shape[1]), 0.0)
    weights = np.zeros(terms.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-terms @ weights))
        slope = terms.T @ (chance - yes) / len(terms) + small * weights
        bend = (terms * (chance * (1 - chance))[:, None]).T @ terms / len(terms) + np.diag(small + 1e-9)
        weights -= np.linalg.solve(bend, slope)
    return tuple(float(weight) for weight in weights)


def curve_of_faces(samples: Samples) -> tuple[float, ...]:
    """Weight of a face's log-odds and what is added, by the claims on tiles."""
    return logistic(log_odds(samples.faces[samples.on_tile])[:, None], samples.right[samples.on_tile])


def off(samples: Samples, curve: tuple[float, ...]) -> float:
    """The Brier score of a curve: the mean squared difference of certainty and being right."""
    weight, bias = curve
    sure = samples.scores / (1 + np.exp(-(weight * log_odds(samples.faces) + bias)))
    return float(((sure - samples.right) ** 2).mean())


def arguments(purpose: str) -> argparse.Namespace:
    """The `folders` to fit on, those to `check` on, and the models (`bundle`, or the shipped ones)."""
    parser = argparse.ArgumentParser(description=purpose.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", help="pictures left out of training, to fit on")
    parser.add_argument("--check", type=Path, nargs="*", default=[], help="others, to check on")
    parser.add_argument("--bundle", type=Path)
    return parser.parse_args()


def main() -> None:
    """Command line; see the module's docstring."""
    args = arguments(__doc__)
    console, bundle = Console(), load_bundle(args.bundle)
    keep = bundle.detector_settings.keep
    fitted, checked = (
        list(looks(bundle, [picture for folder in folders for picture in load_dataset(folder)]))
        for folders in (args.folders, args.check)
    )
    rows, is_tile = zip(*map(tile_samples, fitted), strict=True)
    presence = logistic(np.concatenate(rows), np.concatenate(is_tile))
    console.print("presence: WEIGHTS = (" + ", ".join(f"{w:.3f}" for w in presence) + ")")
    samples = samples_of(fitted, presence, keep)
    curve = curve_of_faces(samples)
    console.print("certainty: FACE, BIAS = " + ", ".join(f"{w:.3f}" for w in curve))
    console.print(f"off by {off(samples, curve):.4f} (Brier) over {len(samples.right):,} claims")
    if checked:
        others = samples_of(checked, presence, keep)
        console.print(f"checked: {off(others, curve):.4f} over {len(others.right):,}")


if __name__ == "__main__":
    main()
