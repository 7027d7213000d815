"""From a 12-megapixel JPEG to a score: the median of each stage, with the model loaded.

    .venv/bin/python -m benchmarks.reading [PHOTO] [--times 15] [--threads 2]

Without a photo, an example picture is enlarged to 4032 x 3024 with sensor noise, so that the JPEG weighs what
a phone's does. The first three readings warm up and do not count.
"""

from __future__ import annotations

import argparse
import io
import statistics
import time
from pathlib import Path

import numpy as np
from PIL import Image
from rich.console import Console
from rich.table import Table

from api.scan import scan
from vision.bundle import load_bundle
from vision.read import PhotoReader

EXAMPLE = Path(__file__).parents[1] / "datasets" / "examples" / "concealed.jpg"
CIRCUMSTANCES = {"ruleset": "yangzhou-new", "win": "self_draw"}
WARM_UP = 3


def enlarged(path: Path) -> bytes:
    image = Image.open(path).convert("RGB").resize((4032, 3024), Image.Resampling.BICUBIC)
    noise = np.random.default_rng(0).normal(0, 5, (3024, 4032, 1))
    pixels = np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=85)
    return out.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", type=Path, nargs="?")
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    data = args.photo.read_bytes() if args.photo else enlarged(EXAMPLE)
    reader = PhotoReader(load_bundle(), args.threads)
    stages: dict[str, list[float]] = {}
    for turn in range(WARM_UP + args.times):
        start = time.perf_counter()
        reading = reader.read(data)
        read_at = time.perf_counter()
        scan(reading, CIRCUMSTANCES)
        done = time.perf_counter()
        if turn >= WARM_UP:
            spent = reading.milliseconds.to_dict()
            for stage in ("decode", "detect", "read", "layout"):
                stages.setdefault(stage, []).append(spent[stage])
            stages.setdefault("score and doubts", []).append((done - read_at) * 1000)
            stages.setdefault("photo to score", []).append((done - start) * 1000)
    table = Table("stage", "median ms", "slowest ms", title=f"{len(data) / 1e6:.1f} MB, {reading.notation}")
    for stage, times in stages.items():
        table.add_row(stage, f"{statistics.median(times):.1f}", f"{max(times):.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
