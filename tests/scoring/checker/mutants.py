"""Rule-set files with one thing changed, to see whether the comparison notices.

A mutant takes the place of a shipped file through the public door for house rules, `Library.with_folder`.
"""

import copy
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

Table = dict[str, Any]

# Headings, what a file says of itself, and what `settle` alone shows, not one hand's score.
IDLE = {"abstract", "version", "name", "sources", "unit", "fields", "extends", "method", "note", "table"}
OTHER = {  # one other value for each switch that is a word
    "k-1": "every-pair",
    "strict": "lenient",
    "additive": "shuangbanqing",
    "add": "fixed",
    "allowed": "forbidden",
    "4+3": "7",
    "double-inclusive": "double-plus",
}
SHOWN_WITH = {  # what a mutant speaks of, and the switch without which no hand can show it
    "hunshuangban_shuangxi": ("hun_shuangxi", "lenient"),  # RULES A4
    "(diedaohu_discard_ratio)": ("diedaohu_discard_ratio", 2),
}


@dataclass(frozen=True)
class Mutant:
    """One changed file: its id, what is changed where, and the switches under which it can show."""

    file: str
    where: str
    table: Table
    options: Table

    def __str__(self) -> str:
        return f"{self.file} {self.where}"

    def write(self, folder: Path, ruleset: str) -> None:
        """As TOML, to be read by `Library.with_folder`; with `ruleset` beside it, which extends it."""
        for file in {self.file, ruleset}:
            table = self.table if file == self.file else shipped(file)
            (folder / f"{file}.toml").write_text(_toml(table), encoding="utf-8")


def shipped(name: str) -> Table:
    """A rule-set file as it is."""
    return tomllib.loads((files("scoring") / "rulesets" / f"{name}.toml").read_text(encoding="utf-8"))


def mutants(name: str) -> Iterator[Mutant]:
    """Every number one higher, every yes, no and word turned, every entry of a list or table left out."""
    whole = shipped(name)
    for path, options in _leaves(whole, (), {}):
        for what, change in _changes(_at(whole, path)):
            table = copy.deepcopy(whole)
            change(_at(table, path[:-1]), path[-1])
            where = f"{'.'.join(map(str, path))} {what}"
            rare = dict(shown for sign, shown in SHOWN_WITH.items() if sign in where)
            yield Mutant(name, where, table, options | rare)


def _at(table: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        table = table[key]
    return table


def _leaves(value: Any, path: tuple[Any, ...], options: Table) -> Iterator[tuple[tuple[Any, ...], Table]]:
    """Paths to what can be changed; below a `[[when]]`, with the switch that it waits for."""
    if isinstance(value, dict):
        if "switch" in value:
            options = {value["switch"]: value["is"]}
            value = {key: part for key, part in value.items() if key not in ("switch", "is")}
        for key, part in value.items():
            if key not in IDLE:
                yield from _leaves(part, (*path, key), options)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for place, part in enumerate(value):
            if set(part) - IDLE > {"switch", "is"}:
                yield (*path, place), {part["switch"]: part["is"]}
            yield from _leaves(part, (*path, place), options)
    else:
        yield path, options


def _changes(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield f"= {not value}", lambda parent, key: parent.update({key: not value})
    elif isinstance(value, int | float):
        yield "+ 1", lambda parent, key: parent.update({key: value + 1})
    elif isinstance(value, list):
        for one in value:
            yield f"without {one}", lambda parent, key, one=one: parent[key].remove(one)
    elif isinstance(value, str) and value in OTHER:
        yield f"= {OTHER[value]}", lambda parent, key: parent.update({key: OTHER[value]})
    else:
        what = value["switch"] if isinstance(value, dict) else value
        yield f"({what}) left out", lambda parent, key: parent.pop(key)


def _toml(table: Table) -> str:
    """Enough of TOML to write a rule-set file back: every value inline."""
    return "\n".join(f"{_key(key)} = {_value(value)}" for key, value in table.items()) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(part) for part in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)
