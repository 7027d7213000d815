"""Which tiles would finish a hand, by shape alone (RULES A8)."""

from scoring.hand import Hand
from scoring.suits import AS_SETS, AS_SETS_AND_PAIR, BASES, FINISHERS, Suit, held
from scoring.tiles import ANY_KIND, FOUR_TIMES, SUIT, SUIT_BITS, Tile


def waiting_tiles(hand: Hand) -> tuple[Tile, ...]:
    """The structural wait set of the 13 - 3n tiles in hand; the winning tile is not looked at.

    Every split counts, whatever it is worth; a tile of which the player holds all four (melds included)
    is no wait.

    >>> waiting_tiles(Hand.parse("2347999m 123p 456s"))
    (7m, 8m)
    """
    rest = hand.concealed_code
    loose: list[Suit] = []
    for base in BASES:
        packed = rest & SUIT
        rest >>= SUIT_BITS
        if packed % 3:
            loose.append((packed, base))
        elif packed and not AS_SETS[packed, base]:
            return ()
    waiting: tuple[Tile, ...] = ()
    if len(loose) == 1:
        waiting = FINISHERS[loose[0]] if loose[0][0] % 3 == 1 else ()
    elif len(loose) == 2:
        one, other = loose
        if one[0] % 3 == other[0] % 3 == 2:
            if AS_SETS_AND_PAIR[other]:
                waiting += FINISHERS[one]
            if AS_SETS_AND_PAIR[one]:
                waiting += FINISHERS[other]
    all_four = hand.concealed_code + hand.melded_code + FOUR_TIMES & ANY_KIND
    return tuple([tile for tile in waiting if not held(all_four, tile)]) if all_four else waiting
