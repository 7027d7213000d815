"""What an engine does, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Job: TypeAlias = Callable[[], Callable[[T], R]]
"""Makes the function that is called on each item; picklable, as it goes to other processes."""


class EngineError(RuntimeError):
    """An engine that cannot be had; the message says what to install or where to look."""


@dataclass(frozen=True, slots=True)
class Lost:
    """In place of the result of an item whose worker died each time it was tried."""

    reason: str


class Engine(Protocol):
    """Runs a job over items."""

    def run(self, job: Job[T, R], items: Sequence[T]) -> Iterator[tuple[int, R | Lost]]:
        """Index and result of each item, exactly once, in the order they are done.

        What the job itself raises is raised here and ends the run: a job that shall go on past a bad item
        says so in its result.
        """


def open_engine(name: str, workers: int | None = None) -> Engine:
    """The engine `local` (one process, or `workers`) or `ray` (the cluster of RAY_ADDRESS, else one here).

    Raises:
        EngineError: no such engine, or Ray is not installed or not reached.
    """
    if name == "local":
        from vision.engine.local import LocalEngine

        return LocalEngine(workers or 1)
    if name == "ray":
        from vision.engine.on_ray import RayEngine

        return RayEngine.connect(workers)
    raise EngineError(f"--engine {name}: local or ray")
