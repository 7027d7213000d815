"""`qicheng data prelabel` and `audit`: what a model has to say about photos."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from api.cli_options import Lang, Model
from api.cli_output import Output, misuse
from api.data_tools import (
    Aliases,
    Classes,
    EngineName,
    GroupColumn,
    Splits,
    Workers,
    bar,
    read,
    refusals,
    say,
    tell_notes,
    tracker,
    writer_of,
)

if TYPE_CHECKING:
    from vision.labelling.picture import DataSet
    from vision.labelling.prelabel import Prelabelled


def prelabel(
    photos: Annotated[str, typer.Argument(help="A folder of photos, or an fsspec URL.")],
    out: Annotated[Path, typer.Option(help="Where the labels go; an earlier run there is resumed.")],
    format_: Annotated[str, typer.Option("--format", help="Of the labels.")] = "label-studio",
    model: Model = None,
    engine: EngineName = "local",
    workers: Workers = None,
    address: Annotated[
        str | None, typer.Option(help="Label Studio: put before each picture's path to make its URL.")
    ] = None,
    copies: Annotated[
        bool, typer.Option(help="Upright copies of the photos; without, only Label Studio's tasks.")
    ] = True,
    lang: Lang = None,
) -> None:
    """What the model reads as labels to correct, the most doubtful photo first."""
    from vision.bundle import load_bundle
    from vision.engine import open_engine
    from vision.engine.photos import list_photos
    from vision.labelling.examine import examine, readings
    from vision.labelling.prelabel import most_doubtful_first, prelabelled, write_order

    output = Output(False, lang)
    with refusals():
        writer = writer_of(format_, address)
        if not copies and format_ != "label-studio":
            misuse("--no-copies: --format label-studio")
        names = list_photos(photos)
        if not names:
            misuse(f"{photos}: no photos / 没有照片")
        with bar(output, len(names)) as step:
            examined = examine(
                photos,
                names,
                open_engine(engine, workers),
                out / "journal.jsonl",
                load_bundle(model),
                threads=0 if engine == "local" and (workers or 1) == 1 else 1,
                step=step,
            )
        first = most_doubtful_first(prelabelled(name, reading) for name, reading in readings(examined))
        errors = {name: each.error for name, each in examined.items() if each.error}
        write_order(first, errors, out / "order.csv")
        _write_labels(first, photos, out / format_, format_, writer, copies, output)
    _tell_order(output, first, errors, out)


def audit(
    dataset: Annotated[Path, typer.Argument(help="A data set of any format.")],
    out: Annotated[Path, typer.Option(help="Where the report goes.")] = Path("out/audit"),
    split: Splits = None,
    from_: Annotated[str | None, typer.Option("--from", help="Format, told by its look when unset.")] = None,
    alias: Aliases = None,
    classes: Classes = None,
    group: GroupColumn = "group",
    ask_model: Annotated[
        bool, typer.Option("--ask-model/--no-model", help="Compare the labels with what a model reads.")
    ] = True,
    model: Model = None,
    engine: EngineName = "local",
    workers: Workers = None,
    lang: Lang = None,
) -> None:
    """What is wrong with a data set, as an HTML report with pictures."""
    from vision.bundle import load_bundle
    from vision.engine import open_engine
    from vision.labelling.audit import audit as auditing
    from vision.labelling.audit.fault import TITLES, counts
    from vision.labelling.audit.report import write_report
    from vision.labelling.examine import examine
    from vision.labelling.groups import only

    output = Output(False, lang)
    with refusals(), ExitStack() as stack:
        data = only(read(str(dataset), from_, alias, classes, None, group, None, stack), split or ())
        names = [picture.file for picture in data.pictures]
        bundle = load_bundle(model) if ask_model else None
        journal = f"journal-{bundle.sha256[:12] if bundle else 'looks'}.jsonl"
        with bar(output, len(names)) as step:
            examined = examine(
                str(data.root),
                names,
                open_engine(engine, workers),
                out / journal,
                bundle,
                threads=0 if engine == "local" and (workers or 1) == 1 else 1,
                step=step,
            )
        found = auditing.audit(data, examined)
        page = write_report(found, out)
    tell_notes(output, dataset.name, data.notes)
    table = Table(say(output, "问题", "Fault"), say(output, "数", "Count"))
    for kind, count in counts(found.faults).items():
        table.add_row(output.words.say(TITLES[kind].to_dict()), str(count))
    output.console.print(table)
    zh = f"{len(data.pictures)} 张图片，{data.tiles} 张牌"
    en = f"{len(data.pictures)} pictures, {data.tiles} tiles"
    output.console.print(f"{say(output, zh, en)} → {page}")


def _write_labels(
    first: Sequence[Prelabelled],
    photos: str,
    out: Path,
    name: str,
    writer: Callable[[DataSet], list[str]],
    copies: bool,
    output: Output,
) -> None:
    from vision.engine.photos import read_photo
    from vision.labelling.export import export
    from vision.labelling.picture import DataSet

    data = DataSet(out, tuple(each.picture for each in first))
    if not copies:
        out.mkdir(parents=True, exist_ok=True)
        writer(data)
        return
    export(
        data,
        name,
        out,
        write=writer,
        content=lambda picture: read_photo(photos, picture.file),
        replace_=True,
        track=tracker(output),
    )


def _tell_order(output: Output, first: Sequence[Prelabelled], errors: dict[str, Any], out: Path) -> None:
    heads = (("照片", "Photo"), ("牌", "Tiles"), ("预计要改", "To correct"), ("存疑", "Doubts"))
    table = Table(*(say(output, *head) for head in heads))
    for each in first[:10]:
        picture = each.picture
        table.add_row(picture.file, str(len(picture.tiles)), f"{each.doubt:.1f}", " ".join(each.codes))
    output.console.print(table)
    for name, error in sorted(errors.items()):
        output.console.print(f"[red]{name}: {output.words.say(error)}[/]")
    tiles = sum(len(each.picture.tiles) for each in first)
    zh = f"{len(first)} 张照片，{tiles} 张牌；{len(errors)} 张读不了"
    en = f"{len(first)} photos, {tiles} tiles; {len(errors)} could not be read"
    output.console.print(f"{say(output, zh, en)} → {out}")
