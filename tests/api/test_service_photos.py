"""Photos over a real socket: what is read, what is refused and how, and that nothing hangs or mixes up."""

from __future__ import annotations

import io
import json
import logging
import socket
import struct
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pillow_heif
import pytest
from PIL import Image
from qicheng_fakes import FakeReader, misread, shoot

from api.schemas import readings
from api.schemas.openapi import EXAMPLE
from vision.photo import decode
from vision.reading import Reading

MIXED_STRAIGHT = shoot("[p777z] 12p456p789p11z + 3p")
RULES = {"ruleset": "yangzhou-new"}
CIRCUMSTANCES = {**RULES, "win": "discard", "seat": "south", "discarder": "west"}
PROBLEM = "application/problem+json"


def upload(data: bytes, name: str = "hand.jpg") -> dict[str, Any]:
    return {"files": {"photo": (name, data, "image/jpeg")}}


def test_a_photo_is_answered_with_its_reading(served: Callable[..., Any]) -> None:
    with served(FakeReader(MIXED_STRAIGHT)) as client:
        answer = client.post("/v1/read", **upload(MIXED_STRAIGHT.jpeg)).json()
    assert answer["notation"] == "[p777z] 12p456p789p11z + 3p"
    assert Reading.from_dict(answer) == MIXED_STRAIGHT.reading
    readings.Reading.model_validate(answer)


def test_a_preview_is_an_upright_jpeg_of_the_asked_size(served: Callable[..., Any]) -> None:
    with served(FakeReader(MIXED_STRAIGHT), preview_side=600) as client:
        answer = client.post("/v1/read", data={"preview": "true"}, **upload(MIXED_STRAIGHT.jpeg)).json()
        without = client.post("/v1/read", **upload(MIXED_STRAIGHT.jpeg)).json()
    import base64

    jpeg = base64.b64decode(answer["preview"]["base64"])
    photo = decode(jpeg)
    assert b"Exif" not in jpeg
    assert max(photo.width, photo.height) == 600
    assert "preview" not in without


def test_a_scan_is_the_reading_with_its_score(served: Callable[..., Any]) -> None:
    with served(FakeReader(MIXED_STRAIGHT)) as client:
        form = {"circumstances": json.dumps(CIRCUMSTANCES)}
        answer = client.post("/v1/scan", data=form, **upload(MIXED_STRAIGHT.jpeg)).json()
        alone = client.post(
            "/v1/score",
            json={**CIRCUMSTANCES, **MIXED_STRAIGHT.reading.hand.to_dict()},
        ).json()
    assert answer["score"]["total"] == 52
    assert answer["score"] == alone
    readings.Scan.model_validate(answer)


def test_a_scan_says_which_doubts_change_the_score(served: Callable[..., Any]) -> None:
    shot = misread(MIXED_STRAIGHT, 4, "3p")
    with served(FakeReader(shot)) as client:
        answer = client.post(
            "/v1/scan", data={"circumstances": json.dumps(RULES)}, **upload(shot.jpeg)
        ).json()
    assert any(doubt.get("effect") for doubt in answer["reading"]["doubts"])
    readings.Scan.model_validate(answer)


def test_a_photo_without_tiles_has_no_score_but_says_why(service: httpx.Client) -> None:
    answer = service.post("/v1/scan", data={"circumstances": json.dumps(RULES)}, **upload(shoot("11z").jpeg))
    assert answer.status_code == 200
    assert answer.json()["score"] is None
    assert [doubt["code"] for doubt in answer.json()["reading"]["doubts"]] == ["no_tiles"]


def multipart(*parts: bytes, boundary: str = "b") -> dict[str, Any]:
    body = b"".join(b"--b\r\n" + part + b"\r\n" for part in parts) + b"--b--\r\n"
    return {"content": body, "headers": {"content-type": f"multipart/form-data; boundary={boundary}"}}


GIF = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff;"


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that claims to be enormous."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + header
        + struct.pack(">I", zlib.crc32(header))
        + bytes(50_000)
    )


PART = b'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
GARBAGE = [
    ("an empty file", upload(b""), 422, "empty"),
    ("text named .jpg", upload(b"not a picture at all"), 415, "not_a_picture"),
    ("a GIF", upload(GIF), 415, "not_a_picture"),
    ("a page", upload(b"<html><script>alert(1)</script></html>"), 415, "not_a_picture"),
    ("a decompression bomb", upload(bomb(100_000, 100_000)), 413, "too_large"),
    ("a broken HEIC", upload(b"\0\0\0\x18ftypheic\0\0\0\0heicmif1" + bytes(500)), 422, "unreadable"),
    ("half a photo", upload(MIXED_STRAIGHT.jpeg[: len(MIXED_STRAIGHT.jpeg) // 2]), 422, "truncated"),
    (
        "99 % of a photo",
        upload(MIXED_STRAIGHT.jpeg[: len(MIXED_STRAIGHT.jpeg) * 99 // 100]),
        422,
        "truncated",
    ),
    ("the wrong field", {"files": {"image": ("a.jpg", MIXED_STRAIGHT.jpeg)}}, 422, "no_photo"),
    ("a photo as text", {"data": {"photo": "hello"}, "files": {"x": b"1"}}, 422, "no_photo"),
    (
        "no form at all",
        {"content": MIXED_STRAIGHT.jpeg, "headers": {"content-type": "image/jpeg"}},
        415,
        "unsupported_media_type",
    ),
    ("nothing", {}, 415, "unsupported_media_type"),
    (
        "a form without a boundary",
        {"content": b"x", "headers": {"content-type": "multipart/form-data"}},
        422,
        "bad_multipart",
    ),
    (
        "a form cut short",
        {**multipart(PART + b"abc"), "content": b"--b\r\n" + PART + b"abc"},
        422,
        "bad_multipart",
    ),
    ("another boundary", multipart(PART + b"abc", boundary="c"), 422, "bad_multipart"),
    ("a part without a name", multipart(b"Content-Type: image/jpeg\r\n\r\nabc"), 422, "bad_multipart"),
    ("two photos", {"files": [("photo", ("a.jpg", b"1")), ("photo", ("b.jpg", b"2"))]}, 422, "many_photos"),
    ("a thousand parts", {"files": [(f"f{n}", (f"{n}", b"1")) for n in range(1000)]}, 422, "bad_multipart"),
    (
        "a strange flag",
        {**upload(MIXED_STRAIGHT.jpeg), "data": {"preview": "maybe"}},
        422,
        "invalid_parameter",
    ),
]


@pytest.mark.parametrize(("what", "request_", "status", "code"), GARBAGE, ids=[row[0] for row in GARBAGE])
def test_an_upload_that_cannot_be_read_gets_a_problem_that_says_what_to_do(
    service: httpx.Client, what: str, request_: dict[str, Any], status: int, code: str
) -> None:
    started = time.perf_counter()
    answer = service.post("/v1/read", **request_)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["content-type"] == PROBLEM
    assert answer.json()["text"]["zh"]
    assert time.perf_counter() - started < 3


@pytest.mark.parametrize(
    ("circumstances", "code"),
    [
        ("{", "bad_json"),
        ("[1]", "bad_json"),
        ('{"ruleset": "yangzhou-new", "seat": "middle"}', "bad_value"),
        ('{"ruleset": "yangzhou-new", "concealed": "123m"}', "unknown_field"),
        ('{"ruleset": "nowhere"}', "unknown_ruleset"),
    ],
)
def test_wrong_circumstances_are_a_422_with_or_without_a_hand_in_the_photo(
    served: Callable[..., Any], circumstances: str, code: str
) -> None:
    with served(FakeReader(MIXED_STRAIGHT)) as client:
        for shot in (MIXED_STRAIGHT, shoot("1z")):
            answer = client.post("/v1/scan", data={"circumstances": circumstances}, **upload(shot.jpeg))
            assert answer.status_code == 422
            codes = [answer.json()["code"], *(each["code"] for each in answer.json().get("reasons", []))]
            assert code in codes, answer.text


def test_uploads_of_every_usual_size_arrive(served: Callable[..., Any]) -> None:
    reader = FakeReader()
    with served(reader) as client:
        for megabytes in (0.1, 0.5, 1.1, 12, 25):
            padded = MIXED_STRAIGHT.jpeg + bytes(int(megabytes * 1e6) - len(MIXED_STRAIGHT.jpeg))
            assert client.post("/v1/read", **upload(padded)).status_code == 200, megabytes
    assert reader.calls == 5


def test_the_photo_formats_of_phones_are_taken(served: Callable[..., Any]) -> None:
    pillow_heif.register_heif_opener()
    with served(FakeReader()) as client:
        for kind in ("JPEG", "PNG", "WEBP", "HEIF"):
            out = io.BytesIO()
            Image.open(io.BytesIO(MIXED_STRAIGHT.jpeg)).save(out, kind)
            answer = client.post("/v1/read", data={"preview": "true"}, **upload(out.getvalue()))
            assert answer.status_code == 200, kind
            assert answer.json()["preview"]["type"] == "image/jpeg"


@pytest.mark.parametrize("uploads", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_memory_does_not_grow_with_every_photo(served: Callable[..., Any], uploads: int) -> None:
    def resident() -> int:
        line = next(x for x in Path("/proc/self/status").read_text().splitlines() if x.startswith("VmRSS"))
        return int(line.split()[1])

    with served(FakeReader(MIXED_STRAIGHT)) as client:
        sizes = []
        for count in (uploads // 4, uploads - uploads // 4):
            for _ in range(count):
                answer = client.post("/v1/read", data={"preview": "true"}, **upload(MIXED_STRAIGHT.jpeg))
                assert answer.json()["notation"] == MIXED_STRAIGHT.reading.notation
            sizes.append(resident())
    assert sizes[1] < sizes[0] * 1.1


def test_a_body_declared_too_large_is_refused_before_it_is_sent(served: Callable[..., Any]) -> None:
    with served(max_upload_mb=1) as client:
        host, port = client.base_url.host, client.base_url.port
        with socket.create_connection((host, port), timeout=5) as raw:
            raw.sendall(
                b"POST /v1/read HTTP/1.1\r\nHost: x\r\nContent-Length: 99000000\r\n"
                b"Content-Type: multipart/form-data; boundary=b\r\nExpect: 100-continue\r\n\r\n"
            )
            answer = b""
            while not answer.endswith(b"}"):
                answer += raw.recv(4096)
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"1 MB" in answer


def test_a_chunked_body_is_refused_as_soon_as_it_passes_the_limit(served: Callable[..., Any]) -> None:
    sent = 0

    def endless() -> Any:
        nonlocal sent
        yield b"--b\r\n" + PART
        for _ in range(400):
            sent += 65_536
            yield bytes(65_536)
            time.sleep(0.005)

    reader = FakeReader()
    with served(reader, max_upload_mb=1) as client:
        answer = client.post(
            "/v1/read", content=endless(), headers={"content-type": "multipart/form-data; boundary=b"}
        )
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert reader.calls == 0


def test_a_large_body_that_is_sent_whole_still_reads_the_413(served: Callable[..., Any]) -> None:
    with served(max_upload_mb=1) as client:
        for _ in range(3):
            answer = client.post("/v1/read", **upload(bytes(8_000_000)))
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_json_has_a_smaller_limit_of_its_own(service: httpx.Client) -> None:
    answer = service.post("/v1/score", content=b" " * 1_100_000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_full_queue_answers_503_with_retry_after_and_recovers(served: Callable[..., Any]) -> None:
    reader = FakeReader(MIXED_STRAIGHT, delay_s=0.4)
    with served(reader, workers=1, queue=1, retry_after_s=7) as client, ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: client.post("/v1/read", **upload(MIXED_STRAIGHT.jpeg)), range(6)))
        refused = [answer for answer in answers if answer.status_code == 503]
        assert {answer.status_code for answer in answers} == {200, 503}
        assert len(answers) - len(refused) == 2
        assert all(answer.headers["retry-after"] == "7" for answer in refused)
        assert all(answer.json()["code"] == "busy" for answer in refused)
        assert client.post("/v1/read", **upload(MIXED_STRAIGHT.jpeg)).status_code == 200


def test_photos_read_at_once_never_swap_their_readings(served: Callable[..., Any]) -> None:
    shots = [shoot(f"{n}{suit}{n}{suit}") for suit in "mps" for n in range(1, 10)]
    with (
        served(FakeReader(*shots, delay_s=0.01), workers=4, queue=60) as client,
        ThreadPoolExecutor(12) as pool,
    ):
        answers = pool.map(lambda shot: client.post("/v1/read", **upload(shot.jpeg)).json(), shots * 2)
        for shot, answer in zip(shots * 2, answers, strict=True):
            assert answer["notation"] == shot.reading.notation


def test_health_and_scores_are_answered_at_once_while_photos_are_read(served: Callable[..., Any]) -> None:
    reader = FakeReader(MIXED_STRAIGHT, delay_s=0.5)
    with served(reader, workers=8, queue=0) as client, ThreadPoolExecutor(8) as pool:
        work = [pool.submit(client.post, "/v1/read", **upload(MIXED_STRAIGHT.jpeg)) for _ in range(8)]
        time.sleep(0.2)
        waited = []
        for _ in range(10):
            started = time.perf_counter()
            assert client.get("/healthz").status_code == 200
            assert client.post("/v1/score", json=EXAMPLE).status_code == 200
            waited.append(time.perf_counter() - started)
        assert sorted(waited)[5] < 0.3  # the benchmark measures; this sees a blocked loop
        assert all(each.result().status_code == 200 for each in work)


def test_a_client_that_hangs_up_frees_its_place(served: Callable[..., Any]) -> None:
    with served(FakeReader(MIXED_STRAIGHT, delay_s=0.3), workers=1, queue=0) as client:
        with pytest.raises(httpx.ReadTimeout):
            client.post("/v1/read", timeout=0.1, **upload(MIXED_STRAIGHT.jpeg))
        time.sleep(0.5)
        assert client.post("/v1/read", **upload(MIXED_STRAIGHT.jpeg)).status_code == 200


def test_a_failure_inside_is_a_500_problem_and_the_next_photo_is_read(served: Callable[..., Any]) -> None:
    failures = [RuntimeError("secret detail")]

    def fail_once() -> None:
        if failures:
            raise failures.pop()

    with served(FakeReader(MIXED_STRAIGHT, before=fail_once), cors_origins="https://club.example") as client:
        headers = {"origin": "https://club.example"}
        failed = client.post("/v1/read", headers=headers, **upload(MIXED_STRAIGHT.jpeg))
        assert (failed.status_code, failed.json()["code"]) == (500, "internal_error")
        assert "secret" not in failed.text
        assert failed.headers["access-control-allow-origin"] == "https://club.example"
        assert client.post("/v1/read", **upload(MIXED_STRAIGHT.jpeg)).status_code == 200


def test_photos_are_neither_written_nor_logged(
    served: Callable[..., Any],
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen: list[list[Path]] = []
    reader = FakeReader(before=lambda: seen.append(list(tmp_path.iterdir())))
    with caplog.at_level(logging.DEBUG), served(reader, data=tmp_path / "data") as client:
        data = MIXED_STRAIGHT.jpeg + b"GPS-SECRET" * 400_000
        assert client.post("/v1/read", **upload(data, "my-flat.jpg")).status_code == 200
    assert seen == [[]]
    assert "GPS-SECRET" not in caplog.text
    assert "my-flat" not in caplog.text


def test_without_a_model_photos_answer_503_and_the_rules_still_work(
    served: Callable[..., Any], tmp_path: Path
) -> None:
    from api.app import create_app
    from api.settings import Settings

    app = create_app(Settings(model=tmp_path / "nothing"))
    import anyio
    from httpx import ASGITransport, AsyncClient

    async def check() -> None:
        async with (
            app.router.lifespan_context(app),
            AsyncClient(transport=ASGITransport(app), base_url="http://test") as client,
        ):
            for _ in range(100):
                ready = await client.get("/readyz")
                if ready.json().get("code") == "no_model":
                    break
                await anyio.sleep(0.05)
            photo = await client.post("/v1/read", **upload(MIXED_STRAIGHT.jpeg))
            score = await client.post("/v1/score", json=EXAMPLE)
        assert (ready.status_code, ready.headers["retry-after"]) == (503, "2")
        assert (photo.status_code, photo.json()["code"]) == (503, "no_model")
        assert score.status_code == 200

    anyio.run(check)


def test_one_worker_reads_photos_one_after_another(served: Callable[..., Any]) -> None:
    running, most = 0, 0
    lock = threading.Lock()

    def enter() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.05)
        with lock:
            running -= 1

    with (
        served(FakeReader(MIXED_STRAIGHT, before=enter), workers=1, queue=8) as client,
        ThreadPoolExecutor(5) as pool,
    ):
        list(pool.map(lambda _: client.post("/v1/read", **upload(MIXED_STRAIGHT.jpeg)), range(5)))
    assert most == 1
