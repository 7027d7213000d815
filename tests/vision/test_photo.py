"""Decoding is safe, upright and frugal: what is a photo becomes one, what is not is refused with advice."""

from __future__ import annotations

import io
import re
import resource
import struct
import time
import tracemalloc
import zlib
from contextlib import suppress

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision import photo
from vision.photo import PhotoError, PhotoLimits, check_header, decode, preview

# Orientation n: what the camera stored, given the upright picture (EXIF 2.32, tag 0x0112).
STORED = {
    1: lambda upright: upright,
    2: lambda upright: upright[:, ::-1],
    3: lambda upright: upright[::-1, ::-1],
    4: lambda upright: upright[::-1],
    5: lambda upright: upright.transpose(1, 0, 2),
    6: lambda upright: np.rot90(upright),
    7: lambda upright: np.rot90(upright, 2).transpose(1, 0, 2),
    8: lambda upright: np.rot90(upright, -1),
}


def scene(width: int = 320, height: int = 240) -> NDArray[np.uint8]:
    """Four corners that differ, on a slope: every turn and mirror of it is another picture."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[..., 0] = np.linspace(0, 200, width, dtype=np.uint8)
    pixels[..., 1] = np.linspace(0, 200, height, dtype=np.uint8)[:, None]
    pixels[: height // 4, : width // 4] = (255, 0, 0)
    pixels[-height // 4 :, : width // 4] = (0, 0, 255)
    return pixels


def encoded(pixels: NDArray[np.uint8] | Image.Image, kind: str = "PNG", **options: object) -> bytes:
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(np.ascontiguousarray(pixels))
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def tagged(orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif.tobytes()


def xmp(orientation: int) -> bytes:
    return f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf tiff:Orientation="{orientation}"/></x:xmpmeta>'.encode()


def noise(width: int, height: int) -> NDArray[np.uint8]:
    return np.random.default_rng(7).integers(0, 255, (height, width, 3), np.uint8)


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_all_eight_orientations_give_the_same_pixels(orientation: int, kind: str) -> None:
    data = encoded(STORED[orientation](scene()), kind, exif=tagged(orientation), lossless=True)
    got = decode(data)
    assert (got.width, got.height) == (320, 240)
    assert np.array_equal(got.pixels, scene())


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("kind", ["JPEG", "HEIF"])
def test_lossy_kinds_come_upright_too(orientation: int, kind: str) -> None:
    got = decode(encoded(STORED[orientation](scene()), kind, exif=tagged(orientation), quality=95))
    assert (got.width, got.height) == (320, 240)
    assert np.abs(got.pixels.astype(int) - scene()).mean() < 4


@pytest.mark.parametrize("orientation", STORED)
def test_orientation_in_xmp_alone_is_obeyed(orientation: int) -> None:
    got = decode(encoded(STORED[orientation](scene()), "JPEG", xmp=xmp(orientation), quality=95))
    assert np.abs(got.pixels.astype(int) - scene()).mean() < 4


@pytest.mark.filterwarnings("ignore:::PIL.TiffImagePlugin")
@pytest.mark.parametrize(
    ("exif", "why"),
    [
        (b"Exif\0\0" + b"\x00" * 40, "zeros"),
        (b"Exif\0\0MM\0*\0\0\xff\xff", "a directory beyond the end"),
        (b"Exif\0\0II*\0\x08\0\0\0\xff\xff" + b"\xaa" * 30, "65,535 entries of nonsense"),
        (tagged(1)[:20], "cut short"),
        (tagged(0), "orientation 0"),
        (tagged(9), "orientation 9"),
    ],
)
def test_broken_exif_is_ignored(exif: bytes, why: str) -> None:
    got = decode(encoded(scene(), "JPEG", exif=exif, quality=95))
    assert np.abs(got.pixels.astype(int) - scene()).mean() < 4, why


@pytest.mark.filterwarnings("ignore:::PIL.TiffImagePlugin")
def test_xmp_still_counts_where_exif_is_broken() -> None:
    data = encoded(STORED[6](scene()), "JPEG", exif=b"Exif\0\0" + b"\x00" * 40, xmp=xmp(6))
    assert (decode(data).width, decode(data).height) == (320, 240)


def grey16() -> Image.Image:
    return Image.fromarray((np.linspace(0, 65535, 320 * 240).reshape(240, 320)).astype(np.uint16))


def half_transparent() -> Image.Image:
    image = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    image.paste((200, 10, 10, 255), (0, 0, 32, 64))
    return image


MODES = [
    # image, kind, left third, right third, why
    (Image.new("L", (64, 64), 120), "JPEG", (120, 120, 120), (120, 120, 120), "grey"),
    (Image.new("CMYK", (64, 64), (0, 255, 255, 0)), "JPEG", (254, 0, 0), (254, 0, 0), "Adobe CMYK"),
    (Image.new("1", (64, 64), 1), "PNG", (255, 255, 255), (255, 255, 255), "one bit"),
    (Image.new("RGB", (64, 64), (9, 99, 199)).quantize(4), "PNG", (9, 99, 199), (9, 99, 199), "palette"),
    (half_transparent(), "PNG", (200, 10, 10), (255, 255, 255), "transparent is white"),
    (half_transparent().convert("LA"), "PNG", (67, 67, 67), (255, 255, 255), "grey with transparency"),
    (half_transparent(), "WEBP", (200, 10, 10), (255, 255, 255), "transparent WebP"),
]


@pytest.mark.parametrize(("image", "kind", "left", "right", "why"), MODES, ids=[row[4] for row in MODES])
def test_every_mode_becomes_rgb(
    image: Image.Image, kind: str, left: tuple[int, ...], right: tuple[int, ...], why: str
) -> None:
    pixels = decode(encoded(image, kind)).pixels.astype(int)
    assert pixels.shape == (64, 64, 3)
    assert np.abs(pixels[32, 10] - left).max() <= 3, why
    assert np.abs(pixels[32, 54] - right).max() <= 3, why


def test_sixteen_bit_grey_is_scaled_not_clipped() -> None:
    pixels = decode(encoded(grey16())).pixels
    assert pixels[0, 0].tolist() == [0, 0, 0]
    assert abs(int(pixels[120, 0, 0]) - 127) <= 1
    assert pixels[-1, -1].tolist() == [255, 255, 255]


def test_an_animation_gives_its_first_frame() -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("red", "blue")]
    for kind in ("PNG", "WEBP"):
        data = encoded(frames[0], kind, save_all=True, append_images=frames[1:], lossless=True)
        assert decode(data).pixels[5, 5].tolist() == [255, 0, 0]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.99])
def test_a_cut_file_is_refused_never_half_read(kind: str, part: float) -> None:
    data = encoded(noise(640, 480), kind)
    with pytest.raises(photo.UnreadablePhotoError) as refused:
        decode(data[: int(len(data) * part)])
    assert refused.value.status == 422
    assert refused.value.code in {"truncated", "unreadable"}


def test_a_progressive_file_cut_short_is_refused() -> None:
    data = encoded(noise(640, 480), "JPEG", progressive=True)
    with pytest.raises(photo.TruncatedPhotoError):
        decode(data[: len(data) // 2])


def test_a_cut_file_that_was_closed_with_an_end_marker_is_refused() -> None:
    data = encoded(noise(640, 480), "JPEG")
    for part in (0.1, 0.5, 0.9):
        with pytest.raises(photo.TruncatedPhotoError):
            decode(data[: int(len(data) * part)] + b"\xff\xd9")


def test_a_grey_picture_is_not_taken_for_a_cut_one() -> None:
    assert decode(encoded(Image.new("RGB", (640, 480), (128, 128, 128)), "JPEG")).width == 640


ODD = [
    (lambda data: data + b"\0" * 5000, "zeros behind the end"),
    (lambda data: data + b"SEFH" + bytes(range(200)), "a maker's trailer behind the end"),
    (lambda data: data[:2] + b"\xff\xff\xff" + data[2:], "fill bytes before a segment"),
    (lambda data: data.replace(b"\xff\xc0", b"\xff\xfe\x00\x09unknown\xff\xc0", 1), "an extra comment"),
    (lambda data: data[:-2] + b"\x12\x34\xff\xd9", "extraneous bytes before the end marker"),
]


@pytest.mark.parametrize(("odd", "why"), ODD, ids=[row[1] for row in ODD])
def test_oddities_that_only_warn_are_accepted(odd: object, why: str) -> None:
    assert callable(odd)
    clean = encoded(scene(), "JPEG")
    assert np.array_equal(decode(odd(clean)).pixels, decode(clean).pixels), why


def test_a_phone_s_multi_picture_file_gives_its_first() -> None:
    other = Image.new("RGB", (320, 240), "white")
    data = encoded(scene(), "MPO", save_all=True, append_images=[other], quality=95)
    assert np.abs(decode(data).pixels.astype(int) - scene()).mean() < 4


REFUSED = [
    (b"", 422, "empty", "0 bytes"),
    (b"hello", 415, "not_a_picture", "text"),
    (b"GIF89a" + bytes(100), 415, "not_a_picture", "a kind that is not taken"),
    (b"\xff\xd8\xff\xe0", 422, "unreadable", "the start of a JPEG"),
    (b"\x89PNG\r\n\x1a\n" + bytes(100), 422, "unreadable", "a PNG of zeros"),
    (b"RIFF\x00\x01\x00\x00WEBPVP8 " + bytes(8), 422, "truncated", "a WebP that promises more"),
    (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", 422, "unreadable", "a HEIC that is only a brand"),
    (encoded(Image.new("RGB", (400, 20))), 422, "too_small", "a strip of 20 px"),
]


@pytest.mark.parametrize(("data", "status", "code", "why"), REFUSED, ids=[row[3] for row in REFUSED])
def test_refusals_have_a_code_and_advice_in_two_languages(
    data: bytes, status: int, code: str, why: str
) -> None:
    with pytest.raises(PhotoError) as refused:
        decode(data)
    assert (refused.value.status, refused.value.code) == (status, code), why
    assert re.search("[一-鿿]", refused.value.text.zh)
    assert re.search("[a-z]{3}", refused.value.text.en)


def test_the_refusal_of_a_non_picture_names_the_kinds_that_are_taken() -> None:
    with pytest.raises(photo.NotAPictureError) as refused:
        decode(b"%PDF-1.7")
    assert all(kind in refused.value.text.en for kind in ("JPEG", "PNG", "WebP", "HEIC"))


def png_claiming(width: int, height: int, padding: int = 50_000) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(padding)) + bytes(padding))


def webp_claiming(width: int, height: int) -> bytes:
    body = (
        b"VP8X\x0a\0\0\0" + bytes(4) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    )
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def jpeg_claiming(width: int, height: int) -> bytes:
    data = encoded(scene(64, 64), "JPEG", progressive=True)
    at = data.index(b"\xff\xc2") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


@pytest.mark.parametrize(
    "bomb",
    [png_claiming(100_000, 100_000), webp_claiming(16_777_216, 16_777_216), jpeg_claiming(65_500, 65_500)],
    ids=["PNG", "WebP", "JPEG"],
)
def test_a_bomb_is_refused_at_once_with_flat_memory(bomb: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    with pytest.raises(photo.PhotoTooLargeError) as refused:
        decode(bomb)
    assert time.perf_counter() - start < 0.1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4_000
    assert refused.value.status == 413


@pytest.mark.parametrize(
    "bomb", [png_claiming(10_000, 10_000), jpeg_claiming(10_000, 10_000)], ids=["PNG", "progressive JPEG"]
)
def test_what_cannot_be_decoded_small_has_a_lower_ceiling(bomb: bytes) -> None:
    tracemalloc.start()
    with pytest.raises(photo.PhotoTooLargeError, match="50 megapixels"):
        decode(bomb)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


def test_a_jpeg_of_a_hundred_megapixels_is_decoded_small() -> None:
    data = encoded(Image.new("L", (12_000, 9_000), 100), "JPEG")
    got = decode(data)
    assert (got.width, got.height) == (12_000, 9_000)
    assert got.pixels.shape == (2250, 3000, 3)
    assert got.scale == 4


def test_thousands_of_scans_are_refused() -> None:
    data = encoded(scene(), "JPEG", progressive=True)
    last = data.rindex(b"\xff\xda")
    with pytest.raises(photo.UnreadablePhotoError):
        decode(data[:last] + data[last:-2] * 500 + data[-2:])


def test_too_many_bytes_are_refused_before_anything_is_read() -> None:
    with pytest.raises(photo.PhotoTooLargeError, match="30 MB"):
        decode(bytes(30_000_001))


def test_the_header_check_refuses_while_the_file_still_arrives() -> None:
    with pytest.raises(photo.PhotoTooLargeError):
        check_header(png_claiming(100_000, 100_000)[:40])
    with pytest.raises(photo.NotAPictureError):
        check_header(b"PK\x03\x04")
    assert check_header(encoded(scene())[:40]).format == "PNG"
    assert check_header(encoded(scene(), "JPEG")[:20]).width is None


@pytest.mark.parametrize(
    ("kind", "size", "keep", "shape"),
    [
        ("JPEG", (4032, 3024), 2000, (1512, 2016)),
        ("HEIF", (1024, 768), 500, (384, 512)),
        ("PNG", (1024, 768), 500, (384, 512)),
        ("JPEG", (4032, 3024), 4000, (3024, 4032)),
        ("JPEG", (1999, 1000), 2000, (1000, 1999)),
        ("PNG", (1025, 777), 500, (389, 513)),
    ],
)
def test_the_picture_is_halved_while_enough_is_left(
    kind: str, size: tuple[int, int], keep: int, shape: tuple[int, int]
) -> None:
    got = decode(encoded(Image.new("RGB", size, "green"), kind), keep_side=keep)
    assert got.pixels.shape == (*shape, 3)
    assert (got.width, got.height) == size
    assert got.scale == pytest.approx(size[0] / shape[1])


def test_a_reduced_jpeg_looks_like_the_full_one() -> None:
    big = np.asarray(Image.fromarray(scene()).resize((4000, 3000), Image.Resampling.BICUBIC))
    small = decode(encoded(big, "JPEG", quality=95)).pixels
    assert np.abs(small.astype(int) - np.asarray(Image.fromarray(big).reduce(2))).mean() < 2


def test_the_preview_is_upright_small_and_says_nothing_of_the_camera() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Maker"
    exif.get_ifd(0x8825)[1] = "N"
    big = np.asarray(Image.fromarray(scene()).resize((2560, 1920)))
    upright = decode(encoded(STORED[6](big), "JPEG", exif=exif.tobytes(), quality=95))
    shown = preview(upright, max_side=640)
    with Image.open(io.BytesIO(shown)) as image:
        assert image.format == "JPEG"
        assert image.size == (640, 480)
        assert not image.getexif()
        assert "exif" not in image.info
    again = decode(shown)
    want = np.asarray(Image.fromarray(scene()).resize((640, 480)))
    assert np.abs(again.pixels.astype(int) - want).mean() < 5


def test_a_photo_is_named_by_its_bytes_and_cannot_be_changed() -> None:
    got = decode(encoded(scene()))
    assert len(got.sha256) == 64
    assert got.format == "PNG"
    assert got.milliseconds > 0
    with pytest.raises(ValueError, match="read-only"):
        got.pixels[0, 0] = 1


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_damaged_bytes_end_in_a_picture_or_a_refusal(kind: str) -> None:
    """Never any other exception: 60 files a kind, each with some bytes overwritten."""
    clean = encoded(scene(96, 64), kind)
    random = np.random.default_rng(3)
    for _ in range(60):
        damaged = bytearray(clean)
        for at in random.integers(0, len(clean), random.integers(1, 12)):
            damaged[at] = random.integers(0, 256)
        with suppress(PhotoError):
            assert decode(bytes(damaged), PhotoLimits(decoded_pixels=1_000_000)).pixels.ndim == 3
