"""What may stand in a rule-set file: each table's keys, and what each value has to be.

`method` says how a hand is counted, and with it which tables there have to be: see `METHOD_PARTS`.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from scoring.doubling import DOUBLES
from scoring.errors import RulesetFileError, Text, nearest, shown
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

OPTIONAL_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "fans": ("takes_in", "doubled"),
    "multiples": (),
    "stakes": (),
    "ladder": (),
}
"""The tables that it may have."""


REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "types": ("pihu",),
    "stakes": ("pihu",),
    "ladder": ("zj_zimo", "zj_fangchong"),
    "money": ("cap",),
    "table": ("one_winner", "dealer_stays_on_draw"),
}
"""What may not be left out of a table: what every hand is at least, and what has no default."""

_NEEDED: Final = Text("不能少，也不能是0", "is needed, and may not be 0")
_MISSING: Final = Text("没有写，所沿用的规则里也没有", "is missing, and nothing is extended that has it")
_MOST: Final = 10**9


def _ids(*roles: Role) -> tuple[str, ...]:
    return tuple(fan.id for fan in FANS.values() if fan.role in roles)


_BIG: Final = tuple(fan.id for fan in FANS.values() if fan.role.is_big)
_SMALL: Final = _ids(Role.SMALL, Role.LINK)
_PATTERNS: Final = _ids(Role.PATTERN)
_COLOURS: Final = _ids(Role.COLOUR)
_NAMED: Final = _ids(Role.NAMED)
STAKE_KEYS: Final = ("self_draw", "discard", "beside")


Fault = Text | None


def _instead_of(zh: str, en: str, value: object) -> Text:
    return Text(f"写的是 {shown(value)}，这里要{zh}", f"{shown(value)} stands where {en} is expected")


def _whole(_: str, value: object) -> Fault:
    fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
    return None if fine else _instead_of("0以上的整数", "a whole number from 0 up", value)


def _yes_or_no(_: str, value: object) -> Fault:
    return None if isinstance(value, bool) else _instead_of(" true 或 false", "true or false", value)


def _worth(key: str, value: object) -> Fault:
    """A number, or the name of the switch that holds it."""
    if not isinstance(value, str):
        return _whole(key, value)
    return _unknown(value, [name for name in SWITCHES if choices(name) is None])


def _payment(key: str, value: object) -> Fault:
    if key != "takes_all":
        return _worth(key, value)
    return _each_of(value, TYPES)


def _table(key: str, value: object) -> Fault:
    return _whole(key, value) if key == "false_win" else _yes_or_no(key, value)


def _money(key: str, value: object) -> Fault:
    if key == "cap":
        return _unknown(value, [name for name in SWITCHES if choices(name) is None])
    return _whole(key, value) or (None if value else _instead_of("大于0的整数", "a number over 0", value))


def _stake(_: str, value: object) -> Fault:
    if not isinstance(value, dict) or set(value) != set(STAKE_KEYS):
        wanted = " { self_draw = …, discard = …, beside = … }"
        return _instead_of(wanted, wanted.strip(), value)
    return next(filter(None, (_whole(key, each) for key, each in value.items() if each != ALL)), None)


def _kong(_: str, value: object) -> Fault:
    if not isinstance(value, dict) or len(value) != 1 or not set(value) <= {"from", "each"}:
        return _instead_of(" { from = … } 或 { each = … }", "{ from = … } or { each = … }", value)
    [amount] = value.values()
    number = isinstance(amount, int | Decimal) and not isinstance(amount, bool)
    fine = number and Decimal(amount).is_finite() and 0 <= amount <= _MOST
    return None if fine else _instead_of("0以上的数", "a number from 0 up", amount)


def _option(key: str, value: object) -> Fault:
    if is_value(key, value):
        return None
    wanted = choices(key)
    if wanted is None:
        return _instead_of(numbers(key).zh, numbers(key).en, value)
    quoted = [str(each).lower() if isinstance(each, bool) else repr(each) for each in wanted]
    return _instead_of(" " + " 或 ".join(quoted), " or ".join(quoted), value)


def _excluded(_: str, value: object) -> Fault:
    return _each_of(value, (*FANS, EVERY_SMALL))


def _taken(_: str, value: object) -> Fault:
    return _each_of(value, _SMALL)


def _doubled(_: str, value: object) -> Fault:
    return _unknown(value, DOUBLES)


def _each_of(value: object, valid: Iterable[str]) -> Fault:
    valid = tuple(valid)
    if not isinstance(value, list):
        return _instead_of("番的列表", "a list of fans", value)
    return next(filter(None, (_unknown(each, valid) for each in value)), None)


def _cells(_: str, value: object) -> Fault:
    if not isinstance(value, dict):
        return _instead_of("一张表，如 { hunyise = … }", "a table, as { hunyise = … },", value)
    faults = (
        _unknown(colour, _COLOURS) or _unknown(cell, (*_NAMED, *_PATTERNS)) for colour, cell in value.items()
    )
    return next(filter(None, faults), None)


class _Part(NamedTuple):
    """The keys of one table and, for a key and its value, what is wrong with it."""

    keys: Iterable[str]
    fault: Callable[[str, object], Fault]


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
    _check_word(file, "method", table.get("method", "fans"), METHOD_PARTS)
    if "unit" in table:
        _expect(file, "unit", _is_bilingual(table["unit"]), _BOTH)
    _accept(file, "state", _unknown(table.get("state", "undescribed"), ("undescribed",)))
    for key, zh, en, fine in (
        ("version", "文字", "a text", isinstance(table.get("version", ""), str)),
        ("extends", "规则的名字", "the id of a rule set", isinstance(table.get("extends", ""), str)),
        ("abstract", " true 或 false", "true or false", isinstance(table.get("abstract", False), bool)),
        ("sources", "文字的列表", "a list of texts", _is_texts(table.get("sources", []))),
        ("fields", "请求项的列表", "a list of request fields", _is_texts(table.get("fields", []))),
    ):
        _expect(file, key, fine, _instead_of(zh, en, table.get(key)))
    _check_keys(file, "fields", dict.fromkeys(table.get("fields", [])), OPTIONAL_FIELDS)
    for part in PARTS:
        _check_part(file, part, part, table.get(part, {}))
    changes = table.get("when", [])
    tables = isinstance(changes, list) and all(isinstance(each, dict) for each in changes)
    _expect(file, "when", tables, _instead_of(" [[when]] 表", "a [[when]] table", changes))
    for change in changes:
        _check_change(file, change)


def check_complete(file: str, table: Table) -> None:
    """Raise `RulesetFileError` where a rule set that is to be played lacks something, all merged."""
    method = table.get("method", "fans")
    for part in METHOD_PARTS[method]:
        _expect(file, part, part in table, _MISSING)
        for key in REQUIRED.get(part, ()):
            worth = table[part].get(key)
            _expect(file, f"{part}.{key}", worth is False or worth not in (None, 0), _NEEDED)
    for part in PARTS:
        idle = part in table and part not in (*METHOD_PARTS[method], *OPTIONAL_PARTS[method])
        _expect(file, part, not idle, _no_place(method))
    _expect(file, "unit", "unit" in table, _MISSING)
    for part in ("small", "big", "payment", "money"):  # a text is the name of a switch
        for name, value in table.get(part, {}).items():
            if isinstance(value, str):
                _check_keys(file, f"{part}.{name}", {value: None}, table["options"])
    for change in table.get("when", []):
        _check_keys(file, "when.switch", {change["switch"]: None}, table["options"])
        _check_cells(file, "when.matrix", change.get("matrix", {}), table.get("big", {}))
    _check_cells(file, "matrix", table.get("matrix", {}), table.get("big", {}))


def _no_place(method: str) -> Text:
    return Text(f"按 {method!r} 计算用不着这张表", f"has no place where the method is {method!r}")


def check_name(file: str, table: Table) -> None:
    """Raise `RulesetFileError` unless the rule set has a name in both languages."""
    _expect(file, "name", _is_bilingual(table.get("name")), _BOTH)


def _check_change(file: str, change: Table) -> None:
    both = Text("switch 和 is 都要写", "`switch` and `is` are needed")
    _expect(file, "when", {"switch", "is"} <= change.keys(), both)
    _check_keys(file, "when", change, ("switch", "is", *OVERLAYS))
    _check_word(file, "when.switch", change["switch"], SWITCHES)
    _accept(file, f"when.is ({change['switch']})", _option(change["switch"], change["is"]))
    for part in OVERLAYS:
        _check_part(file, f"when.{part}", part, change.get(part, {}))


def _check_part(file: str, where: str, part: str, table: object) -> None:
    if not isinstance(table, dict):
        raise RulesetFileError(file, where, _instead_of("一张表", "a table", table))
    keys, fault_of = PARTS[part]
    _check_keys(file, where, table, keys)
    for key, value in table.items():
        _accept(file, f"{where}.{key}", fault_of(key, value))


def _check_cells(file: str, where: str, matrix: Table, worth: Table) -> None:
    for pattern, row in matrix.items():
        for colour, cell in row.items():
            none = Text(f"{cell} 在 [big] 里没有写算几番", f"{cell} has no value in [big]")
            _expect(file, f"{where}.{pattern}.{colour}", cell in worth, none)


def _check_keys(file: str, where: str, table: Mapping[str, Any], valid: Iterable[str]) -> None:
    for key in table:
        _accept(file, f"{where}.{key}".lstrip("."), _unknown(key, valid))


def _check_word(file: str, where: str, word: object, valid: Iterable[str]) -> None:
    _accept(file, f"{where}.{word}" if isinstance(word, str) else where, _unknown(word, valid))


def _accept(file: str, key: str, fault: Fault) -> None:
    if fault is not None:
        raise RulesetFileError(file, key, fault)


def _expect(file: str, key: str, fine: bool, problem: Text) -> None:
    if not fine:
        raise RulesetFileError(file, key, problem)


def _unknown(key: object, valid: Iterable[str]) -> Fault:
    valid = tuple(valid)
    if key in valid:
        return None
    hint = nearest(str(key), valid)
    return Text(
        f"没有 {shown(key)}，最接近的是 {hint!r}",
        f"{shown(key)} is not known here; the nearest valid one is {hint!r}",
    )


_BOTH: Final = Text(
    '两种文字都要写：{ zh = "…", en = "…" }', 'both languages are needed: { zh = "…", en = "…" }'
)


def _is_bilingual(value: object) -> bool:
    return isinstance(value, dict) and set(value) == {"zh", "en"} and _is_texts(list(value.values()))


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
