"""Class names: what other people call our tiles, and what is refused."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vision.labelling.files
import vision.labelling.formats.shapes
import vision.labelling.names
import vision.labelling.picture
from vision.classes import FACE_NAMES
from vision.labelling.errors import LabellingError, UnknownNameError
from vision.labelling.names import standard_table

ROOT = Path(__file__).parents[3]

KNOWN = [
    ("1m", "1m", "our own name"),
    ("sc1", "1m", "suit of characters, then the rank"),
    ("1-wan", "1m", "pinyin"),
    ("characters-1", "1m", "English, as the camerash data set"),
    ("一萬", "1m", "traditional characters"),
    ("MJw1", "1m", "a file of Wikimedia Commons"),
    ("🀇", "1m", "the Unicode tile"),
    ("1_Crak", "1m", "American"),
    ("Dots 9", "9p", "spaces and capitals do not count"),
    ("九筒", "9p", "Chinese"),
    ("MJt9", "9p", "a file of Wikimedia Commons"),
    ("bamboo-1", "1s", "English"),
    ("1sou", "1s", "Japanese"),
    ("honors-east", "1z", "as the camerash data set"),
    ("East Wind", "1z", "English"),
    ("MJf4", "4z", "winds are numbered east south west north"),
    ("haku", "5z", "Japanese"),
    ("白板", "5z", "Chinese"),
    ("Green Dragon", "6z", "English"),
    ("發", "6z", "traditional"),
    ("hongzhong", "7z", "pinyin"),
    ("0p", "5p", "a red five is a five in our games"),
    ("5mr", "5m", "another way to write a red five"),
    ("bonus-bamboo", "f", "a flower, not a bamboo tile"),
    ("season-3", "f", "any season"),
    ("🀢", "f", "the plum in Unicode"),
    ("🀫", "back", "the back in Unicode"),
    ("face-down", "back", "English"),
]


@pytest.mark.parametrize(("name", "tile", "why"), KNOWN, ids=[each[0] for each in KNOWN])
def test_a_known_name_is_its_tile(name: str, tile: str, why: str) -> None:
    assert standard_table().resolve([name]) == {name: tile}, why


REFUSED = [
    ("1c", "ambiguous.*1m 1p", "characters or circles"),
    ("t5", "ambiguous.*5p 5s", "tong or tiao"),
    ("w1", "ambiguous.*1m 1z", "wan or wind"),
    ("chun", "ambiguous.*7z f", "red dragon in Japanese, spring in pinyin"),
    ("dragon", "ambiguous.*5z 6z 7z", "which one?"),
    ("MJd1", "ambiguous.*5z 6z 7z", "dragons are numbered both ways"),
    ("bambo1", "near.*bamboo1 = 1s", "a slip of the pen lists the near one"),
    ("7", "near.*7m.*7p.*7s", "a rank without a suit lists the suits"),
    ("hand", "no tile we know", "a box around the hand"),
    ("", "no tile we know", "nothing"),
]


@pytest.mark.parametrize(("name", "message", "why"), REFUSED, ids=[each[0] or "empty" for each in REFUSED])
def test_an_unknown_or_ambiguous_name_is_an_error_with_the_near_ones(
    name: str, message: str, why: str
) -> None:
    with pytest.raises(UnknownNameError, match=message):
        standard_table().resolve([name])


def test_all_bad_names_are_told_at_once() -> None:
    with pytest.raises(UnknownNameError) as caught:
        standard_table().resolve(["1m", "1c", "hand"])
    assert len(caught.value.problems) == 2


def ranks(form: str) -> list[str]:
    return [form.format(rank) for rank in range(1, 10)]


HABITS = [
    (
        ranks("{}B") + ranks("{}C") + ranks("{}D") + ["1S", "1F"],
        {"3B": "3s", "3C": "3m", "1S": "f", "1F": "f"},
    ),
    (ranks("w{}") + ranks("t{}") + ranks("s{}"), {"w1": "1m", "t2": "2p", "s3": "3s"}),
    (ranks("w{}") + ranks("b{}") + ranks("t{}"), {"w1": "1m", "b2": "2p", "t3": "3s"}),
    (["haku", "hatsu", "chun"], {"chun": "7z"}),
    (["dong", "nan", "xi", "bei"], {"dong": "1z"}),
    (["E", "S", "W", "N", "P", "F", "C"], {"P": "5z", "F": "6z", "C": "7z"}),
]


@pytest.mark.parametrize(
    ("names", "expected"), HABITS, ids=["BCD", "wts", "wbt", "japanese", "pinyin", "letters"]
)
def test_the_whole_list_settles_what_one_name_leaves_open(names: list[str], expected: dict[str, str]) -> None:
    answers = standard_table().resolve(names)
    assert {name: answers[name] for name in expected} == expected


def test_an_own_alias_settles_a_name_or_leaves_it_out() -> None:
    table = standard_table().explained({"1c": "1p", "hand": "-"})
    assert table.resolve(["1C", "hand", "2m"]) == {"1C": "1p", "hand": None, "2m": "2m"}


def test_an_own_alias_must_name_a_class() -> None:
    with pytest.raises(LabellingError, match="a class"):
        standard_table().explained({"hand": "8z"})


@given(st.permutations(FACE_NAMES))
def test_our_own_names_mean_themselves_in_any_order(names: list[str]) -> None:
    assert standard_table().resolve(names) == {name: name for name in names}


def test_the_packaged_table_is_that_of_the_data_sets() -> None:
    own = ROOT / "vision" / "labelling" / "aliases.toml"
    assert own.read_bytes() == (ROOT / "datasets" / "aliases.toml").read_bytes()


def test_one_class_list_serves_files_and_code() -> None:
    """Several class lists in one repository cannot be compared (P10)."""
    assert (ROOT / "datasets" / "classes.txt").read_text().split() == list(FACE_NAMES)


@pytest.mark.parametrize(
    "module",
    [
        vision.labelling.files,
        vision.labelling.formats.shapes,
        vision.labelling.names,
        vision.labelling.picture,
    ],
)
def test_examples_in_the_docstrings_hold(module: object) -> None:
    flags = doctest.ELLIPSIS
    found = doctest.testmod(module, optionflags=flags)  # type: ignore[arg-type]
    assert found.attempted
    assert found.failed == 0
