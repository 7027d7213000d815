"""A font for the annotated picture: one with Chinese where the system has one, else Pillow's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

# Names that Pillow looks up in the system's font folders: macOS, Windows, Linux.
CHINESE = (
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "STHeiti Medium.ttc",
    "msyh.ttc",
    "simhei.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansSC-Regular.otf",
    "SourceHanSansSC-Regular.otf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    "LXGWWenKai-Regular.ttf",
)


@dataclass(frozen=True, slots=True)
class Typeface:
    """One font at any size; `chinese` tells whether it can write Chinese."""

    source: str | None
    chinese: bool

    def at(self, size: int) -> Font:
        """The font at `size` pixels."""
        return _load(self.source, size)


def typeface(wanted: Path | None = None) -> Typeface:
    """The font in `wanted`, or the first Chinese one of the system, or Pillow's own (Latin only).

    Raises:
        OSError: `wanted` is no font.
    """
    if wanted is not None:
        _load(str(wanted), 20)
        return Typeface(str(wanted), chinese=True)
    for name in CHINESE:
        try:
            _load(name, 20)
        except OSError:
            continue
        return Typeface(name, chinese=True)
    return Typeface(None, chinese=False)


@cache
def _load(source: str | None, size: int) -> Font:
    return ImageFont.load_default(size) if source is None else ImageFont.truetype(source, size)
