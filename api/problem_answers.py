"""Problems as answers of the service: a handler for each kind of error, and one for the unexpected."""

from __future__ import annotations

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.logs import fields
from api.problem import Problem
from scoring import RequestError
from vision.photo_errors import PhotoError

log = logging.getLogger("qicheng.api")


def respond(problem: Problem) -> JSONResponse:
    """The problem as an answer."""
    return JSONResponse(
        problem.to_dict(), problem.status, headers=problem.headers, media_type="application/problem+json"
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
            log.exception("failed", extra=fields(id=scope.get("request_id"), method=scope["method"]))
            if started:
                raise
            await respond(_unexpected())(scope, receive, send)


def _unexpected() -> Problem:
    return Problem(
        500,
        "internal_error",
        zh="我们这边出了错，可以放心重试。",
        en="Something failed on our side; trying again is safe.",
    )


def _invalid_parameter(error: RequestValidationError) -> Problem:
    """A part of the address or its query that is missing or wrong."""
    wrong = "; ".join(f"{each['loc'][-1]}: {each['msg']}" for each in error.errors())[:500]
    return Problem(422, "invalid_parameter", zh=f"地址里的参数不对：{wrong}。", en=f"{wrong}.")


HTTP_TEXT = {
    404: ("没有这个地址；全部接口见 /docs。", "No such path; /docs lists them all."),
    405: ("这个地址不接受这种方法；见 /docs。", "This path does not take that method; see /docs."),
}


def install(app: FastAPI) -> None:
    """Answer every kind of error of `app` as a problem."""

    @app.exception_handler(Problem)
    async def problem(_: Request, error: Problem) -> Response:
        return respond(error)

    @app.exception_handler(RequestError)
    async def not_scorable(_: Request, error: RequestError) -> Response:
        return respond(Problem.from_request_error(error))

    @app.exception_handler(PhotoError)
    async def bad_photo(_: Request, error: PhotoError) -> Response:
        return respond(Problem.from_photo_error(error))

    @app.exception_handler(RequestValidationError)
    async def bad_parameter(_: Request, error: RequestValidationError) -> Response:
        return respond(_invalid_parameter(error))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        zh, en = HTTP_TEXT.get(error.status_code, (error.detail, error.detail))
        code = HTTPStatus(error.status_code).name.lower()
        return respond(Problem(error.status_code, code, zh=zh, en=en, headers=error.headers))
