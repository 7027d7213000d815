"""A real Chromium on a phone's screen, before a real service with a reader that knows its photos."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP qicheng.home 127.0.0.1",  # plain HTTP on a home network: no secure context
)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _beside(name: str) -> ModuleType:
    """The helpers of the tests of the service, which are not a package."""
    known = f"qicheng_{name}"
    if known not in sys.modules:
        path = Path(__file__).parents[1] / "api" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(known, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[known]


fakes = _beside("fakes")
live = _beside("live")


@dataclass
class Watched:
    """A page, and all that went wrong or went elsewhere while it was used."""

    page: Any
    base_url: str
    troubles: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    def photo(self, shot: Any, name: str = "hand.jpg") -> None:
        """Choose a photo from the gallery."""
        file = {"name": name, "mimeType": "image/jpeg", "buffer": getattr(shot, "jpeg", shot)}
        self.page.set_input_files("#gallery", files=[file])

    @property
    def total(self) -> str:
        """The large number of the answer."""
        return str(self.page.locator("#answer .number").inner_text())


OpenPage = Callable[..., Watched]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all tests."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (looked for chromium, chromium-browser, google-chrome)")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


class Changing:
    """The reader of the one service that all tests share: each test puts in its own."""

    now: Any = None

    def read(self, data: bytes) -> Any:
        """Read with the reader of the test that runs."""
        return self.now.read(data)


@pytest.fixture(scope="session")
def shared() -> Iterator[tuple[Changing, str]]:
    """One service for all tests, and its address."""
    reader = Changing()
    with live.serve(reader) as client:
        yield reader, str(client.base_url).rstrip("/")


@pytest.fixture(scope="session")
def browsings(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Browsing contexts by their options, shared so that the page's files are fetched once."""
    known: dict[str, Any] = {}

    def browsing(**options: Any) -> Any:
        key = repr(sorted(options.items()))
        if key not in known:
            known[key] = chromium.new_context(**options)
        return known[key]

    yield browsing
    for context in known.values():
        context.close()


@pytest.fixture
def open_page(browsings: Callable[..., Any], shared: tuple[Changing, str]) -> Iterator[OpenPage]:
    """`open_page(reader, locale="en-US")`: the phone page, watched; it must be clean at the end.

    Each page begins with nothing kept on the phone.
    """
    changing, address = shared
    opened: list[Watched] = []

    def start(reader: Any, path: str = "/", host: str | None = None, **context: Any) -> Watched:
        changing.now = reader
        base = address.replace("127.0.0.1", host) if host else address
        browsing = browsings(**{**PHONE, "locale": "zh-CN", "reduced_motion": "reduce", **context})
        watched = Watched(browsing.new_page(), base)
        watched.page.set_default_timeout(20_000)
        watched.page.on("console", lambda m: m.type == "error" and watched.troubles.append(_told(m)))
        watched.page.on("pageerror", lambda error: watched.troubles.append(str(error)))
        watched.page.on("request", lambda r: _elsewhere(r.url, base) and watched.elsewhere.append(r.url))
        watched.page.goto(base + path)
        opened.append(watched)
        return watched

    yield start
    for watched in opened:
        watched.page.evaluate("localStorage.clear()")
        watched.page.close()
        assert watched.elsewhere == [], "the page asked somebody else"
        assert watched.troubles == [], "the page complained"


def _told(message: Any) -> str:
    return f"{message.text} {message.location.get('url', '')}"


def _elsewhere(url: str, base: str) -> bool:
    return not url.startswith((base, "blob:", "data:"))
