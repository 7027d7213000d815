"""Big fans that are a pattern and a colour under one name and one value (RULES 2.5, A1).

Which cells of pattern and colour a rule set names stands in its file.
"""

from scoring.errors import Text
from scoring.fans import colours, patterns
from scoring.fans.fan import Fan, Role
from scoring.view import Found, View


def _named(fan_id: str, zh: str, en: str, pattern: Fan, colour: Fan) -> Fan:
    def find(view: View) -> Found:
        return pattern.find(view) if colour.find(view) else ()

    rule = Text(
        f"既是{pattern.name.zh}，又是{colour.name.zh}，合起来算这一个番。",
        f"{pattern.name.en} ({pattern.name.zh}) and {colour.name.en} ({colour.name.zh}) together.",
    )
    return Fan(fan_id, Text(zh, en), rule, "RULES 2.4", Role.NAMED, find)


_HUN, _QING = colours.hunyise, colours.qingyise

FANS = (
    _named("hunlong", "混龙", "Half-Flush Straight", patterns.yitiaolong, _HUN),
    _named("hunduidui", "混对对", "Half-Flush Triplets", patterns.duiduihu, _HUN),
    _named("hunbanlong", "混板龙", "Half-Flush Straight with a Twin", patterns.banlong, _HUN),
    _named("hunshuangbanban", "混双板板", "Half-Flush Two Twins", patterns.shuangbanban, _HUN),
    _named(
        "hunshuangban_shuanglian",
        "混双板双连",
        "Half-Flush Two Twins in a Row",
        patterns.shuangban_shuanglian,
        _HUN,
    ),
    _named(
        "hunshuangban_shuanglao",
        "混双板双老",
        "Half-Flush Two Twins at Both Ends",
        patterns.shuangban_shuanglao,
        _HUN,
    ),
    _named("huntieban", "混铁板", "Half-Flush Triplet Chows", patterns.tieban, _HUN),
    _named("qinglong", "清龙", "Full-Flush Straight", patterns.yitiaolong, _QING),
    _named("qingduidui", "清对对", "Full-Flush Triplets", patterns.duiduihu, _QING),
    _named("qingbanlong", "清板龙", "Full-Flush Straight with a Twin", patterns.banlong, _QING),
    _named("shuangbanqing", "双板清", "Full-Flush Two Twins", patterns.shuangbanban, _QING),
    _named("tiebanqing", "铁板清", "Full-Flush Triplet Chows", patterns.tieban, _QING),
)
