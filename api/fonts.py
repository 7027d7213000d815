"""Text on the annotated picture: Chinese in a font of the system, Latin and digits in Pillow's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from PIL import ImageDraw, ImageFont

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
    "DroidSansFallback.ttf",
)
_CJK = "\u2e80"  # from here on Unicode is East Asian, as far as this project writes


@dataclass(frozen=True, slots=True)
class Typeface:
    """What text is written with; without a `chinese` font only Latin can be."""

    chinese: str | None

    def length(self, text: str, size: int) -> float:
        """How wide `text` is at `size` pixels."""
        return sum(font.getlength(run) for font, run in self._runs(text, size))

    def write(
        self, pen: ImageDraw.ImageDraw, x: float, baseline: float, text: str, size: int, colour: str
    ) -> float:
        """Write on the baseline; the x where the text ends."""
        for font, run in self._runs(text, size):
            pen.text((x, baseline), run, font=font, fill=colour, anchor="ls")
            x += font.getlength(run)
        return x

    def _runs(self, text: str, size: int) -> Iterator[tuple[Font, str]]:
        for is_chinese, run in groupby(text, key=lambda char: char >= _CJK):
            yield _load(self.chinese if is_chinese else None, size), "".join(run)


def typeface(wanted: Path | None = None) -> Typeface:
    """The font in `wanted` for Chinese, or the first one of the system that can write it, or none.

    Raises:
        OSError: `wanted` is no font, or cannot write Chinese.
    """
    if wanted is not None:
        if not _writes_chinese(str(wanted)):
            raise OSError(f"{wanted}: this font cannot write Chinese")
        return Typeface(str(wanted))
    for name in CHINESE:
        try:
            if _writes_chinese(name):
                return Typeface(name)
        except OSError:
            continue
    return Typeface(None)


def _writes_chinese(source: str) -> bool:
    """Whether two characters that every answer has come out as two different shapes."""
    font = _load(source, 24)
    return bytes(font.getmask("番")) != bytes(font.getmask("和"))


@cache
def _load(source: str | None, size: int) -> Font:
    return ImageFont.load_default(size) if source is None else ImageFont.truetype(source, size)
