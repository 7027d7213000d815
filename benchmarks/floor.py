"""Each part of a reading against the least that it must cost on this machine.

    .venv/bin/python -m benchmarks.floor [PHOTO] [--times 15] [--threads 2]

The floor of decoding is the least time in which Pillow or OpenCV decoded the JPEG at the same scale here.
That of a model is the multiplications in its convolutions and matrix products, counted one by one at the
shapes used, at the machine's peak: the fastest of many products of two float32 matrices of 1536 x 1536 on as
many threads. With one thread, processor time is measured instead of the clock's, so that it tells nearly the
same beside other work.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rich.console import Console
from rich.table import Table

from benchmarks.macs import multiplications
from benchmarks.reading import EXAMPLE, WARM_UP, enlarged
from vision.bundle import ROLES, load_bundle
from vision.photo import decode
from vision.read import PhotoReader

SIDE = 2000
"""Pixels of the long side that `vision.photo.decode` keeps."""
REDUCED = (
    cv2.IMREAD_COLOR, cv2.IMREAD_REDUCED_COLOR_2, cv2.IMREAD_REDUCED_COLOR_4, cv2.IMREAD_REDUCED_COLOR_8
)  # fmt: skip
PRODUCTS = """
import numpy, time
matrix = numpy.random.default_rng(0).random((1536, 1536), dtype=numpy.float32)
clock = {clock}
def spent():
    started = clock()
    matrix @ matrix
    return clock() - started
print(2e-9 * 1536 ** 3 / min(spent() for _ in range(40)))
"""

Clock = Callable[[], float]


@dataclass
class Watched:
    """An ONNX Runtime session that notes what it was given and how many milliseconds it took."""

    session: Any
    model: bytes
    clock: Clock
    runs: list[tuple[Mapping[str, NDArray[np.float32]], float]] = field(default_factory=list)

    def run(self, names: None, feeds: Mapping[str, NDArray[np.float32]]) -> Any:
        """As the session's."""
        started = self.clock()
        answer = self.session.run(names, feeds)
        self.runs.append((feeds, (self.clock() - started) * 1000))
        return answer


def peak(threads: int) -> float:
    """Thousand million float32 operations a second; a process of its own, as BLAS fixes its threads early."""
    program = PRODUCTS.format(clock="time.process_time" if threads == 1 else "time.perf_counter")
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": str(threads)}
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return float(told.stdout)


def decoders(data: bytes) -> list[Callable[[], object]]:
    """Ways to decode a JPEG at the scale that a reading uses."""
    side = max(Image.open(io.BytesIO(data)).size)
    halvings = next(n for n in (3, 2, 1, 0) if side >> n >= SIDE or n == 0)

    def pillow() -> object:
        image = Image.open(io.BytesIO(data))
        image.draft(None, (image.width >> halvings, image.height >> halvings))
        return image.load()

    return [pillow, lambda: cv2.imdecode(np.frombuffer(data, np.uint8), REDUCED[halvings])]


class Reading:
    """A photo read again and again, each part timed."""

    def __init__(self, data: bytes, threads: int) -> None:
        cv2.setNumThreads(threads)
        self.clock: Clock = time.process_time if threads == 1 else time.perf_counter
        bundle = load_bundle()
        self.data, self.ways, self.reader = data, decoders(data), PhotoReader(bundle, threads)
        self.models: dict[str, Watched] = {}
        for role in ROLES:
            model = getattr(self.reader._models, role)
            model._session = Watched(model._session, getattr(bundle, role), self.clock)
            self.models[role] = model._session

    def once(self) -> dict[str, float]:
        """Milliseconds of each part."""
        for model in self.models.values():
            model.runs.clear()
        photo = decode(self.data)
        decoded = self._timed(lambda: decode(self.data))
        rest = self._timed(lambda: self.reader.read_photo(photo))
        models = {
            model_key(role, feeds): spent
            for role, model in self.models.items()
            for feeds, spent in model.runs
        }
        return {
            "decoder alone": min(map(self._timed, self.ways)),
            "decode": decoded,
            **models,
            "the rest": rest - sum(models.values()),
            "photo to reading": decoded + rest,
        }

    def floors(self, gflops: float) -> dict[str, tuple[float, float]]:
        """Of each run of a model: million multiplications, and milliseconds at the peak."""
        counts = {
            model_key(role, feeds): multiplications(model.model, feeds)
            for role, model in self.models.items()
            for feeds, _ in model.runs
        }
        return {name: (count / 1e6, 2 * count / gflops / 1e6) for name, count in counts.items()}

    def _timed(self, work: Callable[[], object]) -> float:
        started = self.clock()
        work()
        return (self.clock() - started) * 1000


def model_key(name: str, feeds: Mapping[str, NDArray[np.float32]]) -> str:
    (given,) = feeds.values()
    return f"{name}, {' x '.join(map(str, given.shape))}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("photo", type=Path, nargs="?")
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    data = args.photo.read_bytes() if args.photo else enlarged(EXAMPLE)
    reading = Reading(data, args.threads)
    before = peak(args.threads)
    rounds = [reading.once() for _ in range(WARM_UP + args.times)][WARM_UP:]
    gflops = max(before, peak(args.threads))
    least = min(each.pop("decoder alone") for each in rounds)
    floors = {"decode": ("", least)} | {
        name: (f"{count:,.0f}", floor) for name, (count, floor) in reading.floors(gflops).items()
    }
    floors["photo to reading"] = ("", sum(floor for _, floor in floors.values()))
    table = Table("part", "million MAC", "floor ms", "median ms", "to the floor", "slowest ms")
    table.title = f"{args.threads} threads, peak {gflops:.0f} GFLOP/s"
    for name in rounds[0]:
        times = [each[name] for each in rounds]
        count, floor = floors.get(name, ("", 0.0))
        against = [f"{floor:.1f}", f"{median(times):.1f}", f"{median(times) / floor:.1f}"] if floor else None
        table.add_row(name, count, *(against or ["", f"{median(times):.1f}", ""]), f"{max(times):.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
