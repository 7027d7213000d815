"""The switches of the rules (RULES 9c): one typed field each, with what it means.

A rule-set file names the switches it has and their defaults. A field left out there keeps the value
given here, at which the rule does nothing.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_type_hints

from scoring.errors import Text

OptionValue = bool | int | str


class Meaning(NamedTuple):
    """What a switch does, in both languages, and the clause it rests on."""

    text: Text
    source: str


def _meaning(zh: str, en: str, source: str) -> Meaning:
    return Meaning(Text(zh, en), source)


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


_HINTS: Final[dict[str, Any]] = get_type_hints(Options, include_extras=True)
SWITCHES: Final[dict[str, Meaning]] = {name: hint.__metadata__[0] for name, hint in _HINTS.items()}


def kind_of(name: str) -> Any:
    """The type of a switch: `bool`, `int` or a `Literal` of its choices."""
    return _HINTS[name].__origin__


def choices(name: str) -> tuple[OptionValue, ...] | None:
    """The values a switch may have; None where any whole number from 0 up will do.

    >>> choices("strict_greater"), choices("minimum")
    ((False, True), None)
    """
    kind = kind_of(name)
    return (False, True) if kind is bool else get_args(kind) or None


def is_value(name: str, value: object) -> bool:
    """Whether `value` is of the switch's type and one of its choices."""
    kind = kind_of(name)
    if kind is bool:
        return isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value in get_args(kind)


def option_from_text(name: str, text: str) -> OptionValue:
    """A switch's value as typed on a command line; what it cannot read stays text, to be refused later.

    >>> option_from_text("strict_greater", "yes"), option_from_text("minimum", "18")
    (True, 18)
    """
    kind = kind_of(name) if name in SWITCHES else str
    if kind is bool:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    return int(text) if kind is int and text.isdecimal() else text
