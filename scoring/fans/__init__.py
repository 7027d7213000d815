"""Every fan by its id, in the order in which a score lists them."""

from collections.abc import Mapping
from typing import Final

from scoring.fans import calls, colours, links, named, patterns, plain, rungs, shape, triplets
from scoring.fans.fan import Fan, Role

__all__ = ["FANS", "TYPES", "Fan", "Role"]

_BIG: Final = (*named.FANS, *patterns.FANS, *colours.FANS)
_SMALL: Final = (
    calls.menqing,
    shape.pinghu,
    calls.zimo,
    calls.yazi,
    shape.queyi,
    shape.yaotou,
    shape.duanyao,
    *links.FANS,
    *triplets.FANS,
    calls.dudiao,
)

FANS: Final[Mapping[str, Fan]] = {each.id: each for each in (*_BIG, *_SMALL, *plain.FANS, *rungs.FANS)}

TYPES: Final = ("fengqing", "qingduidui", "qingyise", "hunduidui", "duiduihu", "hunyise", "pihu")
"""The types of hand of 跌倒胡 and 六圩, in the order in which they are tested (RULES 9b)."""
