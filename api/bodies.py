"""Reading what a request carries: a JSON object, or a photo in a multipart form. Photos stay in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from starlette.requests import ClientDisconnect, Request

from api.multipart import MultipartError, read_form
from api.problem import Problem
from api.strict_json import parse_json

PHOTO_TYPES = "JPEG, PNG, WebP, HEIC/HEIF"


@dataclass(frozen=True, slots=True)
class PhotoForm:
    """A multipart upload: the bytes of `photo` and the plain fields beside it."""

    photo: bytes
    fields: Mapping[str, str]


async def json_object(request: Request) -> dict[str, Any]:
    """The body as a JSON object.

    Raises:
        Problem: 415 for a body declared as something else, 422 for broken JSON.
    """
    kind = _media_type(request)
    if kind and kind != "application/json" and not kind.endswith("+json"):
        raise Problem(
            415,
            "unsupported_media_type",
            zh="请发送 application/json。",
            en=f"Send application/json, not {kind} (curl -H 'Content-Type: application/json').",
        )
    return parse_json(await request.body())


async def photo_form(request: Request) -> PhotoForm:
    """The multipart form of a photo upload.

    Raises:
        Problem: 415 for another kind of body, 422 when the form is broken or has no `photo`.
    """
    if _media_type(request) != "multipart/form-data":
        raise Problem(
            415,
            "unsupported_media_type",
            zh=f"请用 multipart/form-data 上传，字段名 photo（{PHOTO_TYPES}）。",
            en=f"Upload the photo as multipart/form-data, field `photo` ({PHOTO_TYPES}): "
            "curl -F photo=@hand.jpg ...",
        )
    try:
        parts = await read_form(request.headers["content-type"], request.stream())
    except (MultipartError, ClientDisconnect) as error:
        raise Problem(
            422, "bad_multipart", zh="上传的表单不完整，请重试。", en=f"The upload form is broken: {error}."
        ) from error
    photos = [part for part in parts if part.is_file and part.name == "photo"]
    if len(photos) != 1:
        _no_single_photo(len(photos), sorted({part.name for part in parts}))
    return PhotoForm(photos[0].data, {part.name: part.text for part in parts if not part.is_file})


def flag(fields: Mapping[str, str], name: str) -> bool:
    """A yes/no field of a form; absent is no.

    Raises:
        Problem: 422 for any other word.
    """
    value = fields.get(name, "false").strip().lower()
    if value in {"true", "1", "yes", "on"}:
        return True
    if value in {"false", "0", "no", "off", ""}:
        return False
    raise Problem(
        422,
        "invalid_parameter",
        zh=f"{name} 应为 true 或 false。",
        en=f"{name} is true or false, not {value[:40]!r}.",
    )


def _no_single_photo(count: int, names: list[str]) -> NoReturn:
    got = ", ".join(name[:40] for name in names[:8]) or "nothing"
    if count:
        raise Problem(422, "many_photos", zh="一次只传一张照片。", en=f"One photo a request, not {count}.")
    raise Problem(
        422,
        "no_photo",
        zh="没有收到照片：请把文件放在字段 photo 里。",
        en=f"No photo received: send it as a file in the field `photo` (got: {got}).",
    )


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()
