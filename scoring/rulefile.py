"""Rule sets as files, each with what it extends merged in.

A house writes its own in a few lines; what it leaves out comes from the rule set it extends::

    extends = "yangzhou-new"
    name = { zh = "我家", en = "Our house" }
    [options]
    minimum = 10
    [big]
    banlong = 50
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from scoring.errors import RulesetFileError, Text, nearest
from scoring.options import is_value
from scoring.rulecheck import OWN_KEYS, Table, check_complete, check_file, check_name


@dataclass(frozen=True, eq=False)
class RulesetFile:
    """A checked rule-set file; `tables` are as in TOML, with those of the extended rule set beneath.

    `abstract` ones are only there to be extended; of one that is not `described` only the name is known.
    """

    id: str
    abstract: bool
    described: bool
    extends: str | None
    tables: Table


def read_files(paths: Iterable[Path], known: Mapping[str, RulesetFile]) -> dict[str, RulesetFile]:
    """The rule sets in `paths` by id (the file's stem); they may extend each other and those `known`.

    Raises `RulesetFileError` with the file, the key and the nearest valid key.
    """
    raw = {path.stem: _read(path) for path in paths}
    done: dict[str, RulesetFile] = {}
    for ruleset_id in raw:
        _extend(ruleset_id, raw, known, done, ())
    return done


def _read(path: Path) -> Table:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RulesetFileError(path.name, "TOML", Text(f"读不懂：{error}", str(error))) from error
    except OSError as error:
        text = Text(f"打不开：{error.strerror}", f"cannot be opened: {error.strerror}")
        raise RulesetFileError(path.name, str(path), text) from error
    for name, value in table.get("options", {}).items() if isinstance(table.get("options"), dict) else ():
        if value == "none" and is_value(name, None):  # TOML has no null
            table["options"][name] = None
    check_file(path.name, table)
    return table


def _extend(
    ruleset_id: str,
    raw: Mapping[str, Table],
    known: Mapping[str, RulesetFile],
    done: dict[str, RulesetFile],
    trail: tuple[str, ...],
) -> RulesetFile:
    if ruleset_id in done:
        return done[ruleset_id]
    if ruleset_id not in raw:
        return known[ruleset_id]
    file, table, trail = f"{ruleset_id}.toml", raw[ruleset_id], (*trail, ruleset_id)
    parent = table.get("extends")
    if parent == ruleset_id and parent in known:  # the house's own of that name, on top of ours
        below = known[parent].tables
    else:
        below = {} if parent is None else _parent(parent, file, raw, known, done, trail).tables
    merged = _merge(below, table)
    abstract, described = table.get("abstract", False), "state" not in table
    if not abstract:
        check_name(file, merged)
        if described:
            check_complete(file, merged)
    done[ruleset_id] = RulesetFile(ruleset_id, abstract, described, parent, merged)
    return done[ruleset_id]


def _parent(
    parent: str,
    file: str,
    raw: Mapping[str, Table],
    known: Mapping[str, RulesetFile],
    done: dict[str, RulesetFile],
    trail: tuple[str, ...],
) -> RulesetFile:
    if parent in trail:
        circle = " -> ".join((*trail, parent))
        raise RulesetFileError(file, "extends", Text(f"绕成一圈：{circle}", f"goes in a circle: {circle}"))
    if parent not in raw and parent not in known:
        hint = nearest(parent, (*raw, *known))
        text = Text(
            f"没有 {parent!r} 这套规则，最接近的是 {hint!r}",
            f"there is no rule set {parent!r}; the nearest is {hint!r}",
        )
        raise RulesetFileError(file, "extends", text)
    return _extend(parent, raw, known, done, trail)


def _merge(parent: Table, child: Table) -> Table:
    """The child's keys over the parent's: tables merge by key, `when` is appended, the rest replaced."""
    merged = {key: value for key, value in parent.items() if key not in OWN_KEYS}
    for key, value in child.items():
        if key == "when":
            merged[key] = [*merged.get(key, []), *value]
        elif isinstance(value, dict):
            merged[key] = {**merged.get(key, {}), **value}
        else:
            merged[key] = value
    return merged
