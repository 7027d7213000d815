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
_ref = "#/components/schemas/{model}"


def _problem(description: str) -> dict[str, Any]:
    schema = {"$ref": _ref.format(model="ProblemModel")}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}


ERRORS: dict[int | str, dict[str, Any]] = {
    413: _problem("Too large; `detail` names the limit."),
    415: _problem("Not a kind of body or picture that is taken; `detail` names those that are."),
    422: _problem("Not a request that can be answered; `reasons` holds all that is wrong."),
}
PHOTO_ERRORS: dict[int | str, dict[str, Any]] = {
    503: _problem("Too many photos at once, or no model yet: retry after `Retry-After` seconds.")
}


def json_body(name: str) -> dict[str, Any]:
    """The request body of a route that takes JSON."""
    media = {"schema": {"$ref": _ref.format(model=name)}, "example": EXAMPLES[name]}
    return {"requestBody": {"required": True, "content": {"application/json": media}}}


def photo_body(*, circumstances: bool) -> dict[str, Any]:
    """The request body of a route that takes a photo."""
    fields: dict[str, Any] = {
        "photo": {
            "type": "string",
            "format": "binary",
            "description": "JPEG, PNG, WebP or HEIC, 30 MB at most.",
        },
        "preview": {"type": "boolean", "default": False, "description": "Send an upright JPEG along."},
    }
    encoding = {}
    if circumstances:
        fields["circumstances"] = {"$ref": _ref.format(model="Circumstances")}
        encoding = {"encoding": {"circumstances": {"contentType": "application/json"}}}
    schema = {"type": "object", "required": ["photo"], "properties": fields}
    content = {"multipart/form-data": {"schema": schema, **encoding}}
    return {"requestBody": {"required": True, "content": content}}


def extra_schemas() -> dict[str, Any]:
    """The component schemas that FastAPI does not see by itself."""
    wanted = [(model, "validation") for model in REQUESTS]
    _, definitions = models_json_schema([*wanted, (ProblemModel, "serialization")], ref_template=_ref)  # type: ignore[list-item]
    schemas: dict[str, Any] = definitions["$defs"]
    return schemas
