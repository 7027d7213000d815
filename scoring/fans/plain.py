"""屁胡: a hand of no type, where hands are told apart by type alone (RULES 4.2)."""

from scoring.fans.fan import Role, fan
from scoring.view import EVERYWHERE, Found, View


@fan(
    Role.PLAIN, "pihu", "屁胡", "Plain Hand",
    "没有任何牌型的胡牌。",
    "Four sets and a pair of no special type.",
    "RULES 4.2",
)  # fmt: skip
def pihu(view: View) -> Found:
    """Whatever is of no other type."""
    return EVERYWHERE


FANS = (pihu,)
