"""`qicheng train` and `qicheng export`: they need PyTorch, which the serving environment does not have.

The work is done by `vision.training` in a process of its own, in this environment where PyTorch is there,
else in `.venv-train` beside it. Nothing of it is imported here: serving never needs training.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from api.cli_output import misuse

TRAIN, EXPORT = "vision.training.finetune", "vision.training.bundling"
ENVIRONMENT = ".venv-train"


def train(
    data: Annotated[Path, typer.Option("--data", help="Labelled photos with a frozen split (data split).")],
    start: Annotated[Path, typer.Option("--from", help="Bundle to start from, with its .pt files.")] = Path(
        "models/tiles"
    ),
    stage: Annotated[str, typer.Option("--stage", help="detector, reader or both.")] = "both",
    out: Annotated[Path, typer.Option("--out", help="Folder of the run; goes on where it stopped.")] = Path(
        "runs/mine"
    ),
    epochs: Annotated[int, typer.Option(min=1, help="Of each stage, at most.")] = 12,
    patience: Annotated[int, typer.Option(min=1, help="Epochs without progress until it stops.")] = 3,
    threads: Annotated[int, typer.Option(min=1, help="Of PyTorch.")] = 2,
) -> None:
    """Teach the model your own tiles: fine-tune it on your labelled photos, then compare before and after."""
    if stage not in ("detector", "reader", "both"):
        misuse(f"--stage {stage}: detector, reader or both")
    _run(
        TRAIN, "--data", data, "--from", start, "--stage", stage, "--out", out, "--epochs", epochs,
        "--patience", patience, "--threads", threads,
    )  # fmt: skip


def export(
    run: Annotated[Path | None, typer.Argument(help="Folder of a run of `qicheng train`.")] = None,
    detector: Annotated[Path | None, typer.Option("--detector", help="Checkpoint (.pt).")] = None,
    reader: Annotated[Path | None, typer.Option("--reader", help="Checkpoint (.pt).")] = None,
    like: Annotated[Path, typer.Option("--from", help="Bundle whose settings it takes.")] = Path(
        "models/tiles"
    ),
    version: Annotated[str | None, typer.Option("--version", help="Of the new bundle.")] = None,
    out: Annotated[Path, typer.Option("--out", help="Folder of the new bundle.")] = Path("my-tiles"),
) -> None:
    """A bundle for `qicheng serve --model`, its ONNX checked against PyTorch."""
    if run is None and not (detector and reader):
        misuse("a run, or --detector and --reader")
    named = {"--detector": detector, "--reader": reader, "--from": like, "--version": version, "--out": out}
    options = [part for name, value in named.items() if value is not None for part in (name, value)]
    _run(EXPORT, *([] if run is None else [run]), *options)


def _run(module: str, *arguments: object) -> None:
    """Run a module where PyTorch is, and end as it ends."""
    python = training_python()
    if python is None:
        misuse(
            f"PyTorch is not in this environment, and there is no {ENVIRONMENT} beside it: make train-env / "
            f"这个环境没有 PyTorch，旁边也没有 {ENVIRONMENT}：先运行 make train-env"
        )
    done = subprocess.run([python, "-m", module, *map(str, arguments)], check=False)
    raise typer.Exit(done.returncode)


def training_python() -> Path | None:
    """The interpreter that has PyTorch: this one, or that of `.venv-train` beside this environment."""
    if importlib.util.find_spec("torch") is not None:
        return Path(sys.executable)
    beside = Path(sys.prefix).parent / ENVIRONMENT / "bin" / "python"
    return beside if beside.is_file() else None
