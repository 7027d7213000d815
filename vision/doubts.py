"""What may be wrong with a reading, said so that a person knows what to do; the hand's part.

`vision.picture_doubts` has the photo's part: light, size, frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.errors import Text
from scoring.tiles import Tile
from vision.certainty import Caution
from vision.classes import BACK, FACE_NAMES, FLOWER
from vision.doubt_ranking import likely_faces, mending, wins_by_it
from vision.layout import Arrangement, Unclear, UnclearGroup
from vision.reading import Doubt, DoubtCode, GroupKind, Proposal

_KIND_NAMES = {
    GroupKind.CONCEALED: Text("手里的牌", "tiles in hand"),
    GroupKind.CHOW: Text("吃", "a chow"),
    GroupKind.PUNG: Text("碰", "a pung"),
    GroupKind.KONG: Text("杠", "a kong"),
}


def hand_doubts(arrangement: Arrangement, caution: Caution) -> tuple[Doubt, ...]:
    """All doubts that follow from where the tiles lie and how surely they were read; tiles by id."""
    if not arrangement.tiles:
        return (_no_tiles(),)
    return (
        *_count(arrangement),
        *(_unclear(arrangement, group) for group in arrangement.unclear),
        *_winning_tile(arrangement),
        *_five_of_a_kind(arrangement),
        *_low_confidence(arrangement, caution),
        *_flowers(arrangement),
    )


def _no_tiles() -> Doubt:
    text = Text(
        "照片里没有找到麻将牌：请靠近一些，把整手牌拍进画面，光线要亮。",
        "No tiles were found: move closer, get the whole hand into the picture, and use good light.",
    )
    return Doubt(DoubtCode.NO_TILES, (), text)


def _count(arrangement: Arrangement) -> Iterator[Doubt]:
    count = arrangement.count
    if count.right:
        return
    kongs = sum(g.kind in (GroupKind.KONG, GroupKind.CONCEALED_KONG) for g in arrangement.groups)
    seen, wanted = count.seen + kongs, 14 + kongs
    if not seen:
        yield _no_tiles()
    elif count.extra:
        yield Doubt(DoubtCode.WRONG_TILE_COUNT, count.extra, _too_many(seen + len(count.extra), wanted))
    elif count.hole is not None and seen < wanted:
        held = next(g.tiles for g in arrangement.groups if g.kind is GroupKind.CONCEALED)
        beside = held[count.hole - 1 : count.hole + 1]
        yield Doubt(DoubtCode.WRONG_TILE_COUNT, beside, _hole(seen, wanted, count.hole))
    else:
        text = _too_many(seen, wanted) if seen > wanted else _too_few(seen, wanted)
        yield Doubt(DoubtCode.WRONG_TILE_COUNT, (), text)


def _hole(seen: int, wanted: int, place: int) -> Text:
    return Text(
        f"{wanted}张牌只看到{seen}张，第{place}张后面空了一张的位置：请补上这张牌，或重新拍摄。",
        f"{seen} of {wanted} tiles seen, with a gap after tile {place}: add the missing tile, or take the "
        "photo again.",
    )


def _too_few(seen: int, wanted: int) -> Text:
    return Text(
        f"{wanted}张牌只看到{seen}张：请补上缺的牌，或让所有的牌不重叠、不出画面，再拍一张。",
        f"{seen} of {wanted} tiles seen: add the missing ones, or take the photo again with every tile in "
        "full view.",
    )


def _too_many(seen: int, wanted: int) -> Text:
    return Text(
        f"看到{seen}张牌，比{wanted}张多：请去掉不属于这手牌的，有杠的请标出来。",
        f"{seen} tiles seen where {wanted} are due: take out what is not of the hand, and mark the kongs.",
    )


def _unclear(arrangement: Arrangement, group: UnclearGroup) -> Doubt:
    tile = None if group.face is None else FACE_NAMES[group.face]
    proposal = None if tile is None and group.kind is None else Proposal(tile, group.kind)
    if tile == "back":
        proposal = None
    text = _UNCLEAR[group.why] if group.why is not Unclear.BENT else _bent(arrangement, group)
    return Doubt(DoubtCode.AMBIGUOUS_MELD, group.tiles, text, proposal)


_UNCLEAR = {
    Unclear.GROUPED_IN_HAND: Text(
        "牌是一副一副摆开的，看不出哪些是吃碰来的：先都算手里的牌，请把吃碰的标出来。",
        "The tiles lie in sets and nothing shows which were called: all are taken as in hand. Mark the "
        "called ones.",
    ),
    Unclear.CLOSE: Text(
        "这一副和旁边的牌靠得很近，先算吃碰的：如果是手里的牌，请改过来。",
        "This set lies close to its neighbours and is taken as called: change it if it is in hand.",
    ),
    Unclear.NO_SET: Text(
        "这几张单独放着，但凑不成一副，先算手里的牌：请检查有没有认错的。",
        "These lie apart but make no set, so they are taken as in hand: check them for a misread tile.",
    ),
    Unclear.HIDDEN: Text(
        "四张都扣着，看不出是什么暗杠：请告诉我是哪张牌。",
        "All four lie face down, so the concealed kong cannot be read: say which tile it is.",
    ),
}


def _bent(arrangement: Arrangement, group: UnclearGroup) -> Text:
    read = _name(arrangement.faces[group.tiles[-1]])
    alone = _name(BACK if group.face is None else group.face)
    return Text(
        f"这张单看像{alone.zh}，按所在的一副算成了{read.zh}：请确认。",
        f"Alone this looks like {alone.en}; its set makes it {read.en}: please check.",
    )


def _name(face: int) -> Text:
    if face == BACK:
        return Text("扣着的牌", "a tile face down")
    return Text("花牌", "a flower") if face == FLOWER else Tile(face).name


def _winning_tile(arrangement: Arrangement) -> Iterator[Doubt]:
    count = arrangement.count
    if not count.right or count.won:
        return
    missing = Text(
        "只有13张，照片里没有胡的那张：请补上。",
        "There are 13 tiles and the winning one is not in the picture: add it.",
    )
    untold = Text(
        "看不出胡的是哪张：请点一下胡的那张牌。下次把它单独放开一点再拍。",
        "Nothing shows which tile was won with: tap it. Next time lay it a little apart.",
    )
    yield Doubt(DoubtCode.NO_WINNING_TILE, (), missing if count.seen == 13 else untold)


def _five_of_a_kind(arrangement: Arrangement) -> Iterator[Doubt]:
    faces = arrangement.faces
    shown = [tile for tile in arrangement.of_hand() if faces[tile] < FLOWER]
    held = Counter(faces[tile] for tile in shown)
    held.update(_hidden(arrangement))
    for face, number in sorted(held.items()):
        if number > 4:
            weakest = min(
                (tile for tile in shown if faces[tile] == face),
                key=lambda tile: float(arrangement.tiles[tile].probabilities[face]),
            )
            yield _one_too_many(arrangement, weakest, number)


def _hidden(arrangement: Arrangement) -> Iterator[int]:
    """The faces of the tiles that lie face down in concealed kongs of which something is seen."""
    for group in arrangement.groups:
        if group.kind is GroupKind.CONCEALED_KONG:
            seen = [arrangement.faces[tile] for tile in group.tiles if arrangement.faces[tile] != BACK]
            yield from seen[:1] * (4 - len(seen))


def _one_too_many(arrangement: Arrangement, weakest: int, number: int) -> Doubt:
    face = arrangement.faces[weakest]
    others = likely_faces(arrangement, weakest)
    name = _name(face)
    text = Text(
        f"{name.zh}有{number}张，一副牌里只有四张：最可疑的是这张，请检查。",
        f"There are {number} of {name.en}, and a set of tiles has four: this one is the least sure.",
    )
    proposal = Proposal(others[0].tile) if others else None
    return Doubt(DoubtCode.FIVE_OF_A_KIND, (weakest,), text, proposal)


def _low_confidence(arrangement: Arrangement, caution: Caution) -> Iterator[Doubt]:
    asked = {group.tiles[-1] for group in arrangement.unclear if group.why is Unclear.BENT}
    everything = tuple(range(len(arrangement.tiles)))
    mended = mending(arrangement)
    for tile in everything if arrangement.hand is None else arrangement.of_hand():
        face = arrangement.faces[tile]
        if tile in mended and tile not in asked:
            text = _would_go_out(_name(face), _name(FACE_NAMES.index(mended[tile])))
            yield Doubt(DoubtCode.LOW_CONFIDENCE, (tile,), text, Proposal(mended[tile]))
            continue
        if tile in asked or not _is_doubtful(arrangement, tile, caution):
            continue
        others = likely_faces(arrangement, tile)
        yield Doubt(
            DoubtCode.LOW_CONFIDENCE,
            (tile,),
            _unsure(_name(face), [other.tile for other in others[:2]]),
            Proposal(others[0].tile) if others else None,
        )


def _is_doubtful(arrangement: Arrangement, tile: int, caution: Caution) -> bool:
    seen = arrangement.tiles[tile]
    probability = float(seen.probabilities[arrangement.faces[tile]])
    if not caution.asks(probability, seen.score):
        return False
    return caution.asks(probability, seen.score, fits=wins_by_it(arrangement, tile))


def _would_go_out(name: Text, other: Text) -> Text:
    return Text(
        f"这手牌凑不成四副一对；这张认作{name.zh}，如果是{other.zh}就凑得成：请确认。",
        f"The hand makes no four sets and a pair. Read as {name.en}; as {other.en} it would: please check.",
    )


def _unsure(name: Text, others: Sequence[str]) -> Text:
    names = [_name(FACE_NAMES.index(other)) for other in others]
    or_zh = "".join(f"，也可能是{other.zh}" for other in names[:1])
    or_en = "".join(f" It may be {other.en}." for other in names[:1])
    return Text(
        f"这张认作{name.zh}，把握不大{or_zh}：请确认。",
        f"Read as {name.en}, but not surely.{or_en} Please check.",
    )


def _flowers(arrangement: Arrangement) -> Iterator[Doubt]:
    flowers = tuple(tile for tile, face in enumerate(arrangement.faces) if face == FLOWER)
    if flowers:
        text = Text(
            "有花牌：扬州打法没有花，不算在这手牌里。请核对是不是认错的牌；真是花就不用管。",
            "There are flowers: these games have none, so they are left out of the hand. Check that none is "
            "a misread tile; there is nothing else to do.",
        )
        yield Doubt(DoubtCode.FLOWER, flowers, text)
