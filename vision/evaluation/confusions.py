"""What was taken for what: the matrix, the look-alikes by name, suits apart from ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from vision.classes import FACE_NAMES
from vision.evaluation.outcomes import BACK, NOTHING, PictureOutcome

LOOK_ALIKES: dict[str, tuple[str, ...]] = {
    "dots: middle numbers": ("4p", "5p", "6p"),
    "dots: 2 and 4": ("2p", "4p"),
    "dots: 7 and 5": ("5p", "7p"),
    "dots: 8 and 9": ("8p", "9p"),
    "bamboo: 7 and 9": ("7s", "9s"),
    "bamboo: 7 and 8": ("7s", "8s"),
    "bamboo: 4 and 6": ("4s", "6s"),
    "bamboo: 6 and 9": ("6s", "9s"),
    "characters: 6, 8, 9": ("6m", "8m", "9m"),
    "characters: strokes 1, 2, 3": ("1m", "2m", "3m"),
    "characters: 5 and 9": ("5m", "9m"),
    "bird, flower and green dragon": ("1s", "f", "6z"),
    "green dragon and 8 bamboo": ("6z", "8s"),
    "red dragon and 1 of characters": ("7z", "1m"),
    "white dragon and a back": ("5z", "back"),
    "bird and 1 of characters": ("1s", "1m"),
}
"""Faces that readers of tiles are known to confuse."""

ROWS = (*FACE_NAMES[:-1], BACK, NOTHING)
"""Order of the matrix: faces, a back, nothing."""


@dataclass(frozen=True, slots=True)
class PairFigures:
    """Look-alikes: `confused` of `tiles` labelled with one of them were read as another of them."""

    name: str
    faces: tuple[str, ...]
    tiles: int
    confused: int

    @property
    def rate(self) -> float | None:
        """Share of the labelled tiles that were confused."""
        return self.confused / self.tiles if self.tiles else None


@dataclass(frozen=True, slots=True)
class KindsOfError:
    """Found tiles that were read as another face, by what was wrong; shares of `found`."""

    found: int
    rank: float | None
    suit: float | None
    honour: float | None
    other: float | None


def confusions(outcomes: Iterable[PictureOutcome]) -> Counter[tuple[str, str]]:
    """(truth, answer) to count, right ones too; missed tiles answer `nothing`, false claims are it."""
    return Counter((tile.truth, tile.answer) for outcome in outcomes for tile in outcome.tiles)


def worst_pairs(counts: Counter[tuple[str, str]], most: int = 20) -> list[tuple[str, str, int]]:
    """The commonest confusions of one face with another: truth, answer, how often."""
    wrong = ((t, a, n) for (t, a), n in counts.items() if t != a and NOTHING not in (t, a))
    return sorted(wrong, key=lambda row: (-row[2], row[0], row[1]))[:most]


def look_alikes(counts: Counter[tuple[str, str]]) -> list[PairFigures]:
    """The named look-alikes of which tiles are labelled."""
    figures = []
    for name, faces in LOOK_ALIKES.items():
        tiles = sum(n for (truth, _), n in counts.items() if truth in faces and truth != BACK)
        confused = sum(n for (t, a), n in counts.items() if t in faces and a in faces and t != a)
        figures.append(PairFigures(name, faces, tiles, confused))
    return [pair for pair in figures if pair.tiles]


def kinds_of_error(counts: Counter[tuple[str, str]]) -> KindsOfError:
    """Whether the rank, the suit, the honour was taken for another, or it was a flower or a back."""
    found = [pair for pair in counts.elements() if NOTHING not in pair and pair[0] != BACK]
    kinds = Counter(error_kind(*pair) for pair in found)
    return KindsOfError(
        len(found),
        *(kinds[kind] / len(found) if found else None for kind in ("rank", "suit", "honour", "other")),
    )


def error_kind(truth: str, answer: str) -> str | None:
    """`rank` (5p for 6p), `suit` (5p for 5m or 6s), `honour` (one of both is one), `other`, or None."""
    if truth == answer:
        return None
    if not (truth[:1].isdigit() and answer[:1].isdigit()):
        return "other"
    if "z" in truth[1] + answer[1]:
        return "honour"
    return "rank" if truth[1] == answer[1] else "suit"
