"""A real PostgreSQL from the system's packages, run as an unprivileged user in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

USER = "qicheng"


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`: Debian's newest, or whatever is on the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    found = debian[-1] if debian else shutil.which("initdb")
    return None if found is None else Path(found).parent


def _unprivileged() -> int | None:
    """Whom to run as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    return None


@contextmanager
def server() -> Iterator[Callable[[], str]]:
    """A running server; what is yielded makes a new database and gives its URL."""
    bin_ = programs()
    if bin_ is None:
        pytest.skip("no PostgreSQL: apt-get install postgresql")
    user = _unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="qicheng-pg"))
    if user is not None:
        os.chown(folder, user, -1)
    data = folder / "data"
    subprocess.run(
        [bin_ / "initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        check=True, capture_output=True, user=user, cwd=folder,
    )  # fmt: skip
    command = [bin_ / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, user=user, cwd=folder, stdout=log, stderr=log) as process,
    ):
        try:
            _until_ready(folder)
            numbers = count()
            yield lambda: _new_database(folder, f"test{next(numbers)}")
        finally:
            process.terminate()  # SIGTERM waits for clients to leave, SIGINT does not
            process.send_signal(2)
    shutil.rmtree(folder, ignore_errors=True)


def _until_ready(folder: Path) -> None:
    for _ in range(200):
        try:
            psycopg.connect(host=str(folder), user=USER, dbname="postgres").close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError((folder / "log").read_text())


def _new_database(folder: Path, name: str) -> str:
    with psycopg.connect(host=str(folder), user=USER, dbname="postgres", autocommit=True) as connection:
        connection.execute(f"create database {name}")
    return f"postgresql://{USER}@/{name}?host={folder}"
