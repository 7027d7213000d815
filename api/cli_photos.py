"""The commands that take photos: `scan` and `read`.

What sees is imported when it is needed: a command that only scores answers at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType
from rich.markup import escape

from api import tables
from api.arguments import Circumstances
from api.cli_options import AsJson, Lang, Model, with_circumstances
from api.cli_output import MISUSE, NOT_A_WIN, Output, print_json, problem_of, rules_of
from api.problem import Problem
from api.scan import scan as scan_reading
from api.words import Words
from scoring import RequestError
from vision.photo_errors import PhotoError

if TYPE_CHECKING:
    from api.service import Reader


def read(
    photos: Annotated[list[Path], typer.Argument(help="Photos, JPEG, PNG, WebP or HEIC.")],
    model: Model = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """The tiles of photos. With --json one line a photo, in order; an unreadable one gives an `error`."""
    output = Output(as_json, lang)
    failed = False
    try:
        reader = open_reader(model)
    except Problem as error:
        output.refuse(error)
    for path, answer in _readings(photos, reader):
        failed = failed or "error" in answer
        if as_json:
            print_json(answer)
        elif "error" in answer:
            typer.echo(f"{path}: {output.words.say(answer['error']['text'])}", err=True)
        else:
            output.answer(answer, f"[bold]{path}[/]", *_reading_blocks(answer, output.words))
    raise typer.Exit(MISUSE if failed else 0)


def _readings(photos: Iterable[Path], reader: Reader) -> Iterator[tuple[Path, dict[str, Any]]]:
    for path in photos:
        try:
            yield path, reader.read(_bytes(path)).to_dict()
        except (PhotoError, Problem) as error:
            yield path, {"photo": str(path), "error": problem_of(error).to_dict()}


def open_reader(model: Path | None) -> Reader:
    """The reader of a model bundle; the shipped one where none is named.

    Raises:
        Problem: there is no usable bundle there.
    """
    from api import service
    from api.settings import Settings
    from vision.bundle import BundleError

    try:
        return service.load_reader(Settings() if model is None else Settings(model=model))
    except BundleError as error:
        raise Problem(
            503, "no_model", zh=f"识别模型打不开：{error}", en=f"The model cannot be used: {error}"
        ) from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Problem(
            422, "no_such_file", zh=f"{path}：打不开（{error.strerror}）。", en=f"{path}: {error.strerror}."
        ) from error


def _reading_blocks(reading: Mapping[str, Any], words: Words) -> Iterator[RenderableType]:
    if reading["hand"] is None:
        yield words("no_hand")
    else:
        yield tables.hand_block(reading["hand"], words)
        yield f"[dim]{escape(reading['notation'])}[/]"
    yield f"[dim]{words('seconds', len(reading['tiles']), reading['milliseconds']['total'] / 1000)}[/]"
    if reading["doubts"]:
        yield tables.doubts_block(reading["doubts"], words)


@with_circumstances()
def scan(
    photo: Annotated[Path, typer.Argument(help="A photo of the finished hand.")],
    circumstances: Circumstances,
    annotate: Annotated[
        Path | None, typer.Option("--annotate", help="Write the photo with boxes and the breakdown here.")
    ] = None,
    font: Annotated[
        Path | None, typer.Option("--font", envvar="QICHENG_FONT", help="Font for Chinese text on it.")
    ] = None,
    model: Model = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """A photo to its score. Exit 1 when the hand may not go out or none could be formed."""
    output = Output(as_json, lang)
    try:
        data = _bytes(photo)
        reader = open_reader(model)
        result = scan_reading(reader.read(data), circumstances.to_dict())
    except (RequestError, PhotoError, Problem) as error:
        output.refuse(error)
    answer = result.to_dict()
    output.answer(answer, *_scan_blocks(answer, circumstances.rules, output.words))
    if annotate is not None:
        from api.annotate import annotate as draw

        draw(data, result, output.words, font).save(annotate, quality=92)
        if not as_json:
            output.console.print(output.words("saved", annotate), style="dim")
    raise typer.Exit(0 if result.score is not None and result.score.win else NOT_A_WIN)


def _scan_blocks(answer: Mapping[str, Any], rules: str, words: Words) -> Iterator[RenderableType]:
    yield from _reading_blocks(answer["reading"], words)
    if answer["score"] is not None:
        yield tables.score_block(answer["score"], rules_of(rules), words)
    if answer.get("candidates"):
        yield tables.candidates_block(answer["candidates"], words)
    if answer.get("waits"):
        yield tables.waits_block(answer["waits"], words)
