"""Hours of mixed use: good photos, bad ones, clients that leave, scores, corrections. One line a minute.

    .venv/bin/python -m benchmarks.soak [--minutes 60] [--clients 3]

Each good photo must be read exactly as the first time. Ends with 1 if anything was answered otherwise than it
should, or if memory grew by more than a tenth after the first tenth of the time.
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from api.schemas.openapi import EXAMPLE, EXAMPLES
from benchmarks.serving import Serving, quantile, serving

PICTURES = Path(__file__).parents[1] / "datasets" / "examples"
MOST_GROWTH = 1.1
BAD = {
    "empty": (b"", 422),
    "not a picture": (b"<html>" * 1000, 415),
    "an enormous PNG": (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\x86\xa0\0\1\x86\xa0\x08\2\0\0\0" + bytes(9000),
        413,
    ),
}


@dataclass
class Seen:
    """What happened since the last line, and all that was wrong."""

    photos: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def check(self, what: str, right: bool, answer: httpx.Response) -> None:
        """Count an answer, and keep it where it is wrong."""
        self.counts[what] += 1
        if answer.status_code == 503:
            self.counts["busy"] += 1
        elif not right:
            self.wrong.append(f"{what}: {answer.status_code} {answer.text[:200]}")


class Player:
    """One client that does this and that."""

    def __init__(self, service: Serving, expected: dict[str, str], seen: Seen, seed: int) -> None:
        self.url, self.expected, self.seen = service.url, expected, seen
        self.random = random.Random(seed)
        self.http = httpx.Client(base_url=service.url, timeout=120)

    def play(self, until: float) -> None:
        """Do one thing after another."""
        doings = (
            [self.read] * 4
            + [self.score] * 6
            + [self.wait, self.send_bad, self.cut, self.leave, self.correct]
        )
        while time.monotonic() < until:
            self.random.choice(doings)()

    def read(self) -> None:
        """A good photo, which must be read as ever."""
        name = self.random.choice(list(self.expected))
        started = time.perf_counter()
        answer = self.http.post("/v1/read", files={"photo": (PICTURES / name).read_bytes()})
        self.seen.photos.append(time.perf_counter() - started)
        right = answer.status_code == 200 and answer.json()["notation"] == self.expected[name]
        self.seen.check("photo", right, answer)

    def score(self) -> None:
        """A hand, which must be worth what it is worth."""
        started = time.perf_counter()
        answer = self.http.post("/v1/score", json=EXAMPLE)
        self.seen.scores.append(time.perf_counter() - started)
        self.seen.check("score", answer.status_code == 200 and answer.json()["total"] == 52, answer)

    def wait(self) -> None:
        """A what-if."""
        answer = self.http.post("/v1/waits", json=EXAMPLES["WaitsRequest"])
        self.seen.check("waits", answer.status_code == 200, answer)

    def send_bad(self) -> None:
        """Bytes that are no photo."""
        what = self.random.choice(list(BAD))
        data, status = BAD[what]
        answer = self.http.post("/v1/read", files={"photo": data})
        self.seen.check(what, answer.status_code == status, answer)

    def cut(self) -> None:
        """A photo cut short."""
        data = (PICTURES / self.random.choice(list(self.expected))).read_bytes()
        answer = self.http.post("/v1/read", files={"photo": data[: self.random.randrange(9, len(data) - 9)]})
        self.seen.check("cut photo", 400 <= answer.status_code < 500, answer)

    def leave(self) -> None:
        """A client that goes away before its answer."""
        data = (PICTURES / self.random.choice(list(self.expected))).read_bytes()
        try:
            httpx.post(f"{self.url}/v1/read", files={"photo": data}, timeout=self.random.uniform(0.01, 0.2))
        except httpx.TimeoutException:
            self.seen.counts["left"] += 1

    def correct(self) -> None:
        """A correction, stored and taken back."""
        data = (PICTURES / self.random.choice(list(self.expected))).read_bytes()
        reading = self.http.post("/v1/read", files={"photo": data})
        if reading.status_code != 200:
            return
        form = {"reading": json.dumps(reading.json()), "consent": "true"}
        answer = self.http.post("/v1/corrections", files={"photo": data}, data=form)
        self.seen.check("correction", answer.status_code in {200, 201}, answer)
        if answer.is_success:
            gone = self.http.delete(f"/v1/corrections/{answer.json()['id']}")
            self.seen.check("taken back", gone.status_code in {204, 404}, gone)


def readings(service: Serving) -> dict[str, str]:
    """What each example reads as the first time."""
    told = {}
    for path in sorted(PICTURES.glob("*.jpg")):
        answer = httpx.post(f"{service.url}/v1/read", files={"photo": path.read_bytes()}, timeout=120)
        told[path.name] = answer.raise_for_status().json()["notation"]
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--clients", type=int, default=3)
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    memory: list[float] = []
    wrong: list[str] = []
    with serving() as service:
        expected, begun = readings(service), time.monotonic()
        end = begun + asked.minutes * 60
        print("minute  photos  p50 ms  p99 ms  scores  p50 ms  p99 ms  busy  wrong   MB")
        while time.monotonic() < end:
            seen, until = Seen(), min(end, time.monotonic() + 60)
            seed = int(time.monotonic())
            players = [Player(service, expected, seen, seed + number) for number in range(asked.clients)]
            threads = [threading.Thread(target=player.play, args=(until,)) for player in players]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            memory.append(service.resident_mb())
            total += seen.counts
            wrong += seen.wrong
            print(_line((time.monotonic() - begun) / 60, seen, memory[-1]), flush=True)
    print(f"{sum(total.values())} requests: {dict(total)}")
    settled = memory[len(memory) // 10]
    growth = memory[-1] / settled
    print(f"memory {settled:.0f} MB -> {memory[-1]:.0f} MB; {len(wrong)} wrong answers")
    for each in wrong[:20]:
        print(each)
    raise SystemExit(bool(wrong) or growth > MOST_GROWTH)


def _line(minute: float, seen: Seen, megabytes: float) -> str:
    def times(values: list[float]) -> str:
        return f"{len(values):6d}  {quantile(values, 0.5) * 1000:6.0f}  {quantile(values, 0.99) * 1000:6.0f}"

    middle = f"{times(seen.photos)}  {times(seen.scores)}"
    return f"{minute:6.1f}  {middle}  {seen.counts['busy']:4d}  {len(seen.wrong):5d}  {megabytes:4.0f}"


if __name__ == "__main__":
    main()
