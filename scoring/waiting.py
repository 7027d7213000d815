"""Which tiles would finish a hand, by shape alone (RULES A8)."""

from scoring.hand import Hand
from scoring.suits import as_sets, as_sets_and_pair, finishers, held, pack, size
from scoring.tiles import Tile


def waiting_tiles(hand: Hand) -> tuple[Tile, ...]:
    """The structural wait set of the 13 - 3n tiles in hand; the winning tile is not looked at.

    Every split counts, whatever it is worth; a tile of which the player holds all four (melds included)
    is no wait.

    >>> waiting_tiles(Hand.parse("2347999m 123p 456s"))
    (7m, 8m)
    """
    suits = pack(hand.concealed)
    own = pack((*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)))
    finished = [suit for suit, packed in enumerate(suits) if _stands(packed, 9 * suit)]
    waiting: list[Tile] = []
    for suit, packed in enumerate(suits):
        rest = [other for other in range(4) if other != suit]
        pairs = sum(size(suits[other]) % 3 == 2 for other in rest) + (size(packed) % 3 == 1)
        if pairs == 1 and size(packed) % 3 != 0 and all(other in finished for other in rest):
            waiting += [tile for tile in finishers(packed, 9 * suit) if held(own, tile) < 4]
    return tuple(waiting)


def _stands(packed: int, base: int) -> bool:
    """Whether a suit needs no tile: sets alone, or sets and the pair."""
    remainder = size(packed) % 3
    if remainder == 1:
        return False
    return bool(as_sets_and_pair(packed, base) if remainder == 2 else as_sets(packed, base))
