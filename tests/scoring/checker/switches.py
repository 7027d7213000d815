"""The switches of RULES 9c that an 扬州式 has, each value that differs from some rule set's own."""

from random import Random
from typing import Any

Options = dict[str, Any]

TABLE: tuple[Options, ...] = (
    {"link_rule": "once"},
    {"link_rule": "every-pair"},
    {"dragon_suppresses_links": False},
    {"shuangpiao_keeps_links": True},
    {"unique_wait": False},
    {"hun_shuangxi": "lenient"},
    {"qing_shuanglian": "shuangbanqing"},
    {"small_on_limit": "fixed"},
    {"strict_greater": True},
    {"menqing_allows_concealed_kong": True},
    {"must_be_qing_after_3_chows": False},
    {"minimum": 0},
    {"minimum": 24},
    {"minimum": 100},
)


ONLINE: tuple[Options, ...] = (
    *(one for one in TABLE if not {"hun_shuangxi", "must_be_qing_after_3_chows"} & set(one)),
    {"menqing_allows_concealed_kong": False},
    {"minimum": 18},
    {"online_other_wind": 0},
    {"online_dragon_kong": "double-plus"},
)
ELSEWHERE: dict[str, tuple[Options, ...]] = {
    "yangzhou-online": ONLINE,
    "diedaohu": ({"diedaohu_discard_ratio": 2}, {"yuanzi_cap": 20}, {"dealer_rule": "country"}),
    "liuwei": ({"liuwei_cap": 100}, {"liuwei_cap": 75}, {"liuwei_cap": 20}),
    "zhenjiang": (
        {"zj_no_wild_is_tuoda": False},
        {"zj_discard_with_wild": "forbidden"},
        {"zj_honour_cycle": "7"},
        {"zj_da_bonus_per_payer": False},
    ),
}


def of(ruleset: str) -> tuple[Options, ...]:
    """The switches to throw in that rule set."""
    return ELSEWHERE.get(ruleset, TABLE)


def several(rng: Random, ruleset: str) -> Options:
    """Two to five of them together."""
    choices = of(ruleset)
    together: Options = {}
    for options in rng.sample(choices, rng.randint(2, min(5, len(choices)))):
        together |= options
    return together
