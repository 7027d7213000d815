"""The phone page, the reference page and the probes. Nothing here loads anything from elsewhere."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import FileResponse, JSONResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from api.photo_routes import service_of
from api.service import Service

WEB = files("api") / "web"
router = APIRouter(include_in_schema=False)
probes = APIRouter()


class Assets(StaticFiles):
    """The files of the pages; a browser asks again each time, so that an update shows at once."""

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


@probes.get("/readyz")
async def readyz(service: Annotated[Service, Depends(service_of)]) -> JSONResponse:
    """A photo can be read now; 503 while the model loads or when there is none."""
    service.ready_reader()
    return JSONResponse({"status": "ready"})
