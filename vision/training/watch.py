"""Runs the training of a stage as a process of its own, shows its figures live, and stops it in time."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.table import Table

POLL_SECONDS = 1.0
STATE = "state.json"


class TrainingError(RuntimeError):
    """A training process that ended with an error; the message ends with the last lines of its log."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One training to run.

    Attributes:
        module: what `python -m` runs; it takes `--start`, `--out`, `--epochs`, `--threads`.
        start: checkpoint to start from.
        out: its folder; `weights/best.pt` and `results.csv` come there.
        arguments: what else the module takes.
        metric: the column of `results.csv` that is to rise.
    """

    name: str
    module: str
    start: Path
    out: Path
    epochs: int
    arguments: list[str]
    metric: str

    @property
    def best(self) -> Path:
        """The best checkpoint so far."""
        return self.out / "weights" / "best.pt"


@dataclass(frozen=True, slots=True)
class Epoch:
    """A row of `results.csv`."""

    number: int
    loss: float | None
    metric: float
    seconds: float


def run_stage(stage: Stage, patience: int, threads: int, console: Console) -> Path:
    """Train until the epochs are done or `val` stopped improving; returns the best checkpoint.

    A stage that is finished is not run again; one that was interrupted goes on from its last epoch.

    Raises:
        TrainingError: the process failed.
    """
    if (stage.out / STATE).is_file():
        console.print(f"{stage.name}: already trained / 已训练过 ({stage.out})")
        return stage.best
    before = earlier(stage)
    command = command_of(stage, len(before), threads)
    stage.out.mkdir(parents=True, exist_ok=True)
    log = stage.out / "log.txt"
    with log.open("a", encoding="utf-8") as file, Live(console=console, refresh_per_second=2) as live:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT)
        try:
            stopped = _watch(process, stage, before, patience, live)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()
    if process.returncode and not stopped:
        raise TrainingError(f"{stage.name}: {' '.join(command)}\n{tail(log)}")
    epochs = [*before, *read_epochs(stage)]
    (stage.out / STATE).write_text(json.dumps({"epochs": len(epochs), "stopped": stopped}) + "\n", "utf-8")
    return stage.best


def command_of(stage: Stage, done: int, threads: int) -> list[str]:
    """The command line, for the epochs that are left."""
    last = stage.out / "weights" / "last.pt"
    start = last if done and last.is_file() else stage.start
    return [
        sys.executable, "-m", stage.module, "--start", str(start), "--out", str(stage.out),
        "--epochs", str(stage.epochs - done), "--threads", str(threads), *stage.arguments,
    ]  # fmt: skip


def earlier(stage: Stage) -> list[Epoch]:
    """The epochs of an interrupted run; its table is set aside, as the next run writes its own."""
    kept = stage.out / "results-before.csv"
    rows = read_epochs(stage)
    if rows:
        text = (stage.out / "results.csv").read_text("utf-8")
        old = kept.read_text("utf-8") if kept.is_file() else ""
        kept.write_text(old + (text if not old else text.split("\n", 1)[1]), "utf-8")
        (stage.out / "results.csv").unlink()
    return read_epochs(stage, kept)


def read_epochs(stage: Stage, file: Path | None = None) -> list[Epoch]:
    """The finished epochs, by Ultralytics' table."""
    file = file or stage.out / "results.csv"
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        rows = [{(key or "").strip(): value for key, value in row.items()} for row in csv.DictReader(lines)]
    return [
        Epoch(at, _loss(row), float(row[stage.metric] or 0), float(row.get("time") or 0))
        for at, row in enumerate(rows, 1)
        if row.get(stage.metric)
    ]


def has_stalled(metrics: list[float], patience: int) -> bool:
    """Whether the last `patience` values are no better than the best before them.

    >>> has_stalled([0.90, 0.95, 0.95, 0.94], 2), has_stalled([0.90, 0.95, 0.96], 2)
    (True, False)
    """
    return len(metrics) > patience and max(metrics[-patience:]) <= max(metrics[:-patience])


def _watch(
    process: subprocess.Popen[bytes], stage: Stage, before: list[Epoch], patience: int, live: Live
) -> bool:
    """Show the epochs as they come; True where it was stopped because nothing improved any more."""
    while process.poll() is None:
        epochs = [*before, *read_epochs(stage)]
        live.update(_table(stage, epochs))
        if has_stalled([epoch.metric for epoch in epochs], patience):
            process.terminate()
            process.wait()
            return True
        time.sleep(POLL_SECONDS)
    live.update(_table(stage, [*before, *read_epochs(stage)]))
    return False


def _table(stage: Stage, epochs: list[Epoch]) -> Table:
    table = Table("epoch", "loss", stage.metric.removeprefix("metrics/"), "", title=stage.name)
    best = max((epoch.metric for epoch in epochs), default=0.0)
    for at, epoch in list(enumerate(epochs, 1))[-12:]:
        loss = "–" if epoch.loss is None else f"{epoch.loss:.3f}"
        table.add_row(
            f"{at}/{stage.epochs}", loss, f"{epoch.metric:.4f}", "best" if epoch.metric == best else ""
        )
    return table


def _loss(row: dict[str, str]) -> float | None:
    losses = [float(value) for name, value in row.items() if name.startswith("train/") and value]
    return sum(losses) if losses else None


def tail(log: Path, lines: int = 15) -> str:
    """The last lines of a log."""
    return "\n".join(log.read_text("utf-8", errors="replace").splitlines()[-lines:])
