"""`qicheng evaluate`: how well models read labelled pictures, as a table, JSON and one HTML report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from api.cli_options import AsJson, Lang
from api.cli_output import Output, misuse, print_json
from api.data_tools import EngineName, Workers
from api.words import Words

if TYPE_CHECKING:
    from vision.engine import Engine
    from vision.evaluation.pictures import Picture
    from vision.evaluation.report import Run

COLUMNS = ("photos", "tile_count", "found", "found_right", "claimed_right", "fully_right", "corrections_each",
           "hands_exact", "wrong_asked", "right_asked")  # fmt: skip


def evaluate(
    datasets: Annotated[
        list[Path],
        typer.Argument(
            help="Folders: YOLO (images, labels, data.yaml), a split, or rendered (labels.jsonl)."
        ),
    ],
    model: Annotated[
        list[str] | None,
        typer.Option("--model", help="A bundle's folder, x.onnx, or mahjong-detector; repeat to compare."),
    ] = None,
    classes: Annotated[
        Path | None,
        typer.Option("--classes", help="Class names of x.onnx: data.yaml, or lines NAME or NAME=TILE."),
    ] = None,
    names: Annotated[
        Path | None,
        typer.Option("--names", help="Class names of the data sets, a line each, where they bring none."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Where the report goes.")] = Path("out/evaluation"),
    record: Annotated[
        Path | None, typer.Option("--record", help="Also put the figures into this file of figures.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many pictures of each, evenly.")] = None,
    threads: Annotated[int, typer.Option(min=0, help="Of each model; 0: one a core.")] = 0,
    engine: EngineName = "local",
    workers: Workers = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """How well models read labelled pictures; writes report.html, figures.json and outcomes.jsonl."""
    from vision.bundle import BundleError
    from vision.engine import EngineError, open_engine
    from vision.evaluation.onnx_yolo import ModelFileError
    from vision.labelling.errors import LabellingError

    output = Output(as_json, lang)
    try:
        chosen = open_engine(engine, workers)
        runs = _runs(datasets, names, model or [None], classes, limit, threads, chosen)
    except (EngineError, LabellingError, BundleError, ModelFileError, ImportError, OSError) as error:
        misuse(str(error))
    figures = _write(runs, out)
    if record is not None:
        from vision.evaluation.docs import record as put

        put(record, figures)
    if as_json:
        print_json(figures)
        return
    output.console.print(_table(figures, output.words))
    output.console.print(f"[dim]{output.words('saved', out / 'report.html')}[/]")


def _runs(
    datasets: Sequence[Path],
    names: Path | None,
    models: Sequence[str | None],
    classes: Path | None,
    limit: int | None,
    threads: int,
    engine: Engine,
) -> list[Run]:
    from vision.evaluation.pictures import load_dataset
    from vision.evaluation.report import Run
    from vision.evaluation.run import check_unseen, open_model, outcomes

    loaded = [(folder, _some(load_dataset(folder, names), limit)) for folder in datasets]
    opened = [(which, open_model(which, classes, threads)) for which in models]
    for _, one in opened:
        for _, pictures in loaded:
            check_unseen(pictures, one)
    runs = []
    for which, one in opened:
        for folder, pictures in loaded:
            with _bar(f"{one.name} · {folder.name}", len(pictures)) as step:
                found = outcomes(engine, which, classes, threads, pictures, step)
            runs.append(Run(one.name, folder.name, found))
    return runs


@contextmanager
def _bar(title: str, total: int) -> Iterator[Callable[[], None]]:
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda: progress.advance(task)


def _some(pictures: list[Picture], limit: int | None) -> list[Picture]:
    if limit is None or len(pictures) <= limit:
        return pictures
    return [pictures[at * len(pictures) // limit] for at in range(limit)]


def _write(runs: Sequence[Run], out: Path) -> list[dict[str, Any]]:
    from vision.evaluation.figures import all_figures
    from vision.evaluation.report import render_report

    out.mkdir(parents=True, exist_ok=True)
    figures = [{"model": run.model, "dataset": run.dataset, **all_figures(run.outcomes)} for run in runs]
    (out / "figures.json").write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    with (out / "outcomes.jsonl").open("w", encoding="utf-8") as lines:
        for run in runs:
            for outcome in run.outcomes:
                line = {"model": run.model, "dataset": run.dataset, **outcome.to_dict()}
                lines.write(json.dumps(line, ensure_ascii=False) + "\n")
    (out / "report.html").write_text(render_report(runs), "utf-8")
    return figures


def _table(figures: Sequence[dict[str, Any]], words: Words) -> Table:
    """A row a figure, a column a run: names are long and terminals narrow."""
    table = Table("", *(f"{run['model']}\n{run['dataset']}" for run in figures), box=box.SIMPLE_HEAD)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, *cells in zip(COLUMNS, *map(_cells, figures), strict=True):
        table.add_row(words(name), *cells)
    return table


def _cells(run: dict[str, Any]) -> list[str]:
    from vision.evaluation.figures import percent

    tiles, hands, doubts = run["tiles"], run["hands"], run["doubts"]
    each = tiles["corrections"]
    return [
        str(tiles["photos"]),
        str(tiles["tiles"]),
        *map(percent, (tiles["found"], tiles["right"], tiles["claimed_right"], tiles["fully_right"])),
        "–" if each is None else f"{each:.2f}",
        percent(hands["exact"]),
        percent(doubts["wrong_flagged"]),
        percent(doubts["right_flagged"]),
    ]
