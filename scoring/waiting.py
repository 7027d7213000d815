"""Which tiles would finish a hand, by shape alone (RULES A8)."""

from scoring.hand import Hand
from scoring.suits import Suit, held
from scoring.tiles import ANY_KIND, FOUR_TIMES, Tile


def waiting_tiles(hand: Hand) -> tuple[Tile, ...]:
    """The structural wait set of the 13 - 3n tiles in hand; the winning tile is not looked at.

    Every split counts, whatever it is worth; a tile of which the player holds all four (melds included)
    is no wait.

    >>> waiting_tiles(Hand.parse("2347999m 123p 456s"))
    (7m, 8m)
    """
    loose: list[Suit] = []
    for suit in hand.suits:
        if suit.over:
            loose.append(suit)
        elif not suit.as_sets:
            return ()
    waiting: tuple[Tile, ...] = ()
    if len(loose) == 1:
        waiting = loose[0].finishers if loose[0].over == 1 else ()
    elif len(loose) == 2:
        one, other = loose
        if one.over == other.over == 2:
            if other.as_sets_and_pair:
                waiting += one.finishers
            if one.as_sets_and_pair:
                waiting += other.finishers
    all_four = hand.concealed_code + hand.melded_code + FOUR_TIMES & ANY_KIND
    return tuple([tile for tile in waiting if not held(all_four, tile)]) if all_four else waiting
