"""Which tiles would finish a hand, by shape alone (RULES A8)."""

from scoring.hand import Hand
from scoring.suits import as_sets, as_sets_and_pair, finishers, held
from scoring.tiles import Tile, suits_of


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
        elif each and not as_sets(each, 9 * suit):
            return ()
    waiting: tuple[Tile, ...] = ()
    if len(open_suits) == 1:
        [suit] = open_suits
        waiting = finishers(packed[suit], 9 * suit) if packed[suit] % 3 == 1 else ()
    elif len(open_suits) == 2:
        one, other = open_suits
        if packed[one] % 3 == packed[other] % 3 == 2:
            if as_sets_and_pair(packed[other], 9 * other):
                waiting += finishers(packed[one], 9 * one)
            if as_sets_and_pair(packed[one], 9 * one):
                waiting += finishers(packed[other], 9 * other)
    own = hand.concealed_code + hand.melded_code
    return tuple([tile for tile in waiting if held(own, tile) < 4])
