"""The options that several commands share, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Rules = Annotated[str, typer.Option("--rules", "-r", help="Rule set, see `qicheng rules`.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON, as the service answers it.")]
Lang = Annotated[str | None, typer.Option("--lang", help="zh or en; the terminal's language when unset.")]
WinBy = Annotated[str | None, typer.Option("--win", help="self_draw (default), discard or robbed_kong.")]
Seat = Annotated[str | None, typer.Option("--seat", help="east (default), south, west or north.")]
Round = Annotated[str | None, typer.Option("--round", help="Round wind, east by default.")]
Discarder = Annotated[str | None, typer.Option("--discarder", help="Who threw the tile or was robbed.")]
AfterKong = Annotated[str | None, typer.Option("--after-kong", help="none, exposed or concealed.")]
Heavenly = Annotated[bool, typer.Option("--heavenly", help="Won on the tiles dealt.")]
Base = Annotated[str | None, typer.Option("--base", help="Stake of one fan, 1 by default.")]
Switch = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="A switch of the rules, name=value.")
]
Balance = Annotated[
    list[str] | None, typer.Option("--balance", help="Money of a seat, east=310 (园子 games).")
]
Liable = Annotated[
    str | None, typer.Option("--liable", help="Who is liable (包牌) where the melds cannot tell.")
]
PassedWin = Annotated[bool, typer.Option("--passed-win", help="Let a win go since last drawing (漏胡).")]
Wild = Annotated[str | None, typer.Option("--wild", help="Indicator of the wild tile (镇江).")]
WildDiscarded = Annotated[
    list[str] | None,
    typer.Option("--wild-discarded", help="A discarded wild tile: first, middle, after_pung."),
]
WaitingOnAny = Annotated[bool, typer.Option("--waiting-on-any", help="跑搭, checked against the tiles.")]
Sources = Annotated[
    list[str] | None, typer.Option("--from", help="Whence each meld came: left, across, right, -.")
]
Model = Annotated[Path | None, typer.Option("--model", help="Model bundle; the shipped one when unset.")]
