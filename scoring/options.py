"""The switches of the rules (RULES 9c): one typed field each, with what it means.

A rule-set file names the switches it has and their defaults. A field left out there keeps the value
given here, at which the rule does nothing.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_type_hints

from scoring.errors import Text

OptionValue = bool | int | str | None

_MOST: Final = 10**9
"""No switch takes a larger number."""


class Meaning(NamedTuple):
    """What a switch does, in both languages, the clause it rests on, and the least a number may be."""

    text: Text
    source: str
    least: int


def _meaning(zh: str, en: str, source: str, least: int = 0) -> Meaning:
    return Meaning(Text(zh, en), source, least)


@dataclass(frozen=True, slots=True)
class Options:
    """House rules apart from the facts of the hand; each is a switch by the same name in a request."""

    minimum: Annotated[int, _meaning("几番起成。", "The fan a hand needs to go out.", "RULES 2.2")] = 0
    strict_greater: Annotated[
        bool,
        _meaning(
            "要超过起成的番才算，刚好不算。",
            "The total must be over the minimum, not just at it.",
            "RULES A5",
        ),
    ] = False
    menqing_allows_concealed_kong: Annotated[
        bool, _meaning("开了暗杠还算门清。", "A concealed kong keeps 门清.", "RULES A6")
    ] = False
    link_rule: Annotated[
        Literal["k-1", "once", "every-pair"],
        _meaning(
            "齐相、连副、老少怎么数：k-1 连在一起的k副算k-1次；once 每样最多一次；every-pair 每两副都算。",
            "How 齐相, 连副 and 老少 count: k-1 for k chows linked together; once for each kind; every pair.",
            "RULES A3",
        ),
    ] = "k-1"
    dragon_suppresses_links: Annotated[
        bool,
        _meaning(
            "成了龙，龙里的连副、老少不算。",
            "A straight 1-9 does not count its own 连副 and 老少.",
            "RULES A3",
        ),
    ] = True
    shuangpiao_keeps_links: Annotated[
        bool,
        _meaning(
            "双飘里的齐相、连副、老少另算。", "双飘 also counts its own 齐相, 连副 and 老少.", "RULES A21"
        ),
    ] = False
    unique_wait: Annotated[
        bool,
        _meaning(
            "只听一张牌才算丫子、独吊。",
            "丫子 and 独吊 need a hand that waits on a single kind of tile.",
            "RULES A8",
        ),
    ] = True
    hun_shuangxi: Annotated[
        Literal["strict", "lenient"],
        _meaning(
            "混双板双喜：strict 做不成；lenient 双板双喜配风头的将就算。",
            "混双板双喜: strict, it cannot occur; lenient, 双板双喜 with a pair of honours is one.",
            "RULES A4",
        ),
    ] = "strict"
    qing_shuanglian: Annotated[
        Literal["additive", "shuangbanqing"],
        _meaning(
            "清一色的双板双连、双板双老：additive 两样相加；shuangbanqing 只算双板清。",
            "双板双连 and 双板双老 in a full flush: additive, both parts; shuangbanqing, 双板清 alone.",
            "RULES A2",
        ),
    ] = "additive"
    small_on_limit: Annotated[
        Literal["add", "fixed"],
        _meaning(
            "风清、钢板、铁板、双板双连、双板双老、双板双喜上面：add 小番照加；fixed 不加小番。",
            "On 风清, 钢板, 铁板 and 双板双X: add the small fans; fixed, count none.",
            "RULES A9",
        ),
    ] = "add"
    qing_banlong: Annotated[int, _meaning("清板龙算几番。", "What 清板龙 is worth.", "RULES C4")] = 0
    must_be_qing_after_3_chows: Annotated[
        bool,
        _meaning(
            "吃了三副一门的牌，必须看清一色。",
            "Three exposed chows of one suit bind the player to a full flush.",
            "RULES 2.6",
        ),
    ] = False
    yaotou_needs_no_honours: Annotated[
        bool, _meaning("有风头就不算幺头。", "幺头 does not count beside honours.", "RULES A16")
    ] = False
    tieban_heeds_calls: Annotated[
        bool,
        _meaning(
            "铁板三副里只有一副是吃的，不算铁板，只算一板和齐相。",
            "Three equal chows of which one alone was called are no 铁板, only 一板 and 齐相.",
            "RULES 3",
        ),
    ] = False
    online_other_wind: Annotated[
        int,
        _meaning(
            "不是自己门风的风算几番；0不算。",
            "What a triplet of a wind that is not one's own is worth; 0 for nothing.",
            "RULES A14",
        ),
    ] = 0
    online_dragon_kong: Annotated[
        Literal["double-inclusive", "double-plus"],
        _meaning(
            "中发白的杠翻一番：double-inclusive 不再另算中发白；double-plus 中发白照算。",
            "A kong of dragons is doubled: double-inclusive, with no 中发白 beside it; double-plus, with.",
            "RULES A13",
        ),
    ] = "double-inclusive"
    dealer_rule: Annotated[
        Literal["town", "country"],
        _meaning(
            "流局时：town 市区，不连庄；country 农村，连庄。",
            "After a drawn hand: town, the dealer passes; country, the dealer stays.",
            "RULES 4.1",
        ),
    ] = "town"
    diedaohu_discard_ratio: Annotated[
        int,
        _meaning(
            "出冲的人付几倍；自摸每家付一倍。",
            "How many times the value a discarder pays; on a self-draw each pays once.",
            "RULES A26",
            least=1,
        ),
    ] = 1
    yuanzi_cap: Annotated[
        int | None,
        _meaning(
            "园子：每家来多少钱；none 是紧淌，没有限制。",
            "The money each player brings (园子); none: no limit (紧淌).",
            "RULES 4.5",
            least=1,
        ),
    ] = None
    liuwei_cap: Annotated[
        int,
        _meaning(
            "园子：每家来多少钱；付多少按50元的园子照比例算。",
            "The money each player brings; what is paid scales with it, from a 园子 of 50.",
            "RULES 5, A27",
            least=1,
        ),
    ] = 50
    zj_no_wild_is_tuoda: Annotated[
        bool,
        _meaning("手里没有百搭也算脱搭。", "A hand without any 百搭 counts as 脱搭.", "RULES A28"),
    ] = True
    zj_discard_with_wild: Annotated[
        Literal["allowed", "forbidden"],
        _meaning(
            "百搭当别的牌用时，能不能胡别人打的：allowed 能；forbidden 只能自摸。",
            "Winning on a discard while 百搭 stands for another tile: allowed, or forbidden.",
            "RULES A28",
        ),
    ] = "allowed"
    zj_honour_cycle: Annotated[
        Literal["4+3", "7"],
        _meaning(
            "正搭是风头时百搭怎么轮：4+3 东南西北东、中发白中；7 东南西北中发白东。",
            "How 百搭 follows an honour: 4+3, the winds and the dragons each in a circle; 7, all in one.",
            "RULES A28",
        ),
    ] = "4+3"
    zj_da_bonus_per_payer: Annotated[
        bool,
        _meaning(
            "打搭的加倍每家都付；不然放冲时只有放冲的付。",
            "Every payer owes the bonus for a discarded 百搭; otherwise, on a discard, the discarder alone.",
            "RULES A28",
        ),
    ] = True


_MAYBE: Final = int | None
_HINTS: Final[dict[str, Any]] = get_type_hints(Options, include_extras=True)
SWITCHES: Final[dict[str, Meaning]] = {name: hint.__metadata__[0] for name, hint in _HINTS.items()}


def kind_of(name: str) -> Any:
    """The type of a switch: `bool`, `int`, `int | None` or a `Literal` of its choices."""
    return _HINTS[name].__origin__


def choices(name: str) -> tuple[OptionValue, ...] | None:
    """The values a switch may have; None where any whole number from 0 up will do.

    >>> choices("strict_greater"), choices("minimum")
    ((False, True), None)
    """
    kind = kind_of(name)
    if kind in (int, _MAYBE):
        return None
    return (False, True) if kind is bool else get_args(kind)


def numbers(name: str) -> Text:
    """Which whole numbers a switch without fixed choices takes."""
    least = SWITCHES[name].least
    if kind_of(name) == _MAYBE:
        return Text(f"从{least}到{_MOST}的整数或 null", f"a whole number from {least} to {_MOST}, or null")
    return Text(f"从{least}到{_MOST}的整数", f"a whole number from {least} to {_MOST}")


def is_value(name: str, value: object) -> bool:
    """Whether `value` is of the switch's type and one of its choices."""
    if name not in SWITCHES:
        return False
    kind = kind_of(name)
    if kind is bool:
        return isinstance(value, bool)
    if kind == _MAYBE and value is None:
        return True
    if kind in (int, _MAYBE):
        return (
            isinstance(value, int) and not isinstance(value, bool) and SWITCHES[name].least <= value <= _MOST
        )
    return value in get_args(kind)


def option_from_text(name: str, text: str) -> OptionValue:
    """A switch's value as typed on a command line; what it cannot read stays text, to be refused later.

    >>> option_from_text("strict_greater", "yes"), option_from_text("minimum", "18")
    (True, 18)
    """
    kind = kind_of(name) if name in SWITCHES else str
    if kind is bool:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if kind == _MAYBE and text.lower() in ("none", "null"):
        return None
    return int(text) if kind in (int, _MAYBE) and text.isdecimal() else text
