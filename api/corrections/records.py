"""What is stored of a correction, and its id: the same photo and reading are the same correction."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from api.corrections.cleaning import CleanPicture
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class NewCorrection:
    """A correction as it comes in.

    Attributes:
        picture: the cleaned photo.
        after: the reading as the person left it.
        before: the reading as the model gave it, where the sender kept it.
        by: a name the person chose to give.
    """

    picture: CleanPicture
    after: Reading
    before: Reading | None = None
    by: str | None = None

    @property
    def id(self) -> str:
        """32 hex digits of a hash over the photo and the corrected reading (times left aside)."""
        told = {name: value for name, value in self.after.to_dict().items() if name != "milliseconds"}
        text = json.dumps(told, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(f"{self.picture.photo_sha256}\n{text}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction as it is stored.

    Attributes:
        picture: key of its picture.
        photo_sha256: of the photo as it was sent.
        width, height: pixels of the upright picture, which quads are in.
        after, before: Reading JSON; `before` is None where the sender had none.
        created: when it was first sent, UTC.
    """

    id: str
    picture: str
    photo_sha256: str
    width: int
    height: int
    after: dict[str, Any]
    before: dict[str, Any] | None
    by: str | None
    created: datetime

    @property
    def model(self) -> dict[str, str]:
        """The bundle whose reading was corrected."""
        model: dict[str, str] = self.after["model"]
        return model

    def to_dict(self) -> dict[str, Any]:
        """The answer to the sender, and the provenance in an export."""
        return {
            "id": self.id,
            "created": self.created.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "picture": {"name": self.picture, "width": self.width, "height": self.height},
            "photo_sha256": self.photo_sha256,
            "model": self.model,
            "by": self.by,
        }
