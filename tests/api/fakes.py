"""Stand-ins for a camera and a model: drawn photos of hands, and a reader that knows what it was shown."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from PIL import Image

from api.tile_pictures import tile_picture
from scoring import Hand, MeldKind, Text
from vision.photo import decode
from vision.reading import (
    Alternative,
    Doubt,
    DoubtCode,
    Group,
    GroupKind,
    ImageInfo,
    Milliseconds,
    ModelInfo,
    Proposal,
    Quad,
    Reading,
    TileReading,
)

CLOTH = "#2c5f4b"
TILE, GAP, MARGIN = 90, 6, 80
MODEL = ModelInfo("fake", "1", "0" * 64)
KINDS = {MeldKind.ADDED_KONG: GroupKind.KONG}


@dataclass(frozen=True)
class Shot:
    """A photo and what a perfect reader says of it."""

    jpeg: bytes
    reading: Reading


@dataclass
class _Table:
    tiles: list[TileReading] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    def lay(self, kind: GroupKind, names: list[str | None], x: float, y: float) -> float:
        ids = []
        for name in names:
            tile = len(self.tiles)
            left, right, bottom = x, x + TILE, y + TILE * 4 / 3
            quad: Quad = ((left, y), (right, y), (right, bottom), (left, bottom))
            face = "down" if name is None else "up"
            self.tiles.append(TileReading(tile, name, 0.98, quad, (), face, len(self.groups)))
            ids.append(tile)
            x += TILE + GAP
        self.groups.append(Group(len(self.groups), kind, tuple(ids)))
        return x


def shoot(notation: str, *, quality: int = 90) -> Shot:
    """A photo of the hand: melds above, the tiles in hand below, the winning tile apart."""
    hand = Hand.parse(notation)
    table = _Table()
    x: float = MARGIN
    for meld in hand.melds:
        names: list[str | None] = [str(tile) for tile in meld.tiles]
        if meld.kind is MeldKind.CONCEALED_KONG:
            names = [None, *names[1:3], None]
        x = table.lay(KINDS.get(meld.kind) or GroupKind(str(meld.kind)), names, x, MARGIN) + TILE // 2
    below = MARGIN + (TILE * 2 if hand.melds else 0)
    x = table.lay(GroupKind.CONCEALED, [str(tile) for tile in hand.concealed], MARGIN, below)
    if hand.winning_tile is not None:
        table.lay(GroupKind.WINNING_TILE, [str(hand.winning_tile)], x + TILE // 2, below)
    width = int(max(point[0] for tile in table.tiles for point in tile.quad)) + MARGIN
    height = int(max(point[1] for tile in table.tiles for point in tile.quad)) + MARGIN
    picture = Image.new("RGB", (width, height), CLOTH)
    for tile in table.tiles:
        face = tile_picture(tile.tile, TILE)
        picture.paste(face, (int(tile.quad[0][0]), int(tile.quad[0][1])), face)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=quality)
    image = ImageInfo(width, height, decode(out.getvalue()).sha256)
    reading = Reading(image, tuple(table.tiles), tuple(table.groups), hand, (), MODEL, Milliseconds(total=12))
    return Shot(out.getvalue(), reading)


def misread(shot: Shot, at: int, tile: str, *, doubtful: bool = True) -> Shot:
    """The same photo, its tile `at` (in hand or winning) read as `tile`, the true face as an alternative."""
    reading = shot.reading
    true = reading.tiles[at]
    assert true.tile is not None
    assert reading.hand is not None
    wrong = replace(true, tile=tile, confidence=0.55, alternatives=(Alternative(true.tile, 0.4),))
    names = {t.id: t.tile for t in reading.tiles} | {at: tile}
    by_kind = {group.kind: [names[t] for t in group.tiles] for group in reading.groups}
    concealed = Hand.parse("".join(filter(None, by_kind[GroupKind.CONCEALED]))).concealed
    winning = by_kind.get(GroupKind.WINNING_TILE)
    hand = replace(
        reading.hand,
        concealed=concealed,
        winning_tile=Hand.parse(winning[0] or "").concealed[0] if winning else None,
    )
    doubt = Doubt(
        DoubtCode.LOW_CONFIDENCE,
        (at,),
        Text("这张看不太清。", "This tile is hard to read."),
        Proposal(tile=true.tile),
    )
    tiles = tuple(wrong if t.id == at else t for t in reading.tiles)
    return replace(
        shot, reading=replace(reading, tiles=tiles, hand=hand, doubts=(doubt,) if doubtful else ())
    )


class FakeReader:
    """Reads the shots it knows by their bytes; anything else that is a picture has no tiles in it.

    `delay_s` is spent in each call, as a model would; `before` runs first, to make a reader fail.
    """

    def __init__(self, *shots: Shot, delay_s: float = 0.0, before: Callable[[], None] | None = None) -> None:
        self.model = MODEL
        self.known = {shot.reading.image.sha256: shot.reading for shot in shots}
        self.delay_s, self.before = delay_s, before
        self.calls = 0
        self._lock = threading.Lock()

    def read(self, data: bytes) -> Reading:
        with self._lock:
            self.calls += 1
        if self.before is not None:
            self.before()
        photo = decode(data)
        time.sleep(self.delay_s)
        if photo.sha256 in self.known:
            return self.known[photo.sha256]
        image = ImageInfo(photo.width, photo.height, photo.sha256)
        text = Text("照片里没有找到麻将牌。", "No mahjong tiles were found in the photo.")
        return Reading(image, (), (), None, (Doubt(DoubtCode.NO_TILES, (), text),), MODEL)
