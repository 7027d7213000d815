"""What is kept of a photo: its pixels, upright; and nothing else."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np
import pillow_heif
import pytest
from PIL import Image
from PIL.ExifTags import GPS, IFD, Base
from PIL.PngImagePlugin import PngInfo

from api.corrections.cleaning import CleanPicture, clean_picture
from vision.photo import PhotoError, PhotoLimits, decode

SECRET = "SECRET"
XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Artist="SECRET"/>'
    b"</rdf:RDF></x:xmpmeta>"
)


def scene(mode: str = "RGB") -> Image.Image:
    """A picture whose corners differ, so that every turn shows."""
    grey = np.linspace(0, 200, 64 * 48, dtype=np.uint8).reshape(48, 64)
    rgb = np.dstack([grey, grey[::-1], np.full_like(grey, 90)])
    rgb[:10, :10] = (255, 40, 40)
    return Image.fromarray(rgb).convert(mode)


def exif(orientation: int = 1) -> Image.Exif:
    """Who, where and with what: all that a phone writes."""
    tags = Image.Exif()
    tags[Base.Orientation] = orientation
    tags[Base.Artist] = SECRET
    tags.get_ifd(IFD.GPSInfo)[GPS.GPSLatitude] = (32.0, 23.0, 40.0)
    tags.get_ifd(IFD.GPSInfo)[GPS.GPSMapDatum] = SECRET
    return tags


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def clean(data: bytes) -> CleanPicture:
    return clean_picture(data, PhotoLimits())


def second_picture() -> bytes:
    """A JPEG with another behind it and a trailer, as phones append them, both with GPS."""
    return saved(scene(), "JPEG", exif=exif()) + saved(scene(), "JPEG", exif=exif()) + b"SEFH SECRET"


def png_text() -> PngInfo:
    info = PngInfo()
    info.add_text("Author", SECRET)
    info.add_itxt("XML:com.adobe.xmp", XMP.decode())
    return info


pillow_heif.register_heif_opener()
PROGRESSIVE = {"quality": 90, "progressive": True}
AS_THEY_ARE = [
    ("a JPEG with EXIF, XMP, a comment", saved(scene(), "JPEG", exif=exif(), xmp=XMP, comment=b"SECRET")),
    ("a JPEG with pictures behind it", second_picture()),
    ("a progressive JPEG", saved(scene(), "JPEG", exif=exif(), **PROGRESSIVE)),
    ("a grey JPEG", saved(scene("L"), "JPEG", exif=exif())),
    ("a CMYK JPEG", saved(scene("CMYK"), "JPEG", exif=exif())),
    ("a JPEG with restart markers", saved(scene(), "JPEG", exif=exif(), restart_marker_blocks=2)),
    ("a PNG with text and EXIF", saved(scene(), "PNG", exif=exif(), pnginfo=png_text())),
    ("a palette PNG", saved(scene("P"), "PNG", exif=exif())),
    ("a transparent PNG", saved(scene("RGBA"), "PNG", pnginfo=png_text())),
    ("a lossy WebP", saved(scene(), "WEBP", exif=exif(), xmp=XMP)),
    ("a lossless WebP", saved(scene(), "WEBP", exif=exif(), xmp=XMP, lossless=True)),
    ("a WebP with alpha", saved(scene("RGBA"), "WEBP", exif=exif())),
]
REWRITTEN = [
    ("HEIC", saved(scene(), "HEIF", exif=exif(), quality=95)),
    (
        "an animated WebP",
        saved(scene(), "WEBP", save_all=True, append_images=[scene().rotate(90)], exif=exif()),
    ),
    *(
        (f"a JPEG turned by {turn}", saved(scene(), "JPEG", exif=exif(turn), quality=95))
        for turn in range(2, 9)
    ),
    ("a PNG turned by 6", saved(scene(), "PNG", exif=exif(6))),
]


@pytest.mark.parametrize(
    ("what", "data"), AS_THEY_ARE + REWRITTEN, ids=[w for w, _ in AS_THEY_ARE + REWRITTEN]
)
def test_nothing_but_the_upright_picture_is_kept(what: str, data: bytes) -> None:
    kept = clean(data)
    assert SECRET.encode() not in kept.data
    image = Image.open(io.BytesIO(kept.data))
    assert not dict(image.getexif())
    assert not image.getexif().get_ifd(IFD.GPSInfo)
    assert not {"exif", "xmp", "comment", "Author", "mp"} & set(image.info)
    assert not getattr(image, "is_animated", False)
    original = decode(data)
    assert image.size == (original.width, original.height) == (kept.width, kept.height)


@pytest.mark.parametrize(("what", "data"), AS_THEY_ARE, ids=[what for what, _ in AS_THEY_ARE])
def test_an_upright_picture_keeps_every_pixel(what: str, data: bytes) -> None:
    kept = clean(data)
    assert kept.untouched
    assert np.array_equal(decode(kept.data).pixels, decode(data).pixels)


@pytest.mark.parametrize(("what", "data"), REWRITTEN, ids=[what for what, _ in REWRITTEN])
def test_a_turned_picture_stands_upright_and_hardly_changes(what: str, data: bytes) -> None:
    kept = clean(data)
    assert kept.suffix == ".jpg"
    apart = np.abs(decode(kept.data).pixels.astype(int) - decode(data).pixels.astype(int))
    assert apart.mean() < 1.5


@pytest.mark.parametrize(
    ("what", "data"), AS_THEY_ARE + REWRITTEN, ids=[w for w, _ in AS_THEY_ARE + REWRITTEN]
)
def test_what_was_kept_is_kept_as_it_is_when_sent_again(what: str, data: bytes) -> None:
    once = clean(data)
    assert clean(once.data).data == once.data


def test_the_colour_profile_stays_with_its_colours() -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for turn in (1, 6):
        kept = clean(saved(scene(), "JPEG", exif=exif(turn), icc_profile=profile))
        assert Image.open(io.BytesIO(kept.data)).info["icc_profile"] == profile


def test_an_animated_png_keeps_its_still_picture() -> None:
    data = saved(scene(), "PNG", save_all=True, append_images=[scene().rotate(90)], duration=100)
    kept = clean(data)
    assert b"acTL" not in kept.data
    assert np.array_equal(decode(kept.data).pixels, decode(data).pixels)


def test_a_thumbnail_within_the_header_goes() -> None:
    plain = saved(scene(), "JPEG")
    jfif = b"JFIF\0\1\1\0\0\1\0\1\4\4" + b"SECRET".ljust(48, b"!")
    data = b"\xff\xd8\xff\xe0" + struct.pack(">H", len(jfif) + 2) + jfif + plain[20:]
    assert decode(data).pixels.shape == decode(plain).pixels.shape
    assert b"SECRET" not in clean(data).data


@pytest.mark.parametrize("data", [b"", b"GIF89a", saved(scene(), "JPEG")[:700]], ids=["empty", "GIF", "cut"])
def test_what_is_no_photo_is_refused(data: bytes) -> None:
    with pytest.raises(PhotoError):
        clean(data)
