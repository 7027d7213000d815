"""The service under 1 to 16 clients: photos and scores a second, how long each waits, and memory.

    .venv/bin/python -m benchmarks.service [--seconds 20] [--clients 1,2,4,8,16] [PHOTO]

The clients run on the same machine and take their part of it. Each asks as soon as it has its answer; one
that is turned away (503) comes again after half a second, and that is counted. Without a photo, an example
picture is enlarged to 12 megapixels with noise, so that the JPEG weighs what a phone's does.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from api.schemas.openapi import EXAMPLE
from benchmarks.reading import EXAMPLE as PICTURE
from benchmarks.reading import enlarged
from benchmarks.serving import Serving, quantile, serving

AGAIN_S = 0.5
PAUSE_S = 0.05
UPLOADERS = 8


@dataclass
class Asked:
    """What clients saw: seconds of each answer, how often they were turned away."""

    seconds: list[float] = field(default_factory=list)
    refused: int = 0

    def row(self, clients: int, duration: float) -> list[str]:
        """A line of the table."""
        times = [f"{quantile(self.seconds, part) * 1000:,.0f}" for part in (0.5, 0.95, 0.99)]
        return [str(clients), f"{len(self.seconds) / duration:.2f}", *times, str(self.refused)]


def photo_asker(url: str, photo: bytes) -> Callable[[httpx.Client], httpx.Response]:
    return lambda client: client.post(f"{url}/v1/read", files={"photo": ("hand.jpg", photo)})


def score_asker(url: str) -> Callable[[httpx.Client], httpx.Response]:
    return lambda client: client.post(f"{url}/v1/score", json=EXAMPLE)


def ask_for(
    seconds: float, ask: Callable[[httpx.Client], httpx.Response], clients: int, pause_s: float = 0.0
) -> Asked:
    """Let `clients` ask for so long; answers that come after the end count too."""
    asked = Asked()
    end = time.perf_counter() + seconds

    def work() -> None:
        with httpx.Client(timeout=120) as client:
            while (started := time.perf_counter()) < end:
                answer = ask(client)
                if answer.status_code == 503:
                    asked.refused += 1
                    time.sleep(AGAIN_S)
                    continue
                answer.raise_for_status()
                asked.seconds.append(time.perf_counter() - started)
                time.sleep(pause_s)

    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return asked


def measured(
    title: str,
    ask: Callable[[httpx.Client], httpx.Response],
    counts: list[int],
    seconds: float,
    service: Serving,
) -> Table:
    table = Table("clients", "a second", "p50 ms", "p95 ms", "p99 ms", "refused", "MB", title=title)
    for clients in counts:
        started = time.perf_counter()
        asked = ask_for(seconds, ask, clients)
        row = asked.row(clients, time.perf_counter() - started)
        table.add_row(*row, f"{service.resident_mb():.0f}")
    return table


def beside_uploads(service: Serving, photo: bytes, seconds: float) -> Table:
    """How long short requests take while photos queue."""
    uploads = threading.Thread(target=ask_for, args=(seconds, photo_asker(service.url, photo), UPLOADERS))
    uploads.start()
    time.sleep(min(2, seconds / 4))
    table = Table(
        "request", "asked", "p50 ms", "p95 ms", "p99 ms", title=f"while {UPLOADERS} clients send photos"
    )
    kinds = {
        "GET /healthz": lambda client: client.get(f"{service.url}/healthz"),
        "POST /v1/score": score_asker(service.url),
    }
    found: dict[str, Asked] = {}

    def probe(name: str) -> None:
        found[name] = ask_for(seconds / 2, kinds[name], 1, PAUSE_S)

    probes = [threading.Thread(target=probe, args=(name,)) for name in kinds]
    for thread in probes:
        thread.start()
    for thread in [*probes, uploads]:
        thread.join()
    for name in kinds:
        times = [f"{quantile(found[name].seconds, part) * 1000:.1f}" for part in (0.5, 0.95, 0.99)]
        table.add_row(name, str(len(found[name].seconds)), *times)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("photo", nargs="?", type=Path)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--clients", default="1,2,4,8,16")
    asked = parser.parse_args()
    photo = asked.photo.read_bytes() if asked.photo else enlarged(PICTURE)
    counts = [int(each) for each in asked.clients.split(",")]
    console = Console()
    with serving() as service:
        ask_for(2, photo_asker(service.url, photo), 1)
        console.print(f"photo of {len(photo) / 1e6:.1f} MB; load of the machine before: {_load()}")
        console.print(
            measured("photos", photo_asker(service.url, photo), counts, asked.seconds, service),
            measured("scores", score_asker(service.url), counts, asked.seconds / 2, service),
            beside_uploads(service, photo, asked.seconds * 2),
        )


def _load() -> str:
    return Path("/proc/loadavg").read_text().split()[0]


if __name__ == "__main__":
    main()
