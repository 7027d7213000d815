"""What is known of the rule sets."""

from __future__ import annotations

from typing import Literal

from api.schemas.common import (
    Amount,
    Answer,
    Bilingual,
)


class RulesetBrief(Answer):
    """A rule set in the list; `note` says why an undescribed one cannot be played."""

    id: str
    name: Bilingual
    state: Literal["described", "undescribed"]
    sources: list[str]
    minimum: int | None
    note: Bilingual | None


class Stakes(Answer):
    """What is paid for a type of hand (liuwei): `all` is all the money a player has."""

    self_draw: Amount | Literal["all"]
    discard: Amount | Literal["all"]
    beside: Amount | Literal["all"]


class FanOfRules(Answer):
    """A fan and what it is worth in one rule set; an `item` is neither big nor small."""

    id: str
    name: Bilingual
    size: Literal["big", "small", "item"]
    role: str
    value: Amount
    stakes: Stakes | None = None
    condition: Bilingual
    source: str


class Cell(Answer):
    """The fan that a pattern is in a colour."""

    pattern: str
    colour: str
    fan: str


class Switch(Answer):
    """A choice between readings of the rules; `values` is null where any number will do."""

    name: str
    default: bool | int | str | None
    value: bool | int | str | None
    values: list[bool | int | str] | None
    meaning: Bilingual
    source: str


class Payment(Answer):
    """Stakes per unit that the discarder, each on a self-draw, and each beside the discarder owe."""

    discard: Amount
    self_draw: Amount
    beside: Amount


class KongMoney(Answer):
    """What a kong of this kind is paid at once, in stakes."""

    amount: Amount
    paid_by: Literal["discarder", "each"]


class TableRules(Answer):
    """How a hand of play ends; `false_win` is a fine in stakes, 0 where none is known."""

    one_winner: bool
    dealer_stays_on_draw: bool
    false_win: int


class LiabilityRules(Answer):
    """The wins that one player may have to pay for all (包牌)."""

    full_flush: bool
    all_honours: bool


class RulesetFull(Answer):
    """A rule set: `unit` is what its total counts, `fields` those of a request that only some take."""

    id: str
    name: Bilingual
    version: str
    state: Literal["described"]
    sources: list[str]
    extends: str | None
    fields: list[str]
    minimum: int
    method: Literal["fans", "multiples", "stakes", "ladder"]
    unit: Bilingual
    needs_big_fan: bool
    allows_chow: bool
    fans: list[FanOfRules]
    matrix: list[Cell]
    excludes: dict[str, list[str]]
    switches: list[Switch]
    payment: Payment
    kongs: dict[Literal["kong", "added_kong", "concealed_kong"], KongMoney]
    table: TableRules
    liability: LiabilityRules
