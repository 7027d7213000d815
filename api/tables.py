"""Answers as a player would like to read them in a terminal: from the JSON that every door shares."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from api.tile_text import split_tiles, tile_line, tile_rows
from api.words import Words

Json = Mapping[str, Any]
GAP = Text("   ")


def hand_block(hand: Json, words: Words) -> RenderableType:
    """Melds, tiles in hand and the winning tile, side by side as far as the line reaches."""
    parts: list[tuple[str, Sequence[str]]] = [
        (words(meld["kind"]), split_tiles(meld["tiles"])) for meld in hand.get("melds") or []
    ]
    parts.append((words("hand"), split_tiles(hand.get("concealed") or "")))
    if hand.get("winning_tile"):
        parts.append((words("winning_tile"), split_tiles(hand["winning_tile"])))
    blocks = []
    for label, tiles in parts:
        upper, lower = tile_rows(list(tiles), words.language)
        blocks.append(Group(Text(label, "dim"), upper, lower))
    return Columns(blocks, padding=(0, 2, 0, 0))


def score_block(score: Json, rules: Json, words: Words) -> RenderableType:
    """Verdict, fans with their tiles, what was not counted, payments."""
    return Group(*_score_parts(score, rules, words))


def _score_parts(score: Json, rules: Json, words: Words) -> Iterator[RenderableType]:
    yield counted_block(score, rules, words)
    yield from _payments(score, words)
    if score["assumed"]:
        yield listed(words("assumed"), (words.say(each["text"]) for each in score["assumed"]))
    if score.get("advice"):
        yield Text(words.say(score["advice"]), "italic")


def counted_block(score: Json, rules: Json, words: Words) -> RenderableType:
    """Verdict, what counts with its tiles, and what does not: a score without its payments."""
    return Group(*_counted_parts(score, rules, words))


def _counted_parts(score: Json, rules: Json, words: Words) -> Iterator[RenderableType]:
    yield _verdict(score, words.say(rules["unit"]), words)
    if score["fans"]:
        yield _fans(score, rules, words)
    if score["decomposition"] and score["decomposition"].get("stands_for"):
        tiles = tile_line(score["decomposition"]["stands_for"], words.language)
        yield Text(f"{words('stands_for')} ", "dim").append_text(tiles)
    told = [words.say(item["text"]) for item in score["not_counted"]]
    told += [f"{words.say(item['name'])}: {words.say(item['text'])}" for item in score["missed"]]
    if told:
        yield listed(words("not_counted"), told)


def _verdict(score: Json, unit: str, words: Words) -> RenderableType:
    line = Text()
    if score["total"] is not None:
        line.append(f"{score['total']} {unit}", "bold").append("  ")
    line.append(words("legal" if score["win"] else "not_legal"), "bold green" if score["win"] else "bold red")
    if score["minimum"]:
        line.append(f"  ·  {words('minimum', score['minimum'])}", "dim")
    line.append(f"  ·  {words.say(score['ruleset']['name'])}", "dim")
    for reason in score["reasons"]:
        line.append(f"\n{words.say(reason['text'])}", "red")
    return Panel(line, border_style="green" if score["win"] else "red", expand=False)


def _fans(score: Json, rules: Json, words: Words) -> Table:
    table = Table(show_footer=True, header_style="dim", border_style="dim")
    table.add_column(_heading(rules, words), words("total"))
    table.add_column(words.say(rules["unit"]), str(score["total"]), justify="right", style="bold")
    table.add_column(words("tiles"))
    sets = score["decomposition"]["sets"] if score["decomposition"] else []
    for fan in score["fans"]:
        times = f" × {fan['count']}" if fan["count"] > 1 else ""
        line = Text("  ").join(
            tile_line(split_tiles(_tiles_of(key, sets, score["decomposition"])), words.language)
            for key in fan["sets"]
        )
        table.add_row(words.say(fan["name"]) + times, str(fan["value"]), line)
    return table


def _heading(rules: Json, words: Words) -> str:
    return words("fans" if rules["method"] == "fans" else "counted")


def _tiles_of(key: int | str, sets: Sequence[Json], decomposition: Json) -> str:
    return str(decomposition["pair"] if key == "pair" else sets[int(key)]["tiles"])


def listed(title: str, lines: Iterable[str]) -> RenderableType:
    """Lines under a title."""
    return Group(Text(title, "dim"), *(Padding(Text(line), (0, 0, 0, 2)) for line in lines))


def _payments(score: Json, words: Words) -> Iterator[RenderableType]:
    lines = [
        words("pays_why", words(each["from"]), words(each["to"]), each["amount"], words(f"why_{each['why']}"))
        + (words("owed", each["due"]) if "due" in each else "")
        for each in score["transfers"]
    ]
    if lines:
        yield listed(words("payments"), lines)
    if any(score["kong_payments"].values()):
        amounts = (f"{words(seat)} {amount:+}" for seat, amount in score["kong_payments"].items())
        yield listed(words("kongs"), ["  ".join(amounts)])


def doubts_block(doubts: Sequence[Json], words: Words) -> RenderableType:
    """What the photo left in doubt, and whether it changes the score."""
    lines = []
    for doubt in doubts:
        effect = doubt.get("effect")
        told = ""
        if effect == "none":
            told = f" ({words('effect_none')})"
        elif effect:
            totals = " / ".join("—" if total is None else str(total) for total in effect["totals"])
            told = f" ({words('effect', totals)})"
        lines.append(words.say(doubt["text"]) + told)
    return Padding(
        Group(Text(words("doubts"), "bold yellow"), *(Text(f"  {line}") for line in lines)), (0, 0)
    )


def candidates_block(candidates: Sequence[Json], words: Words) -> RenderableType:
    """The total for each tile that may have been the winning one."""
    table = Table(title=words("candidates"), title_justify="left", header_style="dim", border_style="dim")
    table.add_column(words("winning_tile"))
    table.add_column(words("total"), justify="right")
    table.add_column("")
    for each in candidates:
        verdict = Text(words("legal"), "green") if each["win"] else Text(words("not_legal"), "red")
        table.add_row(tile_line([each["tile"]], words.language), _number(each["total"]), verdict)
    return table


def waits_block(waits: Sequence[Json], words: Words) -> RenderableType:
    """What completes the hand, how many are left, and what each is worth."""
    if not waits:
        return Text(words("no_waits"))
    table = Table(header_style="dim", border_style="dim")
    for key in ("waits", "left", "self_draw", "discard"):
        table.add_column(words(key), justify="left" if key == "waits" else "right")
    for wait in waits:
        outcomes = (_outcome(wait[key], words) for key in ("self_draw", "discard"))
        table.add_row(tile_line([wait["tile"]], words.language), str(wait["left"]), *outcomes)
    return table


def discards_block(discards: Sequence[Json], words: Words) -> RenderableType:
    """For each tile to throw: what the rest waits for, and the best total."""
    table = Table(header_style="dim", border_style="dim")
    table.add_column(words("throw"))
    table.add_column(words("waits"))
    table.add_column(words("best"), justify="right")
    for each in discards:
        line = Text(" ").join(
            tile_line([w["tile"]], words.language).append(f"×{w['left']}", "dim") for w in each["waits"]
        )
        table.add_row(tile_line([each["tile"]], words.language), line, _number(each["best_total"]))
    return table


def _outcome(outcome: Json, words: Words) -> Text:
    text = Text(_number(outcome["total"]), "green" if outcome["win"] else "red")
    return text.append(f" {words('short', outcome['short'])}", "dim") if outcome.get("short") else text


def _number(value: object) -> str:
    return "—" if value is None else str(value)


def rulesets_block(rulesets: Sequence[Json], words: Words) -> RenderableType:
    """The list of rule sets."""
    table = Table(header_style="dim", border_style="dim")
    table.add_column("ID", style="bold", no_wrap=True)
    table.add_column(words("name"))
    table.add_column(words("minimum_head"), justify="right")
    for rules in rulesets:
        state = f" ({words('undescribed')})" if rules.get("state") == "undescribed" else ""
        table.add_row(rules["id"], words.say(rules["name"]) + state, _number(rules.get("minimum") or None))
    return table


def ruleset_block(rules: Json, words: Words) -> RenderableType:
    """One rule set: fans with values and conditions, switches, sources; or why there is no more."""
    head = Text(f"{words.say(rules['name'])}  {rules['id']}", "bold")
    if rules["state"] == "undescribed":
        return Group(head, Text(words.say(rules["note"])))
    fans = Table(header_style="dim", border_style="dim")
    staked: Json = next((fan["stakes"] for fan in rules["fans"] if "stakes" in fan), {})
    fans.add_column(_heading(rules, words), no_wrap=True)
    for column in map(words, staked) if staked else [words.say(rules["unit"])]:
        fans.add_column(column, justify="right", style="bold")
    fans.add_column(words("condition"), overflow="fold")
    fans.add_column("ID", style="dim")
    for fan in rules["fans"]:
        worth = fan["stakes"].values() if staked else [fan["value"]]
        shown = (words("all") if value == "all" else str(value) for value in worth)
        fans.add_row(words.say(fan["name"]), *shown, words.say(fan["condition"]), fan["id"])
    switches = Table(header_style="dim", border_style="dim")
    switches.add_column(words("switches"))
    switches.add_column(words("default"))
    switches.add_column(words("meaning"), overflow="fold")
    for switch in rules["switches"]:
        switches.add_row(switch["name"], json.dumps(switch["default"]), words.say(switch["meaning"]))
    return Group(head, fans, switches, Text(f"{words('sources')}: {', '.join(rules['sources'])}", "dim"))
