"""Engines: every item comes out once, whatever dies on the way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import pytest

from vision.engine import EngineError, Lost, open_engine
from vision.engine.local import LocalEngine


def doubling() -> Callable[[int], int]:
    return lambda item: 2 * item


def dying_at(marks: Path, fatal: int, times: int) -> Callable[[int], int]:
    """A job whose process is gone the first `times` times that it meets `fatal`."""

    def call(item: int) -> int:
        if item == fatal and len(list(marks.iterdir())) < times:
            (marks / str(len(list(marks.iterdir())))).touch()
            os._exit(9)
        return 2 * item

    return call


@pytest.mark.parametrize("workers", [1, 2])
def test_every_item_comes_out_once(workers: int) -> None:
    done = list(LocalEngine(workers).run(doubling, range(7)))
    assert sorted(done) == [(item, 2 * item) for item in range(7)]


def test_a_process_that_dies_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    done = list(LocalEngine(2).run(partial(dying_at, tmp_path, 3, 1), range(8)))
    assert sorted(done) == [(item, 2 * item) for item in range(8)]


def test_an_item_that_kills_every_process_is_given_up_and_the_rest_goes_on(tmp_path: Path) -> None:
    done = dict(LocalEngine(2).run(partial(dying_at, tmp_path, 2, 99), range(6)))
    assert isinstance(done[2], Lost)
    assert {item: result for item, result in done.items() if item != 2} == {
        item: 2 * item for item in range(6) if item != 2
    }


def waiting(marks: Path) -> Callable[[int], None]:
    def call(item: int) -> None:
        (marks / str(os.getpid())).touch()
        time.sleep(600)

    return call


def run_waiting(marks: Path) -> None:
    list(LocalEngine(2).run(partial(waiting, marks), range(2)))


def test_no_process_outlives_a_run_that_is_killed(tmp_path: Path) -> None:
    run = get_context("spawn").Process(target=run_waiting, args=(tmp_path,))
    run.start()
    while len(list(tmp_path.iterdir())) < 2:
        time.sleep(0.1)
    os.kill(run.pid or 0, signal.SIGKILL)
    run.join()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        time.sleep(0.1)


def test_what_the_job_raises_ends_the_run() -> None:
    with pytest.raises(TypeError):
        list(LocalEngine(2).run(doubling, [None, None]))  # type: ignore[list-item]


def unmakeable() -> Callable[[int], int]:
    raise FileNotFoundError("no model")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_that_cannot_be_made_is_told_and_not_tried_again(workers: int) -> None:
    with pytest.raises(FileNotFoundError, match="no model"):
        list(LocalEngine(workers).run(unmakeable, range(4)))


def test_an_engine_that_is_not_there_is_named() -> None:
    with pytest.raises(EngineError, match="local or ray"):
        open_engine("spark")


def test_without_ray_the_error_says_how_to_get_it() -> None:
    if find_spec("ray"):
        pytest.skip("Ray is installed here")
    with pytest.raises(EngineError, match="make ray-env"):
        open_engine("ray")
