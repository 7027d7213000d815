"""Pictures that show nearly the same: copies that were scaled or brightened, and bursts of one scene.

A 63-bit hash of the low frequencies finds candidates, a small grey picture decides: both are few lines of
OpenCV and NumPy, where the usual library would bring SciPy for one cosine transform.
"""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 16
"""Of the small grey picture."""

CANDIDATE_BITS = 12
"""Hashes that differ in at most this many of 63 bits are compared closely."""

ALIKE = 0.95
"""Correlation of the small grey pictures from which two pictures show nearly the same."""

_BLOCK = 2048


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture looks like from afar.

    Attributes:
        hash: 63 bits.
        grey: SIDE x SIDE bytes, row by row.
    """

    hash: int
    grey: bytes

    @classmethod
    def of(cls, pixels: NDArray[np.uint8]) -> Look:
        """Of an upright RGB picture (H, W, 3)."""
        grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
        small = cv2.resize(grey, (32, 32), interpolation=cv2.INTER_AREA).astype(np.float32)
        low = cv2.dct(small)[:8, :8].ravel()[1:]
        bits = low > np.median(low)
        number = int("".join("1" if bit else "0" for bit in bits), 2)
        tiny = cv2.resize(grey, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        return cls(number, tiny.tobytes())

    def to_dict(self) -> dict[str, str]:
        """As JSON."""
        return {"hash": f"{self.hash:016x}", "grey": base64.b64encode(self.grey).decode()}

    @classmethod
    def from_dict(cls, data: dict[str, str]) -> Look:
        """From JSON."""
        return cls(int(data["hash"], 16), base64.b64decode(data["grey"]))


def alike(looks: Sequence[Look]) -> Iterator[tuple[int, int, float]]:
    """Pairs (i < j) of pictures that show nearly the same, and their correlation."""
    if len(looks) < 2:
        return
    hashes = np.array([look.hash for look in looks], dtype=np.uint64)
    grey = np.stack([np.frombuffer(look.grey, np.uint8) for look in looks]).astype(np.float32)
    grey -= grey.mean(axis=1, keepdims=True)
    grey /= np.maximum(np.linalg.norm(grey, axis=1, keepdims=True), 1e-6)
    for start in range(0, len(looks), _BLOCK):
        block = hashes[start : start + _BLOCK]
        apart = np.bitwise_count(block[:, None] ^ hashes[None, start:])
        ones, others = np.nonzero(apart <= CANDIDATE_BITS)
        for one, other in zip(ones + start, others + start, strict=True):
            if one < other and (likeness := float(grey[one] @ grey[other])) >= ALIKE:
                yield int(one), int(other), likeness


def clusters(count: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Indices 0 to count - 1 in sets that the pairs connect, each sorted, in the order of their first."""
    parent = list(range(count))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for one, other in pairs:
        low, high = sorted((root(one), root(other)))
        parent[high] = low
    found: dict[int, list[int]] = defaultdict(list)
    for index in range(count):
        found[root(index)].append(index)
    return list(found.values())
