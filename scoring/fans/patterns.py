"""Big fans that are a shape of the sets; of those found in a split, one is left after its exclusions."""

from scoring.fans.fan import Role, fan
from scoring.marks import ACROSS, ENDS, FIRST, ROW, SQUARE, STRAIGHT, THREE_SUITS, TWIN
from scoring.tiles import ALL_TILES, Tile, tiles_of
from scoring.view import ALL_SETS, EVERYWHERE, NOWHERE, Found, View


@fan(
    Role.PATTERN, "yiban", "一板", "Twin Chows",
    "一门里两副相同的顺子，如456万456万。",
    "Two equal chows of one suit, as 456m 456m.",
    "RULES 2.4", chows=range(2, 5), needs=TWIN,
)  # fmt: skip
def yiban(view: View) -> Found:
    """Called or in hand alike."""
    return _alike(view, 2)


@fan(
    Role.PATTERN, "sanfutong", "三副同", "Same Chow in Three Suits",
    "三门里数字一样的三副顺子，如345饼、345条、345万。",
    "Chows of the same numbers in all three suits.",
    "RULES 2.4", chows=range(3, 5), suits=range(3, 4), needs=THREE_SUITS,
)  # fmt: skip
def sanfutong(view: View) -> Found:
    """The rank that lies in m, p and s."""
    lows = view.chow_kinds & view.chow_kinds >> 54 & view.chow_kinds >> 108
    return _three(view, lows, 9) if lows else NOWHERE


@fan(
    Role.PATTERN, "sifutong", "四副同", "Same Chow Four Times",
    "三副同再加一副，数字都一样，如345饼、345条、345万、345饼。",
    "三副同 and a fourth chow of the same numbers.",
    "RULES 2.4", chows=range(4, 5), suits=range(3, 4), needs=THREE_SUITS | TWIN,
)  # fmt: skip
def sifutong(view: View) -> Found:
    """Four chows of one rank that reach all three suits."""
    if view.chow_count != 4 or len(view.chows) != 3:
        return NOWHERE
    return ALL_SETS if len({tile % 9 for tile in view.chows}) == 1 else NOWHERE


@fan(
    Role.PATTERN, "shuangpiao", "双飘", "Linked Chows in Two Suits",
    "两门里各有一样的两副顺子，这两副又是连副或老少，如123条456条、123万456万。",
    "The same two chows in two suits, the two being 连副 or 老少.",
    "RULES 2.4, A21", chows=range(4, 5), needs=SQUARE,
)  # fmt: skip
def shuangpiao(view: View) -> Found:
    """{A, B} in exactly two suits, B three ranks on, or A = 1 and B = 7."""
    if len(view.chows) != 4:
        return NOWHERE
    first, second, third, fourth = view.chows
    twice = first.suit == second.suit and third - first == fourth - second and (third - first) % 9 == 0
    return ALL_SETS if twice and second - first in (3, 6) else NOWHERE


@fan(
    Role.PATTERN, "shuanglaoshao", "双老少", "Both Ends in Two Suits",
    "两门里各有123和789，如123条789条、123万789万。",
    "123 and 789 in each of two suits.",
    "RULES 3", chows=range(4, 5), needs=SQUARE | ENDS,
)  # fmt: skip
def shuanglaoshao(view: View) -> Found:
    """At the table it is 双飘 (RULES C14)."""
    found = shuangpiao.find(view)
    first, second, *_ = view.chows if found else (0, 0)
    return found if second - first == 6 else NOWHERE


@fan(
    Role.PATTERN, "yitiaolong", "一条龙", "Straight 1-9",
    "一门里123、456、789三副顺子。",
    "123, 456 and 789 of one suit, three chows.",
    "RULES 2.4, A20", chows=range(3, 5), needs=STRAIGHT,
)  # fmt: skip
def yitiaolong(view: View) -> Found:
    """Nine different tiles alone are not enough: they must lie as three chows."""
    low = _straight(view)
    return (tuple(sorted(_three(view, low, 3)[0])),) if low else NOWHERE


@fan(
    Role.PATTERN, "banlong", "板龙", "Straight with a Twin",
    "一条龙再加一副和龙里一样的顺子，如123万456万789万456万。",
    "A straight 1-9 and a fourth chow equal to one of its three.",
    "RULES 2.4", chows=range(4, 5), needs=STRAIGHT | TWIN,
)  # fmt: skip
def banlong(view: View) -> Found:
    """Four chows over three first tiles."""
    if view.chow_count != 4 or len(view.chows) != 3:
        return NOWHERE
    return ALL_SETS if _straight(view) else NOWHERE


@fan(
    Role.PATTERN, "shuangbanban", "双板板", "Two Twins",
    "四副牌是两个一板，如456万456万234饼234饼。",
    "Two pairs of equal chows.",
    "RULES 2.4", chows=range(4, 5), needs=TWIN,
)  # fmt: skip
def shuangbanban(view: View) -> Found:
    """The pairs may lie anywhere."""
    return ALL_SETS if _twins(view) else NOWHERE


@fan(
    Role.PATTERN, "shuangban_shuanglian", "双板双连", "Two Twins in a Row",
    "两个一板又是连副，如345条345条678条678条。",
    "Two pairs of equal chows of one suit that follow each other.",
    "RULES 2.4", chows=range(4, 5), needs=TWIN | ROW,
)  # fmt: skip
def shuangban_shuanglian(view: View) -> Found:
    """Three ranks apart in one suit."""
    return _twins_apart(view, 3)


@fan(
    Role.PATTERN, "shuangban_shuanglao", "双板双老", "Two Twins at Both Ends",
    "两个一板又是老少，如123饼123饼789饼789饼。",
    "123 twice and 789 twice in one suit.",
    "RULES 2.4", chows=range(4, 5), needs=TWIN | ENDS,
)  # fmt: skip
def shuangban_shuanglao(view: View) -> Found:
    """Six ranks apart in one suit."""
    return _twins_apart(view, 6)


@fan(
    Role.PATTERN, "shuangban_shuangxi", "双板双喜", "The Same Twin in Two Suits",
    "两个一板数字一样，如456万456万456条456条。",
    "Two pairs of equal chows, of the same numbers in two suits.",
    "RULES 2.4", chows=range(4, 5), needs=TWIN | ACROSS,
)  # fmt: skip
def shuangban_shuangxi(view: View) -> Found:
    """Same rank, different suit: in the same suit it would be 钢板."""
    twins = _twins(view)
    return ALL_SETS if twins and twins[0] != twins[1] and twins[0].rank == twins[1].rank else NOWHERE


@fan(
    Role.PATTERN, "hunshuangban_shuangxi", "混双板双喜", "The Same Twin in Two Suits with Honours",
    "双板双喜配风头的将；要两门花色，混一色做不成，所以只有从宽的打法才有。",
    "双板双喜 with a pair of honours; it needs two suits, so only houses that are lenient have it.",
    "RULES A4", chows=range(4, 5), honours=(True,), needs=TWIN | ACROSS,
)  # fmt: skip
def hunshuangban_shuangxi(view: View) -> Found:
    """Strictly read it cannot occur."""
    lenient = view.options.hun_shuangxi == "lenient" and view.split.pair.is_honour
    return shuangban_shuangxi.find(view) if lenient else NOWHERE


@fan(
    Role.PATTERN, "tieban", "铁板", "Triplet Chows",
    "一门里三副一样的顺子。",
    "Three equal chows.",
    "RULES 2.4, A19", chows=range(3, 5), needs=TWIN,
)  # fmt: skip
def tieban(view: View) -> Found:
    """Called or in hand alike, unless the house heeds that one alone was called."""
    return _alike(view, 3) if view.lone_call is None else NOWHERE


@fan(
    Role.PATTERN, "gangban", "钢板", "Quadruplet Chows",
    "一门里四副一样的顺子。",
    "Four equal chows.",
    "RULES 2.4, A18", chows=range(4, 5), needs=TWIN,
)  # fmt: skip
def gangban(view: View) -> Found:
    """The pair may be anything."""
    return _alike(view, 4)


@fan(
    Role.PATTERN, "duiduihu", "对对胡", "All Triplets",
    "除了将，四副都是碰的、杠的或子格。",
    "Four pungs or kongs, called or in hand.",
    "RULES 2.4", chows=range(1),
)  # fmt: skip
def duiduihu(view: View) -> Found:
    """No chow at all."""
    return NOWHERE if view.chows else ALL_SETS


@fan(
    Role.PATTERN, "fengqing", "风清", "All Honours",
    "整副牌都是风头。",
    "Every tile is an honour.",
    "RULES 2.4, A17", chows=range(1), suits=range(1), honours=(True,),
)  # fmt: skip
def fengqing(view: View) -> Found:
    """Four triplets and a pair of them: honours make no chow."""
    return NOWHERE if view.suit_count else EVERYWHERE


def _straight(view: View) -> int:
    """The 123 that has a 456 and a 789."""
    return view.chow_kinds & view.chow_kinds >> 18 & view.chow_kinds >> 36 & FIRST


def _three(view: View, lows: int, step: int) -> Found:
    """Three chows, the first of them the lowest of these, each `step` tiles after the one before it."""
    low = tiles_of(lows)[0]
    return (tuple([view.chows[ALL_TILES[low + each * step]][0] for each in range(3)]),)


def _alike(view: View, count: int) -> Found:
    if len(view.chows) == view.chow_count:
        return NOWHERE
    for places in view.chows.values():
        equal = places
        if view.lone_call is not None:
            equal = tuple([place for place in places if place != view.lone_call])
        if len(equal) >= count:
            return (equal[:count],)
    return NOWHERE


def _twins(view: View) -> tuple[Tile, Tile] | None:
    """The first tiles of two pairs of equal chows; the same twice where all four are equal."""
    if view.chow_count != 4 or len(view.chows) > 2:
        return None
    if any(len(places) % 2 for places in view.chows.values()):
        return None
    first, *other = view.chows
    return first, (other or [first])[0]


def _twins_apart(view: View, distance: int) -> Found:
    twins = _twins(view)
    if twins is None or twins[0].suit != twins[1].suit or twins[1] - twins[0] != distance:
        return NOWHERE
    return ALL_SETS


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
