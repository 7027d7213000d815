"""The command line `qicheng`. Exit 0 done, 1 not a legal win, 2 misuse or unreadable input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import scoring
from api import cli_photos, tables
from api.arguments import Circumstances, request_of
from api.cli_options import (
    AfterKong,
    AsJson,
    Balance,
    Base,
    Discarder,
    Heavenly,
    Lang,
    Liable,
    Model,
    PassedWin,
    Round,
    Rules,
    Seat,
    Sources,
    Switch,
    WaitingOnAny,
    Wild,
    WildDiscarded,
    WinBy,
)
from api.cli_output import NOT_A_WIN, Output, misuse, print_json, problem_of, rules_of
from api.problem import Problem
from api.strict_json import parse_json
from scoring import RequestError

app = typer.Typer(
    name="qicheng",
    help="起成: photograph a finished mahjong hand: the fan, the reasons, and who pays whom.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(cli_photos.scan)
app.command()(cli_photos.read)


@app.command()
def score(
    hand: Annotated[str | None, typer.Argument(help='The hand: "[p777z] 12p456p789p11z + 3p".')] = None,
    rules: Rules = "yangzhou-new",
    win: WinBy = None,
    seat: Seat = None,
    round_: Round = None,
    discarder: Discarder = None,
    after_kong: AfterKong = None,
    heavenly: Heavenly = False,
    base: Base = None,
    option: Switch = None,
    balance: Balance = None,
    liable: Liable = None,
    passed_win: PassedWin = False,
    wild: Wild = None,
    wild_discarded: WildDiscarded = None,
    waiting_on_any: WaitingOnAny = False,
    source: Sources = None,
    batch: Annotated[
        str | None, typer.Option("--batch", help="JSON lines of requests: a file, or - .")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """The fan of a hand, the reasons, and who pays whom."""
    output = Output(as_json, lang)
    if batch is not None:
        _score_batch(batch)
        return
    if hand is None:
        misuse("a hand is needed, or --batch FILE")
    circumstances = Circumstances(
        rules, win, seat, round_, discarder, after_kong, heavenly, base, option or (), balance or (),
        liable, passed_win, wild, wild_discarded or (), waiting_on_any,
    )  # fmt: skip
    try:
        request = request_of(hand, circumstances.to_dict(), source or ())
        result = scoring.score(request).to_dict()
    except RequestError as error:
        output.refuse(error)
    output.answer(
        result,
        tables.hand_block(request, output.words),
        tables.score_block(result, rules_of(rules), output.words),
    )
    raise typer.Exit(0 if result["win"] else NOT_A_WIN)


def _score_batch(source: str) -> None:
    for line in _lines(source):
        if not line.strip():
            continue
        try:
            print_json(scoring.score(parse_json(line)).to_dict())
        except (RequestError, Problem) as error:
            print_json({"error": problem_of(error).to_dict()})


def _lines(source: str) -> Iterator[str]:
    if source == "-":
        yield from sys.stdin
        return
    try:
        with Path(source).open(encoding="utf-8") as file:
            yield from file
    except OSError as error:
        misuse(f"{source}: {error.strerror}")


@app.command()
def waits(
    hand: Annotated[str, typer.Argument(help='13 - 3n tiles: "[p777z] 12p456p789p11z".')],
    rules: Rules = "yangzhou-new",
    seat: Seat = None,
    round_: Round = None,
    option: Switch = None,
    wild: Wild = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """What completes the hand, how many are left, and what each would be worth."""
    output = Output(as_json, lang)
    circumstances = Circumstances(rules, seat=seat, round=round_, options=option or (), wild=wild)
    try:
        request = request_of(hand, circumstances.to_dict())
        found = [wait.to_dict() for wait in scoring.waits(request)]
    except RequestError as error:
        output.refuse(error)
    output.answer(found, tables.hand_block(request, output.words), tables.waits_block(found, output.words))


@app.command()
def discards(
    hand: Annotated[str, typer.Argument(help='14 - 3n tiles: "[p777z] 12p456p789p11z9m".')],
    rules: Rules = "yangzhou-new",
    seat: Seat = None,
    round_: Round = None,
    option: Switch = None,
    wild: Wild = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """For each tile to throw: what the rest waits for, and the best total."""
    output = Output(as_json, lang)
    circumstances = Circumstances(rules, seat=seat, round=round_, options=option or (), wild=wild)
    try:
        request = request_of(hand, circumstances.to_dict())
        found = [each.to_dict() for each in scoring.discards(request)]
    except RequestError as error:
        output.refuse(error)
    output.answer(found, tables.hand_block(request, output.words), tables.discards_block(found, output.words))


@app.command("rules")
def show_rules(
    ruleset: Annotated[str | None, typer.Argument(help="A rule set's id; all when left out.")] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """The rule sets; of one: its fans, values, switches, sources."""
    output = Output(as_json, lang)
    if ruleset is None:
        listed = [each.to_dict() for each in scoring.rulesets()]
        output.answer(listed, tables.rulesets_block(listed, output.words))
        return
    try:
        one = scoring.ruleset(ruleset).to_dict()
    except RequestError as error:
        output.refuse(error)
    output.answer(one, tables.ruleset_block(one, output.words))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Interface; every one by default.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    model: Model = None,
    lang: Lang = None,
) -> None:
    """The service and its phone page."""
    import uvicorn

    from api.app import create_app
    from api.network import EVERY_INTERFACE, page_urls
    from api.settings import Settings

    output = Output(False, lang)
    words = output.words
    for url in page_urls(host, port):
        output.console.print(f"{words('phone')}  [bold green]{url}[/]")
    if host in EVERY_INTERFACE:
        output.console.print(f"{words('here')}  http://localhost:{port}/")
        output.console.print(f"[dim]{words('same_network')}[/]")
    output.console.print(f"[dim]{words('stop')}[/]")
    settings = Settings() if model is None else Settings(model=model)
    uvicorn.run(create_app(settings), host=host, port=port, log_level="warning", access_log=False)


def main() -> None:
    """The entry point."""
    app()


if __name__ == "__main__":
    main()
