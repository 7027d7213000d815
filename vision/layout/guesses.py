"""Where a layout allows two readings: what is taken, and what is left open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.layout.lines import LOOSE
from vision.layout.pieces import Piece
from vision.layout.search import Choice
from vision.reading import GroupKind

Place = tuple[int, Piece]
"""A piece and the number of its line."""
_ONE_TILE = (0.7, 1.5)
"""Tile widths that one missing tile leaves free, with the gaps beside it."""
_AS_NEAR = 0.08
"""Another loose tile hardly less near than the winning tile makes it anyone's guess."""


def without_guessed_calls(places: list[Place], choice: Choice) -> tuple[list[Place], set[int]]:
    """Sets that only a gap sets apart go back into the hand where the gaps say nothing about calls.

    That is so where other sets have a turned or stacked tile and these have none, and where the hand
    would be a bare pair beside four such sets: people who show a hand lay it out in sets.
    """
    plain = [place for place in places if is_plain_set(place[1])]
    called = any(
        piece.is_set and piece.marked and piece.kind is not GroupKind.CONCEALED_KONG for _, piece in places
    )
    held = [place for place in places if place[1].kind is GroupKind.CONCEALED]
    if not plain or not held:
        return places, set()
    if _is_row_with_a_hole(places, choice):
        return [(at, replace(p, kind=GroupKind.CONCEALED) if p.is_set else p) for at, p in places], set()
    if called:
        doubtful = [place for place in plain if place[0] in {at for at, _ in held}]
    elif len(plain) == 4 and _is_bare_pair(held, places):
        doubtful = _not_beyond_a_wide_gap(plain, held[0], choice)
    else:
        return places, set()
    moved = {id(piece) for _, piece in doubtful}
    result = [
        (at, replace(piece, kind=GroupKind.CONCEALED) if id(piece) in moved else piece)
        for at, piece in places
    ]
    return result, {tile for _, piece in doubtful for tile in piece.tiles}


def is_plain_set(piece: Piece) -> bool:
    """Whether it is a chow or pung shown by a gap alone."""
    return piece.kind in (GroupKind.CHOW, GroupKind.PUNG) and not piece.marked


def _is_bare_pair(held: Sequence[Place], places: Sequence[Place]) -> bool:
    won = any(piece.kind is GroupKind.WINNING_TILE for _, piece in places)
    return not won and len(held) == 1 and len(held[0][1].tiles) == 2


def _is_row_with_a_hole(places: Sequence[Place], choice: Choice) -> bool:
    """13 tiles in one row with one gap, as wide as a tile: a tile was missed, no set was called."""
    mine = [(at, piece) for at, piece in places if piece.kind is not GroupKind.OTHER]
    won = any(piece.kind is GroupKind.WINNING_TILE for _, piece in mine)
    gaps = [gap for gap in choice.lines[mine[0][0]].gaps if gap > choice.apart.gap]
    one_row = len({at for at, _ in mine}) == 1 and len(mine) == 2
    return one_row and not won and total(mine) == 13 and len(gaps) == 1 and is_one_tile(gaps[0])


def is_one_tile(gap: float) -> bool:
    """Whether one tile would fill the gap."""
    return _ONE_TILE[0] <= gap <= _ONE_TILE[1]


def _not_beyond_a_wide_gap(plain: list[Place], pair: Place, choice: Choice) -> list[Place]:
    """The sets on the pair's side of the first gap that is far wider than the narrowest one."""
    at, piece = pair
    line = choice.lines[at]
    own = [(p, line.tiles.index(p.tiles[0])) for a, p in plain if a == at]
    borders = sorted(gap for gap in line.gaps if gap > choice.apart.gap)
    wide = borders[0] * 1.8 + 0.1 if borders else 0.0
    middle = line.tiles.index(piece.tiles[0])
    near = [
        p for p, start in own if all(gap < wide for gap in line.gaps[min(start, middle) : max(start, middle)])
    ]
    return [(at, p) for p in near]


def with_lone_winner(places: list[Place]) -> list[Place]:
    """Of 13 tiles, one of which lies apart, that one is the winning tile: the hand lacks another."""
    held = [piece for _, piece in places if piece.kind is GroupKind.CONCEALED]
    won = any(piece.kind is GroupKind.WINNING_TILE for _, piece in places)
    lone = [piece for piece in held if len(piece.tiles) == 1]
    if won or len(held) < 2 or len(lone) != 1 or total(places) != 13:
        return places
    return [(at, replace(p, kind=GroupKind.WINNING_TILE) if p is lone[0] else p) for at, p in places]


def total(places: Sequence[Place]) -> int:
    """Tiles of the hand, each set counted as three."""
    sets = sum(piece.is_set for _, piece in places)
    won = sum(piece.kind is GroupKind.WINNING_TILE for _, piece in places)
    return sum(piece.in_hand for _, piece in places) + won + 3 * sets


def without_guessed_winner(places: list[Place], choice: Choice) -> list[Place]:
    """No winning tile where, away from the row, another loose tile might be it as well."""
    held = {at for at, piece in places if piece.kind is GroupKind.CONCEALED}
    result = []
    for at, piece in places:
        lone = piece.kind is GroupKind.WINNING_TILE and at not in held
        rivals = [
            other
            for other, rival in places
            if other != at
            and rival.kind is GroupKind.OTHER
            and len(choice.lines[other]) == 1
            and choice.field.lie[rival.tiles[0]] != LOOSE
            and choice.near[other] > choice.near[at] - _AS_NEAR
        ]
        result.append((at, replace(piece, kind=GroupKind.OTHER) if lone and rivals else piece))
    return result


def winner_on_the_right(places: list[Place]) -> list[Place]:
    """Of two lone tiles in one line the player's right one is the winning tile: either could be."""
    single = [
        at
        for at, (_, piece) in enumerate(places)
        if len(piece.tiles) == 1 and piece.kind in (GroupKind.CONCEALED, GroupKind.WINNING_TILE)
    ]
    held = [piece for _, piece in places if piece.kind is GroupKind.CONCEALED]
    if len(single) != 2 or len(held) != 1 or places[single[0]][0] != places[single[1]][0]:
        return places
    left, right = single
    result = list(places)
    result[left] = places[left][0], replace(places[left][1], kind=GroupKind.CONCEALED)
    result[right] = places[right][0], replace(places[right][1], kind=GroupKind.WINNING_TILE)
    return result
