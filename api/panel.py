"""The breakdown of a scan as a picture: total, hand, fans with their tiles, payments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

import scoring
from api.fonts import Typeface
from api.scan import ScanResult
from api.tile_pictures import tile_picture
from api.tile_text import split_tiles
from api.words import Words

PAPER, INK, SOFT, LINE, GREEN, RED = "#f7f3e8", "#1c2a23", "#69756d", "#ddd6c3", "#1d6b48", "#b3342b"
MARGIN = 44
BESIDE_WIDTH = 760


@dataclass
class _Sheet:
    """Paper that grows downwards while it is written on."""

    image: Image.Image
    face: Typeface
    y: int = MARGIN

    @property
    def pen(self) -> ImageDraw.ImageDraw:
        """A pen for this paper."""
        return ImageDraw.Draw(self.image)

    def text(
        self, x: float, words: str, size: int, colour: str = INK, *, dy: int = 0, right: bool = False
    ) -> int:
        """Write `dy` pixels below the line at `x` (its right end if `right`); the x where it ends."""
        if right:
            x -= self.face.length(words, size)
        return round(self.face.write(self.pen, x, self.y + dy + size * 0.88, words, size, colour))

    def tiles(self, x: int, names: list[str | None], width: int, *, dy: int = 0) -> int:
        """Lay tiles side by side; the x where they end."""
        for name in names:
            picture = tile_picture(name, width)
            self.image.paste(picture, (x, self.y + dy), picture)
            x += width + 1
        return x

    def rule(self) -> None:
        """A thin line across."""
        self.pen.line((MARGIN, self.y, self.image.width - MARGIN, self.y), fill=LINE, width=2)


def draw_panel(
    result: ScanResult, words: Words, face: Typeface, height: int | None, width: int | None
) -> Image.Image:
    """An RGB picture at least `height` tall (beside a photo), or `width` wide (below one)."""
    sheet = _Sheet(Image.new("RGB", (width or BESIDE_WIDTH, 4000), PAPER), face)
    if result.score is None:
        _unscored(sheet, result, words)
    else:
        _scored(sheet, result.score.to_dict(), result, words)
    _doubts(sheet, result, words)
    return sheet.image.crop((0, 0, sheet.image.width, max(sheet.y + MARGIN - 10, height or 0)))


def _scored(sheet: _Sheet, score: Mapping[str, Any], result: ScanResult, words: Words) -> None:
    _headline(sheet, score, words)
    _hand(sheet, result)
    _fans(sheet, score, words)
    _payments(sheet, score, words)


def _headline(sheet: _Sheet, score: Mapping[str, Any], words: Words) -> None:
    x = MARGIN
    if score["total"] is not None:
        x = sheet.text(x, str(score["total"]), 104, GREEN if score["win"] else RED, dy=-16)
        x = sheet.text(x + 10, words.say(_unit(score)), 40, dy=44) + 34
    minimum = f"  ·  {words('minimum', score['minimum'])}" if score["minimum"] else ""
    sheet.text(x, words("legal" if score["win"] else "not_legal"), 38, GREEN if score["win"] else RED, dy=2)
    sheet.text(x, words.say(score["ruleset"]["name"]) + minimum, 25, SOFT, dy=54)
    sheet.y += 118
    for reason in score["reasons"]:
        sheet.text(MARGIN, words.say(reason["text"]), 26, RED)
        sheet.y += 40
    sheet.y += 16 if score["reasons"] else 0


def _unit(score: Mapping[str, Any]) -> Mapping[str, str]:
    unit: Mapping[str, str] = scoring.ruleset(score["ruleset"]["id"]).to_dict()["unit"]
    return unit


def _hand(sheet: _Sheet, result: ScanResult) -> None:
    """Melds, tiles in hand and the winning tile, as large as they fit on one line."""
    hand = result.reading.hand
    if hand is None:
        return
    parts: list[list[str | None]] = [
        _meld_faces(str(meld.kind), list(map(str, meld.tiles))) for meld in hand.melds
    ]
    parts.append([str(tile) for tile in hand.concealed])
    if hand.winning_tile is not None:
        parts.append([str(hand.winning_tile)])
    gap = 18
    room = sheet.image.width - 2 * MARGIN - gap * (len(parts) - 1)
    width = min(72, room // max(sum(map(len, parts)), 1) - 1)
    x = MARGIN
    for part in parts:
        x = sheet.tiles(x, part, width) + gap
    if hand.winning_tile is not None:
        height = round(width * 4 / 3)
        left = x - gap - width - 1
        frame = (left - 4, sheet.y - 4, left + width + 3, sheet.y + height + 3)
        sheet.pen.rounded_rectangle(frame, radius=10, outline=RED, width=4)
    sheet.y += round(width * 4 / 3) + 34


def _meld_faces(kind: str, names: list[str]) -> list[str | None]:
    return [None, *names[1:3], None] if kind == "concealed_kong" else list(names)


def _fans(sheet: _Sheet, score: Mapping[str, Any], words: Words) -> None:
    """One line a fan: name, tiles, value; two columns where the paper is wide."""
    columns = 2 if sheet.image.width > 1300 and len(score["fans"]) > 2 else 1
    width = (sheet.image.width - 2 * MARGIN - 60 * (columns - 1)) // columns
    top = sheet.y
    per_column = -(-len(score["fans"]) // columns)
    for at, fan in enumerate(score["fans"]):
        column, row = divmod(at, max(per_column, 1))
        sheet.y = top + row * 62
        _fan(sheet, MARGIN + column * (width + 60), width, fan, score, words)
    sheet.y = top + per_column * 62 + 10


def _fan(
    sheet: _Sheet, x: int, width: int, fan: Mapping[str, Any], score: Mapping[str, Any], words: Words
) -> None:
    sheet.pen.line((x, sheet.y, x + width, sheet.y), fill=LINE, width=2)
    times = f" × {fan['count']}" if fan["count"] > 1 else ""
    end = sheet.text(x, words.say(fan["name"]) + times, 28, dy=14)
    sheet.text(x + width, str(fan["value"]), 34, GREEN, dy=10, right=True)
    sets = _fan_tiles(fan, score)
    count = sum(map(len, sets))
    room = width - max(end - x, 150) - 100
    if not count or room < 60:
        return
    tile = min(30, (room - 8 * len(sets)) // count - 1)
    if tile < 12:
        return
    left = max(end, x + 150) + 20
    for names in sets:
        left = sheet.tiles(left, list(names), tile, dy=31 - round(tile * 2 / 3)) + 8


def _fan_tiles(fan: Mapping[str, Any], score: Mapping[str, Any]) -> list[list[str]]:
    split = score["decomposition"]
    if split is None:
        return []
    return [
        split_tiles(split["pair"] if key == "pair" else split["sets"][key]["tiles"]) for key in fan["sets"]
    ]


def _payments(sheet: _Sheet, score: Mapping[str, Any], words: Words) -> None:
    lines = [words("pays", words(t["from"]), words(t["to"]), t["amount"]) for t in score["transfers"]]
    if not lines:
        return
    sheet.rule()
    sheet.y += 16
    end = sheet.text(MARGIN, words("payments"), 25, SOFT, dy=2)
    for line in lines:
        end = sheet.text(end + 32, line, 27)
    sheet.y += 46


def _unscored(sheet: _Sheet, result: ScanResult, words: Words) -> None:
    totals = sorted({c.score.total for c in result.candidates if c.score.total is not None})
    if totals:
        shown = str(totals[0]) if len(totals) == 1 else f"{totals[0]} – {totals[-1]}"
        x = sheet.text(MARGIN, shown, 92, INK, dy=-12)
        unit = _unit(result.candidates[0].score.to_dict())
        sheet.text(x + 10, words.say(unit), 38, dy=42)
        sheet.y += 112
    else:
        sheet.text(MARGIN, words("no_hand"), 38, RED)
        sheet.y += 70
    _hand(sheet, result)


def _doubts(sheet: _Sheet, result: ScanResult, words: Words) -> None:
    for line in _doubt_lines(result, words):
        for part in _wrapped(line, sheet):
            sheet.text(MARGIN, part, 22, "#8f5a06")
            sheet.y += 32


def _doubt_lines(result: ScanResult, words: Words) -> Iterator[str]:
    for doubt in result.reading.doubts:
        yield "? " + words.say(doubt.text.to_dict())


def _wrapped(line: str, sheet: _Sheet) -> Iterator[str]:
    """`line` in pieces that fit; Chinese breaks anywhere, English at spaces."""
    room = sheet.image.width - 2 * MARGIN
    piece = ""
    for word in re.findall(r"[ -\u2e7f]+?(?: |$)|.", line):
        if piece and sheet.face.length(piece + word, 22) > room:
            yield piece
            piece = ""
        piece += word
    if piece:
        yield piece
