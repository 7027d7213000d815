"""Who may call from a browser, and what the pages may load."""

from __future__ import annotations

import re

import httpx
import pytest

ORIGIN = "https://club.example"
ROUTES = [
    ("POST", "/v1/read"),
    ("POST", "/v1/scan"),
    ("POST", "/v1/score"),
    ("POST", "/v1/waits"),
    ("POST", "/v1/discards"),
    ("GET", "/v1/rulesets"),
    ("GET", "/v1/rulesets/yangzhou-new"),
    ("POST", "/v1/settle"),
    ("POST", "/v1/corrections"),
    ("DELETE", "/v1/corrections/" + "0" * 32),
    ("GET", "/v1/corrections/export"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
]


def preflight(origin: str, method: str) -> dict[str, str]:
    return {
        "origin": origin,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization, content-type",
    }


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_route_grants_a_preflight_of_an_allowed_origin(
    service: httpx.Client, method: str, path: str
) -> None:
    answer = service.options(path, headers=preflight(ORIGIN, method))
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == ORIGIN


def test_every_documented_route_is_in_this_table() -> None:
    from qicheng_fakes import FakeReader

    from api.app import create_app

    paths = create_app(reader=FakeReader()).openapi()["paths"]
    documented = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    filled = {
        (method, re.sub(r"\{\w+\}", "0" * 32 if "corrections" in path else "yangzhou-new", path))
        for method, path in documented
    }
    assert filled == set(ROUTES)


@pytest.mark.parametrize(
    ("origin", "method", "why"),
    [("https://other.example", "POST", "a stranger"), (ORIGIN, "PUT", "no such method")],
)
def test_a_refused_preflight_is_a_problem(service: httpx.Client, origin: str, method: str, why: str) -> None:
    answer = service.options("/v1/score", headers=preflight(origin, method))
    assert (answer.status_code, answer.json()["code"]) == (400, "cors_refused"), why


@pytest.mark.parametrize(
    ("status", "method", "path", "headers", "content"),
    [
        (404, "GET", "/nowhere", {}, b""),
        (405, "GET", "/v1/read", {}, b""),
        (413, "POST", "/v1/score", {"content-type": "application/json"}, b" " * 1_100_000),
        (415, "POST", "/v1/read", {"content-type": "image/jpeg"}, b"x"),
        (422, "POST", "/v1/score", {"content-type": "application/json"}, b"{}"),
    ],
)
def test_every_error_can_be_read_by_an_allowed_origin(
    service: httpx.Client, status: int, method: str, path: str, headers: dict[str, str], content: bytes
) -> None:
    answer = service.request(method, path, headers={"origin": ORIGIN, **headers}, content=content)
    assert answer.status_code == status
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert answer.headers["content-type"] == "application/problem+json"


def test_no_other_origin_may_read_answers(service: httpx.Client) -> None:
    answer = service.get("/v1/rulesets", headers={"origin": "https://other.example"})
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/docs", "/static/app.js", "/v1/rulesets", "/nowhere"])
def test_every_answer_carries_the_headers_that_bind_the_browser(service: httpx.Client, path: str) -> None:
    headers = service.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_answers_about_hands_are_never_cached(service: httpx.Client) -> None:
    assert service.get("/v1/rulesets").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("page", ["/", "/docs"])
def test_pages_name_nothing_outside_this_service(service: httpx.Client, page: str) -> None:
    seen, waiting = set(), [page]
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = service.get(path)
        assert answer.status_code == 200, path
        text = answer.text.replace("http://www.w3.org/2000/svg", "").replace(
            "http://www.w3.org/1999/xlink", ""
        )
        assert not re.search(r"(https?:)?//[a-z0-9.-]+\.[a-z]{2,}/", text), path
        names = re.findall(r"""(?:href|src)="(static/[\w./-]+)""", text)
        names += [f"static/{name}" for name in re.findall(r"""from "\./([\w./-]+)\"""", text)]
        waiting += [f"/{name}" for name in names if f"/{name}" not in seen]


def test_the_phone_page_weighs_less_than_150_kb(service: httpx.Client) -> None:
    """What goes over the air, of all that the page loads by itself."""
    page = service.get("/")
    weight = page.num_bytes_downloaded
    named = re.findall(r'static/(?:[0-9a-f]{12}/)?([\w./-]+)"', page.text)  # with or without their version
    waiting, seen = {"app.js", *named}, set()
    while waiting - seen:
        name = (waiting - seen).pop()
        seen.add(name)
        file = service.get(f"/static/{name}")
        assert file.status_code == 200, name
        weight += file.num_bytes_downloaded
        waiting |= set(re.findall(r'from "\./([\w./-]+)"', file.text))
    assert {"app.js", "style.css", "hand.js"} <= seen
    assert weight < 150_000


@pytest.mark.parametrize("name", ["style.css", "app.js"])
def test_text_is_sent_compressed(service: httpx.Client, name: str) -> None:
    file = service.get(f"/static/{name}")
    assert file.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in file.headers["vary"].lower()
    plain = service.get(f"/static/{name}", headers={"accept-encoding": "identity"})
    assert plain.text == file.text
    again = service.get(f"/static/{name}", headers={"if-none-match": file.headers["etag"]})
    assert again.status_code == 304


def test_a_page_names_its_files_by_a_version_that_a_browser_keeps(service: httpx.Client) -> None:
    named = re.search(r'src="(static/[0-9a-f]{12}/app\.js)"', service.get("/").text)
    assert named is not None
    assert "immutable" in service.get(f"/{named[1]}").headers["cache-control"]
    assert service.get("/static/app.js").headers["cache-control"] == "no-cache"
    assert service.get("/static/0123456789ab/app.js").status_code == 404
    assert service.get("/").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/settings.py", "/static/nothing.js"])
def test_nothing_but_the_pages_files_is_served(service: httpx.Client, path: str) -> None:
    answer = service.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
