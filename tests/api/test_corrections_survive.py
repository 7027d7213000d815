"""What was acknowledged survives `kill -9`, at whatever moment it comes."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import time
import zipfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import httpx
import pytest
from qicheng_live import process
from qicheng_samples import form, photo, reading

from vision.photo import decode

TOKEN = "a token of some length"
SENDERS = 4


def send_until_it_dies(url: str, numbers: count[int], acknowledged: dict[str, bytes]) -> None:
    with httpx.Client(base_url=url, timeout=60) as client:
        while True:
            data = photo(next(numbers), side=160)
            try:
                answer = client.post("/v1/corrections", **form(data, reading(data)))
            except httpx.TransportError:
                return
            if answer.status_code == 201:
                acknowledged[answer.json()["id"]] = data
            else:
                assert answer.status_code == 503, answer.text


def killed_once(environment: dict[str, str], numbers: count[int], after_s: float) -> dict[str, bytes]:
    acknowledged: dict[str, bytes] = {}
    with process(**environment) as (server, url):
        senders = [
            threading.Thread(target=send_until_it_dies, args=(url, numbers, acknowledged))
            for _ in range(SENDERS)
        ]
        for sender in senders:
            sender.start()
        while not acknowledged:  # migrated, and in the midst of it
            time.sleep(0.01)
        time.sleep(after_s)
        server.kill()
        for sender in senders:
            sender.join()
    return acknowledged


def survives(environment: dict[str, str], pictures: Path, kills: int) -> None:
    numbers, random = count(), Random(5)
    acknowledged: dict[str, bytes] = {}
    for _ in range(kills):
        acknowledged |= killed_once(environment, numbers, random.uniform(0.0, 0.4))
    with process(**environment) as (_, url):
        headers = {"authorization": f"Bearer {TOKEN}"}
        answer = httpx.get(f"{url}/v1/corrections/export?format=yolo", headers=headers, timeout=60)
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    told = [json.loads(line) for line in archive.read("corrections.jsonl").decode().splitlines()]
    assert set(acknowledged) <= {each["id"] for each in told}, "what was acknowledged is lost"
    for each in told:
        picture = archive.read(each["image"])
        name = each["picture"]["name"]
        assert hashlib.sha256(picture).hexdigest()[:32] + ".jpg" == name, "half a picture"
        assert decode(picture).sha256 == hashlib.sha256(picture).hexdigest()
    assert {path.name for path in pictures.iterdir()} == {each["picture"]["name"] for each in told}, "orphans"
    assert len(acknowledged) >= kills


def test_nothing_acknowledged_is_lost_when_the_service_is_killed_while_photos_come_in(tmp_path: Path) -> None:
    environment = {"QICHENG_DATA": str(tmp_path), "QICHENG_CORRECTIONS_TOKEN": TOKEN}
    survives(environment, tmp_path / "pictures", kills=3)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_lost_over_many_kills(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    environment = {"QICHENG_DATA": str(tmp_path), "QICHENG_CORRECTIONS_TOKEN": TOKEN}
    if kind == "postgresql":
        new: Callable[[], str] = request.getfixturevalue("postgres_server")
        environment["QICHENG_DATABASE"] = new()
    survives(environment, tmp_path / "pictures", kills=20)
