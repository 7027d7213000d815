"""Small photos, each unlike the others, with a reading that fits."""

from __future__ import annotations

import io
from dataclasses import replace
from random import Random
from typing import Any

from PIL import Image

from api.corrections.cleaning import clean_picture
from api.corrections.records import NewCorrection
from scoring import Text
from vision.photo import PhotoLimits, decode
from vision.reading import Doubt, DoubtCode, Group, GroupKind, ImageInfo, ModelInfo, Reading, TileReading

MODEL = ModelInfo("tiles", "1", "ab" * 32)


def photo(number: int, side: int = 96) -> bytes:
    """A JPEG of noise that no other number has."""
    noise = Random(number).randbytes(side * side * 3)
    out = io.BytesIO()
    Image.frombytes("RGB", (side, side), noise).save(out, "JPEG", quality=80)
    return out.getvalue()


def reading(data: bytes, face: str | None = "5p") -> Reading:
    """What a model might say of the photo: two tiles that lie about."""
    seen = decode(data)
    tiles = (
        TileReading(0, face, 0.9, ((10, 10), (30, 12), (29, 40), (9, 38)), face="up" if face else "down"),
        TileReading(1, "1z", 0.8, ((40, 10), (60, 10), (60, 40), (40, 40))),
    )
    groups = (Group(0, GroupKind.OTHER, (0, 1)),)
    doubts = (Doubt(DoubtCode.WRONG_TILE_COUNT, (), Text("张数不对。", "Not a hand.")),)
    return Reading(ImageInfo(seen.width, seen.height, seen.sha256), tiles, groups, None, doubts, MODEL)


def correction(number: int, face: str | None = "5p", before: str | None = None) -> NewCorrection:
    """A correction of photo `number` whose first tile is `face`."""
    data = photo(number)
    told = None if before is None else replace(reading(data, before))
    return NewCorrection(clean_picture(data, PhotoLimits()), reading(data, face), told)


def form(data: bytes, after: Reading, **more: str) -> dict[str, Any]:
    """What to post for it, with consent."""
    import json

    return {
        "files": {"photo": ("hand.jpg", data, "image/jpeg")},
        "data": {"reading": json.dumps(after.to_dict()), "consent": "true", **more},
    }
