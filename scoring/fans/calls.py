"""Small fans of how the tiles came: 门清, 自摸, and of the wait: 丫子, 独吊."""

from scoring.fans.fan import Role, fan
from scoring.marks import DRAWN, NARROW, SINGLE, UNCALLED
from scoring.view import EVERYWHERE, NOWHERE, Found, View


@fan(
    Role.SMALL, "menqing", "门清", "Concealed Hand",
    "不吃不碰不杠，到听牌都没有动过别人的牌；出冲胡也算。",
    "No chow, pung or exposed kong up to the wait; winning on a discard is allowed.",
    "RULES 2.3, A6", needs=UNCALLED,
)  # fmt: skip
def menqing(view: View) -> Found:
    """A concealed kong counts against it unless the house says otherwise."""
    melds = view.hand.melds
    if melds and view.options.menqing_allows_concealed_kong:
        return NOWHERE if any(meld.is_exposed for meld in melds) else EVERYWHERE
    return NOWHERE if melds else EVERYWHERE


@fan(
    Role.SMALL, "zimo", "自摸", "Self-Draw",
    "胡的那张是自己摸的；杠后摸到也只算自摸，抢杠不算。",
    "The player drew the winning tile; after a kong it is just this, a robbed kong is not.",
    "RULES 2.3", needs=DRAWN,
)  # fmt: skip
def zimo(view: View) -> Found:
    """Where the drawn tile lies."""
    return ((view.split.winning,),) if view.marks & DRAWN else NOWHERE


@fan(
    Role.SMALL, "yazi", "丫子", "Edge or Closed Wait",
    "只听一张牌，胡的是边张（12胡3、89胡7）或嵌张。",
    "The only tile waited on fills an edge (12 for 3, 89 for 7) or a gap.",
    "RULES 2.3, A8", needs=NARROW,
)  # fmt: skip
def yazi(view: View) -> Found:
    """Never beside 独吊: the winning tile lies in one set."""
    return _sole_wait(view) if view.marks & NARROW else NOWHERE


@fan(
    Role.SMALL, "dudiao", "独吊", "Single Wait",
    "四副牌已成，只有一张单牌，胡的是将。",
    "Four sets stand and the only tile waited on makes the pair.",
    "RULES 2.3, A8", needs=SINGLE,
)  # fmt: skip
def dudiao(view: View) -> Found:
    """Four exposed sets (大吊车) count the same."""
    return _sole_wait(view) if view.marks & SINGLE else NOWHERE


def _sole_wait(view: View) -> Found:
    if view.options.unique_wait and len(view.waits) != 1:
        return NOWHERE
    return ((view.split.winning,),)


FANS = (menqing, zimo, yazi, dudiao)
