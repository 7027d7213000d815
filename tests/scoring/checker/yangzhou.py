"""扬州式 at the table and online: every fan by its sentence (RULES 2, 3), over every reading of the hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from . import links, matrix
from .cases import SEATS, Case, Reading, colour, left_of, who
from .matrix import Fans
from .readings import Group
from .tiles import BAI, EAST, FA, ZHONG, is_honour, number, suit
from .verdict import Account, Payments, Verdict, collected

DRAGONS = {BAI: "bai", FA: "fa", ZHONG: "zhong"}
LIMITS = (
    "fengqing",
    "gangban",
    "tieban",
    "shuangban_shuanglian",
    "shuangban_shuanglao",
    "shuangban_shuangxi",
)


@dataclass(frozen=True)
class House:
    """A rule set of RULES 0 with its switches (RULES 9c)."""

    column: str
    minimum: int
    strict_greater: bool = False
    menqing_allows_concealed_kong: bool = False
    link_rule: str = "k-1"
    dragon_suppresses_links: bool = True
    shuangpiao_keeps_links: bool = False
    unique_wait: bool = True
    hun_shuangxi: str = "strict"
    qing_shuanglian: str = "additive"
    small_on_limit: str = "add"
    qing_banlong: int | None = None
    online_other_wind: int = 1
    online_dragon_kong: str = "double-inclusive"
    must_be_qing_after_3_chows: bool = True
    liability: tuple[str, ...] = ("qingyise", "fengqing")  # 包牌; C23
    uses: tuple[str, ...] = ("base", "passed_win", "liable")

    @property
    def online(self) -> bool:
        """The online room: no big fans to reach, its own winds and dragons (RULES 3)."""
        return self.column == "D3"

    def with_options(self, options: Mapping[str, Any]) -> "House":
        """The same with switches thrown."""
        return replace(self, **options)

    def judge(self, case: Case, kongs_settled: bool = False) -> Verdict:
        """Win or not, the total, the fans, why not, and who pays whom; kongs bring no money (RULES 2.1)."""
        counted = [account for reading in case.readings for account in accounts(case, self, reading)]
        if not counted:
            return Verdict(False, None, (), refused(case, self, None))
        total = max(account.total for account in counted)
        best = tuple(account for account in counted if account.total == total)
        reasons = min((refused(case, self, account) for account in best), key=len)
        if reasons:
            return Verdict(False, total, best, reasons)
        payments, unknown = pay(case, self, total)
        return Verdict(True, total, best, reasons, payments, liability_unknown=unknown)


HOUSES = {
    "yangzhou-new": House("新", 20),
    "yangzhou-standard": House("标", 15),
    "yangzhou-new-18": House(
        "新", 18, qing_banlong=160, liability=("qingyise",), uses=("base", "passed_win")
    ),
    "yangzhou-standard-13": House("标", 13, liability=("qingyise",), uses=("base", "passed_win")),
    "yangzhou-online": House(
        "D3",
        20,
        menqing_allows_concealed_kong=True,
        must_be_qing_after_3_chows=False,
        liability=(),
        uses=("base",),
    ),
}


def called_of_three_equal(sets: Iterable[Group]) -> int:
    """Of the chows of a 铁板, how many were called (RULES 3: e)."""
    chows = [group for group in sets if group.kind == "chow"]
    for three in combinations(chows, 3):
        if len({group.tile for group in three}) == 1:
            return sum(group.called for group in three)
    return 0


def accounts(case: Case, house: House, reading: Reading) -> list[Account]:
    """Every admissible count of one reading; more than one only where links could be named differently."""
    sets = tuple(group for group in reading if group.kind != "pair")
    [pair] = [group for group in reading if group.kind == "pair"]
    hue = colour(case.tiles)
    shape = "fengqing" if hue == "风" else matrix.pattern(sets)
    hue = "混" if hue == "风" else hue  # the cell of the table that 风清 stands in
    one_called_tieban = house.online and shape == "tieban" and called_of_three_equal(sets) == 1
    if one_called_tieban:
        shape = "yiban"  # "不算铁板，只算齐相和一板"
    if shape == "shuangban_shuangxi" and house.hun_shuangxi == "lenient" and is_honour(pair.tile):
        hue = "混"  # A4: an honour pair is enough
    big = big_fans(house, shape, hue)
    if house.small_on_limit == "fixed" and shape in LIMITS:
        return [Account(shape, hue, big, ())]
    plain = small_fans(case, house, sets, pair)
    found = []
    for linked in link_counts(house, shape, sets):
        counted = dict(linked)
        if one_called_tieban:
            extra = 0 if house.link_rule == "once" and "qixiang" in counted else 1
            counted["qixiang"] = counted.get("qixiang", 0) + extra
        found.append(Account(shape, hue, big, plain + tuple(counted.items())))
    return found


def big_fans(house: House, shape: str, hue: str) -> Fans:
    """f(S, C) of RULES 2.5 with the switches that change a cell."""
    linked_boards = shape in ("shuangban_shuanglian", "shuangban_shuanglao")
    if linked_boards and hue == "清" and house.qing_shuanglian == "shuangbanqing":
        shape = "shuangbanban"
    if shape == "banlong" and hue == "清" and house.qing_banlong is not None:
        return (("qingbanlong", house.qing_banlong),)
    fans = matrix.cell(house.column, shape, hue)
    if house.online:
        return fans
    return tuple(("shuangpiao" if name == "shuanglaoshao" else name, value) for name, value in fans)


def link_counts(house: House, shape: str, sets: tuple[Group, ...]) -> set[Fans]:
    """齐相, 连副 and 老少 by RULES A3 and 7."""
    chows = [matrix.chow(group) for group in sets if group.kind == "chow"]
    everything = set(range(len(chows)))
    equal = {i for i, one in enumerate(chows) if chows.count(one) > 1}
    fused: set[int] = set()
    dragon_suit: int | None = None
    if shape in ("yiban", "tieban"):
        fused = equal
    elif shape == "sanfutong":
        fused = {i for i, one in enumerate(chows) if [n for _, n in chows].count(one[1]) == 3}
    elif shape == "yitiaolong" and house.dragon_suppresses_links:
        [dragon_suit] = {s for s, _ in chows if {(s, 1), (s, 4), (s, 7)} <= set(chows)}
        fused = {i for i, one in enumerate(chows) if one in {(dragon_suit, n) for n in (1, 4, 7)}}
    elif shape == "banlong":
        fused = everything if house.dragon_suppresses_links else equal
    elif shape in ("shuangpiao", "shuanglaoshao"):
        fused = set() if house.shuangpiao_keeps_links else everything
    elif shape.startswith("shuangban") or shape in ("sifutong", "gangban"):
        fused = everything
    return links.count(chows, fused, house.link_rule, dragon_suit)


def small_fans(case: Case, house: House, sets: tuple[Group, ...], pair: Group) -> Fans:
    """The small fans of RULES 2.3 (D3: RULES 3) but the links."""
    tiles = case.tiles
    no_honours = not any(is_honour(tile) for tile in tiles)
    suits = {suit(tile) for tile in tiles if not is_honour(tile)}
    called = case.has("chow", "pung", "kong", "added_kong")
    kong_breaks = case.has("concealed_kong") and not house.menqing_allows_concealed_kong
    all_chows = all(group.kind == "chow" for group in sets)
    found = {
        "menqing": not called and not kong_breaks,
        "pinghu": no_honours and all_chows,
        "zimo": case.win == "self_draw",
        "yazi": _one_tile_waited_for(case, house) and any(_edge_or_gap(group) for group in sets),
        "dudiao": _one_tile_waited_for(case, house) and pair.won,
        "queyi": no_honours and len(suits) == 2,
        "yaotou": not is_honour(pair.tile)
        and number(pair.tile) in (1, 9)
        and (no_honours or not house.online),
        "duanyao": no_honours and not any(number(tile) in (1, 9) for tile in tiles),
    }
    fans: dict[str, int | Fraction] = {name: 1 for name, holds in found.items() if holds}
    for group in sets:
        for name, value in _set_fans(case, house, group):
            fans[name] = fans.get(name, 0) + value
    return tuple(fans.items())


def _one_tile_waited_for(case: Case, house: House) -> bool:
    """ "聽的牌只有其中一張牌" (A8)."""
    return len(case.waits) == 1 or not house.unique_wait


def _edge_or_gap(group: Group) -> bool:
    if group.kind != "chow" or not group.won:
        return False
    lowest = number(group.tile)
    return group.place == 1 or (lowest == 1 and group.place == 2) or (lowest == 7 and group.place == 0)


def _set_fans(case: Case, house: House, group: Group) -> Fans:
    """What one triplet or kong is worth by itself."""
    if group.kind == "chow":
        return ()
    concealed = not group.called and not (group.won and case.win != "self_draw")
    return (*_kind_fans(house, group, concealed), *_wind_fans(case, house, group.tile))


def _kind_fans(house: House, group: Group, concealed: bool) -> Fans:
    """子格, 明杠, 暗杠 and the dragons."""
    dragon = DRAGONS.get(group.tile)
    kong = ("minggang", 1) if group.called else ("angang", 2)
    if not house.online:
        fans: Fans = (kong,) if group.kind == "kong" else (("zige", 1),) if concealed else ()
        return (*fans, (dragon, 1)) if dragon else fans
    if dragon is None:
        return (kong,) if group.kind == "kong" else (("zige", 1),) if concealed else ()
    if group.kind == "triplet":
        return ((dragon, 2 if concealed else 1),)
    doubled = (kong[0], 2 * kong[1])
    return (doubled, (dragon, kong[1])) if house.online_dragon_kong == "double-plus" else (doubled,)


def _wind_fans(case: Case, house: House, tile: int) -> Fans:
    """门风 and 圈风; online also 其它风."""
    if not EAST <= tile < EAST + 4:
        return ()
    wind = SEATS[tile - EAST]
    fans: Fans = (("quanfeng", 1),) if wind == case.round else ()
    if wind == case.seat:
        return (*fans, ("menfeng", 2 if house.online else 1))
    if house.online and house.online_other_wind:
        return (*fans, ("other_wind", house.online_other_wind))
    return fans


def refused(case: Case, house: House, account: Account | None) -> frozenset[str]:
    """Every reason why this may not go out (RULES 2.2, 2.6, 4.4)."""
    reasons = {
        "not_a_winning_shape": account is None,
        "below_minimum": account is not None
        and (account.total < house.minimum or (house.strict_greater and account.total == house.minimum)),
        "no_big_fan": account is not None and not house.online and not account.big,
        "must_be_full_flush": house.must_be_qing_after_3_chows
        and called_three_of_a_suit(case)
        and colour(case.tiles) != "清",
        "passed_win": case.passed_win and case.win != "self_draw",
    }
    return frozenset(code for code, holds in reasons.items() if holds)


def called_three_of_a_suit(case: Case) -> bool:
    """ "上家給你吃了三副一種花色的牌" (RULES 2.6)."""
    suits = [suit(group.tile) for group in case.melded if group.kind == "chow"]
    return any(suits.count(one) >= 3 for one in suits)


def liable(case: Case, house: House) -> tuple[str | None, bool]:
    """Who pays for all (包牌), and whether somebody should but nobody knows who (RULES 2.6)."""
    hue = colour(case.tiles)
    if "qingyise" in house.liability and hue == "清" and called_three_of_a_suit(case):
        return left_of(case.seat), False
    called = [side for kind, _, side in case.melds if kind != "concealed_kong"]
    if "fengqing" in house.liability and hue == "风" and len(called) == 4:
        if len(set(called)) == 1 and called[0] is not None:
            return who(case.seat, called[0]), False
        return case.liable, case.liable is None
    return None, False


def pay(case: Case, house: House, total: Fraction | int) -> tuple[Payments, bool]:
    """RULES 2.1: a discarder pays double, a self-draw is paid by all three; 包牌 falls on one."""
    stake = Fraction(total * case.base)
    if case.win == "self_draw":
        due = {seat: stake for seat in SEATS if seat != case.seat}
    else:
        due = {str(case.discarder): 2 * stake}
    one, unknown = liable(case, house)
    if one is not None:
        due = {one: sum(due.values(), Fraction(0))}
    return collected(case, due), unknown
