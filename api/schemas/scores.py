"""What the rules answer: scores, waits, settlements."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from api.schemas.common import (
    Amount,
    Answer,
    Bilingual,
    ReasonModel,
    RulesetName,
    Seat,
    TileText,
)

Why = Literal[
    "discard",
    "robbed_kong",
    "self_draw",
    "liable",
    "shared_discard",
    "all_money",
    "kong",
    "added_kong",
    "concealed_kong",
]


class Fan(Answer):
    """One fan that counts; `value` is its whole contribution, `sets` index `decomposition.sets`."""

    id: str
    name: Bilingual
    value: Amount
    count: int
    sets: list[int | Literal["pair"]]
    rule: str
    condition: Bilingual


class ValueOfFan(Answer):
    """A fan of another split."""

    id: str
    value: Amount


class NotCounted(Answer):
    """A fan that is part of another."""

    id: str
    because: str
    text: Bilingual


class Missed(Answer):
    """A fan that the hand seems to have, and why it has not."""

    id: str
    name: Bilingual
    text: Bilingual


class Set(Answer):
    """One set of the chosen split."""

    kind: str
    tiles: TileText
    melded: bool


class Decomposition(Answer):
    """The split that is worth most."""

    sets: list[Set]
    pair: TileText
    wait: Literal["edge", "closed", "single", "open", "pair_or_pung", "any"]
    waits: list[TileText]
    stands_for: list[TileText] | None = Field(
        default=None,
        description="Only with a wild tile (zhenjiang): the tiles that 百搭 was taken as; none, as itself.",
    )


class Transfer(Answer):
    """One payment; amounts are exact."""

    from_: Seat = Field(alias="from")
    to: Seat
    amount: Amount
    why: Why = Field(
        description="`liable` 包牌, `shared_discard` 陪冲, `all_money` all there is; else what it is for."
    )
    due: Amount | None = Field(default=None, description="Only where less was paid: what was owed.")


class ScoredAlternative(Answer):
    """Another split of the hand, and what it would have been worth."""

    total: Amount
    fans: list[ValueOfFan]
    decomposition: Decomposition


class Score(Answer):
    """What the hand is worth, why, and who pays whom; `total` counts the `unit` of the rule set.

    `reasons` and `assumed` have their codes in docs/rules.md.
    """

    hand: str
    ruleset: RulesetName
    win: bool
    reasons: list[ReasonModel]
    total: Amount | None
    minimum: Amount | None
    fans: list[Fan]
    not_counted: list[NotCounted]
    missed: list[Missed]
    decomposition: Decomposition | None
    alternatives: list[ScoredAlternative]
    transfers: list[Transfer]
    payments: dict[Seat, Amount]
    kong_payments: dict[Seat, Amount]
    assumed: list[ReasonModel]
    advice: Bilingual | None


class Fine(Answer):
    """What a false win costs; to whom it goes no document says."""

    seat: Seat
    amount: Amount
    why: Literal["false_win"]


class WinnerScore(Score):
    """The score of one who called a win, and whose it is."""

    seat: Seat


class Settlement(Answer):
    """What one hand of play comes to. Kongs are paid before wins; `balances` is null without a limit.

    `scores` follow the turn order from the discarder. `dealer_stays` and `next_dealer` are null where a
    win was called and nobody may have it; `game_ends` when two have nothing left.
    """

    ruleset: RulesetName
    scores: list[WinnerScore]
    transfers: list[Transfer]
    payments: dict[Seat, Amount]
    kong_payments: dict[Seat, Amount]
    balances: dict[Seat, Amount] | None
    fines: list[Fine]
    dealer_stays: bool | None
    next_dealer: Seat | None
    game_ends: bool
    assumed: list[ReasonModel]


class Outcome(Answer):
    """What one winning tile would be worth; `short` fan below the minimum."""

    total: Amount | None
    win: bool
    short: Amount | None = None
    reasons: list[str] | None = Field(
        default=None, description="Only where more than fan is lacking: the codes of all that stands against."
    )


class Wait(Answer):
    """One tile that completes the hand, and how many of it can still come."""

    tile: TileText
    left: int
    self_draw: Outcome
    discard: Outcome


class Discard(Answer):
    """One tile to throw: what the rest then waits for, and the best total."""

    tile: TileText
    waits: list[Wait]
    best_total: Amount | None
