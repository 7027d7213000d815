"""One self-contained HTML file that shows how models read data sets: figures, plots, every wrong tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from vision.evaluation.outcomes import PictureOutcome
from vision.evaluation.sections import (
    TILE_HEAD,
    calibration_section,
    confusions_section,
    doubts_section,
    faces_section,
    hands_section,
    sheet_section,
    size_and_angle_section,
    table,
    tile_row,
    tiles_section,
)
from vision.evaluation.sheet import cuttings

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 1120px; padding: 32px 20px 80px; color: #1f2a2e; background: #f4f6f6;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 44px 0 8px; padding-top: 18px;
  border-top: 2px solid #0b7a57; } h3 { font-size: 16px; margin: 26px 0 8px; }
p, .note { color: #4c5a60; max-width: 76ch; }
table { border-collapse: collapse; background: #fff; border-radius: 8px; overflow: hidden; font-size: 13.5px;
  font-variant-numeric: tabular-nums; }
th, td { padding: 5px 12px; border-bottom: 1px solid #e4e9ea; text-align: left; white-space: nowrap; }
th { color: #6b7a80; font-weight: 500; } .n { text-align: right; } tr:last-child td { border-bottom: 0; }
.scroll { overflow-x: auto; max-width: 100%; } .side { display: flex; flex-wrap: wrap; gap: 16px;
  align-items: flex-start; } svg { max-width: 100%; height: auto; }
details { margin: 14px 0; } summary { cursor: pointer; font-weight: 600; margin-bottom: 8px; }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(112px, 1fr)); gap: 10px; }
figure { margin: 0; background: #fff; border-radius: 8px; padding: 8px; border-top: 3px solid #c2452d;
  text-align: center; } figure.missed { border-color: #6b7a80; } figure.false { border-color: #b8860b; }
figure img { height: 96px; max-width: 100%; object-fit: contain; } figcaption { font-size: 12px;
  line-height: 1.3; margin-top: 4px; color: #4c5a60; } figcaption b { color: #1f2a2e; font-size: 13px; }
@media print { body { background: #fff; } .sheet { break-inside: auto; } figure { break-inside: avoid; } }
"""

HOW_COUNTED = (
    "A tile is found when the centre of a claimed face lies inside its labelled box, one to one, nearest "
    "first; right when the face is the labelled one too. A claimed face that matches nothing is false. A "
    "photo is fully right when every labelled tile is right and nothing is claimed falsely. / "
    "认出的牌面中心落在标注框内算找到，一一对应；牌面也对才算认对；对不上任何标注的算误报。"
)


@dataclass(frozen=True, slots=True)
class Run:
    """What one model said of one data set."""

    model: str
    dataset: str
    outcomes: tuple[PictureOutcome, ...]


def render_report(runs: Sequence[Run], *, most_cuttings: int = 2000) -> str:
    """The page: a table of all runs, then each in full."""
    summary = [tile_row(f"{run.model} · {run.dataset}", run.outcomes) for run in runs]
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>How well tiles are read</title><style>{STYLE}</style></head><body>",
        f"<h1>How well tiles are read</h1><p>{escape(HOW_COUNTED)}</p>",
        table(TILE_HEAD, summary),
        *(_run(run, most_cuttings) for run in runs),
        "</body></html>",
    ]
    return "".join(parts)


def _run(run: Run, most_cuttings: int) -> str:
    failed = [outcome for outcome in run.outcomes if outcome.error is not None]
    parts = [
        f"<h2>{escape(run.dataset)} <span class='note'>by {escape(run.model)}</span></h2>",
        tiles_section(run.outcomes),
        hands_section(run.outcomes),
        doubts_section(run.outcomes),
        calibration_section(run.outcomes),
        size_and_angle_section(run.outcomes),
        confusions_section(run.outcomes),
        faces_section(run.outcomes),
        sheet_section(cuttings(run.outcomes, most_cuttings)),
    ]
    if failed:
        rows = [[outcome.picture, outcome.error] for outcome in failed]
        parts.append("<h3>Pictures that could not be read</h3>" + table(("picture", "why"), rows, 2))
    return "".join(parts)
