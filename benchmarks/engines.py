"""Photos a second of `prelabel` on one process, two, and Ray.

    .venv-ray/bin/python -m benchmarks.engines [--photos 48] [--rounds 3]

Each engine reads copies of the example pictures, its model on one thread. The clock runs from the moment when
every worker has had time to load the model (a sixth of the photos are done) to the last photo. Rounds go
through the engines in turn, so that whatever else the machine does meets them alike; the median of the rounds
is told, and the ratio to one process of the same round.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from vision.bundle import load_bundle
from vision.engine import open_engine
from vision.labelling.examine import examine

EXAMPLES = Path(__file__).parents[1] / "datasets" / "examples"
ENGINES = [("local", 1), ("local", 2), *([("ray", 2)] if find_spec("ray") else [])]


def photos_per_second(engine: tuple[str, int], photos: Path, names: list[str]) -> float:
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        step = partial(_note, times)
        examine(str(photos), names, open_engine(*engine), Path(folder) / "j", load_bundle(), step=step)
    warm = len(names) // 6
    return (len(names) - warm) / (times[-1] - times[warm])


def _note(times: list[float], done: int) -> None:
    times.append(time.perf_counter())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    examples = sorted(EXAMPLES.glob("*.jpg"))
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{number:03}.jpg" for number in range(args.photos)]
        for number, name in enumerate(names):
            shutil.copyfile(examples[number % len(examples)], Path(folder) / name)
        rates: dict[tuple[str, int], list[float]] = {engine: [] for engine in ENGINES}
        for _ in range(args.rounds):
            for engine in ENGINES:
                rates[engine].append(photos_per_second(engine, Path(folder), names))
                print(*engine, f"{rates[engine][-1]:.2f} photos/s", flush=True)
    for engine, found in rates.items():
        ratios = [one / base for one, base in zip(found, rates[ENGINES[0]], strict=True)]
        spread = f"{min(found):.2f} to {max(found):.2f}"
        print(f"{engine[0]} {engine[1]}: {median(found):.2f} photos/s ({spread}), ratio {median(ratios):.2f}")


if __name__ == "__main__":
    main()
