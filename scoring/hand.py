"""Melds and hands: the facts that lie on the table, and their one notation."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final

from scoring.errors import Reason, RequestError, Text
from scoring.grouping import MOST, group_suits, group_tiles
from scoring.sets import MeldKind, TileSet
from scoring.suits import SuitsOfHand, suits_in
from scoring.tiles import (
    ANY_KIND,
    FIVE_TIMES,
    NAMES,
    UNITS,
    Tile,
    code_of,
    format_tiles,
    kinds_in,
    parse_tiles,
)

__all__ = ["LETTERS", "Hand", "Meld", "MeldKind", "Source"]


class Source(StrEnum):
    """Whose discard completed a meld, as seen by its owner: `left` is 上家, `right` 下家."""

    LEFT = "left"
    ACROSS = "across"
    RIGHT = "right"


LETTERS: Final = {
    "c": MeldKind.CHOW,
    "p": MeldKind.PUNG,
    "k": MeldKind.KONG,
    "K": MeldKind.ADDED_KONG,
    "a": MeldKind.CONCEALED_KONG,
}
_LETTER_OF: Final = {kind: letter for letter, kind in LETTERS.items()}
_ZH_KIND: Final = {
    MeldKind.CHOW: "吃",
    MeldKind.PUNG: "碰",
    MeldKind.KONG: "明杠",
    MeldKind.ADDED_KONG: "补杠",
    MeldKind.CONCEALED_KONG: "暗杠",
}
KONGS: Final = frozenset({MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG})


@dataclass(frozen=True, slots=True)
class Meld:
    """One declared set; its tiles are kept in table order.

    Raises `RequestError` (bad_meld) when the tiles are no such set or could not have come from `source`.

    >>> str(Meld.parse("[k7777z]")), Meld.parse("c234m").to_dict()
    ('[k7777z]', {'kind': 'chow', 'tiles': '234m'})
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    source: Source | None = None
    code: int = field(init=False, repr=False, compare=False)
    notation: str = field(init=False, repr=False, compare=False)
    as_set: TileSet = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tiles = tuple(sorted(self.tiles))
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "code", code_of(tiles))
        object.__setattr__(self, "notation", f"[{_LETTER_OF[self.kind]}{format_tiles(tiles)}]")
        fault = _meld_fault(self.kind, self.tiles, self.source)
        if fault is not None:
            raise RequestError(
                [Reason("bad_meld", fault, value=format_tiles(self.tiles), kind=str(self.kind))]
            )
        object.__setattr__(self, "as_set", TileSet(tiles[0], self.kind, melded=True))

    @classmethod
    def parse(cls, text: str) -> "Meld":
        """A meld in its notation, with or without the brackets."""
        inner = text.strip().removeprefix("[").removesuffix("]").strip()
        if inner[:1] not in LETTERS:
            raise RequestError([_without_kind(inner)])
        return cls(LETTERS[inner[0]], parse_tiles(inner[1:]))

    @property
    def is_kong(self) -> bool:
        """Four tiles: exposed, added or concealed."""
        return len(self.tiles) == 4

    @property
    def is_exposed(self) -> bool:
        """All but a concealed kong took a tile from another player."""
        return self.kind is not MeldKind.CONCEALED_KONG

    def to_dict(self) -> dict[str, str]:
        """The JSON of a request's `melds`; `from` only where it is known."""
        where = {"from": str(self.source)} if self.source else {}
        return {"kind": str(self.kind), "tiles": format_tiles(self.tiles), **where}

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True, init=False)
class Hand:
    """The tiles of one player: in hand (table order, without the winning tile), melds, winning tile.

    Any number of tiles may be held; `problems` says what keeps them from being a hand. The notation
    does not tell from whom a meld came, so that alone does not survive printing.

    >>> hand = Hand.parse("[p777z] 一二饼 456p789p 11z + 3p")
    >>> str(hand), hand.problems()
    ('[p777z] 12p456p789p11z + 3p', ())
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    winning_tile: Tile | None = None
    concealed_code: int = field(init=False, repr=False, compare=False)
    melded_code: int = field(init=False, repr=False, compare=False)
    code: int = field(init=False, repr=False, compare=False)
    suits: SuitsOfHand = field(init=False, repr=False, compare=False)

    def __init__(
        self, concealed: Iterable[Tile], melds: tuple[Meld, ...] = (), winning_tile: Tile | None = None
    ) -> None:
        held = tuple(sorted(concealed))
        in_hand, melded = sum(map(UNITS.__getitem__, held)), sum(map(_CODE, melds))
        last = 0 if winning_tile is None else UNITS[winning_tile]
        put = object.__setattr__
        put(self, "concealed", held)
        put(self, "melds", melds)
        put(self, "winning_tile", winning_tile)
        put(self, "concealed_code", in_hand)
        put(self, "melded_code", melded)
        put(self, "code", in_hand + melded + last)
        put(self, "suits", suits_in(in_hand))

    @classmethod
    def parse(cls, text: str) -> "Hand":
        """A hand in its notation; raises `RequestError` with all its bad tiles and bad melds.

        How many tiles there are is not judged here: see `problems`.
        """
        return _parse_hand(text)

    def won_on(self, tile: Tile) -> "Hand":
        """The same tiles in hand and the same melds, with another winning tile."""
        other = object.__new__(Hand)
        put = object.__setattr__
        put(other, "concealed", self.concealed)
        put(other, "melds", self.melds)
        put(other, "winning_tile", tile)
        put(other, "concealed_code", self.concealed_code)
        put(other, "melded_code", self.melded_code)
        put(other, "code", self.concealed_code + self.melded_code + UNITS[tile])
        put(other, "suits", self.suits)
        return other

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile: melds, then those in hand, then the winning tile."""
        last = () if self.winning_tile is None else (self.winning_tile,)
        return tuple(tile for meld in self.melds for tile in meld.tiles) + self.concealed + last

    def problems(self) -> tuple[Reason, ...]:
        """All that keeps this from being a hand: too_many_copies, wrong_tile_count; empty when sound.

        With a winning tile 13 - 3n tiles belong in hand (n melds); without one 13 - 3n or 14 - 3n.
        """
        if len(self.concealed) == 13 - 3 * len(self.melds) > 0 and not self.code + FIVE_TIMES & ANY_KIND:
            return ()
        return (*_extra_copies(self), *_wrong_count(self))

    def to_dict(self) -> dict[str, Any]:
        """The fields `concealed`, `melds` and `winning_tile` of a request."""
        return {
            "concealed": group_tiles(self.concealed),
            "melds": [meld.to_dict() for meld in self.melds],
            "winning_tile": None if self.winning_tile is None else str(self.winning_tile),
        }

    def __str__(self) -> str:
        parts = list(map(_NOTATION, self.melds))
        if self.concealed:
            few = len(self.concealed) <= MOST  # the counts of more may not fit their bits
            parts.append(group_suits(self.suits) if few else format_tiles(self.concealed))
        if self.winning_tile is not None:
            parts.append("+ " + NAMES[self.winning_tile])
        return " ".join(parts)


_CODE: Final = attrgetter("code")
_NOTATION: Final = attrgetter("notation")


def _meld_fault(kind: MeldKind, tiles: tuple[Tile, ...], source: Source | None) -> Text | None:
    zh = _ZH_KIND[kind]
    shown = format_tiles(tiles)
    wanted = 4 if kind in KONGS else 3
    if len(tiles) != wanted:
        return Text(
            f"{zh}是{wanted}张牌，“{shown}”是{len(tiles)}张。",
            f"A {kind} has {wanted} tiles; {shown!r} has {len(tiles)}.",
        )
    if kind is MeldKind.CHOW:
        return _chow_fault(tiles, shown, source)
    if len(set(tiles)) > 1:
        return Text(f"{zh}要同一种牌，“{shown}”不是。", f"A {kind} is one kind of tile; {shown!r} is not.")
    if kind is MeldKind.CONCEALED_KONG and source is not None:
        return Text("暗杠全是自己抓的，没有来路。", "A concealed kong came from nobody: leave `from` out.")
    return None


def _chow_fault(tiles: tuple[Tile, ...], shown: str, source: Source | None) -> Text | None:
    low, middle, high = tiles
    if high.is_honour:
        return Text(f"风头不能成顺子：“{shown}”。", f"Honours make no chow: {shown!r}.")
    if low.suit != high.suit:
        return Text(f"顺子要同一花色：“{shown}”。", f"A chow is of one suit: {shown!r} is not.")
    if (middle - low, high - middle) != (1, 1):
        return Text(f"顺子要三张连着：“{shown}”。", f"A chow is three ranks in a row: {shown!r} is not.")
    if source not in (None, Source.LEFT):
        return Text("只能吃上家的牌。", "A chow can only come from the player on the left.")
    return None


def _extra_copies(hand: Hand) -> list[Reason]:
    if len(hand.concealed) < 20 and not kinds_in(hand.code, 5):
        return []
    return [
        Reason(
            "too_many_copies",
            Text(
                f"{tile.name.zh}有{held}张，一副牌里只有四张。",
                f"There are {held} of {tile}; a set of tiles has four.",
            ),
            tile=str(tile),
            count=held,
        )
        for tile, held in sorted(Counter(hand.tiles).items())
        if held > 4
    ]


def _wrong_count(hand: Hand) -> list[Reason]:
    resting = 13 - 3 * len(hand.melds)
    wanted = (resting,) if hand.winning_tile is not None else (resting, resting + 1)
    held = len(hand.concealed)
    if resting > 0 and held in wanted:
        return []
    if resting < 0:
        text = Text(
            f"有{len(hand.melds)}副落地的牌，最多四副。",
            f"There are {len(hand.melds)} melds; four are the most.",
        )
        return [Reason("wrong_tile_count", text, melds=len(hand.melds))]
    without = "" if hand.winning_tile is None else "（不算胡的那张）"
    apart = "" if hand.winning_tile is None else " besides the winning tile"
    shown = " or ".join(map(str, wanted))
    quads = [tile for tile, count in Counter(hand.concealed).items() if count == 4]
    hint_zh = f"四张{quads[0].name.zh}要是杠了，请写成杠。" if quads and held > wanted[-1] else ""
    hint_en = f" If the four {quads[0]} are a kong, write them as one." if hint_zh else ""
    text = Text(
        f"手里应有{shown.replace(' or ', '或')}张牌{without}，现在是{held}张。{hint_zh}",
        f"{shown} tiles belong in hand{apart}; there are {held}.{hint_en}",
    )
    return [Reason("wrong_tile_count", text, expected=wanted[0], count=held)]


_BRACKETS: Final = str.maketrans("［］【】〔〕＋", "[][][]+")


def _parse_hand(text: str) -> Hand:
    plain = text.translate(_BRACKETS)
    wrong: list[Reason] = []
    melds: list[Meld] = []
    for inner in re.findall(r"\[([^\]]*)\]", plain):
        try:
            melds.append(Meld.parse(inner))
        except RequestError as error:
            wrong += error.reasons
    in_hand, *won = re.sub(r"\[[^\]]*\]", " ", plain).split("+")
    concealed = _parse_or_note(in_hand, wrong)
    last = [tile for part in won for tile in _parse_or_note(part, wrong)]
    if not wrong and won and len(last) != 1:
        wrong.append(_not_one_winner(last))
    if wrong:
        raise RequestError(wrong)
    return Hand(concealed, tuple(melds), last[0] if last else None)


def _parse_or_note(text: str, wrong: list[Reason]) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text)
    except RequestError as error:
        wrong += error.reasons
        return ()


def _without_kind(inner: str) -> Reason:
    text = Text(
        f"“[{inner}]”要写明是什么：c吃 p碰 k明杠 K补杠 a暗杠。",
        f"Say what [{inner}] is: c chow, p pung, k kong, K added kong, a concealed kong.",
    )
    return Reason("bad_meld", text, value=inner)


def _not_one_winner(last: Iterable[Tile]) -> Reason:
    shown = format_tiles(last)
    text = Text("“+”后面只写一张胡的牌。", f"One winning tile follows the +, not {shown!r}.")
    return Reason("wrong_tile_count", text, value=shown)
