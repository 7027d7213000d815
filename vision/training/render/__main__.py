"""`python -m vision.training.render`: batches of labelled synthetic photographs on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from vision.training.render.batch import Job, finished, job_of, produce

app = typer.Typer(add_completion=False)


@app.command()
def main(
    art: Annotated[Path, typer.Option(help="Folder with faces.json, fonts/ and backgrounds/.")],
    out: Annotated[
        Path, typer.Option(help="Where images/ and labels.jsonl go; an earlier run there is resumed.")
    ],
    count: Annotated[int, typer.Option(help="Number of pictures.", min=1)],
    seed: Annotated[int, typer.Option(help="Picture i depends on the seed and i alone.")] = 0,
    start: Annotated[int, typer.Option(help="Index of the first picture.", min=0)] = 0,
    designs: Annotated[str, typer.Option(help="training, held-out, or one design's name.")] = "training",
    tables: Annotated[
        str, typer.Option(help="training, or held-out for tables no training picture has.")
    ] = "training",
    kinds: Annotated[
        list[str] | None, typer.Option(help="Only this kind of scene; may be given again. All without it.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Only this face; may be given again, and again for more of it.")
    ] = None,
    faces: Annotated[Path, typer.Option(help="Our own faces as SVG.")] = Path("datasets/faces"),
    cache: Annotated[Path, typer.Option(help="Where rasterised SVG is kept.")] = Path("out/render-cache"),
    no_tiles: Annotated[
        Path | None, typer.Option(help="Folder of pictures without tiles (vision.training.no_tiles).")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes.", min=1)] = 1,
) -> None:
    """Render labelled photographs of mahjong tiles."""
    job = job_of(
        art,
        out,
        seed,
        designs,
        tables == "held-out",
        faces,
        cache,
        tuple(kinds or ()),
        no_tiles,
        tuple(only or ()),
    )
    done = finished(out)
    todo = [i for i in range(start, start + count) if i not in done]
    (out / "images").mkdir(parents=True, exist_ok=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns) as bar, (out / "labels.jsonl").open("a", encoding="utf-8") as lines:
        task = bar.add_task("pictures", total=count, completed=count - len(todo))
        for line in _made(job, todo, workers):
            lines.write(json.dumps(line, ensure_ascii=False) + "\n")
            lines.flush()
            bar.advance(task)


def _made(job: Job, todo: list[int], workers: int) -> Iterator[dict[str, Any]]:
    os.environ.setdefault("LP_NUM_THREADS", "1" if workers > 1 else "2")
    cv2.setNumThreads(1)
    if workers == 1:
        yield from (produce(job, i) for i in todo)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(produce, [job] * len(todo), todo, chunksize=8)


if __name__ == "__main__":
    app()
