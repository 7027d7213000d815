"""Counting one split of a hand by the table of fans: big = f(pattern, colour), then the small fans.

RULES 2.5, 7, A1.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from scoring.doubling import DOUBLES
from scoring.errors import Text
from scoring.fans import FANS, Fan, Role
from scoring.linking import Link, as_found, thin
from scoring.money import Amount, number
from scoring.rules import RuleSet
from scoring.splits import Place
from scoring.view import Found, View


@dataclass(frozen=True, slots=True)
class Counted:
    """One fan of the total: `value` is its whole contribution, `places` all it lies in."""

    fan: Fan
    value: Amount
    count: int
    places: tuple[Place, ...]

    def to_dict(self) -> dict[str, Any]:
        """As in `fans` of a score."""
        return {
            "id": self.fan.id,
            "name": self.fan.name.to_dict(),
            "value": number(self.value),
            "count": self.count,
            "sets": list(self.places),
            "rule": self.fan.source,
            "condition": self.fan.rule.to_dict(),
        }


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


@dataclass(frozen=True)
class Tally:
    """What one split is worth."""

    view: View
    fans: tuple[Counted, ...]
    not_counted: tuple[NotCounted, ...]

    @cached_property
    def total(self) -> Amount:
        """All of them together."""
        return sum(each.value for each in self.fans)

    @property
    def has_big(self) -> bool:
        """Whether there is a big fan among them (RULES 2.2)."""
        return any(each.fan.role.is_big for each in self.fans)


def count(view: View, rules: RuleSet) -> Tally:
    """The one way to count a split; which split is worth most is decided elsewhere."""
    patterns = _found(view, rules.fans[Role.PATTERN])
    barred = {other: fan for fan in patterns for other in rules.excludes.get(fan.id, ())}
    big = {fan: found for fan, found in patterns.items() if fan.id not in barred}
    left_out: list[NotCounted] = []
    colours = _found(view, rules.fans[Role.COLOUR])
    cell = _named_cell(big, colours, rules)
    if cell is not None:
        named, *parts = cell
        if named.role is not Role.NAMED:  # the pattern counts as a lesser one in this colour
            parts = parts[:1]
            big |= colours
        big = {named: named.find(view)} | {fan: big[fan] for fan in big if fan not in parts}
        left_out += [NotCounted(part, named) for part in parts]
        barred = {other: named if fan in parts else fan for other, fan in barred.items()}
    else:
        big |= colours
    left_out += [NotCounted(fan, barred[fan.id]) for fan in patterns if fan.id in barred]
    small = _small(view, rules, barred, left_out)
    fans = tuple(_counted(view, fan, found, rules) for fan, found in (big | small).items())
    return Tally(view, fans, tuple(left_out))


def _found(view: View, fans: Iterable[Fan]) -> dict[Fan, Found]:
    return {fan: found for fan in fans if (found := fan.find(view))}


def _named_cell(
    patterns: Iterable[Fan], colours: Iterable[Fan], rules: RuleSet
) -> tuple[Fan, Fan, Fan] | None:
    """The name of a pattern in a colour and the two, where the rule set has such a name (RULES 2.5)."""
    for pattern, colour in product(patterns, colours):
        cell = rules.matrix.get((pattern.id, colour.id))
        if cell is not None:
            return FANS[cell], pattern, colour
    return None


def _small(
    view: View, rules: RuleSet, barred: Mapping[str, Fan], left_out: list[NotCounted]
) -> dict[Fan, Found]:
    found = _found(view, rules.small_fans)
    left_out += [NotCounted(fan, barred[fan.id]) for fan in found if fan.id in barred]
    free = {fan: places for fan, places in found.items() if fan.id not in barred}
    links = [Link(fan, places) for fan in free if fan.role is Role.LINK for places in free[fan]]
    kept = thin(view, sorted(links, key=lambda link: -rules.values[link.fan.id]))
    thinned = {fan: as_found(kept, fan) if fan.role is Role.LINK else free[fan] for fan in free}
    left_out += [NotCounted(fan, kept[0].fan) for fan, places in thinned.items() if not places]
    return _without_taken({fan: places for fan, places in thinned.items() if places}, rules, left_out)


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


def _counted(view: View, fan: Fan, found: Found, rules: RuleSet) -> Counted:
    doubles = DOUBLES[rules.doubled[fan.id]] if fan.id in rules.doubled else None
    times = sum(2 if doubles and doubles(view, each) else 1 for each in found)
    return counted(fan, found, rules.values[fan.id] * times)


def counted(fan: Fan, found: Found, value: Amount) -> Counted:
    """A fan found in these places, at this value."""
    places = {place for occurrence in found for place in occurrence}
    in_order = sorted(places, key=lambda place: 4 if place == "pair" else place)
    return Counted(fan, value, len(found), tuple(in_order))
