"""What a win of 镇江麻将 is paid for: how it came about, and what became of the 百搭 (RULES 6).

No pattern of the tiles is worth anything there.
"""

from scoring.circumstances import AfterKong, WildDiscard, Win
from scoring.fans.fan import Role, fan
from scoring.marks import DRAWN, THROWN
from scoring.view import EVERYWHERE, NOWHERE, Found, View


@fan(
    Role.RUNG, "zj_tianhu", "天胡", "Heavenly Hand",
    "庄家起手就胡。",
    "The dealer wins on the tiles dealt.",
    "RULES 6",
)  # fmt: skip
def tianhu(view: View) -> Found:
    """The highest rung, whatever the 百搭 do."""
    return EVERYWHERE if view.circumstances.heavenly else NOWHERE


@fan(
    Role.RUNG, "zj_paoda_tuoda", "跑搭脱搭", "Any Tile, Wild as Itself",
    "听的是任何一张，自摸以后百搭又都当自己用。",
    "A self-draw on a wait for any tile, each 百搭 then standing for itself.",
    "RULES 6", needs=DRAWN,
)  # fmt: skip
def paoda_tuoda(view: View) -> Found:
    """跑搭 and 脱搭 in one."""
    return _both(paoda.find(view), tuoda.find(view))


@fan(
    Role.RUNG, "zj_gangkai_an_tuoda", "暗杠杠开脱搭", "After a Concealed Kong, Wild as Itself",
    "暗杠后自摸，百搭都当自己用或者没有。",
    "A self-draw after a concealed kong, no 百搭 standing for another tile.",
    "RULES 6", needs=DRAWN,
)  # fmt: skip
def gangkai_an_tuoda(view: View) -> Found:
    """The total, the self-draw included (RULES A28)."""
    concealed = view.circumstances.after_kong is AfterKong.CONCEALED
    return tuoda.find(view) if concealed else NOWHERE


@fan(
    Role.RUNG, "zj_gangkai_ming_tuoda", "明杠杠开脱搭", "After an Exposed Kong, Wild as Itself",
    "明杠后自摸，百搭都当自己用或者没有。",
    "A self-draw after an exposed kong, no 百搭 standing for another tile.",
    "RULES 6", needs=DRAWN,
)  # fmt: skip
def gangkai_ming_tuoda(view: View) -> Found:
    """The total, the self-draw included (RULES A28)."""
    exposed = view.circumstances.after_kong is AfterKong.EXPOSED
    return tuoda.find(view) if exposed else NOWHERE


@fan(
    Role.RUNG, "zj_tuoda", "脱搭", "Wild as Itself",
    "自摸，百搭都当自己用；手里没有百搭也算。",
    "A self-draw with each 百搭 standing for itself; a hand without any counts too.",
    "RULES 6, A28", needs=DRAWN,
)  # fmt: skip
def tuoda(view: View) -> Found:
    """The house may want a 百搭 in the hand."""
    if not view.circumstances.self_drawn or view.substitutes:
        return NOWHERE
    return EVERYWHERE if view.has_wild or view.options.zj_no_wild_is_tuoda else NOWHERE


@fan(
    Role.RUNG, "zj_paoda", "跑搭", "Any Tile",
    "抓任何一张牌都可以胡。",
    "A self-draw on a wait for any tile there is.",
    "RULES 6", needs=DRAWN,
)  # fmt: skip
def paoda(view: View) -> Found:
    """Seen from the tiles; on a self-draw only."""
    return ((view.split.winning,),) if view.any_wait and view.circumstances.self_drawn else NOWHERE


@fan(
    Role.RUNG, "zj_gangkai", "杠开", "After a Kong",
    "杠后自摸。",
    "A self-draw of the tile that replaces a kong.",
    "RULES 6", needs=DRAWN,
)  # fmt: skip
def gangkai(view: View) -> Found:
    """With a 百搭 standing for another tile; otherwise a higher rung."""
    after_kong = view.circumstances.after_kong is not AfterKong.NONE
    return ((view.split.winning,),) if after_kong and view.circumstances.self_drawn else NOWHERE


@fan(
    Role.RUNG, "zj_zimo", "自摸", "Self-Draw",
    "自摸，百搭当别的牌用。",
    "A self-draw, a 百搭 standing for another tile.",
    "RULES 6", needs=DRAWN,
)  # fmt: skip
def zimo(view: View) -> Found:
    """The lowest rung of a self-draw."""
    return ((view.split.winning,),) if view.circumstances.self_drawn else NOWHERE


@fan(
    Role.RUNG, "zj_fangchong", "放冲", "Discard",
    "胡别人打的牌，放冲的付四倍，另两家各付两倍。",
    "A win on a discard: the discarder pays four stakes, the other two pay two each.",
    "RULES 6", needs=THROWN,
)  # fmt: skip
def fangchong(view: View) -> Found:
    """A robbed kong is a discard."""
    return NOWHERE if view.circumstances.self_drawn else ((view.split.winning,),)


@fan(
    Role.BONUS, "zj_dashouda", "打首搭", "First Wild Discarded",
    "起牌后把第一张百搭打出。",
    "The winner threw the first 百搭 away.",
    "RULES 6",
)  # fmt: skip
def dashouda(view: View) -> Found:
    """Lies in no set of the hand."""
    return _discarded(view, WildDiscard.FIRST)


@fan(
    Role.BONUS, "zj_zhongtuda", "中途打搭", "Wild Discarded Midway",
    "中途把百搭打出，每张一次。",
    "The winner threw a 百搭 away midway; once for each.",
    "RULES 6",
)  # fmt: skip
def zhongtuda(view: View) -> Found:
    """Lies in no set of the hand."""
    return _discarded(view, WildDiscard.MIDDLE)


@fan(
    Role.BONUS, "zj_penghouda", "碰后打搭", "Wild Discarded after a Pung",
    "碰牌后把百搭打出，每张一次。",
    "The winner threw a 百搭 away after a pung; once for each.",
    "RULES 6",
)  # fmt: skip
def penghouda(view: View) -> Found:
    """Lies in no set of the hand."""
    return _discarded(view, WildDiscard.AFTER_PUNG)


@fan(
    Role.CHARGE, "zj_qianggang", "抢杠", "Robbed Kong",
    "抢杠，被抢的算放冲，另加一倍。",
    "The tile was added to a pung and robbed; who added it pays one stake more.",
    "RULES 6", needs=THROWN,
)  # fmt: skip
def qianggang(view: View) -> Found:
    """Paid by the robbed player alone (RULES A28)."""
    return ((view.split.winning,),) if view.circumstances.win is Win.ROBBED_KONG else NOWHERE


@fan(
    Role.CHARGE, "zj_chengda", "成搭", "Discarded Wild Won On",
    "胡的是别人打出的百搭，放冲的另加一倍。",
    "The discard won on is a 百搭; the discarder pays one stake more.",
    "RULES 6", needs=THROWN,
)  # fmt: skip
def chengda(view: View) -> Found:
    """Paid by the discarder alone (RULES A28)."""
    wild = view.hand.winning_tile == view.wild and view.wild is not None
    return ((view.split.winning,),) if wild and view.circumstances.win is Win.DISCARD else NOWHERE


def _discarded(view: View, how: WildDiscard) -> Found:
    wild = view.circumstances.wild
    return () if wild is None else ((),) * wild.discarded.count(how)


def _both(one: Found, other: Found) -> Found:
    return one if one and other else NOWHERE


FANS = (
    tianhu,
    paoda_tuoda,
    gangkai_an_tuoda,
    gangkai_ming_tuoda,
    tuoda,
    paoda,
    gangkai,
    zimo,
    fangchong,
    dashouda,
    zhongtuda,
    penghouda,
    qianggang,
    chengda,
)
