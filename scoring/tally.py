"""Counting one split of a hand by the table of fans: big = f(pattern, colour), then the small fans.

RULES 2.5, 7, A1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from scoring.doubling import DOUBLES
from scoring.errors import Text
from scoring.fans import FANS, Fan, Role
from scoring.linking import Link, as_found, thin
from scoring.marks import LINKED
from scoring.money import Amount, number
from scoring.remembered import Remembered
from scoring.rules import Finders, RuleSet
from scoring.splits import Place
from scoring.view import EVERYWHERE, Found, View

_LINK: Final = Role.LINK


@dataclass(frozen=True, slots=True)
class Counted:
    """One fan of the total: `value` is its whole contribution, `found` where it occurs."""

    fan: Fan
    value: Amount
    found: Found

    @property
    def count(self) -> int:
        """How often it occurs."""
        return len(self.found)

    @property
    def places(self) -> tuple[Place, ...]:
        """All it lies in, in order, the pair last."""
        return _PLACES[self.found]


def _places(found: Found) -> tuple[Place, ...]:
    if found == EVERYWHERE or len(found[0]) == len(found) == 1:
        return found[0]
    places = frozenset[Place]().union(*found)
    sets = sorted([place for place in places if isinstance(place, int)])
    return (*sets, "pair") if "pair" in places else tuple(sets)


_PLACES: Final = Remembered(_places, most=1 << 12)
_WORDS: Final = Remembered[Fan, tuple[dict[str, str], dict[str, str]]](
    lambda fan: (fan.name.to_dict(), fan.rule.to_dict()), most=1 << 9
)
"""The name and the condition of a fan, as they are copied into answers."""


@dataclass(frozen=True, slots=True)
class NotCounted:
    """A fan that the hand has but that another one takes in."""

    fan: Fan
    because: Fan

    @property
    def text(self) -> Text:
        """Which fan took which, in a sentence."""
        if self.fan.role is Role.LINK and self.because.role is Role.LINK:
            return Text(
                f"{self.fan.name.zh}不另算：这些顺子已经由{self.because.name.zh}串在一起。",
                f"{self.fan.name.en} ({self.fan.name.zh}) is not counted: {self.because.name.zh} joins "
                "those chows already.",
            )
        return Text(
            f"{self.fan.name.zh}已经算在{self.because.name.zh}里。",
            f"{self.fan.name.en} ({self.fan.name.zh}) is part of "
            f"{self.because.name.en} ({self.because.name.zh}).",
        )

    def to_dict(self) -> dict[str, Any]:
        """As in `not_counted` of a score."""
        return {"id": self.fan.id, "because": self.because.id, "text": self.text.to_dict()}


@dataclass(slots=True, eq=False)  # not frozen: made once for every way to see a hand
class Tally:
    """What one split is worth.

    Attributes:
        found: where each fan that counts occurs, big ones first.
        values: what each of them contributes.
        total: their sum.
        has_big: whether one of them is big (RULES 2.2).
    """

    view: View
    found: Mapping[Fan, Found]
    values: Sequence[Amount]
    not_counted: tuple[NotCounted, ...]
    total: Amount
    has_big: bool

    @classmethod
    def of(
        cls,
        view: View,
        found: Mapping[Fan, Found],
        values: Sequence[Amount],
        not_counted: tuple[NotCounted, ...],
    ) -> "Tally":
        """With the sum of its fans, of which there is one or more."""
        return cls(view, found, values, not_counted, sum(values), next(iter(found)).role.is_big)

    @property
    def fans(self) -> tuple[Counted, ...]:
        """Each fan that counts."""
        return tuple(map(Counted, self.found, self.values, self.found.values()))

    def told(self) -> list[dict[str, Any]]:
        """As in `fans` of a score."""
        values = self.values if isinstance(self.total, int) else map(number, self.values)
        return [
            {
                "id": fan.id,
                "name": name.copy(),
                "value": value,
                "count": len(found),
                "sets": list(_PLACES[found]),
                "rule": fan.source,
                "condition": condition.copy(),
            }
            for (fan, found), value in zip(self.found.items(), values, strict=True)
            for name, condition in (_WORDS[fan],)
        ]


def count(view: View, rules: RuleSet) -> Tally:
    """The one way to count a split; which split is worth most is decided elsewhere."""
    left_out: list[NotCounted] = []
    found, has_big = look(view, rules, left_out)
    worth = rules.values
    if rules.doubled:
        values = [worth[fan.id] * _times(fan, view, places, rules) for fan, places in found.items()]
    else:
        values = [worth[fan.id] * len(places) for fan, places in found.items()]
    return Tally(view, found, values, tuple(left_out), sum(values), has_big)


def worth(view: View, rules: RuleSet) -> tuple[int, bool]:
    """The total of `count` alone, and whether there is a big fan."""
    found, has_big = look(view, rules, [])
    values, doubled = rules.values, rules.doubled
    total = 0
    for fan, places in found.items():
        total += values[fan.id] * (_times(fan, view, places, rules) if doubled else len(places))
    return total, has_big


def look(view: View, rules: RuleSet, left_out: list[NotCounted]) -> tuple[dict[Fan, Found], bool]:
    """What counts, big fans first, and whether there is a big one; what does not goes to `left_out`."""
    patterns, colours, wanted = rules.played[view.kind]
    if not patterns and not colours:
        return find_small(view, wanted, rules, {}, left_out), False
    big, barred, others = find_big(view, patterns, colours, rules)
    left_out += others
    small = find_small(view, wanted, rules, barred, left_out)
    return (big | small, True) if big else (small, False)


def _times(fan: Fan, view: View, found: Found, rules: RuleSet) -> int:
    """How often it counts, twice where the rule set says so (RULES A12, A13)."""
    if fan.id not in rules.doubled:
        return len(found)
    doubles = DOUBLES[rules.doubled[fan.id]]
    return len(found) + sum([doubles(view, places) for places in found])


def find_big(
    view: View, patterns: Finders, colours: Finders, rules: RuleSet
) -> tuple[dict[Fan, Found], dict[str, Fan], list[NotCounted]]:
    """The big fans that count, what must not be counted beside which, and those that do not count."""
    big = _found(view, colours) if colours else {}
    shapes = _found(view, patterns) if patterns else {}
    if not shapes:
        return big, {}, []
    barred = {other: fan for fan in shapes for other in rules.excludes.get(fan.id, ())}
    left = {fan: found for fan, found in shapes.items() if fan.id not in barred}
    cell = _named_cell(left, big, rules)
    left_out: list[NotCounted] = []
    if cell is not None:
        named, *parts = cell
        if named.role is not Role.NAMED:  # the pattern counts as a lesser one in this colour
            parts = parts[:1]
            left |= big
        big = {named: named.find(view)} | {fan: left[fan] for fan in left if fan not in parts}
        left_out += [NotCounted(part, named) for part in parts]
        barred = {other: named if fan in parts else fan for other, fan in barred.items()}
    else:
        big = left | big
    left_out += [NotCounted(fan, barred[fan.id]) for fan in shapes if fan.id in barred]
    return big, barred, left_out


def _found(view: View, fans: Finders) -> dict[Fan, Found]:
    return {fan: found for fan, find in fans if (found := find(view))}


def _named_cell(
    patterns: Iterable[Fan], colours: Iterable[Fan], rules: RuleSet
) -> tuple[Fan, Fan, Fan] | None:
    """The name of a pattern in a colour and the two, where the rule set has such a name (RULES 2.5)."""
    for pattern, colour in product(patterns, colours):
        cell = rules.matrix.get((pattern.id, colour.id))
        if cell is not None:
            return FANS[cell], pattern, colour
    return None


def find_small(
    view: View, fans: Finders, rules: RuleSet, barred: Mapping[str, Fan], left_out: list[NotCounted]
) -> dict[Fan, Found]:
    """The small fans that count; those `barred` or taken in go to `left_out`."""
    small: dict[Fan, Found] = {}
    for fan, find in fans:
        if found := find(view):
            small[fan] = found
    if barred:
        left_out += [NotCounted(fan, barred[fan.id]) for fan in small if fan.id in barred]
        small = {fan: found for fan, found in small.items() if fan.id not in barred}
    if view.marks & LINKED:
        small = _linked(view, small, rules, left_out)
    return _without_taken(small, rules, left_out) if rules.takes_in else small


def _linked(
    view: View, small: dict[Fan, Found], rules: RuleSet, left_out: list[NotCounted]
) -> dict[Fan, Found]:
    """The same with only those links that the link rule lets count (RULES A3)."""
    joining = [fan for fan in small if fan.role is _LINK]
    if sum([len(small[fan]) for fan in joining]) < 2:
        return small
    links = [Link(fan, places) for fan in joining for places in small[fan]]
    kept = thin(view, sorted(links, key=lambda link: -rules.values[link.fan.id]))
    view.spare_links = len(kept) < len(links)
    small = {fan: as_found(kept, fan) if fan.role is _LINK else small[fan] for fan in small}
    left_out += [NotCounted(fan, kept[0].fan) for fan, found in small.items() if not found]
    return {fan: found for fan, found in small.items() if found}


def _without_taken(small: dict[Fan, Found], rules: RuleSet, left_out: list[NotCounted]) -> dict[Fan, Found]:
    """Some fans hold others that lie in the same set, which then count for nothing there (RULES A12, A13)."""
    for taking, others in rules.takes_in.items():
        holder = FANS[taking]
        for fan in [fan for fan in small if holder in small and fan.id in others]:
            small[fan] = tuple(each for each in small[fan] if each not in small[holder])
            if not small[fan]:
                left_out.append(NotCounted(fan, holder))
                del small[fan]
    return small
