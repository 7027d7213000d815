"""How much a request may carry, how long it may take, and how many photos may be in work at once."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problem import Problem
from api.problem_answers import respond

T = TypeVar("T")
DRAIN_SECONDS = 2.0
NICE = 5
"""How far heavy threads stand back behind those that answer (`nice`)."""


class BodyLimit:
    """Answers 413 as soon as a body is known to be too large, declared so or counted so while it arrives, and
    408 to one that takes longer than `timeout_s` to arrive.
    """

    def __init__(self, app: ASGIApp, upload_bytes: int, json_bytes: int, timeout_s: float) -> None:
        self.app, self.upload_bytes, self.json_bytes = app, upload_bytes, json_bytes
        self.timeout_s = timeout_s

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
        arrived, whole = 0, False
        deadline = asyncio.get_running_loop().time() + self.timeout_s

        async def counted() -> Message:
            nonlocal arrived, whole
            if whole:
                return await receive()  # waits for the client to leave: that may take as long as it takes
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise BodyRefused(too_slow(self.timeout_s)) from None
            arrived += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if arrived > limit:
                raise BodyRefused(too_large(limit))
            return message

        try:
            await self.app(scope, counted, send)
        except BodyRefused as refused:
            await _answer_and_drain(refused.problem, receive, send)


class BodyRefused(BaseException):
    """Passes every handler on its way out of the body being read; only `BodyLimit` catches it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


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


def too_slow(seconds: float) -> Problem:
    """The 408 of a body that was not there in time."""
    return Problem(
        408,
        "too_slow",
        zh="上传太慢，已中断：请换个网络，或传一张小一点的照片。",
        en=f"The upload took longer than {seconds:g} s: use a better network or a smaller photo.",
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


def busy(retry_after_s: int) -> Problem:
    """The 503 of a service that has its hands full."""
    return Problem(
        503,
        "busy",
        zh="正忙，请稍后再试。",
        en="Busy reading other photos: try again shortly.",
        headers={"Retry-After": str(retry_after_s)},
    )


class ReadingQueue:
    """Runs the heavy work in `workers` threads and lets at most `queue` more calls wait."""

    def __init__(self, workers: int, queue: int, retry_after_s: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="reading", initializer=yield_to_others)
        self._workers, self._room = workers, workers + queue
        self._retry_after_s = retry_after_s
        self._in_work = 0

    @property
    def full(self) -> bool:
        """True when the next call would be refused."""
        return self._in_work >= self._room

    @property
    def waiting(self) -> int:
        """Calls that no worker has begun."""
        return max(0, self._in_work - self._workers)

    @property
    def running(self) -> int:
        """Calls that are being worked on."""
        return min(self._in_work, self._workers)

    def refuse_when_full(self) -> None:
        """Raise the 503 early, before a body is read for nothing."""
        if self.full:
            raise busy(self._retry_after_s)

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


def yield_to_others() -> None:
    """Lower the priority of this thread and of those it starts, so that short answers go before heavy work.

    Linux keeps a nice value for each thread; elsewhere this does nothing.
    """
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
