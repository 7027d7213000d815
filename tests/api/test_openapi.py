"""The generated parts of the docs are fresh; run with QICHENG_WRITE_DOCS=1 to rewrite them."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from qicheng_fakes import FakeReader

from api.app import create_app
from api.settings import settings_page

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "openapi.json"
PAGE = ROOT / "docs" / "api.md"
SETTINGS = ROOT / "docs" / "settings.md"


def current() -> str:
    return json.dumps(create_app(reader=FakeReader()).openapi(), ensure_ascii=False, indent=1) + "\n"


def test_the_document_in_the_docs_is_fresh() -> None:
    if os.environ.get("QICHENG_WRITE_DOCS"):
        DOCUMENT.write_text(current(), encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == current()


def test_the_settings_page_is_fresh() -> None:
    if os.environ.get("QICHENG_WRITE_DOCS"):
        SETTINGS.write_text(settings_page(), encoding="utf-8")
    assert SETTINGS.read_text(encoding="utf-8") == settings_page()


def test_every_route_that_the_page_names_exists() -> None:
    page = PAGE.read_text(encoding="utf-8")
    paths = set(json.loads(current())["paths"])
    for path in re.findall(r"`(?:GET|POST|DELETE) (/[\w/{}]+)`", page):
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
