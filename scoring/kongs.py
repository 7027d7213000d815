"""Money for kongs, paid at once and apart from the win (米钱, RULES 4.3, 5, 6)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from scoring.circumstances import SEATS, Circumstances, Seat
from scoring.errors import Reason, Text
from scoring.hand import Hand, MeldKind
from scoring.money import Due, Money, Transfer, after, collect
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Kong:
    """One kong on the table, and whose discard it was made with where that is known."""

    seat: Seat
    kind: MeldKind
    source: Seat | None = None


def kongs_of(hand: Hand, seat: Seat) -> tuple[Kong, ...]:
    """The kongs among a player's melds, in their order."""
    return tuple(
        Kong(seat, meld.kind, seat.towards(meld.source) if meld.source else None)
        for meld in hand.melds
        if meld.is_kong
    )


def pay_kongs(
    kongs: Iterable[Kong], rules: RuleSet, base: Decimal, money: Money | None
) -> tuple[Transfer, ...]:
    """What is paid for kongs in the order in which they were made; nothing where kongs bring no money."""
    return collect((due for kong in kongs for due in _dues(kong, rules, base)), money)


def unpaid(kongs: Iterable[Kong], rules: RuleSet) -> tuple[Reason, ...]:
    """A note on each kong whose payer is not known."""
    unknown = [kong for kong in kongs if _is_by_source(kong, rules) and kong.source is None]
    text = Text(
        "直杠没说是谁打的，这份米钱没有算。",
        "Who discarded the tile of the kong was not said: its money is left out.",
    )
    return tuple(Reason("kong_source_unknown", text, seat=str(kong.seat)) for kong in unknown)


def money_of(how: Circumstances) -> Money | None:
    """The balances by seat; None where there is no limit."""
    return None if how.balances is None else dict(zip(SEATS, how.balances, strict=True))


def left_after(how: Circumstances, paid: Iterable[Transfer]) -> tuple[Decimal, ...] | None:
    """The balances once these are paid, as circumstances hold them."""
    left = after(money_of(how), paid)
    return None if left is None else tuple(left.values())


def _dues(kong: Kong, rules: RuleSet, base: Decimal) -> Iterator[Due]:
    money = rules.kongs.get(kong.kind)
    if money is None:
        return
    amount = money.amount * rules.scale * base
    if not money.by_source:
        for seat in SEATS:
            if seat is not kong.seat:
                yield Due(seat, kong.seat, amount, str(kong.kind))
    elif kong.source is not None:
        yield Due(kong.source, kong.seat, amount, str(kong.kind))


def _is_by_source(kong: Kong, rules: RuleSet) -> bool:
    money = rules.kongs.get(kong.kind)
    return money is not None and money.by_source
