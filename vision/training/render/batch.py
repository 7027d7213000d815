"""One picture of a batch: drawn, written, described."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.training.render.designs import CODES, Catalogue, MissingArtError
from vision.training.render.labels import picture_json
from vision.training.render.sample import DESK, KINDS, Sampler
from vision.training.render.tables import HELD_OUT_SEEDS


@dataclass(frozen=True)
class Job:
    """What all pictures of a batch share; small enough to send to a worker with each index."""

    catalogue: Catalogue
    out: Path
    seed: int
    designs: tuple[tuple[str, float], ...]
    held_out_tables: bool
    kinds: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


def job_of(
    art: Path,
    out: Path,
    seed: int,
    designs: str,
    held_out_tables: bool,
    own: Path,
    cache: Path,
    kinds: tuple[str, ...] = (),
    no_tiles: Path | None = None,
    only: tuple[str, ...] = (),
) -> Job:
    """Check the arguments.

    Raises `MissingArtError` without the art, `ValueError` for a reserved seed, a kind or a face that is none.
    """
    if not (art / "faces.json").is_file():
        raise MissingArtError(f"{art}/faces.json is missing")
    if designs == "training" and seed in HELD_OUT_SEEDS:
        raise ValueError(f"seed {seed} is kept for pictures outside training")
    if unknown := sorted(set(kinds) - {*KINDS, DESK}):
        known = ", ".join([*KINDS, DESK])
        raise ValueError(f"no kind of scene is named {', '.join(unknown)}; there are {known}")
    if unknown := sorted(set(only) - set(CODES)):
        raise ValueError(f"no face is named {', '.join(unknown)}; there are {', '.join(CODES)}")
    catalogue = Catalogue(art, own, cache, no_tiles)
    return Job(catalogue, out, seed, tuple(catalogue.names(designs).items()), held_out_tables, kinds, only)


def image_name(seed: int, index: int) -> str:
    """File of picture `index`, relative to the output folder."""
    return f"images/{seed}-{index:06d}.jpg"


def finished(out: Path) -> set[int]:
    """Indices already described in `labels.jsonl`; a line cut short by an interruption is dropped."""
    listing = out / "labels.jsonl"
    if not listing.is_file():
        return set()
    kept, done = [], set()
    for line in listing.read_text("utf-8").splitlines():
        try:
            name = json.loads(line)["image"]
        except json.JSONDecodeError:
            continue
        kept.append(line)
        done.add(int(Path(name).stem.rsplit("-", 1)[1]))
    listing.write_text("".join(line + "\n" for line in kept), "utf-8")
    return done


def produce(job: Job, index: int) -> dict[str, Any]:
    """Draw picture `index`, write its JPEG, and return its label line."""
    from PIL import Image

    from vision.training.render.studio import render_scene

    sampler = Sampler(dict(job.designs), job.catalogue.art, job.held_out_tables, job.kinds, job.only)
    scene = sampler.scene(job.seed, index)
    picture, labels = render_scene(scene, None, job.catalogue)
    name = image_name(job.seed, index)
    quality = int(np.random.default_rng([job.seed, index, 61]).integers(88, 97))
    Image.fromarray(picture).save(job.out / name, quality=quality)
    return {"index": index, "seed": job.seed, **picture_json(scene, labels, name)}
