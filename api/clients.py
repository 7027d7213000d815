"""Which client a request comes from, and how much one client may ask."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.metrics import Metrics
from api.problem import Problem
from api.problem_answers import respond
from api.settings import Settings

Address = IPv4Address | IPv6Address
BURST_SECONDS = 15
"""A client that was quiet may at once send what the rate allows in this time."""
MOST_CLIENTS = 10_000
HOUSEHOLD_BITS = 64
"""One IPv6 household has a /64: its addresses are one client."""


class RateLimit:
    """Answers 429 with `Retry-After` to a client that asks too often; the pages and the probes are free."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app, self.settings, self.metrics = app, settings, metrics
        self._photos = TokenBuckets(settings.photos_per_minute)
        self._others = TokenBuckets(settings.requests_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or say when to ask again."""
        if scope["type"] != "http" or not scope["path"].startswith("/v1/"):
            return await self.app(scope, receive, send)
        wait = self._wait(scope)
        if wait == 0:
            return await self.app(scope, receive, send)
        self.metrics.refused.labels("too_many_requests").inc()
        return await respond(too_many_requests(wait))(scope, receive, send)

    def _wait(self, scope: Scope) -> int:
        address = client_address(scope, self.settings.trusted_proxies)
        if address is None or (address.is_loopback and not self.settings.limit_localhost):
            return 0
        is_photo = Headers(scope=scope).get("content-type", "").lower().startswith("multipart/")
        return (self._photos if is_photo else self._others).take(_household(address))


def too_many_requests(wait: int) -> Problem:
    """The 429 of a client that may ask again in `wait` seconds."""
    return Problem(
        429,
        "too_many_requests",
        zh=f"请求太频繁，请 {wait} 秒后再试。",
        en=f"Too many requests: try again in {wait} s.",
        headers={"Retry-After": str(wait)},
    )


class TokenBuckets:
    """A token bucket for each client, those heard of longest ago forgotten beyond `MOST_CLIENTS`.

    >>> buckets = TokenBuckets(per_minute=4, clock=lambda: 0.0)  # one at once, then one in 15 s
    >>> buckets.take("a"), buckets.take("a"), buckets.take("b")
    (0, 15, 0)
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_minute / 60
        self._burst = max(1.0, self._rate * BURST_SECONDS)
        self._clock = clock
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> int:
        """0 when granted, else whole seconds to wait."""
        if self._rate == 0:
            return 0
        now = self._clock()
        tokens, since = self._clients.pop(client, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        granted = tokens >= 1
        self._clients[client] = (tokens - 1 if granted else tokens, now)
        if len(self._clients) > MOST_CLIENTS:
            self._clients.popitem(last=False)
        return 0 if granted else math.ceil((1 - tokens) / self._rate)


def client_address(scope: Scope, trusted: Sequence[IPv4Network | IPv6Network]) -> Address | None:
    """The client's address: the peer's, or what the trusted proxies say it is.

    `X-Forwarded-For` is read from its end, where the nearest proxy writes: the first address that is no
    trusted proxy is the client. What stands before it anyone may have invented.
    """
    peer = _parse((scope.get("client") or ("",))[0])
    if peer is None or not _is_in(peer, trusted):
        return peer
    listed = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")
    for hop in reversed(listed):
        address = _parse(hop.strip())
        if address is None:
            return peer
        if not _is_in(address, trusted):
            return address
        peer = address
    return peer


def _parse(text: str) -> Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_in(address: Address, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    return any(address in network for network in networks)


def _household(address: Address) -> str:
    if address.version == 4:
        return str(address)
    return str(int(address) >> (128 - HOUSEHOLD_BITS))
