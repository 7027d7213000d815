"""A ScoreRequest from the options of the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from scoring import Hand, Reason, RequestError, Text, option_from_text


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the options say about the win; `to_dict` has only what was said."""

    rules: str = "yangzhou-new"
    win: str | None = None
    seat: str | None = None
    round: str | None = None
    discarder: str | None = None
    after_kong: str | None = None
    heavenly: bool = False
    base: str | None = None
    options: list[str] | None = None
    balances: list[str] | None = None
    liable: str | None = None
    passed_win: bool = False
    wild: str | None = None
    wild_discarded: list[str] | None = None
    waiting_on_any: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The fields of a ScoreRequest beside the hand.

        Raises:
            RequestError: an option is not `name=value`, or an amount is no number.
        """
        told: dict[str, Any] = {
            "win": self.win,
            "seat": self.seat,
            "round": self.round,
            "discarder": self.discarder,
            "after_kong": self.after_kong,
            "heavenly": self.heavenly or None,
            "base": None if self.base is None else _amount("base", self.base),
            "options": {k: option_from_text(k, v) for k, v in _pairs("option", self.options or ())} or None,
            "balances": {k: _amount("balance", v) for k, v in _pairs("balance", self.balances or ())} or None,
            "liable": self.liable,
            "passed_win": self.passed_win or None,
            "wild": self._wild(),
            "waiting_on_any": self.waiting_on_any or None,
        }
        return {"ruleset": self.rules, **{name: value for name, value in told.items() if value is not None}}

    def _wild(self) -> Mapping[str, Any] | None:
        if self.wild is None:
            return None
        return {
            "indicator": self.wild,
            **({"discarded": list(self.wild_discarded)} if self.wild_discarded else {}),
        }


def request_of(hand: str, circumstances: Mapping[str, Any], sources: Sequence[str] = ()) -> dict[str, Any]:
    """A request for the hand in its notation; `sources` says from whom each meld came, in order (`-` unsaid).

    Raises:
        RequestError: the notation is wrong, or there are more sources than melds.
    """
    told = Hand.parse(hand).to_dict()
    if len(sources) > len(told["melds"]):
        raise _refused("bad_meld", f"--from 有{len(sources)}个，副露只有{len(told['melds'])}副。",
                       f"--from was given {len(sources)} times for {len(told['melds'])} melds.")  # fmt: skip
    for meld, source in zip(told["melds"], sources, strict=False):
        if source != "-":
            meld["from"] = source
    if told["winning_tile"] is None:
        del told["winning_tile"]
    return {**circumstances, **told}


def _pairs(what: str, texts: Sequence[str]) -> list[tuple[str, str]]:
    pairs = [text.partition("=") for text in texts]
    for (name, equals, value), text in zip(pairs, texts, strict=True):
        if not (name and equals and value):
            raise _refused(
                "unknown_option", f"“{text}”应写成 名称=值。", f"--{what} {text}: write it as name=value."
            )
    return [(name.strip(), value.strip()) for name, _, value in pairs]


def _amount(what: str, text: str) -> int | float:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise _refused("bad_balances" if what == "balance" else "contradictory_circumstances",
                       f"“{text}”不是数。", f"--{what} {text}: a number is needed.") from None  # fmt: skip
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _refused(code: str, zh: str, en: str) -> RequestError:
    return RequestError([Reason(code, Text(zh, en))])
