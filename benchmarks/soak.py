"""Hours of mixed use: good photos, bad ones, clients that leave, scores, corrections. One line a minute.

    .venv/bin/python -m benchmarks.soak [--minutes 60] [--clients 3] [--uploads 0.5 --scores 5]

Clients do one thing after another; with `--uploads` so many send something with a photo each second, all
together, and one more asks for `--scores` scores a second. Each good photo must be read exactly as the first
time. Ends with 1 if anything was answered otherwise than it should, or if memory grew by more than a tenth
after the first tenth of the time.
"""

from __future__ import annotations

import json
import random
import time
from argparse import ArgumentParser, Namespace, RawTextHelpFormatter
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread

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

    def add(self, other: Seen) -> None:
        """What another saw, too."""
        self.photos += other.photos
        self.scores += other.scores
        self.counts += other.counts
        self.wrong += other.wrong


class Player:
    """One client that does this and that."""

    def __init__(self, service: Serving, expected: dict[str, str], seen: Seen, seed: int) -> None:
        self.url, self.expected, self.seen = service.url, expected, seen
        self.random = random.Random(seed)
        self.http = httpx.Client(base_url=service.url, timeout=120)

    def upload(self) -> None:
        """Something with a photo, a good one half of the time."""
        self.random.choice([self.read] * 4 + [self.send_bad, self.cut, self.leave, self.correct])()

    def ask(self) -> None:
        """Something about a hand."""
        self.random.choice([self.score] * 6 + [self.wait])()

    def do_any(self) -> None:
        """Either, about as often."""
        self.random.choice([self.upload, self.ask])()

    @staticmethod
    def play(doing: Callable[[], None], until: float, every_s: float) -> None:
        """Do it again and again, `every_s` apart where that is kept up with."""
        due = time.monotonic()
        while (now := time.monotonic()) < until:
            if now < due:
                time.sleep(due - now)
            doing()
            due += every_s

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


def players(
    service: Serving, expected: dict[str, str], seen: Seen, until: float, asked: Namespace
) -> list[Thread]:
    """The clients of one minute."""

    def start(number: int, doing: Callable[[Player], None], every_s: float) -> Thread:
        player = Player(service, expected, seen, int(until) + number)
        return Thread(target=player.play, args=(partial(doing, player), until, every_s))

    clients = range(asked.clients)
    if not asked.uploads:
        return [start(number, Player.do_any, 0) for number in clients]
    uploading = [start(number, Player.upload, asked.clients / asked.uploads) for number in clients]
    return [*uploading, start(asked.clients, Player.ask, 1 / asked.scores)]


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--clients", type=int, default=3)
    parser.add_argument("--uploads", type=float, default=0, help="photos a second, all clients together")
    parser.add_argument("--scores", type=float, default=5, help="scores a second beside `--uploads`")
    asked = parser.parse_args()
    whole = Seen()
    memory: list[float] = []
    with serving() as service:
        expected, begun = readings(service), time.monotonic()
        print(f"{service.resident_mb():.0f} MB after the first {len(expected)} photos")
        end = begun + asked.minutes * 60
        print("minute  photos  p50 ms  p99 ms  scores  p50 ms  p99 ms  busy  wrong   MB")
        while time.monotonic() < end:
            seen, until = Seen(), min(end, time.monotonic() + 60)
            threads = players(service, expected, seen, until, asked)
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            memory.append(service.resident_mb())
            whole.add(seen)
            print(_line((time.monotonic() - begun) / 60, seen, memory[-1]), flush=True)
    raise SystemExit(summed_up(whole, memory))


def summed_up(whole: Seen, memory: list[float]) -> bool:
    """Print the sums; whether anything was wrong."""
    print(f"{sum(whole.counts.values())} requests: {dict(whole.counts)}")
    for what, values in (("photo", whole.photos), ("score", whole.scores)):
        times = ", ".join(
            f"p{part * 100:g} {quantile(values, part) * 1000:.0f}" for part in (0.5, 0.95, 0.99)
        )
        print(f"{len(values)} times a {what}, ms: {times}, longest {max(values, default=0) * 1000:.0f}")
    settled = memory[len(memory) // 10]
    middle = ", ".join(
        f"{minute} min {memory[minute - 1]:.0f}" for minute in (1, 10) if minute <= len(memory)
    )
    print(
        f"memory MB: {middle}, end {memory[-1]:.0f}, most {max(memory):.0f}; {len(whole.wrong)} wrong answers"
    )
    for each in whole.wrong[:20]:
        print(each)
    return bool(whole.wrong) or memory[-1] > settled * MOST_GROWTH


def _line(minute: float, seen: Seen, megabytes: float) -> str:
    def times(values: list[float]) -> str:
        return f"{len(values):6d}  {quantile(values, 0.5) * 1000:6.0f}  {quantile(values, 0.99) * 1000:6.0f}"

    middle = f"{times(seen.photos)}  {times(seen.scores)}"
    return f"{minute:6.1f}  {middle}  {seen.counts['busy']:4d}  {len(seen.wrong):5d}  {megabytes:4.0f}"


if __name__ == "__main__":
    main()
