"""What a doubtful tile may be instead, those first that the rules of a hand make likely.

A hand has at most four of each tile, and a finished one splits into sets and a pair. Both are used to rank
what is proposed and to choose what is asked, never to change what was read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from scoring.hand import Hand
from scoring.splits import splits
from scoring.tiles import Tile
from vision.classes import BACK, FACE_NAMES, FLOWER
from vision.layout import Arrangement
from vision.reading import Alternative, GroupKind
from vision.seen import SeenTile

WORTH_SAYING = 0.02
"""Alternatives less likely than this are not named."""
MOST_ALTERNATIVES = 3
COPIES = 4
WORTH_ASKING = 0.002
"""A face less likely than this is not what a hand that does not go out lacks."""
MOST_ASKED = 2
"""So many tiles are asked about with which such a hand would go out."""


def alternatives(tile: SeenTile, face: int) -> tuple[Alternative, ...]:
    """The other faces a tile may show, likeliest first."""
    order = np.argsort(-tile.probabilities)
    others = [int(other) for other in order if other not in (face, BACK)]
    return tuple(
        Alternative(FACE_NAMES[other], round(float(tile.probabilities[other]), 4))
        for other in others[:MOST_ALTERNATIVES]
        if tile.probabilities[other] >= WORTH_SAYING
    )


def likely_faces(arrangement: Arrangement, tile: int) -> tuple[Alternative, ...]:
    """The alternatives of a tile (by place): first those with which the hand splits into sets and a pair.

    A fifth of a kind is no alternative. Within each rank the likeliest comes first.
    """
    held = Counter(arrangement.faces[other] for other in arrangement.of_hand())
    possible = [
        other
        for other in alternatives(arrangement.tiles[tile], arrangement.faces[tile])
        if held[FACE_NAMES.index(other.tile)] < COPIES
    ]
    return tuple(sorted(possible, key=lambda other: not _splits(arrangement, tile, other.tile)))


def goes_out(arrangement: Arrangement) -> bool:
    """Whether the hand, as it was read, is four sets and a pair."""
    return arrangement.hand is not None and _is_won(arrangement.hand)


def wins_by_it(arrangement: Arrangement, tile: int) -> bool:
    """Whether the hand goes out as it was read, and would not with a tile's (by place) other likely faces."""
    return goes_out(arrangement) and not any(
        _splits(arrangement, tile, other.tile)
        for other in alternatives(arrangement.tiles[tile], arrangement.faces[tile])
    )


def mending(arrangement: Arrangement) -> dict[int, str]:
    """The tiles (by place) of which one, read as the named face, would make a hand go out that does not.

    The likeliest two at most. Where nothing was misread, as in a hand that was not won, there are seldom any.
    """
    if arrangement.hand is None or goes_out(arrangement):
        return {}
    changes = [
        (float(probabilities[other] / probabilities[face]), tile, FACE_NAMES[other])
        for tile in arrangement.of_hand()
        for face, probabilities in ((arrangement.faces[tile], arrangement.tiles[tile].probabilities),)
        for other in np.flatnonzero(probabilities[:FLOWER] >= WORTH_ASKING).tolist()
        if other != face and _splits(arrangement, tile, FACE_NAMES[other])
    ]
    best: dict[int, str] = {}
    for _, tile, name in sorted(changes, key=lambda change: -change[0]):
        best.setdefault(tile, name)
    return dict(list(best.items())[:MOST_ASKED])


def _splits(arrangement: Arrangement, tile: int, name: str) -> bool:
    """Whether the hand splits once the tile in hand, or the winning tile, is read as `name`."""
    hand, face = arrangement.hand, arrangement.faces[tile]
    if hand is None or face >= FLOWER or name not in FACE_NAMES[:FLOWER]:
        return False
    changed = _with(hand, arrangement, tile, Tile(face), Tile.parse(name))
    return changed is not None and _is_won(changed)


def _is_won(hand: Hand) -> bool:
    """Whether a hand, with its winning tile or untold which that is, splits into sets and a pair."""
    if len(hand.concealed) % 3 != (1 if hand.winning_tile is not None else 2):
        return False
    if hand.winning_tile is None:  # any of its tiles may have won
        *rest, last = hand.concealed
        hand = replace(hand, concealed=tuple(rest), winning_tile=last)
    return bool(splits(hand))


def _with(hand: Hand, arrangement: Arrangement, tile: int, old: Tile, new: Tile) -> Hand | None:
    kind = next(group.kind for group in arrangement.groups if tile in group.tiles)
    if kind is GroupKind.WINNING_TILE:
        return replace(hand, winning_tile=new)
    if kind is not GroupKind.CONCEALED or old not in hand.concealed:
        return None
    rest = list(hand.concealed)
    rest.remove(old)
    return replace(hand, concealed=(*rest, new))
