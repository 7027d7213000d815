"""Every error the service gives, as RFC 9457 `application/problem+json`.

Problem                    status, code, a sentence that says what to do
├── raised by the doors    too large, wrong media type, queue full, no such path
├── from PhotoError        a photo we cannot take or read (vision.photo)
└── from RequestError      a hand that is not a request (scoring): carries `reasons`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from scoring import RequestError
from vision.photo_errors import PhotoError


class Problem(Exception):  # noqa: N818 - the RFC's own word
    """An answer that is an error: `status` (HTTP), a stable `code`, and a sentence in both languages.

    `detail` of the answer is the English sentence; `text` holds both.
    """

    def __init__(
        self,
        status: int,
        code: str,
        *,
        zh: str,
        en: str,
        reasons: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {en}")
        self.status, self.code = status, code
        self.text = {"zh": zh, "en": en}
        self.reasons, self.headers = tuple(reasons), dict(headers or {})

    @classmethod
    def from_request_error(cls, error: RequestError, status: int = 422) -> Problem:
        """A request that cannot be scored, with all its reasons."""
        zh = "".join(reason.text.zh for reason in error.reasons)
        en = " ".join(reason.text.en for reason in error.reasons)
        reasons = [reason.to_dict() for reason in error.reasons]
        return cls(status, error.reasons[0].code, zh=zh, en=en, reasons=reasons)

    @classmethod
    def from_photo_error(cls, error: PhotoError) -> Problem:
        """A photo that cannot be taken (413, 415) or read (422)."""
        return cls(error.status, error.code, zh=error.text.zh, en=error.text.en)

    def to_dict(self) -> dict[str, Any]:
        """The body of the answer."""
        body = {
            "type": f"/docs#problem-{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.text["en"],
            "code": self.code,
            "text": self.text,
        }
        return {**body, "reasons": list(self.reasons)} if self.reasons else body
