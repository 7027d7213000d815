"""The parts of a report, each as HTML from outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from vision.evaluation.calibration import best_within, cheapest, doubt_curve, expected_error, reliability
from vision.evaluation.charts import Bar, Series, bars, curves, matrix, reliability_diagram
from vision.evaluation.confusions import ROWS, confusions, kinds_of_error, look_alikes, worst_pairs
from vision.evaluation.figures import (
    HAND_PIXELS,
    by_group,
    claims_of,
    doubt_figures,
    face_figures,
    hand_figures,
    percent,
    share,
    tile_figures,
)
from vision.evaluation.outcomes import PictureOutcome, TileOutcome
from vision.evaluation.sheet import Cutting

Outcomes = Sequence[PictureOutcome]

SIZES = (0, 16, 20, 26, 34, 45, 60, 90, 1e9)
"""Borders in pixels between which errors are counted by tile size."""

ANGLES = (0, 15, 25, 35, 45, 55, 65, 75, 90.01)
"""Borders in degrees between which errors are counted by how far the camera looks down."""


def table(head: Sequence[str], rows: Sequence[Sequence[object]], numbers_from: int = 1) -> str:
    """An HTML table; columns from `numbers_from` on are set to the right."""
    cells = "".join(
        f"<th class='{_side(at, numbers_from)}'>{escape(str(h))}</th>" for at, h in enumerate(head)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td class='{_side(at, numbers_from)}'>{escape(str(v))}</td>" for at, v in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<div class='scroll'><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>"


def _side(at: int, numbers_from: int) -> str:
    return "n" if at >= numbers_from else "t"


TILE_HEAD = (
    "", "photos", "tiles", "found", "found and right", "claimed right", "photos fully right",
    "corrections a photo", "worst face",
)  # fmt: skip


def tile_row(name: str, outcomes: Outcomes) -> list[object]:
    """A row of figures under `TILE_HEAD`."""
    figures = tile_figures(outcomes)
    worst = "–" if figures.worst_face is None else f"{figures.worst_face} {percent(figures.worst_right)}"
    corrections = "–" if figures.corrections is None else f"{figures.corrections:.2f}"
    return [
        name, figures.photos, f"{figures.tiles:,}", percent(figures.found), percent(figures.right),
        percent(figures.claimed_right), percent(figures.fully_right), corrections, worst,
    ]  # fmt: skip


def tiles_section(outcomes: Outcomes) -> str:
    """Tiles found and right, all and by group."""
    groups = by_group(outcomes)
    rows = [tile_row("all", outcomes)]
    if len(groups) > 1:
        rows += [tile_row(name, shown) for name, shown in groups.items()]
    return "<h3>Tiles</h3>" + table(TILE_HEAD, rows)


def hands_section(outcomes: Outcomes) -> str:
    """Whole hands, where the pictures show some."""
    if not any(outcome.hand for outcome in outcomes):
        return ""
    rows = []
    for name, least in ((f"tiles of {HAND_PIXELS:.0f} px and more", HAND_PIXELS), ("all sizes", 0.0)):
        f = hand_figures(outcomes, least)
        rows.append([
            name, f.hands, percent(f.tiles_exact), percent(f.same_tiles), percent(f.exact),
            "–" if f.corrections is None else f"{f.corrections:.2f}",
            "–" if f.median_corrections is None else f"{f.median_corrections:.0f}", percent(f.doubted),
        ])  # fmt: skip
    head = ("hands", "number", "tiles exact", "same tiles", "all exact", "corrections, mean", "median",
            "of the inexact doubted")  # fmt: skip
    return "<h3>Whole hands</h3>" + table(head, rows)


def doubts_section(outcomes: Outcomes) -> str:
    """How honest the doubts are, by group, and what other thresholds would give."""
    groups = by_group(outcomes)
    rows = []
    for name, shown in [("all", outcomes), *(groups.items() if len(groups) > 1 else ())]:
        f = doubt_figures(shown)
        rows.append([name, f.wrong, percent(f.wrong_flagged), f.right, percent(f.right_flagged)])
    if not rows[0][1] and not rows[0][3]:
        return ""
    head = ("", "wrong claims", "asked about", "right claims", "asked about in vain")
    curve = doubt_curve(tile for tile in claims_of(outcomes) if tile.flagged is not None)
    parts = ["<h3>Doubts</h3>", table(head, rows)]
    if curve:
        catching, costing = cheapest(curve, 0.95), best_within(curve, 0.03)
        points = tuple((p.right_flagged, p.wrong_flagged) for p in curve)
        chart = curves(
            "Wrong claims caught, by confidence alone",
            "right claims asked about in vain",
            [Series("every threshold", _thinned(points))],
            ticks=(0, 0.03, 0.1, 0.2, 0.4, 0.7, 1),
        )
        said = []
        if catching is not None:
            said.append(f"95 % of wrong claims lie below {catching.threshold:.3f}, and so do "
                        f"{percent(catching.right_flagged)} of right ones.")  # fmt: skip
        if costing is not None:
            said.append(f"Asking in vain about at most 3 % of right claims (below {costing.threshold:.3f}) "
                        f"catches {percent(costing.wrong_flagged)}.")  # fmt: skip
        parts += [chart, f"<p>{' '.join(said)}</p>"]
    return "".join(parts)


def _thinned(points: Sequence[tuple[float, float]], most: int = 60) -> tuple[tuple[float, float], ...]:
    step = max(1, len(points) // most)
    return (*points[::step], points[-1])


def calibration_section(outcomes: Outcomes) -> str:
    """The reliability diagram and its error."""
    bins = reliability(claims_of(outcomes))
    error = expected_error(bins)
    if error is None:
        return ""
    points = [(each.confidence, each.right, each.claims) for each in bins]
    chart = reliability_diagram("Reliability", points, f"expected calibration error {percent(error)}")
    rows = [[f"{b.low:g} – {b.high:g}", b.claims, f"{b.confidence:.3f}", f"{b.right:.3f}"] for b in bins]
    head = ("confidence", "claims", "mean", "right")
    return f"<h3>Calibration</h3><div class='side'>{chart}{table(head, rows)}</div>"


def size_and_angle_section(outcomes: Outcomes) -> str:
    """Errors by tile size, and by the camera's angle where it is known."""
    labelled = [(o, tile) for o in outcomes for tile in o.tiles if tile.kind != "false"]
    shown = bars("Errors by tile size", "long side in pixels",
                 _binned(SIZES, [(tile.size, tile) for _, tile in labelled], "px"))  # fmt: skip
    known = [(o.pitch, tile) for o, tile in labelled if o.pitch is not None]
    if known:
        shown += bars("Errors by camera angle", "degrees down; 90 looks from straight above",
                      _binned(ANGLES, known, "°"))  # fmt: skip
    return f"<h3>Errors by size and angle</h3><div class='side'>{shown}</div>"


def _binned(borders: Sequence[float], tiles: Sequence[tuple[float, TileOutcome]], unit: str) -> list[Bar]:
    shown = []
    for low, high in pairwise(borders):
        inside = [tile for value, tile in tiles if low <= value < high]
        if inside:
            label = f"≥{low:g}" if high > 1e6 else f"{low:g}–{high:.0f}"
            shown.append(Bar(label if unit == "px" else label + unit,
                             share(inside, lambda tile: tile.kind != "right"), len(inside)))  # fmt: skip
    return shown


def faces_section(outcomes: Outcomes) -> str:
    """Each face: recall and precision."""
    rows = [
        [
            f.face, f.tiles, percent(f.found / f.tiles if f.tiles else None),
            percent(f.right / f.tiles if f.tiles else None), f.claimed,
            percent(f.claimed_right / f.claimed if f.claimed else None),
        ]
        for f in face_figures(outcomes)
    ]  # fmt: skip
    head = ("face", "labelled", "found", "right", "claimed", "of them right")
    parts = "".join(table(head, rows[at : at + 12]) for at in range(0, len(rows), 12))
    return f"<details open><summary>Each face</summary><div class='side'>{parts}</div></details>"


def confusions_section(outcomes: Outcomes) -> str:
    """Suits apart from ranks, the named look-alikes, the commonest confusions, the matrix."""
    counts = confusions(outcomes)
    kinds = kinds_of_error(counts)
    rows = [[
        kinds.found, percent(kinds.rank), percent(kinds.suit), percent(kinds.honour), percent(kinds.other),
    ]]  # fmt: skip
    head = ("found tiles", "rank wrong", "suit wrong", "honour involved", "flower or back")
    alike = [[p.name, " ".join(p.faces), p.tiles, p.confused, percent(p.rate)] for p in look_alikes(counts)]
    pairs = [[f"{t} read as {a}", n] for t, a, n in worst_pairs(counts)]
    labels = [row for row in ROWS if any(row in pair for pair in counts)]
    return (
        "<h3>Confusions</h3>" + table(head, rows, 0)
        + "<div class='side'>"
        + table(("look-alikes", "faces", "labelled", "confused", "rate"), alike, 2)
        + (table(("most often", "times"), pairs) if pairs else "")
        + "</div><div class='scroll'>" + matrix("Confusion matrix", labels, counts) + "</div>"
    )  # fmt: skip


def sheet_section(cut: Sequence[Cutting]) -> str:
    """Every wrong tile with what it is and what was said."""
    cards = "".join(_cards(cut))
    return f"<h3>Every wrong tile ({len(cut)})</h3><div class='sheet'>{cards}</div>"


def _cards(cut: Sequence[Cutting]) -> Iterator[str]:
    for each in cut:
        tile = each.outcome
        said = {
            "missed": "not found",
            "false": f"{tile.answer} where there is none"
            if tile.truth == "nothing"
            else f"a back as {tile.answer}",
        }.get(tile.kind, f"read as {tile.answer}")
        sure = "" if tile.kind == "missed" else f" · {tile.confidence:.2f}"
        asked = " · asked" if tile.flagged else ""
        truth = "" if tile.kind == "false" else tile.truth
        yield (
            f"<figure class='{tile.kind}' title='{escape(each.picture, quote=True)} · {escape(each.group)} · "
            f"{tile.size:.0f} px'><img src='{each.url}' alt='' loading='lazy'>"
            f"<figcaption><b>{truth}</b> {escape(said)}{sure}{asked}</figcaption></figure>"
        )
