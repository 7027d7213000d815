"""The round trip through a real Label Studio server: photos, predictions, two corrections, and back."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import time
import zipfile
from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any

import httpx
import pytest

from vision.bundle import load_bundle
from vision.engine.local import LocalEngine
from vision.labelling.examine import examine, readings
from vision.labelling.export import export
from vision.labelling.formats import NATIVE, Source, read_dataset
from vision.labelling.picture import DataSet
from vision.labelling.prelabel import most_doubtful_first, prelabelled

ROOT = Path(__file__).parents[3]
LABEL_ENV = Path(os.environ.get("QICHENG_LABEL_ENV", ROOT / ".venv-label"))
SERVER = LABEL_ENV / "bin" / "label-studio"
USER, TOKEN = "li@example.org", "0123456789abcdef0123456789abcdef01234567"
STARTS_WITHIN = 1500.0
"""Seconds: its first start lays out the database in some 300 steps."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not SERVER.is_file(), reason="make label-env makes Label Studio's environment"),
]


@pytest.fixture(scope="module")
def prelabels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two example photos with what the model reads in them, as `qicheng data prelabel` writes it."""
    folder = tmp_path_factory.mktemp("prelabels")
    names = ["concealed.jpg", "upside-down.jpg"]
    examples = ROOT / "datasets" / "examples"
    examined = examine(str(examples), names, LocalEngine(), folder / "journal.jsonl", load_bundle())
    first = most_doubtful_first(prelabelled(name, reading) for name, reading in readings(examined))
    data = DataSet(examples, tuple(each.picture for each in first))
    export(data, "label-studio", folder / "tasks")
    return folder / "tasks"


@pytest.fixture(scope="module")
def server(prelabels: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server of our own on a free port, its data in a folder that goes with the test."""
    data = tmp_path_factory.mktemp("label-studio")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "LABEL_STUDIO_LOCAL_FILES_SERVING_ENABLED": "true",
        "LABEL_STUDIO_LOCAL_FILES_DOCUMENT_ROOT": str(prelabels),
        "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
        "COLLECT_ANALYTICS": "false",
        "LATEST_VERSION_CHECK": "false",
    }
    command = [str(SERVER), "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", str(port)]
    command += [
        "--data-dir",
        str(data),
        "--username",
        USER,
        "--password",
        "of-the-test",
        "--user-token",
        TOKEN,
    ]
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
        headers = {"Authorization": f"Token {TOKEN}"}
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=120) as client:
                _wait(client, process, data / "log")
                yield client
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=60)


def _wait(client: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text()[-3000:]
        try:
            if client.get("/health").status_code == httpx.codes.OK:
                return
        except httpx.HTTPError:
            pass
        time.sleep(1)
    raise AssertionError(f"the server did not start in {STARTS_WITHIN} s: {log.read_text()[-3000:]}")


def call(server: httpx.Client, method: str, path: str, **more: Any) -> Any:
    answer = server.request(method, path, **more)
    assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
    return answer.json() if "json" in answer.headers["content-type"] else answer.content


@pytest.fixture(scope="module")
def project(server: httpx.Client, prelabels: Path) -> int:
    """A project with our configuration, the folder served, the tasks imported."""
    config = (ROOT / "datasets" / "label-studio.xml").read_text()
    made = call(server, "POST", "/api/projects/", json={"title": "mahjong", "label_config": config})
    number = int(made["id"])
    storage = {"project": number, "path": str(prelabels / "images"), "use_blob_urls": True, "title": "photos"}
    call(server, "POST", "/api/storages/localfiles", json=storage)
    tasks = (prelabels / "tasks.json").read_bytes()
    headers = {"Content-Type": "application/json"}
    done = call(server, "POST", f"/api/projects/{number}/import", content=tasks, headers=headers)
    assert done["task_count"] == 2
    assert done["prediction_count"] == 2
    return number


def tasks_of(server: httpx.Client, project: int) -> list[dict[str, Any]]:
    listed = call(server, "GET", "/api/tasks", params={"project": project, "fields": "all"})
    return [call(server, "GET", f"/api/tasks/{task['id']}/") for task in listed["tasks"]]


def test_the_server_shows_the_photos_that_the_tasks_name(
    server: httpx.Client, project: int, prelabels: Path
) -> None:
    for task in tasks_of(server, project):
        served = call(server, "GET", task["data"]["image"])
        assert served == (prelabels / task["data"]["file"]).read_bytes()


def test_predictions_arrive_with_model_score_and_the_most_doubtful_first(
    server: httpx.Client, project: int, prelabels: Path
) -> None:
    before = read_dataset(Source(prelabels))
    tasks = sorted(tasks_of(server, project), key=lambda task: task["id"])
    written = json.loads((prelabels / "tasks.json").read_bytes())
    assert [task["data"]["file"] for task in tasks] == [task["data"]["file"] for task in written]
    for task in tasks:
        (prediction,) = task["predictions"]
        assert prediction["model_version"].startswith("qicheng-tiles ")
        assert 0.5 < prediction["score"] <= 1
        assert all("score" in region for region in prediction["result"])
    assert sum(len(task["predictions"][0]["result"]) for task in tasks) == before.tiles


def test_two_boxes_changed_through_the_server_come_back_changed_and_the_rest_as_it_was(
    server: httpx.Client, project: int, prelabels: Path, tmp_path: Path
) -> None:
    before = {each.file: each for each in read_dataset(Source(prelabels)).pictures}
    person = str(call(server, "GET", "/api/current-user/whoami")["id"])  # exports name people by number
    changed: dict[str, tuple[int, str]] = {}
    for task, name in zip(tasks_of(server, project), ("7z", "back"), strict=True):
        (prediction,) = task["predictions"]
        result = prediction["result"]
        result[3]["value"]["rectanglelabels"] = [name]  # another class,
        result[3]["value"]["rotation"] = (result[3]["value"]["rotation"] + 180) % 360  # the other way up,
        result[3]["value"]["x"] += 1.0  # and one per cent to the right
        call(
            server,
            "POST",
            f"/api/tasks/{task['id']}/annotations/",
            json={"result": result, "parent_prediction": prediction["id"], "lead_time": 3.0},
        )
        changed[task["data"]["file"]] = (3, name)
    exported = call(server, "GET", f"/api/projects/{project}/export", params={"exportType": "JSON"})
    file = tmp_path / "export.json"
    file.write_text(json.dumps(exported))
    back = read_dataset(Source(file, pictures=prelabels))
    assert {each.file for each in back.pictures} == before.keys()
    for picture in back.pictures:
        old = before[picture.file].tiles
        assert len(picture.tiles) == len(old)
        at, name = changed[picture.file]
        for index, (one, other) in enumerate(zip(old, picture.tiles, strict=True)):
            apart = max(dist(p, q) for p, q in zip(one.quad, other.quad, strict=True))
            assert (other.name, apart > 10) == ((name, True) if index == at else (one.name, False))
            assert apart < 0.01 or index == at
            assert other.confidence is None
            assert other.provenance.person == person
            assert str(other.provenance.model).startswith("qicheng-tiles ")
            assert other.provenance.time
    ours = export(back, NATIVE, tmp_path / "data").data
    assert ours.per_class() == back.per_class()


def test_label_studios_own_oriented_export_has_the_corners_that_we_read(
    server: httpx.Client, project: int, prelabels: Path, tmp_path: Path
) -> None:
    """An independent reading of the same annotations: its converter and ours agree to a pixel."""
    packed = call(server, "GET", f"/api/projects/{project}/export", params={"exportType": "YOLO_OBB"})
    exported = call(server, "GET", f"/api/projects/{project}/export", params={"exportType": "JSON"})
    (tmp_path / "export.json").write_text(json.dumps(exported))
    ours = read_dataset(Source(tmp_path / "export.json", pictures=prelabels))
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = archive.read("classes.txt").decode().split()
        labels = {
            Path(name).stem: archive.read(name).decode() for name in archive.namelist() if "labels/" in name
        }
    for picture in ours.pictures:
        text = next(text for stem, text in labels.items() if stem.endswith(Path(picture.file).stem))
        rows = [line.split() for line in text.splitlines()]
        assert len(rows) == len(picture.tiles)
        for row, tile in zip(rows, picture.tiles, strict=True):
            values = list(map(float, row[1:9]))
            corners = [
                (x * picture.width, y * picture.height)
                for x, y in zip(values[::2], values[1::2], strict=True)
            ]
            assert names[int(row[0])] == tile.name
            assert all(min(dist(corner, other) for other in corners) < 1 for corner in tile.quad)
