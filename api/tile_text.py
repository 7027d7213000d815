"""Tiles as coloured text."""

from __future__ import annotations

from rich.text import Text as RichText

from api.words import Language

IVORY = "#f6efdc"
INK = {"m": "#a3271f", "p": "#1d4f9c", "s": "#16693f", "z": "#20242c"}
DRAGON_INK = {"5z": "#3a62b0", "6z": "#16693f", "7z": "#a3271f"}
RANKS = "一二三四五六七八九"
SUITS = {"m": "万", "p": "饼", "s": "条"}
HONOURS = "东南西北白发中"
SHORT_HONOURS = (" E", " S", " W", " N", "Wh", "Gr", "Rd")
LINE_INK = {
    "m": "red",
    "p": "bright_blue",
    "s": "green",
    "z": "bold",
    "5z": "bright_blue",
    "6z": "green",
    "7z": "red",
}


def face_lines(name: str, language: Language) -> tuple[str, str]:
    """Number and suit of a tile, as the two lines of its face.

    >>> face_lines("3m", "zh"), face_lines("7z", "zh"), face_lines("3m", "en")
    (('三', '万'), ('中', '  '), (' 3', ' m'))
    """
    rank, suit = int(name[0]), name[1]
    if suit == "z":
        return HONOURS[rank - 1] if language == "zh" else SHORT_HONOURS[rank - 1], "  "
    return (RANKS[rank - 1], SUITS[suit]) if language == "zh" else (f" {rank}", f" {suit}")


def style_of(name: str) -> str:
    """The Rich style of a tile: its ink on ivory."""
    return f"bold {DRAGON_INK.get(name, INK[name[1]])} on {IVORY}"


def tile_rows(names: list[str], language: Language) -> tuple[RichText, RichText]:
    """Tiles side by side as two lines of text."""
    upper, lower = RichText(), RichText()
    for name in names:
        top, bottom = face_lines(name, language)
        upper.append(f" {top} ", style_of(name)).append(" ")
        lower.append(f" {bottom} ", style_of(name)).append(" ")
    return upper, lower


def tile_line(names: list[str], language: Language) -> RichText:
    """Tiles as one coloured line: 一二三万 东东, or 123m 11z.

    >>> tile_line(["1m", "2m", "3m", "7z"], "zh").plain, tile_line(["1m", "2m"], "en").plain
    ('一二三万中', '12m')
    """
    line = RichText()
    for at, name in enumerate(names):
        rank, suit = int(name[0]), name[1]
        last = at + 1 == len(names) or names[at + 1][1] != suit
        if language == "zh":
            word = HONOURS[rank - 1] if suit == "z" else RANKS[rank - 1] + (SUITS[suit] if last else "")
        else:
            word = f"{rank}{suit if last else ''}"
        line.append(word, LINE_INK.get(name, LINE_INK[suit]))
    return line


def split_tiles(text: str) -> list[str]:
    """`"123m55z"` as `["1m", "2m", "3m", "5z", "5z"]`."""
    found: list[str] = []
    digits = ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            found += [digit + char for digit in digits]
            digits = ""
    return found
