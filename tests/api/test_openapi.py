"""The generated parts of the docs are fresh; run with QICHENG_WRITE_DOCS=1 to rewrite them."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from qicheng_fakes import FakeReader

from api.app import create_app
from api.settings import Settings

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "openapi.json"
PAGE = ROOT / "docs" / "api.md"
START, END = "<!-- settings: generated -->\n", "<!-- end -->"


def current() -> str:
    return json.dumps(create_app(reader=FakeReader()).openapi(), ensure_ascii=False, indent=1) + "\n"


def test_the_document_in_the_docs_is_fresh() -> None:
    if os.environ.get("QICHENG_WRITE_DOCS"):
        DOCUMENT.write_text(current(), encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == current()


def settings_table() -> str:
    rows = ["| variable | default | what it decides |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = "" if field.default in (None, ()) else f"`{field.default}`"
        rows.append(f"| `QICHENG_{name.upper()}` | {default} | {field.description} |")
    return "\n".join(rows) + "\n"


def test_the_settings_in_the_docs_are_fresh() -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(START)
    told, after = rest.split(END)
    if os.environ.get("QICHENG_WRITE_DOCS"):
        told = settings_table()
        PAGE.write_text(before + START + told + END + after, encoding="utf-8")
    assert told == settings_table()


def test_every_route_that_the_page_names_exists() -> None:
    page = PAGE.read_text(encoding="utf-8")
    paths = set(json.loads(current())["paths"])
    for path in re.findall(r"`(?:GET|POST) (/[\w/{}]+)`", page):
        assert path in paths | {"/", "/docs", "/openapi.json"}, path


def test_the_documents_are_not_being_rewritten_while_tested() -> None:
    assert not os.environ.get("QICHENG_WRITE_DOCS"), "written; now run again without QICHENG_WRITE_DOCS"


def test_every_reference_in_the_document_leads_somewhere() -> None:
    document = json.loads(current())
    for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)):
        assert name in document["components"]["schemas"], name


def test_every_route_tells_what_it_does() -> None:
    for path, methods in json.loads(current())["paths"].items():
        for method, about in methods.items():
            assert about.get("description"), f"{method} {path}"
