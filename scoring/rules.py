"""A rule set ready to score with: its tables with the switches thrown, nothing left to look up in a file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from scoring.errors import Text
from scoring.fans import FANS, Fan, Role
from scoring.options import SWITCHES, Options, OptionValue, choices
from scoring.rulecheck import EVERY_SMALL, OVERLAYS, Table
from scoring.rulefile import RulesetFile


@dataclass(frozen=True)
class Payment:
    """How many times the total is paid: by the discarder, or by each of the three on a self-draw."""

    discard: int
    self_draw: int


@dataclass(frozen=True)
class Liability:
    """Which wins one player may have to pay for all (包牌, RULES 2.6)."""

    full_flush: bool
    all_honours: bool


@dataclass(frozen=True, eq=False)
class RuleSet:
    """One rule set with its options.

    Attributes:
        fields: the request fields it takes beyond those that all take.
        switches: the switches it has, with their defaults; `options` holds what was chosen.
        values: what each fan is worth, those that are not played left out.
        excludes: for a pattern, the fans that are not counted beside it (RULES 7).
        matrix: the name of a pattern in a colour, where it has one (RULES 2.5).
    """

    id: str
    version: str
    name: Text
    sources: tuple[str, ...]
    extends: str | None
    fields: tuple[str, ...]
    switches: Mapping[str, OptionValue]
    options: Options
    needs_big_fan: bool
    payment: Payment
    liability: Liability
    values: Mapping[str, int]
    excludes: Mapping[str, frozenset[str]]
    matrix: Mapping[tuple[str, str], str]

    @cached_property
    def fans(self) -> Mapping[Role, tuple[Fan, ...]]:
        """The fans that are played, by role, in listing order."""
        played = [fan for fan in FANS.values() if fan.id in self.values]
        return {role: tuple(fan for fan in played if fan.role is role) for role in Role}

    @cached_property
    def small_fans(self) -> tuple[Fan, ...]:
        """The small fans that are played, links among them, in listing order."""
        return tuple(fan for fan in FANS.values() if fan.id in self.values and not fan.role.is_big)

    def to_dict(self) -> dict[str, Any]:
        """The rule set as data: fans, matrix, exclusions, switches, payment, sources."""
        return {
            "id": self.id,
            "name": self.name.to_dict(),
            "version": self.version,
            "state": "described",
            "sources": list(self.sources),
            "extends": self.extends,
            "fields": list(self.fields),
            "minimum": self.options.minimum,
            "needs_big_fan": self.needs_big_fan,
            "fans": [self._fan(fan) for fan in FANS.values() if fan.id in self.values],
            "matrix": [
                {"pattern": pattern, "colour": colour, "fan": cell}
                for (pattern, colour), cell in self.matrix.items()
            ],
            "excludes": {pattern: sorted(others) for pattern, others in self.excludes.items()},
            "switches": [self._switch(name) for name in self.switches],
            "payment": {"discard": self.payment.discard, "self_draw": self.payment.self_draw},
            "liability": {"full_flush": self.liability.full_flush, "all_honours": self.liability.all_honours},
        }

    def _fan(self, fan: Fan) -> dict[str, Any]:
        return {
            "id": fan.id,
            "name": fan.name.to_dict(),
            "size": "big" if fan.role.is_big else "small",
            "role": str(fan.role),
            "value": self.values[fan.id],
            "condition": fan.rule.to_dict(),
            "source": fan.source,
        }

    def _switch(self, name: str) -> dict[str, Any]:
        wanted = choices(name)
        return {
            "name": name,
            "default": self.switches[name],
            "value": getattr(self.options, name),
            "values": None if wanted is None else list(wanted),
            "meaning": SWITCHES[name].text.to_dict(),
            "source": SWITCHES[name].source,
        }


@lru_cache(maxsize=256)
def resolve(file: RulesetFile, chosen: tuple[tuple[str, OptionValue], ...] = ()) -> RuleSet:
    """The rule set of a described file with switches chosen by name; unknown names must be refused before."""
    tables = file.tables
    switches: dict[str, OptionValue] = tables["options"]
    thrown = {**switches, **dict(chosen)}
    parts = _with_changes(tables, thrown)
    return RuleSet(
        id=file.id,
        version=tables.get("version", "1"),
        name=Text(**tables["name"]),
        sources=tuple(tables.get("sources", ())),
        extends=file.extends,
        fields=tuple(tables.get("fields", ())),
        switches=switches,
        options=Options(**thrown),  # type: ignore[arg-type]  # each value was checked against its field
        needs_big_fan=tables["win"]["big_fan"],
        payment=Payment(**tables["payment"]),
        liability=Liability(**tables["liability"]),
        values=_values({**parts["big"], **parts["small"]}, thrown),
        excludes={pattern: _excluded(others) for pattern, others in parts["excludes"].items()},
        matrix={
            (pattern, colour): cell
            for pattern, row in parts["matrix"].items()
            for colour, cell in row.items()
        },
    )


def _with_changes(tables: Table, thrown: Mapping[str, OptionValue]) -> Table:
    parts = {part: dict(tables[part]) for part in OVERLAYS}
    for change in tables.get("when", []):
        if thrown[change["switch"]] == change["is"]:
            for part in OVERLAYS:
                parts[part] |= change.get(part, {})
    return parts


def _values(worth: Table, thrown: Mapping[str, OptionValue]) -> dict[str, int]:
    numbers = {fan: int(thrown[value]) if isinstance(value, str) else value for fan, value in worth.items()}
    return {fan: value for fan, value in numbers.items() if value > 0}


def _excluded(others: list[str]) -> frozenset[str]:
    small = [fan.id for fan in FANS.values() if not fan.role.is_big] if EVERY_SMALL in others else []
    return frozenset(other for other in (*others, *small) if other != EVERY_SMALL)
