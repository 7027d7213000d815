"""What may stand in a rule-set file: each table's keys, and what each value has to be."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from scoring.errors import RulesetFileError, nearest
from scoring.fans import FANS, Role
from scoring.options import SWITCHES, choices, is_value

Table = dict[str, Any]

EVERY_SMALL: Final = "small"
"""In `excludes`, every small fan."""

OVERLAYS: Final = ("small", "big", "excludes", "matrix")
"""The tables that a `[[when]]` may change."""

OPTIONAL_FIELDS: Final = ("balances", "liable", "wild", "waiting_on_any")
"""The request fields that only some rule sets take: each lists its own in `fields`."""

OWN_KEYS: Final = ("extends", "abstract", "state", "version", "name")
"""What a rule set does not hand down to those that extend it."""


def _ids(*roles: Role) -> tuple[str, ...]:
    return tuple(fan.id for fan in FANS.values() if fan.role in roles)


_BIG: Final = tuple(fan.id for fan in FANS.values() if fan.role.is_big)
_SMALL: Final = _ids(Role.SMALL, Role.LINK)
_PATTERNS: Final = _ids(Role.PATTERN)
_COLOURS: Final = _ids(Role.COLOUR)
_NAMED: Final = _ids(Role.NAMED)


def _whole(_: str, value: object) -> str | None:
    fine = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return None if fine else f"{value!r} stands where a whole number from 0 up is expected"


def _yes_or_no(_: str, value: object) -> str | None:
    return None if isinstance(value, bool) else f"{value!r} stands where true or false is expected"


def _worth(key: str, value: object) -> str | None:
    """A number, or the name of the switch that holds it."""
    if not isinstance(value, str):
        return _whole(key, value)
    return _unknown(value, [name for name in SWITCHES if choices(name) is None])


def _option(key: str, value: object) -> str | None:
    wanted = choices(key)
    shown = "a whole number from 0 up" if wanted is None else " or ".join(map(repr, wanted))
    return None if is_value(key, value) else f"{value!r} stands where {shown} is expected"


def _excluded(_: str, value: object) -> str | None:
    if not isinstance(value, list):
        return f"{value!r} stands where a list of fans is expected"
    return next(filter(None, (_unknown(each, (*FANS, EVERY_SMALL)) for each in value)), None)


def _cells(_: str, value: object) -> str | None:
    if not isinstance(value, dict):
        return f"{value!r} stands where a table is expected, as {{ hunyise = … }}"
    faults = (_unknown(colour, _COLOURS) or _unknown(cell, _NAMED) for colour, cell in value.items())
    return next(filter(None, faults), None)


class _Part(NamedTuple):
    """The keys of one table and, for a key and its value, what is wrong with it."""

    keys: Iterable[str]
    fault: Callable[[str, object], str | None]


PARTS: Final[Mapping[str, _Part]] = {
    "options": _Part(tuple(SWITCHES), _option),
    "win": _Part(("big_fan",), _yes_or_no),
    "payment": _Part(("discard", "self_draw"), _whole),
    "liability": _Part(("full_flush", "all_honours"), _yes_or_no),
    "small": _Part(_SMALL, _worth),
    "big": _Part(_BIG, _worth),
    "excludes": _Part(_PATTERNS, _excluded),
    "matrix": _Part(_PATTERNS, _cells),
}


def check_file(file: str, table: Table) -> None:
    """Raise `RulesetFileError` at the first fault that shows without the rule set it extends."""
    _check_keys(file, "", table, (*OWN_KEYS, "sources", "fields", "when", *PARTS))
    _expect(
        file, "state", table.get("state", "undescribed") == "undescribed", 'only "undescribed" may stand here'
    )
    _expect(file, "abstract", isinstance(table.get("abstract", False), bool), "true or false is expected")
    _expect(file, "sources", _is_texts(table.get("sources", [])), "a list of texts is expected")
    _expect(file, "fields", _is_texts(table.get("fields", [])), "a list of request fields is expected")
    _check_keys(file, "fields", dict.fromkeys(table.get("fields", [])), OPTIONAL_FIELDS)
    for part in PARTS:
        _check_part(file, part, part, table.get(part, {}))
    changes = table.get("when", [])
    _expect(file, "when", isinstance(changes, list), "[[when]] tables are expected")
    for change in changes:
        _check_change(file, change)


def check_complete(file: str, table: Table) -> None:
    """Raise `RulesetFileError` where a rule set that is to be played lacks something, all merged."""
    for part in PARTS:
        _expect(file, part, part in table, "is missing, and nothing is extended that has it")
    for part in ("small", "big"):
        for fan_id, value in table[part].items():
            if isinstance(value, str):
                _check_keys(file, f"{part}.{fan_id}", {value: None}, table["options"])
    for change in table.get("when", []):
        _check_keys(file, "when.switch", {change["switch"]: None}, table["options"])
        _check_cells(file, "when.matrix", change.get("matrix", {}), table["big"])
    _check_cells(file, "matrix", table["matrix"], table["big"])


def check_name(file: str, table: Table) -> None:
    """Raise `RulesetFileError` unless the rule set has a name in both languages."""
    name = table.get("name")
    both = isinstance(name, dict) and set(name) == {"zh", "en"} and _is_texts(list(name.values()))
    _expect(file, "name", both, 'both languages are needed: { zh = "…", en = "…" }')


def _check_change(file: str, change: Table) -> None:
    _expect(file, "when", {"switch", "is"} <= change.keys(), "`switch` and `is` are needed")
    _check_keys(file, "when", change, ("switch", "is", *OVERLAYS))
    _check_keys(file, "when.switch", {change["switch"]: None}, SWITCHES)
    fault = _option(change["switch"], change["is"])
    _expect(file, f"when.is ({change['switch']})", fault is None, str(fault))
    for part in OVERLAYS:
        _check_part(file, f"when.{part}", part, change.get(part, {}))


def _check_part(file: str, where: str, part: str, table: object) -> None:
    if not isinstance(table, dict):
        raise RulesetFileError(file, where, f"{table!r} stands where a table is expected")
    keys, fault_of = PARTS[part]
    _check_keys(file, where, table, keys)
    for key, value in table.items():
        fault = fault_of(key, value)
        _expect(file, f"{where}.{key}", fault is None, str(fault))


def _check_cells(file: str, where: str, matrix: Table, worth: Table) -> None:
    for pattern, row in matrix.items():
        for colour, cell in row.items():
            _expect(file, f"{where}.{pattern}.{colour}", cell in worth, f"{cell} has no value in [big]")


def _check_keys(file: str, where: str, table: Mapping[str, Any], valid: Iterable[str]) -> None:
    for key in table:
        fault = _unknown(key, valid)
        _expect(file, f"{where}.{key}".lstrip("."), fault is None, str(fault))


def _expect(file: str, key: str, fine: bool, problem: str) -> None:
    if not fine:
        raise RulesetFileError(file, key, problem)


def _unknown(key: object, valid: Iterable[str]) -> str | None:
    valid = tuple(valid)
    if key in valid:
        return None
    return f"{key!r} is not known here; the nearest valid one is {nearest(str(key), valid)!r}"


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
