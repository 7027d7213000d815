"""A real server on a free port, for tests that go over a socket."""

from __future__ import annotations

import importlib.util
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
import uvicorn

from api.app import create_app
from api.settings import Settings


def _load(name: str, path: Path) -> ModuleType:
    """A helper module beside the tests, which are not a package."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


fakes = _load("qicheng_fakes", Path(__file__).with_name("fakes.py"))

Serve = Callable[..., AbstractContextManager[httpx.Client]]


@contextmanager
def serve(reader: Any = None, **settings: Any) -> Iterator[httpx.Client]:
    """A running service and a client for it; `settings` as in `Settings`."""
    app = create_app(Settings(**settings), reader if reader is not None else fakes.FakeReader())
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
        yield client
    server.should_exit = True
    thread.join(timeout=10)


@pytest.fixture(scope="session")
def served() -> Serve:
    """`with served(reader, queue=2) as client:` - a service of its own for one test."""
    return serve


@pytest.fixture(scope="session")
def service() -> Iterator[httpx.Client]:
    """One service shared by tests that leave it as it was."""
    with serve(cors_origins="https://club.example") as client:
        yield client
