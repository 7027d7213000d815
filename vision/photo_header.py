"""What the first bytes of a file say: the kind of picture, its size, and what decoding it will need.

No pixel is decoded and no library is asked, so a service can refuse a file while it still arrives.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal

PhotoFormat = Literal["JPEG", "PNG", "WebP", "HEIF"]

HEAD_BYTES = 64 * 1024
"""Enough of a file for its size to be known, save for a JPEG with a large thumbnail before its frame."""

_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_AVIF_BRANDS = {b"avif", b"avis"}
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_PROGRESSIVE = {0xC2, 0xC6, 0xCA, 0xCE}
_JPEG_BARE = frozenset(range(0xD0, 0xDA)) | {0x01}
_JPEG_SCAN = 0xDA


@dataclass(frozen=True)
class PhotoHeader:
    """The declared facts of a picture file.

    Attributes:
        format: told by content; the name of the file is never looked at.
        width, height: declared pixels before any rotation (of a HEIF the coded ones, padded to even);
            None where the bytes given end too early.
        reducible: whether the decoder can produce a smaller picture without holding the whole one
            (a JPEG with one interleaved scan). False for everything else.
    """

    format: PhotoFormat
    width: int | None = None
    height: int | None = None
    reducible: bool = False

    @property
    def pixels(self) -> int | None:
        """Declared width times height, or None while unknown."""
        return None if self.width is None or self.height is None else self.width * self.height


def read_header(head: bytes) -> PhotoHeader | None:
    """The header of a JPEG, PNG, WebP or HEIF file from its first bytes; None for anything else.

    >>> read_header(b"GIF89a") is None
    True
    """
    if head.startswith(b"\xff\xd8\xff"):
        return _jpeg(head)
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(head)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return _webp(head)
    if head[4:8] == b"ftyp":
        return _heif(head)
    return None


def _png(head: bytes) -> PhotoHeader:
    if len(head) < 24 or head[12:16] != b"IHDR":
        return PhotoHeader("PNG")
    width, height = struct.unpack(">II", head[16:24])
    return PhotoHeader("PNG", width, height)


def _webp(head: bytes) -> PhotoHeader:
    """RFC 9649: VP8X holds 24-bit sizes less one, VP8L 14-bit sizes less one, VP8 14-bit sizes."""
    if len(head) < 30:
        return PhotoHeader("WebP")
    chunk = head[12:16]
    if chunk == b"VP8X":
        width = int.from_bytes(head[24:27], "little") + 1
        height = int.from_bytes(head[27:30], "little") + 1
    elif chunk == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (side & 0x3FFF for side in struct.unpack("<HH", head[26:30]))
    return PhotoHeader("WebP", width, height)


def _heif(head: bytes) -> PhotoHeader | None:
    """The brands of ISO 14496-12 `ftyp`; the size is the largest `ispe` property, that of the grid."""
    length = min(int.from_bytes(head[:4], "big"), len(head))
    brands = {head[at : at + 4] for at in (8, *range(16, length - 3, 4))}
    if not brands & _HEIF_BRANDS or brands & _AVIF_BRANDS:
        return None
    sizes = []
    at = head.find(b"ispe")
    while 0 <= at <= len(head) - 16:
        sizes.append(struct.unpack(">II", head[at + 8 : at + 16]))
        at = head.find(b"ispe", at + 4)
    width, height = max(sizes, key=lambda size: size[0] * size[1], default=(None, None))
    return PhotoHeader("HEIF", width, height)


def _jpeg(head: bytes) -> PhotoHeader:
    """Walks the segments up to the first scan, which says whether it holds all components."""
    frame: tuple[int, int, int, int] | None = None
    at = 2
    while at + 4 <= len(head):
        marker = head[at + 1]
        if head[at] != 0xFF or marker == 0xFF or marker in _JPEG_BARE:
            at += 1 if head[at] != 0xFF or marker == 0xFF else 2
            continue
        if marker in _JPEG_FRAMES and frame is None and at + 10 <= len(head):
            height, width, components = struct.unpack(">HHB", head[at + 5 : at + 10])
            frame = marker, width, height, components
        if marker == _JPEG_SCAN:
            interleaved = frame is not None and at + 5 <= len(head) and head[at + 4] == frame[3]
            progressive = frame is not None and frame[0] in _JPEG_PROGRESSIVE
            return _jpeg_header(frame, reducible=interleaved and not progressive)
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return _jpeg_header(frame, reducible=False)


def _jpeg_header(frame: tuple[int, int, int, int] | None, *, reducible: bool) -> PhotoHeader:
    if frame is None:
        return PhotoHeader("JPEG")
    return PhotoHeader("JPEG", frame[1], frame[2], reducible)
