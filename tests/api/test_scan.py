"""The place where the reading meets the rules: effects of doubts, unknown winning tiles, repairs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from qicheng_fakes import Shot, misread, shoot

import scoring
from api.scan import scan
from scoring import Hand, RequestError, Text
from vision.reading import Doubt, DoubtCode, GroupKind, Proposal, Reading

RULES = {"ruleset": "yangzhou-new"}
DISCARD = {**RULES, "win": "discard", "seat": "south", "discarder": "west"}
HAND = "[p777z] 12p456p789p11z + 3p"


def at(shot: Shot, tile: str, kind: GroupKind = GroupKind.CONCEALED) -> int:
    """The id of the first `tile` in the groups of that kind."""
    names = {each.id: each.tile for each in shot.reading.tiles}
    return next(
        i for group in shot.reading.groups if group.kind is kind for i in group.tiles if names[i] == tile
    )


def doubting(reading: Reading, *doubts: Doubt) -> Reading:
    return replace(reading, doubts=doubts)


def doubt(code: DoubtCode, tiles: tuple[int, ...], proposal: Proposal | None = None) -> Doubt:
    return Doubt(code, tiles, Text("？", "?"), proposal)


def test_a_certain_reading_is_scored_like_the_typed_hand() -> None:
    result = scan(shoot(HAND).reading, DISCARD)
    assert result.score is not None
    assert result.score.to_dict() == scoring.score({**DISCARD, **Hand.parse(HAND).to_dict()}).to_dict()
    assert result.reading.doubts == ()


def test_a_doubt_that_changes_the_score_gives_both_totals() -> None:
    shot = shoot("234m234m567s88p46p + 5p")
    seen = doubt(DoubtCode.LOW_CONFIDENCE, (at(shot, "8p"),), Proposal(tile="7p"))
    result = scan(doubting(shot.reading, seen), RULES)
    assert result.score is not None
    assert result.score.total == 20
    assert result.reading.doubts[0].effect == {"totals": [20, None]}


def test_a_doubt_that_changes_nothing_says_none() -> None:
    shot = shoot("[p222m] 345m667788m9m + 9m")
    pung = next(group for group in shot.reading.groups if group.kind is GroupKind.PUNG)
    seen = doubt(DoubtCode.AMBIGUOUS_MELD, pung.tiles, Proposal(kind=GroupKind.PUNG))
    assert scan(doubting(shot.reading, seen), RULES).reading.doubts[0].effect == "none"


def test_another_kind_of_kong_is_weighed() -> None:
    shot = shoot("[k7777z][a6666z] 234m79m99m + 8m")
    kong = next(group for group in shot.reading.groups if group.kind is GroupKind.KONG)
    seen = doubt(DoubtCode.AMBIGUOUS_MELD, kong.tiles, Proposal(kind=GroupKind.CONCEALED_KONG))
    result = scan(doubting(shot.reading, seen), DISCARD)
    assert result.score is not None
    assert result.score.total == 26
    assert result.reading.doubts[0].effect == {"totals": [26, 27]}


def test_a_meld_that_may_lie_in_hand_is_weighed() -> None:
    shot = shoot("[p111z] 123m456m789m5p + 5p")
    pung = next(group for group in shot.reading.groups if group.kind is GroupKind.PUNG)
    seen = doubt(DoubtCode.AMBIGUOUS_MELD, pung.tiles, Proposal(kind=GroupKind.CONCEALED))
    result = scan(doubting(shot.reading, seen), {**RULES, "seat": "south", "round": "south"})
    effect = result.reading.doubts[0].effect
    assert isinstance(effect, dict)
    assert effect["totals"][1] > effect["totals"][0]


def test_a_doubt_without_a_proposal_is_weighed_by_the_alternatives_of_its_tile() -> None:
    shot = misread(shoot(HAND), 4, "4p", doubtful=False)
    seen = doubt(DoubtCode.LOW_CONFIDENCE, (4,))
    effect = scan(doubting(shot.reading, seen), DISCARD).reading.doubts[0].effect
    assert isinstance(effect, dict)
    assert 52 in effect["totals"]


def test_a_doubt_about_light_has_no_effect_to_tell() -> None:
    shot = shoot(HAND)
    result = scan(doubting(shot.reading, doubt(DoubtCode.TOO_DARK, ())), DISCARD)
    assert result.reading.doubts[0].effect is None


def test_tiles_that_make_no_hand_get_the_change_that_would_proposed() -> None:
    shot = misread(shoot(HAND), 4, "4p", doubtful=False)
    result = scan(shot.reading, DISCARD)
    assert result.score is not None
    assert result.score.win is False
    (repair,) = result.reading.doubts
    assert (repair.code, repair.tiles) == (DoubtCode.NO_LEGAL_SPLIT, (4,))
    assert repair.proposal == Proposal(tile="2p")
    assert repair.effect == {"totals": [None, 52]}


def test_tiles_that_no_single_change_repairs_are_pointed_at() -> None:
    result = scan(shoot("13579m13579p13s5z + 6z").reading, RULES)
    (hopeless,) = result.reading.doubts
    assert hopeless.code is DoubtCode.NO_LEGAL_SPLIT
    assert hopeless.proposal is None
    assert len(hopeless.tiles) == 13


def test_without_a_winning_tile_every_candidate_is_scored_and_the_player_asked() -> None:
    result = scan(shoot("234m234m567s88p456p").reading, RULES)
    assert result.score is None
    totals = {str(each.tile): each.score.total for each in result.candidates}
    assert set(totals) == {"2m", "3m", "4m", "5s", "6s", "7s", "8p", "4p", "5p", "6p"}
    assert totals["5p"] == 20
    (ask,) = result.reading.doubts
    assert ask.code is DoubtCode.NO_WINNING_TILE
    assert isinstance(ask.effect, dict)
    assert set(ask.effect["totals"]) == set(totals.values())


def test_a_doubt_of_the_reader_about_the_winning_tile_is_kept_and_weighed() -> None:
    reading = doubting(shoot("234m234m567s88p456p").reading, doubt(DoubtCode.NO_WINNING_TILE, ()))
    (ask,) = scan(reading, RULES).reading.doubts
    assert isinstance(ask.effect, dict)


def test_thirteen_tiles_give_their_waits() -> None:
    result = scan(shoot("234m234m567s88p46p").reading, RULES)
    assert result.score is None
    assert [str(wait.tile) for wait in result.waits] == ["5p"]


@pytest.mark.parametrize(
    ("notation", "why"),
    [("234m234m567s88p", "too few"), ("11111m234m567s8p + 8p", "five of a kind"), ("234m " * 6, "too many")],
)
def test_tiles_that_cannot_be_a_hand_have_no_score(notation: str, why: str) -> None:
    result = scan(shoot(notation).reading, RULES)
    assert (result.score, result.candidates, result.waits) == (None, (), ()), why


@pytest.mark.parametrize("notation", [HAND, "234m234m567s88p456p", "234m234m567s88p46p", "234m"])
def test_wrong_circumstances_are_refused_whatever_the_photo_shows(notation: str) -> None:
    with pytest.raises(RequestError):
        scan(shoot(notation).reading, {"ruleset": "nowhere"})


def test_the_hand_comes_from_the_photo_alone() -> None:
    with pytest.raises(RequestError) as caught:
        scan(shoot(HAND).reading, {**RULES, "concealed": "123m", "melds": []})
    assert [reason.details["field"] for reason in caught.value.reasons] == ["concealed", "melds"]


def test_the_reading_is_never_changed_only_its_doubts() -> None:
    shot = misread(shoot(HAND), 4, "4p")
    result = scan(shot.reading, DISCARD)
    assert replace(result.reading, doubts=()) == replace(shot.reading, doubts=())


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(11)))
def test_the_order_in_which_doubts_come_does_not_matter(order: list[int]) -> None:
    shot = shoot(HAND)
    ids = [tile.id for tile in shot.reading.tiles]
    doubts = [doubt(DoubtCode.LOW_CONFIDENCE, (ids[3 + n],), Proposal(tile="9m")) for n in order]
    result = scan(doubting(shot.reading, *doubts), DISCARD)
    assert result.score is not None
    assert {each.tiles: str(each.effect) for each in result.reading.doubts} == {
        each.tiles: str({"totals": [52, None]}) for each in doubts
    }
