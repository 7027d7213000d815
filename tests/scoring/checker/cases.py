"""A request of the public interface, read for the checker: the hand, and how it was won."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .readings import Group, readings, waits
from .tiles import at_most_four, is_honour, parse, show, suit

SEATS = ("east", "south", "west", "north")
SET_KIND = {
    "chow": "chow",
    "pung": "triplet",
    "kong": "kong",
    "added_kong": "kong",
    "concealed_kong": "kong",
}

Meld = tuple[str, str, str | None]  # kind, tiles, the player it came from (left, across, right)
Reading = tuple[Group, ...]  # four sets and the pair, sorted


@dataclass(frozen=True)
class Case:
    """One finished hand and its circumstances; the fields are those of a ScoreRequest."""

    concealed: tuple[int, ...]
    winning: int
    melds: tuple[Meld, ...] = ()
    win: str = "self_draw"
    seat: str = "east"
    round: str = "east"
    discarder: str | None = None
    base: int = 1
    after_kong: str = "none"
    passed_win: bool = False
    liable: str | None = None
    heavenly: bool = False
    balances: tuple[int | Fraction, ...] | None = None  # of the four seats in their order
    wild: tuple[str, tuple[str, ...]] | None = None  # indicator, discarded

    def request(self, ruleset: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The same as JSON."""
        request: dict[str, Any] = {
            "ruleset": ruleset,
            "concealed": show(self.concealed),
            "winning_tile": show([self.winning]),
            "win": self.win,
            "seat": self.seat,
            "round": self.round,
            "base": self.base,
            "melds": [
                {"kind": kind, "tiles": tiles} | ({"from": who} if who else {})
                for kind, tiles, who in self.melds
            ],
        }
        given = {
            "options": dict(options or {}),
            "discarder": self.discarder,
            "passed_win": self.passed_win,
            "liable": self.liable,
            "heavenly": self.heavenly,
            "balances": self.balances and dict(zip(SEATS, self.balances, strict=True)),
            "wild": self.wild and {"indicator": self.wild[0], "discarded": list(self.wild[1])},
        }
        if self.after_kong != "none":
            request["after_kong"] = self.after_kong
        return request | {name: value for name, value in given.items() if value}

    def __str__(self) -> str:
        short = {"chow": "c", "pung": "p", "kong": "k", "added_kong": "K", "concealed_kong": "a"}
        melds = "".join(f"[{short[kind]}{tiles}]" for kind, tiles, _ in self.melds)
        return f"{melds}{show(self.concealed)} + {show([self.winning])} {self.win} {self.seat}/{self.round}"

    @cached_property
    def meld_tiles(self) -> tuple[int, ...]:
        """All tiles laid down."""
        return tuple(tile for _, tiles, _ in self.melds for tile in parse(tiles))

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """ "14張牌": all of the hand, the winning one too."""
        return self.meld_tiles + self.concealed + (self.winning,)

    @cached_property
    def melded(self) -> tuple[Group, ...]:
        """What was laid down, as sets."""
        return tuple(
            Group(SET_KIND[kind], min(parse(tiles)), called=kind != "concealed_kong")
            for kind, tiles, _ in self.melds
        )

    @cached_property
    def waits(self) -> tuple[int, ...]:
        """RULES A8, by trying all 34 tiles."""
        return waits(tuple(sorted(self.concealed)), tuple(sorted(self.meld_tiles)))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Every reading of the whole hand."""
        inside = readings(tuple(sorted(self.concealed)), self.winning)
        return tuple(sorted((*self.melded, *way) for way in inside))

    def has(self, *kinds: str) -> bool:
        """Whether a meld of one of these kinds was laid down."""
        return any(kind in kinds for kind, _, _ in self.melds)

    @property
    def is_possible(self) -> bool:
        """Whether such a hand can lie on a table; the checker is only asked about those."""
        if len(self.concealed) + 3 * len(self.melds) != 13 or not at_most_four(self.tiles):
            return False
        return self.win != "robbed_kong" or self.tiles.count(self.winning) == 1


def left_of(seat: str) -> str:
    """上家: who plays before `seat`."""
    return SEATS[(SEATS.index(seat) - 1) % 4]


def who(seat: str, side: str) -> str:
    """The seat on that `side` (left, across, right) of `seat`."""
    return SEATS[(SEATS.index(seat) + {"right": 1, "across": 2, "left": 3}[side]) % 4]


def colour(tiles: Iterable[int]) -> str:
    """清, 混, 风 (all honours) or none."""
    suits = {suit(tile) for tile in tiles if not is_honour(tile)}
    honours = any(is_honour(tile) for tile in tiles)
    if not suits:
        return "风"
    return "none" if len(suits) > 1 else "混" if honours else "清"
