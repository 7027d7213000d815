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
from .mutants import Mutant, mutants, shipped
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
SURVIVORS: dict[str, str] = {}


@cache
def judged(ruleset: str, options: tuple[tuple[str, Any], ...]) -> list[tuple[Case, Verdict]]:
    """The hands of a rule set in an order of chance, with the checker's verdict under those switches."""
    house = HOUSES[ruleset].with_options(dict(options))
    cases = [for_house(case, house) for case in stream(ruleset, 7, HANDS)]
    Random(7).shuffle(cases)
    return [(case, house.judge(case)) for case in cases]


def noticed(mutant: Mutant, folder: Path) -> bool:
    """Whether the file is refused, or some hand comes out otherwise than the rules say."""
    ruleset = SHOWN_BY[mutant.file]
    mutant.write(folder)
    try:
        library = Library.builtin().with_folder(folder)
    except RulesetFileError:
        return True
    hands = judged(ruleset, tuple(mutant.options.items()))
    return any(compare(case, verdict, ruleset, mutant.options, library) for case, verdict in hands)


def survivors(some: list[Mutant], folder: Path) -> Iterator[str]:
    for number, mutant in enumerate(some):
        own = folder / str(number)
        own.mkdir()
        if not noticed(mutant, own):
            yield str(mutant)


def test_files_written_back_unchanged_are_not_noticed(tmp_path: Path) -> None:
    unchanged = [Mutant(file, "unchanged", shipped(file), {}) for file in SHOWN_BY]
    assert list(survivors(unchanged, tmp_path)) == [str(mutant) for mutant in unchanged]


def test_a_sample_of_mutants_is_noticed(tmp_path: Path) -> None:
    sample = Random(1).sample([mutant for mutant in ALL if str(mutant) not in SURVIVORS], 40)
    assert list(survivors(sample, tmp_path)) == []


@pytest.mark.long
def test_all_mutants_are_noticed_but_those_listed(tmp_path: Path) -> None:
    assert set(survivors(ALL, tmp_path)) == set(SURVIVORS)
