"""The doors of the rules as their users come to them: the installed command, and a server over a socket."""

import importlib.util
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest


def _beside(name: str) -> None:
    """A helper module beside the tests (no package): importable as `scoring_NAME` from here on."""
    spec = importlib.util.spec_from_file_location(f"scoring_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[f"scoring_{name}"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


_beside("doors")
from scoring_doors import HOUSE, Ask  # noqa: E402


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a house's `rules/our.toml`."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "rules").mkdir()
    (folder / "rules" / "our.toml").write_text(HOUSE, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def ask(house: Path) -> Iterator[Ask]:
    """Ask a server of its own process, which was given the house's folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"QICHENG_RULES": str(house / "rules"), "QICHENG_DATA": str(house / "data")}
    process = subprocess.Popen(
        [sys.executable, "-m", "api.cli", "serve", "--host", "127.0.0.1", "--port", str(port)],
        env={**os.environ, **settings}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{url}/healthz", process)
        yield Ask(url)
    finally:
        process.terminate()
        process.wait(timeout=60)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server has ended"
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(url)
