"""Teach the shipped model a person's own tiles: fine-tune it on their labelled photos, on a laptop.

    qicheng data split MY-PHOTOS
    qicheng train --data MY-PHOTOS --from models/tiles --out runs/mine

The data set has a frozen split. Training sees `train`, stopping and blending look at `val`, and the table at
the end compares before and after on `test` (on `val` where there is none, and it says so). The weights that
were trained are blended with those they started from: the blend that reads `val` best is kept, so that a few
photos do not make the model forget the tiles that they do not show. An interrupted run is taken up again by
the same command.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from vision.bundle import load_bundle
from vision.evaluation.answers import OurBundle
from vision.evaluation.figures import percent, tile_figures
from vision.evaluation.pictures import Picture
from vision.evaluation.report import Run, render_report
from vision.evaluation.run import outcome_of
from vision.labelling.manifest import trained_on, write_trained_on
from vision.training.blend import best_blend
from vision.training.bundling import bundle_of
from vision.training.own_photos import OwnPhotos
from vision.training.watch import run_stage

STAGES = {"detector": ("detector",), "reader": ("reader",), "both": ("detector", "reader")}


@dataclass(frozen=True)
class Settings:
    """How to fine-tune.

    Attributes:
        start: the bundle to start from, with its `.pt` files.
        out: folder of the run; the new bundle is `out/bundle`.
        epochs: at most, of each stage.
        patience: epochs without progress on `val` after which a stage stops.
        threads: of PyTorch.
    """

    start: Path
    out: Path
    stages: tuple[str, ...] = ("detector", "reader")
    epochs: int = 12
    patience: int = 3
    threads: int = 2


def finetune(photos: OwnPhotos, settings: Settings, console: Console) -> tuple[Run, Run]:
    """Train, blend, export and compare; returns the runs before and after on the held-out photos."""
    settings.out.mkdir(parents=True, exist_ok=True)
    before = load_bundle(settings.start)
    best = {role: settings.start / f"{role}.pt" for role in ("detector", "reader")}
    for role in settings.stages:
        stage = photos.stage(role, settings.start / f"{role}.pt", settings.out / role, settings.epochs)
        trained = run_stage(stage, settings.patience, settings.threads, console)
        blended = settings.out / role / "blend.pt"
        measure = photos.measure(role, before.reader_settings.side)
        best[role], share = best_blend(best[role], trained, blended, measure, console)
        console.print(f"{role}: {share:.0%} of the trained weights / 取训练后权重的 {share:.0%}")
    bundle = settings.out / "bundle"
    bundle_of(best["detector"], best["reader"], settings.start, bundle, version_of(settings))
    write_trained_on(bundle, photos.files("train"), trained_on(settings.start))
    return compare(photos.held_out(), settings.start, bundle, console)


def version_of(settings: Settings) -> str:
    """`1+mine`: the version that it started from and the name of the run."""
    return f"{load_bundle(settings.start).version}+{settings.out.name}"


def compare(pictures: list[Picture], before: Path, after: Path, console: Console) -> tuple[Run, Run]:
    """Both bundles on the held-out photos."""
    runs = []
    for name, folder in (("before", before), ("after", after)):
        model = OurBundle(folder)
        with console.status(f"held-out photos, {name}"):
            outcomes = tuple(outcome_of(model, picture) for picture in pictures)
        runs.append(Run(f"{name}: {model.name}", "held-out photos", outcomes))
    return runs[0], runs[1]


def before_after(before: Run, after: Run) -> Table:
    """The table of both."""
    table = Table("held-out photos / 留出的照片", "before / 之前", "after / 之后")
    for column in table.columns[1:]:
        column.justify = "right"
    one, two = tile_figures(before.outcomes), tile_figures(after.outcomes)
    table.add_row("tiles / 牌", str(one.tiles), str(two.tiles))
    for label, name in (
        ("found / 找到", "found"),
        ("found and right / 认对", "right"),
        ("claimed right / 报出的对", "claimed_right"),
        ("photos fully right / 整张全对", "fully_right"),
    ):
        table.add_row(label, percent(getattr(one, name)), percent(getattr(two, name)))
    return table


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(prog="qicheng train", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="labelled data set with a frozen split")
    parser.add_argument("--from", dest="start", type=Path, required=True, help="bundle to start from")
    parser.add_argument("--stage", choices=sorted(STAGES), default="both")
    parser.add_argument("--out", type=Path, default=Path("runs/mine"))
    parser.add_argument("--epochs", type=int, default=Settings.epochs)
    parser.add_argument("--patience", type=int, default=Settings.patience)
    parser.add_argument("--threads", type=int, default=Settings.threads)
    args = parser.parse_args()
    console = Console()
    photos = OwnPhotos.load(args.data, args.out / "data")
    console.print(photos.summary())
    settings = Settings(args.start, args.out, STAGES[args.stage], args.epochs, args.patience, args.threads)
    before, after = finetune(photos, settings, console)
    console.print(before_after(before, after))
    (args.out / "report.html").write_text(render_report([before, after]), "utf-8")
    console.print(f"{args.out / 'bundle'}  ·  qicheng serve --model {args.out / 'bundle'}")


if __name__ == "__main__":
    main()
