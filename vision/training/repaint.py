"""Other sets' faces painted on real tiles: the light, body and camera of a photograph, a design it never had.

    python -m vision.training.repaint --art ART --out stores/paint

writes a store of painted faces of random sets, from which `PaintStore.on` takes one for a crop.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from rich.progress import track

from vision.classes import FACE_NAMES
from vision.training.crops import FACE_SIDE, MARGIN
from vision.training.render.designs import CODES, Catalogue
from vision.training.render.faces import FaceMaker, Variant
from vision.training.render.glyphs import HEIGHT

Image = npt.NDArray[np.uint8]
Pixels = npt.NDArray[np.float32]
Rng = np.random.Generator

WIDEST = 9
"""Of 24 cells along a face, how many the paint may cover in a stretch for the body to be seen between."""

EVEN = 0.55
"""How bright the darkest part of a bare face must be beside the brightest; less is shadow, or a dark set."""

RIM = 5
"""Pixels at the edge of a face that stay as they are."""


@dataclass(frozen=True, slots=True)
class PaintStore:
    """Painted faces, premultiplied RGBA (n, FACE_SIDE, FACE_SIDE, 4), and the indices of each face's."""

    images: Image
    by_face: dict[int, npt.NDArray[np.intp]]

    @classmethod
    def load(cls, folder: Path) -> PaintStore:
        """Open a store that `write` made; the pictures stay on disk until touched."""
        faces = np.load(folder / "faces.npy")
        by_face = {int(face): np.flatnonzero(faces == face) for face in np.unique(faces)}
        return cls(np.load(folder / "images.npy", mmap_mode="r"), by_face)

    def on(self, crop: Image, face: int, rng: Rng) -> Image | None:
        """The tile of a crop with `face` of another set, upright; None where its own cannot be taken off."""
        if face not in self.by_face:
            return None
        inner = slice(MARGIN, MARGIN + FACE_SIDE)
        bare = without_paint(crop[inner, inner])
        if bare is None:
            return None
        paint = self.images[int(rng.choice(self.by_face[face]))].astype(np.float32)
        soft = float(rng.uniform(0.0, 1.4))
        if soft > 0.3:
            paint = np.asarray(cv2.GaussianBlur(paint, (0, 0), soft), dtype=np.float32)
        light = bare.mean(axis=2, keepdims=True) / 255 * float(rng.uniform(0.8, 1.1))
        painted = bare * (1 - paint[..., 3:] / 255) + paint[..., :3] * light
        out = crop.copy()
        mixed = painted * PAINTED + crop[inner, inner] * (1 - PAINTED)
        out[inner, inner] = np.clip(mixed, 0, 255).astype(np.uint8)
        return out


def without_paint(face: Image) -> Pixels | None:
    """The bare body of a pale face (n, n, 3), its light and shade kept; None where it cannot be told."""
    side = face.shape[0]
    small = cv2.resize(face, (24, 24), interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((WIDEST, WIDEST), np.uint8))
    smooth = cv2.GaussianBlur(closed.astype(np.float32), (0, 0), 1.5)
    grey = smooth.mean(axis=2)
    if grey.min() < EVEN * grey.max():
        return None
    bare = cv2.resize(smooth, (side, side), interpolation=cv2.INTER_CUBIC)
    return np.asarray(bare, dtype=np.float32)


def rim_mask() -> Pixels:
    """(FACE_SIDE, FACE_SIDE, 1): 1 where the face is painted, softly 0 at its edge."""
    along = np.minimum(np.arange(FACE_SIDE), np.arange(FACE_SIDE)[::-1]).astype(np.float32)
    ramp = np.clip((along - RIM) / 4, 0, 1)
    return np.asarray(np.minimum(ramp[:, None], ramp)[..., None], dtype=np.float32)


PAINTED = rim_mask()
"""How much of each pixel is the new face."""


def write(catalogue: Catalogue, folder: Path, sets: int, seed: int) -> None:
    """Paint every face of `sets` random sets of the training designs."""
    names = catalogue.names("training")
    shares = np.array(list(names.values()))
    maker = FaceMaker(catalogue)
    folder.mkdir(parents=True, exist_ok=True)
    shape = (sets * len(CODES), FACE_SIDE, FACE_SIDE, 4)
    images = np.lib.format.open_memmap(folder / "images.npy", mode="w+", dtype=np.uint8, shape=shape)
    faces = np.array([FACE_NAMES.index(code) for code in CODES] * sets, np.int16)
    for number in track(range(sets), "sets"):
        rng = np.random.default_rng([seed, number])
        design = str(rng.choice(list(names), p=shares / shares.sum()))
        variant = Variant.drawn(int(rng.integers(2**31)), design, dark_body=False)
        for k, code in enumerate(CODES):
            face = maker.texture(design, variant, code, HEIGHT // 2)
            images[number * len(CODES) + k] = cv2.resize(
                face, (FACE_SIDE, FACE_SIDE), interpolation=cv2.INTER_AREA
            )
    images.flush()
    np.save(folder / "faces.npy", faces)


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--art", type=Path, required=True, help="folder with faces.json and fonts/")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    catalogue = Catalogue(args.art, Path("datasets/faces"), Path("out/render-cache"))
    write(catalogue, args.out, args.sets, args.seed)


if __name__ == "__main__":
    main()
