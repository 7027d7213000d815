"""A real Ray cluster of two workers, one killed on the way: nothing is lost and nothing is done twice."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from labelled import put

from vision.labelling.formats import Source, read_dataset

ROOT = Path(__file__).parents[3]
RAY_ENV = Path(os.environ.get("QICHENG_RAY_ENV", ROOT / ".venv-ray"))
PHOTOS = 24
TRIES = 10
ENVIRONMENT = {**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
"""One token for the whole cluster, whatever an earlier Ray left in the home folder."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not (RAY_ENV / "bin" / "ray").is_file(), reason="make ray-env makes Ray's environment"
    ),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def node(*options: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """One machine of the cluster: a session of its own, ended as a whole.

    Ray gives a node 30 seconds to start; on a busy machine that takes another try.
    """
    command = [RAY_ENV / "bin" / "ray", "start", "--block", "--disable-usage-stats", *options]
    for _ in range(TRIES):
        with log.open("wb") as out:
            process = subprocess.Popen(
                command, env=ENVIRONMENT, stdout=out, stderr=out, start_new_session=True
            )
        try:
            if started(process, log):
                yield process
                return
        finally:
            kill(process)
    raise AssertionError(log.read_text())


def started(process: subprocess.Popen[bytes], log: Path) -> bool:
    while b"Ray runtime started" not in log.read_bytes():
        if process.poll() is not None:
            return False
        time.sleep(0.2)
    return True


def kill(process: subprocess.Popen[bytes]) -> None:
    """Pull the plug of a node: Ray's own processes run in its session."""
    session = process.pid
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _session(int(entry.name)) == session:
            os.kill(int(entry.name), signal.SIGKILL)
    process.wait()


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return -1


def journal_lines(out: Path) -> list[str]:
    file = out / "journal.jsonl"
    return file.read_text().splitlines()[1:] if file.is_file() else []


def qicheng(*arguments: str, address: str, log: Path) -> subprocess.Popen[bytes]:
    command = [RAY_ENV / "bin" / "qicheng", "data", "prelabel", *arguments, "--engine", "ray", "--lang", "en"]
    environment = {**ENVIRONMENT, "RAY_ADDRESS": address}
    with log.open("wb") as out:
        return subprocess.Popen(command, env=environment, stdout=out, stderr=out, cwd=ROOT)


def wait_for(what: str, true: object, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, what
        time.sleep(0.2)


def test_a_worker_killed_on_the_way_costs_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    photos, out, log = tmp_path / "photos", tmp_path / "out", tmp_path / "prelabel.log"
    examples = sorted((ROOT / "datasets" / "examples").glob("*.jpg"))
    for number in range(PHOTOS):
        put(photos, f"{number % 3}/{number:02}.jpg", examples[number % len(examples)].read_bytes())
    put(photos, "broken.jpg", examples[0].read_bytes()[:5000])
    address = f"127.0.0.1:{free_port()}"
    with ExitStack() as cluster:
        head = ["--head", f"--port={address.rpartition(':')[2]}", "--num-cpus=0", "--include-dashboard=false"]
        cluster.enter_context(node(*head, log=tmp_path / "head.log"))
        worker = ["--address", address, "--num-cpus=1"]
        nodes = [cluster.enter_context(node(*worker, log=tmp_path / f"worker{n}.log")) for n in range(2)]
        run = qicheng(f"file://{photos}", "--out", str(out), address=address, log=log)
        wait_for("the first photos", lambda: len(journal_lines(out)) >= 4, 300)
        done_before = len(journal_lines(out))
        kill(nodes[0])
        assert run.wait(timeout=600) == 0, log.read_text()
    assert done_before < PHOTOS  # it was killed on the way and not after
    keys = Counter(json.loads(line)["key"] for line in journal_lines(out))
    assert set(keys.values()) == {1}
    assert len(keys) == PHOTOS + 1
    assert "1 could not be read" in log.read_text()
    data = read_dataset(Source(out / "label-studio"))
    assert len(data.pictures) == PHOTOS
    assert all(len(picture.tiles) >= 14 for picture in data.pictures)
