"""What others may import from `scoring`, and the examples in its docstrings."""

import ast
import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import scoring

PUBLIC = {
    "ALL_TILES", "AfterKong", "Circumstances", "Discard", "Hand", "Library", "Meld", "MeldKind", "Reason",
    "RequestError", "RuleSet", "RulesetFileError", "Score", "Seat", "Settlement", "Source", "Split", "Text",
    "Tile", "WaitingTile", "Win", "arrangements", "discards", "format_tiles", "option_from_text",
    "parse_tiles", "ruleset", "rulesets", "score", "settle", "splits", "total", "use",
    "waiting_tiles", "waits",
}  # fmt: skip
MODULES = sorted(each.name for each in pkgutil.walk_packages(scoring.__path__, "scoring."))


def test_the_public_names_are_these_and_all_are_there() -> None:
    assert set(scoring.__all__) == PUBLIC
    assert scoring.__all__ == sorted(
        scoring.__all__, key=lambda name: (not name.isupper(), name.islower(), name)
    )
    assert all(hasattr(scoring, name) for name in PUBLIC)


@pytest.mark.parametrize("name", ["scoring", *MODULES])
def test_the_examples_in_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_no_rule_set_is_named_in_code() -> None:
    """Switches and tables decide, never an id; only examples and advice in docstrings and texts name one."""
    ids = {each.id for each in scoring.rulesets()}
    for path in Path(next(iter(scoring.__path__))).rglob("*.py"):
        compared = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Compare)
        ]
        constants = {
            each.value for node in compared for each in ast.walk(node) if isinstance(each, ast.Constant)
        }
        assert not ids & constants, path
