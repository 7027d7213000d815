"""Every kind of picture file that a phone, an app or an old camera makes, through the service."""

from __future__ import annotations

import base64
import io
import struct
from typing import Any

import httpx
import numpy as np
import pillow_heif
import pytest
from PIL import Image, ImageOps
from PIL.ExifTags import Base

from vision.photo import decode

WIDTH, HEIGHT = 200, 120
pillow_heif.register_heif_opener()


def scene(mode: str = "RGB") -> Image.Image:
    """Upright: wider than high, red top left, blue top right, green below."""
    rgb = np.full((HEIGHT, WIDTH, 3), (60, 150, 60), np.uint8)
    rgb[: HEIGHT // 2, : WIDTH // 2] = (210, 60, 60)
    rgb[: HEIGHT // 2, WIDTH // 2 :] = (60, 60, 210)
    return Image.fromarray(rgb).convert(mode)


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def turned(orientation: int, kind: str = "JPEG") -> bytes:
    """A file whose pixels lie as the tag says, so that whoever follows the tag sees the scene."""
    back = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6}[orientation]
    tag = Image.Exif()
    tag[Base.Orientation] = back
    pixels = scene()
    pixels.getexif()[Base.Orientation] = back
    lying = ImageOps.exif_transpose(pixels)
    tag[Base.Orientation] = orientation
    return saved(lying, kind, exif=tag, **({"quality": 95} if kind != "PNG" else {}))


def xmp_turned() -> bytes:
    packet = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description tiff:Orientation="6"/></x:xmpmeta>'
    return saved(scene().transpose(Image.Transpose.ROTATE_90), "JPEG", xmp=packet, quality=95)


def broken_exif() -> bytes:
    plain = saved(scene(), "JPEG", quality=95)
    block = b"Exif\0\0MM\0*\xff\xff\xff\xff" + bytes(20)
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + plain[2:]


def grey16() -> bytes:
    return saved(Image.fromarray(np.asarray(scene("L")).astype(np.uint16) * 257), "PNG")


FRAMES: dict[str, Any] = {"save_all": True, "append_images": [Image.new("RGB", (WIDTH, HEIGHT))]}
COLOUR = {
    **{f"JPEG turned by {n}": turned(n) for n in range(1, 9)},
    **{f"WebP turned by {n}": turned(n, "WEBP") for n in (3, 6)},
    "PNG turned by 8": turned(8, "PNG"),
    "JPEG turned by XMP": xmp_turned(),
    "JPEG with broken EXIF": broken_exif(),
    "progressive JPEG": saved(scene(), "JPEG", quality=95, progressive=True),
    "CMYK JPEG": saved(scene("CMYK"), "JPEG", quality=95),
    "JPEG with a trailer": saved(scene(), "JPEG", quality=95) + b"SEFT" * 500,
    "JPEG with odd bytes between segments": saved(scene(), "JPEG", quality=95).replace(
        b"\xff\xdb", b"\xff\xff\xff\xdb", 1
    ),
    "palette PNG": saved(scene("P"), "PNG"),
    "PNG with alpha": saved(scene("RGBA"), "PNG"),
    "animated PNG": saved(scene(), "PNG", **FRAMES),
    "WebP": saved(scene(), "WEBP", quality=95),
    "animated WebP": saved(scene(), "WEBP", quality=95, **FRAMES),
    "HEIC": saved(scene(), "HEIF", quality=95),
}
GREY = {
    "grey JPEG": saved(scene("L"), "JPEG", quality=95),
    "grey PNG with alpha": saved(scene("LA"), "PNG"),
    "16-bit PNG": grey16(),
    "black and white PNG": saved(scene("1"), "PNG"),
}


@pytest.fixture(scope="module")
def client(service: httpx.Client) -> httpx.Client:
    return service


def shown(client: httpx.Client, data: bytes, name: str) -> np.ndarray[Any, Any]:
    """The preview that the service sends: what a person is shown, and what boxes are drawn on."""
    files = {"photo": (name, data, "image/jpeg")}
    answer = client.post("/v1/read", data={"preview": "true"}, files=files)
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert (body["image"]["width"], body["image"]["height"]) == (WIDTH, HEIGHT)
    return decode(base64.b64decode(body["preview"]["base64"])).pixels


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
@pytest.mark.parametrize("what", COLOUR)
def test_it_is_read_upright_in_its_colours(client: httpx.Client, what: str) -> None:
    pixels = shown(client, COLOUR[what], "hand.jpg").astype(int)
    for y, x, colour in ((30, 50, (210, 60, 60)), (30, 150, (60, 60, 210)), (90, 100, (60, 150, 60))):
        assert np.abs(pixels[y, x] - colour).max() < 40, (what, y, x, pixels[y, x])


@pytest.mark.parametrize("what", GREY)
def test_it_is_read_in_grey(client: httpx.Client, what: str) -> None:
    pixels = shown(client, GREY[what], "hand.png")
    assert (pixels.max(axis=2) - pixels.min(axis=2)).max() <= 2


@pytest.mark.parametrize(
    "name", ["hand.png", "hand.heic", "hand.gif", "hand", "../../etc/passwd", "手牌.jpg", ""]
)
def test_the_name_of_a_file_decides_nothing(client: httpx.Client, name: str) -> None:
    files = {"photo": (name or "x", COLOUR["HEIC"], "image/gif")}
    assert client.post("/v1/read", files=files).status_code == 200


NOISE = Image.fromarray(np.random.default_rng(0).integers(0, 255, (HEIGHT, WIDTH, 3), np.uint8))
WHOLE = {kind: saved(NOISE, kind) for kind in ("JPEG", "PNG", "WEBP", "HEIF")}


@pytest.mark.parametrize("kind", WHOLE)
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.99])
def test_a_file_cut_short_is_never_half_read(client: httpx.Client, kind: str, part: float) -> None:
    data = WHOLE[kind]
    answer = client.post("/v1/read", files={"photo": data[: int(len(data) * part)]})
    assert answer.status_code in {415, 422}, answer.text
    assert answer.json()["code"] in {"truncated", "unreadable", "not_a_picture"}
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_are_read_or_refused_but_never_an_error_of_ours(
    client: httpx.Client, seed: int
) -> None:
    random = np.random.default_rng(seed)
    data = bytearray(list(WHOLE.values())[seed % 4])
    for at in random.integers(12, len(data), 8):
        data[at] = random.integers(256)
    answer = client.post("/v1/read", data={"preview": "true"}, files={"photo": bytes(data)})
    assert answer.status_code in {200, 413, 415, 422}, answer.text
