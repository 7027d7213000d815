"""A real server on a free port."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from qicheng_fakes import FakeReader

from api.app import create_app
from api.settings import Settings


@contextmanager
def serve(reader: Any = None, **settings: Any) -> Iterator[httpx.Client]:
    """A running service and a client for it; `settings` as in `Settings`. What it stores goes with it."""
    with ExitStack() as stack:
        if "data" not in settings:
            settings["data"] = stack.enter_context(tempfile.TemporaryDirectory())
        app = create_app(Settings(**settings), reader if reader is not None else FakeReader())
        yield stack.enter_context(serve_app(app))


@contextmanager
def serve_app(app: FastAPI) -> Iterator[httpx.Client]:
    """The same for an application that is there already."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", proxy_headers=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
        yield client
    server.should_exit = True
    thread.join(timeout=10)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def process(**environment: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`qicheng serve` as a process of its own, answering; killed at the end where it still runs."""
    port = free_port()
    command = [Path(sys.executable).with_name("qicheng"), "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        url = f"http://127.0.0.1:{port}"
        try:
            until_it_answers(f"{url}/healthz", server)
            yield server, url
        finally:
            server.kill()


def until_it_answers(url: str, server: subprocess.Popen[bytes], seconds: float = 120) -> None:
    """Wait until a GET is answered with 200.

    Raises:
        RuntimeError: the server has ended.
        TimeoutError: it takes too long.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise RuntimeError(f"the server ended with {server.returncode}")
        try:
            if httpx.get(url, timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise TimeoutError(url)
