"""`qicheng data`: label formats, pre-labels, audit, splits, synthetic pictures."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from api import cli_prelabel
from api.cli_options import Lang
from api.cli_output import Output, misuse
from api.data_tools import (
    Aliases,
    Classes,
    GroupColumn,
    Pictures,
    Replace,
    Splits,
    bar,
    pairs,
    read,
    refusals,
    say,
    tell,
    tell_notes,
    tracker,
    writer_of,
)

if TYPE_CHECKING:
    pass

app = typer.Typer(
    name="data", help="Data sets: from a folder of photos to checked labels.", no_args_is_help=True
)

RENDER, RENDERER = "vision.training.render.__main__", "moderngl"
"""By name, as its packages are only in the training environment and serving must not need them."""


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
    with refusals(), ExitStack() as stack:
        parts = [
            (_name(source), read(source, from_, alias, classes, pictures, group, token, stack))
            for source in sources
        ]
        if len(parts) == 1:
            written = export(parts[0][1], NATIVE, out, replace_=replace, track=tracker(output))
        else:
            whole, content = merge(parts)
            written = export(whole, NATIVE, out, content=content, replace_=replace, track=tracker(output))
    for name, part in parts:
        tell_notes(output, name, part.notes)
    tell(output, written, out)


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
    with refusals(), ExitStack() as stack:
        data = only(read(str(dataset), None, alias, classes, None, group, None, stack), split or ())
        writer = writer_of(format_, address)
        written = export(data, format_, out, write=writer, replace_=replace, track=tracker(output))
    tell_notes(output, dataset.name, data.notes)
    tell(output, written, out)


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
    with refusals(), ExitStack() as stack:
        data = read(str(dataset), None, None, None, None, group, None, stack)
        data = splitting.by_folder(data) if by_folder else data
        names = [picture.file for picture in data.pictures]
        with bar(output, len(names)) as step:
            journal = Path(stack.enter_context(TemporaryDirectory())) / "looks.jsonl"
            examined = examine(str(dataset), names, LocalEngine(), journal, step=step)
        looks = {name: each.look for name, each in examined.items() if each.look is not None}
        frozen = Manifest.read(dataset) if (dataset / MANIFEST).is_file() else None
        result = splitting.split(data, looks, _shares(share), seed=seed, before=frozen)
        result.manifest.write(dataset)
    table = Table(say(output, "部分", "Part"), say(output, "图片", "Pictures"))
    for part, count in result.pictures().items():
        table.add_row(part, str(count))
    output.console.print(table)
    zh = (
        f"{result.groups} 组；其中 {result.joined} 次因画面几乎相同而并组。清单 {result.manifest.sha256[:12]}"
    )
    en = f"{result.groups} groups, {result.joined} joined by look. Manifest {result.manifest.sha256[:12]}"
    output.console.print(say(output, zh, en))


app.command()(cli_prelabel.prelabel)
app.command()(cli_prelabel.audit)


@app.command(
    "render",
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
)
def render(context: typer.Context) -> None:
    """Synthetic photographs with exact labels (--help lists its options); needs the training environment."""
    if find_spec(RENDERER) is None:
        misuse(
            f"{RENDERER} is not installed here: make train-env, then .venv-train/bin/qicheng data render …"
        )
    import_module(RENDER).app(args=context.args, prog_name="qicheng data render")


def _name(source: str) -> str:
    """What a source's pictures are kept under when several are merged."""
    return Path(source.rstrip("/")).stem or "pictures"


def _shares(given: Sequence[str] | None) -> dict[str, float]:
    from vision.labelling.split import SHARES

    if not given:
        return dict(SHARES)
    try:
        shares = {part: float(share) for part, share in pairs("--share", given).items()}
    except ValueError as error:
        misuse(f"--share: {error}")
    if min(shares.values()) <= 0:
        misuse("--share: more than 0")
    return shares
