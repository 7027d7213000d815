"""Classes are matched by name: what a data set calls a tile, or an error that lists the near ones.

Never by position: the same number means another tile in every data set. The table is `datasets/aliases.toml`
(the package carries a copy). A list of names is resolved as a whole, as `1c` is a character in one habit of
naming and a circle in another.
"""

from __future__ import annotations

import difflib
import hashlib
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.errors import RequestError
from scoring.tiles import parse_tiles
from vision.classes import FACE_NAMES
from vision.labelling.errors import LabellingError, UnknownNameError

CLASSES_SHA256 = hashlib.sha256("\n".join(FACE_NAMES).encode()).hexdigest()
"""Names the canonical class list in every export: two exports with other hashes number other classes."""

LEFT_OUT = "-"
"""In place of a tile in an own alias: boxes of that name are left out."""

_IGNORED = str.maketrans("", "", " \t\n\r-_./'()[]\ufe0e\ufe0f")
_FLOWERS = {chr(code) for code in range(0x1F022, 0x1F02A)}
_BACK = chr(0x1F02B)


@dataclass(frozen=True)
class Convention:
    """A habit of naming: where all of `when` are in a list, what its ambiguous names mean."""

    why: str
    when: frozenset[str]
    meanings: Mapping[str, str]


@dataclass(frozen=True)
class NameTable:
    """What every known name may mean.

    Attributes:
        meanings: folded name to the classes it may mean.
        conventions: habits that settle ambiguous names.
        own: folded names that the user explained, to a class or None to leave the boxes out.
    """

    meanings: Mapping[str, frozenset[str]]
    conventions: tuple[Convention, ...] = ()
    own: Mapping[str, str | None] = field(default_factory=dict)

    def explained(self, own: Mapping[str, str]) -> NameTable:
        """With names that the user explains: `{"sc1": "1m", "hand": "-"}`.

        Raises:
            LabellingError: the meaning is itself no class.
        """
        wrong = {name: tile for name, tile in own.items() if tile not in (*FACE_NAMES, LEFT_OUT)}
        if wrong:
            raise LabellingError(f"{wrong}: a class ({' '.join(FACE_NAMES)}) or - is due")
        return NameTable(
            self.meanings,
            self.conventions,
            {fold(name): None if tile == LEFT_OUT else tile for name, tile in own.items()},
        )

    def resolve(self, names: Iterable[str]) -> dict[str, str | None]:
        """Each name's class, None where its boxes are left out.

        Raises:
            UnknownNameError: one line for each name that is unknown or ambiguous, with the near ones.

        >>> standard_table().resolve(["Characters-1", "MJw2", "三萬", "🀐", "back"])
        {'Characters-1': '1m', 'MJw2': '2m', '三萬': '3m', '🀐': '1s', 'back': 'back'}
        """
        listed = list(dict.fromkeys(names))
        habits = self._habits({fold(name) for name in listed})
        answers: dict[str, str | None] = {}
        problems = []
        for name in listed:
            folded = fold(name)
            if folded in self.own:
                answers[name] = self.own[folded]
                continue
            may = frozenset({habits[folded]}) if folded in habits else self._meanings(folded)
            if len(may) == 1:
                answers[name] = next(iter(may))
            else:
                problems.append(self._problem(name, folded, may))
        if problems:
            raise UnknownNameError(problems)
        return answers

    def _habits(self, folded: set[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for convention in self.conventions:
            if convention.when <= folded:
                found |= convention.meanings
        return found

    def _meanings(self, folded: str) -> frozenset[str]:
        return self.meanings.get(folded) or _as_text(folded)

    def _problem(self, name: str, folded: str, may: frozenset[str]) -> str:
        if may:
            options = " ".join(sorted(may, key=FACE_NAMES.index))
            return f"{name!r} is ambiguous / 有歧义: {options}"
        near = [*difflib.get_close_matches(folded, self.meanings, n=4, cutoff=0.8)]
        near += [rank_suit for suit in "mps" if (rank_suit := folded + suit) in FACE_NAMES]
        listed = ", ".join(
            f"{each} = {'/'.join(sorted(self.meanings[each], key=FACE_NAMES.index))}" for each in near
        )
        return f"{name!r} is no tile we know / 不认识的牌名" + (f"; near / 相近: {listed}" if near else "")


def fold(name: str) -> str:
    """A name as it is compared: width, case, spaces and separators do not count.

    >>> fold("Characters - 1"), fold("１_Wan")
    ('characters1', '1wan')
    """
    return unicodedata.normalize("NFKC", name).lower().translate(_IGNORED)


@cache
def standard_table() -> NameTable:
    """The table of `aliases.toml`."""
    data = tomllib.loads((files("vision.labelling") / "aliases.toml").read_text("utf-8"))
    meanings: dict[str, set[str]] = defaultdict(set)
    for name in FACE_NAMES:
        meanings[name].add(name)
    for alias, tile in _suited(data):
        meanings[fold(alias)].add(tile)
    for tile, aliases in data["names"].items():
        for alias in aliases:
            meanings[fold(alias)].add(tile)
    for tile, aliases in data["numbered"].items():
        for alias in aliases:
            for number in range(1, 9):
                meanings[fold(f"{alias}{number}")].add(tile)
                meanings[fold(f"{number}{alias}")].add(tile)
    for name in FACE_NAMES:  # our own names are never ambiguous; only a convention says otherwise
        meanings[name] = {name}
    return NameTable(
        {alias: frozenset(tiles) for alias, tiles in meanings.items()},
        tuple(map(_convention, data["conventions"])),
    )


def _suited(data: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for suit, words in data["suits"].items():
        for word in words:
            for rank, numerals in data["ranks"].items():
                for numeral in numerals:
                    yield f"{numeral}{word}", f"{rank}{suit}"
                    yield f"{word}{numeral}", f"{rank}{suit}"
            for form in data["red_fives"]["forms"]:
                yield form.format(word), f"5{suit}"


def _convention(data: Mapping[str, Any]) -> Convention:
    meanings = dict(data.get("names", {}))
    for letter, suit in data.get("suits", {}).items():
        for rank in range(1, 10):
            meanings |= {f"{rank}{letter}": f"{rank}{suit}", f"{letter}{rank}": f"{rank}{suit}"}
    for letter in data.get("flowers", ()):
        for number in range(1, 9):
            meanings |= {f"{number}{letter}": "f", f"{letter}{number}": "f"}
    return Convention(data["why"], frozenset(data["when"]), meanings)


def _as_text(folded: str) -> frozenset[str]:
    """A tile written as hands are written (五饼, 🀇, 发财), a flower or a back in Unicode."""
    if folded in _FLOWERS:
        return frozenset({"f"})
    if folded == _BACK:
        return frozenset({"back"})
    try:
        tiles = parse_tiles(folded)
    except RequestError:
        return frozenset()
    return frozenset({str(tiles[0])}) if len(tiles) == 1 else frozenset()
