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


def several(rng: Random, choices: tuple[Options, ...] = TABLE) -> Options:
    """Two to five of them together."""
    together: Options = {}
    for options in rng.sample(choices, rng.randint(2, 5)):
        together |= options
    return together
