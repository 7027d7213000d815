"""The Python client: in step with the OpenAPI document, typed answers, errors that say what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from qicheng_fakes import FakeReader, shoot
from qicheng_samples import photo, reading

from api.app import create_app
from api.client import Qicheng, QichengError
from api.schemas.openapi import EXAMPLE, EXAMPLES

SHOT = shoot("[p777z] 12p456p789p11z + 3p")
TOKEN = "a token of some length"


@pytest.fixture(scope="module")
def qicheng(served: Callable[..., Any]) -> Iterator[Qicheng]:
    with served(FakeReader(SHOT), corrections_token=TOKEN) as http:
        yield Qicheng(http=http, token=TOKEN)


def ask_everything(qicheng: Qicheng, folder: Path) -> None:
    """Each method once."""
    assert qicheng.healthy()
    assert qicheng.ready()
    assert "qicheng_requests_total" in qicheng.metrics()
    score = qicheng.score(EXAMPLE)
    assert (score.total, score.payments["south"]) == (52, 104)
    assert qicheng.settle(EXAMPLES["SettleRequest"]).scores
    assert [wait.tile for wait in qicheng.waits(EXAMPLES["WaitsRequest"])] == ["5p"]
    assert "9m" in {each.tile for each in qicheng.discards(EXAMPLES["DiscardsRequest"])}
    assert "yangzhou-new" in {each.id for each in qicheng.rulesets()}
    assert qicheng.ruleset("yangzhou-new").minimum == 20
    before = qicheng.read(SHOT.jpeg)
    assert before.notation == "[p777z] 12p456p789p11z + 3p"
    assert qicheng.read(SHOT.jpeg, preview=True).preview is not None
    scan = qicheng.scan(SHOT.jpeg, {"ruleset": "yangzhou-new", "win": "self_draw"})
    assert scan.score is not None
    stored = qicheng.correct(SHOT.jpeg, before, consent=True, before=before, by="王")
    assert qicheng.export_corrections(folder / "all.zip", "coco").stat().st_size > len(SHOT.jpeg)
    qicheng.delete_correction(stored.id)


def test_every_documented_route_has_its_method(qicheng: Qicheng, tmp_path: Path) -> None:
    asked: set[tuple[str, str]] = set()

    def note(request: httpx.Request) -> None:
        asked.add((request.method, request.url.path))

    qicheng._http.event_hooks["request"] = [note]
    ask_everything(qicheng, tmp_path)
    qicheng._http.event_hooks["request"] = []
    paths = create_app(reader=FakeReader()).openapi()["paths"]
    for path, methods in paths.items():
        pattern = re.compile(re.sub(r"\{\w+\}", r"[^/]+", path))
        for method in methods:
            assert any(m == method.upper() and pattern.fullmatch(p) for m, p in asked), f"{method} {path}"


def test_a_photo_may_be_a_path_too(qicheng: Qicheng, tmp_path: Path) -> None:
    (tmp_path / "hand.jpg").write_bytes(SHOT.jpeg)
    assert qicheng.read(tmp_path / "hand.jpg") == qicheng.read(str(tmp_path / "hand.jpg"))


def test_an_error_says_what_the_service_said(qicheng: Qicheng) -> None:
    with pytest.raises(QichengError) as caught:
        qicheng.score({**EXAMPLE, "wining_tile": "3p"})
    assert (caught.value.status, caught.value.code) == (422, "unknown_field")
    assert caught.value.problem is not None
    assert caught.value.problem.reasons
    assert "winning_tile" in str(caught.value)


def test_without_consent_nothing_is_given(qicheng: Qicheng) -> None:
    data = photo(1)
    with pytest.raises(QichengError, match="no_consent"):
        qicheng.correct(data, reading(data).to_dict(), consent=False)


def test_an_export_without_the_token_leaves_no_file(qicheng: Qicheng, tmp_path: Path) -> None:
    with pytest.raises(QichengError, match="wrong_token"):
        Qicheng(http=qicheng._http).export_corrections(tmp_path / "all.zip")
    assert list(tmp_path.iterdir()) == []


def answers(*told: httpx.Response) -> httpx.Client:
    waiting = list(told)
    transport = httpx.MockTransport(lambda _: waiting.pop(0))
    return httpx.Client(transport=transport, base_url="http://test")


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    text = {"zh": "忙", "en": "busy"}
    body = {"type": "/", "title": "x", "status": status, "detail": "busy", "code": code, "text": text}
    return httpx.Response(status, json=body, headers=headers)


def test_a_busy_service_is_asked_again_when_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    busy = {"retry-after": "3"}
    http = answers(problem(503, "busy", **busy), problem(429, "busy", **busy), httpx.Response(200, json=[]))
    assert Qicheng(http=http).rulesets() == []
    assert waited == [3, 3]


@pytest.mark.parametrize(
    ("answer", "code", "retry_after"),
    [
        (problem(503, "busy", **{"retry-after": "3"}), "busy", 3),
        (problem(422, "bad_tile"), "bad_tile", None),
        (httpx.Response(502, text="<html>Bad Gateway</html>"), "", None),
        (httpx.Response(500, content=b"\xff"), "", None),
    ],
)
def test_what_stays_an_error_is_raised(answer: httpx.Response, code: str, retry_after: float | None) -> None:
    with pytest.raises(QichengError) as caught:
        Qicheng(http=answers(answer), retries=0).rulesets()
    assert (caught.value.code, caught.value.retry_after) == (code, retry_after)


def test_a_reading_survives_the_client_and_back(qicheng: Qicheng) -> None:
    typed = qicheng.read(SHOT.jpeg)
    stored = qicheng.correct(SHOT.jpeg, typed, consent=True)
    raw = json.loads(typed.model_dump_json(by_alias=True))
    assert qicheng.correct(SHOT.jpeg, raw, consent=True).id == stored.id
