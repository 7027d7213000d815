"""The header alone tells kind and size, for every kind and variant of file."""

from __future__ import annotations

import io
import struct

import pillow_heif
import pytest
from PIL import Image

from vision.photo_header import PhotoHeader, read_header

pillow_heif.register_heif_opener()


def encoded(kind: str, size: tuple[int, int] = (321, 123), mode: str = "RGB", **options: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, 90).save(out, kind, **options)
    return out.getvalue()


def box(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", 8 + len(body)) + name + body


TOLD = [
    # bytes, header, why
    (encoded("JPEG"), PhotoHeader("JPEG", 321, 123, True), "a camera's JPEG can be decoded smaller"),
    (encoded("JPEG", mode="L"), PhotoHeader("JPEG", 321, 123, True), "grey: one component in the scan"),
    (encoded("JPEG", progressive=True), PhotoHeader("JPEG", 321, 123), "progressive needs all of it"),
    (encoded("JPEG", exif=b"Exif\0\0" + b"\xff\xda" * 9), PhotoHeader("JPEG", 321, 123, True), "not EXIF's"),
    (encoded("PNG"), PhotoHeader("PNG", 321, 123), "PNG"),
    (encoded("WEBP", lossless=True), PhotoHeader("WebP", 321, 123), "VP8L"),
    (encoded("WEBP"), PhotoHeader("WebP", 321, 123), "VP8"),
    (encoded("WEBP", mode="RGBA", exif=b"Exif\0\0MM"), PhotoHeader("WebP", 321, 123), "VP8X"),
    (encoded("HEIF", (322, 124)), PhotoHeader("HEIF", 322, 124), "HEIC"),
]


@pytest.mark.parametrize(("data", "header", "why"), TOLD, ids=[row[2] for row in TOLD])
def test_kind_and_size_are_told_by_content(data: bytes, header: PhotoHeader, why: str) -> None:
    assert read_header(data) == header, why


@pytest.mark.parametrize(("data", "header", "why"), TOLD, ids=[row[2] for row in TOLD])
def test_the_kind_is_known_before_the_size_has_arrived(data: bytes, header: PhotoHeader, why: str) -> None:
    for cut in range(24, 200):
        early = read_header(data[:cut])
        assert early is not None
        assert early.format == header.format, why
        assert (early.width, early.height) in {(None, None), (header.width, header.height)}, why


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "nothing"),
        (b"\xff\xd8", "two bytes are no JPEG"),
        (b"hello, I am a text", "text"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"GIF89a" + bytes(40), "GIF is not taken"),
        (b"BM" + bytes(40), "BMP is not taken"),
        (b"II*\0" + bytes(40), "TIFF is not taken"),
        (b"RIFF\0\0\0\0WAVEfmt ", "RIFF, but a sound"),
        (box(b"ftyp", b"isom\0\0\0\0isommp42"), "a video"),
        (box(b"ftyp", b"mif1\0\0\0\0mif1avif"), "AVIF under the general brand"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a drawing"),
    ],
)
def test_other_files_have_no_header(data: bytes, why: str) -> None:
    assert read_header(data) is None, why


def test_a_non_interleaved_jpeg_needs_all_of_it() -> None:
    frame = b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x7b\x01\x41\x03" + bytes(9)
    scan = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    assert read_header(frame + scan) == PhotoHeader("JPEG", 321, 123, reducible=False)


def test_damaged_segment_lengths_end_the_walk() -> None:
    assert read_header(b"\xff\xd8\xff\xe0\x00\x00" * 1000) == PhotoHeader("JPEG")
