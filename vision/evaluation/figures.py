"""Figures from outcomes: tiles, photos, hands, doubts; a share of nothing is None."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from vision.classes import FACE_NAMES
from vision.evaluation.outcomes import PictureOutcome, TileOutcome

LEAST_INSTANCES = 10
"""A face with fewer labelled tiles is not called the worst."""

HAND_PIXELS = 30.0
"""Hands count as a benchmark from this long side of their smallest tile."""


@dataclass(frozen=True, slots=True)
class TileFigures:
    """How tiles were read.

    Attributes:
        photos, tiles: counts.
        found, right: of labelled tiles, as shares.
        claimed: faces claimed.
        claimed_right: share of claimed faces that are right.
        fully_right: share of photos with every tile right and nothing claimed falsely.
        corrections: mean number of tiles to change, add or take out in a photo.
        worst_face, worst_right: of faces with at least `LEAST_INSTANCES` tiles the one read worst.
    """

    photos: int
    tiles: int
    found: float | None
    right: float | None
    claimed: int
    claimed_right: float | None
    fully_right: float | None
    corrections: float | None
    worst_face: str | None
    worst_right: float | None


@dataclass(frozen=True, slots=True)
class HandFigures:
    """How whole hands were read; shares of `hands`."""

    hands: int
    exact: float | None
    same_tiles: float | None
    tiles_exact: float | None
    corrections: float | None
    median_corrections: float | None
    doubted: float | None


@dataclass(frozen=True, slots=True)
class DoubtFigures:
    """How honest the doubts are, on tiles of which a person could be asked.

    Attributes:
        wrong: claimed faces that are wrong or match nothing; `wrong_flagged` the share that is asked about.
        right: claimed faces that are right; `right_flagged` the share that is asked about in vain.
    """

    wrong: int
    wrong_flagged: float | None
    right: int
    right_flagged: float | None


@dataclass(frozen=True, slots=True)
class FaceFigures:
    """How one face was read: of `tiles` labelled, `found`, `right`; `claimed` so, `claimed_right` of them."""

    face: str
    tiles: int
    found: int
    right: int
    claimed: int
    claimed_right: int


def tile_figures(outcomes: Sequence[PictureOutcome]) -> TileFigures:
    """The figures of tiles over pictures."""
    tiles = [tile for outcome in outcomes for tile in outcome.tiles]
    labelled = [tile for tile in tiles if tile.kind != "false"]
    claims = [tile for tile in tiles if tile.is_claim]
    worst = min(
        (face for face in face_figures(outcomes) if face.tiles >= LEAST_INSTANCES),
        key=lambda face: face.right / face.tiles,
        default=None,
    )
    return TileFigures(
        photos=len(outcomes),
        tiles=len(labelled),
        found=share(labelled, lambda tile: tile.kind != "missed"),
        right=share(labelled, lambda tile: tile.kind == "right"),
        claimed=len(claims),
        claimed_right=share(claims, lambda tile: tile.kind == "right"),
        fully_right=share(outcomes, lambda outcome: outcome.fully_right),
        corrections=mean(outcome.corrections for outcome in outcomes),
        worst_face=None if worst is None else worst.face,
        worst_right=None if worst is None else worst.right / worst.tiles,
    )


def hand_figures(outcomes: Iterable[PictureOutcome], least_pixels: float = HAND_PIXELS) -> HandFigures:
    """The figures of hands whose smallest tile has at least `least_pixels`.

    `tiles_exact` is the share of the hands' labelled tiles, of all roles in the picture, that were read
    rightly.
    """
    shown = [o for o in outcomes if o.hand is not None and o.hand.size >= least_pixels]
    hands = [outcome.hand for outcome in shown if outcome.hand is not None]
    tiles = [tile for outcome in shown for tile in outcome.tiles if tile.kind != "false"]
    corrections = sorted(hand.corrections for hand in hands)
    return HandFigures(
        hands=len(hands),
        exact=share(hands, lambda hand: hand.exact),
        same_tiles=share(hands, lambda hand: hand.same_tiles),
        tiles_exact=share(tiles, lambda tile: tile.kind == "right"),
        corrections=mean(corrections),
        median_corrections=float(corrections[len(corrections) // 2]) if corrections else None,
        doubted=share([hand for hand in hands if not hand.exact], lambda hand: hand.doubted),
    )


def doubt_figures(outcomes: Iterable[PictureOutcome]) -> DoubtFigures:
    """How many wrong and right claims a person is asked about."""
    asked = [
        tile for outcome in outcomes for tile in outcome.tiles if tile.is_claim and tile.flagged is not None
    ]
    wrong = [tile for tile in asked if tile.kind != "right"]
    right = [tile for tile in asked if tile.kind == "right"]
    return DoubtFigures(
        wrong=len(wrong),
        wrong_flagged=share(wrong, lambda tile: bool(tile.flagged)),
        right=len(right),
        right_flagged=share(right, lambda tile: bool(tile.flagged)),
    )


def face_figures(outcomes: Iterable[PictureOutcome]) -> list[FaceFigures]:
    """Each face that is labelled or claimed, in the order of the class list."""
    counts = {face: [0, 0, 0, 0, 0] for face in FACE_NAMES}
    for tile in (tile for outcome in outcomes for tile in outcome.tiles):
        right = tile.kind == "right"
        if tile.kind != "false":
            for at, yes in enumerate((True, tile.kind != "missed", right)):
                counts[tile.truth][at] += yes
        if tile.is_claim:
            counts[tile.answer][3] += 1
            counts[tile.answer][4] += right
    return [FaceFigures(face, *row) for face, row in counts.items() if any(row)]


def by_group(outcomes: Iterable[PictureOutcome]) -> dict[str, list[PictureOutcome]]:
    """Outcomes by their picture's group, sorted by name."""
    groups: dict[str, list[PictureOutcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.group, []).append(outcome)
    return dict(sorted(groups.items()))


def all_figures(outcomes: Sequence[PictureOutcome]) -> dict[str, Any]:
    """Tiles, hands, doubts, time and faces as JSON."""
    times = sorted(outcome.milliseconds for outcome in outcomes if outcome.error is None)
    return {
        "tiles": asdict(tile_figures(outcomes)),
        "hands": asdict(hand_figures(outcomes)),
        "doubts": asdict(doubt_figures(outcomes)),
        "milliseconds": {
            "median": round(times[len(times) // 2], 1) if times else None,
            "p95": round(times[int(len(times) * 0.95)], 1) if times else None,
        },
        "faces": {
            face.face: [face.tiles, face.found, face.right, face.claimed] for face in face_figures(outcomes)
        },
        "unreadable": sum(outcome.error is not None for outcome in outcomes),
    }


def share(items: Sequence[Any], is_so: Callable[[Any], bool]) -> float | None:
    """Part of the items of which it is so; None without items."""
    return sum(map(is_so, items)) / len(items) if items else None


def mean(values: Iterable[float]) -> float | None:
    """Their mean; None without values."""
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else None


def percent(value: float | None) -> str:
    """`97.1 %`; an en dash for None."""
    return "–" if value is None else f"{value:.1%}".replace("%", " %")


def claims_of(outcomes: Iterable[PictureOutcome]) -> list[TileOutcome]:
    """All claimed faces."""
    return [tile for outcome in outcomes for tile in outcome.tiles if tile.is_claim]
