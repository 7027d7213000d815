"""The rule sets that can be named in a request: those that come with the package, and a house's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from scoring.errors import Reason, RequestError, Text, nearest, shown
from scoring.options import OptionValue
from scoring.rulefile import RulesetFile, read_files
from scoring.rules import RuleSet, resolve


@dataclass(frozen=True)
class Listed:
    """A rule set as a list shows it."""

    id: str
    name: Text
    described: bool
    sources: tuple[str, ...]
    minimum: int | None
    note: Text | None

    def to_dict(self) -> dict[str, Any]:
        """`state` is `described`, or `undescribed` where no document gives the rules; then `note` says so."""
        return {
            "id": self.id,
            "name": self.name.to_dict(),
            "state": "described" if self.described else "undescribed",
            "sources": list(self.sources),
            "minimum": self.minimum,
            "note": self.note and self.note.to_dict(),
        }


@dataclass(frozen=True, eq=False)
class Library:
    """Rule sets by id."""

    files: Mapping[str, RulesetFile]

    @classmethod
    def builtin(cls) -> "Library":
        """Those that come with the package."""
        return _builtin()

    def with_folder(self, folder: Path) -> "Library":
        """These and every `*.toml` in `folder`; one of the same id takes the place of ours.

        Raises `RulesetFileError` for a file that cannot be used.
        """
        return Library({**self.files, **read_files(sorted(folder.glob("*.toml")), self.files)})

    @property
    def ids(self) -> tuple[str, ...]:
        """All that may be asked for, in alphabetical order, undescribed ones too."""
        return tuple(sorted(key for key, file in self.files.items() if not file.abstract))

    def listed(self) -> tuple[Listed, ...]:
        """One entry a rule set, in the order of `ids`."""
        return tuple(self._listed(self.files[ruleset_id]) for ruleset_id in self.ids)

    def describe(self, ruleset_id: str) -> RuleSet | Listed:
        """All that is known of a rule set; of an undescribed one its name and why there is no more."""
        file = self.find(ruleset_id)
        return resolve(file) if file.described else self._listed(file)

    def find(self, ruleset_id: object) -> RulesetFile:
        """The file of that id; raises `RequestError` (unknown_ruleset) naming the nearest."""
        file = self.files.get(ruleset_id) if isinstance(ruleset_id, str) else None
        if file is None or file.abstract:
            hint = nearest(str(ruleset_id), self.ids)
            text = Text(
                f"没有 {shown(ruleset_id)} 这套规则，最接近的是“{hint}”。",
                f"No rule set {shown(ruleset_id)}; the nearest is {hint!r}.",
            )
            raise RequestError([Reason("unknown_ruleset", text, value=ruleset_id, nearest=hint)])
        return file

    def rules(self, ruleset_id: str, options: Mapping[str, OptionValue] | None = None) -> RuleSet:
        """The rule set of that id, with switches chosen; raises `RequestError` (undescribed_ruleset too)."""
        file = self.find(ruleset_id)
        if not file.described:
            raise RequestError([_undescribed(file)])
        return resolve(file, tuple(sorted((options or {}).items())))

    def _listed(self, file: RulesetFile) -> Listed:
        minimum = resolve(file).options.minimum if file.described else None
        note = None if file.described else _undescribed(file).text
        sources = tuple(file.tables.get("sources", ()))
        return Listed(file.id, Text(**file.tables["name"]), file.described, sources, minimum, note)


def _undescribed(file: RulesetFile) -> Reason:
    name = file.tables["name"]
    text = Text(
        f"{name['zh']}只留下名字，没有文献写明打法，没法算番。知道规则的话，可以自己写一份规则文件 "
        f'{file.id}.toml，开头写 extends = "yangzhou-new"，再改番数。',
        f"Of {name['en']} only the name is known: no document gives its rules. If you know them, write "
        f'your own {file.id}.toml, starting from extends = "yangzhou-new" and changing the values.',
    )
    return Reason("undescribed_ruleset", text, value=file.id)


@cache
def _builtin() -> Library:
    with as_file(files("scoring") / "rulesets") as folder:
        return Library(read_files(sorted(Path(folder).glob("*.toml")), {}))


def rulesets(library: Library | None = None) -> tuple[Listed, ...]:
    """Every rule set that can be named, undescribed ones too.

    >>> [each.id for each in rulesets() if not each.described]
    ['jiangdu', 'laosanfan', 'laowufan']
    """
    return (library or Library.builtin()).listed()


def ruleset(ruleset_id: str, library: Library | None = None) -> RuleSet | Listed:
    """All that is known of one rule set; raises `RequestError` (unknown_ruleset) naming the nearest.

    >>> ruleset("yangzhou-new").to_dict()["minimum"]
    20
    """
    return (library or Library.builtin()).describe(ruleset_id)
