"""Which tiles would finish a hand, by shape alone (RULES A8)."""

from scoring.hand import Hand
from scoring.suits import AS_SETS, AS_SETS_AND_PAIR, FINISHERS, held
from scoring.tiles import Tile, kinds_in, suits_of


def waiting_tiles(hand: Hand) -> tuple[Tile, ...]:
    """The structural wait set of the 13 - 3n tiles in hand; the winning tile is not looked at.

    Every split counts, whatever it is worth; a tile of which the player holds all four (melds included)
    is no wait.

    >>> waiting_tiles(Hand.parse("2347999m 123p 456s"))
    (7m, 8m)
    """
    packed = suits_of(hand.concealed_code)
    open_suits: list[int] = []
    for suit, each in enumerate(packed):
        if each % 3:
            open_suits.append(suit)
        elif each and not AS_SETS[each, 9 * suit]:
            return ()
    waiting: tuple[Tile, ...] = ()
    if len(open_suits) == 1:
        [suit] = open_suits
        waiting = FINISHERS[packed[suit], 9 * suit] if packed[suit] % 3 == 1 else ()
    elif len(open_suits) == 2:
        one, other = open_suits
        if packed[one] % 3 == packed[other] % 3 == 2:
            if AS_SETS_AND_PAIR[packed[other], 9 * other]:
                waiting += FINISHERS[packed[one], 9 * one]
            if AS_SETS_AND_PAIR[packed[one], 9 * one]:
                waiting += FINISHERS[packed[other], 9 * other]
    all_four = kinds_in(hand.concealed_code + hand.melded_code, 4)
    return tuple([tile for tile in waiting if not held(all_four, tile)]) if all_four else waiting
