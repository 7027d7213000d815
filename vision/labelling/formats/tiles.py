"""What of a tile does not fit a format's own fields, as plain JSON values; outlines from outside as tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from vision.labelling.errors import FormatError
from vision.labelling.formats.shapes import clockwise, is_upright, smallest_rectangle
from vision.labelling.picture import DataSet, LabelledTile, Provenance, Shape
from vision.reading import TILE_NAMES, Alternative, Point, Quad

OUTLINES = "outlines became the smallest rectangles around them / 轮廓改成最小外接矩形"


def extras_of(tile: LabelledTile) -> dict[str, Any]:
    """Shape, confidence, alternatives and provenance; what is not known is left out."""
    out: dict[str, Any] = {"shape": tile.shape}
    if tile.confidence is not None:
        out["confidence"] = round(tile.confidence, 4)
    if tile.alternatives:
        out["alternatives"] = [
            {"tile": other.tile, "confidence": round(other.confidence, 4)} for other in tile.alternatives
        ]
    for name in ("person", "model", "time"):
        value = getattr(tile.provenance, name)
        if value is not None:
            out[name] = value
    return out


def with_extras(name: str, quad: Quad, extras: Mapping[str, Any], where: object) -> LabelledTile:
    """The tile of a name, a quad and what `extras_of` wrote, or another tool left of it.

    Raises:
        FormatError: a confidence that is none, an alternative that is no tile.
    """
    shape: Shape = "quad"
    if extras.get("shape") == "box" or ("shape" not in extras and is_upright(quad)):
        shape = "box"
    try:
        confidence = extras.get("confidence")
        alternatives = tuple(
            Alternative(str(other["tile"]), share(other["confidence"]))
            for other in extras.get("alternatives", ())
        )
        if any(other.tile not in TILE_NAMES and other.tile != "back" for other in alternatives):
            raise ValueError(f"no tile among {alternatives}")
        provenance = Provenance(*(_text(extras.get(key)) for key in ("person", "model", "time")))
        if shape == "box":
            (x0, y0), _, (x1, y1), _ = quad
            upright = LabelledTile.from_box(name, (x0, y0, x1, y1)).quad
            return LabelledTile(name, upright, "box", optional_share(confidence), alternatives, provenance)
        corners = clockwise(quad)
        return LabelledTile(name, corners, "quad", optional_share(confidence), alternatives, provenance)
    except (TypeError, KeyError, ValueError) as error:
        raise FormatError(where, f"a label that cannot be read / 标注读不出 ({error})") from error


def outline_quad(points: Sequence[Point], notes: Counter[str]) -> Quad:
    """The quad of an outline: its own corners where there are four, else the smallest rectangle around it."""
    if len(points) == 4:
        a, b, c, d = points
        return (a, b, c, d)
    if len(points) < 3:
        raise ValueError(f"{len(points)} corners")
    notes[OUTLINES] += 1
    return smallest_rectangle(points)


def share(value: object) -> float:
    """A number from 0 to 1; raises ValueError for anything else."""
    number = float(value)  # type: ignore[arg-type]
    if not 0 <= number <= 1:
        raise ValueError(f"{value} is not from 0 to 1")
    return number


def optional_share(value: object) -> float | None:
    """The same, None where there is none."""
    return None if value in (None, "") else share(value)


def notes_of(notes: Counter[str]) -> list[str]:
    """Sentences with their counts."""
    return [f"{count} {note}" for note, count in notes.items()]


def left_out(notes: Counter[str], name: str) -> None:
    """Count a box whose name the user said to leave out."""
    notes[f"boxes of {name!r} left out / 舍去"] += 1


def lost(data: DataSet, rules: Iterable[tuple[Callable[[LabelledTile], bool], str]]) -> list[str]:
    """One sentence for each rule by which tiles lose something in a format."""
    tiles = [tile for picture in data.pictures for tile in picture.tiles]
    counts = [(sum(map(loses, tiles)), sentence) for loses, sentence in rules]
    return [f"{count} {sentence}" for count, sentence in counts if count]


def is_quad(tile: LabelledTile) -> bool:
    """Whether an upright box loses something of it."""
    return tile.shape == "quad"


def has_extras(tile: LabelledTile) -> bool:
    """Whether it says more than where it is and what."""
    return bool(tile.provenance) or tile.confidence is not None


def _text(value: object) -> str | None:
    return None if value in (None, "") else str(value)
