"""What a model says of a picture, in one form for our bundles and for everybody else's models."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.bundle import SHIPPED, load_bundle
from vision.read import PhotoReader
from vision.reading import Doubt, DoubtCode, GroupKind, Reading

ABOUT_A_TILE = {
    DoubtCode.LOW_CONFIDENCE,
    DoubtCode.FIVE_OF_A_KIND,
    DoubtCode.WRONG_TILE_COUNT,
    DoubtCode.GLARE,
    DoubtCode.CUT_OFF,
    DoubtCode.FLOWER,
}
"""Doubts that ask to look at the tiles they name; an ambiguous meld does where it proposes a face."""


@dataclass(frozen=True, eq=False)
class Claim:
    """One tile that a model claims to see.

    Attributes:
        quad: (4, 2) pixels of the upright picture.
        face: `1m`..`7z`, `f`, or None face down.
        confidence: 0 to 1.
        flagged: whether a person is asked to look at it; None where the model has no say in that, or the
            tile is not of the hand.
    """

    quad: NDArray[np.float64]
    face: str | None
    confidence: float
    flagged: bool | None = None


@dataclass(frozen=True)
class Answer:
    """What a model says of one picture; `reading` is None for models that only find tiles."""

    claims: tuple[Claim, ...]
    milliseconds: float
    reading: Reading | None = None


class Model(Protocol):
    """What can be evaluated."""

    name: str

    def answer(self, picture: Path) -> Answer:
        """What it says of a picture file; raises `PhotoError` where the file is no picture."""


class OurBundle:
    """A bundle of ours; its claims are the tiles of the reading, as everybody gets them."""

    def __init__(self, folder: Path | None, threads: int = 0) -> None:
        bundle = load_bundle(folder)
        self.folder = folder or shipped_folder()
        self.name = f"{bundle.name} {bundle.version}"
        self.reader = PhotoReader(bundle, threads)

    def answer(self, picture: Path) -> Answer:
        """The reading and its claims."""
        return answer_of(self.reader.read(picture.read_bytes()))


def answer_of(reading: Reading) -> Answer:
    """A reading and its claims."""
    asked = frozenset(tile for doubt in reading.doubts if asks_to_look(doubt) for tile in doubt.tiles)
    others = {g.id for g in reading.groups if g.kind is GroupKind.OTHER} if reading.hand else set()
    claims = tuple(
        Claim(
            quad=np.array(tile.quad, dtype=np.float64),
            face=tile.tile,
            confidence=tile.confidence,
            flagged=None if tile.group in others else tile.id in asked,
        )
        for tile in reading.tiles
    )
    return Answer(claims, reading.milliseconds.total, reading)


def shipped_folder() -> Path:
    """Where the shipped bundle lies; a zipped package has none that could be listed."""
    return Path(str(files("models") / SHIPPED))


def asks_to_look(doubt: Doubt) -> bool:
    """Whether a doubt asks to check what the tiles that it names show."""
    proposes = doubt.proposal is not None and doubt.proposal.tile is not None
    return doubt.code in ABOUT_A_TILE or (doubt.code is DoubtCode.AMBIGUOUS_MELD and proposes)
