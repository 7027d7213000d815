"""Zips and the service's corrections: nothing leaves its folder, and every label knows whence it came."""

from __future__ import annotations

import io
import json
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from labelled import HEIGHT, WIDTH, jpeg, photo

from vision.labelling.archive import unpack
from vision.labelling.errors import FormatError, LabellingError, UnsafePathError
from vision.labelling.fetching import fetched, opened
from vision.labelling.formats import Source, read_dataset
from vision.labelling.picture import Provenance

TOKEN = "of-the-export"
WHEN = "2026-11-30T08:00:00.000Z"


def reading(*names: str | None) -> dict[str, Any]:
    tiles = [
        {
            "id": at,
            "tile": name,
            "confidence": 0.9,
            "quad": [[30 * at, 10], [30 * at + 20, 12], [30 * at + 18, 50], [30 * at - 2, 48]],
            "face": "down" if name is None else "up",
            "group": 0,
        }
        for at, name in enumerate(names)
    ]
    return {
        "image": {"width": WIDTH, "height": HEIGHT, "sha256": "0" * 64},
        "tiles": tiles,
        "groups": [{"id": 0, "kind": "other", "tiles": list(range(len(tiles)))}],
        "hand": None,
        "doubts": [],
        "model": {"name": "tiles", "version": "1", "sha256": "0" * 64},
        "milliseconds": {"decode": 0, "detect": 0, "read": 0, "layout": 0, "total": 0},
    }


def correction(number: int, by: str | None, *names: str | None) -> dict[str, Any]:
    return {
        "id": f"{number:032x}",
        "created": WHEN,
        "model": {"name": "tiles", "version": "1", "sha256": "0" * 64},
        "by": by,
        "image": f"images/{number:032x}.jpg",
        "before": reading("7p"),
        "after": reading(*names),
    }


def export_of(*corrections: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for at, each in enumerate(corrections):
            packed.writestr(each["image"], jpeg(photo(at)))
        lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in corrections)
        packed.writestr("corrections.jsonl", lines)
    return out.getvalue()


class Service(BaseHTTPRequestHandler):
    content = b""

    def do_GET(self) -> None:
        allowed = self.headers.get("Authorization") == f"Bearer {TOKEN}"
        body = self.content if allowed else json.dumps({"detail": "a token is needed"}).encode()
        self.send_response(200 if allowed else 401)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def service() -> Any:
    Service.content = export_of(correction(1, "老李", "5p", None), correction(2, None, "1m"))
    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_corrections_come_from_the_service_with_person_model_and_time(service: str) -> None:
    with fetched(service, TOKEN) as file, opened(file) as folder:
        pictures = read_dataset(Source(folder)).pictures
    assert [[tile.name for tile in picture.tiles] for picture in pictures] == [["5p", "back"], ["1m"]]
    assert pictures[0].tiles[0].provenance == Provenance("老李", "tiles 1", WHEN)
    assert pictures[1].tiles[0].provenance == Provenance(None, "tiles 1", WHEN)  # a name is given or not
    assert pictures[0].tiles[0].quad == ((0, 10), (20, 12), (18, 50), (-2, 48))
    assert all(tile.confidence is None for picture in pictures for tile in picture.tiles)


def test_the_refusal_of_the_service_is_told_in_its_own_words(service: str) -> None:
    with pytest.raises(LabellingError, match="401 a token is needed"), fetched(service, None):
        pass


def test_a_service_that_is_not_there_is_named() -> None:
    with pytest.raises(LabellingError, match=r"127\.0\.0\.1:1/"), fetched("http://127.0.0.1:1", None):
        pass


def test_a_zip_is_a_data_set_until_it_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "export.zip"
    file.write_bytes(export_of(correction(3, None, "9s")))
    with opened(file) as folder:
        assert read_dataset(Source(folder)).per_class() == {"9s": 1}
    assert not folder.exists()


@pytest.mark.parametrize("name", ["../outside.jpg", "/tmp/outside.jpg", "a/../../outside.jpg", "C:\\x.jpg"])
def test_an_entry_of_a_zip_cannot_lead_outside(name: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.zip"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(name, b"x")
    (tmp_path / "in").mkdir()
    with pytest.raises(UnsafePathError):
        unpack(file, tmp_path / "in")
    assert list((tmp_path / "in").iterdir()) == []


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.zip"
    with zipfile.ZipFile(file, "w") as packed:
        entry = zipfile.ZipInfo("a.jpg")
        entry.external_attr = 0o120777 << 16
        packed.writestr(entry, "/etc/passwd")
    (tmp_path / "in").mkdir()
    with pytest.raises(UnsafePathError):
        unpack(file, tmp_path / "in")


def test_a_zip_that_swells_beyond_measure_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bomb.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.jpg", b"\0" * 30_000_000)
    (tmp_path / "in").mkdir()
    with pytest.raises(FormatError, match="more than is taken"):
        unpack(file, tmp_path / "in")


def test_what_is_no_zip_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"not a zip")
    (tmp_path / "in").mkdir()
    with pytest.raises(FormatError, match="no zip"):
        unpack(tmp_path / "x.zip", tmp_path / "in")
