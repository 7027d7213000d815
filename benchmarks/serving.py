"""A service of its own for a measurement, and what the measurements share."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx


@dataclass(frozen=True)
class Serving:
    """A running service: where, and its process."""

    url: str
    pid: int

    def resident_mb(self) -> float:
        """Memory of the process that is in RAM, in MB (Linux)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1000


@contextmanager
def serving(**settings: str) -> Iterator[Serving]:
    """`qicheng serve` on a free port, ready to read photos; what it stores goes with it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "QICHENG_DATA": data, **settings}
        command = [
            Path(sys.executable).with_name("qicheng"), "serve", "--host", "127.0.0.1", "--port", str(port)
        ]  # fmt: skip
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
            running = Serving(f"http://127.0.0.1:{port}", process.pid)
            try:
                _until_ready(running, process)
                yield running
            finally:
                process.terminate()


def _until_ready(running: Serving, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        try:
            if httpx.get(f"{running.url}/readyz", timeout=60).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"the service ended with {process.returncode}")


def quantile(values: Sequence[float], part: float) -> float:
    """The value that `part` of all do not exceed; nan of none.

    >>> quantile([3.0, 1.0, 2.0], 0.5)
    2.0
    """
    if not values:
        return float("nan")
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
