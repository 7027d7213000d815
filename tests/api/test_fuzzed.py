"""The whole interface, fuzzed by Schemathesis from its own OpenAPI document."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TOOLS = Path(__file__).parents[2] / ".venv-tools" / "bin"
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
)
TOKEN = "a token of some length"


def fuzz(url: str, examples: int) -> subprocess.CompletedProcess[str]:
    program = shutil.which("schemathesis", path=f"{TOOLS}:{os.environ['PATH']}")
    if program is None:
        pytest.skip("no schemathesis: make tools-env")
    return subprocess.run(
        [
            program, "run", f"{url}/openapi.json",
            "--checks", ",".join(CHECKS),
            "--phases", "examples,coverage,fuzzing",
            "--max-examples", str(examples),
            "--seed", "1",
            "--no-shrink",
            "--suppress-health-check", "all",
            "--header", f"Authorization: Bearer {TOKEN}",
            "--request-timeout", "60",
        ],
        capture_output=True, text=True, check=False, env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120"},
    )  # fmt: skip


@pytest.mark.parametrize("examples", [3, pytest.param(300, marks=pytest.mark.long)])
def test_nothing_that_a_fuzzer_sends_is_a_server_error_or_an_undocumented_answer(
    served: Callable[..., Any], tmp_path: Path, examples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where Schemathesis keeps its notes
    with served(corrections_token=TOKEN) as client:
        done = fuzz(str(client.base_url), examples)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
