"""ONNX Runtime, its options, and OpenVINO on what a photo gives both models.

    pip install openvino                 # in an environment of its own, beside the project's packages
    python -m benchmarks.runtimes [PHOTO] [--times 15] [--threads 2]

Every way to run them gets the same inputs in turn, in one process, so that whatever else the machine does
meets them alike; the ratio is to ONNX Runtime as it is used, round by round. With one thread, processor time
is measured instead of the clock's. What loading, the first run at these shapes, one at another
shape, and memory cost is measured in a process of its own each.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.floor import Clock, Reading
from benchmarks.reading import EXAMPLE, enlarged
from vision.bundle import ROLES, load_bundle
from vision.detector import session

try:
    import openvino
except ImportError:
    openvino = None

NEVER_SEEN = (1, 3, 288, 800)
"""A second look of a size that came not before."""

Feeds = Mapping[str, NDArray[np.float32]]
Run = Callable[[Feeds], NDArray[np.float32]]
Load = Callable[[bytes, int], Run]


def used(model: bytes, threads: int) -> Run:
    """As the project runs them."""
    return _of(session(model, threads))


def with_options(change: Callable[[ort.SessionOptions], object]) -> Load:
    """ONNX Runtime with other options."""

    def load(model: bytes, threads: int) -> Run:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        change(options)
        return _of(ort.InferenceSession(model, options, providers=["CPUExecutionProvider"]))

    return load


def _of(one: ort.InferenceSession) -> Run:
    return lambda feeds: np.asarray(one.run(None, dict(feeds))[0])


def with_openvino(precision: str) -> Load:
    """OpenVINO, asked for one stream with as many threads."""

    def load(model: bytes, threads: int) -> Run:
        core = openvino.Core()
        settings = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": precision,
        }
        compiled = core.compile_model(core.read_model(model), "CPU", settings)
        return lambda feeds: np.array(compiled(dict(feeds))[0])

    return load


def _level(name: str) -> Load:
    level = getattr(ort.GraphOptimizationLevel, name)
    return with_options(lambda options: setattr(options, "graph_optimization_level", level))


def _entry(name: str, value: str) -> Load:
    return with_options(lambda options: options.add_session_config_entry(name, value))


WAYS: dict[str, Load] = {
    "ONNX Runtime as used": used,
    "graph as written": _level("ORT_DISABLE_ALL"),
    "basic merging": _level("ORT_ENABLE_BASIC"),
    "extended merging": _level("ORT_ENABLE_EXTENDED"),
    "threads do not spin": _entry("session.intra_op.allow_spinning", "0"),
    "no memory arena": with_options(lambda options: setattr(options, "enable_cpu_mem_arena", False)),
}
if openvino:
    WAYS |= {"OpenVINO f32": with_openvino("f32"), "OpenVINO bf16": with_openvino("bf16")}


def alone(name: str, shapes: list[list[list[int]]], threads: int) -> None:
    """Print what one way costs before its second run, on grey inputs of these shapes for each model."""
    bundle = load_bundle()
    inputs = [[np.full(shape, 0.5, np.float32) for shape in of_model] for of_model in shapes]
    clock = the_clock(threads)
    before, started = resident_mb(), clock()
    runs = [WAYS[name](model, threads) for model in (getattr(bundle, role) for role in ROLES)]
    loaded = clock()
    for run, many in zip(runs, inputs, strict=True):
        for each in many:
            run({"images": each})
    done = clock()
    runs[0]({"images": np.full(NEVER_SEEN, 0.5, np.float32)})
    told = {"load": loaded - started, "first": done - loaded, "new": clock() - done}
    told["memory"] = resident_mb() - before
    print(json.dumps(told))


def the_clock(threads: int) -> Clock:
    return time.process_time if threads == 1 else time.perf_counter


def resident_mb() -> float:
    """Memory of this process that is in RAM (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def given(photo: Path | None, threads: int) -> list[tuple[bytes, list[Feeds]]]:
    """The models with the inputs that a photo gives them."""
    reading = Reading(photo.read_bytes() if photo else enlarged(EXAMPLE), threads)
    reading.once()
    return [(model.model, [feeds for feeds, _ in model.runs]) for model in reading.models.values()]


def measured(
    inputs: list[tuple[bytes, list[Feeds]]], times: int, threads: int
) -> tuple[dict[str, list[float]], dict[str, float]]:
    """Milliseconds of every way, round by round, and the largest difference of its outputs."""
    clock = the_clock(threads)
    loaded = {name: [load(model, threads) for model, _ in inputs] for name, load in WAYS.items()}
    spent: dict[str, list[float]] = {name: [] for name in WAYS}
    apart: dict[str, float] = {}
    right: list[Any] = []
    for turn in range(times + 2):
        for name, runs in loaded.items():
            started = clock()
            outputs = [run(feeds) for run, (_, many) in zip(runs, inputs, strict=True) for feeds in many]
            took = (clock() - started) * 1000
            right = right or outputs
            apart[name] = max(float(np.abs(a - b).max()) for a, b in zip(outputs, right, strict=True))
            if turn >= 2:
                spent[name].append(took)
    return spent, apart


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("photo", type=Path, nargs="?")
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--alone", nargs=2, metavar=("WAY", "SHAPES"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.alone:
        alone(args.alone[0], json.loads(args.alone[1]), args.threads)
        return
    inputs = given(args.photo, args.threads)
    shapes = json.dumps([[next(iter(feeds.values())).shape for feeds in many] for _, many in inputs])
    spent, apart = measured(inputs, args.times, args.threads)
    base = spent[next(iter(WAYS))]
    table = Table(
        "models run by", "load ms", "first ms", "new size ms", "median ms", "ratio", "apart", "memory MB"
    )
    for name, times in spent.items():
        ratio = median(one / other for one, other in zip(times, base, strict=True))
        again = [sys.executable, "-m", "benchmarks.runtimes", f"--threads={args.threads}"]
        told = subprocess.run([*again, "--alone", name, shapes], stdout=subprocess.PIPE, check=True)
        cost = json.loads(told.stdout)
        before = f"{cost['load'] * 1000:.0f}", f"{cost['first'] * 1000:.0f}", f"{cost['new'] * 1000:.0f}"
        after = f"{median(times):.1f}", f"{ratio:.2f}", f"{apart[name]:.2g}", f"{cost['memory']:.0f}"
        table.add_row(name, *before, *after)
    Console().print(table)


if __name__ == "__main__":
    main()
