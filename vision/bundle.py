"""The model bundle: a folder with a manifest and the models that it names, one version and one hash."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

SHIPPED = "tiles"
"""Name of the bundle's folder inside the package `models`."""


ROLES = ("detector", "fitter", "reader")


class BundleError(ValueError):
    """A bundle that cannot be used; the message names the file and says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """How to run the detector.

    Attributes:
        first_side: longer side in pixels of the picture in the first pass.
        tile_side: longer side in pixels that a tile has in the second pass.
        max_pixels: size of the second pass' picture at most.
        candidate: score from which the first pass counts for choosing where to look again.
        keep: probability of a tile (`vision.presence`) from which it is reported.
        second_chances: other thresholds to try, in this order, where the tiles make no whole hand.
        overlap: share of overlap from which two boxes are one tile.
    """

    first_side: int = 640
    tile_side: int = 56
    max_pixels: int = 1_100_000
    candidate: float = 0.25
    keep: float = 0.65
    second_chances: tuple[float, ...] = (0.35, 0.9)
    overlap: float = 0.45


@dataclass(frozen=True, slots=True)
class FitterSettings:
    """How to run the fitter.

    Attributes:
        side: of its square input, in pixels.
        margin: relative margin around the box that it sees.
        least_overlap: share of the smaller of box and face that both share, under which the box stays.
        most_growth: how many times larger or smaller than the box a face may be; else the box stays.
    """

    side: int = 64
    margin: float = 0.25
    least_overlap: float = 0.7
    most_growth: float = 2.2


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How to run the reader.

    Attributes:
        side: of its square input, in pixels.
        margins: relative margins around the box, whose answers are averaged.
        turns: quarter turns in which each crop is read, whose answers are averaged.
        temperature: what logits are divided by.
    """

    side: int = 64
    margins: tuple[float, ...] = (0.06,)
    turns: tuple[int, ...] = (0, 1, 2, 3)
    temperature: float = 1.0


@dataclass(frozen=True, slots=True)
class Bundle:
    """A checked bundle: the bytes of the ONNX models and how to run them.

    One made before there were fitters has none: its boxes are read as they were found.
    """

    name: str
    version: str
    sha256: str
    detector: bytes
    reader: bytes
    fitter: bytes | None
    detector_settings: DetectorSettings
    reader_settings: ReaderSettings
    fitter_settings: FitterSettings


def load_bundle(folder: Path | None = None) -> Bundle:
    """Read a bundle and check its hashes; without a folder, the one that is shipped.

    Raises BundleError where the manifest or a model is missing, damaged, or not what the manifest says.
    """
    if folder is None:
        with as_file(files("models") / SHIPPED) as shipped:
            return load_bundle(shipped)
    try:
        text = (folder / "manifest.json").read_bytes()
        manifest = json.loads(text)
        roles = [role for role in ROLES if role != "fitter" or role in manifest]
        models = {role: (folder / manifest[role]["file"]).read_bytes() for role in roles}
        for role, data in models.items():
            if hashlib.sha256(data).hexdigest() != manifest[role]["sha256"]:
                raise BundleError(
                    f"{folder / manifest[role]['file']} is not the file that the manifest names"
                )
        settings: dict[str, dict[str, Any]] = {
            role: {
                name: tuple(v) if isinstance(v, list) else v for name, v in manifest[role]["settings"].items()
            }
            for role in roles
        }
        return Bundle(
            name=manifest["name"],
            version=manifest["version"],
            sha256=hashlib.sha256(text).hexdigest(),
            detector=models["detector"],
            reader=models["reader"],
            fitter=models.get("fitter"),
            detector_settings=DetectorSettings(**settings["detector"]),
            reader_settings=ReaderSettings(**settings["reader"]),
            fitter_settings=FitterSettings(**settings.get("fitter", {})),
        )
    except OSError as error:
        raise BundleError(f"no model bundle in {folder}: {error.strerror} ({error.filename})") from error
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BundleError):
            raise
        raise BundleError(f"{folder / 'manifest.json'} is no bundle's manifest: {error}") from error
