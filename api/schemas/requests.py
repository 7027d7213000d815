"""What the routes take."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.schemas.common import (
    Amount,
    MeldKindName,
    Model,
    Seat,
    TileText,
    WinName,
)


class Meld(Model):
    """A declared set."""

    kind: MeldKindName
    tiles: TileText = Field(examples=["777z"])
    from_: Literal["left", "across", "right"] | None = Field(default=None, alias="from")


class Wild(Model):
    """The wild tile of zhenjiang: its indicator, and one entry for each that was discarded."""

    indicator: TileText
    discarded: list[Literal["first", "middle", "after_pung"]] = Field(default=[])


class Circumstances(Model):
    """A ScoreRequest without the hand: how it was won, by which rules."""

    ruleset: str = Field(examples=["yangzhou-new"])
    options: dict[str, Any] = Field(default={}, description="Switches of the rule set, by name.")
    win: WinName = "self_draw"
    seat: Seat = "east"
    round: Seat = "east"
    discarder: Seat | None = Field(default=None, description="Who threw the tile, or was robbed of it.")
    after_kong: Literal["none", "exposed", "concealed"] = "none"
    heavenly: bool = False
    base: Amount = Field(
        default=1,
        description="Stake of one fan; of a 屁胡 (diedaohu), of a 底牌 (zhenjiang). liuwei has none.",
    )
    balances: dict[Seat, Amount] | None = Field(
        default=None, description="Money of the seats, 园子 games only."
    )
    liable: Seat | None = Field(default=None, description="Who is liable (包牌) where the melds cannot tell.")
    passed_win: bool = False
    wild: Wild | None = None
    waiting_on_any: bool | None = None


class WaitsRequest(Circumstances):
    """13 - 3n tiles: a ScoreRequest without the winning tile."""

    concealed: TileText = Field(examples=["12p456p789p11z"])
    melds: list[Meld] = Field(default=[])


class DiscardsRequest(WaitsRequest):
    """14 - 3n tiles, all in `concealed`."""


class ScoreRequest(WaitsRequest):
    """A finished hand and how it was won."""

    winning_tile: TileText = Field(examples=["3p"])


class Winner(Model):
    """A hand that won, with what of a ScoreRequest does not stand for the whole table.

    `win` is `discard` where the table has a `discarder`, else `self_draw`.
    """

    seat: Seat = "east"
    concealed: TileText = Field(examples=["12p456p789p11z"])
    melds: list[Meld] = Field(default=[])
    winning_tile: TileText = Field(examples=["3p"])
    win: WinName | None = None
    after_kong: Literal["none", "exposed", "concealed"] = "none"
    heavenly: bool = False
    liable: Seat | None = None
    passed_win: bool = False
    wild: Wild | None = None
    waiting_on_any: bool | None = None


class Kong(Model):
    """A kong that somebody made; `from` is who discarded its tile, as a seat or seen from `seat`."""

    seat: Seat
    kind: Literal["kong", "added_kong", "concealed_kong"]
    from_: Seat | Literal["left", "across", "right"] | None = Field(default=None, alias="from")


class SettleRequest(Model):
    """One hand of play for the whole table. Seats are places; `dealer` says which of them deals."""

    ruleset: str = Field(examples=["diedaohu"])
    options: dict[str, Any] = Field(default={}, description="Switches of the rule set, by name.")
    base: Amount = 1
    balances: dict[Seat, Amount] | None = Field(
        default=None, description="Money of the seats, 园子 games only."
    )
    dealer: Seat = "east"
    round: Seat = "east"
    discarder: Seat | None = None
    winners: list[Winner] = Field(default=[], description="All who called a win; none for a drawn hand.")
    kongs: list[Kong] = Field(
        default=[], description="Every kong made; those of a winner of whom none is listed are in the melds."
    )
    false_win: Seat | None = Field(default=None, description="Who called a win without one (诈胡).")
