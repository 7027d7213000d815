"""A Ray cluster: the one RAY_ADDRESS names, or one started here.

Each photo is a task of its own: tasks go to whatever workers there are, are tried again elsewhere when a
worker or a whole machine dies, and machines that join later get their share. The project must be installed on
every machine, and the photos must be reached from there: a shared folder, or an fsspec URL.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from vision.engine.engine import EngineError, Job, Lost, R, T

TRIES = 4
"""How often Ray tries a task again whose worker died."""

AHEAD = 3
"""Tasks handed out for each processor of the cluster, so that none waits for the driver."""

_calls: dict[str, Callable[[Any], Any]] = {}


@dataclass(frozen=True, slots=True)
class RayEngine:
    """Tasks on a cluster.

    Attributes:
        workers: processors to use at most; all of the cluster's where None.
    """

    workers: int | None = None

    @classmethod
    def connect(cls, workers: int | None = None) -> RayEngine:
        """Join the cluster, or start one on this machine with as many processes as it has processors.

        Raises:
            EngineError: Ray is not installed, or the cluster is not reached.
        """
        try:
            import ray
        except ImportError as error:
            raise EngineError(
                "Ray is not installed here: make ray-env, then .venv-ray/bin/qicheng …"
            ) from error
        if not ray.is_initialized():
            here = {"address": "local", "num_cpus": workers, "include_dashboard": False}
            settings = {} if os.environ.get("RAY_ADDRESS") else here
            try:
                ray.init(log_to_driver=False, logging_level="warning", **settings)
            except (ConnectionError, RuntimeError) as error:
                raise EngineError(f"no Ray cluster at {os.environ.get('RAY_ADDRESS')}: {error}") from error
        return cls(workers)

    def run(self, job: Job[T, R], items: Sequence[T]) -> Iterator[tuple[int, R | Lost]]:
        """See `Engine.run`."""
        import ray
        from ray.exceptions import RayError, RaySystemError, RayTaskError

        task = ray.remote(max_retries=TRIES, num_cpus=1)(_work)
        content = pickle.dumps(job)
        # In a list a reference stays one: the job, with its model, is fetched once a process.
        key, shared = hashlib.sha256(content).hexdigest(), [ray.put(content)]
        waiting = iter(enumerate(items))
        running: dict[Any, int] = {}
        while True:
            for _, (index, item) in zip(range(self._free(len(running))), waiting, strict=False):
                running[task.remote(key, shared, item)] = index
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                index = running.pop(reference)
                try:
                    yield index, ray.get(reference)
                except RayTaskError as error:
                    raise error.as_instanceof_cause() from None
                except RaySystemError:
                    raise
                except RayError as error:
                    yield index, Lost(f"{type(error).__name__}: {str(error).splitlines()[0]}")

    def _free(self, running: int) -> int:
        import ray

        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        return max(0, AHEAD * min(processors, self.workers or processors) - running)


def _work(key: str, shared: list[Any], item: Any) -> Any:
    if key not in _calls:
        import ray

        _calls.clear()
        _calls[key] = pickle.loads(ray.get(shared[0]))()
    return _calls[key](item)
