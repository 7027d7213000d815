"""Picture files: safe paths, upright sizes, fingerprints, and copies without metadata."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import BinaryIO

import pillow_heif
from PIL import Image

from vision.labelling.errors import FormatError, UnsafePathError
from vision.photo import PhotoError, decode

pillow_heif.register_heif_opener(thumbnails=False)

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})
"""Suffixes of the files that count as pictures, in lower case."""

WHOLE = 1 << 30
"""A side that no picture reaches: `decode` then keeps every pixel."""

_KINDS = ("JPEG", "PNG", "WEBP", "HEIF")
_EXIF_ORIENTATION = 0x0112
_SIDEWAYS = 5
_JPEG_START, _JPEG_SCAN, _JPEG_LENGTHLESS = b"\xff\xd8", 0xDA, {0x01, *range(0xD0, 0xD8)}
_JPEG_PERSONAL = {*range(0xE1, 0xF0), 0xFE} - {0xE2, 0xEE}
"""EXIF, XMP, IPTC, comments and makers' blocks; the colour profile (E2) and Adobe's transform (EE) stay."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of a picture file: upright pixels, and the EXIF orientation (1-8) that made them so."""

    width: int
    height: int
    orientation: int = 1


def inside(root: Path, path: str, where: object) -> Path:
    """The file that a label file names, checked to lie under `root`; links are followed first.

    Raises:
        UnsafePathError: an absolute path, a drive, or one that leads out of the data set.

    >>> inside(Path("/data"), "images/../../etc/passwd", "labels.json")
    Traceback (most recent call last):
        ...
    vision.labelling.errors.UnsafePathError: labels.json: 'images/../../etc/passwd' leads out of ...
    """
    plain = path.replace("\\", "/")
    if not plain or "\0" in plain or PurePosixPath(plain).is_absolute() or PureWindowsPath(path).drive:
        raise UnsafePathError(where, path)
    base = root.resolve()
    found = (base / plain).resolve()
    if not found.is_relative_to(base):
        raise UnsafePathError(where, path)
    return found


def relative(root: Path, file: Path) -> str:
    """The path of a file inside the data set, with `/`."""
    try:
        return file.relative_to(root).as_posix()
    except ValueError:
        return file.resolve().relative_to(root.resolve()).as_posix()


def pictures_under(folder: Path) -> list[Path]:
    """Every picture file under a folder, sorted by path; hidden files and folders are left out."""
    found = (path for path in folder.rglob("*") if path.suffix.lower() in PICTURES)
    return sorted(
        path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def size_of(file: Path | BinaryIO) -> Size:
    """The upright size, from the header alone.

    Raises:
        FormatError: the file is no picture.
    """
    try:
        with Image.open(file, formats=_KINDS) as image:
            width, height = image.size
            # A HEIF container turns its own pictures; its EXIF tag only repeats that.
            orientation = 1 if image.format == "HEIF" else image.getexif().get(_EXIF_ORIENTATION, 1)
    except (OSError, ValueError, SyntaxError) as error:
        raise FormatError(file, f"no picture that can be read / 图片打不开 ({error})") from error
    if orientation not in range(1, 9):
        orientation = 1
    if orientation >= _SIDEWAYS:
        width, height = height, width
    return Size(width, height, orientation)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a picture is known by.

    Attributes:
        sha256: of the file's bytes.
        pixels: SHA-256 of the upright RGB pixels and their size: the same for a renamed file, and for a copy
            without metadata. Decoders of other versions may differ in a bit, so it adds to `sha256` and
            does not replace it. Empty where the picture cannot be decoded.
    """

    sha256: str
    pixels: str


def fingerprint(data: bytes) -> Fingerprint:
    """The fingerprint of a picture file's bytes."""
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        photo = decode(data, keep_side=WHOLE)
    except PhotoError:
        return Fingerprint(sha256, "")
    digest = hashlib.sha256(f"{photo.width}x{photo.height}:".encode())
    digest.update(photo.pixels.tobytes())
    return Fingerprint(sha256, digest.hexdigest())


def plain_copy(data: bytes) -> tuple[str, bytes]:
    """Suffix and bytes of an upright copy without EXIF, place or device.

    An upright JPEG keeps every pixel: only its blocks of metadata are dropped. What EXIF turns, and kinds of
    file that labelling tools do not open (HEIC), become a JPEG of quality 95; a PNG stays a PNG.

    Raises:
        PhotoError: the file is no picture that can be read.
    """
    photo = decode(data, keep_side=WHOLE)
    if photo.format == "JPEG" and size_of(io.BytesIO(data)).orientation == 1:
        return ".jpg", without_metadata(data)
    out = io.BytesIO()
    if photo.format == "PNG":
        Image.fromarray(photo.pixels).save(out, "PNG")
        return ".png", out.getvalue()
    Image.fromarray(photo.pixels).save(out, "JPEG", quality=95, subsampling=0)
    return ".jpg", out.getvalue()


def without_metadata(data: bytes) -> bytes:
    """A JPEG without its EXIF, XMP, IPTC and comment blocks; the picture itself is not touched."""
    out, at = bytearray(_JPEG_START), 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # fill bytes before a marker
            at += 1
            continue
        if marker == _JPEG_SCAN:
            break
        end = at + 2
        if marker not in _JPEG_LENGTHLESS:
            end += int.from_bytes(data[at + 2 : at + 4])
        if marker not in _JPEG_PERSONAL:
            out += data[at:end]
        at = end
    return bytes(out + data[at:])
