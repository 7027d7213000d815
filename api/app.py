"""The service, assembled: settings, reader and routes come together here and nowhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from api import pages, photo_routes, problem_answers, rules_routes
from api.clients import RateLimit
from api.corrections import routes as correction_routes
from api.corrections.database import Database
from api.corrections.pictures import pictures_at
from api.corrections.store import CorrectionStore
from api.house_rules import HouseRules
from api.limits import BodyLimit
from api.observing import Observed
from api.pages import WEB, Assets
from api.schemas.openapi import extra_schemas
from api.security import Cors, SecurityHeaders
from api.service import Reader, Service
from api.settings import Settings
from scoring import Library

DESCRIPTION = """Photograph a finished mahjong hand: the fan, the reasons, and who pays whom.

Errors are `application/problem+json` (RFC 9457) with a stable `code`.
Photos are neither stored nor logged, save those sent as corrections with consent."""


class Qicheng(FastAPI):
    """FastAPI with our own reference page and the schemas of hand-read bodies."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        if self.openapi_schema is None:
            document = super().openapi()
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in extra_schemas().items():
                schemas.setdefault(name, schema)
            rules_routes.add_examples(document)
        assert self.openapi_schema is not None
        return self.openapi_schema


def create_app(settings: Settings | None = None, reader: Reader | None = None) -> FastAPI:
    """The ASGI application. Without `reader` the model of `settings` is loaded in the background at start.

    Raises:
        StoreError: the settings name a database or a place of pictures that there is no client for.
        RulesetFileError: a file in the folder of rules cannot be used.
    """
    settings = settings or Settings()
    builtin = Library.builtin()
    library = builtin if settings.rules is None else builtin.with_folder(settings.rules)
    service = Service(settings, reader)
    database, pictures = Database(settings.database_url), pictures_at(settings.pictures_place)
    store = CorrectionStore(database, pictures, settings.max_corrections)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        loading = asyncio.create_task(service.start())
        yield
        loading.cancel()
        await asyncio.to_thread(service.queue.close)
        store.close()

    app = Qicheng(
        title="起成 Qicheng",
        version=version("qicheng"),
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service, app.state.corrections = service, store
    problem_answers.install(app)
    app.include_router(rules_routes.router, tags=["rules"])
    app.include_router(photo_routes.router, tags=["photos"])
    app.include_router(correction_routes.router, tags=["corrections"])
    app.include_router(pages.probes, tags=["operations"])
    app.include_router(pages.router)
    app.mount("/static", GZipMiddleware(Assets(directory=str(WEB)), minimum_size=1000), name="static")
    app.add_middleware(HouseRules, library=library)
    # The last added stands outermost: headers, then CORS, so that each error below carries both.
    app.add_middleware(
        BodyLimit,
        upload_bytes=settings.max_upload_bytes,
        json_bytes=settings.max_json_bytes,
        timeout_s=settings.body_timeout_s,
    )
    app.add_middleware(RateLimit, settings=settings, metrics=service.metrics)
    app.add_middleware(problem_answers.CatchAll)
    app.add_middleware(
        Cors,
        allow_origins=settings.cors_origins,
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["Authorization", "Content-Type"],
        expose_headers=["Retry-After", "X-Request-ID"],
    )
    app.add_middleware(Observed, metrics=service.metrics)
    app.add_middleware(SecurityHeaders)
    return app
