"""The options that several commands share, each declared once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from api.arguments import Circumstances
from api.cli_output import named_rules

AsJson = Annotated[bool, typer.Option("--json", help="JSON, as the service answers it.")]
Lang = Annotated[str | None, typer.Option("--lang", help="zh or en; the terminal's language when unset.")]
Model = Annotated[Path | None, typer.Option("--model", help="Model bundle; the shipped one when unset.")]
Sources = Annotated[
    list[str] | None, typer.Option("--from", help="Whence each meld came: left, across, right, -.")
]

_DECLARED: dict[str, Any] = {
    "rules": typer.Option(
        "--rules", "-r", help="Rule set, see `qicheng rules`; or the path of your own file."
    ),
    "win": typer.Option("--win", help="self_draw (default), discard or robbed_kong."),
    "seat": typer.Option("--seat", help="east (default), south, west or north."),
    "round": typer.Option("--round", help="Round wind, east by default."),
    "discarder": typer.Option("--discarder", help="Who threw the tile or was robbed."),
    "after_kong": typer.Option("--after-kong", help="none, exposed or concealed."),
    "heavenly": typer.Option("--heavenly", help="Won on the tiles dealt."),
    "base": typer.Option("--base", help="Stake of one fan, 1 by default."),
    "options": typer.Option("--option", "-o", help="A switch of the rules, name=value."),
    "balances": typer.Option("--balance", help="Money of a seat, east=310 (园子 games)."),
    "liable": typer.Option("--liable", help="Who is liable (包牌) where the melds cannot tell."),
    "passed_win": typer.Option("--passed-win", help="Let a win go since last drawing (漏胡)."),
    "wild": typer.Option("--wild", help="Indicator of the wild tile (镇江)."),
    "wild_discarded": typer.Option(
        "--wild-discarded", help="A discarded wild tile: first, middle, after_pung."
    ),
    "waiting_on_any": typer.Option("--waiting-on-any", help="跑搭, checked against the tiles."),
}
"""The option of each field of `Circumstances`."""


def with_circumstances(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Options in place of a command's parameter `circumstances`: those of the fields named, or of all."""
    taken = [field for field in fields(Circumstances) if field.name in (names or _DECLARED)]
    types = get_type_hints(Circumstances)

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**given: Any) -> None:
            told = {field.name: given.pop(field.name) for field in taken}
            with named_rules(told["rules"]) as told["rules"]:
                command(circumstances=Circumstances(**told), **given)

        signature = inspect.signature(command, eval_str=True)
        options = [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if field.default is MISSING else field.default,
                annotation=Annotated[types[field.name], _DECLARED[field.name]],
            )
            for field in taken
        ]
        own = [each for each in signature.parameters.values() if each.name != "circumstances"]
        kept = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own]
        run.__signature__ = signature.replace(parameters=[*kept, *options])  # type: ignore[attr-defined]
        return run

    return decorate
