"""Safe decoding: bytes of unknown origin to an upright RGB picture, or a refusal that says what to do."""

from __future__ import annotations

import hashlib
import io
import re
import time
from dataclasses import dataclass

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image

from vision.photo_errors import (
    EmptyPhotoError,
    NotAPictureError,
    PhotoError,
    PhotoTooLargeError,
    PhotoTooSmallError,
    TruncatedPhotoError,
    UnreadablePhotoError,
)
from vision.photo_header import PhotoFormat, PhotoHeader, read_header

__all__ = [
    "EmptyPhotoError",
    "NotAPictureError",
    "Photo",
    "PhotoError",
    "PhotoLimits",
    "PhotoTooLargeError",
    "PhotoTooSmallError",
    "TruncatedPhotoError",
    "UnreadablePhotoError",
    "check_header",
    "decode",
    "preview",
]

# Pillow's own ceiling warns at 89 and refuses at 179 megapixels; `PhotoLimits` is checked before it.
Image.MAX_IMAGE_PIXELS = None
pillow_heif.register_heif_opener(thumbnails=False)

_PILLOW_NAMES: dict[PhotoFormat, str] = {"JPEG": "JPEG", "PNG": "PNG", "WebP": "WEBP", "HEIF": "HEIF"}
_EXIF_ORIENTATION = 0x0112
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = 5  # from here on the orientations exchange width and height
_XMP_ORIENTATION = re.compile(rb'tiff:Orientation(?:="|>)\s*([1-8])')
# A real progressive JPEG has about ten scans; thousands in a few kilobytes are minutes of work.
_FILLER = 128
_JPEG_SCAN = b"\xff\xda"
_MOST_SCANS = 200


@dataclass(frozen=True)
class PhotoLimits:
    """What a photo may be before it is refused.

    Attributes:
        data_bytes: size of the file.
        declared_pixels: width times height in the header.
        decoded_pixels: most pixels ever held at once. A plain JPEG is decoded smaller to fit; the other
            kinds cannot be and are refused above it. 50 million takes the 48-megapixel phones.
        shortest_side: pixels; below it there is no tile to read.
    """

    data_bytes: int = 30_000_000
    declared_pixels: int = 250_000_000
    decoded_pixels: int = 50_000_000
    shortest_side: int = 32


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright picture.

    Attributes:
        pixels: (H, W, 3) uint8 RGB, upright, read-only, perhaps smaller than the full picture.
        width, height: pixels of the full upright picture; quads of a reading are in these.
        sha256: of the bytes that came in.
        format: what the bytes were.
        milliseconds: spent decoding.
    """

    pixels: NDArray[np.uint8]
    width: int
    height: int
    sha256: str
    format: PhotoFormat
    milliseconds: float

    @property
    def scale(self) -> float:
        """Full-picture pixels per pixel of `pixels`, 1 or more."""
        return self.width / int(self.pixels.shape[1])


def check_header(head: bytes, limits: PhotoLimits = PhotoLimits()) -> PhotoHeader:
    """The header of a photo from its first `HEAD_BYTES` bytes (or all of them, when there are fewer).

    Raises:
        PhotoError: empty, not a picture, too large or too small, as soon as the bytes given show it.
    """
    if not head:
        raise EmptyPhotoError
    header = read_header(head)
    if header is None:
        raise NotAPictureError
    if header.width is not None and header.height is not None:
        _check_size(header.width, header.height, limits)
    return header


def decode(data: bytes, limits: PhotoLimits = PhotoLimits(), *, keep_side: int = 2000) -> Photo:
    """The upright picture in a JPEG, PNG, WebP or HEIC file (the first frame of an animated one).

    The picture is halved while its long side keeps at least `keep_side` pixels: 2,000 leave a row of
    fourteen tiles across the picture some 140 px a tile. Ask again with more where tiles turn out tiny.

    Raises:
        PhotoError: one of its tree; nothing else, whatever the bytes.
    """
    start = time.perf_counter()
    if len(data) > limits.data_bytes:
        raise PhotoTooLargeError.in_bytes(len(data), limits.data_bytes)
    header = check_header(data, limits)
    try:
        image, (width, height) = _load(data, header, limits, keep_side)
    except PhotoError:
        raise
    except Exception as error:  # decoders answer hostile bytes with every kind there is
        raise _refusal(data, header, error) from error
    pixels = np.ascontiguousarray(np.asarray(image))
    pixels.flags.writeable = False
    return Photo(
        pixels=pixels,
        width=width,
        height=height,
        sha256=hashlib.sha256(data).hexdigest(),
        format=header.format,
        milliseconds=(time.perf_counter() - start) * 1000,
    )


def preview(photo: Photo, max_side: int = 2048) -> bytes:
    """An upright JPEG of the photo, at most `max_side` pixels long, with no metadata at all."""
    height, width = photo.pixels.shape[:2]
    factor = min(1.0, max_side / max(width, height))
    pixels: NDArray[np.uint8] = photo.pixels
    if factor < 1:
        size = max(1, round(width * factor)), max(1, round(height * factor))
        pixels = cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=85)
    return out.getvalue()


def _check_size(width: int, height: int, limits: PhotoLimits) -> None:
    if width * height > limits.declared_pixels:
        raise PhotoTooLargeError.in_pixels(width, height, limits.declared_pixels)
    if min(width, height) < limits.shortest_side:
        raise PhotoTooSmallError(width, height)


def _load(
    data: bytes, header: PhotoHeader, limits: PhotoLimits, keep_side: int
) -> tuple[Image.Image, tuple[int, int]]:
    """The upright RGB image, perhaps reduced, and the full upright size."""
    image: Image.Image = Image.open(io.BytesIO(data), formats=[_PILLOW_NAMES[header.format]])
    width, height = image.size
    _check_size(width, height, limits)
    if header.reducible:
        # libjpeg's reduced inverse DCT: a third of the time of a full decode, and as sharp.
        halvings = _halvings(max(width, height), keep_side)
        image.draft(None, (max(1, width >> halvings), max(1, height >> halvings)))
    elif header.format == "JPEG" and data.count(_JPEG_SCAN) > _MOST_SCANS:
        raise UnreadablePhotoError
    if image.width * image.height > limits.decoded_pixels:
        raise PhotoTooLargeError.in_pixels(width, height, limits.decoded_pixels)
    image.load()
    # A HEIF container turns its own pictures (ISO 23008-12, `irot`); its EXIF tag only repeats that.
    orientation = 1 if header.format == "HEIF" else _orientation(image)
    image = _plain(image)
    if halvings := _halvings(max(image.size), keep_side):
        image = image.reduce(1 << halvings)
    image = _on_white(image)
    if header.format == "JPEG" and _ends_in_filler(image):
        raise TruncatedPhotoError
    if orientation in _UPRIGHT:
        image = image.transpose(_UPRIGHT[orientation])
    return image, (height, width) if orientation >= _SIDEWAYS else (width, height)


def _halvings(side: int, keep: int) -> int:
    """How often `side` can be halved and keep `keep` pixels: three times at most, as in a JPEG."""
    return next(n for n in (3, 2, 1, 0) if side >> n >= keep or n == 0)


def _plain(image: Image.Image) -> Image.Image:
    """Any mode as 8-bit RGB, or RGBA where something is transparent."""
    if image.mode.startswith("I"):  # 16-bit grey, which Pillow would clip instead of scale
        image = Image.fromarray((np.asarray(image).astype(np.uint32) >> 8).clip(0, 255).astype(np.uint8))
    mode = "RGBA" if image.has_transparency_data else "RGB"
    return image if image.mode == mode else image.convert(mode)


def _ends_in_filler(image: Image.Image) -> bool:
    """Whether the last row is the exact mid-grey that libjpeg fills in where data is missing.

    Some apps close a cut file with an end marker, and no decoder complains then.
    """
    filler = ((_FILLER, _FILLER),) * 3
    first, last = (image.crop((0, row, image.width, row + 1)) for row in (0, image.height - 1))
    return last.getextrema() == filler != first.getextrema()


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode == "RGB":
        return image
    white = Image.new("RGB", image.size, "white")
    white.paste(image, mask=image.getchannel("A"))
    return white


def _orientation(image: Image.Image) -> int:
    """The EXIF orientation, or else that of the XMP packet, or else 1; broken metadata counts as none."""
    try:
        value = image.getexif().get(_EXIF_ORIENTATION)
    except Exception:  # whatever a damaged EXIF block provokes, the picture itself is sound
        value = None
    if isinstance(value, int) and value in range(1, 9):
        return value
    packet = image.info.get("xmp", b"")
    found = _XMP_ORIENTATION.search(packet if isinstance(packet, bytes) else str(packet).encode())
    return int(found[1]) if found else 1


def _refusal(data: bytes, header: PhotoHeader, error: Exception) -> UnreadablePhotoError:
    words = str(error).lower()
    riff_cut = header.format == "WebP" and len(data) < 8 + int.from_bytes(data[4:8], "little")
    if riff_cut or "truncated" in words or "end of file" in words:
        return TruncatedPhotoError()
    return UnreadablePhotoError()
