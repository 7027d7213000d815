"""From the chosen pieces to the arrangement: order, groups, hand, and what stays unclear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scoring.hand import Hand, Meld, MeldKind
from scoring.tiles import Tile
from vision.classes import BACK, FLOWER
from vision.layout.arrangement import Arrangement, Count, PlacedGroup, Unclear, UnclearGroup
from vision.layout.lines import LOOSE, Line
from vision.layout.pieces import MOST_BEND, Piece
from vision.layout.search import Choice
from vision.layout.sets import Faces
from vision.reading import GroupKind
from vision.seen import SeenTile

Place = tuple[int, Piece]
"""A piece and the number of its line."""
_ONE_TILE = (0.7, 1.5)
_LIES_WITH = 0.8
"""Tile widths from the hand within which a tile too many is not just passing by."""
_AS_NEAR = 0.08
"""Another loose tile hardly less near than the winning tile makes it anyone's guess."""


def conclude(tiles: Sequence[SeenTile], faces: Faces, choice: Choice) -> Arrangement:
    """The arrangement that a choice amounts to; tiles are renumbered as a player reads them."""
    places = [(at, piece) for at, line in enumerate(choice.pieces) for piece in line]
    places, grouped = _without_guessed_calls(places, choice)
    places = _without_guessed_winner(_with_lone_winner(places), choice)
    places = _winner_on_the_right(_in_order(places, choice))
    groups, order = _groups(places)
    new = {tile: at for at, tile in enumerate(order)}
    face_of = _faces(places, faces)
    unclear = [
        replace(found, tiles=tuple(new[tile] for tile in found.tiles))
        for found in (*_grouped(places, grouped), *_unclear(places, choice, faces))
    ]
    count = _count(places, choice)
    return Arrangement(
        tiles=tuple(tiles[tile] for tile in order),
        faces=tuple(face_of[tile] for tile in order),
        groups=tuple(PlacedGroup(kind, tuple(new[tile] for tile in members)) for kind, members in groups),
        hand=_hand(places) if count.right else None,
        count=replace(count, extra=tuple(new[tile] for tile in count.extra)),
        unclear=tuple(unclear),
    )


def _without_guessed_calls(places: list[Place], choice: Choice) -> tuple[list[Place], set[int]]:
    """Sets that only a gap sets apart go back into the hand where the gaps say nothing about calls.

    That is so where other sets have a turned or stacked tile and these have none, and where the hand
    would be a bare pair beside four such sets: people who show a hand lay it out in sets.
    """
    plain = [place for place in places if _is_plain_set(place[1])]
    called = any(
        piece.is_set and piece.marked and piece.kind is not GroupKind.CONCEALED_KONG for _, piece in places
    )
    held = [place for place in places if place[1].kind is GroupKind.CONCEALED]
    if not plain or not held:
        return places, set()
    if called:
        doubtful = [place for place in plain if place[0] in {at for at, _ in held}]
    elif len(plain) == 4 and _is_bare_pair(held, places):
        doubtful = _not_beyond_a_wide_gap(plain, held[0], choice)
    else:
        return places, set()
    moved = {id(piece) for _, piece in doubtful}
    result = [
        (at, replace(piece, kind=GroupKind.CONCEALED, faces=piece.faces) if id(piece) in moved else piece)
        for at, piece in places
    ]
    return result, {tile for _, piece in doubtful for tile in piece.tiles}


def _is_plain_set(piece: Piece) -> bool:
    return piece.kind in (GroupKind.CHOW, GroupKind.PUNG) and not piece.marked


def _is_bare_pair(held: Sequence[Place], places: Sequence[Place]) -> bool:
    won = any(piece.kind is GroupKind.WINNING_TILE for _, piece in places)
    return not won and len(held) == 1 and len(held[0][1].tiles) == 2


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


def _with_lone_winner(places: list[Place]) -> list[Place]:
    """Of 13 tiles, one of which lies apart, that one is the winning tile: the hand lacks another."""
    held = [piece for _, piece in places if piece.kind is GroupKind.CONCEALED]
    won = any(piece.kind is GroupKind.WINNING_TILE for _, piece in places)
    lone = [piece for piece in held if len(piece.tiles) == 1]
    if won or len(held) < 2 or len(lone) != 1 or _total(places) != 13:
        return places
    return [(at, replace(p, kind=GroupKind.WINNING_TILE) if p is lone[0] else p) for at, p in places]


def _total(places: Sequence[Place]) -> int:
    sets = sum(piece.is_set for _, piece in places)
    won = sum(piece.kind is GroupKind.WINNING_TILE for _, piece in places)
    return sum(piece.in_hand for _, piece in places) + won + 3 * sets


def _without_guessed_winner(places: list[Place], choice: Choice) -> list[Place]:
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


def _winner_on_the_right(places: list[Place]) -> list[Place]:
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
    return Count(_total(places), won, _hole(places, choice), _extra(places, choice))


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
        if (
            spots[1] - spots[0] == 1
            and _ONE_TILE[0] <= gap <= _ONE_TILE[1]
            and not _filled(left, right, places, choice)
        ):
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
        if _is_plain_set(piece) and _hardly_apart(at, piece, choice):
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
