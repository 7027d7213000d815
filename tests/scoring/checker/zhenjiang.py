"""镇江麻将 and its wild tile 百搭 (RULES 6, A28): not what a hand is made of counts, but how it was won."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from .cases import Case
from .diedaohu import Money, no_shape, others, paid_for_kongs
from .matrix import Fans
from .readings import completes
from .tiles import ALL, EAST, is_honour, number, parse
from .verdict import Account, Payments, Verdict, collected, nobody_pays

BONUS = {"first": ("zj_dashouda", 6), "middle": ("zj_zhongtuda", 4), "after_pung": ("zj_penghouda", 2)}


def successor(tile: int, cycle: str) -> int:
    """百搭 of a 正搭: one higher, 9 to 1; 东南西北 and 中发白 in their circles (or one circle of seven)."""
    if not is_honour(tile):
        return tile + 1 if number(tile) < 9 else tile - 8
    winds, dragons = [27, 28, 29, 30], [33, 32, 31]
    for circle in [winds + dragons] if cycle == "7" else [winds, dragons]:
        if tile in circle:
            return circle[(circle.index(tile) + 1) % len(circle)]
    raise AssertionError(tile)


@lru_cache(maxsize=65536)
def makes_hand(tiles: tuple[int, ...], jokers: int, pairs: int = 1) -> bool:
    """Whether sorted `tiles` and so many jokers make sets and `pairs` pairs: the first tile in each group."""
    if not tiles:
        return jokers >= 2 * pairs and (jokers - 2 * pairs) % 3 == 0
    first = tiles[0]
    groups = [(first,) * 3] + [(first,) * 2] * pairs
    if first < EAST:
        lowest = range(max(first - 2, first // 9 * 9), min(first, first // 9 * 9 + 6) + 1)
        groups += [(low, low + 1, low + 2) for low in lowest]
    for group in groups:
        rest, missing = list(tiles), 0
        for tile in group:
            if tile in rest:
                rest.remove(tile)
            else:
                missing += 1
        if missing <= jokers and makes_hand(tuple(rest), jokers - missing, pairs - (len(group) == 2)):
            return True
    return False


def makes_hand_by_substitution(tiles: tuple[int, ...], jokers: int) -> bool:
    """The same by putting every tile in every joker's place; slow."""
    for stand_ins in combinations_with_replacement(ALL, jokers):
        everything = (*tiles, *stand_ins)
        if completes(everything[1:], everything[0]):
            return True
    return False


@dataclass(frozen=True)
class Wild:
    """A hand and its wild tiles."""

    plain: tuple[int, ...]
    jokers: int

    @classmethod
    def of(cls, tiles: tuple[int, ...], wild: int | None) -> "Wild":
        """Part the tiles."""
        plain = tuple(sorted(tile for tile in tiles if tile != wild))
        return cls(plain, len(tiles) - len(plain))

    def wins(self) -> bool:
        """With the wild tiles standing for anything."""
        return makes_hand(self.plain, self.jokers)


@dataclass(frozen=True)
class House:
    """镇江 with its switches."""

    zj_no_wild_is_tuoda: bool = True
    zj_discard_with_wild: str = "allowed"
    zj_honour_cycle: str = "4+3"
    zj_da_bonus_per_payer: bool = True
    uses: tuple[str, ...] = ("base", "wild", "heavenly")

    def with_options(self, options: Mapping[str, Any]) -> "House":
        """The same with switches thrown."""
        return replace(self, **options)

    def wild_tile(self, case: Case) -> int | None:
        """百搭 of this hand of play; none where no indicator is named."""
        return None if case.wild is None else successor(parse(case.wild[0])[0], self.zj_honour_cycle)

    def judge(self, case: Case, kongs_settled: bool = False) -> Verdict:
        """RULES 6."""
        wild = self.wild_tile(case)
        inside = (*case.concealed, case.winning)
        as_itself = completes(case.concealed, case.winning)
        if not Wild.of(inside, wild).wins():
            return no_shape(frozenset({"chow_not_allowed"} if case.has("chow") else ()))
        reasons = self.refused(case, as_itself)
        base = self.base(case, wild, as_itself)
        bonus = self.bonus(case)
        extra = self.extra(case, wild)
        accounts = tuple(Account("", "", (one, *bonus, *extra)) for one in base)
        total = accounts[0].total
        if reasons:
            return Verdict(False, total, accounts, reasons)
        kongs = nobody_pays() if kongs_settled else paid_for_kongs(case, self.kong, None)
        return Verdict(True, total, accounts, reasons, self.pay(case, accounts[0], bonus), kongs)

    def waits(self, case: Case) -> tuple[int, ...]:
        """The tiles that would finish the hand, of which the player holds fewer than four (A8)."""
        wild, held = self.wild_tile(case), case.concealed + case.meld_tiles
        return tuple(
            tile for tile in ALL if held.count(tile) < 4 and Wild.of((*case.concealed, tile), wild).wins()
        )

    def out_of_play(self, case: Case, tile: int) -> int:
        """The one turned up, and the 百搭 that this player threw away."""
        if case.wild is None:
            return 0
        indicator, thrown = case.wild
        return (tile == parse(indicator)[0]) + (len(thrown) if tile == self.wild_tile(case) else 0)

    def refused(self, case: Case, as_itself: bool) -> frozenset[str]:
        """No chow is called; a wild tile on a discard where the switch forbids it."""
        reasons = {
            "chow_not_allowed": case.has("chow"),
            "wild_not_allowed_on_discard": self.zj_discard_with_wild == "forbidden"
            and case.win != "self_draw"
            and not as_itself,
        }
        return frozenset(code for code, holds in reasons.items() if holds)

    def base(self, case: Case, wild: int | None, as_itself: bool) -> Fans:
        """The self-draw ladder, the highest that applies (several where they are equal); 放冲 otherwise."""
        if case.win != "self_draw":
            return (("zj_fangchong", 4),)
        loose = as_itself and (wild in case.tiles or self.zj_no_wild_is_tuoda)
        any_tile = all(Wild.of((*case.concealed, tile), wild).wins() for tile in ALL)
        ladder = [
            ("zj_tianhu", 12, case.heavenly),
            ("zj_paoda_tuoda", 10, any_tile and loose),
            ("zj_gangkai_an_tuoda", 9, case.after_kong == "concealed" and loose),
            ("zj_gangkai_ming_tuoda", 8, case.after_kong == "exposed" and loose),
            ("zj_tuoda", 6, loose),
            ("zj_paoda", 5, any_tile),
            ("zj_gangkai", 5, case.after_kong != "none"),
            ("zj_zimo", 3, True),
        ]
        best = max(value for _, value, holds in ladder if holds)
        return tuple((name, value) for name, value, holds in ladder if holds and value == best)

    def bonus(self, case: Case) -> Fans:
        """打搭: 6, 4 or 2 for each 百搭 that the winner threw away."""
        thrown = case.wild[1] if case.wild else ()
        return tuple(
            (name, value * thrown.count(when)) for when, (name, value) in BONUS.items() if when in thrown
        )

    def extra(self, case: Case, wild: int | None) -> Fans:
        """抢杠 and 成搭: one more from the one who is to blame."""
        robbed = (("zj_qianggang", 1),) if case.win == "robbed_kong" else ()
        thrown = (("zj_chengda", 1),) if case.win == "discard" and case.winning == wild else ()
        return (*robbed, *thrown)

    def pay(self, case: Case, account: Account, bonus: Fans) -> Payments:
        """A self-draw alike from all; on a discard 4 and what is extra, from the others 2."""
        per_tile = sum(value for _, value in bonus)
        due: dict[str, Fraction] = {}
        for seat in others(case):
            if case.win == "self_draw" or seat == case.discarder:
                due[seat] = Fraction(account.total * case.base)
            else:
                due[seat] = Fraction((2 + per_tile * self.zj_da_bonus_per_payer) * case.base)
        return collected(case, due)

    def kong(self, case: Case, kind: str, side: str | None) -> Money:
        """明杠 1, 暗杠 2, from each of three."""
        return dict.fromkeys(others(case), Fraction(case.base * (2 if kind == "concealed_kong" else 1)))
