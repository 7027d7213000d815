"""The ways of counting a hand, by the name that a rule-set file chooses them with."""

from collections.abc import Mapping
from typing import Final

from scoring.methods.fantable import FanTable
from scoring.methods.ladder import Ladder
from scoring.methods.method import Method
from scoring.methods.multiples import Multiples
from scoring.methods.stakes import StakeTable

__all__ = ["METHODS", "Method"]

METHODS: Final[Mapping[str, Method]] = {
    "fans": FanTable(),
    "multiples": Multiples(),
    "stakes": StakeTable(),
    "ladder": Ladder(),
}
