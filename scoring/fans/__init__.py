"""Every fan by its id, in the order in which a score lists them."""

from collections.abc import Mapping
from typing import Final

from scoring.fans import calls, colours, links, named, patterns, shape, triplets
from scoring.fans.fan import Fan, Role

__all__ = ["FANS", "Fan", "Role"]

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

FANS: Final[Mapping[str, Fan]] = {each.id: each for each in (*_BIG, *_SMALL)}
