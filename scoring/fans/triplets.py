"""Small fans of three or four alike: 子格, 明杠, 暗杠, 门风, 圈风, 其它风, 中, 发, 白."""

from scoring.circumstances import SEATS
from scoring.fans.fan import Role, fan
from scoring.marks import DRAWN, GREEN, KONG, PUNG_IN_HAND, RED, WHITE, WIND
from scoring.sets import PUNG, MeldKind
from scoring.tiles import ALL_TILES
from scoring.view import NOWHERE, Found, View

_WHITE, _GREEN, _RED = ALL_TILES[31:]


@fan(
    Role.SMALL, "zige", "子格", "Concealed Triplet",
    "手里三张一样的牌（招）；出冲凑成的不算，暗杠不另算。",
    "Three alike in hand; not when a discard completed them, and not for a concealed kong.",
    "RULES 2.3, A12", chows=range(4), needs=PUNG_IN_HAND,
)  # fmt: skip
def zige(view: View) -> Found:
    """The winning tile, when drawn, may complete it."""
    thrown = None if view.marks & DRAWN else view.split.winning
    found: Found = ()
    for place, (_, kind, melded) in enumerate(view.sets):
        if kind is PUNG and not melded and place != thrown:
            found += ((place,),)
    return found


@fan(
    Role.SMALL, "minggang", "明杠", "Exposed Kong",
    "手里有招别人打一张开杠，或碰了以后又抓到开杠。",
    "A kong made with a discard, or by adding the fourth tile to a pung.",
    "RULES 2.3", chows=range(4), needs=KONG,
)  # fmt: skip
def minggang(view: View) -> Found:
    """Direct and added kongs alike."""
    return _kongs(view, exposed=True) if view.kongs else NOWHERE


@fan(
    Role.SMALL, "angang", "暗杠", "Concealed Kong",
    "自己抓了四张一样的牌开杠。",
    "A kong of four tiles the player drew.",
    "RULES 2.3", chows=range(4), needs=KONG,
)  # fmt: skip
def angang(view: View) -> Found:
    """Only when declared: four alike in hand are no kong (RULES 1)."""
    return _kongs(view, exposed=False) if view.kongs else NOWHERE


@fan(
    Role.SMALL, "menfeng", "门风", "Seat Wind",
    "自己门风的三张或杠，做庄的为东。",
    "A triplet or kong of the player's own wind, the dealer being East.",
    "RULES 2.3", chows=range(4), honours=(True,), needs=WIND,
)  # fmt: skip
def menfeng(view: View) -> Found:
    """A pair gives nothing."""
    return view.triplets_of(view.circumstances.own_wind.tile)


@fan(
    Role.SMALL, "quanfeng", "圈风", "Round Wind",
    "这一圈的风三张或杠，谁碰都有。",
    "A triplet or kong of the round's wind, whoever holds it.",
    "RULES 2.3", chows=range(4), honours=(True,), needs=WIND,
)  # fmt: skip
def quanfeng(view: View) -> Found:
    """Beside 门风 when both are the same tile."""
    return view.triplets_of(view.circumstances.round.tile)


@fan(
    Role.SMALL, "other_wind", "其它风", "Other Wind",
    "不是自己门风的风三张或杠；是圈风的也算。",
    "A triplet or kong of a wind that is not one's own seat's; the round's too.",
    "RULES 3, A14", chows=range(4), honours=(True,), needs=WIND,
)  # fmt: skip
def other_wind(view: View) -> Found:
    """Each such triplet once."""
    others = [seat.tile for seat in SEATS if seat is not view.circumstances.own_wind]
    return tuple([found for tile in others for found in view.triplets_of(tile)])


@fan(
    Role.SMALL, "zhong", "中", "Red Dragon",
    "三张中或杠，碰的、手里的都算。",
    "A triplet or kong of red dragons, called or in hand.",
    "RULES 2.3", chows=range(4), honours=(True,), needs=RED,
)  # fmt: skip
def zhong(view: View) -> Found:
    """Beside 子格 when in hand."""
    return view.triplets_of(_RED)


@fan(
    Role.SMALL, "fa", "发", "Green Dragon",
    "三张发或杠，碰的、手里的都算。",
    "A triplet or kong of green dragons, called or in hand.",
    "RULES 2.3", chows=range(4), honours=(True,), needs=GREEN,
)  # fmt: skip
def fa(view: View) -> Found:
    """Beside 子格 when in hand."""
    return view.triplets_of(_GREEN)


@fan(
    Role.SMALL, "bai", "白", "White Dragon",
    "三张白或杠，碰的、手里的都算。",
    "A triplet or kong of white dragons, called or in hand.",
    "RULES 2.3", chows=range(4), honours=(True,), needs=WHITE,
)  # fmt: skip
def bai(view: View) -> Found:
    """Beside 子格 when in hand."""
    return view.triplets_of(_WHITE)


def _kongs(view: View, *, exposed: bool) -> Found:
    kind = MeldKind.CONCEALED_KONG
    return tuple([(place,) for place in view.kongs if (view.sets[place].kind is not kind) is exposed])


FANS = (zige, minggang, angang, menfeng, quanfeng, other_wind, zhong, fa, bai)
