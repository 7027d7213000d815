"""Headers on every answer: what the page may load, who may call, that nothing is kept by a cache."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problem import Problem
from api.problem_answers import respond

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class SecurityHeaders:
    """Adds `HEADERS` to every answer; answers of `/v1/` are never cached."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request with the headers added."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["path"].startswith("/v1/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class Cors(CORSMiddleware):
    """Starlette's CORS layer; a refused preflight is a problem like every other error."""

    def preflight_response(self, request_headers: Headers) -> Response:
        """Allow, or say in a problem what was not allowed."""
        response = super().preflight_response(request_headers)
        if response.status_code < 400:
            return response
        what = bytes(response.body).decode()
        problem = respond(
            Problem(
                response.status_code,
                "cors_refused",
                zh=f"未允许的跨域请求：{what}（设置 QICHENG_CORS_ORIGINS）。",
                en=f"{what}: see the setting QICHENG_CORS_ORIGINS.",
            )
        )
        for name in ("access-control-allow-origin", "vary"):
            if name in response.headers:
                problem.headers[name] = response.headers[name]
        return problem
