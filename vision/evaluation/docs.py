"""The tables of `docs/accuracy.md`, filled from what was measured, so that none of them can rot.

    qicheng evaluate PHOTOS/val out/render/hands --names datasets/classes.txt --record docs/accuracy.json
    python -m vision.evaluation.docs

Between `<!-- tiles: NAME... -->` and `<!-- end -->` stands the table of those data sets for every model that
was measured on them; `nothing` (pictures without tiles), `faces`, `claims`, `hands`, `doubts` and `sweeps`
likewise. A test fails where the page is stale.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from vision.classes import FACE_NAMES
from vision.evaluation.figures import percent

PAGE, FIGURES, SWEEPS = "accuracy.md", "accuracy.json", "sweeps.json"
MARK = re.compile(
    r"(<!-- (tiles|nothing|faces|claims|hands|doubts|sweeps)(?:: ([^>]*?))? -->\n).*?(<!-- end -->)",
    re.DOTALL,
)
NO_FIGURES = "Not measured yet.\n"

Run = dict[str, Any]


def record(file: Path, runs: Sequence[Run]) -> None:
    """Put runs into the file of figures, each in place of an earlier one of that model and data set."""
    kept: list[Run] = json.loads(file.read_text("utf-8")) if file.is_file() else []
    new = {(run["model"], run["dataset"]): run for run in runs}
    merged = [new.pop((run["model"], run["dataset"]), run) for run in kept] + list(new.values())
    file.write_text(json.dumps(merged, ensure_ascii=False, indent=1) + "\n", "utf-8")


def filled(page: str, runs: Sequence[Run], sweeps: dict[str, Any]) -> str:
    """The page with its tables as the figures say."""

    def table(found: re.Match[str]) -> str:
        kind, names = found[2], (found[3] or "").split()
        shown = [run for name in names for run in runs if run["dataset"] == name]
        rows = "".join(_TABLES[kind](shown) if kind != "sweeps" else _sweeps(sweeps))
        return f"{found[1]}{rows or NO_FIGURES}{found[4]}"

    return MARK.sub(table, page)


def _tiles(runs: Sequence[Run]) -> Iterator[str]:
    if not runs:
        return
    yield _row("data set", "model", "photos", "tiles", "found", "found and right", "claimed right",
               "photos fully right", "worst face")  # fmt: skip
    yield _rule(9, 2)
    for run in runs:
        t = run["tiles"]
        worst = "–" if t["worst_face"] is None else f"{t['worst_face']} {percent(t['worst_right'])}"
        shares = map(percent, (t["found"], t["right"], t["claimed_right"], t["fully_right"]))
        yield _row(f"`{run['dataset']}`", run["model"], t["photos"], f"{t['tiles']:,}", *shares, worst)


def _nothing(runs: Sequence[Run]) -> Iterator[str]:
    """Faces claimed in pictures that have no tiles."""
    if not runs:
        return
    yield _row("data set", "model", "pictures", "without a claim", "faces claimed", "a picture")
    yield _rule(6, 2)
    for run in runs:
        t = run["tiles"]
        yield _row(f"`{run['dataset']}`", run["model"], t["photos"], percent(t["fully_right"]),
                   f"{t['claimed']:,}", f"{t['claimed'] / t['photos']:.2f}")  # fmt: skip


def _hands(runs: Sequence[Run]) -> Iterator[str]:
    shown = [run for run in runs if run["hands"]["hands"]]
    if not shown:
        return
    yield _row("model", "hands", "tiles exact", "same tiles", "all exact", "corrections a hand", "median",
               "of the inexact doubted")  # fmt: skip
    yield _rule(8, 1)
    for run in shown:
        h = run["hands"]
        yield _row(run["model"], h["hands"], percent(h["tiles_exact"]), percent(h["same_tiles"]),
                   percent(h["exact"]), f"{h['corrections']:.2f}", f"{h['median_corrections']:.0f}",
                   percent(h["doubted"]))  # fmt: skip


def _doubts(runs: Sequence[Run]) -> Iterator[str]:
    if not runs:
        return
    yield _row("data set", "model", "wrong claims", "asked about", "right claims", "asked about in vain")
    yield _rule(6, 2)
    for run in runs:
        d = run["doubts"]
        asked, vain = percent(d["wrong_flagged"]), percent(d["right_flagged"])
        yield _row(f"`{run['dataset']}`", run["model"], d["wrong"], asked, f"{d['right']:,}", vain)


def _faces(runs: Sequence[Run]) -> Iterator[str]:
    """Right of labelled by the last model of ours that was measured: a suit a column."""
    latest = {run["dataset"]: run for run in runs if run["faces"] and run["model"].startswith("qicheng")}
    if not latest:
        return
    names = list(latest)
    yield _row(*([*("",), *names] * 4))
    yield _rule(4 * (1 + len(names)), 1)
    for rank in range(1, 10):
        cells: list[str] = []
        for suit in "mpsz":
            face = f"{rank}{suit}"
            cells.append(face if face in FACE_NAMES else "")
            for run in latest.values():
                tiles, _, right, *_ = run["faces"].get(face, (0, 0, 0))
                cells.append(f"{right}/{tiles}" if tiles else "")
        yield _row(*cells)


def _claims(runs: Sequence[Run]) -> Iterator[str]:
    """Which faces are claimed where they are not, most often first, by each model that was so measured."""
    measured = [run for run in runs if run["faces"] and all(len(row) > 3 for row in run["faces"].values())]
    if not measured:
        return
    yield _row("data set", "model", "wrong claims", "the faces they name")
    yield _rule(4, 2)
    for run in measured:
        wrong = {face: row[3] - row[2] for face, row in run["faces"].items() if row[3] > row[2]}
        named = ", ".join(f"{face} {n}" for face, n in sorted(wrong.items(), key=lambda item: -item[1]))
        yield _row(f"`{run['dataset']}`", run["model"], sum(wrong.values()), named or "–")


def _sweeps(sweeps: dict[str, Any]) -> Iterator[str]:
    for at, (name, factor) in enumerate(sweeps.get("factors", {}).items()):
        if not at:
            yield _row(
                "factor", "measured from", "to", "right at its best", "at its worst", "under 95 % from"
            )
            yield _rule(6, 1)
        levels = [row for row in factor["levels"] if row["right"] is not None]
        shares = [row["right"] for row in levels]
        where = "never" if factor["breaks_at"] is None else f"{factor['breaks_at']:.3g}"
        yield _row(f"{name} ({factor['unit']})", f"{levels[0]['level']:g}", f"{levels[-1]['level']:g}",
                   percent(max(shares)), percent(min(shares)), where)  # fmt: skip


_TABLES: dict[str, Callable[[Sequence[Run]], Iterator[str]]] = {
    "tiles": _tiles,
    "nothing": _nothing,
    "faces": _faces,
    "claims": _claims,
    "hands": _hands,
    "doubts": _doubts,
}


def _row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |\n"


def _rule(columns: int, texts: int) -> str:
    return "|" + "---|" * texts + "---:|" * (columns - texts) + "\n"


def fresh(folder: Path) -> str:
    """What the page of a docs folder should say."""
    sweeps = folder / SWEEPS
    return filled(
        (folder / PAGE).read_text("utf-8"),
        json.loads((folder / FIGURES).read_text("utf-8")),
        json.loads(sweeps.read_text("utf-8")) if sweeps.is_file() else {},
    )


def main(folder: Path = Path("docs")) -> None:
    """Fill the tables of `docs/accuracy.md`."""
    (folder / PAGE).write_text(fresh(folder), "utf-8")


if __name__ == "__main__":
    main()
