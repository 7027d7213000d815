"""How much a request may carry, and how many photos may be in work at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problem import Problem
from api.problem_answers import respond

T = TypeVar("T")
DRAIN_SECONDS = 2.0


class BodyLimit:
    """Answers 413 as soon as a body is known to be too large: declared so, or counted so while it arrives."""

    def __init__(self, app: ASGIApp, upload_bytes: int, json_bytes: int) -> None:
        self.app, self.upload_bytes, self.json_bytes = app, upload_bytes, json_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request with its body counted."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        multipart = headers.get("content-type", "").lower().startswith("multipart/")
        limit = self.upload_bytes if multipart else self.json_bytes
        declared = headers.get("content-length", "")
        if declared.isdigit() and int(declared) > limit:
            return await _answer_and_drain(too_large(limit), receive, send)
        arrived = 0

        async def counted() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > limit:
                raise BodyTooLarge(limit)
            return message

        try:
            await self.app(scope, counted, send)
        except BodyTooLarge as error:
            await _answer_and_drain(too_large(error.limit), receive, send)


class BodyTooLarge(BaseException):
    """Passes every handler on its way out of the body being read; only `BodyLimit` catches it."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"body over {limit} bytes")
        self.limit = limit


def too_large(limit: int) -> Problem:
    """The 413 of a body over `limit` bytes."""
    megabytes = f"{limit / 1e6:g} MB"
    return Problem(
        413,
        "too_large",
        zh=f"最多 {megabytes}：请换一张小一点的照片。",
        en=f"At most {megabytes} are taken: send a smaller photo.",
        headers={"Connection": "close"},
    )


async def _answer_and_drain(problem: Problem, receive: Receive, send: Send) -> None:
    """Answer at once, then swallow what is still arriving for a moment.

    Closing on a client that is still sending resets the connection, and the client loses the answer
    (RFC 9112, 9.6).
    """
    response = respond(problem)
    await send(
        {"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers}
    )
    await send({"type": "http.response.body", "body": bytes(response.body), "more_body": True})
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            while (message := await receive())["type"] == "http.request" and message.get("more_body"):
                pass
    except TimeoutError:
        pass
    await send({"type": "http.response.body", "body": b""})


class ReadingQueue:
    """Runs the heavy work in `workers` threads and lets at most `queue` more calls wait."""

    def __init__(self, workers: int, queue: int, retry_after_s: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="reading")
        self._room = workers + queue
        self._retry_after_s = retry_after_s
        self._in_work = 0

    @property
    def full(self) -> bool:
        """True when the next call would be refused."""
        return self._in_work >= self._room

    def refuse_when_full(self) -> None:
        """Raise the 503 early, before a body is read for nothing."""
        if self.full:
            raise Problem(
                503,
                "busy",
                zh="正忙，请稍后再试。",
                en="Busy reading other photos: try again shortly.",
                headers={"Retry-After": str(self._retry_after_s)},
            )

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, from a worker thread; a caller who gives up frees its place in the queue.

        Raises:
            Problem: 503 when the queue is full.
        """
        self.refuse_when_full()
        self._in_work += 1
        loop = asyncio.get_running_loop()
        future = self._pool.submit(work)

        def done(_: Future[T]) -> None:
            loop.call_soon_threadsafe(self._release)

        future.add_done_callback(done)
        return await asyncio.wrap_future(future)

    def _release(self) -> None:
        self._in_work -= 1

    def close(self) -> None:
        """Let the running work end and drop the waiting."""
        self._pool.shutdown(wait=True, cancel_futures=True)
