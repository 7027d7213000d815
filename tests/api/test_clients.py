"""Who a client is, and how much one may ask."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import pytest
from qicheng_fakes import shoot

from api.clients import MOST_CLIENTS, TokenBuckets, client_address

PHOTO = shoot("1z").jpeg
PROXIES = (ip_network("10.0.0.0/8"), ip_network("::1"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "client", "why"),
    [
        ("192.0.2.7", None, "192.0.2.7", "no proxy"),
        ("192.0.2.7", "198.51.100.1", "192.0.2.7", "a stranger's header is not believed"),
        ("10.0.0.2", "198.51.100.1", "198.51.100.1", "a proxy's is"),
        ("10.0.0.2", "203.0.113.9, 198.51.100.1", "198.51.100.1", "what stood before may be invented"),
        ("10.0.0.2", "198.51.100.1, 10.0.0.9", "198.51.100.1", "two proxies of ours"),
        ("::1", "2001:db8::1", "2001:db8::1", "IPv6"),
        ("::ffff:10.0.0.2", "198.51.100.1", "198.51.100.1", "IPv4 in IPv6"),
        ("10.0.0.2", None, "10.0.0.2", "the proxy itself"),
        ("10.0.0.2", "unknown", "10.0.0.2", "nonsense"),
        ("10.0.0.2", "198.51.100.1, unknown, 10.0.0.9", "10.0.0.9", "nothing behind nonsense"),
    ],
)
def test_the_client_is_who_a_trusted_proxy_says(
    peer: str, forwarded: str | None, client: str, why: str
) -> None:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    assert str(client_address(scope, PROXIES)) == client, why


def test_a_client_without_an_address_has_none() -> None:
    assert client_address({"type": "http", "client": None, "headers": []}, PROXIES) is None


@pytest.mark.parametrize(
    ("per_minute", "at", "granted", "why"),
    [
        (60, [0.0] * 20, 15, "what the rate allows in a quarter of a minute"),
        (60, [0.0] * 15 + [1.0, 1.0], 16, "one more a second later"),
        (60, [0.0] * 15 + [100.0] * 20, 30, "never more than a burst at once"),
        (1, [0.0, 30.0, 60.0], 2, "one a minute"),
        (0, [0.0] * 100, 100, "no limit"),
    ],
)
def test_a_bucket_grants_its_rate(per_minute: int, at: list[float], granted: int, why: str) -> None:
    times = iter(at)
    buckets = TokenBuckets(per_minute, clock=lambda: next(times))
    assert sum(buckets.take("a") == 0 for _ in at) == granted, why


def test_who_waits_as_told_is_served() -> None:
    now = 0.0
    buckets = TokenBuckets(7, clock=lambda: now)
    while (wait := buckets.take("a")) == 0:
        pass
    now += wait
    assert buckets.take("a") == 0


def test_clients_heard_of_longest_ago_are_forgotten() -> None:
    buckets = TokenBuckets(1)
    for number in range(MOST_CLIENTS + 50):
        buckets.take(str(number))
    assert len(buckets._clients) == MOST_CLIENTS
    assert buckets.take("0") == 0


def test_on_this_machine_nobody_is_limited_by_default(served: Callable[..., Any]) -> None:
    with served(photos_per_minute=1, requests_per_minute=1) as client:
        answers = [client.get("/v1/rulesets").status_code for _ in range(5)]
        photos = [client.post("/v1/read", files={"photo": PHOTO}).status_code for _ in range(3)]
    assert answers + photos == [200] * 8


def test_who_asks_too_often_is_told_when_to_ask_again(served: Callable[..., Any]) -> None:
    asked = {"photos_per_minute": 4, "requests_per_minute": 8, "limit_localhost": True}
    with served(**asked, cors_origins="https://club.example") as client:
        origin = {"origin": "https://club.example"}
        answers = [client.get("/v1/rulesets", headers=origin) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].headers["content-type"] == "application/problem+json"
        assert answers[2].headers["access-control-allow-origin"] == "https://club.example"
        assert int(answers[2].headers["retry-after"]) == pytest.approx(8, abs=1)
        assert client.post("/v1/read", files={"photo": PHOTO}).status_code == 200
        assert client.post("/v1/read", files={"photo": PHOTO}).status_code == 429
        assert client.get("/").status_code == client.get("/healthz").status_code == 200
        assert 'qicheng_refused_total{code="too_many_requests"} 2.0' in client.get("/metrics").text


def test_clients_behind_a_trusted_proxy_have_a_limit_each(served: Callable[..., Any]) -> None:
    with served(requests_per_minute=4, trusted_proxies="127.0.0.1") as client:
        told = ["198.51.100.1", "198.51.100.2", "198.51.100.1", "2001:db8::1", "2001:db8::2"]
        answers = [client.get("/v1/rulesets", headers={"x-forwarded-for": each}) for each in told]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 200, 429]
