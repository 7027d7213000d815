"""`qicheng data`: label formats, pre-labels, audit, splits, synthetic pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn, track
from rich.table import Table

from api.cli_options import Lang
from api.cli_output import Output, misuse

if TYPE_CHECKING:
    from vision.labelling.export import Exported
    from vision.labelling.picture import DataSet, LabelledPicture
    from vision.labelling.prelabel import Prelabelled

app = typer.Typer(
    name="data", help="Data sets: from a folder of photos to checked labels.", no_args_is_help=True
)

RENDER = "vision.training.render.__main__"
"""By name, as its packages are only in the training environment and serving must not need them."""

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
Model = Annotated[Path | None, typer.Option("--model", help="Model bundle; the shipped one when unset.")]


@app.command("import")
def import_(
    sources: Annotated[
        list[str], typer.Argument(help="Folder, label file, zip; with --from corrections a URL.")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the new data set.")],
    from_: Annotated[
        str | None, typer.Option("--from", help="Format, told by its look when unset; or corrections.")
    ] = None,
    alias: Aliases = None,
    classes: Classes = None,
    pictures: Pictures = None,
    group: GroupColumn = "group",
    token: Annotated[
        str | None, typer.Option(envvar="QICHENG_CORRECTIONS_TOKEN", help="Of the service's export.")
    ] = None,
    replace: Replace = False,
    lang: Lang = None,
) -> None:
    """Labels of any format, or people's corrections, as one data set of ours."""
    from vision.labelling.export import export, merge
    from vision.labelling.formats import NATIVE

    output = Output(False, lang)
    with _refusals(), ExitStack() as stack:
        parts = [
            (_name(source), _read(source, from_, alias, classes, pictures, group, token, stack))
            for source in sources
        ]
        if len(parts) == 1:
            written = export(parts[0][1], NATIVE, out, replace_=replace, track=_track(output))
        else:
            whole, content = merge(parts)
            written = export(whole, NATIVE, out, content=content, replace_=replace, track=_track(output))
    for name, part in parts:
        _tell_notes(output, name, part.notes)
    _tell(output, written, out)


@app.command("export")
def export_(
    dataset: Annotated[Path, typer.Argument(help="A data set of ours, or of any format.")],
    format_: Annotated[str, typer.Option("--format", help="yolo, yolo-obb, coco, voc, label-studio, …")],
    out: Annotated[Path, typer.Option(help="Folder of the export.")],
    split: Splits = None,
    alias: Aliases = None,
    classes: Classes = None,
    group: GroupColumn = "group",
    address: Annotated[
        str | None, typer.Option(help="Label Studio: put before each picture's path to make its URL.")
    ] = None,
    replace: Replace = False,
    lang: Lang = None,
) -> None:
    """A data set in another format: pictures upright, labels, and both ends compared."""
    from vision.labelling.export import export
    from vision.labelling.groups import only

    output = Output(False, lang)
    with _refusals(), ExitStack() as stack:
        data = only(_read(str(dataset), None, alias, classes, None, group, None, stack), split or ())
        writer = _writer(format_, address)
        written = export(data, format_, out, write=writer, replace_=replace, track=_track(output))
    _tell_notes(output, dataset.name, data.notes)
    _tell(output, written, out)


@app.command()
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
    with _refusals():
        writer = _writer(format_, address)
        if not copies and format_ != "label-studio":
            misuse("--no-copies: --format label-studio")
        names = list_photos(photos)
        if not names:
            misuse(f"{photos}: no photos / 没有照片")
        with _bar(output, len(names)) as step:
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


@app.command()
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
    with _refusals(), ExitStack() as stack:
        data = only(_read(str(dataset), from_, alias, classes, None, group, None, stack), split or ())
        names = [picture.file for picture in data.pictures]
        bundle = load_bundle(model) if ask_model else None
        journal = f"journal-{bundle.sha256[:12] if bundle else 'looks'}.jsonl"
        with _bar(output, len(names)) as step:
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
    _tell_notes(output, dataset.name, data.notes)
    table = Table(_say(output, "问题", "Fault"), _say(output, "数", "Count"))
    for kind, count in counts(found.faults).items():
        table.add_row(output.words.say(TITLES[kind].to_dict()), str(count))
    output.console.print(table)
    zh = f"{len(data.pictures)} 张图片，{data.tiles} 张牌"
    en = f"{len(data.pictures)} pictures, {data.tiles} tiles"
    output.console.print(f"{_say(output, zh, en)} → {page}")


@app.command()
def split(
    dataset: Annotated[Path, typer.Argument(help="A data set of ours.")],
    share: Annotated[
        list[str] | None, typer.Option("--share", help="Part and share, train=0.8; repeat for each.")
    ] = None,
    group: GroupColumn = "group",
    by_folder: Annotated[bool, typer.Option("--by-folder", help="Each folder is a group.")] = False,
    seed: Annotated[int, typer.Option(help="Another seed gives another split.")] = 0,
    lang: Lang = None,
) -> None:
    """Split by group and freeze it in manifest.csv; pictures that show nearly the same stay together."""
    from vision.engine.local import LocalEngine
    from vision.labelling import split as splitting
    from vision.labelling.examine import examine
    from vision.labelling.manifest import MANIFEST, Manifest

    output = Output(False, lang)
    with _refusals(), ExitStack() as stack:
        data = _read(str(dataset), None, None, None, None, group, None, stack)
        data = splitting.by_folder(data) if by_folder else data
        names = [picture.file for picture in data.pictures]
        with _bar(output, len(names)) as step:
            journal = dataset / ".looks.jsonl"
            examined = examine(str(dataset), names, LocalEngine(), journal, step=step)
        looks = {name: each.look for name, each in examined.items() if each.look is not None}
        frozen = Manifest.read(dataset) if (dataset / MANIFEST).is_file() else None
        result = splitting.split(data, looks, _shares(share), seed=seed, before=frozen)
        result.manifest.write(dataset)
    table = Table(_say(output, "部分", "Part"), _say(output, "图片", "Pictures"))
    for part, count in result.pictures().items():
        table.add_row(part, str(count))
    output.console.print(table)
    zh = (
        f"{result.groups} 组；其中 {result.joined} 次因画面几乎相同而并组。清单 {result.manifest.sha256[:12]}"
    )
    en = f"{result.groups} groups, {result.joined} joined by look. Manifest {result.manifest.sha256[:12]}"
    output.console.print(_say(output, zh, en))


@app.command(
    "render",
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
)
def render(context: typer.Context) -> None:
    """Synthetic photographs with exact labels (--help lists its options); needs the training environment."""
    try:
        module = import_module(RENDER)
    except ModuleNotFoundError as error:
        misuse(f"{error}: make train-env, then .venv-train/bin/qicheng data render …")
    module.app(args=context.args, prog_name="qicheng data render")


def _read(
    source: str,
    name: str | None,
    alias: Sequence[str] | None,
    classes: Path | None,
    pictures: Path | None,
    group: str,
    token: str | None,
    stack: ExitStack,
) -> DataSet:
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
    table = standard_table().explained(_pairs("--alias", alias or ()))
    return read_dataset(Source(path, table, classes, pictures), name, group)


def _name(source: str) -> str:
    """What a source's pictures are kept under when several are merged."""
    return Path(source.rstrip("/")).stem or "pictures"


def _writer(name: str, address: str | None) -> Callable[[DataSet], list[str]]:
    from vision.labelling.formats import FORMATS
    from vision.labelling.formats.label_studio import Writer

    if name not in FORMATS:
        misuse(f"--format {name}: {', '.join(FORMATS)}")
    return FORMATS[name].write if address is None else Writer(address).write


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
        track=_track(output),
    )


def _tell(output: Output, written: Exported, out: Path) -> None:
    data = written.data
    table = Table.grid(padding=(0, 2))
    for name, count in data.per_class().items():
        table.add_row(name, str(count))
    output.console.print(table)
    _tell_notes(output, out.name, written.notes)
    zh, en = (
        f"{len(data.pictures)} 张图片，{data.tiles} 张牌",
        f"{len(data.pictures)} pictures, {data.tiles} tiles",
    )
    output.console.print(f"{_say(output, zh, en)} → {out}")


def _tell_notes(output: Output, name: str, notes: Iterable[str]) -> None:
    for note in notes:
        output.console.print(f"[yellow]{name}: {note}[/]")


def _tell_order(output: Output, first: Sequence[Prelabelled], errors: dict[str, Any], out: Path) -> None:
    heads = (("照片", "Photo"), ("牌", "Tiles"), ("预计要改", "To correct"), ("存疑", "Doubts"))
    table = Table(*(_say(output, *head) for head in heads))
    for each in first[:10]:
        picture = each.picture
        table.add_row(picture.file, str(len(picture.tiles)), f"{each.doubt:.1f}", " ".join(each.codes))
    output.console.print(table)
    for name, error in sorted(errors.items()):
        output.console.print(f"[red]{name}: {output.words.say(error)}[/]")
    tiles = sum(len(each.picture.tiles) for each in first)
    zh = f"{len(first)} 张照片，{tiles} 张牌；{len(errors)} 张读不了"
    en = f"{len(first)} photos, {tiles} tiles; {len(errors)} could not be read"
    output.console.print(f"{_say(output, zh, en)} → {out}")


def _say(output: Output, zh: str, en: str) -> str:
    return output.words.say({"zh": zh, "en": en})


def _shares(given: Sequence[str] | None) -> dict[str, float]:
    from vision.labelling.split import SHARES

    if not given:
        return dict(SHARES)
    try:
        shares = {part: float(share) for part, share in _pairs("--share", given).items()}
    except ValueError as error:
        misuse(f"--share: {error}")
    if min(shares.values()) <= 0:
        misuse("--share: more than 0")
    return shares


def _pairs(option: str, given: Iterable[str]) -> dict[str, str]:
    pairs = [each.rpartition("=") for each in given]
    if not all(name and value for name, _, value in pairs):
        misuse(f"{option} NAME=VALUE")
    return {name: value for name, _, value in pairs}


def _track(output: Output) -> Callable[[Sequence[LabelledPicture]], Iterable[LabelledPicture]]:
    words = _say(output, "写图片", "Pictures")
    return lambda pictures: track(pictures, words, console=Console(stderr=True), transient=True)


@contextmanager
def _bar(output: Output, total: int) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(_say(output, "看照片", "Photos"), total=total)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def _refusals() -> Iterator[None]:
    """What the user can mend ends with 2 and its own words."""
    from vision.bundle import BundleError
    from vision.engine import EngineError
    from vision.engine.journal import JournalError
    from vision.labelling.errors import LabellingError

    try:
        yield
    except (LabellingError, EngineError, JournalError, BundleError, OSError) as error:
        misuse(str(error))
