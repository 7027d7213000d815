"""Big fans of the tiles' colour: 混一色, 清一色."""

from scoring.fans.fan import Role, fan
from scoring.view import EVERYWHERE, NOWHERE, Found, View


@fan(
    Role.COLOUR, "hunyise", "混一色", "Half Flush",
    "只有一门花色和风头。",
    "One suit and honours, at least one tile of each.",
    "RULES 2.4", suits=range(1, 2), honours=(True,),
)  # fmt: skip
def hunyise(view: View) -> Found:
    """Honours alone are 风清."""
    return EVERYWHERE if view.suit_count == 1 and view.has_honours else NOWHERE


@fan(
    Role.COLOUR, "qingyise", "清一色", "Full Flush",
    "整副牌是一门花色，没有风头。",
    "Every tile is of one suit.",
    "RULES 2.4", suits=range(1, 2), honours=(False,),
)  # fmt: skip
def qingyise(view: View) -> Found:
    """Melds included."""
    return EVERYWHERE if view.suit_count == 1 and not view.has_honours else NOWHERE


FANS = (hunyise, qingyise)
