"""The phone page, the reference page and the probes. Nothing here loads anything from elsewhere."""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Receive, Scope, Send

from api.metrics import CONTENT_TYPE
from api.photo_routes import service_of
from api.schemas.openapi import not_ready
from api.service import Service

mimetypes.add_type("application/manifest+json", ".webmanifest")  # not in every system's list

WEB = files("api") / "web"
router = APIRouter(include_in_schema=False)
probes = APIRouter()


def _version() -> str:
    """A name for the files as they are: it changes when one of them does."""
    digest = hashlib.sha256()
    for file in sorted(Path(str(WEB)).rglob("*.*")):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


VERSION = _version()


class Assets(StaticFiles):
    """The files of the pages, compressed.

    Under `VERSION/` a browser keeps them and asks no more; by their plain names it asks again each time. The
    pages name the version, so that an update shows at once and as a whole.
    """

    def get_path(self, scope: Scope) -> str:
        """The path of the file, without the version."""
        return super().get_path(scope).removeprefix(f"{VERSION}/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one file."""
        await GZipMiddleware(super().__call__, minimum_size=1024)(scope, receive, send)

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, and how long it holds."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        lasts = f"/{VERSION}/" in scope["path"]
        response.headers["Cache-Control"] = "max-age=31536000, immutable" if lasts else "no-cache"
        return response


def _page(name: str) -> HTMLResponse:
    """A page whose files are named with their version, but those that a phone keeps with its icon."""
    text = (WEB / name).read_text(encoding="utf-8")
    versioned = re.sub(r'="static/(?!manifest|icons/)', f'="static/{VERSION}/', text)
    return HTMLResponse(versioned, headers={"Cache-Control": "no-cache"})


@router.get("/")
def phone_page() -> HTMLResponse:
    """The phone page."""
    return _page("index.html")


@router.get("/docs")
def reference_page() -> HTMLResponse:
    """The reference page, drawn from `/openapi.json`."""
    return _page("docs.html")


@probes.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@probes.get("/readyz", responses=not_ready())
async def readyz(service: Annotated[Service, Depends(service_of)]) -> JSONResponse:
    """A photo can be read now; 503 while the model loads or when there is none."""
    service.ready_reader()
    return JSONResponse({"status": "ready"})


@probes.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def metrics(service: Annotated[Service, Depends(service_of)]) -> Response:
    """Counters for Prometheus."""
    return Response(service.metrics.page(), headers={"Content-Type": CONTENT_TYPE})
