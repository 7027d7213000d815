"""One value, exclusion or minimum changed at a time: the comparison with the checker notices."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import Library, RulesetFileError

from .cases import Case
from .compare import HOUSES, compare, for_house
from .compare_table import table_differences
from .mutants import Mutant, mutants, shipped
from .plays import plays
from .sweep import stream
from .verdict import Verdict

# file: the rule set whose hands show a change in it
SHOWN_BY = {
    "yangzhou": "yangzhou-new",
    "yangzhou-new": "yangzhou-new",
    "yangzhou-standard": "yangzhou-standard",
    "yangzhou-new-18": "yangzhou-new-18",
    "yangzhou-standard-13": "yangzhou-standard-13",
    "yangzhou-online": "yangzhou-online",
    "diedaohu": "diedaohu",
    "liuwei": "liuwei",
    "zhenjiang": "zhenjiang",
}
ALL = [mutant for file in SHOWN_BY for mutant in mutants(file)]
HANDS = 1000  # that a mutant has to get past


def _without(file: str, fan: str, *left_out: str, when: str = "") -> list[str]:
    return [f"{file} {when}excludes.{fan} without {one}" for one in left_out]


def _survivors() -> dict[str, str]:
    """Exclusions that another one covers: the fan takes in a second fan, which excludes the same."""
    covered: dict[str, str] = {}
    for file in ("yangzhou", "yangzhou-online"):
        for when in ("", "when.4."):
            small = ["small"] if when else []
            boards = ("shuangban_shuanglian", "shuangban_shuanglao", "shuangban_shuangxi")
            for fan in boards:
                covered |= dict.fromkeys(_without(file, fan, "yiban", when=when), "shuangbanban")
            covered |= dict.fromkeys(_without(file, "gangban", "yiban", *small, when=when), "tieban")
        covered |= dict.fromkeys(_without(file, "sifutong", "qixiang"), "sanfutong")
        covered |= dict.fromkeys(_without(file, "banlong", "lianfu", "laoshao"), "yitiaolong")
    lenient = "hunshuangban_shuangxi"
    covered |= dict.fromkeys(
        _without("yangzhou", lenient, "shuangbanban", "yiban", "qixiang"), "shuangban_shuangxi"
    )
    covered |= dict.fromkeys(
        _without("yangzhou", lenient, "shuangbanban", "yiban", "small", when="when.4."), "shuangban_shuangxi"
    )
    covered |= dict.fromkeys(
        _without("yangzhou-online", "shuanglaoshao", "qixiang", "lianfu", "laoshao"), "shuangpiao"
    )
    covered |= dict.fromkeys(_without("yangzhou-online", "shuangpiao", "laoshao"), "shuanglaoshao")
    return covered


SURVIVORS = _survivors()


@cache
def judged(ruleset: str, options: tuple[tuple[str, Any], ...], number: int) -> list[tuple[Case, Verdict]]:
    """The hands of a rule set in an order of chance, with the checker's verdict under those switches."""
    house = HOUSES[ruleset].with_options(dict(options))
    cases = [for_house(case, house) for case in stream(ruleset, 7, number)]
    Random(7).shuffle(cases)
    return [(case, house.judge(case)) for case in cases]


def is_noticed(mutant: Mutant, folder: Path, number: int) -> bool:
    """Whether the file is refused, or some hand comes out otherwise than the rules say."""
    ruleset = SHOWN_BY[mutant.file]
    mutant.write(folder, ruleset)
    try:
        library = Library.builtin().with_folder(folder)
    except RulesetFileError:
        return True
    hands = judged(ruleset, tuple(mutant.options.items()), number)
    return any(compare(case, verdict, ruleset, mutant.options, library) for case, verdict in hands)


def survivors(some: list[Mutant], folder: Path, number: int) -> Iterator[str]:
    for count, mutant in enumerate(some):
        own = folder / str(count)
        own.mkdir()
        if not is_noticed(mutant, own, number):
            yield str(mutant)


def test_files_written_back_unchanged_are_not_noticed(tmp_path: Path) -> None:
    unchanged = [Mutant(file, "unchanged", shipped(file), {}) for file in SHOWN_BY]
    assert list(survivors(unchanged, tmp_path, 60)) == [str(mutant) for mutant in unchanged]


@pytest.mark.parametrize("file", ["yangzhou", "yangzhou-online", "liuwei", "zhenjiang"])
def test_a_sample_of_mutants_is_noticed(file: str, tmp_path: Path) -> None:
    plain = [one for one in ALL if one.file == file and str(one) not in SURVIVORS and not one.options]
    assert list(survivors(Random(1).sample(plain, 10), tmp_path, HANDS)) == []


def test_the_survivors_listed_are_mutants() -> None:
    assert set(SURVIVORS) <= {str(mutant) for mutant in ALL}


@pytest.mark.long
def test_all_mutants_are_noticed_but_those_listed(tmp_path: Path) -> None:
    assert set(survivors(ALL, tmp_path, HANDS)) == set(SURVIVORS)


TABLES = [(ruleset, key) for ruleset in HOUSES for key in ("one_winner", "dealer_stays_on_draw", "false_win")]


@pytest.mark.parametrize(("ruleset", "key"), TABLES)
def test_a_change_in_what_holds_for_the_table_is_noticed(ruleset: str, key: str, tmp_path: Path) -> None:
    rules = Library.builtin().rules(ruleset)
    now = getattr(rules.table, key)
    if key == "false_win" and not now:
        pytest.skip("no document gives a fine")
    changed = str(now + 1 if key == "false_win" else not now).lower()
    name = 'name = { zh = "变", en = "Mutant" }'
    (tmp_path / f"{ruleset}.toml").write_text(
        f'extends = "{ruleset}"\n{name}\n[table]\n{key} = {changed}\n', encoding="utf-8"
    )
    library = Library.builtin().with_folder(tmp_path)
    cases = [case for case, verdict in judged(ruleset, (), 240) if verdict.total is not None]
    found = (table_differences(play, ruleset, library=library)[1] for play in plays(ruleset, 5, cases, 200))
    assert any(found)
