"""Small fans that join two chows: 齐相, 连副, 老少. Each finds every pair; the link rule thins them."""

from itertools import product

from scoring.fans.fan import Role, fan
from scoring.marks import ACROSS, ENDS, FIRST, ROW, rows
from scoring.tiles import ALL_TILES, tiles_of
from scoring.view import Found, View


@fan(
    Role.LINK, "qixiang", "齐相", "Same Chow in Two Suits",
    "两门里数字一样的两副顺子，如567条、567饼。",
    "Chows of the same numbers in two suits, as 567s and 567p.",
    "RULES 2.3, A3", chows=range(2, 5), needs=ACROSS,
)  # fmt: skip
def qixiang(view: View) -> Found:
    """Same rank, different suit; a lone call that makes no 铁板 joins the two in hand (RULES 3)."""
    kinds = view.chow_kinds
    across = _joined(view, kinds & (kinds >> 54 | kinds >> 108), 9, 18)
    if view.lone_call is None:
        return across
    alike = view.chows[view.sets[view.lone_call].tile]
    return ((view.lone_call, next(place for place in alike if place != view.lone_call)), *across)


@fan(
    Role.LINK, "lianfu", "连副", "Six in a Row",
    "一门里连着的两副顺子，如345条、678条。",
    "Two chows of one suit that follow each other, as 345s and 678s.",
    "RULES 2.3, A3", chows=range(2, 5), needs=ROW,
)  # fmt: skip
def lianfu(view: View) -> Found:
    """Three ranks apart in one suit."""
    return _joined(view, rows(view.chow_kinds), 3)


@fan(
    Role.LINK, "laoshao", "老少", "Both Ends",
    "一门里的123和789。",
    "123 and 789 of one suit.",
    "RULES 2.3, A3", chows=range(2, 5), needs=ENDS,
)  # fmt: skip
def laoshao(view: View) -> Found:
    """Six ranks apart in one suit, which only 123 and 789 are."""
    return _joined(view, view.chow_kinds & view.chow_kinds >> 36 & FIRST, 6)


def _joined(view: View, lows: int, *steps: int) -> Found:
    """Each of these chows with those that begin so many tiles after it."""
    chows = view.chows
    found: Found = ()
    for low in tiles_of(lows):
        for step in steps:
            others = chows.get(ALL_TILES[low + step])
            if others:
                found += tuple(product(chows[low], others))
    return found


FANS = (qixiang, lianfu, laoshao)
