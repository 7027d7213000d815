"""A real server on a free port."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn
from qicheng_fakes import FakeReader

from api.app import create_app
from api.settings import Settings


@contextmanager
def serve(reader: Any = None, **settings: Any) -> Iterator[httpx.Client]:
    """A running service and a client for it; `settings` as in `Settings`."""
    app = create_app(Settings(**settings), reader if reader is not None else FakeReader())
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
