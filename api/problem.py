"""Every error the service gives, as RFC 9457 `application/problem+json`.

Problem                    status, code, a sentence that says what to do
├── raised by the doors    too large, wrong media type, queue full, no such path
├── from PhotoError        a photo we cannot take or read (vision.photo)
└── from RequestError      a hand that is not a request (scoring): carries `reasons`
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scoring import RequestError
from vision.photo_errors import PhotoError

log = logging.getLogger("qicheng.api")


class Problem(Exception):  # noqa: N818 - the RFC's own word
    """An answer that is an error: `status` (HTTP), a stable `code`, and a sentence in both languages.

    `detail` of the answer is the English sentence; `text` holds both.
    """

    def __init__(
        self,
        status: int,
        code: str,
        *,
        zh: str,
        en: str,
        reasons: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {en}")
        self.status, self.code = status, code
        self.text = {"zh": zh, "en": en}
        self.reasons, self.headers = tuple(reasons), dict(headers or {})

    @classmethod
    def from_request_error(cls, error: RequestError, status: int = 422) -> Problem:
        """A request that cannot be scored, with all its reasons."""
        zh = "".join(reason.text.zh for reason in error.reasons)
        en = " ".join(reason.text.en for reason in error.reasons)
        reasons = [reason.to_dict() for reason in error.reasons]
        return cls(status, error.reasons[0].code, zh=zh, en=en, reasons=reasons)

    @classmethod
    def from_photo_error(cls, error: PhotoError) -> Problem:
        """A photo that cannot be taken (413, 415) or read (422)."""
        return cls(error.status, error.code, zh=error.text.zh, en=error.text.en)

    def to_dict(self) -> dict[str, Any]:
        """The body of the answer."""
        body = {
            "type": f"/docs#problem-{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.text["en"],
            "code": self.code,
            "text": self.text,
        }
        return {**body, "reasons": list(self.reasons)} if self.reasons else body

    def response(self) -> JSONResponse:
        """The answer itself."""
        return JSONResponse(
            self.to_dict(), self.status, headers=self.headers, media_type="application/problem+json"
        )


class CatchAll:
    """Turns what nobody expected into a 500 problem, inside the CORS layer so that a browser can read it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; log the failure, never the request's body."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if started:
                raise
            await _unexpected().response()(scope, receive, send)


def _unexpected() -> Problem:
    return Problem(
        500,
        "internal_error",
        zh="我们这边出了错，可以放心重试。",
        en="Something failed on our side; trying again is safe.",
    )


HTTP_TEXT = {
    404: ("没有这个地址；全部接口见 /docs。", "No such path; /docs lists them all."),
    405: ("这个地址不接受这种方法；见 /docs。", "This path does not take that method; see /docs."),
}


def install(app: FastAPI) -> None:
    """Answer every kind of error of `app` as a problem."""

    @app.exception_handler(Problem)
    async def problem(_: Request, error: Problem) -> Response:
        return error.response()

    @app.exception_handler(RequestError)
    async def not_scorable(_: Request, error: RequestError) -> Response:
        return Problem.from_request_error(error).response()

    @app.exception_handler(PhotoError)
    async def bad_photo(_: Request, error: PhotoError) -> Response:
        return Problem.from_photo_error(error).response()

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        zh, en = HTTP_TEXT.get(error.status_code, (error.detail, error.detail))
        code = HTTPStatus(error.status_code).name.lower()
        return Problem(error.status_code, code, zh=zh, en=en, headers=error.headers).response()
