"""What tiles lie on: real swatches and drawn felts, cloths, woods, by names that always give one texture."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from vision.training.render.grain import SIZE, Pixels, Rng, as_bytes, cover_colour, hsv, noise
from vision.training.render.mats import PRINTED

DRAWN = ("felt", "cloth", "wood", "mat", "plain", "flowered", "speckle", "checked")
DRAWN_COUNT = 400
"""Numbers 0 to 399 of each drawn kind train; from 900 on they are kept out."""
HELD_OUT_TABLES = tuple(f"{kind}/{n}" for kind in DRAWN for n in range(900, 910)) + tuple(
    f"swatch/{name}"
    for name in (
        "Fabric_003", "Fabric_021", "Fabric_040", "Wood_005", "Wood_033", "Planks_012", "Marble_004",
        "Carpet_003", "Leather_004", "Bamboo_001", "WoodFloor_010", "Tiles_020",
    )
)  # fmt: skip
"""Never under training tiles: they lie under the example pictures and the held-out renders."""
HELD_OUT_SEEDS = range(900_000_000, 901_000_000)
"""Seeds of example pictures; a training render refuses them."""

SWATCH_WORDS = (
    "Fabric", "Wood", "Planks", "Marble", "Carpet", "Leather", "Bamboo", "Granite", "Terrazzo", "Plastic",
    "Cork", "Paper", "Wicker", "Concrete", "Tiles", "Travertine", "Onyx", "Chipboard",
)  # fmt: skip


@lru_cache(maxsize=4)
def swatches(art: Path) -> tuple[str, ...]:
    """Names of the usable swatches of the art folder, `swatch/Fabric_003` and the like, sorted."""
    folder = art / "backgrounds" / "acg_cc0_thumbs"
    return tuple(f"swatch/{p.stem}" for p in sorted(folder.glob("*.png")) if p.stem.startswith(SWATCH_WORDS))


def random_name(rng: Rng, art: Path | None, held_out: bool = False) -> str:
    """A table for a picture: felts most, then cloths, mats, woods and swatches."""
    if held_out:
        while True:  # the art folder need not have every swatch that is kept out of training
            name = str(rng.choice(HELD_OUT_TABLES if art is not None else HELD_OUT_TABLES[: 10 * len(DRAWN)]))
            if art is None or not name.startswith("swatch/") or name in swatches(art):
                return name
    kept = [s for s in swatches(art) if s not in HELD_OUT_TABLES] if art is not None else []
    if kept and rng.random() < 0.35:
        return str(rng.choice(kept))
    kind = rng.choice(DRAWN, p=[0.3, 0.12, 0.14, 0.16, 0.1, 0.08, 0.05, 0.05])
    return f"{kind}/{int(rng.integers(DRAWN_COUNT))}"


def printed_name(rng: Rng) -> str:
    """A ruled or printed surface: full of small figures that are no tiles. Only for training."""
    return f"{rng.choice(list(PRINTED))}/{int(rng.integers(DRAWN_COUNT))}"


@lru_cache(maxsize=64)
def texture(name: str, art: Path | None) -> Pixels:
    """(512, 512, 3) repeating texture of a name."""
    kind, key = name.split("/", 1)
    if kind == "swatch":
        if art is None:
            raise FileNotFoundError(f"{name} needs the art folder")
        return _seamless(
            np.asarray(Image.open(art / "backgrounds/acg_cc0_thumbs" / f"{key}.png").convert("RGB"))
        )
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
    return _DRAWERS[kind](np.random.default_rng(seed))


def _seamless(picture: Pixels) -> Pixels:
    """A swatch mirrored into a repeating tile and enlarged with fresh fine grain."""
    mirrored = np.concatenate([picture, picture[:, ::-1]], axis=1)
    mirrored = np.concatenate([mirrored, mirrored[::-1]], axis=0)
    large = cv2.resize(mirrored, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    rng = np.random.default_rng(int(picture.sum()) % 2**32)
    return as_bytes(large + noise(rng, SIZE)[..., None] * 9)


def _felt(rng: Rng) -> Pixels:
    base = cover_colour(rng)
    grain = 0.06 * noise(rng, 512) + 0.05 * noise(rng, 128) + 0.03 * noise(rng, 16)
    return as_bytes(base * (1 + float(rng.uniform(0.4, 1.4)) * grain[..., None]))


def _mat(rng: Rng) -> Pixels:
    """A woven or dimpled rubber mat."""
    base = cover_colour(rng)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    n = int(rng.integers(24, 80))
    weave = np.sin(2 * np.pi * n * x / SIZE) * np.sin(2 * np.pi * n * y / SIZE)
    if rng.random() < 0.5:
        weave = np.sign(weave) * np.sqrt(np.abs(weave))
    shade = 1 + float(rng.uniform(0.04, 0.16)) * weave + 0.03 * noise(rng, 512)
    return as_bytes(base * shade[..., None])


def _cloth(rng: Rng) -> Pixels:
    """Plain weave with threads and folds."""
    base = (
        cover_colour(rng)
        if rng.random() < 0.6
        else hsv(float(rng.uniform(20, 60)), 0.15, float(rng.uniform(0.6, 0.95)))
    )
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    n = int(rng.integers(60, 128))
    threads = np.where(
        (np.floor(x * n / SIZE) + np.floor(y * n / SIZE)) % 2 == 0,
        np.cos(2 * np.pi * n * x / SIZE),
        np.cos(2 * np.pi * n * y / SIZE),
    )
    shade = 1 + 0.08 * threads + 0.05 * noise(rng, 256) + 0.06 * noise(rng, 4)
    return as_bytes(base * shade[..., None])


def _wood(rng: Rng) -> Pixels:
    base = hsv(float(rng.uniform(12, 38)), float(rng.uniform(0.2, 0.7)), float(rng.uniform(0.2, 0.85)))
    y = np.mgrid[0:SIZE, 0:SIZE][0].astype(np.float32) / SIZE
    bend = 0.03 * noise(rng, 4) + 0.006 * noise(rng, 32)
    rings = np.sin(2 * np.pi * (int(rng.integers(6, 22)) * (y + bend)))
    stretched = cv2.resize(noise(rng, 128)[:, :64], (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    shade = 1 + 0.08 * rings + 0.07 * stretched + 0.03 * noise(rng, 512)
    planks = int(rng.choice([0, 0, 3, 5]))
    if planks:
        row = np.floor(y * planks)
        shade = shade * (1 + 0.12 * np.sin(row * 12.9898 + float(rng.random()) * 6))
        shade = np.where((y * planks) % 1 < 0.02, shade * 0.45, shade)
    return as_bytes(base * shade[..., None])


def _plain(rng: Rng) -> Pixels:
    if rng.random() < 0.5:
        base = hsv(float(rng.uniform(0, 360)), 0.12 * float(rng.random()), float(rng.uniform(0.05, 1.0)))
    else:
        base = cover_colour(rng)
    return as_bytes(base * (1 + 0.02 * noise(rng, 512) + 0.03 * noise(rng, 4))[..., None])


def _flowered(rng: Rng) -> Pixels:
    """A printed table cloth: blossoms, rings and leaves that are not tile faces."""
    canvas = np.empty((SIZE, SIZE, 3), np.float32)
    canvas[:] = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.5)), float(rng.uniform(0.3, 1)))
    inks = [
        hsv(float(rng.uniform(0, 360)), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.2, 0.9)))
        for _ in range(3)
    ]
    for _ in range(int(rng.integers(10, 50))):
        x, y, r = int(rng.integers(SIZE)), int(rng.integers(SIZE)), int(rng.integers(8, 40))
        ink, petals = tuple(float(c) for c in inks[int(rng.integers(3))]), int(rng.integers(4, 9))
        kind = int(rng.integers(3))
        for dx in (-SIZE, 0, SIZE):
            for dy in (-SIZE, 0, SIZE):
                if not (-80 < x + dx < SIZE + 80 and -80 < y + dy < SIZE + 80):
                    continue
                at = (x + dx, y + dy)
                if kind == 0:
                    for k in range(petals):
                        a = 2 * np.pi * k / petals
                        cv2.circle(
                            canvas,
                            (int(at[0] + r * np.cos(a)), int(at[1] + r * np.sin(a))),
                            r // 2,
                            ink,
                            -1,
                            cv2.LINE_AA,
                        )
                elif kind == 1:
                    cv2.circle(canvas, at, r, ink, max(2, r // 5), cv2.LINE_AA)
                else:
                    cv2.ellipse(
                        canvas, at, (r, max(2, r // 3)), float(petals * 40), 0, 360, ink, -1, cv2.LINE_AA
                    )
    return as_bytes(canvas * (1 + 0.04 * noise(rng, 512))[..., None])


def _speckle(rng: Rng) -> Pixels:
    """Stone or terrazzo."""
    base = hsv(float(rng.uniform(0, 360)), 0.15 * float(rng.random()), float(rng.uniform(0.2, 0.9)))
    spots = np.clip(noise(rng, 64), 0.8, 2.5) - 0.8 + 0.6 * (np.clip(noise(rng, 128), 1, 3) - 1)
    return as_bytes(
        base
        * (1 + 0.03 * noise(rng, 512) + 0.05 * noise(rng, 8))[..., None]
        * (1 - float(rng.uniform(-0.4, 0.5)) * spots)[..., None]
    )


def _checked(rng: Rng) -> Pixels:
    """Gingham and stripes."""
    one = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0.3, 0.8)), float(rng.uniform(0.3, 0.8)))
    two = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.3)), float(rng.uniform(0.6, 1.0)))
    n = int(rng.integers(3, 16))
    y, x = (np.mgrid[0:SIZE, 0:SIZE] * n // SIZE) % 2
    share = ((x + y) / 2 if rng.random() < 0.7 else x).astype(np.float32)[..., None]
    return as_bytes((one * share + two * (1 - share)) * (1 + 0.05 * noise(rng, 512))[..., None])


_DRAWERS = {
    "felt": _felt, "cloth": _cloth, "wood": _wood, "mat": _mat, "plain": _plain, "flowered": _flowered,
    "speckle": _speckle, "checked": _checked, **PRINTED,
}  # fmt: skip
