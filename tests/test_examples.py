"""The whole road: example pictures, and a real photograph, through the command line and over HTTP."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from scoring import parse_tiles, score
from vision.bundle import load_bundle
from vision.read import PhotoReader
from vision.reading import DoubtCode

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "datasets" / "examples"
REAL = ROOT.parent / "shared" / "photos" / "val" / "images"
QICHENG = Path(sys.executable).with_name("qicheng")


OPTIONS = {"ruleset": "--rules"}
"""Options of the command line that are not called as the field is."""


@dataclass(frozen=True)
class Expected:
    """What an example picture must give: RULES 2, worked by hand."""

    total: int
    win: bool
    fans: dict[str, int]
    payments: dict[str, int]


EXPECTED = {
    "concealed": Expected(  # RULES 10, hand 1
        20, True, {"yiban": 15, "menqing": 1, "pinghu": 1, "zimo": 1, "yazi": 1, "duanyao": 1},
        {"east": 60, "south": -20, "west": -20, "north": -20},
    ),
    "melds": Expected(  # RULES 10, hand 19, with an exposed pung for its kong and by self-draw
        26, True, {"hunyise": 20, "zimo": 1, "zhong": 1, "angang": 2, "fa": 1, "yaotou": 1},
        {"east": -26, "south": 78, "west": -26, "north": -26},
    ),
    "short": Expected(
        18, False, {"yiban": 15, "pinghu": 1, "yazi": 1, "duanyao": 1},
        {"east": 0, "south": 0, "west": 0, "north": 0},
    ),
    "upside-down": Expected(  # RULES 10, hand 3
        52, True, {"hunlong": 50, "yazi": 1, "zhong": 1},
        {"east": 0, "south": 104, "west": -104, "north": 0},
    ),
}  # fmt: skip


def circumstances(name: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text())["circumstances"]
    return answer


def notation(name: str) -> str:
    answer: str = json.loads((EXAMPLES / f"{name}.json").read_text())["notation"]
    return answer


def check(name: str, answer: dict[str, Any]) -> None:
    expected = EXPECTED[name]
    assert answer["reading"]["notation"] == notation(name)
    result = answer["score"]
    assert {fan["id"]: fan["value"] for fan in result["fans"]} == expected.fans
    assert (result["total"], result["win"]) == (expected.total, expected.win)
    assert result["payments"] == expected.payments


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    """The real service in a process of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [QICHENG, "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        url = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                    break
            except httpx.TransportError:
                pass
            time.sleep(0.1)
        yield url
        server.terminate()


def test_every_example_has_its_expected_answer() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.jpg")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_service_scans_an_example(name: str, base_url: str) -> None:
    photo = (EXAMPLES / f"{name}.jpg").read_bytes()
    files = {"photo": (f"{name}.jpg", photo, "image/jpeg")}
    answer = httpx.post(
        f"{base_url}/v1/scan",
        files=files,
        data={"circumstances": json.dumps(circumstances(name))},
        timeout=60,
    )
    assert answer.status_code == 200
    check(name, answer.json())


@pytest.mark.parametrize("name", EXPECTED)
def test_the_command_line_scans_an_example(name: str) -> None:
    options = [
        text for key, value in circumstances(name).items() for text in (OPTIONS.get(key, f"--{key}"), value)
    ]
    command = [QICHENG, "scan", EXAMPLES / f"{name}.jpg", *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == (0 if EXPECTED[name].win else 1), done.stderr
    check(name, json.loads(done.stdout))


def test_a_scan_is_printed_for_a_player() -> None:
    command = [QICHENG, "scan", EXAMPLES / "concealed.jpg", "--lang", "zh"]
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    shown = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    for word in ("一板", "平胡", "20"):
        assert word in shown


@pytest.mark.skipif(not REAL.is_dir(), reason="the real photographs are not part of the project")
def test_a_real_photograph_goes_the_same_road() -> None:
    """Fourteen tiles at a real table: each right, the winning tile asked for, the score once it is said."""
    reading = PhotoReader(load_bundle()).read((REAL / "c-tables-0410.jpg").read_bytes())
    assert reading.hand is not None
    assert sorted(reading.hand.concealed) == sorted(parse_tiles("111p444s55z666z777z"))
    assert DoubtCode.NO_WINNING_TILE in {doubt.code for doubt in reading.doubts}
    answer = score(
        {
            "ruleset": "yangzhou-new",
            "concealed": "111p444s5z666z777z",
            "winning_tile": "5z",
            "win": "self_draw",
        }
    )
    fans = {fan["id"]: fan["value"] for fan in answer.to_dict()["fans"]}
    assert fans == {
        "duiduihu": 20, "menqing": 1, "zimo": 1, "dudiao": 1, "zige": 4, "fa": 1, "zhong": 1,
    }  # fmt: skip
