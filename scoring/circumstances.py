"""How the hand was won: what no picture of the tiles can tell (RULES A30)."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.errors import Text
from scoring.hand import Source
from scoring.tiles import ALL_TILES, Tile


class Seat(StrEnum):
    """A seat by its wind; East is the dealer, and play goes East, South, West, North."""

    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTH = "north"

    @property
    def tile(self) -> Tile:
        """The wind tile of this seat."""
        return ALL_TILES[27 + SEATS.index(self)]

    @property
    def text(self) -> Text:
        """东家 / East."""
        return Text("东南西北"[SEATS.index(self)] + "家", self.value.capitalize())

    def towards(self, source: Source) -> "Seat":
        """Who sits there, seen from this seat: the player on the left (上家) plays just before.

        >>> str(Seat.EAST.towards(Source.LEFT)), str(Seat.EAST.towards(Source.RIGHT))
        ('north', 'south')
        """
        return SEATS[(SEATS.index(self) + _STEPS[source]) % 4]


SEATS: Final = tuple(Seat)
_STEPS: Final = {Source.RIGHT: 1, Source.ACROSS: 2, Source.LEFT: 3}


class Win(StrEnum):
    """Where the winning tile came from; a robbed kong is paid like a discard (RULES 2.1)."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROBBED_KONG = "robbed_kong"


class AfterKong(StrEnum):
    """Whether the winning tile replaced a kong, and which kind of kong."""

    NONE = "none"
    EXPOSED = "exposed"
    CONCEALED = "concealed"


class WildDiscard(StrEnum):
    """How a 百搭 was thrown away (打搭, RULES 6): 首搭, 中途, 碰牌后."""

    FIRST = "first"
    MIDDLE = "middle"
    AFTER_PUNG = "after_pung"


@dataclass(frozen=True, slots=True)
class Wild:
    """正搭, the tile turned up, and one entry for each 百搭 that the winner discarded."""

    indicator: Tile
    discarded: tuple[WildDiscard, ...] = ()


@dataclass(frozen=True, slots=True)
class Circumstances:
    """One win at the table.

    Attributes:
        discarder: who discarded, or whose kong was robbed; None for a self-draw.
        heavenly: the dealer won on the tiles dealt.
        liable: who must pay for all where the melds cannot tell (RULES 2.6).
        passed_win: the player let a win go since last drawing (漏胡, RULES 4.4).
        dealer: where the dealer sits: at East, unless seats are places that stay while winds go round.
        balances: the money of the four seats in table order; None where there is no limit to it.
        wild: the tile turned up for 百搭, where there is one.
        waiting_on_any: the player said to have waited on any tile (跑搭); the tiles have the last word.
    """

    win: Win = Win.SELF_DRAW
    seat: Seat = Seat.EAST
    round: Seat = Seat.EAST
    discarder: Seat | None = None
    after_kong: AfterKong = AfterKong.NONE
    heavenly: bool = False
    liable: Seat | None = None
    passed_win: bool = False
    dealer: Seat = Seat.EAST
    balances: tuple[Decimal, ...] | None = None
    wild: Wild | None = None
    waiting_on_any: bool = False

    @property
    def own_wind(self) -> Seat:
        """The wind of the winner's seat (门风), counted from the dealer."""
        return SEATS[(SEATS.index(self.seat) - SEATS.index(self.dealer)) % 4]

    @property
    def self_drawn(self) -> bool:
        """The player drew the winning tile."""
        return self.win is Win.SELF_DRAW
