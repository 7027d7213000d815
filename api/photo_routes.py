"""The routes that take a photo. It is read from memory and forgotten: neither stored nor logged."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from api.bodies import photo_form
from api.scan import scan as scan_reading
from api.schemas.openapi import photo_body, problems
from api.schemas.readings import Reading, Scan
from api.service import Service
from api.strict_json import parse_json

router = APIRouter(prefix="/v1")


def service_of(request: Request) -> Service:
    """The service that this request came to."""
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


TheService = Annotated[Service, Depends(service_of)]


def _with_preview(answer: dict[str, Any], preview: dict[str, Any] | None) -> JSONResponse:
    return JSONResponse(answer if preview is None else {**answer, "preview": preview})


@router.post(
    "/read",
    responses={200: {"model": Reading}, **problems(408, 413, 415, 422, 503)},
    openapi_extra=photo_body(circumstances=False),
)
async def read(request: Request, service: TheService) -> JSONResponse:
    """Tiles, melds and winning tile of a photo, with what is doubtful."""
    service.ready_reader()
    async with service.receiving():
        form = await photo_form(request)
    reading, preview = await service.read(form)
    return _with_preview(reading.to_dict(), preview)


@router.post(
    "/scan",
    responses={200: {"model": Scan}, **problems(408, 413, 415, 422, 503)},
    openapi_extra=photo_body(circumstances=True),
)
async def scan(request: Request, service: TheService) -> JSONResponse:
    """A photo to its score; which doubts of the reading would change it is worked out."""
    service.ready_reader()
    async with service.receiving():
        form = await photo_form(request)
    circumstances = parse_json(form.fields.get("circumstances") or "{}")
    reading, preview = await service.read(form)
    result = await run_in_threadpool(scan_reading, reading, circumstances)
    return _with_preview(result.to_dict(), preview)
