"""What three chows of one suit, or four honour sets, oblige players to (RULES 2.6)."""

from scoring.circumstances import Circumstances, Seat
from scoring.hand import Hand, Source
from scoring.rules import RuleSet
from scoring.sets import CHOW
from scoring.tiles import HONOURS, SUITED, kinds_in


def chowed_suit(hand: Hand) -> str | None:
    """The suit of which three chows (or four) lie exposed, if there is one."""
    if len(hand.melds) < 3:
        return None
    suits = [meld.tiles[0].suit for meld in hand.melds if meld.kind is CHOW]
    return next((suit for suit in suits if suits.count(suit) >= 3), None)


def is_full_flush(hand: Hand) -> bool:
    """Every tile of one suit."""
    kinds = kinds_in(hand.code)
    return any(kinds & suit == kinds for suit in SUITED)


def is_exposed_all_honours(hand: Hand) -> bool:
    """Four exposed sets of honours: only then did somebody feed the fourth."""
    return len(hand.melds) == 4 and all(meld.is_exposed and meld.tiles[0].is_honour for meld in hand.melds)


def may_be_liable(hand: Hand, seat: Seat, rules: RuleSet) -> frozenset[Seat]:
    """The seats on whom 包牌 can fall, by the melds alone; empty where it cannot arise."""
    if rules.liability.full_flush and chowed_suit(hand):
        return frozenset({seat.towards(Source.LEFT)})
    if not rules.liability.all_honours or not is_exposed_all_honours(hand):
        return frozenset()
    sources = {meld.source for meld in hand.melds}
    known = frozenset(seat.towards(source) for source in sources if source)
    return frozenset(seat.towards(source) for source in Source) if None in sources else known


def is_bound(hand: Hand, seat: Seat, rules: RuleSet) -> bool:
    """Whether this complete hand is one for which somebody pays for all, known or not."""
    if len(hand.melds) < 3 or not may_be_liable(hand, seat, rules):
        return False
    return is_full_flush(hand) or kinds_in(hand.code) & HONOURS == kinds_in(hand.code)


def liable(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> Seat | None:
    """Who pays for all: the one named, or the only one it can be; None for nobody or unknown."""
    if not is_bound(hand, circumstances.seat, rules):
        return None
    if circumstances.liable:
        return circumstances.liable
    candidates = may_be_liable(hand, circumstances.seat, rules)
    return next(iter(candidates)) if len(candidates) == 1 else None
