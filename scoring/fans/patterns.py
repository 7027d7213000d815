"""Big fans that are a shape of the sets; of those found in a split, one is left after its exclusions."""

from scoring.fans.fan import Role, fan
from scoring.tiles import ALL_TILES, Tile
from scoring.view import NOWHERE, Found, View


@fan(
    Role.PATTERN, "yiban", "一板", "Twin Chows",
    "一门里两副相同的顺子，如456万456万。",
    "Two equal chows of one suit, as 456m 456m.",
    "RULES 2.4",
)  # fmt: skip
def yiban(view: View) -> Found:
    """Called or in hand alike."""
    return _alike(view, 2)


@fan(
    Role.PATTERN, "sanfutong", "三副同", "Same Chow in Three Suits",
    "三门里数字一样的三副顺子，如345饼、345条、345万。",
    "Chows of the same numbers in all three suits.",
    "RULES 2.4",
)  # fmt: skip
def sanfutong(view: View) -> Found:
    """The rank that lies in m, p and s."""
    for low in ALL_TILES[:7]:
        suits = (low, low + 9, low + 18)
        if all(tile in view.chows for tile in suits):
            return (tuple(view.chows[ALL_TILES[tile]][0] for tile in suits),)
    return NOWHERE


@fan(
    Role.PATTERN, "sifutong", "四副同", "Same Chow Four Times",
    "三副同再加一副，数字都一样，如345饼、345条、345万、345饼。",
    "三副同 and a fourth chow of the same numbers.",
    "RULES 2.4",
)  # fmt: skip
def sifutong(view: View) -> Found:
    """Four chows of one rank that reach all three suits."""
    starts = view.chow_starts
    same = len(starts) == 4 and len({tile.rank for tile in starts}) == 1
    return view.all_sets if same and len(view.chows) == 3 else NOWHERE


@fan(
    Role.PATTERN, "shuangpiao", "双飘", "Linked Chows in Two Suits",
    "两门里各有一样的两副顺子，这两副又是连副或老少，如123条456条、123万456万。",
    "The same two chows in two suits, the two being 连副 or 老少.",
    "RULES 2.4, A21",
)  # fmt: skip
def shuangpiao(view: View) -> Found:
    """{A, B} in exactly two suits, B three ranks on, or A = 1 and B = 7."""
    if len(view.chows) != 4:
        return NOWHERE
    first, second, third, fourth = view.chow_starts
    twice = first.suit == second.suit and third - first == fourth - second and (third - first) % 9 == 0
    return view.all_sets if twice and second - first in (3, 6) else NOWHERE


@fan(
    Role.PATTERN, "shuanglaoshao", "双老少", "Both Ends in Two Suits",
    "两门里各有123和789，如123条789条、123万789万。",
    "123 and 789 in each of two suits.",
    "RULES 3",
)  # fmt: skip
def shuanglaoshao(view: View) -> Found:
    """At the table it is 双飘 (RULES C14)."""
    found = shuangpiao.find(view)
    return found if found and view.chow_starts[1] - view.chow_starts[0] == 6 else NOWHERE


@fan(
    Role.PATTERN, "yitiaolong", "一条龙", "Straight 1-9",
    "一门里123、456、789三副顺子。",
    "123, 456 and 789 of one suit, three chows.",
    "RULES 2.4, A20",
)  # fmt: skip
def yitiaolong(view: View) -> Found:
    """Nine different tiles alone are not enough: they must lie as three chows."""
    return _dragon(view)


@fan(
    Role.PATTERN, "banlong", "板龙", "Straight with a Twin",
    "一条龙再加一副和龙里一样的顺子，如123万456万789万456万。",
    "A straight 1-9 and a fourth chow equal to one of its three.",
    "RULES 2.4",
)  # fmt: skip
def banlong(view: View) -> Found:
    """Four chows over three first tiles."""
    if not _dragon(view):
        return NOWHERE
    return view.all_sets if len(view.chow_starts) == 4 and len(view.chows) == 3 else NOWHERE


@fan(
    Role.PATTERN, "shuangbanban", "双板板", "Two Twins",
    "四副牌是两个一板，如456万456万234饼234饼。",
    "Two pairs of equal chows.",
    "RULES 2.4",
)  # fmt: skip
def shuangbanban(view: View) -> Found:
    """The pairs may lie anywhere."""
    return view.all_sets if _twins(view) else NOWHERE


@fan(
    Role.PATTERN, "shuangban_shuanglian", "双板双连", "Two Twins in a Row",
    "两个一板又是连副，如345条345条678条678条。",
    "Two pairs of equal chows of one suit that follow each other.",
    "RULES 2.4",
)  # fmt: skip
def shuangban_shuanglian(view: View) -> Found:
    """Three ranks apart in one suit."""
    return _twins_apart(view, 3)


@fan(
    Role.PATTERN, "shuangban_shuanglao", "双板双老", "Two Twins at Both Ends",
    "两个一板又是老少，如123饼123饼789饼789饼。",
    "123 twice and 789 twice in one suit.",
    "RULES 2.4",
)  # fmt: skip
def shuangban_shuanglao(view: View) -> Found:
    """Six ranks apart in one suit."""
    return _twins_apart(view, 6)


@fan(
    Role.PATTERN, "shuangban_shuangxi", "双板双喜", "The Same Twin in Two Suits",
    "两个一板数字一样，如456万456万456条456条。",
    "Two pairs of equal chows, of the same numbers in two suits.",
    "RULES 2.4",
)  # fmt: skip
def shuangban_shuangxi(view: View) -> Found:
    """Same rank, different suit: in the same suit it would be 钢板."""
    twins = _twins(view)
    return view.all_sets if twins and twins[0] != twins[1] and twins[0].rank == twins[1].rank else NOWHERE


@fan(
    Role.PATTERN, "hunshuangban_shuangxi", "混双板双喜", "The Same Twin in Two Suits with Honours",
    "双板双喜配风头的将；要两门花色，混一色做不成，所以只有从宽的打法才有。",
    "双板双喜 with a pair of honours; it needs two suits, so only houses that are lenient have it.",
    "RULES A4",
)  # fmt: skip
def hunshuangban_shuangxi(view: View) -> Found:
    """Strictly read it cannot occur."""
    lenient = view.options.hun_shuangxi == "lenient" and view.split.pair.is_honour
    return shuangban_shuangxi.find(view) if lenient else NOWHERE


@fan(
    Role.PATTERN, "tieban", "铁板", "Triplet Chows",
    "一门里三副一样的顺子。",
    "Three equal chows.",
    "RULES 2.4, A19",
)  # fmt: skip
def tieban(view: View) -> Found:
    """Called or in hand alike, unless the house heeds that one alone was called."""
    return _alike(view, 3) if view.lone_call is None else NOWHERE


@fan(
    Role.PATTERN, "gangban", "钢板", "Quadruplet Chows",
    "一门里四副一样的顺子。",
    "Four equal chows.",
    "RULES 2.4, A18",
)  # fmt: skip
def gangban(view: View) -> Found:
    """The pair may be anything."""
    return _alike(view, 4)


@fan(
    Role.PATTERN, "duiduihu", "对对胡", "All Triplets",
    "除了将，四副都是碰的、杠的或子格。",
    "Four pungs or kongs, called or in hand.",
    "RULES 2.4",
)  # fmt: skip
def duiduihu(view: View) -> Found:
    """No chow at all."""
    return NOWHERE if view.chows else view.all_sets


@fan(
    Role.PATTERN, "fengqing", "风清", "All Honours",
    "整副牌都是风头。",
    "Every tile is an honour.",
    "RULES 2.4, A17",
)  # fmt: skip
def fengqing(view: View) -> Found:
    """Four triplets and a pair of them: honours make no chow."""
    return NOWHERE if view.suits else view.everywhere


def _alike(view: View, count: int) -> Found:
    for places in view.chows.values():
        equal = tuple(place for place in places if place != view.lone_call)
        if len(equal) >= count:
            return (equal[:count],)
    return NOWHERE


def _dragon(view: View) -> Found:
    for low in (0, 9, 18):
        if all(ALL_TILES[low + step] in view.chows for step in (0, 3, 6)):
            return (tuple(sorted(view.chows[ALL_TILES[low + step]][0] for step in (0, 3, 6))),)
    return NOWHERE


def _twins(view: View) -> tuple[Tile, Tile] | None:
    starts = view.chow_starts
    if len(starts) != 4 or starts[0] != starts[1] or starts[2] != starts[3]:
        return None
    return starts[0], starts[2]


def _twins_apart(view: View, distance: int) -> Found:
    twins = _twins(view)
    if twins is None or twins[0].suit != twins[1].suit or twins[1] - twins[0] != distance:
        return NOWHERE
    return view.all_sets


FANS = (
    yiban,
    sanfutong,
    sifutong,
    shuangpiao,
    shuanglaoshao,
    yitiaolong,
    banlong,
    shuangbanban,
    shuangban_shuanglian,
    shuangban_shuanglao,
    shuangban_shuangxi,
    hunshuangban_shuangxi,
    tieban,
    gangban,
    duiduihu,
    fengqing,
)
