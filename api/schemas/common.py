"""What requests and answers share."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal["east", "south", "west", "north"]
TileText = str
Amount = int | float
WinName = Literal["self_draw", "discard", "robbed_kong"]
MeldKindName = Literal["chow", "pung", "kong", "added_kong", "concealed_kong"]


class Model(BaseModel):
    """A documented object: fields beyond these do not occur."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Bilingual(Model):
    """One sentence or name in both languages."""

    zh: str
    en: str


class Answer(BaseModel):
    """A documented answer."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class RulesetName(Answer):
    """Which rules an answer was made by."""

    id: str
    name: Bilingual
    version: str


class ReasonModel(BaseModel):
    """Why not, or what was assumed: a stable code, a sentence, and its values under their own names."""

    model_config = ConfigDict(extra="allow")
    code: str = Field(
        description="The codes of answers are in docs/rules.md.",
        examples=["below_minimum", "nearer_winner", "balances_assumed", "wild_assumed"],
    )
    text: Bilingual


class ProblemModel(BaseModel):
    """An error, RFC 9457."""

    model_config = ConfigDict(extra="allow")
    type: str
    title: str
    status: int
    detail: str
    code: str
    text: Bilingual
    reasons: list[ReasonModel] = Field(default=[])
