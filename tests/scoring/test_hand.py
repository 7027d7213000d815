"""Melds, hands and their notation."""

import pytest

from scoring import Hand, Meld, MeldKind, RequestError, Source, parse_tiles
from scoring.grouping import group_tiles


@pytest.mark.parametrize(
    ("kind", "tiles", "source", "says", "reason"),
    [
        ("chow", "123z", None, "Honours make no chow", "honours never run"),
        ("chow", "567z", None, "Honours make no chow", "dragons neither"),
        ("chow", "12m3p", None, "of one suit", "across suits"),
        ("chow", "9m1p2p", None, "of one suit", "neighbours by index only"),
        ("chow", "124m", None, "in a row", "a gap"),
        ("chow", "112m", None, "in a row", "a pair in it"),
        ("chow", "222m", None, "in a row", "a pung called a chow"),
        ("chow", "1234m", None, "has 3 tiles", "four tiles"),
        ("chow", "12m", None, "has 3 tiles", "two tiles"),
        ("chow", "123m", "across", "player on the left", "吃 only from 上家"),
        ("chow", "123m", "right", "player on the left", "吃 only from 上家"),
        ("pung", "112m", None, "one kind of tile", "not alike"),
        ("pung", "1111m", None, "has 3 tiles", "a kong called a pung"),
        ("pung", "", None, "has 3 tiles", "nothing at all"),
        ("kong", "111m", None, "has 4 tiles", "a pung called a kong"),
        ("kong", "1112m", None, "one kind of tile", "not alike"),
        ("kong", "1234m", None, "one kind of tile", "four different tiles"),
        ("added_kong", "77z", None, "has 4 tiles", "two tiles"),
        ("added_kong", "5556z", None, "one kind of tile", "not alike"),
        ("concealed_kong", "111z", None, "has 4 tiles", "three tiles"),
        ("concealed_kong", "1111m", "left", "came from nobody", "a concealed kong is drawn"),
    ],
)
def test_what_is_no_such_meld_is_refused_with_its_own_message(
    kind: str, tiles: str, source: str | None, says: str, reason: str
) -> None:
    with pytest.raises(RequestError, match=says) as caught:
        Meld(MeldKind(kind), parse_tiles(tiles), Source(source) if source else None)
    assert [each.code for each in caught.value.reasons] == ["bad_meld"], reason


@pytest.mark.parametrize(
    ("text", "kind", "kong", "exposed"),
    [
        ("[c234m]", "chow", False, True),
        ("[p777z]", "pung", False, True),
        ("[k1111m]", "kong", True, True),
        ("[K9999s]", "added_kong", True, True),
        ("[a7777p]", "concealed_kong", True, False),
    ],
)
def test_each_kind_of_meld_has_its_letter(text: str, kind: str, kong: bool, exposed: bool) -> None:
    meld = Meld.parse(text)
    assert (str(meld), str(meld.kind), meld.is_kong, meld.is_exposed) == (text, kind, kong, exposed)


def test_a_meld_keeps_its_tiles_in_order_and_says_where_it_came_from() -> None:
    meld = Meld(MeldKind.CHOW, parse_tiles("4m2m3m"), Source.LEFT)
    assert meld.to_dict() == {"kind": "chow", "tiles": "234m", "from": "left"}


@pytest.mark.parametrize(
    ("text", "printed", "reason"),
    [
        ("[p777z] 12p456p789p11z + 3p", "[p777z] 12p456p789p11z + 3p", "the form of the doors"),
        ("11z 987654p 21p [p777z]+3p", "[p777z] 12p456p789p11z + 3p", "tiles in any order, melds anywhere"),
        (
            "【p中中中】一二饼456789筒東東＋３饼",
            "[p777z] 12p456p789p11z + 3p",
            "as typed on a Chinese keyboard",
        ),
        ("[a7777p][c234m]234m56p11z+7p", "[a7777p] [c234m] 234m56p11z + 7p", "melds keep their order"),
        ("1122334455667m", "123m123m456m456m7m", "as many whole sets as there are"),
        ("22345m", "22m345m", "the set that leaves a pair"),
        ("1z2z2z3z", "1z22z3z", "honours do not run"),
        ("13m", "13m", "no winning tile"),
        ("", "", "nothing"),
    ],
)
def test_a_hand_is_printed_in_one_notation(text: str, printed: str, reason: str) -> None:
    hand = Hand.parse(text)
    assert str(hand) == printed, reason
    assert Hand.parse(str(hand)) == hand


def test_grouping_loses_no_tile() -> None:
    text = "1112345678999m2245p1z2z3z4z5z6z7z"
    assert sorted(parse_tiles(group_tiles(parse_tiles(text)))) == sorted(parse_tiles(text))


@pytest.mark.parametrize(
    ("text", "codes", "reason"),
    [
        ("[x123m] 1m + 2m", ["bad_meld"], "no such letter"),
        ("[777z] 1m", ["bad_meld"], "no letter"),
        ("[c135m][p12z] 8z + 0m", ["bad_meld", "bad_meld", "bad_tile", "bad_tile"], "all at once"),
        ("1m + 2m3m", ["wrong_tile_count"], "two tiles after the plus"),
        ("1m +", ["wrong_tile_count"], "none after the plus"),
        ("1m + 2m + 3m", ["wrong_tile_count"], "two pluses"),
        ("[p777z 1m", ["bad_tile", "bad_tile"], "a bracket left open"),
    ],
)
def test_a_hand_that_cannot_be_read_says_all_that_is_wrong(text: str, codes: list[str], reason: str) -> None:
    with pytest.raises(RequestError) as caught:
        Hand.parse(text)
    assert [each.code for each in caught.value.reasons] == codes, reason


@pytest.mark.parametrize(
    ("text", "codes", "reason"),
    [
        ("123m456m789m123p1z + 1z", [], "13 and the winning tile"),
        ("[p111z][c234m] 1234567p + 8p", [], "two melds leave seven in hand"),
        ("[k1111z][a2222z][K3333z][k4444z] 5z + 5z", [], "18 tiles with four kongs"),
        ("123m456m789m123p1z", [], "13 before the draw"),
        ("123m456m789m123p11z", [], "14 after it"),
        ("123m456m789m123p + 1z", ["wrong_tile_count"], "one tile short"),
        ("123m456m789m123p112z + 1z", ["wrong_tile_count"], "two too many"),
        ("[k1111z] 123m456m789m1p + 1p", [], "a kong counts as three"),
        ("1111z 123m456m789m1p + 1p", ["wrong_tile_count"], "the same kong not declared: one tile too many"),
        ("[c123m][c123m][c123m][c123m][c456m] 1z + 1z", ["wrong_tile_count"], "five melds"),
        ("11111m23456789m + 1p", ["too_many_copies"], "five in hand"),
        ("1111m23456789m2p + 1m", ["too_many_copies"], "the fifth is the winning tile"),
        ("[p111m] 11m23456789m + 9m", ["too_many_copies"], "five across hand and meld"),
        ("[k1111m] 1m23456789m1p + 1p", ["too_many_copies"], "a kong and a fifth"),
        ("11111m22222m + 2m", ["too_many_copies", "too_many_copies", "wrong_tile_count"], "all at once"),
    ],
)
def test_problems_names_all_that_keeps_tiles_from_being_a_hand(
    text: str, codes: list[str], reason: str
) -> None:
    assert [each.code for each in Hand.parse(text).problems()] == codes, reason


def test_the_fifth_copy_is_named() -> None:
    [problem] = Hand.parse("[p555p] 55p 123456789m + 5z").problems()[:1]
    assert problem.to_dict()["tile"] == "5p"
    assert problem.text.zh == "五饼有5张，一副牌里只有四张。"


def test_an_undeclared_kong_is_asked_about() -> None:
    [problem] = Hand.parse("1111z 123m456m789m1p + 1p").problems()
    assert "四张东要是杠了" in problem.text.zh
    assert "If the four 1z are a kong" in problem.text.en


def test_a_hand_gives_the_fields_of_a_request() -> None:
    assert Hand.parse("[p777z] 12p456p789p11z + 3p").to_dict() == {
        "concealed": "12p456p789p11z",
        "melds": [{"kind": "pung", "tiles": "777z"}],
        "winning_tile": "3p",
    }
