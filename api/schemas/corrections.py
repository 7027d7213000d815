"""What is answered about a stored correction."""

from __future__ import annotations

from datetime import datetime

from api.schemas.common import Answer
from api.schemas.readings import ModelName


class StoredPicture(Answer):
    """The picture as it is kept: upright, without metadata."""

    name: str
    width: int
    height: int


class StoredCorrection(Answer):
    """A correction; keep `id` to be able to take it back."""

    id: str
    created: datetime
    picture: StoredPicture
    photo_sha256: str
    model: ModelName
    by: str | None
