"""Every example that the documents show is run here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from qicheng_fakes import FakeReader, shoot

from api.app import create_app
from api.settings import Settings

ROOT = Path(__file__).parents[2]
SHOT = shoot("[p777z] 12p456p789p11z + 3p")
TOKEN = "a token of some length"
PAGES = ("README.md", "README.zh.md", "docs/api.md")
SOME_ID = re.compile(r"\b[0-9a-f]{32}\b")


def commands(page: str) -> list[str]:
    """The curl commands of a page's shell blocks, each in one piece."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    return [
        found
        for block in blocks
        for found in re.findall(r"^curl .*?(?=^\w|\Z)", block, re.DOTALL | re.MULTILINE)
    ]


@pytest.fixture(scope="module")
def client(served: Callable[..., Any]) -> Iterator[httpx.Client]:
    with served(FakeReader(SHOT), corrections_token=TOKEN) as made:
        yield made


@pytest.mark.parametrize("page", PAGES)
def test_every_curl_command_of_a_page_does_what_it_says(
    page: str, client: httpx.Client, tmp_path: Path
) -> None:
    if shutil.which("curl") is None:
        pytest.skip("no curl")
    reading = json.dumps(SHOT.reading.to_dict())
    for name in ("hand.jpg", "hand.heic"):
        (tmp_path / name).write_bytes(SHOT.jpeg)
    for name in ("corrected.json", "reading.json"):
        (tmp_path / name).write_text(reading)
    found = commands(page)
    assert found
    known = ""
    for command in found:
        line = command.replace("localhost:8000", client.base_url.netloc.decode())
        line = SOME_ID.sub(known, line).replace("curl -s", "curl -sS --fail-with-body")
        done = subprocess.run(
            ["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**os.environ, "QICHENG_CORRECTIONS_TOKEN": TOKEN},
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        ids = SOME_ID.findall(done.stdout)
        known = ids[0] if ids else known


def test_the_python_example_runs(client: httpx.Client, tmp_path: Path) -> None:
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "api.md").read_text(), re.DOTALL)
    (tmp_path / "hand.jpg").write_bytes(SHOT.jpeg)
    code = code.replace("http://localhost:8000", str(client.base_url)).replace(
        "hand.jpg", str(tmp_path / "hand.jpg")
    )
    exec(compile(code, "docs/api.md", "exec"), {})


def documented() -> Iterator[tuple[str, str, Any, Any]]:
    """Path, method, example of the request, example of the answer."""
    document = json.loads(json.dumps(create_app(reader=FakeReader()).openapi()))
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            body = about.get("requestBody", {}).get("content", {}).get("application/json", {})
            answer = about["responses"].get("200", {}).get("content", {}).get("application/json", {})
            if "example" in body:
                yield path, method, body["example"], answer["example"]


def test_every_example_of_the_openapi_document_is_answered_as_it_says(client: httpx.Client) -> None:
    examples = list(documented())
    assert len(examples) == 4
    for path, method, body, expected in examples:
        answer = client.request(method, path, json=body)
        assert (answer.status_code, answer.json()) == (200, expected), path


@pytest.mark.parametrize("page", ["docs/deploy.md", "docs/api.md", "docs/service.md", "README.md"])
def test_every_setting_and_file_that_a_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    known = {f"QICHENG_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"QICHENG_[A-Z_]+", text)) <= known
    for link in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert ((ROOT / page).parent / link).exists(), link


@pytest.mark.parametrize("name", ["qicheng.service", "Containerfile", "nginx.conf"])
def test_every_setting_of_the_deployment_files_exists(name: str) -> None:
    known = {f"QICHENG_{field.upper()}" for field in Settings.model_fields}
    text = (ROOT / "deploy" / name).read_text()
    assert set(re.findall(r"QICHENG_[A-Z_]+", text)) <= known
    assert "QICHENG_" in text


def test_the_metrics_that_the_deployment_page_explains_are_there(client: httpx.Client) -> None:
    page = client.get("/metrics").text
    told = re.findall(r"`((?:qicheng|process)_[a-z_]+)", (ROOT / "docs" / "deploy.md").read_text())
    assert len(told) >= 10
    for name in told:
        assert f"# TYPE {name} " in page, name
