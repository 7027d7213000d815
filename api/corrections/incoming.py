"""What a person sends as a correction, checked: consent, a photo, readings of that photo."""

from __future__ import annotations

import json
from collections.abc import Mapping

from api.bodies import PhotoForm, flag
from api.corrections.cleaning import CleanPicture
from api.corrections.records import NewCorrection
from api.problem import Problem
from api.strict_json import parse_json
from vision.reading import Reading, ReadingError

LONGEST_NAME = 80
LONGEST_MODEL = 120
NUL = "\\u0000"
"""As JSON writes it; no text in PostgreSQL holds it."""


def agreed(form: PhotoForm) -> None:
    """Check that the person agreed.

    Raises:
        Problem: 422 `no_consent`, or `invalid_parameter` for a word that is neither yes nor no.
    """
    if not flag(form.fields, "consent"):
        raise Problem(
            422,
            "no_consent",
            zh="没有同意（consent=true）就不保存照片。",
            en="Nothing is stored without consent: send the field consent=true once the person has agreed.",
        )


def readings_of(form: PhotoForm) -> tuple[Reading, Reading | None]:
    """The corrected reading, and the one before where the sender kept it.

    Raises:
        Problem: 422 `bad_json` or `bad_reading`.
    """
    after = _reading(form.fields, "reading")
    if after is None:
        raise _wrong("reading", "it is missing")
    return after, _reading(form.fields, "before")


def correction_of(
    form: PhotoForm, picture: CleanPicture, after: Reading, before: Reading | None
) -> NewCorrection:
    """The correction, its readings being of this very picture.

    Raises:
        Problem: 422 `bad_reading` for a reading of another photo or in other pixels.
    """
    for name, reading in (("reading", after), ("before", before)):
        if reading is not None:
            _check_same(name, reading, picture)
    by = "".join(filter(str.isprintable, form.fields.get("by", ""))).strip()
    return NewCorrection(picture, after, before, by[:LONGEST_NAME] or None)


def _reading(fields: Mapping[str, str], name: str) -> Reading | None:
    if not fields.get(name):
        return None
    try:
        reading = Reading.from_dict(parse_json(fields[name]))
    except ReadingError as error:
        raise _wrong(error.field.replace("reading", name, 1), error.problem) from error
    model = reading.model
    if max(len(model.name), len(model.version), len(model.sha256)) > LONGEST_MODEL:
        raise _wrong(f"{name}.model", f"no text is longer than {LONGEST_MODEL}")
    _check_text(name, reading)
    return reading


def _check_text(name: str, reading: Reading) -> None:
    """Texts that no database takes, and numbers that are none, are refused here."""
    try:
        told = json.dumps(reading.to_dict(), ensure_ascii=False, allow_nan=False)
        told.encode()
    except ValueError as error:
        raise _wrong(name, "a text or a number in it cannot be stored") from error
    if NUL in told:
        raise _wrong(name, "a text in it cannot be stored")


def _check_same(name: str, reading: Reading, picture: CleanPicture) -> None:
    if reading.image.sha256 != picture.photo_sha256:
        raise _wrong(f"{name}.image.sha256", "it is the reading of another photo")
    if (reading.image.width, reading.image.height) != (picture.width, picture.height):
        raise _wrong(f"{name}.image", f"the photo is {picture.width} x {picture.height} px")


def _wrong(field: str, problem: str) -> Problem:
    return Problem(
        422,
        "bad_reading",
        zh=f"纠正后的结果有问题：{field}。",
        en=f"{field}: {problem}. Send the Reading that /v1/read gave for this photo, corrected.",
    )
