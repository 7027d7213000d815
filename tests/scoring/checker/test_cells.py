"""Every cell of RULES 2.5 that can be reached, in hands built for it, and hands that just miss it."""

from collections.abc import Iterator
from random import Random

import pytest

from scoring import score

from . import hands, matrix
from .cases import Case
from .compare import HOUSES, compare, for_house
from .verdict import Verdict
from .yangzhou import House

CELLS = hands.directed_cells()
COLUMNS = ("yangzhou-new", "yangzhou-standard", "yangzhou-online")
FAMILY = (*COLUMNS, "yangzhou-new-18", "yangzhou-standard-13")
SOME, MANY = 6, 200


def of_cell(house: House, cell: tuple[str, str], number: int) -> Iterator[tuple[Case, Verdict]]:
    """So many different hands that come to it: the pattern's own sets, and what they leave room for."""
    seen: set[str] = set()
    for case in hands.directed(f"{house.column}", cell, 40 * number):
        case = for_house(case, house)
        verdict = house.judge(case)
        if str(case) not in seen and comes_to(verdict, cell):
            seen.add(str(case))
            yield case, verdict
            if len(seen) == number:
                return


def comes_to(verdict: Verdict, cell: tuple[str, str]) -> bool:
    return cell in {(account.pattern, account.colour) for account in verdict.accounts}


def just_beside(house: House, cell: tuple[str, str], case: Case, rng: Random) -> tuple[Case, Verdict]:
    """The hand with one tile, one meld or the way it was won changed, so that it is not of the cell."""
    for _ in range(200):
        other = for_house(hands.near_miss(rng, case), house)
        verdict = house.judge(other)
        if not comes_to(verdict, cell):
            return other, verdict
    raise AssertionError(f"no near miss of {case}")


def check(ruleset: str, cell: tuple[str, str], number: int) -> None:
    house = HOUSES[ruleset]
    assert isinstance(house, House)
    rng = Random(f"{ruleset} beside {cell}")
    named = dict(big for big in fans_of(house, cell))
    met = list(of_cell(house, cell, number))
    assert len(met) == number, f"only {len(met)} different hands of {cell}"
    for case, verdict in met:
        assert compare(case, verdict, ruleset, {}) == []
        found = {fan["id"]: fan["value"] for fan in score(case.request(ruleset)).to_dict()["fans"]}
        assert named.items() <= found.items() or len(verdict.accounts) > 1, str(case)
        other, beside = just_beside(house, cell, case, rng)
        assert compare(other, beside, ruleset, {}) == []


def fans_of(house: House, cell: tuple[str, str]) -> matrix.Fans:
    """What the cell is worth: RULES 2.5, with 双老少 by its name at the table and D2's own 清板龙."""
    if cell == ("banlong", "清") and house.qing_banlong:
        return (("qingbanlong", house.qing_banlong),)
    fans = matrix.cell(house.column, *cell)
    if house.online:
        return fans
    return tuple(("shuangpiao" if name == "shuanglaoshao" else name, value) for name, value in fans)


@pytest.mark.parametrize("cell", CELLS, ids="-".join)
@pytest.mark.parametrize("ruleset", COLUMNS)
def test_hands_of_a_cell_and_near_misses_are_counted_by_the_rules(
    ruleset: str, cell: tuple[str, str]
) -> None:
    check(ruleset, cell, SOME)


@pytest.mark.long
@pytest.mark.parametrize("cell", CELLS, ids="-".join)
@pytest.mark.parametrize("ruleset", FAMILY)
def test_200_hands_of_a_cell_and_200_near_misses_are_counted_by_the_rules(
    ruleset: str, cell: tuple[str, str]
) -> None:
    check(ruleset, cell, MANY)


def test_all_the_cells_of_the_table_but_the_impossible_one_are_here() -> None:
    printed = {(pattern, hue) for _, pattern, hue in matrix.CELLS}
    assert printed - set(CELLS) == {("shuangban_shuangxi", "混")}  # RULES A4
    assert len(CELLS) == 36
