"""From the chosen pieces to the arrangement: order, groups, hand, and what stays unclear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scoring.hand import Hand, Meld, MeldKind
from scoring.tiles import Tile
from vision.classes import BACK, FLOWER
from vision.layout.arrangement import Arrangement, Count, PlacedGroup, Unclear, UnclearGroup
from vision.layout.guesses import (
    Place,
    is_one_tile,
    is_plain_set,
    total,
    winner_on_the_right,
    with_lone_winner,
    without_guessed_calls,
    without_guessed_winner,
)
from vision.layout.lines import Line
from vision.layout.pieces import MOST_BEND, Piece
from vision.layout.search import Choice
from vision.layout.sets import Faces
from vision.reading import GroupKind
from vision.seen import SeenTile

_LIES_WITH = 0.8
"""Tile widths from the hand within which a tile too many is not just passing by."""


def conclude(tiles: Sequence[SeenTile], faces: Faces, choice: Choice) -> Arrangement:
    """The arrangement that a choice amounts to; tiles are renumbered as a player reads them."""
    places = [(at, piece) for at, line in enumerate(choice.pieces) for piece in line]
    places, grouped = without_guessed_calls(places, choice)
    places = without_guessed_winner(with_lone_winner(places), choice)
    places = winner_on_the_right(_in_order(places, choice))
    groups, order = _groups(places)
    new = {tile: at for at, tile in enumerate(order)}
    face_of = _faces(places, faces)
    count = _count(places, choice)
    unclear = [
        replace(found, tiles=tuple(new[tile] for tile in found.tiles))
        for found in (*_grouped(places, grouped), *_unclear(places, choice, faces))
        if count.right or found.why is not Unclear.NO_SET
    ]
    return Arrangement(
        tiles=tuple(tiles[tile] for tile in order),
        faces=tuple(face_of[tile] for tile in order),
        groups=tuple(PlacedGroup(kind, tuple(new[tile] for tile in members)) for kind, members in groups),
        hand=_hand(places) if count.right else None,
        count=replace(count, extra=tuple(new[tile] for tile in count.extra)),
        unclear=tuple(unclear),
    )


def _in_order(places: list[Place], choice: Choice) -> list[Place]:
    """Lines from far to near, pieces and tiles from the player's left to the right."""
    sign, field = choice.sign, choice.field

    def left_to_right(piece: Piece) -> Piece:
        body = len(piece.tiles) - 1 if piece.added else len(piece.tiles)
        if sign > 0 or len(piece.faces) != len(piece.tiles):
            return piece
        return replace(
            piece,
            tiles=piece.tiles[:body][::-1] + piece.tiles[body:],
            faces=piece.faces[:body][::-1] + piece.faces[body:],
        )

    def key(place: Place) -> tuple[float, float]:
        at, piece = place
        line = choice.lines[at].tiles
        far = sum(float(field.y[tile]) for tile in line) / len(line)
        return sign * far, sign * float(field.x[piece.tiles[0]])

    return sorted(((at, left_to_right(piece)) for at, piece in places), key=key)


def _groups(places: Sequence[Place]) -> tuple[list[tuple[GroupKind, tuple[int, ...]]], list[int]]:
    """Groups and the order of all tiles: in hand, melds, winning tile, others; flowers are others."""
    of = {
        kind: [piece for _, piece in places if piece.kind is kind]
        for kind in (GroupKind.CONCEALED, GroupKind.WINNING_TILE, GroupKind.OTHER)
    }
    pairs = [
        (tile, face)
        for piece in of[GroupKind.CONCEALED]
        for tile, face in zip(piece.tiles, piece.faces, strict=True)
    ]
    held = tuple(tile for tile, face in pairs if face != FLOWER)
    flowers = tuple(tile for tile, face in pairs if face == FLOWER)
    groups = [(GroupKind.CONCEALED, held)] if held else []
    groups += [(piece.kind, piece.tiles) for _, piece in places if piece.is_set]
    groups += [(piece.kind, piece.tiles) for piece in of[GroupKind.WINNING_TILE]]
    groups += [(GroupKind.OTHER, flowers)] if flowers else []
    groups += [(GroupKind.OTHER, piece.tiles) for piece in of[GroupKind.OTHER]]
    return groups, [tile for _, members in groups for tile in members]


def _faces(places: Sequence[Place], faces: Faces) -> dict[int, int]:
    result = {tile: int(faces.best[tile]) for _, piece in places for tile in piece.tiles}
    for _, piece in places:
        if piece.kind is not GroupKind.OTHER:
            result.update(zip(piece.tiles, piece.faces, strict=True))
    return result


def _count(places: Sequence[Place], choice: Choice) -> Count:
    won = any(piece.kind is GroupKind.WINNING_TILE for _, piece in places)
    return Count(total(places), won, _hole(places, choice), _extra(places, choice))


def _hole(places: Sequence[Place], choice: Choice) -> int | None:
    """After how many tiles in hand one is missing: a gap of one tile that nothing stands in."""
    held = [(at, piece) for at, piece in places if piece.kind is GroupKind.CONCEALED]
    before = 0
    for (at, left), (after, right) in pairwise(held):
        before += len(left.tiles)
        line = choice.lines[at]
        if at != after:
            continue
        spots = sorted((line.tiles.index(left.tiles[-1]), line.tiles.index(right.tiles[0])))
        gap = line.gaps[spots[0]]
        if spots[1] - spots[0] == 1 and is_one_tile(gap) and not _filled(left, right, places, choice):
            return before
    return None


def _filled(left: Piece, right: Piece, places: Sequence[Place], choice: Choice) -> bool:
    """Whether the winning tile is the one raised out of this gap."""
    x = choice.field.x
    low, high = sorted((float(x[left.tiles[-1]]), float(x[right.tiles[0]])))
    return any(piece.kind is GroupKind.WINNING_TILE and low < x[piece.tiles[0]] < high for _, piece in places)


def _extra(places: Sequence[Place], choice: Choice) -> tuple[int, ...]:
    """Face-up tiles left out although they lie with tiles of the hand, less than a tile apart."""
    used = {tile for _, piece in places if piece.kind is not GroupKind.OTHER for tile in piece.tiles}
    return tuple(
        tile
        for at, piece in places
        if piece.kind is GroupKind.OTHER and _lies_with(piece, used, choice.lines[at])
        for tile, face in zip(piece.tiles, piece.faces, strict=True)
        if face < FLOWER
    )


def _lies_with(piece: Piece, used: set[int], line: Line) -> bool:
    spots = [line.tiles.index(tile) for tile in piece.tiles if tile in line.tiles]
    beside = [(at, at + 1) for at in range(len(line.gaps)) if (at in spots) != (at + 1 in spots)]
    near = [pair for pair in beside if line.gaps[pair[0]] < _LIES_WITH]
    return any(line.tiles[at] in used for pair in near for at in pair)


def _hand(places: Sequence[Place]) -> Hand | None:
    melds = [_meld(piece) for _, piece in places if piece.is_set]
    known = [meld for meld in melds if meld is not None]
    if len(known) < len(melds):
        return None
    concealed = [
        Tile(face)
        for _, piece in places
        if piece.kind is GroupKind.CONCEALED
        for face in piece.faces
        if face != FLOWER
    ]
    won = [Tile(piece.faces[0]) for _, piece in places if piece.kind is GroupKind.WINNING_TILE]
    return Hand(tuple(concealed), tuple(known), won[0] if won else None)


def _meld(piece: Piece) -> Meld | None:
    if piece.kind is GroupKind.CONCEALED_KONG:
        seen = [face for face in piece.faces if face != BACK]
        return Meld(MeldKind.CONCEALED_KONG, (Tile(seen[0]),) * 4) if seen else None
    kind = MeldKind.ADDED_KONG if piece.added else MeldKind(str(piece.kind))
    return Meld(kind, tuple(Tile(face) for face in piece.faces))


def _grouped(places: Sequence[Place], tiles: set[int]) -> Iterator[UnclearGroup]:
    if tiles:
        held = [piece for _, piece in places if piece.kind is GroupKind.CONCEALED]
        members = tuple(tile for piece in held for tile in piece.tiles if tile in tiles)
        yield UnclearGroup(Unclear.GROUPED_IN_HAND, members)


def _unclear(places: Sequence[Place], choice: Choice, faces: Faces) -> Iterator[UnclearGroup]:
    stretches = [piece for _, piece in places if piece.kind is GroupKind.CONCEALED]
    for at, piece in places:
        if piece.kind is GroupKind.OTHER:
            continue
        for tile, face in zip(piece.tiles, piece.faces, strict=True):
            if face != faces.best[tile]:
                yield UnclearGroup(Unclear.BENT, (tile,), None, int(faces.best[tile]))
        if piece.kind is GroupKind.CONCEALED_KONG and all(face == BACK for face in piece.faces):
            yield UnclearGroup(Unclear.HIDDEN, piece.tiles)
        if is_plain_set(piece) and _hardly_apart(at, piece, choice):
            yield UnclearGroup(Unclear.CLOSE, piece.tiles, GroupKind.CONCEALED)
        if piece.kind is GroupKind.CONCEALED and len(stretches) > 1 and len(piece.tiles) in (3, 4):
            yield from _no_set(piece, faces)


def _hardly_apart(at: int, piece: Piece, choice: Choice) -> bool:
    line = choice.lines[at]
    spots = [line.tiles.index(tile) for tile in piece.tiles]
    borders = [line.gaps[gap] for gap in (min(spots) - 1, max(spots)) if 0 <= gap < len(line.gaps)]
    inside = [line.gaps[gap] for gap in range(min(spots), max(spots))]
    return any(gap < choice.apart.gap + choice.apart.blur for gap in borders) or any(
        gap > choice.apart.gap for gap in inside
    )


def _no_set(piece: Piece, faces: Faces) -> Iterator[UnclearGroup]:
    reading = faces.open_set(piece.tiles)
    if reading is None or reading.bend == 0:
        return
    changed = [(t, f) for t, f in zip(piece.tiles, reading.faces, strict=True) if f != faces.best[t]]
    if len(changed) == 1 and reading.bend <= 2 * MOST_BEND:
        others = tuple(tile for tile in piece.tiles if tile != changed[0][0])
        yield UnclearGroup(Unclear.NO_SET, (*others, changed[0][0]), reading.kind, changed[0][1])
    else:
        yield UnclearGroup(Unclear.NO_SET, piece.tiles)
