"""The checker's own table, and what of it can and cannot be reached."""

from itertools import product

import pytest

from scoring import score

from . import hands, matrix
from .cases import Case, colour
from .compare import HOUSES, compare
from .readings import Group, completes, readings
from .tiles import ALL, at_most_four
from .zhenjiang import makes_hand, makes_hand_by_substitution


def test_every_starred_cell_is_the_sum_of_its_parts() -> None:
    starred = [key for key, (_, star) in matrix.CELLS.items() if star]
    assert len(starred) == 6 + 6 + 13  # RULES 2.5, counted by eye: 新, 标, D3
    for column, pattern, hue in starred:
        assert len(matrix.cell(column, pattern, hue)) == 2


@pytest.mark.parametrize("cell", hands.directed_cells(), ids="-".join)
def test_each_cell_of_the_table_has_hands_that_come_to_it(cell: tuple[str, str]) -> None:
    house = HOUSES["yangzhou-new"]
    came = [house.judge(case).accounts for case in hands.directed(3, cell, 12)]
    assert any(cell == (account.pattern, account.colour) for accounts in came for account in accounts)


def all_shuangxi() -> list[tuple[list[Group], Group]]:
    """Every 双板双喜 there is, with every pair."""
    pairs = [Group("pair", tile) for tile in ALL]
    suits = [(0, 1), (0, 2), (1, 2)]
    found = []
    for (a, b), lowest, pair in product(suits, range(1, 8), pairs):
        sets = [hands.chow(a, lowest)] * 2 + [hands.chow(b, lowest)] * 2
        if at_most_four(tile for group in (*sets, pair) for tile in group.tiles):
            found.append((sets, pair))
    return found


def test_half_flush_shuangxi_cannot_exist() -> None:
    """RULES A4: it needs two suits and one suit. The engine never awards it, nor does the checker."""
    everything = all_shuangxi()
    assert len(everything) == 3 * 7 * 34
    house = HOUSES["yangzhou-new"]
    for sets, pair in everything:
        tiles = [tile for group in (*sets, pair) for tile in group.tiles]
        assert colour(tiles) != "混"
        case = Case(tuple(sorted(tiles[:-1])), tiles[-1])
        verdict = house.judge(case)
        assert compare(case, verdict, "yangzhou-new", {}) == []
        fans = {fan["id"] for fan in score(case.request("yangzhou-new")).to_dict()["fans"]}
        assert "hunshuangban_shuangxi" not in fans


def test_the_two_ways_to_part_a_hand_agree() -> None:
    for case in [*hands.winning(11, 150), *hands.losing(11, 50)]:
        assert completes(case.concealed, case.winning) == bool(readings(case.concealed, case.winning))


@pytest.mark.parametrize(("jokers", "number"), [(0, 60), (1, 60), (2, 16), (3, 2)])
def test_jokers_by_groups_and_by_putting_in_every_tile_agree(jokers: int, number: int) -> None:
    answers = set()
    for case in [*hands.winning(13, number), *hands.losing(13, number)]:
        inside = tuple(sorted((*case.concealed, case.winning)))
        plain = inside[: len(inside) - jokers]
        answers.add(makes_hand(plain, jokers))
        assert makes_hand(plain, jokers) == makes_hand_by_substitution(plain, jokers)
    assert answers == {True, False}
