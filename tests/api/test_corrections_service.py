"""Corrections over a real socket: nothing without consent, nothing half done, nothing said that is not so."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from qicheng_samples import form, photo, reading

from api.schemas.corrections import StoredCorrection
from vision.classes import FACE_NAMES
from vision.photo import decode
from vision.reading import Reading

TOKEN = "a token of some length"
AUTHORIZED = {"authorization": f"Bearer {TOKEN}"}
PROBLEM = "application/problem+json"


@pytest.fixture
def client(served: Callable[..., Any], tmp_path: Path) -> Iterator[httpx.Client]:
    with served(data=tmp_path / "data", corrections_token=TOKEN, cors_origins="https://club.example") as made:
        yield made


def send(client: httpx.Client, number: int = 1, face: str = "5p", **more: str) -> httpx.Response:
    data = photo(number)
    return client.post("/v1/corrections", **form(data, reading(data, face), **more))


def exported(client: httpx.Client, format_: str) -> zipfile.ZipFile:
    answer = client.get("/v1/corrections/export", params={"format": format_}, headers=AUTHORIZED)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip"), answer.text
    return zipfile.ZipFile(io.BytesIO(answer.content))


def lines(archive: zipfile.ZipFile) -> list[dict[str, Any]]:
    return [json.loads(line) for line in archive.read("corrections.jsonl").decode().splitlines()]


def test_a_correction_is_stored_once_and_can_be_taken_back(client: httpx.Client, tmp_path: Path) -> None:
    first, again = send(client), send(client)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    StoredCorrection.model_validate(first.json())
    [picture] = (tmp_path / "data" / "pictures").iterdir()
    assert picture.name == first.json()["picture"]["name"]
    where = f"/v1/corrections/{first.json()['id']}"
    assert (client.delete(where).status_code, client.delete(where).status_code) == (204, 404)
    assert list((tmp_path / "data" / "pictures").iterdir()) == []


@pytest.mark.parametrize(
    ("change", "status", "code", "why"),
    [
        ({"consent": None}, 422, "no_consent", "nobody asked"),
        ({"consent": "false"}, 422, "no_consent", "the person said no"),
        ({"consent": "perhaps"}, 422, "invalid_parameter", "neither yes nor no"),
        ({"reading": None}, 422, "bad_reading", "nothing corrected"),
        ({"reading": "{"}, 422, "bad_json", "no JSON"),
        ({"reading": "{}"}, 422, "bad_reading", "no reading"),
        ({"reading": json.dumps(reading(photo(2)).to_dict())}, 422, "bad_reading", "of another photo"),
        ({"before": json.dumps(reading(photo(2)).to_dict())}, 422, "bad_reading", "before: of another"),
    ],
)
def test_what_may_not_be_stored_is_refused_and_leaves_nothing(
    client: httpx.Client, tmp_path: Path, change: dict[str, str | None], status: int, code: str, why: str
) -> None:
    asked = form(photo(1), reading(photo(1)))
    asked["data"] = {k: v for k, v in {**asked["data"], **change}.items() if v is not None}
    answer = client.post("/v1/corrections", **asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code), why
    assert answer.headers["content-type"] == PROBLEM
    assert not (tmp_path / "data").exists()


def altered(**change: object) -> str:
    return json.dumps({**reading(photo(1)).to_dict(), **change})


MODEL = {"name": "tiles", "version": "1", "sha256": "0"}
QUAD = "[[1e999,0],[1,0],[1,1],[0,1]]"


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (altered(model={**MODEL, "name": "n" * 121}), "longer than its column"),
        (altered(model={**MODEL, "version": "1\0"}), "NUL"),
        (altered(model={**MODEL, "version": "\ud800"}), "half a character"),
        (altered().replace("[[10, 10], [30, 12], [29, 40], [9, 38]]", QUAD), "an endless number"),
    ],
)
def test_what_no_database_holds_is_refused_and_no_failure(client: httpx.Client, sent: str, why: str) -> None:
    assert sent != altered()
    asked = form(photo(1), reading(photo(1)))
    for name in ("reading", "before"):
        answer = client.post("/v1/corrections", files=asked["files"], data={**asked["data"], name: sent})
        assert (answer.status_code, answer.headers["content-type"]) == (422, PROBLEM), why


def test_a_name_is_kept_without_what_cannot_be_printed(client: httpx.Client) -> None:
    assert send(client, by=" 王\0\n" + "w" * 100).json()["by"] == "王" + "w" * 79


def test_a_reading_of_another_size_is_refused(client: httpx.Client) -> None:
    right = reading(photo(1))
    turned = replace(right, image=replace(right.image, width=right.image.width + 1))
    answer = client.post("/v1/corrections", **form(photo(1), turned))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_reading")
    assert "96 x 96" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("upload", "status"),
    [
        ({"photo": ("a.jpg", b"")}, 422),
        ({"photo": ("a.jpg", b"GIF89a")}, 415),
        ({"image": ("a.jpg", b"1")}, 422),
    ],
)
def test_what_is_no_photo_is_refused_as_elsewhere(
    client: httpx.Client, upload: dict[str, tuple[str, bytes]], status: int
) -> None:
    asked = form(photo(1), reading(photo(1)))
    answer = client.post("/v1/corrections", files=upload, data=asked["data"])
    assert (answer.status_code, answer.headers["content-type"]) == (status, PROBLEM)


@pytest.mark.parametrize("id_", ["x", "0" * 31, "../../etc/passwd", "Z" * 32])
def test_an_id_that_cannot_be_one_is_not_looked_for(client: httpx.Client, id_: str) -> None:
    assert client.delete(f"/v1/corrections/{id_}").status_code == 404


def test_export_is_off_without_a_token_and_says_so(served: Callable[..., Any]) -> None:
    with served() as client:
        answer = client.get("/v1/corrections/export?format=yolo", headers=AUTHORIZED)
    assert (answer.status_code, answer.json()["code"]) == (403, "export_off")
    assert "QICHENG_CORRECTIONS_TOKEN" in answer.json()["detail"]


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", "Bearer \xe9"])
def test_export_needs_the_token(client: httpx.Client, given: str) -> None:
    headers = {"authorization": given.encode("latin-1"), "origin": "https://club.example"}
    answer = client.get("/v1/corrections/export?format=yolo", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong_token")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.headers["access-control-allow-origin"] == "https://club.example"


def test_export_in_an_unknown_format_names_the_known_ones(client: httpx.Client) -> None:
    answer = client.get("/v1/corrections/export?format=voc", headers=AUTHORIZED)
    assert (answer.status_code, answer.headers["content-type"]) == (422, PROBLEM)
    assert "label-studio" in answer.text


@pytest.mark.parametrize("format_", ["yolo", "coco", "label-studio"])
def test_every_export_holds_pictures_provenance_and_classes_and_is_repeatable(
    client: httpx.Client, format_: str
) -> None:
    before = json.dumps(reading(photo(1), "6p").to_dict())
    ids = [send(client, 1, "7p", before=before, by="王").json()["id"], send(client, 2).json()["id"]]
    archive = exported(client, format_)
    first, second = lines(archive)
    assert [first["id"], second["id"]] == ids
    assert Reading.from_dict(first["after"]) == reading(photo(1), "7p")
    assert Reading.from_dict(first["before"]) == reading(photo(1), "6p")
    assert (first["by"], first["model"]["version"], second["by"], second["before"]) == ("王", "1", None, None)
    assert first["created"].endswith("Z")
    summary = json.loads(archive.read("export.json"))
    assert (summary["count"], summary["classes"]) == (2, list(FACE_NAMES))
    assert (decode(archive.read(first["image"])).pixels == decode(photo(1)).pixels).all()
    headers = {"headers": AUTHORIZED, "params": {"format": format_}}
    once, twice = (client.get("/v1/corrections/export", **headers).content for _ in range(2))
    assert once == twice


def test_an_empty_export_is_a_zip_too(client: httpx.Client) -> None:
    assert json.loads(exported(client, "coco").read("export.json"))["count"] == 0


def test_yolo_labels_are_class_and_corners_within_the_picture(client: httpx.Client) -> None:
    correction = send(client, 1, "5p").json()["id"]
    archive = exported(client, "yolo")
    rows = archive.read(f"labels/{correction}.txt").decode().splitlines()
    numbers = [row.split() for row in rows]
    assert [FACE_NAMES[int(row[0])] for row in numbers] == ["5p", "1z"]
    assert [float(n) * 96 for n in numbers[0][1:]] == pytest.approx([10, 10, 30, 12, 29, 40, 9, 38], abs=1e-3)
    assert '13: "5p"' in archive.read("data.yaml").decode()


def test_coco_labels_are_boxes_and_polygons_in_pixels(client: httpx.Client) -> None:
    send(client, 1, "5p")
    whole = json.loads(exported(client, "coco").read("annotations.json"))
    names = {each["id"]: each["name"] for each in whole["categories"]}
    first = whole["annotations"][0]
    assert (names[first["category_id"]], first["bbox"]) == ("5p", [9, 10, 21, 30])
    assert first["segmentation"] == [[10, 10, 30, 12, 29, 40, 9, 38]]
    assert first["area"] == pytest.approx(562)
    assert first["attributes"] == {"group": 0, "group_kind": "other"}


def test_label_studio_tasks_hold_what_the_model_said_and_what_the_person_left(client: httpx.Client) -> None:
    before = json.dumps(reading(photo(1), "6p").to_dict())
    send(client, 1, "5p", before=before)
    [task] = json.loads(exported(client, "label-studio").read("tasks.json"))
    [prediction], [annotation] = task["predictions"], task["annotations"]
    assert prediction["result"][0]["value"]["polygonlabels"] == ["6p"]
    assert annotation["result"][0]["value"]["polygonlabels"] == ["5p"]
    assert (prediction["model_version"], prediction["score"]) == ("tiles 1", 0.8)
    assert annotation["result"][0]["value"]["points"][0] == pytest.approx([1000 / 96, 1000 / 96])


def test_a_tile_face_down_is_exported_as_a_back(client: httpx.Client) -> None:
    data = photo(1)
    client.post("/v1/corrections", **form(data, reading(data, None)))
    whole = json.loads(exported(client, "coco").read("annotations.json"))
    assert whole["annotations"][0]["category_id"] == FACE_NAMES.index("back") + 1


def test_no_export_and_no_stored_file_knows_where_the_photo_was_taken(
    client: httpx.Client, tmp_path: Path
) -> None:
    out = io.BytesIO()
    tags = Image.Exif()
    tags[0x0112], tags[0x013B] = 6, "SECRET"
    tags.get_ifd(0x8825)[18] = "SECRET"
    Image.open(io.BytesIO(photo(1))).crop((0, 0, 96, 64)).save(out, "JPEG", exif=tags)
    data = out.getvalue()
    assert b"SECRET" in data
    answer = client.post(
        "/v1/corrections", files={"photo": ("SECRET.jpg", data)}, data=form(data, reading(data))["data"]
    )
    assert answer.status_code == 201
    for path in (tmp_path / "data").rglob("*"):
        assert path.is_dir() or b"SECRET" not in path.read_bytes()
    [picture] = (tmp_path / "data" / "pictures").iterdir()
    with Image.open(picture) as kept:
        assert kept.size == (64, 96)
        assert not dict(kept.getexif())


def test_a_store_that_does_not_answer_is_a_503_and_the_rest_works(served: Callable[..., Any]) -> None:
    with served(database="sqlite:////proc/none/corrections.sqlite", corrections_token=TOKEN) as client:
        answers = [
            send(client),
            client.delete(f"/v1/corrections/{'0' * 32}"),
            client.get("/v1/corrections/export?format=yolo", headers=AUTHORIZED),
        ]
        assert client.get("/readyz").status_code == 200
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
        assert answer.headers["retry-after"] == "2"


def test_a_full_store_takes_no_more_but_knows_what_it_has(served: Callable[..., Any]) -> None:
    with served(max_corrections=1) as client:
        answers = [send(client, 1), send(client, 2), send(client, 1)]
        assert [answer.status_code for answer in answers] == [201, 503, 200]
        assert answers[1].json()["code"] == "store_full"
        assert answers[1].headers["retry-after"] == "3600"
        client.delete(f"/v1/corrections/{answers[0].json()['id']}")
        assert send(client, 2).status_code == 201


def test_corrections_are_neither_logged_nor_named(
    client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        assert send(client, by="GPS-SECRET").status_code == 201
    assert "GPS-SECRET" not in caplog.text
    assert "5p" not in caplog.text


def test_the_labelling_tools_import_what_the_service_exports(client: httpx.Client) -> None:
    from vision.labelling.fetching import fetched, opened
    from vision.labelling.formats import Source, read_dataset

    send(client, 1, "7p", by="王")
    with fetched(str(client.base_url), TOKEN) as file, opened(file) as folder:
        [picture] = read_dataset(Source(folder)).pictures
    assert [tile.name for tile in picture.tiles] == ["7p", "1z"]
    assert (picture.width, picture.height) == (96, 96)
    provenance = picture.tiles[0].provenance
    assert provenance is not None
    assert (provenance.person, provenance.model) == ("王", "tiles 1")
