"""The wheel works outside the checkout: installed into an environment of its own, far from our files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from vision.bundle import ROLES

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "datasets" / "examples"


PACKAGES = ("api", "models", "scoring", "vision")
FILES = ("LICENSE", "README.md", "pyproject.toml")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left in the checkout and nothing there slips in."""
    source, dist = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", dist, source], check=True, cwd=dist)
    [built] = dist.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel and what it asks for, and nothing else."""
    where = tmp_path_factory.mktemp("venv")
    venv.create(where, with_pip=True)
    pip = [where / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "install", "--no-compile", wheel], check=True, cwd=where)
    return where


def run(environment: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [environment / "bin" / words[0], *words[1:]]
    return subprocess.run(command, cwd=environment, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_the_wheel_holds_what_runs_and_nothing_to_train_with(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "api/corrections/migrations/versions/0001_corrections.py" in names
    assert "api/web/index.html" in names
    assert {f"models/tiles/{role}.onnx" for role in ROLES} <= set(names)
    assert not [name for name in names if name.endswith(".pt") or name.startswith(("tests/", "datasets/"))]
    assert wheel.stat().st_size < 40_000_000


@pytest.mark.long
def test_a_hand_is_scored(environment: Path) -> None:
    hand = "[p777z] 12p456p789p11z + 3p"
    told = run(
        environment,
        "qicheng",
        "score",
        hand,
        "--win",
        "discard",
        "--discarder",
        "west",
        "--seat",
        "south",
        "--json",
    )
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["total"] == 52


@pytest.mark.long
def test_a_photo_is_scanned(environment: Path) -> None:
    told = run(environment, "qicheng", "scan", EXAMPLES / "concealed.jpg", "--json")
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["score"]["total"] == 20


@pytest.mark.long
def test_the_service_answers_and_stores_a_correction(environment: Path) -> None:
    code = (
        "import json, sys, tempfile\n"
        "from fastapi.testclient import TestClient\n"
        "from api.app import create_app\n"
        "from api.settings import Settings\n"
        "photo = open(sys.argv[1], 'rb').read()\n"
        "settings = Settings(data=tempfile.mkdtemp())\n"
        "with TestClient(create_app(settings)) as client:\n"
        "    while client.get('/readyz').status_code != 200: pass\n"
        "    reading = client.post('/v1/read', files={'photo': photo}).json()\n"
        "    form = {'reading': json.dumps(reading), 'consent': 'true'}\n"
        "    print(client.post('/v1/corrections', files={'photo': photo}, data=form).status_code)\n"
        "    print(client.get('/').status_code, client.get('/docs').status_code)\n"
    )
    told = run(environment, "python", "-c", code, EXAMPLES / "concealed.jpg")
    assert told.stdout.split() == ["201", "200", "200"], told.stderr


@pytest.mark.long
def test_the_environment_is_small_and_free_of_pytorch(environment: Path) -> None:
    listed = run(environment, "python", "-m", "pip", "list", "--format=json")
    names = {each["name"].lower() for each in json.loads(listed.stdout)}
    assert not {"torch", "ultralytics", "pytest", "s3fs"} & names
    size = sum(path.stat().st_size for path in environment.rglob("*") if path.is_file())
    assert size < 500_000_000
