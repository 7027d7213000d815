"""Where the reading meets the rules: the score of a photo, and which doubts of the reading change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import scoring
from api.questions import most_telling_first, question
from api.whatif import Placed, with_proposal, with_tiles
from scoring import Hand, Reason, RequestError, Score, Text, Tile
from vision.reading import Doubt, DoubtCode, GroupKind, Proposal, Reading

OF_THE_HAND = ("concealed", "melds", "winning_tile")
MOST_REPAIRS = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the hand would be worth if `tile` had been the winning one."""

    tile: Tile
    score: Score

    def to_dict(self) -> dict[str, Any]:
        """The JSON: tile, total, whether it may win."""
        return {"tile": str(self.tile), "total": self.score.total, "win": self.score.win}


@dataclass(frozen=True, slots=True)
class ScanResult:
    """A reading with the effect of each doubt, and the score where one hand is certain enough to have one.

    Attributes:
        reading: the reading, its doubts with `effect`, `no_legal_split` added where nothing fits.
        score: None where no hand can be formed or its winning tile is unknown.
        candidates: by winning tile, where the photo does not show which it was.
        waits: of 13 - 3n tiles: what would complete them.
    """

    reading: Reading
    score: Score | None
    candidates: tuple[Candidate, ...] = ()
    waits: tuple[Any, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `POST /v1/scan`; `candidates` and `waits` only where there are some."""
        out: dict[str, Any] = {
            "reading": self.reading.to_dict(),
            "score": None if self.score is None else self.score.to_dict(),
        }
        if self.candidates:
            out["candidates"] = [candidate.to_dict() for candidate in self.candidates]
        if self.waits:
            out["waits"] = [wait.to_dict() for wait in self.waits]
        return out


def scan(reading: Reading, circumstances: Mapping[str, Any]) -> ScanResult:
    """Score what was read, under `circumstances` (a ScoreRequest without the hand).

    Raises:
        RequestError: the circumstances are wrong. A hand that cannot be scored is no error: its score is
            None and the doubts say why.
    """
    _refuse_hand(circumstances)
    hand = reading.hand
    if hand is None or hand.problems():
        _check(circumstances)
        return ScanResult(reading, None)
    if hand.winning_tile is not None:
        return _scored(reading, hand, circumstances)
    if len(hand.concealed) % 3 == 2:
        return _without_winning_tile(reading, hand, circumstances)
    return ScanResult(reading, None, waits=tuple(scoring.waits({**circumstances, **hand.to_dict()})))


def _refuse_hand(circumstances: Mapping[str, Any]) -> None:
    given = [name for name in OF_THE_HAND if name in circumstances]
    if given:
        raise RequestError(
            Reason(
                "unknown_field",
                Text(f"{name} 由照片得出，不要再写。", f"{name} comes from the photo: leave it out."),
                field=name,
            )
            for name in given
        )


def _check(circumstances: Mapping[str, Any]) -> None:
    """Raise what is wrong with the circumstances alone, where there is no hand to score."""
    unreadable = dict.fromkeys(OF_THE_HAND, 0)  # noted as faulty, so that nothing is concluded from it
    try:
        scoring.score({**circumstances, **unreadable})
    except RequestError as error:
        reasons = [reason for reason in error.reasons if reason.details.get("field") not in OF_THE_HAND]
        if reasons:
            raise RequestError(reasons) from None


def _scored(reading: Reading, hand: Hand, circumstances: Mapping[str, Any]) -> ScanResult:
    score = _score(hand, circumstances)
    doubts = [_with_effect(reading, doubt, score, circumstances) for doubt in reading.doubts]
    if any(reason.code == "not_a_winning_shape" for reason in score.reasons):
        doubts += _repairs(reading, circumstances)
    return ScanResult(replace(reading, doubts=most_telling_first(doubts)), score)


def _without_winning_tile(reading: Reading, hand: Hand, circumstances: Mapping[str, Any]) -> ScanResult:
    candidates = []
    for tile in sorted(set(hand.concealed)):
        rest = list(hand.concealed)
        rest.remove(tile)
        one = replace(hand, concealed=tuple(rest), winning_tile=tile)
        candidates.append(Candidate(tile, _score(one, circumstances)))
    doubts = [
        replace(doubt, effect=_effect(c.score for c in candidates))
        if doubt.code is DoubtCode.NO_WINNING_TILE
        else doubt
        for doubt in reading.doubts
    ]
    if not any(doubt.code is DoubtCode.NO_WINNING_TILE for doubt in doubts):
        doubts.append(_which_tile(candidates))
    return ScanResult(replace(reading, doubts=tuple(doubts)), None, tuple(candidates))


def _which_tile(candidates: list[Candidate]) -> Doubt:
    text = Text("哪一张是胡的牌？请指出。", "Which tile completed the hand? Please say.")
    return Doubt(DoubtCode.NO_WINNING_TILE, (), text, effect=_effect(c.score for c in candidates))


def _score(hand: Hand, circumstances: Mapping[str, Any]) -> Score:
    return scoring.score({**circumstances, **hand.to_dict()})


def _with_effect(reading: Reading, doubt: Doubt, score: Score, circumstances: Mapping[str, Any]) -> Doubt:
    """The doubt with what each proposed reading of it would make of the total."""
    others = [_try(hand, circumstances) for hand in _hands_of(reading, doubt)]
    if not others:
        return doubt
    effect = _effect([score, *others])
    return replace(doubt, effect=effect, text=question(reading, doubt, score, others[0], effect))


def _hands_of(reading: Reading, doubt: Doubt) -> list[Hand | None]:
    if doubt.proposal is not None:
        return [with_proposal(reading, doubt)]
    if doubt.code is not DoubtCode.LOW_CONFIDENCE:
        return []
    alternatives = {tile.id: tile.alternatives for tile in reading.tiles}
    return [
        with_tiles(reading, {tile: other.tile}) for tile in doubt.tiles for other in alternatives[tile][:2]
    ]


def _try(hand: Hand | None, circumstances: Mapping[str, Any]) -> Score | None:
    """The score of a hand that need not be one."""
    if hand is None or hand.problems():
        return None
    try:
        return _score(hand, circumstances)
    except RequestError:
        return None


def _effect(scores: Iterable[Score | None]) -> str | dict[str, Any]:
    """`"none"`, or the totals in the order of the readings (null where there is no whole hand)."""
    answers = [(None, False) if score is None else (score.total, score.win) for score in scores]
    if len(set(answers)) == 1:
        return "none"
    return {"totals": list(dict.fromkeys(total for total, _ in answers))}


def _repairs(reading: Reading, circumstances: Mapping[str, Any]) -> list[Doubt]:
    """`no_legal_split`, with the single changes that would make a hand, the likeliest first."""
    placed = Placed.from_reading(reading)
    in_hand = {*placed.concealed, *(tile for meld in placed.melds for tile in meld), placed.winning}
    likeliest = sorted(
        ((other.confidence, tile.id, other.tile) for tile in reading.tiles if tile.id in in_hand
         for other in tile.alternatives),
        reverse=True,
    )  # fmt: skip
    known = {(doubt.tiles, doubt.proposal.tile) for doubt in reading.doubts if doubt.proposal is not None}
    found: list[Doubt] = []
    already = False
    for _, tile, name in likeliest:
        score = _try(with_tiles(reading, {tile: name}), circumstances)
        if score is None or score.total is None:
            continue
        if ((tile,), name) in known:
            already = True  # a doubt of the reader proposes it, and now says what it would make
        elif len(found) < MOST_REPAIRS:
            found.append(_repair(tile, name, score))
    return found if found or already else [_hopeless(reading)]


def _repair(tile: int, name: str, score: Score) -> Doubt:
    named = Tile.parse(name).name
    text = Text(
        f"这些牌拆不成四副一对；这张若是{named.zh}就能胡。",
        f"These tiles make no four sets and a pair; they do if this one is {named.en}.",
    )
    return Doubt(
        DoubtCode.NO_LEGAL_SPLIT,
        (tile,),
        text,
        Proposal(tile=name),
        {"totals": [None, score.total]},
    )


def _hopeless(reading: Reading) -> Doubt:
    text = Text(
        "这些牌拆不成四副一对，请核对认出的牌。",
        "These tiles make no four sets and a pair: check the tiles that were read.",
    )
    tiles = [t for group in reading.groups if group.kind is GroupKind.CONCEALED for t in group.tiles]
    return Doubt(DoubtCode.NO_LEGAL_SPLIT, tuple(tiles), text)
