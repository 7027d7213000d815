"""What may stand in a rule-set file: each table's keys, and what each value has to be.

`method` says how a hand is counted, and with it which tables there have to be: see `METHOD_PARTS`.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from scoring.doubling import DOUBLES
from scoring.errors import RulesetFileError, nearest
from scoring.fans import FANS, TYPES, Role
from scoring.hand import KONGS
from scoring.options import SWITCHES, choices, is_value, numbers

Table = dict[str, Any]

EVERY_SMALL: Final = "small"
"""In `excludes`, every small fan."""

OVERLAYS: Final = ("small", "big", "excludes", "takes_in", "matrix", "table")
"""The tables that a `[[when]]` may change."""

OPTIONAL_FIELDS: Final = ("balances", "liable", "passed_win", "wild", "waiting_on_any")
"""The request fields that only some rule sets take: each lists its own in `fields`."""

OWN_KEYS: Final = ("extends", "abstract", "state", "version", "name")
"""What a rule set does not hand down to those that extend it."""


ALL: Final = "all"
"""In `[stakes]`, all the money a player has."""

METHOD_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "fans": ("options", "win", "payment", "liability", "small", "big", "excludes", "matrix", "table"),
    "multiples": ("options", "win", "payment", "types", "kongs", "money", "table"),
    "stakes": ("options", "win", "stakes", "kongs", "money", "table"),
    "ladder": ("options", "win", "payment", "ladder", "kongs", "table"),
}
"""The tables that each method of counting has to have; those of another method may not stand beside."""


REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "types": ("pihu",),
    "stakes": ("pihu",),
    "ladder": ("zj_zimo", "zj_fangchong"),
    "money": ("cap",),
    "table": ("one_winner", "dealer_stays_on_draw"),
}
"""What may not be left out of a table: what every hand is at least, and what has no default."""

_NEEDED: Final = "is needed, and may not be 0"


def _ids(*roles: Role) -> tuple[str, ...]:
    return tuple(fan.id for fan in FANS.values() if fan.role in roles)


_BIG: Final = tuple(fan.id for fan in FANS.values() if fan.role.is_big)
_SMALL: Final = _ids(Role.SMALL, Role.LINK)
_PATTERNS: Final = _ids(Role.PATTERN)
_COLOURS: Final = _ids(Role.COLOUR)
_NAMED: Final = _ids(Role.NAMED)
STAKE_KEYS: Final = ("self_draw", "discard", "beside")


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


def _payment(key: str, value: object) -> str | None:
    if key != "takes_all":
        return _worth(key, value)
    return _each_of(value, TYPES)


def _table(key: str, value: object) -> str | None:
    return _whole(key, value) if key == "false_win" else _yes_or_no(key, value)


def _money(key: str, value: object) -> str | None:
    if key == "cap":
        return _unknown(value, [name for name in SWITCHES if choices(name) is None])
    return _whole(key, value) or (None if value else "0 stands where a number over 0 is expected")


def _stake(_: str, value: object) -> str | None:
    if not isinstance(value, dict) or set(value) != set(STAKE_KEYS):
        return f"{value!r} stands where {{ self_draw = …, discard = …, beside = … }} is expected"
    return next(filter(None, (_whole(key, each) for key, each in value.items() if each != ALL)), None)


def _kong(_: str, value: object) -> str | None:
    if not isinstance(value, dict) or len(value) != 1 or not set(value) <= {"from", "each"}:
        return f"{value!r} stands where {{ from = … }} or {{ each = … }} is expected"
    [amount] = value.values()
    fine = isinstance(amount, int | Decimal) and not isinstance(amount, bool) and amount >= 0
    return None if fine else f"{amount!r} stands where a number from 0 up is expected"


def _option(key: str, value: object) -> str | None:
    wanted = choices(key)
    shown = numbers(key).en if wanted is None else " or ".join(map(repr, wanted))
    return None if is_value(key, value) else f"{value!r} stands where {shown} is expected"


def _excluded(_: str, value: object) -> str | None:
    return _each_of(value, (*FANS, EVERY_SMALL))


def _taken(_: str, value: object) -> str | None:
    return _each_of(value, _SMALL)


def _doubled(_: str, value: object) -> str | None:
    return _unknown(value, DOUBLES)


def _each_of(value: object, valid: Iterable[str]) -> str | None:
    valid = tuple(valid)
    if not isinstance(value, list):
        return f"{value!r} stands where a list of fans is expected"
    return next(filter(None, (_unknown(each, valid) for each in value)), None)


def _cells(_: str, value: object) -> str | None:
    if not isinstance(value, dict):
        return f"{value!r} stands where a table is expected, as {{ hunyise = … }}"
    faults = (
        _unknown(colour, _COLOURS) or _unknown(cell, (*_NAMED, *_PATTERNS)) for colour, cell in value.items()
    )
    return next(filter(None, faults), None)


class _Part(NamedTuple):
    """The keys of one table and, for a key and its value, what is wrong with it."""

    keys: Iterable[str]
    fault: Callable[[str, object], str | None]


PARTS: Final[Mapping[str, _Part]] = {
    "options": _Part(tuple(SWITCHES), _option),
    "win": _Part(("big_fan", "chow"), _yes_or_no),
    "payment": _Part(("discard", "beside", "self_draw", "takes_all"), _payment),
    "liability": _Part(("full_flush", "all_honours"), _yes_or_no),
    "small": _Part(_SMALL, _worth),
    "big": _Part(_BIG, _worth),
    "excludes": _Part(_PATTERNS, _excluded),
    "takes_in": _Part(_SMALL, _taken),
    "doubled": _Part(_SMALL, _doubled),
    "matrix": _Part(_PATTERNS, _cells),
    "types": _Part(TYPES, _whole),
    "stakes": _Part(TYPES, _stake),
    "ladder": _Part(_ids(Role.RUNG, Role.BONUS, Role.CHARGE), _whole),
    "kongs": _Part(sorted(KONGS), _kong),
    "money": _Part(("cap", "stakes_for"), _money),
    "table": _Part(("one_winner", "dealer_stays_on_draw", "false_win"), _table),
}


def check_file(file: str, table: Table) -> None:
    """Raise `RulesetFileError` at the first fault that shows without the rule set it extends."""
    _check_keys(file, "", table, (*OWN_KEYS, "method", "unit", "sources", "fields", "when", *PARTS))
    _check_keys(file, "method", {table.get("method", "fans"): None}, METHOD_PARTS)
    if "unit" in table:
        _expect(file, "unit", _is_bilingual(table["unit"]), _BOTH)
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
    for part in METHOD_PARTS[table.get("method", "fans")]:
        _expect(file, part, part in table, "is missing, and nothing is extended that has it")
        for key in REQUIRED.get(part, ()):
            worth = table[part].get(key)
            _expect(file, f"{part}.{key}", worth is False or worth not in (None, 0), _NEEDED)
    _expect(file, "unit", "unit" in table, "is missing, and nothing is extended that has it")
    for part in ("small", "big", "payment", "money"):  # a text is the name of a switch
        for name, value in table.get(part, {}).items():
            if isinstance(value, str):
                _check_keys(file, f"{part}.{name}", {value: None}, table["options"])
    for change in table.get("when", []):
        _check_keys(file, "when.switch", {change["switch"]: None}, table["options"])
        _check_cells(file, "when.matrix", change.get("matrix", {}), table.get("big", {}))
    _check_cells(file, "matrix", table.get("matrix", {}), table.get("big", {}))


def check_name(file: str, table: Table) -> None:
    """Raise `RulesetFileError` unless the rule set has a name in both languages."""
    _expect(file, "name", _is_bilingual(table.get("name")), _BOTH)


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


_BOTH: Final = 'both languages are needed: { zh = "…", en = "…" }'


def _is_bilingual(value: object) -> bool:
    return isinstance(value, dict) and set(value) == {"zh", "en"} and _is_texts(list(value.values()))


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
