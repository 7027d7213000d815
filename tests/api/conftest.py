"""A real server on a free port, for tests that go over a socket."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType

import httpx
import pytest


def _beside(name: str) -> ModuleType:
    """A helper module beside the tests (no package): importable as `qicheng_NAME` from here on."""
    known = f"qicheng_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[known]


fakes = _beside("fakes")
live = _beside("live")
samples = _beside("samples")
postgres = _beside("postgres")
s3 = _beside("s3")
Serve = Callable[..., AbstractContextManager[httpx.Client]]


@pytest.fixture(scope="session")
def served() -> Serve:
    """`with served(reader, queue=2) as client:` - a service of its own for one test."""
    serve: Serve = live.serve
    return serve


@pytest.fixture(scope="session")
def service() -> Iterator[httpx.Client]:
    """One service shared by tests that leave it as it was."""
    with live.serve(cors_origins="https://club.example") as client:
        yield client


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Callable[[], str]]:
    """A real PostgreSQL; each call gives the URL of a new, empty database."""
    with postgres.server() as new_database:
        yield new_database


@pytest.fixture(scope="session")
def s3_server() -> Iterator[Callable[[], str]]:
    """A real HTTP server that speaks S3; each call gives the URL of a new, empty bucket."""
    with s3.server() as new_bucket:
        yield new_bucket
