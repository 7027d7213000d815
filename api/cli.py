"""The command line `qicheng`. Exit 0 done, 1 not a legal win, 2 misuse or unreadable input."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.console import RenderableType

import scoring
from api import cli_data, cli_evaluate, cli_photos, cli_training, tables
from api.arguments import Circumstances, request_of
from api.cli_options import AsJson, Lang, Model, Sources, with_circumstances
from api.cli_output import NOT_A_WIN, Output, lines_of, misuse, named_rules, rules_of
from api.problem import Problem
from api.settled import settlement_block
from api.strict_json import parse_json
from api.words import Words
from scoring import Library, RequestError, RulesetFileError
from scoring.batch import score_lines

OF_A_HAND = ("rules", "seat", "round", "options", "wild")
"""What a what-if asks of the circumstances."""

app = typer.Typer(
    name="qicheng",
    help="起成: photograph a finished mahjong hand: the fan, the reasons, and who pays whom.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(cli_photos.scan)
app.command()(cli_photos.read)
app.command()(cli_evaluate.evaluate)
app.command()(cli_training.train)
app.command()(cli_training.export)
app.add_typer(cli_data.app)


@app.command()
@with_circumstances()
def score(
    circumstances: Circumstances,
    hand: Annotated[str | None, typer.Argument(help=r'The hand: "\[p777z] 12p456p789p11z + 3p".')] = None,
    source: Sources = None,
    batch: Annotated[
        str | None, typer.Option("--batch", help="JSON lines of requests: a file, or - .")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes for a batch.")] = 1,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """The fan of a hand, the reasons, and who pays whom."""
    output = Output(as_json, lang)
    if batch is not None:
        library = Library.in_use()
        for line in score_lines(lines_of(batch), workers, None if library is Library.builtin() else library):
            typer.echo(line)
        return
    if hand is None:
        misuse("a hand is needed, or --batch FILE")
    try:
        request = request_of(hand, circumstances.to_dict(), source or ())
        result = scoring.score(request).to_dict()
    except RequestError as error:
        output.refuse(error)
    output.answer(
        result,
        tables.hand_block(request, output.words),
        tables.score_block(result, rules_of(circumstances.rules), output.words),
    )
    raise typer.Exit(0 if result["win"] else NOT_A_WIN)


@app.command()
@with_circumstances(*OF_A_HAND)
def waits(
    hand: Annotated[str, typer.Argument(help=r'13 - 3n tiles: "\[p777z] 12p456p789p11z".')],
    circumstances: Circumstances,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """What completes the hand, how many are left, and what each would be worth."""
    _what_if(scoring.waits, tables.waits_block, hand, circumstances, Output(as_json, lang))


@app.command()
@with_circumstances(*OF_A_HAND)
def discards(
    hand: Annotated[str, typer.Argument(help=r'14 - 3n tiles: "\[p777z] 12p456p789p11z9m".')],
    circumstances: Circumstances,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """For each tile to throw: what the rest waits for, and the best total."""
    _what_if(scoring.discards, tables.discards_block, hand, circumstances, Output(as_json, lang))


def _what_if(
    ask: Callable[[dict[str, Any]], Sequence[scoring.WaitingTile | scoring.Discard]],
    block: Callable[[Sequence[Mapping[str, Any]], Words], RenderableType],
    hand: str,
    circumstances: Circumstances,
    output: Output,
) -> None:
    try:
        request = request_of(hand, circumstances.to_dict())
        found = [each.to_dict() for each in ask(request)]
    except RequestError as error:
        output.refuse(error)
    output.answer(found, tables.hand_block(request, output.words), block(found, output.words))


@app.command()
def settle(
    file: Annotated[str, typer.Argument(help="One hand of play as JSON: a file, or - .")],
    rules: Annotated[
        str | None,
        typer.Option("--rules", "-r", help="Rule set or your own file, where the hand names none."),
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """One hand of play for the whole table: every payment, what is left, who deals next."""
    with named_rules(rules or "") as ruleset:
        _settle(file, ruleset, Output(as_json, lang))


def _settle(file: str, ruleset: str, output: Output) -> None:
    try:
        named = {"ruleset": ruleset} if ruleset else {}
        settled = scoring.settle({**named, **parse_json("".join(lines_of(file)))})
    except (RequestError, Problem) as error:
        output.refuse(error)
    answer = settled.to_dict()
    winners = [score.evaluation for score in settled.scores]
    hands = [(str(each.circumstances.seat), each.hand.to_dict()) for each in winners]
    output.answer(answer, settlement_block(answer, hands, rules_of(answer["ruleset"]["id"]), output.words))


@app.command("rules")
def show_rules(
    ruleset: Annotated[
        str | None, typer.Argument(help="A rule set's id, or the path of your own file; all when left out.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """The rule sets; of one: its fans, values, switches, sources."""
    output = Output(as_json, lang)
    if ruleset is None:
        listed = [each.to_dict() for each in scoring.rulesets()]
        output.answer(listed, tables.rulesets_block(listed, output.words))
        return
    with named_rules(ruleset) as known:
        try:
            one = scoring.ruleset(known).to_dict()
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
    from pydantic import ValidationError

    from api.app import create_app
    from api.corrections.errors import StoreError
    from api.logs import configure
    from api.network import EVERY_INTERFACE, page_urls
    from api.settings import Settings

    output = Output(False, lang)
    words = output.words
    try:
        settings = Settings() if model is None else Settings(model=model)
        service = create_app(settings)
    except (StoreError, ValidationError, RulesetFileError) as error:
        misuse(str(error))
    for url in page_urls(host, port):
        output.console.print(f"{words('phone')}  [bold green]{url}[/]")
    if host in EVERY_INTERFACE:
        output.console.print(f"{words('here')}  http://localhost:{port}/")
        output.console.print(f"[dim]{words('same_network')}[/]")
    output.console.print(f"[dim]{words('stop')}[/]")
    configure(settings.log_level, settings.log_format)
    uvicorn.run(
        service,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # `trusted_proxies` decides who is believed
        timeout_graceful_shutdown=settings.shutdown_s,
    )


def main() -> None:
    """The entry point."""
    app()


if __name__ == "__main__":
    main()
