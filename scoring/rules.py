"""A rule set ready to score with: its tables with the switches thrown, nothing left to look up in a file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from scoring.errors import Text
from scoring.fans import FANS, Fan, Role
from scoring.hand import MeldKind
from scoring.money import number
from scoring.options import SWITCHES, Options, OptionValue, choices
from scoring.rulecheck import ALL, EVERY_SMALL, OVERLAYS
from scoring.rulecheck import Table as Toml
from scoring.rulefile import RulesetFile
from scoring.view import Found, View


@dataclass(frozen=True)
class Payment:
    """How many times the total is paid: by the discarder, or by each of the three on a self-draw.

    `beside` is what each of the others owes on a discard (陪冲), where it does not depend on the hand;
    `takes_all` the types that win all the money there is, where money is limited.
    """

    discard: int = 1
    self_draw: int = 1
    beside: int = 0
    takes_all: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Stake:
    """What one type of hand is paid: by each on a self-draw, by the discarder, by each of the others.

    None is all the money the payer has.
    """

    self_draw: int | None
    discard: int | None
    beside: int | None

    def to_dict(self) -> dict[str, int | str]:
        """As in a rule-set file: `all` for all the money."""
        return {key: ALL if value is None else value for key, value in asdict(self).items()}


@dataclass(frozen=True)
class KongMoney:
    """What a kong is paid at once: by the one who discarded the tile, or by each of the three."""

    amount: Decimal
    by_source: bool


@dataclass(frozen=True)
class Table:
    """How a hand of play ends for the table (RULES C3, C25, 6).

    `false_win` is the fine, in stakes, for a win declared wrongly; 0 where no document gives one.
    """

    one_winner: bool
    dealer_stays_on_draw: bool
    false_win: int = 0


@dataclass(frozen=True)
class Liability:
    """Which wins one player may have to pay for all (包牌, RULES 2.6)."""

    full_flush: bool = False
    all_honours: bool = False


Finders = tuple[tuple[Fan, Callable[[View], Found]], ...]
"""Fans, each with its `find`."""


Kind = tuple[int, int, bool, int]
"""A kind of split: its chows, its suits, whether it has honours, its marks (`scoring.marks`)."""


class Played(NamedTuple):
    """Fans that are played and can occur in a split of some kind, in listing order; links are small."""

    patterns: Finders
    colours: Finders
    small: Finders


_Wanted = tuple[int, tuple[Fan, Callable[[View], Found]]]
"""The marks that a fan needs, and the fan."""


class _PlayedByKind(dict[Kind, Played]):
    """Filled in as kinds are met: of all that could be, few ever are."""

    _MOST: Final = 1 << 14

    def __init__(self, fans: Iterable[Fan]) -> None:
        super().__init__()
        shapes = product(range(5), range(4), (False, True))
        self._by_shape = {shape: self._by_role(fans, *shape) for shape in shapes}

    @staticmethod
    def _by_role(fans: Iterable[Fan], chows: int, suits: int, honours: bool) -> tuple[list[_Wanted], ...]:
        here = [fan for fan in fans if chows in fan.chows and suits in fan.suits and honours in fan.honours]
        return tuple(
            [(fan.needs, (fan, fan.find)) for fan in here if fan.role in roles]
            for roles in ((Role.PATTERN,), (Role.COLOUR,), (Role.SMALL, Role.LINK))
        )

    def __missing__(self, kind: Kind) -> Played:
        chows, suits, honours, marks = kind
        here = [
            tuple([finder for needs, finder in fans if marks & needs == needs])
            for fans in self._by_shape[chows, suits, honours]
        ]
        if len(self) >= self._MOST:
            self.clear()
        found = self[kind] = Played(*here)
        return found


@dataclass(frozen=True, eq=False)
class RuleSet:
    """One rule set with its options.

    Attributes:
        method: how a hand is counted, by its name among `scoring.methods`.
        unit: what `total` is counted in.
        fields: the request fields it takes beyond those that all take.
        switches: the switches it has, with their defaults; `options` holds what was chosen.
        values: what each fan is worth, those that are not played left out.
        takes_in: for a small fan, those that do not count in a set where it lies.
        doubled: the small fans that count double somewhere, each with the word for where.
        excludes: for a pattern, the fans that are not counted beside it (RULES 7).
        matrix: the name of a pattern in a colour, where it has one (RULES 2.5).
        stakes: for a type of hand, what is paid for it.
        kongs: what a kong of each kind is paid at once, apart from the win.
        cap: the money each player brings; None where there is no limit, or no word of one.
        scale: what each stake is multiplied with, the cap being what it is.
    """

    id: str
    version: str
    name: Text
    sources: tuple[str, ...]
    extends: str | None
    fields: tuple[str, ...]
    switches: Mapping[str, OptionValue]
    options: Options
    method: str
    unit: Text
    needs_big_fan: bool
    allows_chow: bool
    payment: Payment
    liability: Liability
    values: Mapping[str, int]
    excludes: Mapping[str, frozenset[str]]
    takes_in: Mapping[str, frozenset[str]]
    doubled: Mapping[str, str]
    matrix: Mapping[tuple[str, str], str]
    stakes: Mapping[str, Stake]
    kongs: Mapping[MeldKind, KongMoney]
    cap: int | None
    scale: Decimal
    table: Table

    @cached_property
    def fans(self) -> Mapping[Role, tuple[Fan, ...]]:
        """The fans that are played, by role, in listing order."""
        played = [fan for fan in FANS.values() if fan.id in self.values]
        return {role: tuple(fan for fan in played if fan.role is role) for role in Role}

    @cached_property
    def played(self) -> Mapping[Kind, Played]:
        """What to look for in a split of some kind."""
        return _PlayedByKind([fan for fan in FANS.values() if fan.id in self.values])

    @cached_property
    def least_big(self) -> Fan:
        """The big fan that is worth least."""
        big = [fan for fans in self.fans.values() for fan in fans if fan.role.is_big]
        return min(big, key=lambda fan: self.values[fan.id])

    def to_dict(self) -> dict[str, Any]:
        """The rule set as data: fans, matrix, exclusions, switches, payment, sources."""
        return {
            "id": self.id,
            "name": self.name.to_dict(),
            "version": self.version,
            "state": "described",
            "sources": list(self.sources),
            "extends": self.extends,
            "fields": list(self.fields),
            "minimum": self.options.minimum,
            "method": self.method,
            "unit": self.unit.to_dict(),
            "needs_big_fan": self.needs_big_fan,
            "allows_chow": self.allows_chow,
            "fans": [self._fan(fan) for fan in FANS.values() if fan.id in self.values],
            "matrix": [
                {"pattern": pattern, "colour": colour, "fan": cell}
                for (pattern, colour), cell in self.matrix.items()
            ],
            "excludes": {pattern: sorted(others) for pattern, others in self.excludes.items()},
            "switches": [self._switch(name) for name in self.switches],
            "payment": {
                "discard": self.payment.discard,
                "self_draw": self.payment.self_draw,
                "beside": self.payment.beside,
            },
            "kongs": {str(kind): self._kong(money) for kind, money in self.kongs.items()},
            "table": asdict(self.table),
            "liability": {"full_flush": self.liability.full_flush, "all_honours": self.liability.all_honours},
        }

    def _fan(self, fan: Fan) -> dict[str, Any]:
        return {
            "id": fan.id,
            "name": fan.name.to_dict(),
            "size": "big" if fan.role.is_big else "small" if fan.role.is_small else "item",
            "role": str(fan.role),
            "value": self.values[fan.id],
            **({"stakes": self.stakes[fan.id].to_dict()} if fan.id in self.stakes else {}),
            "condition": fan.rule.to_dict(),
            "source": fan.source,
        }

    @staticmethod
    def _kong(money: KongMoney) -> dict[str, Any]:
        return {"amount": number(money.amount), "paid_by": "discarder" if money.by_source else "each"}

    def _switch(self, name: str) -> dict[str, Any]:
        wanted = choices(name)
        return {
            "name": name,
            "default": self.switches[name],
            "value": getattr(self.options, name),
            "values": None if wanted is None else list(wanted),
            "meaning": SWITCHES[name].text.to_dict(),
            "source": SWITCHES[name].source,
        }


@lru_cache(maxsize=256)
def resolve(file: RulesetFile, chosen: tuple[tuple[str, OptionValue], ...] = ()) -> RuleSet:
    """The rule set of a described file with switches chosen by name; unknown names must be refused before."""
    tables = file.tables
    switches: dict[str, OptionValue] = tables["options"]
    thrown = {**switches, **dict(chosen)}
    parts = _with_changes(tables, thrown)
    stakes = {each: _stake(row) for each, row in tables.get("stakes", {}).items()}
    cap = thrown[tables["money"]["cap"]] if "money" in tables else None
    return RuleSet(
        id=file.id,
        version=tables.get("version", "1"),
        name=Text(**tables["name"]),
        sources=tuple(tables.get("sources", ())),
        extends=file.extends,
        fields=tuple(tables.get("fields", ())),
        switches=switches,
        options=Options(**thrown),  # type: ignore[arg-type]  # each value was checked against its field
        method=tables.get("method", "fans"),
        unit=Text(**tables["unit"]),
        needs_big_fan=tables["win"].get("big_fan", False),
        allows_chow=tables["win"].get("chow", True),
        payment=_payment(tables.get("payment", {}), thrown),
        liability=Liability(**tables.get("liability", {})),
        values=_values(_worths(tables, parts, stakes), thrown),
        takes_in={each: frozenset(others) for each, others in parts["takes_in"].items()},
        doubled=tables.get("doubled", {}),
        excludes={pattern: _excluded(others) for pattern, others in parts["excludes"].items()},
        matrix={
            (pattern, colour): cell
            for pattern, row in parts["matrix"].items()
            for colour, cell in row.items()
        },
        stakes=stakes,
        kongs={MeldKind(kind): _kong(row) for kind, row in tables.get("kongs", {}).items()},
        cap=cap if isinstance(cap, int) else None,
        scale=_scale(tables.get("money", {}), cap),
        table=Table(**parts["table"]),
    )


def _worths(tables: Toml, parts: Toml, stakes: Mapping[str, Stake]) -> Toml:
    """What each fan is worth, whichever tables hold it; of stakes, what a self-draw brings from each."""
    paid = {each: stake.self_draw or stake.beside or 0 for each, stake in stakes.items()}
    return {**parts["big"], **parts["small"], **tables.get("types", {}), **tables.get("ladder", {}), **paid}


def _stake(row: Toml) -> Stake:
    return Stake(**{key: None if value == ALL else value for key, value in row.items()})


def _kong(row: Toml) -> KongMoney:
    [(payer, amount)] = row.items()
    return KongMoney(Decimal(amount), payer == "from")


def _payment(row: Toml, thrown: Mapping[str, OptionValue]) -> Payment:
    numbers = {key: _number(value, thrown) for key, value in row.items() if key != "takes_all"}
    return Payment(**numbers, takes_all=frozenset(row.get("takes_all", ())))


def _scale(money: Toml, cap: OptionValue) -> Decimal:
    if isinstance(cap, int) and "stakes_for" in money:
        return Decimal(cap) / Decimal(money["stakes_for"])
    return Decimal(1)


def _with_changes(tables: Toml, thrown: Mapping[str, OptionValue]) -> Toml:
    parts = {part: dict(tables.get(part, {})) for part in OVERLAYS}
    for change in tables.get("when", []):
        if thrown[change["switch"]] == change["is"]:
            for part in OVERLAYS:
                parts[part] |= change.get(part, {})
    return parts


def _values(worth: Toml, thrown: Mapping[str, OptionValue]) -> dict[str, int]:
    numbers = {fan: _number(value, thrown) for fan, value in worth.items()}
    return {fan: value for fan, value in numbers.items() if value > 0}


def _number(value: int | str, thrown: Mapping[str, OptionValue]) -> int:
    """A number, or that of the switch which is named."""
    number = thrown[value] if isinstance(value, str) else value
    return number if isinstance(number, int) else 0


def _excluded(others: list[str]) -> frozenset[str]:
    small = [fan.id for fan in FANS.values() if fan.role.is_small] if EVERY_SMALL in others else []
    return frozenset(other for other in (*others, *small) if other != EVERY_SMALL)
