"""The phone page, the reference page and the probes. Nothing here loads anything from elsewhere."""

from __future__ import annotations

import mimetypes
from importlib.resources import files
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import FileResponse, JSONResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from api.metrics import CONTENT_TYPE
from api.photo_routes import service_of
from api.schemas.openapi import not_ready
from api.service import Service

mimetypes.add_type("application/manifest+json", ".webmanifest")  # not in every system's list

WEB = files("api") / "web"
router = APIRouter(include_in_schema=False)
probes = APIRouter()


class Assets(StaticFiles):
    """The files of the pages, compressed; a browser asks again each time, so that an update shows at once."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one file."""
        await GZipMiddleware(super().__call__, minimum_size=1024)(scope, receive, send)

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """The file, to be revalidated by its ETag."""
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


@router.get("/")
def phone_page() -> FileResponse:
    """The phone page."""
    return FileResponse(str(WEB / "index.html"), headers={"Cache-Control": "no-cache"})


@router.get("/docs")
def reference_page() -> FileResponse:
    """The reference page, drawn from `/openapi.json`."""
    return FileResponse(str(WEB / "docs.html"), headers={"Cache-Control": "no-cache"})


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
