"""JSON from outside: an object, strictly, or a problem that says what is wrong."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from api.problem import Problem


def parse_json(text: str | bytes) -> dict[str, Any]:
    """A JSON object, strictly (no NaN, no infinity).

    Raises:
        Problem: 422 `bad_json`, saying what is wrong.
    """
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Problem(
            422, "bad_json", zh=f"不是有效的 JSON：{error}。", en=f"Not valid JSON: {error}."
        ) from error
    if not isinstance(value, dict):
        raise Problem(
            422,
            "bad_json",
            zh="需要一个 JSON 对象（{…}）。",
            en=f"A JSON object ({{...}}) is needed, not {type(value).__name__}.",
        )
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
