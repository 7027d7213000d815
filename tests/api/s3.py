"""A server that speaks S3 over real HTTP: moto's, from the environment `.venv-tools` (`make tools-env`)."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import httpx
import pytest
from qicheng_live import free_port, until_it_answers

TOOLS = Path(__file__).parents[2] / ".venv-tools" / "bin"
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": "us-east-1",
}


@contextmanager
def server() -> Iterator[Callable[[], str]]:
    """A running server; what is yielded makes a new bucket and gives its URL. The environment leads there."""
    program = shutil.which("moto_server", path=f"{TOOLS}:{os.environ['PATH']}")
    if program is None:
        pytest.skip("no moto_server: make tools-env")
    endpoint = f"http://127.0.0.1:{free_port()}"
    before = dict(os.environ)
    os.environ.update(CREDENTIALS, AWS_ENDPOINT_URL=endpoint)
    command = [program, "-H", "127.0.0.1", "-p", endpoint.rpartition(":")[2]]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            until_it_answers(f"{endpoint}/moto-api/data.json", process)
            numbers = count()
            yield lambda: _new_bucket(endpoint, f"corrections{next(numbers)}")
        finally:
            process.terminate()
            os.environ.clear()
            os.environ.update(before)


def _new_bucket(endpoint: str, name: str) -> str:
    httpx.put(f"{endpoint}/{name}", timeout=60).raise_for_status()
    return f"s3://{name}/pictures"
