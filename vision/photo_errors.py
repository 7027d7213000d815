"""Why a file cannot become a photo.

PhotoError
├── EmptyPhotoError       422  empty
├── NotAPictureError      415  not_a_picture
├── PhotoTooLargeError    413  too_large
├── PhotoTooSmallError    422  too_small
└── UnreadablePhotoError  422  unreadable
    └── TruncatedPhotoError    truncated
"""

from __future__ import annotations

from typing import ClassVar

from scoring.errors import Text


class PhotoError(Exception):
    """A file that cannot become a `Photo`: a stable code, the HTTP status, and advice in both languages."""

    code: ClassVar[str]
    status: ClassVar[int] = 422

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class EmptyPhotoError(PhotoError):
    """No bytes at all."""

    code = "empty"

    def __init__(self) -> None:
        super().__init__(Text("文件是空的，请重新选择照片。", "The file is empty: choose the photo again."))


class NotAPictureError(PhotoError):
    """Not one of the four kinds of picture that are taken."""

    code, status = "not_a_picture", 415

    def __init__(self) -> None:
        super().__init__(
            Text(
                "这不是可以识别的图片，请上传 JPEG、PNG、WebP 或 HEIC 照片。",
                "This is not a picture that is taken here: send a JPEG, PNG, WebP or HEIC photo.",
            )
        )


class PhotoTooLargeError(PhotoError):
    """More bytes or more pixels than the limits allow."""

    code, status = "too_large", 413

    @classmethod
    def in_bytes(cls, size: int, limit: int) -> PhotoTooLargeError:
        """For a file of `size` bytes where `limit` are taken."""
        most, has = limit / 1e6, size / 1e6
        return cls(
            Text(
                f"文件超过 {most:.0f} MB（至少 {has:.1f} MB），请用较低的画质重新导出。",
                f"The file has at least {has:.1f} MB, more than the {most:.0f} MB taken: "
                "export it at a lower quality.",
            )
        )

    @classmethod
    def in_pixels(cls, width: int, height: int, limit: int) -> PhotoTooLargeError:
        """For a picture of `width` x `height` where `limit` pixels are taken."""
        most = limit / 1e6
        return cls(
            Text(
                f"图片有 {width}×{height} 像素，超过 {most:.0f} 百万像素的上限，请缩小后再传。",
                f"The picture has {width} x {height} pixels, more than the {most:.0f} megapixels taken for "
                "its kind: make it smaller.",
            )
        )


class PhotoTooSmallError(PhotoError):
    """A picture too small to hold a readable tile."""

    code = "too_small"

    def __init__(self, width: int, height: int) -> None:
        super().__init__(
            Text(
                f"图片只有 {width}×{height} 像素，看不清牌面，请上传原图。",
                f"The picture has only {width} x {height} pixels, too few to see a tile: send the original.",
            )
        )


class UnreadablePhotoError(PhotoError):
    """The right kind of file, but its contents are damaged or of a variant no decoder here knows."""

    code = "unreadable"

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(
            text
            or Text(
                "照片打不开，可能已损坏，请重新拍摄，或在相册里另存为 JPEG 再传。",
                "The photo cannot be opened and may be damaged: take it again, or export it as JPEG first.",
            )
        )


class TruncatedPhotoError(UnreadablePhotoError):
    """The file ends before the picture does; half a picture is never read."""

    code = "truncated"

    def __init__(self) -> None:
        super().__init__(
            Text(
                "照片没有传完整，后半部分缺失，请重新上传。",
                "The photo is incomplete, its end is missing: send it again.",
            )
        )
