"""What the tests of the doors share."""

import json
import urllib.error
import urllib.request
from typing import Any

HOUSE = (
    'extends = "yangzhou-new"\nname = { zh = "我家", en = "Our house" }\n'
    "[options]\nminimum = 10\n[small]\nyaotou = 0\n[big]\nyiban = 12\n"
)


class Ask:
    """`ask("/v1/score", request)` gives the status and the answer of a server."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __call__(self, path: str, body: dict[str, Any] | str | None = None) -> tuple[int, Any]:
        text = body if isinstance(body, str | None) else json.dumps(body)
        data = None if text is None else text.encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
