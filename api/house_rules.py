"""A house's own rules beside a service: whatever it answers, it answers by them."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from scoring import Library, use


class HouseRules:
    """Answers every request by the rules of `library`."""

    def __init__(self, app: ASGIApp, library: Library) -> None:
        self.app, self.library = app, library

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; the threads that it starts see the same rules."""
        with use(self.library):
            await self.app(scope, receive, send)
