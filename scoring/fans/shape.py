"""Small fans of the tiles as a whole: 平胡, 缺一, 幺头, 断幺."""

from scoring.fans.fan import Role, fan
from scoring.marks import SIMPLES, TERMINAL_PAIR
from scoring.tiles import ENDS, HONOURS
from scoring.view import EVERYWHERE, NOWHERE, Found, View


@fan(
    Role.SMALL, "pinghu", "平胡", "All Chows",
    "没有风头，四副都是顺子，没有碰、杠，也没有子格。",
    "No honours and four chows: no pung, no kong, no concealed triplet.",
    "RULES 2.3, A7", chows=range(4, 5), honours=(False,),
)  # fmt: skip
def pinghu(view: View) -> Found:
    """The chows need not have been called."""
    return EVERYWHERE if view.chow_count == 4 and not view.has_honours else NOWHERE


@fan(
    Role.SMALL, "queyi", "缺一", "One Suit Missing",
    "没有风头，万、饼、条里刚好缺一门。",
    "No honours and exactly two of the three suits.",
    "RULES 2.3, A15", suits=range(2, 3), honours=(False,),
)  # fmt: skip
def queyi(view: View) -> Found:
    """A full flush lacks two suits, so it is none."""
    return EVERYWHERE if view.suit_count == 2 and not view.has_honours else NOWHERE


@fan(
    Role.SMALL, "yaotou", "幺头", "Terminal Pair",
    "将是一或九的对子。",
    "The pair is a 1 or a 9 of a suit.",
    "RULES 2.3, A16", needs=TERMINAL_PAIR,
)  # fmt: skip
def yaotou(view: View) -> Found:
    """Honours elsewhere do no harm, unless the house says so."""
    if view.options.yaotou_needs_no_honours and view.has_honours:
        return NOWHERE
    return (("pair",),) if view.split.pair.is_terminal else NOWHERE


@fan(
    Role.SMALL, "duanyao", "断幺", "All Simples",
    "没有风头，也没有一和九。",
    "No honours, no 1 and no 9 anywhere.",
    "RULES 2.3", honours=(False,), needs=SIMPLES,
)  # fmt: skip
def duanyao(view: View) -> Found:
    """Melds and kongs are looked at too."""
    return NOWHERE if view.kind_bits & (HONOURS | ENDS) else EVERYWHERE


FANS = (pinghu, queyi, yaotou, duanyao)
