"""Reading the fields of a request: values of the right kind, and a note of everything that is wrong."""

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final, TypeVar

from scoring.circumstances import SEATS, Wild, WildDiscard
from scoring.errors import Reason, RequestError, Text, nearest, shown
from scoring.hand import Meld, MeldKind, Source
from scoring.remembered import Remembered
from scoring.tiles import Tile, parse_tiles

E = TypeVar("E", bound=StrEnum)

_LARGEST = 10**9
_ONE: Final = Decimal(1)
_TOLD = 20  # unknown names in one object that are told one by one
_LONGEST_TEXT = 500  # no field of tiles needs more characters, whatever notation they are in
_LONGEST_LIST = 20  # nor any list more entries


_MELD_FIELDS = dict.fromkeys(("kind", "tiles", "from"))
_WILD_FIELDS = dict.fromkeys(("indicator", "discarded"))


class Fields:
    """The fields of one request; each reader returns a usable value and notes in `wrong` what was not.

    `faulty` names the fields that could not be read, so that nothing is concluded from their stand-ins.
    A field that is null counts as left out.
    """

    def __init__(self, request: Mapping[str, Any]) -> None:
        self._request = request
        self.wrong: list[Reason] = []
        self.faulty: set[str] = set()

    def get(self, name: str) -> Any:
        """The raw value; None where it is left out."""
        return self._request.get(name)

    def note(self, name: str, *reasons: Reason) -> None:
        """Remember that a field is faulty."""
        self.faulty.add(name)
        self.wrong += reasons

    def only(self, valid: Mapping[str, object], without_use: Iterable[str] = (), ruleset: str = "") -> None:
        """Refuse names that no request has, and those that this rule set has no use for."""
        if self._request.keys() <= valid.keys():
            return
        without_use = tuple(without_use)
        unknown = [str(name) for name in self._request if name not in valid and name not in without_use]
        self.faulty.update(unknown)
        self.wrong += [_unknown_field(name, valid) for name in unknown[:_TOLD]]
        if len(unknown) > _TOLD:
            self.wrong.append(_more_unknown(len(unknown) - _TOLD, unknown[_TOLD]))
        for name, value in self._request.items():
            if name in without_use and value is not None and value is not False:
                self.note(name, _useless_field(name, ruleset, valid))

    def choice(self, name: str, kinds: type[E], default: E) -> E:
        """One of an enumeration's values."""
        return self.optional_choice(name, kinds) or default

    def optional_choice(self, name: str, kinds: type[E]) -> E | None:
        """One of an enumeration's values, or None where the field is left out."""
        value = self._request.get(name)
        if value is None:
            return None
        if isinstance(value, str) and value in kinds._value2member_map_:
            return kinds(value)
        self.note(name, bad_value(name, value, [str(kind) for kind in kinds]))
        return None

    def flag(self, name: str) -> bool:
        """True or false; false where the field is left out."""
        value = self._request.get(name)
        if value is not None and not isinstance(value, bool):
            self.note(name, bad_value(name, value, ["true", "false"]))
        return value is True

    def base(self) -> Decimal:
        """The stake: a number over 0, 1 where it is left out."""
        value = self._request.get("base")
        if value is None:
            return _ONE
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and math.isfinite(value) and 0 < value <= _LARGEST:
            return Decimal(str(value))
        self.note("base", bad_value("base", value, [f"a number over 0, up to {_LARGEST}"]))
        return Decimal(1)

    def balances(self) -> tuple[Decimal, ...] | None:
        """The money of the four seats in table order; None where it is left out or cannot be read."""
        value = self._request.get("balances")
        if value is None or "balances" in self.faulty:
            return None
        if not isinstance(value, Mapping):
            self.note("balances", bad_balance("balances", value))
            return None
        unknown = [name for name in value if name not in tuple(SEATS)]
        wrong = [
            _unknown_field(f"balances.{name}", [f"balances.{seat}" for seat in SEATS]) for name in unknown
        ]
        wrong += [
            bad_balance(f"balances.{seat}", value.get(seat))
            for seat in SEATS
            if not _is_money(value.get(seat))
        ]
        if wrong:
            self.note("balances", *wrong)
            return None
        return tuple(Decimal(str(value[seat])) for seat in SEATS)

    def wild(self) -> Wild | None:
        """The tile turned up for 百搭 and how each discarded 百搭 was thrown; None where it is left out."""
        value = self._request.get("wild")
        if value is None or "wild" in self.faulty:
            return None
        if not isinstance(value, Mapping):
            self.note("wild", bad_value("wild", value, ['an object, as {"indicator": "9s"}']))
            return None
        inner = Fields(value)
        inner.only(_WILD_FIELDS)
        tiles = inner.tiles("indicator")
        if len(tiles) != 1 and "indicator" not in inner.faulty:
            inner.note("indicator", bad_value("indicator", inner.get("indicator"), ["one tile, as 9s"]))
        discarded = inner._discarded()
        if inner.wrong:
            self.note("wild", *(placed(reason, "wild") for reason in inner.wrong))
            return None
        return Wild(tiles[0], discarded)

    def _discarded(self) -> tuple[WildDiscard, ...]:
        kinds = [str(kind) for kind in WildDiscard]
        value = self.list("discarded", "a list, one entry a discarded 百搭")
        for index, each in enumerate(value):
            if each not in kinds:
                self.note("discarded", bad_value(f"discarded[{index}]", each, kinds))
        return tuple(WildDiscard(each) for each in value if each in kinds)

    def list(self, name: str, wanted: str) -> Sequence[Any]:
        """The entries of a list; none where the field is left out."""
        value = self._request.get(name)
        if value is None:
            return ()
        if not isinstance(value, (list, tuple)) or len(value) > _LONGEST_LIST:
            self.note(name, bad_value(name, value, [wanted]))
            return ()
        return value

    def tiles(self, name: str) -> tuple[Tile, ...]:
        """Tiles as text; none where the field is left out."""
        value = self._request.get(name)
        if value is None:
            return ()
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            self.note(name, bad_value(name, value, ["tiles as text, as 123m55z"]))
            return ()
        try:
            return parse_tiles(value)
        except RequestError as error:
            self.note(name, *error.reasons)
            return ()

    def melds(self) -> tuple[Meld, ...]:
        """The melds that can be read, in their order."""
        given = self.list("melds", "a list of at most four melds")
        try:
            return tuple([_SOUND[tuple(each.items())] for each in given])
        except (AttributeError, LookupError, TypeError, ValueError):
            read = [self._meld(f"melds[{index}]", each) for index, each in enumerate(given)]
            return tuple([meld for meld in read if meld is not None])

    def _meld(self, where: str, value: object) -> Meld | None:
        if not isinstance(value, Mapping):
            self.note("melds", bad_value(where, value, ['a meld, as {"kind": "pung", "tiles": "777z"}']))
            return None
        inner = Fields(value)
        inner.only(_MELD_FIELDS)
        kind, source = inner.optional_choice("kind", MeldKind), inner.optional_choice("from", Source)
        tiles = inner.tiles("tiles")
        if kind is None and "kind" not in inner.faulty:
            text = Text("要写明是吃、碰还是杠。", "Say whether it is a chow, a pung or a kong.")
            inner.note("kind", Reason("bad_meld", text, field="kind", values=list(map(str, MeldKind))))
        if not inner.wrong and kind is not None:
            try:
                return Meld(kind, tiles, source)
            except RequestError as error:
                inner.wrong += error.reasons
        self.note("melds", *(placed(reason, where) for reason in inner.wrong))
        return None


def _sound(written: tuple[tuple[str, Any], ...]) -> Meld:
    """A sound meld in so many letters; an error for any other, which is looked at field by field."""
    given = dict(written)
    kind, tiles, source = given.pop("kind"), given.pop("tiles"), given.pop("from", None)
    if given or len(tiles) > 8:
        raise ValueError("more than a meld has")
    return Meld(MeldKind(kind), parse_tiles(tiles), None if source is None else Source(source))


_SOUND: Final = Remembered(_sound, most=1 << 12)


def bad_value(name: str, value: object, wanted: list[str]) -> Reason:
    """A field or switch whose value is none of those it may have; names the nearest."""
    hint = nearest(str(value), wanted) if len(wanted) > 1 else None
    text = Text(
        f"{name} 不能是 {shown(value)}，可以是：{'、'.join(wanted)}。",
        f"{name} cannot be {shown(value)}; it takes {' or '.join(wanted)}.",
    )
    return Reason("bad_value", text, field=name, value=value, nearest=hint)


def bad_balance(name: str, value: object) -> Reason:
    """Money of a seat that is none."""
    text = Text(
        f"{name} 不能是 {shown(value)}：四家各写一个从0到{_LARGEST}的数。",
        f"{name} cannot be {shown(value)}: give each of the four seats a number from 0 to {_LARGEST}.",
    )
    return Reason("bad_balances", text, field=name, value=value)


def _is_money(value: object) -> bool:
    number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return number and math.isfinite(value) and 0 <= value <= _LARGEST  # type: ignore[arg-type,operator]


def placed(reason: Reason, where: str) -> Reason:
    """The same reason for a request inside another: its fields, or it itself, lie under `where`."""
    text = Text(f"{where}：{reason.text.zh}", f"{where}: {reason.text.en}")
    if "fields" in reason.details:
        fields = [f"{where}.{each}" for each in reason.details["fields"]]
        return Reason(reason.code, text, **{**reason.details, "fields": fields})
    field = f"{where}.{reason.details['field']}" if "field" in reason.details else where
    return Reason(reason.code, text, **{**reason.details, "field": field})


def _unknown_field(name: str, valid: Iterable[str]) -> Reason:
    hint = nearest(name, valid)
    zh, en = ("", "") if hint is None else (f"，最接近的是“{hint}”", f"; the nearest is {hint!r}")
    text = Text(f"没有 {shown(name)} 这一项{zh}。", f"There is no field {shown(name)}{en}.")
    return Reason("unknown_field", text, field=name, nearest=hint)


def _more_unknown(many: int, first: str) -> Reason:
    text = Text(
        f"从 {shown(first)} 起还有{many}项没有这样的名字。",
        f"Nor are there {many} more, from {shown(first)} on.",
    )
    return Reason("unknown_field", text, field=first, more=many)


def _useless_field(name: str, ruleset: str, valid: Iterable[str]) -> Reason:
    text = Text(
        f"{ruleset} 用不着“{name}”这一项，请去掉。", f"{ruleset} has no use for {name!r}: leave it out."
    )
    return Reason("unknown_field", text, field=name, nearest=nearest(name, valid))
