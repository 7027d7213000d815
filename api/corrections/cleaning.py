"""A photo as it may be kept: upright, and without a word about who took it, where, when or with what.

Where the file lies upright already its metadata is cut out and its picture data stays byte for byte as it
is. Every other file (turned by a tag, HEIC, animated) is decoded, turned and written as JPEG of quality 95
without colour subsampling. Looking decides which it is: the cut file is taken only if it decodes to the very
picture that the original shows.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image

from vision.photo import Photo, PhotoError, PhotoLimits, decode
from vision.photo_header import PhotoFormat

QUALITY = 95
SUFFIXES: dict[PhotoFormat, str] = {"JPEG": ".jpg", "PNG": ".png", "WebP": ".webp"}
_WHOLE = 1 << 30  # more pixels a side than any photo has: nothing is halved

_SOI, _EOI, _SOS = 0xD8, 0xD9, 0xDA
_END_OF_SCAN = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]", re.DOTALL)
_PNG_KEPT = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sRGB", b"sBIT"}
_WEBP_KEPT = {b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ICCP"}
_WEBP_METADATA = 0x08 | 0x04  # flags of VP8X: EXIF, XMP


@dataclass(frozen=True, slots=True)
class CleanPicture:
    """A picture file without metadata.

    Attributes:
        data: the file.
        suffix: `.jpg`, `.png` or `.webp`.
        width, height: upright pixels.
        photo_sha256: of the photo that it was made from.
        untouched: whether the picture data are byte for byte those of the photo.
    """

    data: bytes
    suffix: str
    width: int
    height: int
    photo_sha256: str
    untouched: bool

    @property
    def key(self) -> str:
        """The name it is stored by: its content's hash, so that one picture is kept once."""
        return hashlib.sha256(self.data).hexdigest()[:32] + self.suffix


def clean_picture(data: bytes, limits: PhotoLimits) -> CleanPicture:
    """The photo upright and without metadata.

    Raises:
        PhotoError: the bytes are no photo that can be read.
    """
    seen = decode(data, limits)
    cut = _cut(data, seen, limits)
    kept, suffix = (cut, SUFFIXES[seen.format]) if cut is not None else (_rewritten(data, limits), ".jpg")
    return CleanPicture(kept, suffix, seen.width, seen.height, seen.sha256, cut is not None)


def _cut(data: bytes, seen: Photo, limits: PhotoLimits) -> bytes | None:
    """The file without its metadata, or None where that would not show the same upright picture."""
    strip = _STRIPPERS.get(seen.format)
    if strip is None:
        return None
    try:
        cut = strip(data)
        shown = decode(cut, limits)
    except (PhotoError, ValueError, IndexError):
        return None
    same = (shown.width, shown.height) == (seen.width, seen.height)
    return cut if same and np.array_equal(shown.pixels, seen.pixels) else None


def _rewritten(data: bytes, limits: PhotoLimits) -> bytes:
    photo = decode(data, limits, keep_side=_WHOLE)
    out = io.BytesIO()
    profile = _rgb_profile(data)
    Image.fromarray(photo.pixels).save(out, "JPEG", quality=QUALITY, subsampling=0, icc_profile=profile)
    return out.getvalue()


def _rgb_profile(data: bytes) -> bytes | None:
    """The colour profile, where it speaks of RGB."""
    with Image.open(io.BytesIO(data)) as image:
        profile = image.info.get("icc_profile")
    return profile if isinstance(profile, bytes) and profile[16:20] == b"RGB " else None


def _strip_jpeg(data: bytes) -> bytes:
    """Headers that the picture needs, and its scans; a second picture or a trailer after its end goes."""
    out, at = bytearray(data[:2]), 2
    while True:
        if data[at] != 0xFF:
            raise ValueError(f"no JPEG marker at byte {at}")
        while data[at] == 0xFF:
            at += 1
        marker, at = data[at], at + 1
        if marker == _EOI:
            return bytes(out) + bytes((0xFF, _EOI))
        length = int.from_bytes(data[at : at + 2], "big")
        segment, at = data[at : at + length], at + length
        kept = _kept_of_jpeg(marker, segment)
        if kept:
            out += bytes((0xFF, marker)) + kept
        if marker == _SOS:
            end = _END_OF_SCAN.search(data, at)
            if end is None:
                raise ValueError("a JPEG without an end")
            out += data[at : end.start()]
            at = end.start()


def _kept_of_jpeg(marker: int, segment: bytes) -> bytes:
    if marker == 0xE0:  # JFIF without its thumbnail
        return b"\0\x10" + segment[2:14] + b"\0\0" if segment[2:7] == b"JFIF\0" else b""
    if marker == 0xE2:
        return segment if segment[2:14] == b"ICC_PROFILE\0" else b""
    if marker == 0xEE:  # says whether the colours are YCbCr or CMYK
        return segment if segment[2:7] == b"Adobe" else b""
    return b"" if 0xE0 <= marker <= 0xEF or marker == 0xFE else segment


def _strip_png(data: bytes) -> bytes:
    out, at = bytearray(data[:8]), 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        name = data[at + 4 : at + 8]
        if name in _PNG_KEPT:
            out += data[at : at + 12 + length]
        at += 12 + length
        if name == b"IEND":
            return bytes(out)
    raise ValueError("a PNG without an end")


def _strip_webp(data: bytes) -> bytes:
    out, at = bytearray(b"WEBP"), 12
    while at + 8 <= len(data):
        name, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        chunk = bytearray(data[at : at + 8 + length + length % 2])
        if name in {b"ANIM", b"ANMF"}:
            raise ValueError("an animated WebP")
        if name == b"VP8X":
            chunk[8] &= ~_WEBP_METADATA & 0xFF
        if name in _WEBP_KEPT:
            out += chunk
        at += len(chunk)
    return b"RIFF" + len(out).to_bytes(4, "little") + bytes(out)


_STRIPPERS: dict[PhotoFormat, Callable[[bytes], bytes]] = {
    "JPEG": _strip_jpeg,
    "PNG": _strip_png,
    "WebP": _strip_webp,
}
