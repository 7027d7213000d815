"""The doors to the corrections: send one with consent, take it back, export all with a token."""

from __future__ import annotations

import hmac
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response, StreamingResponse
from starlette.convertors import Convertor, register_url_convertor

from api.bodies import photo_form
from api.corrections.cleaning import clean_picture
from api.corrections.errors import StoreError, StoreFullError
from api.corrections.export import ExportFormat, export_zip
from api.corrections.incoming import agreed, correction_of, readings_of
from api.corrections.store import CorrectionStore
from api.photo_routes import TheService
from api.problem import Problem
from api.schemas.corrections import StoredCorrection
from api.schemas.openapi import EXPORT_ANSWER, correction_body, problems
from api.service import Service
from api.settings import Settings
from vision.photo import PhotoLimits


class IdConvertor(Convertor[str]):
    """What can be an id; anything else is no such path."""

    regex = "[0-9a-f]{32}"

    def convert(self, value: str) -> str:
        """As it is."""
        return value

    def to_string(self, value: str) -> str:
        """As it is."""
        return value


register_url_convertor("correction", IdConvertor())
router = APIRouter(prefix="/v1/corrections")
FULL_RETRY_S = 3600


def store_of(request: Request) -> CorrectionStore:
    """The store of this service."""
    store = request.app.state.corrections
    assert isinstance(store, CorrectionStore)
    return store


TheStore = Annotated[CorrectionStore, Depends(store_of)]
CorrectionId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The id that storing it answered.")]


@router.post(
    "",
    status_code=201,
    responses={
        201: {"model": StoredCorrection, "description": "Stored: it survives a crash from here on."},
        200: {"model": StoredCorrection, "description": "The same photo and reading were stored before."},
        **problems(408, 413, 415, 422, 503),
    },
    openapi_extra=correction_body(),
)
async def add(request: Request, service: TheService, store: TheStore) -> JSONResponse:
    """Store a corrected reading and its photo for labelling. Only with `consent=true`.

    The stored picture is upright and without EXIF, GPS or any other metadata.
    """
    async with service.receiving():
        form = await photo_form(request)
    agreed(form)
    after, before = readings_of(form)
    limits = PhotoLimits(data_bytes=service.settings.max_upload_bytes)
    picture = await service.queue.run(lambda: clean_picture(form.photo, limits))
    new = correction_of(form, picture, after, before)
    correction, is_new = await _in_store(service, store.add, new)
    service.metrics.corrections.labels("stored" if is_new else "repeated").inc()
    return JSONResponse(correction.to_dict(), 201 if is_new else 200)


@router.get(
    "/export", response_class=Response, responses={200: EXPORT_ANSWER, **problems(401, 403, 422, 503)}
)
async def export(
    request: Request,
    service: TheService,
    store: TheStore,
    format_: Annotated[ExportFormat, Query(alias="format", description="What labels the zip holds.")],
) -> StreamingResponse:
    """All corrections as a zip for a labelling tool. Needs the token of `QICHENG_CORRECTIONS_TOKEN`."""
    _check_token(request, service.settings)
    await _in_store(service, store.open)
    name = f'attachment; filename="corrections-{format_}.zip"'
    pieces = export_zip(store.all(), format_)
    return StreamingResponse(pieces, media_type="application/zip", headers={"Content-Disposition": name})


@router.delete(
    "/{correction_id:correction}", status_code=204, response_class=Response, responses=problems(404, 503)
)
async def delete(correction_id: CorrectionId, service: TheService, store: TheStore) -> Response:
    """Take a correction back: its row goes, and its picture unless another correction has the same."""
    if not await _in_store(service, store.delete, correction_id):
        raise Problem(
            404,
            "unknown_correction",
            zh="没有这条纠正，可能已经删除。",
            en="No such correction; it may be deleted already.",
        )
    service.metrics.corrections.labels("deleted").inc()
    return Response(status_code=204)


async def _in_store(service: Service, work: Any, *arguments: Any) -> Any:
    try:
        return await run_in_threadpool(work, *arguments)
    except StoreFullError as error:
        raise Problem(
            503,
            "store_full",
            zh="已经存满，暂时不收新的纠正。",
            en="No more corrections are taken for now: as many are stored as this service keeps.",
            headers={"Retry-After": str(FULL_RETRY_S)},
        ) from error
    except StoreError as error:
        raise Problem(
            503,
            "store_unavailable",
            zh="纠正暂时存不了，请稍后再试。",
            en="Corrections cannot be stored or read right now: try again later.",
            headers={"Retry-After": str(service.settings.retry_after_s)},
        ) from error


def _check_token(request: Request, settings: Settings) -> None:
    if settings.corrections_token is None:
        raise Problem(
            403,
            "export_off",
            zh="没有设置 QICHENG_CORRECTIONS_TOKEN，导出已关闭。",
            en="Export is off: no QICHENG_CORRECTIONS_TOKEN is set.",
        )
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    token = settings.corrections_token.get_secret_value()
    if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), token.encode()):
        raise Problem(
            401,
            "wrong_token",
            zh="令牌不对或没有给出。",
            en="Send the token: Authorization: Bearer TOKEN.",
            headers={"WWW-Authenticate": "Bearer"},
        )
