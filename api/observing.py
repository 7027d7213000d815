"""One line and a few numbers for every request: route, status, time. Nothing of what it carried."""

from __future__ import annotations

import logging
import time
import uuid

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.logs import fields
from api.metrics import Metrics

log = logging.getLogger("qicheng.api")
GONE = 499
"""Noted as status where the client left before its answer."""
METHODS = {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}


class Observed:
    """Measures each request and gives it an id, which its answer carries as `X-Request-ID`."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started, status = time.perf_counter(), GONE
        scope["request_id"] = request_id = uuid.uuid4().hex[:16]

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request_id
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, route, str(status)).inc()
        self.metrics.request_seconds.labels(route).observe(seconds)
        told = fields(
            id=scope["request_id"], method=method, route=route, status=status, ms=round(seconds * 1000, 1)
        )
        log.info("request", extra=told)


def route_of(scope: Scope) -> str:
    """The route's pattern, so that no id and no stranger's path becomes a label."""
    route = scope.get("route")
    path = getattr(route, "path_format", None) or getattr(route, "path", None)
    if path is not None:
        return str(path)
    return "/static" if scope["path"].startswith("/static/") else "other"
