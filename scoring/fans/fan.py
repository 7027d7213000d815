"""What a fan is: a name, a one-sentence rule with its clause, and where in a hand it is found.

What it is worth, and what it keeps from being counted, stands in the rule-set files.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from scoring.errors import Text
from scoring.view import Found, View


class Role(StrEnum):
    """How a fan enters the count (RULES 2.3 to 2.5).

    SMALL adds itself; LINK joins two chows and obeys the link rule; PATTERN is a shape of the sets and
    COLOUR one of the tiles, of each at most one is left; NAMED is a pattern and a colour with a value
    of their own. PLAIN is a hand without any of them, where hands are told apart by type alone.

    Where a win is paid by the way it came about (RULES 6): RUNG is one step of the ladder, of which the
    highest counts; BONUS is added for every payer, CHARGE for the one who is responsible.
    """

    SMALL = "small"
    LINK = "link"
    PATTERN = "pattern"
    COLOUR = "colour"
    NAMED = "named"
    PLAIN = "plain"
    RUNG = "rung"
    BONUS = "bonus"
    CHARGE = "charge"

    @property
    def is_big(self) -> bool:
        """大番: a hand needs one (RULES 2.2)."""
        return self in _BIG

    @property
    def is_small(self) -> bool:
        """小番."""
        return self in _SMALL


_BIG: Final = frozenset({Role.PATTERN, Role.COLOUR, Role.NAMED})
_SMALL: Final = frozenset({Role.SMALL, Role.LINK})


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """One fan; `find` gives every occurrence in a view, and their number is its count.

    Where it can occur at all is told ahead, so that it is asked for nowhere else: `chows`, how many of the
    four sets are chows, `suits`, how many suits the hand has, `honours`, whether it has any, and `needs`,
    the marks of `scoring.marks` that must all be there.
    """

    id: str
    name: Text
    rule: Text
    source: str
    role: Role
    find: Callable[[View], Found]
    chows: range = range(5)
    suits: range = range(4)
    honours: tuple[bool, ...] = (False, True)
    needs: int = 0


def fan(
    role: Role,
    fan_id: str,
    zh_name: str,
    en_name: str,
    zh: str,
    en: str,
    source: str,
    **where: Any,
) -> Callable[[Callable[[View], Found]], Fan]:
    """Make the decorated predicate a fan; `where` is `chows`, `suits`, `honours`, `needs`."""

    def declare(find: Callable[[View], Found]) -> Fan:
        return Fan(fan_id, Text(zh_name, en_name), Text(zh, en), source, role, find, **where)

    return declare
