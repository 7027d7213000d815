"""A settled hand of play in a terminal: who won what, who pays whom, what is left, who deals next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from api import tables
from api.words import Words

SEATS = ("east", "south", "west", "north")


def settlement_block(
    settled: Mapping[str, Any],
    hands: Sequence[tuple[str, Mapping[str, Any]]],
    rules: Mapping[str, Any],
    words: Words,
) -> RenderableType:
    """The answer of `settle`; `hands` are the seat and the hand behind each of its scores."""
    return Group(*_parts(settled, hands, rules, words))


def _parts(
    settled: Mapping[str, Any],
    hands: Sequence[tuple[str, Mapping[str, Any]]],
    rules: Mapping[str, Any],
    words: Words,
) -> Iterator[RenderableType]:
    if not settled["scores"]:
        yield Text(words("drawn_hand"), "bold")
    for score, (seat, hand) in zip(settled["scores"], hands, strict=True):
        yield Rule(Text(words(seat), "bold"), style="dim", align="left")
        yield tables.hand_block(hand, words)
        yield tables.counted_block(score, rules, words)
    if settled["transfers"]:
        yield _transfers(settled["transfers"], words)
    yield _balances(settled, words)
    for fine in settled["fines"]:
        yield Text(words("fine", words(fine["seat"]), fine["amount"]), "yellow")
    yield Text(_next(settled, words), "bold")
    assumed = [*settled["assumed"], *(each for score in settled["scores"] for each in score["assumed"])]
    if assumed:
        yield tables.listed(words("assumed"), dict.fromkeys(words.say(each["text"]) for each in assumed))


def _transfers(transfers: Sequence[Mapping[str, Any]], words: Words) -> Table:
    table = Table(title=words("payments"), title_justify="left", header_style="dim", border_style="dim")
    table.add_column(words("payer"))
    table.add_column(words("payee"))
    table.add_column(words("amount"), justify="right", style="bold")
    table.add_column(words("reason"))
    for each in transfers:
        short = words("owed", each["due"]) if "due" in each else ""
        why = words(f"why_{each['why']}") + short
        table.add_row(words(each["from"]), words(each["to"]), str(each["amount"]), why)
    return table


def _balances(settled: Mapping[str, Any], words: Words) -> Table:
    """Seat by seat: for the win, for kongs, and what is left where money is limited."""
    columns = {"for_win": settled["payments"], "for_kongs": settled["kong_payments"]}
    table = Table(title=words("balances"), title_justify="left", header_style="dim", border_style="dim")
    table.add_column(words("seat"))
    for name in columns:
        table.add_column(words(name), justify="right")
    if settled["balances"] is not None:
        table.add_column(words("money_left"), justify="right", style="bold")
    for seat in SEATS:
        changes = [f"{changed[seat]:+}" if changed[seat] else "0" for changed in columns.values()]
        left = [] if settled["balances"] is None else [str(settled["balances"][seat])]
        table.add_row(words(seat), *changes, *left)
    return table


def _next(settled: Mapping[str, Any], words: Words) -> str:
    if settled["game_ends"]:
        return words("game_ends")
    if settled["dealer_stays"] is None:
        return words("not_over")
    return words("dealer_stays" if settled["dealer_stays"] else "dealer_moves", words(settled["next_dealer"]))
