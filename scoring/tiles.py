"""The 34 kinds of tile, tiles as text, and tiles counted in one integer.

A *code* is such a count, six bits a kind in table order: to add codes is to add tiles.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, Self

from scoring.errors import Reason, RequestError, Text
from scoring.remembered import Remembered

SUITS: Final = "mpsz"
_ZH_RANKS: Final = "一二三四五六七八九"
_ZH_SUITS: Final = {"m": "万", "p": "饼", "s": "条"}
_ZH_HONOURS: Final = "东南西北白发中"
_EN_HONOURS: Final = ("East", "South", "West", "North", "White", "Green", "Red")


class Tile(int):
    """One kind of tile: 0..33 in the order 1m..9m 1p..9p 1s..9s 1z..7z (东南西北白发中).

    A tile is its own index, so it can index an array of 34 counts and sorts in table order.

    >>> Tile.parse("5p"), int(Tile.parse("5p")), Tile(13).suit, Tile(13).rank
    (5p, 13, 'p', 5)
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Self:
        """The tile of that index; `ValueError` outside 0..33."""
        if not 0 <= index < 34:
            raise ValueError(f"tile index {index} is not in 0..33")
        return super().__new__(cls, index)

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """The one tile that `text` writes; `RequestError` (bad_tile) for none or several."""
        tiles = parse_tiles(text)
        if len(tiles) != 1:
            raise RequestError([_bad_tile(text, "这里要写一张牌", "one tile is expected here")])
        return tiles[0]

    @property
    def suit(self) -> str:
        """`m` 万, `p` 饼, `s` 条 or `z` for an honour."""
        return SUITS[self // 9]

    @property
    def rank(self) -> int:
        """1..9; for honours 1..7."""
        return self % 9 + 1

    @property
    def is_honour(self) -> bool:
        """风头: winds and dragons alike (RULES 1)."""
        return self >= 27

    @property
    def is_dragon(self) -> bool:
        """白, 发 or 中."""
        return self >= 31

    @property
    def is_terminal(self) -> bool:
        """A 1 or a 9 of a suit."""
        return self < 27 and self % 9 in (0, 8)

    @property
    def name(self) -> Text:
        """What a player calls it: 五饼 / 5p, 东 / East."""
        return _SPOKEN[self]

    def __str__(self) -> str:
        return NAMES[self]

    __repr__ = __str__


ALL_TILES: Final[tuple[Tile, ...]] = tuple(Tile(index) for index in range(34))
UNITS: Final = tuple(1 << 6 * index for index in range(34))
"""The code of each tile."""

Suits = tuple[int, int, int, int]
"""The codes of the suits m p s z, the first tile of each in the lowest six bits."""

SUIT_BITS: Final = 54
SUIT: Final = (1 << SUIT_BITS) - 1
"""The lowest suit of a code; the next lies `SUIT_BITS` above it."""

_EACH: Final = sum(UNITS)
ANY_KIND: Final = 32 * _EACH
"""What `kinds_in` can give; `HONOURS`, `ENDS` (1 and 9) and `SUITED` are parts of it."""

HONOURS: Final = 32 * sum(UNITS[27:])
ENDS: Final = 32 * sum(UNITS[9 * suit + rank] for suit in range(3) for rank in (0, 8))
SUITED: Final = tuple(32 * sum(UNITS[9 * suit : 9 * suit + 9]) for suit in range(3))

NAMES: Final = tuple(f"{index % 9 + 1}{SUITS[index // 9]}" for index in range(34))
"""Each tile as text."""

_SPOKEN: Final = (
    *(
        Text(_ZH_RANKS[tile % 9] + _ZH_SUITS[tile.suit], NAMES[tile])
        for tile in ALL_TILES
        if not tile.is_honour
    ),
    *map(Text, _ZH_HONOURS, _EN_HONOURS),
)
_BY_NAME: Final = {name: (ALL_TILES[index],) for index, name in enumerate(NAMES)}
_RUN: Final = re.compile("[1-9]{1,14}[mps]|[1-7]{1,14}z")  # as we print them; longer ones are no hand
_BY_RANK: Final = {
    suit: {str(rank + 1): tile for rank, tile in enumerate(ALL_TILES[9 * index : 9 * index + 9])}
    for index, suit in enumerate(SUITS)
}
_RUNS: Final = Remembered[str, list[Tile]](
    lambda run: [_BY_RANK[run[-1]][rank] for rank in run[:-1]], most=1 << 14
)

_RANKS: Final = {str(n): n for n in range(1, 10)} | {zh: n for n, zh in enumerate(_ZH_RANKS, 1)}
_SUIT_OF: Final = {letter: letter for letter in SUITS} | dict(
    zip("万萬饼餅筒条條索", "mmpppsss", strict=True)
)
_HONOUR_OF: Final = {
    zh: ALL_TILES[27 + index]
    for index, names in enumerate(("东東", "南", "西", "北", "白", "发發", "中"))
    for zh in names
}
# U+1F000: 东南西北中发白, then 万, 条, 饼 (the block's own order).
_UNICODE: Final = {
    chr(0x1F000 + offset): ALL_TILES[index]
    for offset, index in enumerate([27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18)])
}
_LONG_NAMES: Final = {"红中": "中", "紅中": "中", "发财": "发", "發財": "发", "白板": "白"} | {
    honour + wind: honour for honour in "东東南西北" for wind in "风風"
}
_IGNORED: Final = "\ufe0e\ufe0f"  # which picture of 🀄 is meant; the tile is the same


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles that `text` writes, in its order; raises `RequestError` with one bad_tile a wrong spot.

    Runs share a suit. Besides `123m55z` it reads 万饼筒条索, 东南西北中发白 in both scripts, Chinese and
    full-width digits, and the Unicode tiles U+1F000 to U+1F021. White space is free.

    >>> parse_tiles("一二三萬 ５５饼 中 🀀")
    (1m, 2m, 3m, 5p, 5p, 7z, 1z)
    """
    alone = _BY_NAME.get(text)
    if alone is not None:
        return alone
    runs = _RUN.findall(text)
    if sum(map(len, runs)) != len(text):
        return _any_tiles(text)
    tiles: list[Tile] = []
    for run in runs:
        tiles += _RUNS[run]
    return tuple(tiles)


def _any_tiles(text: str) -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    wrong: list[Reason] = []
    digits: list[str] = []
    for char in _folded(text):
        if char in _RANKS or char == "0":
            digits.append(char)
        elif char in _SUIT_OF:
            _take_run(digits, _SUIT_OF[char], char, tiles, wrong)
            digits = []
        else:
            if digits:
                wrong.append(_without_suit(digits))
                digits = []
            honour = _HONOUR_OF.get(char) or _UNICODE.get(char)
            if honour is None:
                wrong.append(_bad_tile(char, f"不认识“{char}”", f"{char!r} is not a tile"))
            else:
                tiles.append(honour)
    if digits:
        wrong.append(_without_suit(digits))
    if wrong:
        raise RequestError(wrong)
    return tuple(tiles)


def code_of(tiles: Iterable[Tile]) -> int:
    """How many there are of each kind, in one integer."""
    return sum(map(UNITS.__getitem__, tiles))


def suits_of(code: int) -> Suits:
    """The four suits of a code."""
    return code & SUIT, code >> 54 & SUIT, code >> 108 & SUIT, code >> 162


ONCE: Final = 31 * _EACH
"""What `kinds_in` adds for kinds that are there at all; the others for those there so many times or more."""
TWICE: Final = 30 * _EACH
THRICE: Final = 29 * _EACH
FOUR_TIMES: Final = 28 * _EACH
FIVE_TIMES: Final = 27 * _EACH


def kinds_in(code: int, times: int = 1) -> int:
    """The kinds that are there `times` times or more: the top bit of the six of each; for counts up to 31.

    >>> kinds_in(code_of(parse_tiles("1m11p"))) == 32 * (UNITS[0] + UNITS[9])
    True
    """
    return code + (32 - times) * _EACH & ANY_KIND


def tiles_of(kinds: int) -> list[Tile]:
    """The tiles that `kinds_in` tells of, in table order.

    >>> tiles_of(kinds_in(code_of(parse_tiles("5z1m1m3p"))))
    [1m, 3p, 5z]
    """
    tiles: list[Tile] = []
    while kinds:
        tiles.append(ALL_TILES[(kinds & -kinds).bit_length() // 6 - 1])
        kinds &= kinds - 1
    return tiles


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles in table order, runs sharing a suit letter; parses back to the same tiles.

    >>> format_tiles(parse_tiles("3m 中 1m 5p 中"))
    '13m5p77z'
    """
    runs = dict.fromkeys(SUITS, "")
    for tile in sorted(tiles):
        runs[tile.suit] += str(tile.rank)
    return "".join(ranks + suit for suit, ranks in runs.items() if ranks)


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text)
    for name, short in _LONG_NAMES.items():
        folded = folded.replace(name, short)
    return "".join(char.lower() for char in folded if not char.isspace() and char not in _IGNORED)


def _take_run(digits: list[str], suit: str, letter: str, tiles: list[Tile], wrong: list[Reason]) -> None:
    if not digits:
        wrong.append(_bad_tile(letter, f"“{letter}”前面缺数字", f"no number stands before {letter!r}"))
    for digit in digits:
        rank = _RANKS.get(digit, 0)
        if rank == 0:
            wrong.append(
                _bad_tile(digit + suit, "没有赤五，五就写5", "there are no red fives: write a five as 5")
            )
        elif suit == "z" and rank > 7:
            wrong.append(_bad_tile(digit + suit, "风牌只有1z到7z", "honours run from 1z to 7z"))
        else:
            tiles.append(ALL_TILES[SUITS.index(suit) * 9 + rank - 1])


def _without_suit(digits: list[str]) -> Reason:
    run = "".join(digits)
    return _bad_tile(run, f"“{run}”后面缺花色", f"no suit follows {run!r}")


def _bad_tile(value: str, zh: str, en: str) -> Reason:
    return Reason(
        "bad_tile", Text(f"{zh}（写法如 123m55z）。", f"{en} (write tiles as 123m55z)."), value=value
    )
