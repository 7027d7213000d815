"""Fits what tells a tile from a part of one that looks like another, on pictures left out of training.

    python -m vision.evaluation.fit_wholes out/render/rendered-{val,desk,low,room} --check out/render/hands

Prints the weights of `vision.wholes` by logistic regression, and how many parts they mend and how many tiles
they spoil, on the pictures of the fit and on those they are checked on. To be run before
`vision.evaluation.calibrate`, again for new models; never on test pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from vision import wholes
from vision.bundle import Bundle, load_bundle
from vision.certainty import log_odds
from vision.classes import BACK, FACE_NAMES, face_probabilities, tile_probabilities
from vision.evaluation.calibrate import arguments, logistic, shared_part
from vision.evaluation.pictures import Picture, TrueTile, load_dataset
from vision.models import Models
from vision.photo import decode
from vision.read import weighed
from vision.views import Pyramid

ON = 0.5
"""Shared part of the union of a box and a tile from which the box shows it."""

RIDGE = 3e-3
Array = NDArray[np.float64]
Rows = tuple[Array, NDArray[np.bool_]]
"""Evidence (m, 4) of pairs of which one is right, and whether it is the whole (m,)."""


def rows(bundle: Bundle, pictures: Sequence[Picture]) -> Iterator[Rows]:
    """The pairs of each picture of which either the part or the whole was read rightly."""
    models = Models.of(bundle)
    for picture in track(pictures, "pictures"):
        photo = decode(picture.path.read_bytes())
        pyramid = Pyramid(photo.pixels)
        found, everything = models.detector.find_all(pyramid)
        found = models.fit(pyramid, found)
        scores, faces = weighed(pyramid, found, models.read(pyramid, found), models.settings.keep)
        pairs = wholes.pairs(found, scores, faces, everything)
        answers = models.read(pyramid, models.fit(pyramid, pairs.wholes))
        shown = face_probabilities(answers)
        tile, face = log_odds(tile_probabilities(answers)), log_odds(shown.max(axis=1))
        evidence = wholes.evidence(pairs, tile, face)
        kept, whole_is_right = [], []
        for at, part in enumerate(pairs.parts):
            one, other = int(faces[part].argmax()), int(shown[at].argmax())
            if one == other or BACK in (one, other):
                continue
            of_part = _right(found.rectangles[part] * photo.scale, one, picture.tiles)
            of_whole = _right(pairs.wholes.rectangles[at] * photo.scale, other, picture.tiles)
            if of_part != of_whole:
                kept.append(at)
                whole_is_right.append(of_whole)
        yield evidence[kept], np.array(whole_is_right, dtype=bool)


def _right(box: Array, face: int, tiles: Sequence[TrueTile]) -> bool:
    """Whether a box (4, 2) lies on a tile that shows the face."""
    shared = [shared_part(box, tile.quad) for tile in tiles]
    best = max(range(len(tiles)), key=lambda at: shared[at], default=None)
    return best is not None and shared[best] > ON and tiles[best].face == FACE_NAMES[face]


def gathered(bundle: Bundle, folders: Sequence[Path]) -> Rows:
    """Those of all pictures of some folders."""
    made = list(rows(bundle, [picture for folder in folders for picture in load_dataset(folder)]))
    return np.concatenate([r for r, _ in made]), np.concatenate([y for _, y in made])


def mended_and_spoilt(sample: Rows, weights: tuple[float, ...]) -> str:
    """What the weights would do, in words."""
    evidence, whole = sample
    chosen = evidence @ np.array(weights[:-1]) + weights[-1] > 0
    return (
        f"{(chosen & whole).sum()} of {whole.sum()} parts mended, "
        f"{(chosen & ~whole).sum()} of {(~whole).sum()} tiles spoilt"
    )


def main() -> None:
    """Command line; see the module's docstring."""
    args = arguments(__doc__)
    console, bundle = Console(), load_bundle(args.bundle)
    fitted = gathered(bundle, args.folders)
    weights = logistic(*fitted, RIDGE)
    console.print("wholes: WEIGHTS = (" + ", ".join(f"{w:.2f}" for w in weights) + ")")
    console.print(mended_and_spoilt(fitted, weights))
    if args.check:
        console.print("checked: " + mended_and_spoilt(gathered(bundle, args.check), weights))


if __name__ == "__main__":
    main()
