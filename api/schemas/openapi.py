"""How the routes refer to the documented objects."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from api.schemas.common import ProblemModel
from api.schemas.requests import Circumstances, DiscardsRequest, ScoreRequest, SettleRequest, WaitsRequest

REQUESTS: tuple[type[BaseModel], ...] = (
    ScoreRequest,
    WaitsRequest,
    DiscardsRequest,
    SettleRequest,
    Circumstances,
)
EXAMPLE = {
    "ruleset": "yangzhou-new",
    "concealed": "12p456p789p11z",
    "melds": [{"kind": "pung", "tiles": "777z", "from": "across"}],
    "winning_tile": "3p",
    "win": "discard",
    "seat": "south",
    "discarder": "west",
}
EXAMPLES: dict[str, dict[str, Any]] = {
    "ScoreRequest": EXAMPLE,
    "SettleRequest": {
        "ruleset": "diedaohu",
        "base": 2,
        "discarder": "west",
        "winners": [{"seat": "south", "concealed": "234m234m567s88p46p", "winning_tile": "5p"}],
        "kongs": [{"seat": "north", "kind": "kong", "from": "east"}],
    },
    "WaitsRequest": {"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p"},
    "DiscardsRequest": {"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p9m"},
}
PHOTO = {
    "type": "string",
    "format": "binary",
    "description": "JPEG, PNG, WebP or HEIC, 30 MB at most.",
}
_ref = "#/components/schemas/{model}"


PROBLEMS = {
    401: "The token is missing or wrong.",
    403: "Not offered here; `detail` says which setting decides.",
    404: "There is no such thing.",
    408: "The body took too long to arrive.",
    413: "Too large; `detail` names the limit.",
    415: "Not a kind of body or picture that is taken; `detail` names those that are.",
    422: "Not a request that can be answered; `reasons` holds all that is wrong.",
    429: "Too many requests from this client: again after `Retry-After` seconds.",
    503: "Too much at once, or not ready: again after `Retry-After` seconds.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a route of `/v1`, any of which may be refused by the rate limit."""
    return {status: _problem(PROBLEMS[status]) for status in sorted({*statuses, 429})}


def _problem(description: str) -> dict[str, Any]:
    schema = {"$ref": _ref.format(model="ProblemModel")}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}


ERRORS = problems(408, 413, 415, 422)
"""What may be wrong with a JSON body."""
EXPORT_ANSWER: dict[str, Any] = {
    "description": "Pictures, labels and `corrections.jsonl`, see docs/api.md.",
    "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
}


def not_ready() -> dict[int | str, dict[str, Any]]:
    """The answer of a probe before photos can be read."""
    return {503: _problem(PROBLEMS[503])}


def json_body(name: str) -> dict[str, Any]:
    """The request body of a route that takes JSON."""
    media = {"schema": {"$ref": _ref.format(model=name)}, "example": EXAMPLES[name]}
    return {"requestBody": {"required": True, "content": {"application/json": media}}}


def photo_body(*, circumstances: bool) -> dict[str, Any]:
    """The request body of a route that takes a photo."""
    preview = {"type": "boolean", "default": False, "description": "Send an upright JPEG along."}
    fields: dict[str, Any] = {"photo": PHOTO, "preview": preview}
    if circumstances:
        fields["circumstances"] = {"$ref": _ref.format(model="Circumstances")}
    return _form(fields, ["photo"], ["circumstances"] if circumstances else [])


def correction_body() -> dict[str, Any]:
    """The request body of a correction."""
    reading = {"$ref": _ref.format(model="Reading")}
    fields = {
        "photo": PHOTO,
        "reading": {**reading, "description": "The reading as the person left it."},
        "before": {**reading, "description": "The reading as the service gave it."},
        "consent": {"const": True, "type": "boolean", "description": "The person agrees to the storing."},
        "by": {"type": "string", "maxLength": 80, "description": "A name, where the person gives one."},
    }
    return _form(fields, ["photo", "reading", "consent"], ["reading", "before"])


def _form(fields: dict[str, Any], required: list[str], as_json: list[str]) -> dict[str, Any]:
    schema = {"type": "object", "required": required, "properties": fields}
    encoding = {name: {"contentType": "application/json"} for name in as_json}
    content = {"multipart/form-data": {"schema": schema, **({"encoding": encoding} if encoding else {})}}
    return {"requestBody": {"required": True, "content": content}}


def extra_schemas() -> dict[str, Any]:
    """The component schemas that FastAPI does not see by itself."""
    wanted = [(model, "validation") for model in REQUESTS]
    _, definitions = models_json_schema([*wanted, (ProblemModel, "serialization")], ref_template=_ref)  # type: ignore[list-item]
    schemas: dict[str, Any] = definitions["$defs"]
    return schemas
