"""This machine: the calling process alone, or several beside it."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, parent_process
from typing import Any, NoReturn

from vision.engine.engine import Job, Lost, R, T

TRIES = 3
"""How often an item is tried whose process dies before it is given up."""

AHEAD = 2
"""Items handed out for each process: one in work, one waiting."""

_call: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """One process, this one, or `workers` others; a process that dies is replaced."""

    workers: int = 1

    def run(self, job: Job[T, R], items: Sequence[T]) -> Iterator[tuple[int, R | Lost]]:
        """See `Engine.run`; one process keeps the order of the items."""
        if not items:
            return  # a run that is done already loads no model
        if self.workers == 1:
            call = job()
            yield from ((index, call(item)) for index, item in enumerate(items))
            return
        tries: Counter[int] = Counter()
        waiting = list(range(len(items)))[::-1]
        while waiting:
            # After a death nobody knows which item did it: those in work then go on one at a time.
            suspects = [index for index in waiting if tries[index]]
            trusted = [index for index in waiting if not tries[index]] if suspects else []
            batch = suspects or waiting
            yield from self._until_a_death(job, items, batch, tries, 1 if suspects else self.workers)
            waiting = trusted + batch

    def _until_a_death(
        self, job: Job[T, R], items: Sequence[T], batch: list[int], tries: Counter[int], workers: int
    ) -> Iterator[tuple[int, Any]]:
        """Results of the batch until all is done or a process dies; the batch keeps what is not done."""
        running: dict[Future[Any], int] = {}
        most = 1 if workers == 1 else workers * AHEAD
        context = get_context("spawn")
        with ProcessPoolExecutor(workers, context, initializer=_prepare, initargs=(job,)) as pool:
            dead = False
            while (batch or running) and not dead:
                while batch and len(running) < most and not dead:
                    try:
                        running[pool.submit(_work, items[batch[-1]])] = batch[-1]
                        batch.pop()
                    except BrokenProcessPool:
                        dead = True
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    settled = _settled(future, index := running.pop(future))
                    dead = dead or not settled
                    yield from settled or self._again(index, batch, tries)
            for future, index in running.items():
                yield from _settled(future, index) or self._again(index, batch, tries)

    @staticmethod
    def _again(index: int, batch: list[int], tries: Counter[int]) -> list[tuple[int, Lost]]:
        tries[index] += 1
        if tries[index] >= TRIES:
            return [(index, Lost(f"its process died {TRIES} times"))]
        batch.append(index)
        return []


def _settled(future: Future[Any], index: int) -> list[tuple[int, Any]]:
    """The result of a future, none where its process died."""
    try:
        return [(index, future.result())]
    except BrokenProcessPool:
        return []


def _prepare(job: Job[Any, Any]) -> None:
    global _call
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _call = job()
    except Exception as error:  # an initializer that raises looks like a death; raised with the first item
        _call = partial(_raise, error)


def _raise(error: Exception, _: Any) -> NoReturn:
    raise error


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(item: Any) -> Any:
    assert _call is not None
    return _call(item)
