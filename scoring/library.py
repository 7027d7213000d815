"""The rule sets that can be named in a request: those that come with the package, and a house's own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from scoring.errors import Reason, RequestError, RulesetFileError, Text, nearest, shown
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

    @classmethod
    def in_use(cls) -> "Library":
        """Those that are asked where a call names no library: see `use`."""
        return _IN_USE.get() or _builtin()

    def with_folder(self, folder: Path) -> "Library":
        """These and every `*.toml` in `folder`; one of the same id takes the place of ours.

        What ours hand down stays as it was: a house's `yangzhou-new` does not change `yangzhou-new-18`,
        but its other files that extend `yangzhou-new` extend the house's own.

        Raises `RulesetFileError` for a file that cannot be used.
        """
        if not folder.is_dir():
            raise RulesetFileError(str(folder), "folder", Text("没有这个文件夹", "there is no such folder"))
        return self._with(sorted(folder.glob("*.toml")))

    def with_file(self, path: Path) -> "Library":
        """These and the rule set of one file, whose id is the file's name without `.toml`."""
        return self._with([path])

    def _with(self, paths: list[Path]) -> "Library":
        return Library({**self.files, **read_files(paths, self.files)})

    def choose(self, named: str) -> tuple["Library", str]:
        """The library and the id that are meant by an id, or by the path of a house's own file.

        A path has a slash in it or ends in `.toml`. Only for whoever may read any file here: a command
        line, never a request.
        """
        path = Path(named)
        if path.name == named and path.suffix != ".toml":
            return self, named
        return self.with_file(path), path.stem

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

    def rules(self, ruleset_id: object, options: Mapping[str, OptionValue] | None = None) -> RuleSet:
        """The rule set of that id, with switches chosen; raises `RequestError` (undescribed_ruleset too)."""
        file = self.find(ruleset_id)
        if not file.described:
            raise RequestError([_undescribed(file)])
        return resolve(file, tuple(sorted(options.items()))) if options else resolve(file)

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


_IN_USE: ContextVar[Library | None] = ContextVar("library in use", default=None)


@contextmanager
def use(library: Library) -> Iterator[None]:
    """Ask `library` wherever a call in this context names none: a service's own rules, a command's file.

    >>> with use(Library({})):
    ...     len(rulesets())
    0
    """
    token = _IN_USE.set(library)
    try:
        yield
    finally:
        _IN_USE.reset(token)


@cache
def _builtin() -> Library:
    with as_file(files("scoring") / "rulesets") as folder:
        return Library(read_files(sorted(Path(folder).glob("*.toml")), {}))


def rulesets(library: Library | None = None) -> tuple[Listed, ...]:
    """Every rule set that can be named, undescribed ones too.

    >>> [each.id for each in rulesets() if not each.described]
    ['jiangdu', 'laosanfan', 'laowufan']
    """
    return (library or Library.in_use()).listed()


def ruleset(ruleset_id: str, library: Library | None = None) -> RuleSet | Listed:
    """All that is known of one rule set; raises `RequestError` (unknown_ruleset) naming the nearest.

    >>> ruleset("yangzhou-new").to_dict()["minimum"]
    20
    """
    return (library or Library.in_use()).describe(ruleset_id)
