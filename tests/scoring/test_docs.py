"""The page of the rules is as the rule sets are; run with QICHENG_WRITE_DOCS=1 to rewrite it."""

import os
import re
from pathlib import Path

import pytest

from scoring import rulesets
from scoring.docs import page
from scoring.docs.examples import EXAMPLES
from scoring.fans import FANS
from scoring.options import SWITCHES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules.md"


@pytest.fixture(scope="module")
def text() -> str:
    return page()


def test_the_page_in_the_docs_is_fresh(text: str) -> None:
    if os.environ.get("QICHENG_WRITE_DOCS"):
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text


def test_the_page_is_not_being_rewritten_while_tested() -> None:
    assert not os.environ.get("QICHENG_WRITE_DOCS"), "written; now run again without QICHENG_WRITE_DOCS"


def test_every_fan_rule_set_and_switch_is_on_the_page(text: str) -> None:
    for name in (*FANS, *SWITCHES, *(each.id for each in rulesets())):
        assert f"`{name}`" in text, name


def test_every_fan_has_an_example_and_every_example_a_fan() -> None:
    assert set(EXAMPLES) == set(FANS)


def test_every_picture_on_the_page_is_a_file(text: str) -> None:
    pictures = set(re.findall(r'src="([^"]+)"', text))
    assert len(pictures) > 30
    assert all((PAGE.parent / picture).is_file() for picture in pictures)


def test_every_row_of_a_table_has_as_many_cells_as_its_head(text: str) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
        assert len({row.count(" | ") for row in table.splitlines()}) == 1, table.splitlines()[0]


def test_every_code_that_an_answer_can_hold_is_on_the_page(text: str) -> None:
    """The codes written in the source, but for those that refuse a request."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "scoring").glob("*.py"))
    codes = set(re.findall(r'Reason\(\s*"(\w+)"', source))
    refused = {
        "bad_value", "bad_tile", "bad_meld", "bad_balances", "wrong_tile_count", "too_many_copies",
        "contradictory_circumstances", "missing_discarder", "unknown_field", "unknown_option",
        "unknown_ruleset", "undescribed_ruleset",
    }  # fmt: skip
    assert codes - refused
    assert {code for code in codes - refused if f"`{code}`" not in text} == set()
