"""What 国标麻将 shares with 扬州式, against PyMahjongGB, an engine of others (`pip install PyMahjongGB`).

The glosses of RULES 2.3 and 2.4 say which fan is which. Compared is whether a hand has the pattern at all,
counted or not, since the two games count and exclude differently.
"""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from scoring import Hand, score, splits

from . import hands, links, matrix
from .cases import SEATS, Case
from .tiles import ALL, at_most_four, parse, show

gb: Any = pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed (pip install PyMahjongGB)")
NUMBER = 600
OPEN = {"chow": "CHI", "triplet": "PENG", "kong": "GANG"}


def _name(tile: int) -> str:
    honours = ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]  # 东南西北, 白发中
    return honours[tile - 27] if tile >= 27 else "WBT"[tile // 9] + str(tile % 9 + 1)


def _packs(case: Case) -> tuple[tuple[str, str, int], ...]:
    """Melds; a chow is named by its middle tile, and 0 is oneself: a concealed kong."""
    return tuple(
        (OPEN[one.kind], _name(one.tile + (one.kind == "chow")), int(one.called)) for one in case.melded
    )


def _theirs(case: Case) -> set[str]:
    seat, wind = SEATS.index(case.seat), SEATS.index(case.round)
    found = gb.MahjongFanCalculator(
        pack=_packs(case),
        hand=tuple(_name(tile) for tile in case.concealed),
        winTile=_name(case.winning),
        flowerCount=0,
        isSelfDrawn=case.win == "self_draw",
        is4thTile=False,
        isAboutKong=False,
        isWallLast=False,
        seatWind=seat,
        prevalentWind=wind,
        verbose=True,
    )
    return {row[2] for row in found}


def _ours(case: Case) -> set[str]:
    """Every fan that the engine found, counted or not."""
    answer = score(case.request("yangzhou-new")).to_dict()
    return {fan["id"] for fan in (*answer["fans"], *answer["not_counted"])}


def _has_one_reading(case: Case) -> bool:
    """Among several the two games choose differently."""
    return len({tuple((group.kind, group.tile) for group in reading) for reading in case.readings}) == 1


def _some_hands() -> list[Case]:
    directed = (case for cell in hands.directed_cells() for case in hands.directed(17, cell, 10))
    found = [*hands.winning(17, NUMBER), *directed]
    return [case for case in found if case.win != "robbed_kong" and _has_one_reading(case)]


CASES = _some_hands()
FULL_FLUSH = {name for (_, hue), name in matrix.NAMES.items() if hue == "清"}
WHOLE = {  # ours (with those that take it in), and the fans of theirs that hold only where it does
    "qingyise": (FULL_FLUSH, {"清一色", "九莲宝灯", "一色双龙会"}),
    "duiduihu": (
        {"duiduihu", "hunduidui", "qingduidui"},
        {"碰碰和", "四暗刻", "四杠", "清幺九", "混幺九", "字一色", "大四喜", "一色四节高"},
    ),
    "yitiaolong": ({"yitiaolong"}, {"清龙"}),
    "sanfutong": ({"sanfutong"}, {"三色三同顺"}),
}
LINKS = {"yiban": "一般高", "qixiang": "喜相逢", "lianfu": "连六", "laoshao": "老少副"}
MANY_CHOWS = (
    "清龙 花龙 三色三同顺 一色三同顺 一色四同顺 一色三步高 三色三步高 一色四步高 一色双龙会 三色双龙会"
)


@pytest.mark.parametrize("fan", WHOLE)
def test_both_find_the_pattern_in_the_same_hands(fan: str) -> None:
    ours, theirs = WHOLE[fan]
    found = 0
    for case in CASES:
        found += bool(ours & _ours(case))
        assert bool(ours & _ours(case)) == bool(theirs & _theirs(case)), str(case)
    assert found > 20


def test_both_find_the_same_lone_link_between_two_chows() -> None:
    """Where more chows hang together each game counts in its own way; one linked pair is one fan in both."""
    found = 0
    for case in CASES:
        chows = [matrix.chow(group) for group in case.readings[0] if group.kind == "chow"]
        linked = [a for a, b in combinations(chows, 2) if a == b or links.kind(a, b)]
        theirs = _theirs(case)
        if len(linked) <= 1 and not set(MANY_CHOWS.split()) & theirs:
            found += len(linked)
            ours = {LINKS[name] for name in LINKS if name in _ours(case)}
            assert ours == set(LINKS.values()) & theirs, str(case)
    assert found > 50


def test_both_wait_on_the_same_tiles() -> None:
    for case in CASES:
        shanten, useful = gb.RegularShanten(hand=tuple(_name(tile) for tile in case.concealed))
        assert shanten == 0
        held = case.concealed + case.meld_tiles
        free = {_name(tile) for tile in ALL if held.count(tile) < 4}  # theirs does not see melds
        waits = score(case.request("yangzhou-new")).to_dict()["decomposition"]["waits"]
        assert {_name(parse(tile)[0]) for tile in waits} == set(useful) & free, str(case)


def test_both_find_a_split_where_there_is_one_and_no_other() -> None:
    """13 tiles and each of the 34 more: theirs counts how far it is from four sets and a pair."""
    found = []
    rng = Random(19)
    for case in [*hands.losing(19, NUMBER), *(hands.near_miss(rng, case) for case in CASES)]:
        if at_most_four(case.concealed):
            shanten, useful = gb.RegularShanten(hand=tuple(_name(tile) for tile in case.concealed))
            free = {tile for tile in ALL if case.concealed.count(tile) < 4}
            ours = {tile for tile in free if splits(_finished(case, tile))}
            theirs = {tile for tile in free if _name(tile) in useful} if shanten == 0 else set()
            assert ours == theirs, str(case)
            found.append(shanten == 0)
    assert found.count(True) > 50
    assert found.count(False) > 50


def _finished(case: Case, tile: int) -> Hand:
    """The tiles in hand and one more; melds of honours in the place of its own."""
    melds = "".join(f"[p{honour}{honour}{honour}z]" for honour in range(1, len(case.melds) + 1))
    return Hand.parse(f"{melds}{show(case.concealed)} + {show([tile])}")
