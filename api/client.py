"""A typed Python client of the service, in step with its OpenAPI document.

>>> from api.client import Qicheng
>>> with Qicheng("http://localhost:8000") as qicheng:  # doctest: +SKIP
...     scan = qicheng.scan("hand.jpg", {"ruleset": "yangzhou-new", "win": "self_draw"})
...     print(scan.score.total, [fan.name.zh for fan in scan.score.fans])
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Self

import httpx
from pydantic import TypeAdapter

from api.schemas.common import ProblemModel
from api.schemas.corrections import StoredCorrection
from api.schemas.readings import Reading, Scan
from api.schemas.rulesets import RulesetBrief, RulesetFull
from api.schemas.scores import Discard, Score, Settlement, Wait

__all__ = ["ExportFormat", "Photo", "Qicheng", "QichengError"]

Photo = bytes | str | Path
"""A photo: its bytes, or where it lies."""
ExportFormat = Literal["yolo", "coco", "label-studio"]
JsonObject = Mapping[str, Any]
RETRIED = {429, 503}
_RULESETS = TypeAdapter(list[RulesetBrief])
_RULESET: TypeAdapter[RulesetFull | RulesetBrief] = TypeAdapter(RulesetFull | RulesetBrief)
_WAITS = TypeAdapter(list[Wait])
_DISCARDS = TypeAdapter(list[Discard])


class QichengError(Exception):
    """An answer that is an error.

    Attributes:
        problem: what the service said; None where the answer is no problem of ours (a proxy's page).
        status: the HTTP status.
        code: the stable code, empty without a problem.
        retry_after: seconds after which trying again makes sense, where the service says so.
    """

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.problem = _problem(response)
        self.code = self.problem.code if self.problem else ""
        self.retry_after = _retry_after(response)
        super().__init__(f"{self.status} {self.code}: {self.problem.detail if self.problem else ''}".strip())


class Qicheng:
    """One service. Close it, or use it in a `with`.

    Args:
        url: of the service, `http://localhost:8000`.
        token: that exports corrections.
        timeout_s: for one request.
        retries: how often an answer of 429 or 503 is waited for, as long as it says.
        http: a client to use instead of one of our own.

    Every method raises `QichengError` for an answer that is an error and `httpx.TransportError` where there
    is none.
    """

    def __init__(
        self,
        url: str = "http://localhost:8000",
        *,
        token: str | None = None,
        timeout_s: float = 60,
        retries: int = 3,
        http: httpx.Client | None = None,
    ) -> None:
        self._http = http or httpx.Client(base_url=url, timeout=timeout_s)
        self._token, self._retries = token, retries

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def score(self, request: JsonObject) -> Score:
        """Fan, reasons and payments of a hand (ScoreRequest)."""
        return Score.model_validate(self._post("/v1/score", request))

    def settle(self, request: JsonObject) -> Settlement:
        """One hand of play for the whole table (SettleRequest)."""
        return Settlement.model_validate(self._post("/v1/settle", request))

    def waits(self, request: JsonObject) -> list[Wait]:
        """What completes 13 - 3n tiles (WaitsRequest)."""
        return _WAITS.validate_python(self._post("/v1/waits", request))

    def discards(self, request: JsonObject) -> list[Discard]:
        """What to throw of 14 - 3n tiles (DiscardsRequest)."""
        return _DISCARDS.validate_python(self._post("/v1/discards", request))

    def rulesets(self) -> list[RulesetBrief]:
        """Every rule set."""
        return _RULESETS.validate_python(self._ask("GET", "/v1/rulesets").json())

    def ruleset(self, ruleset_id: str) -> RulesetFull | RulesetBrief:
        """One rule set: fans, values, switches."""
        return _RULESET.validate_python(self._ask("GET", f"/v1/rulesets/{ruleset_id}").json())

    def read(self, photo: Photo, *, preview: bool = False) -> Reading:
        """What a photo says."""
        return Reading.model_validate(self._send_photo("/v1/read", photo, {"preview": _word(preview)}))

    def scan(self, photo: Photo, circumstances: JsonObject, *, preview: bool = False) -> Scan:
        """A photo to its score; `circumstances` is a ScoreRequest without the hand."""
        fields = {"circumstances": json.dumps(circumstances), "preview": _word(preview)}
        return Scan.model_validate(self._send_photo("/v1/scan", photo, fields))

    def correct(
        self,
        photo: Photo,
        reading: Reading | JsonObject,
        *,
        consent: bool,
        before: Reading | JsonObject | None = None,
        by: str | None = None,
    ) -> StoredCorrection:
        """Give a corrected reading and its photo for labelling; `consent` is the person's own word."""
        fields = {"reading": _text(reading), "consent": _word(consent)}
        if before is not None:
            fields["before"] = _text(before)
        if by is not None:
            fields["by"] = by
        return StoredCorrection.model_validate(self._send_photo("/v1/corrections", photo, fields))

    def delete_correction(self, correction_id: str) -> None:
        """Take a correction back."""
        self._ask("DELETE", f"/v1/corrections/{correction_id}")

    def export_corrections(self, to: Path | str, format_: ExportFormat = "label-studio") -> Path:
        """Write all corrections as a zip to a file, which appears only once it is whole."""
        path = Path(to)
        unfinished = path.with_name(path.name + ".part")
        with (
            self._streaming("/v1/corrections/export", {"format": format_}) as pieces,
            unfinished.open("wb") as file,
        ):
            for piece in pieces:
                file.write(piece)
        return unfinished.replace(path)

    def healthy(self) -> bool:
        """Whether the process answers."""
        return self._http.get("/healthz").status_code == 200

    def ready(self) -> bool:
        """Whether photos can be read now."""
        return self._http.get("/readyz").status_code == 200

    def metrics(self) -> str:
        """The counters, as Prometheus reads them."""
        return self._ask("GET", "/metrics").text

    def _post(self, path: str, body: JsonObject) -> Any:
        return self._ask("POST", path, json=dict(body)).json()

    def _send_photo(self, path: str, photo: Photo, fields: Mapping[str, str]) -> Any:
        data = photo if isinstance(photo, bytes) else Path(photo).read_bytes()
        return self._ask("POST", path, files={"photo": ("photo", data)}, data=dict(fields)).json()

    def _ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        return self._answered(lambda: self._http.request(method, path, **how))

    @contextmanager
    def _streaming(self, path: str, params: Mapping[str, str]) -> Iterator[Iterator[bytes]]:
        headers = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        with self._http.stream("GET", path, params=dict(params), headers=headers) as response:
            if response.is_error:
                response.read()
                raise QichengError(response)
            yield response.iter_bytes()

    def _answered(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        """The answer, waited for where the service says when to come again."""
        for left in range(self._retries, -1, -1):
            response = ask()
            if response.is_success:
                return response
            wait = _retry_after(response)
            if left == 0 or response.status_code not in RETRIED or wait is None:
                break
            time.sleep(wait)
        raise QichengError(response)


def _problem(response: httpx.Response) -> ProblemModel | None:
    try:
        return ProblemModel.model_validate(response.json())
    except ValueError:
        return None


def _retry_after(response: httpx.Response) -> float | None:
    told = response.headers.get("retry-after", "")
    return float(told) if told.isdigit() else None


def _word(value: bool) -> str:
    return "true" if value else "false"


def _text(reading: Reading | JsonObject) -> str:
    if isinstance(reading, Reading):
        return reading.model_dump_json(exclude={"preview"}, by_alias=True)
    return json.dumps(reading)
