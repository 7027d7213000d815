"""Running it: numbers, logs, slow and sudden clients, and the end."""

from __future__ import annotations

import json
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from qicheng_fakes import FakeReader, misread, shoot
from qicheng_live import process, until_it_answers

from api.logs import JsonLines, PlainLines, configure, fields
from api.schemas.openapi import EXAMPLE
from scoring import RequestError

SHOT = shoot("[p777z] 12p456p789p11z + 3p")
DOUBTED = misread(SHOT, 4, "3p")
EXAMPLES = Path(__file__).parents[2] / "datasets" / "examples"


def upload(client: httpx.Client, jpeg: bytes = SHOT.jpeg) -> httpx.Response:
    return client.post("/v1/read", files={"photo": ("hand.jpg", jpeg)})


def test_the_metrics_count_answers_stages_doubts_and_name_the_model(served: Callable[..., Any]) -> None:
    with served(FakeReader(DOUBTED)) as client:
        assert upload(client, DOUBTED.jpeg).status_code == 200
        client.get("/v1/rulesets/nowhere")
        client.get("/some/where")
        client.delete(f"/v1/corrections/{'0' * 32}")
        page = client.get("/metrics")
    assert page.headers["content-type"].startswith("text/plain; version=0.0.4")
    for line in (
        'qicheng_requests_total{method="POST",route="/v1/read",status="200"} 1.0',
        'qicheng_requests_total{method="GET",route="/v1/rulesets/{ruleset_id}",status="404"} 1.0',
        'qicheng_requests_total{method="GET",route="other",status="404"} 1.0',
        'qicheng_requests_total{method="DELETE",route="/v1/corrections/{correction_id}",status="404"} 1.0',
        'qicheng_request_seconds_count{route="/v1/read"} 1.0',
        'qicheng_stage_seconds_count{stage="total"} 1.0',
        'qicheng_doubts_total{code="low_confidence"} 1.0',
        'qicheng_model_info{name="fake",sha256="' + "0" * 64 + '",version="1"} 1.0',
        "qicheng_ready 1.0",
        "qicheng_queue_waiting 0.0",
    ):
        assert line in page.text, line


def test_the_queue_can_be_watched(served: Callable[..., Any]) -> None:
    with served(FakeReader(SHOT, delay_s=1.5), workers=1, queue=4) as client, ThreadPoolExecutor(3) as pool:
        photos = [pool.submit(upload, client) for _ in range(3)]
        time.sleep(0.7)
        page = client.get("/metrics").text
        assert "qicheng_queue_running 1.0" in page
        assert "qicheng_queue_waiting 2.0" in page
        assert all(photo.result().status_code == 200 for photo in photos)


def test_every_answer_has_an_id_that_its_log_line_has_too(
    served: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "qicheng.api"), served() as client:
        answer = client.post("/v1/score", json=EXAMPLE)
        missing = client.get("/nowhere")
    told = [record.fields for record in caplog.records if record.getMessage() == "request"]
    assert [(each["route"], each["status"]) for each in told] == [("/v1/score", 200), ("other", 404)]
    assert [each["id"] for each in told] == [a.headers["x-request-id"] for a in (answer, missing)]


def test_logs_hold_neither_hands_nor_paths_nor_addresses(
    served: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), served() as client:
        client.post("/v1/score", json=EXAMPLE)
        client.get("/secret/12p456p789p11z?hand=12p456p789p11z")
    ours = [JsonLines().format(r) for r in caplog.records if not r.name.startswith(("httpx", "httpcore"))]
    assert ours
    for line in ours:
        assert "12p456p789p11z" not in line
        assert "127.0.0.1" not in line or "/v1/" not in line


def record_of_failure() -> logging.LogRecord:
    try:
        raise RuntimeError("the hand was 123m SECRET")
    except RuntimeError:
        info = sys.exc_info()
    return logging.LogRecord("qicheng.api", logging.ERROR, __file__, 1, "failed", None, info)


def test_an_exception_is_told_by_its_type_and_place_without_its_message() -> None:
    line = JsonLines().format(record_of_failure())
    told = json.loads(line)
    assert (told["level"], told["event"], told["error"]) == ("ERROR", "failed", "RuntimeError")
    assert told["where"][-1].startswith("test_operations.py:")
    assert "SECRET" not in line
    assert "SECRET" not in PlainLines().format(record_of_failure())


@pytest.mark.parametrize("format_", ["json", "plain"])
def test_one_line_an_event(format_: Any, capfd: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        configure("info", format_)
        logging.getLogger("qicheng.api").info("request", extra=fields(status=200, route="/v1/score"))
        logging.getLogger("uvicorn.access").info("127.0.0.1 GET /secret")
    finally:
        root.handlers[:], root.level = before
    [line] = capfd.readouterr().err.splitlines()
    if format_ == "json":
        told = json.loads(line)
        assert (told["event"], told["status"], told["route"]) == ("request", 200, "/v1/score")
    else:
        assert line.endswith("INFO request status=200 route=/v1/score")


HEAD = (
    b"POST /v1/read HTTP/1.1\r\nHost: x\r\nOrigin: https://club.example\r\n"
    b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b\r\n"
)


def stalled(client: httpx.Client) -> socket.socket:
    """A client that began to send a photo and then does nothing."""
    raw = socket.create_connection((client.base_url.host, client.base_url.port), timeout=30)
    raw.sendall(HEAD)
    return raw


def test_a_client_that_sends_too_slowly_is_told_so_and_holds_up_nobody(served: Callable[..., Any]) -> None:
    with served(FakeReader(SHOT), body_timeout_s=1, cors_origins="https://club.example") as client:
        with stalled(client) as raw:
            assert upload(client).status_code == 200
            answer = b""
            while b"too_slow" not in answer:
                piece = raw.recv(4096)
                assert piece, answer
                answer += piece
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"access-control-allow-origin: https://club.example" in answer.lower()
        assert "qicheng_uploads_arriving 0.0" in client.get("/metrics").text


def test_photos_on_their_way_in_are_bounded_too(served: Callable[..., Any]) -> None:
    with served(FakeReader(SHOT), uploads=1) as client:
        with stalled(client):
            for _ in range(100):
                if "qicheng_uploads_arriving 1.0" in client.get("/metrics").text:
                    break
            busy = upload(client)
            assert (busy.status_code, busy.json()["code"], busy.headers["retry-after"]) == (503, "busy", "2")
            assert client.post("/v1/score", json=EXAMPLE).status_code == 200
        for _ in range(100):
            if (again := upload(client)).status_code == 200:
                break
        assert again.status_code == 200


@pytest.mark.parametrize("sent", [b"", HEAD[:30], HEAD, HEAD + b"Content-Disposition: form-data; na"])
def test_a_client_that_goes_away_at_any_point_leaves_nothing_behind(
    served: Callable[..., Any], sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with served(FakeReader(SHOT), uploads=1) as client:
        for _ in range(3):
            with socket.create_connection((client.base_url.host, client.base_url.port)) as raw:
                raw.sendall(sent)
        for _ in range(200):
            if (answer := upload(client)).status_code == 200:
                break
            time.sleep(0.02)
        assert answer.status_code == 200
    assert "ERROR" not in {record.levelname for record in caplog.records}


def test_a_failure_of_the_rules_is_a_500_that_a_browser_may_read(
    served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError("123m SECRET")

    monkeypatch.setattr("scoring.score", fail)
    with served(cors_origins="https://club.example") as client:
        answer = client.post("/v1/score", json=EXAMPLE, headers={"origin": "https://club.example"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["access-control-allow-origin"] == "https://club.example"
    assert "SECRET" not in answer.text
    assert not isinstance(ZeroDivisionError(), RequestError)


def test_a_service_that_is_asked_to_end_finishes_the_photos_it_accepted() -> None:
    photo = (EXAMPLES / "concealed.jpg").read_bytes()

    def send(url: str) -> httpx.Response:
        return httpx.post(f"{url}/v1/read", files={"photo": ("hand.jpg", photo)}, timeout=120)

    with process() as (server, url), ThreadPoolExecutor(4) as pool:
        until_it_answers(f"{url}/readyz", server)
        photos = [pool.submit(send, url) for _ in range(4)]
        while "qicheng_queue_running 1.0" not in httpx.get(f"{url}/metrics", timeout=30).text:
            time.sleep(0.005)
        server.send_signal(signal.SIGTERM)
        answers = [each.result() for each in photos]
        assert server.wait(timeout=60) in {0, -signal.SIGTERM}
    accepted = [answer for answer in answers if answer.status_code == 200]
    assert len(accepted) == 4
    assert {answer.json()["notation"] for answer in accepted} == {accepted[0].json()["notation"]}


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("QICHENG_DATABASE", "mysql://x/y", "no such database"),
        ("QICHENG_PICTURES", "nowhere://bucket", "no such place"),
        ("QICHENG_CORRECTIONS_TOKEN", "hunter2", "a token that can be guessed"),
        ("QICHENG_TRUSTED_PROXIES", "everyone", "no network"),
    ],
)
def test_a_setting_that_cannot_work_ends_the_service_at_start_with_a_word(
    name: str, value: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from typer.testing import CliRunner

    from api.cli import app

    monkeypatch.setenv(name, value)
    done = CliRunner().invoke(app, ["serve", "--port", "0"])
    assert done.exit_code == 2, why
    assert done.output
    assert "hunter2" not in done.output
