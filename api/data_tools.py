"""What the commands of `qicheng data` share: options, reading a data set, progress, refusals, words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn, track
from rich.table import Table

from api.cli_output import Output, misuse

if TYPE_CHECKING:
    from vision.labelling.export import Exported
    from vision.labelling.picture import DataSet, LabelledPicture

Aliases = Annotated[
    list[str] | None,
    typer.Option("--alias", help="What a class name means: NAME=TILE, or NAME=- to leave its boxes out."),
]
Classes = Annotated[Path | None, typer.Option(help="Class names, one a line, where the data set has none.")]
Pictures = Annotated[Path | None, typer.Option(help="Folder of the pictures, where not beside the labels.")]
GroupColumn = Annotated[
    str, typer.Option("--group", help="Column of manifest.csv or groups.csv that groups.")
]
Splits = Annotated[list[str] | None, typer.Option("--split", help="Only this part; repeat for more.")]
Replace = Annotated[bool, typer.Option("--replace", help="Write over an earlier export.")]
EngineName = Annotated[str, typer.Option("--engine", help="local, or ray (RAY_ADDRESS names a cluster).")]
Workers = Annotated[int | None, typer.Option(min=1, help="Processes; with ray the cluster's when unset.")]


def read(
    source: str,
    name: str | None,
    alias: Sequence[str] | None,
    classes: Path | None,
    pictures: Path | None,
    group: str,
    token: str | None,
    stack: ExitStack,
) -> DataSet:
    """The data set of a folder, a label file, a zip or a service, open as long as `stack` is."""
    from vision.labelling.fetching import fetched, opened
    from vision.labelling.formats import READERS, Source, corrections, read_dataset
    from vision.labelling.names import standard_table

    if name is not None and name not in READERS:
        misuse(f"--from {name}: {', '.join(READERS)}")
    if name == corrections.NAME and source.startswith(("http://", "https://")):
        path = stack.enter_context(fetched(source, token))
    else:
        path = Path(source)
    path = stack.enter_context(opened(path))
    table = standard_table().explained(pairs("--alias", alias or ()))
    return read_dataset(Source(path, table, classes, pictures), name, group)


def writer_of(name: str, address: str | None) -> Callable[[DataSet], list[str]]:
    """What writes a format; `address` is only Label Studio's."""
    from vision.labelling.formats import FORMATS
    from vision.labelling.formats.label_studio_tasks import Writer

    if name not in FORMATS:
        misuse(f"--format {name}: {', '.join(FORMATS)}")
    return FORMATS[name].write if address is None else Writer(address).write


def tell(output: Output, written: Exported, out: Path) -> None:
    """Tiles of each class, what was given up, and the numbers of what was written."""
    data = written.data
    table = Table.grid(padding=(0, 2))
    for name, count in data.per_class().items():
        table.add_row(name, str(count))
    output.console.print(table)
    tell_notes(output, out.name, written.notes)
    zh, en = (
        f"{len(data.pictures)} 张图片，{data.tiles} 张牌",
        f"{len(data.pictures)} pictures, {data.tiles} tiles",
    )
    output.console.print(f"{say(output, zh, en)} → {out}")


def tell_notes(output: Output, name: str, notes: Iterable[str]) -> None:
    """A line a note, under the name of what it is about."""
    for note in notes:
        output.console.print(f"[yellow]{name}: {note}[/]")


def say(output: Output, zh: str, en: str) -> str:
    """The text in the output's language."""
    return output.words.say({"zh": zh, "en": en})


def pairs(option: str, given: Iterable[str]) -> dict[str, str]:
    """`NAME=VALUE` options as a table; the name may hold an `=` itself."""
    split = [each.rpartition("=") for each in given]
    if not all(name and value for name, _, value in split):
        misuse(f"{option} NAME=VALUE")
    return {name: value for name, _, value in split}


def tracker(output: Output) -> Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]]:
    """Passes pictures on and draws how many are written."""
    words = say(output, "写图片", "Pictures")
    return lambda pictures: track(pictures, words, console=Console(stderr=True), transient=True)


@contextmanager
def bar(output: Output, total: int) -> Iterator[Callable[[int], None]]:
    """A bar of photos that are looked at; what it gives is called with the number that is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(say(output, "看照片", "Photos"), total=total)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def refusals() -> Iterator[None]:
    """What the user can mend ends with 2 and its own words."""
    from vision.bundle import BundleError
    from vision.engine import EngineError
    from vision.engine.journal import JournalError
    from vision.labelling.errors import LabellingError

    try:
        yield
    except (LabellingError, EngineError, JournalError, BundleError, OSError) as error:
        misuse(str(error))
