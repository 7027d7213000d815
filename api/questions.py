"""What to ask the person: one tile or another, and what each answer is worth; nothing where all is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring import Score, Text, Tile
from vision.reading import Doubt, DoubtCode, Reading

OF_ONE_TILE = {DoubtCode.LOW_CONFIDENCE, DoubtCode.FIVE_OF_A_KIND, DoubtCode.AMBIGUOUS_MELD}
NO_HAND = Text("不成牌", "no hand")


def question(
    reading: Reading, doubt: Doubt, score: Score, other: Score | None, effect: str | Mapping[str, Any]
) -> Text:
    """The doubt of one tile as a question with both totals: `5 of dots or 7 of dots? 23 -> 21`.

    Where the answer changes nothing it says so and asks nothing; other doubts keep their words.
    """
    proposed = None if doubt.proposal is None else doubt.proposal.tile
    if proposed in (None, "f") or len(doubt.tiles) != 1 or doubt.code not in OF_ONE_TILE:
        return doubt.text
    read = next(tile.tile for tile in reading.tiles if tile.id == doubt.tiles[0])
    if read in (None, "f"):
        return doubt.text
    one, two = Tile.parse(str(read)).name, Tile.parse(str(proposed)).name
    if effect == "none":
        return Text(
            f"{one.zh}还是{two.zh}，番数都一样：不用管。",
            f"{one.en} or {two.en}: the total is the same, so there is nothing to check.",
        )
    before, after = _total(score), _total(other)
    return Text(
        f"这张是{one.zh}还是{two.zh}？{before.zh} → {after.zh}",
        f"Is this {one.en} or {two.en}? {before.en} -> {after.en}",
    )


def most_telling_first(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Those that change the total, then those of which nobody knows, then those that change nothing."""
    return tuple(
        sorted(doubts, key=lambda doubt: 2 if doubt.effect == "none" else 1 if doubt.effect is None else 0)
    )


def _total(score: Score | None) -> Text:
    return NO_HAND if score is None or score.total is None else Text(str(score.total), str(score.total))
