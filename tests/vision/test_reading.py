"""A reading survives its JSON, and JSON that is no reading is refused by field."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import Text
from scoring.hand import Hand
from vision.fields import ReadingError
from vision.reading import (
    TILE_NAMES,
    Alternative,
    Doubt,
    DoubtCode,
    Group,
    GroupKind,
    ImageInfo,
    Milliseconds,
    ModelInfo,
    Proposal,
    Reading,
    TileReading,
)


def example() -> dict[str, Any]:
    """A pung melded, one tile doubtful, a back seen beside the hand."""
    tiles: list[tuple[str | None, str, int]] = [
        ("7z", "up", 0), ("7z", "up", 0), ("7z", "up", 0), ("1z", "up", 1), ("1z", "up", 1),
        (None, "down", 2),
    ]  # fmt: skip
    return {
        "image": {"width": 4032, "height": 3024, "sha256": "ab12"},
        "tiles": [
            {
                "id": at,
                "tile": tile,
                "confidence": 0.98,
                "quad": [[10.0 * at, 0.0], [10.0 * at + 9, 0.0], [10.0 * at + 9, 12.5], [10.0 * at, 12.5]],
                "alternatives": [{"tile": "5z", "confidence": 0.01}] if at == 0 else [],
                "face": face,
                "group": group,
            }
            for at, (tile, face, group) in enumerate(tiles)
        ],
        "groups": [
            {"id": 0, "kind": "pung", "tiles": [0, 1, 2]},
            {"id": 1, "kind": "concealed", "tiles": [3, 4]},
            {"id": 2, "kind": "other", "tiles": [5]},
        ],
        "hand": {
            "concealed": "11z",
            "melds": [{"kind": "pung", "tiles": "777z", "from": "across"}],
            "winning_tile": None,
        },
        "notation": "[p777z] 11z",
        "doubts": [
            {
                "code": "low_confidence",
                "tiles": [0],
                "text": {"zh": "看不清。", "en": "Unclear."},
                "proposal": {"tile": "5z"},
                "effect": {"totals": [23, 21]},
            },
            {"code": "glare", "tiles": [], "text": {"zh": "反光。", "en": "Glare."}, "effect": "none"},
        ],
        "model": {"name": "qicheng", "version": "1", "sha256": "cd34"},
        "milliseconds": {"decode": 41.0, "detect": 96.0, "read": 5.0, "layout": 1.0, "total": 143.0},
    }


def test_the_json_comes_back_as_it_went_in() -> None:
    through_text = json.loads(json.dumps(example()))
    assert Reading.from_dict(through_text).to_dict() == example()


def test_a_reading_without_a_hand_says_null_twice() -> None:
    data = example() | {"hand": None}
    written = Reading.from_dict(data).to_dict()
    assert written["hand"] is None
    assert written["notation"] is None


def test_lists_may_be_absent_and_times_too() -> None:
    data = {key: example()[key] for key in ("image", "model")}
    reading = Reading.from_dict(data)
    assert (reading.tiles, reading.groups, reading.doubts, reading.hand) == ((), (), (), None)
    assert reading.milliseconds == Milliseconds()


def test_a_reading_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Reading.from_dict(example()).hand = None  # type: ignore[misc]


DELETE = object()
WRONG = [
    # path to overwrite, value, what the message says
    (("image",), None, "reading.image: an object is due"),
    (("image", "width"), "wide", "reading.image.width: a whole number"),
    (("image", "width"), True, "reading.image.width: a whole number"),
    (("model",), DELETE, "reading.model: an object is due"),
    (("tiles",), {}, "reading.tiles: a list is due"),
    (("tiles", 1), 7, r"reading.tiles\[1\]: an object is due"),
    (("tiles", 1, "tile"), "5x", r"reading.tiles\[1\].tile: one of 1m"),
    (("tiles", 1, "tile"), None, r"reading.tiles\[1\].tile: one of 1m"),
    (("tiles", 5, "tile"), "5p", r"reading.tiles\[5\].tile: null for a tile that lies face down"),
    (("tiles", 1, "face"), "side", r"reading.tiles\[1\].face: one of up, down"),
    (("tiles", 1, "confidence"), 1.7, r"reading.tiles\[1\].confidence: a number from 0 to 1"),
    (("tiles", 1, "confidence"), float("nan"), r"reading.tiles\[1\].confidence: a number from 0 to 1"),
    (("tiles", 1, "quad"), [[0, 0], [1, 0], [1, 1]], r"reading.tiles\[1\].quad: four points"),
    (("tiles", 1, "quad", 2), [0, float("inf")], r"reading.tiles\[1\].quad: four points"),
    (("tiles", 0, "alternatives", 0, "tile"), "back", r"alternatives\[0\].tile: one of"),
    (("tiles", 1, "id"), 0, "two tiles have the same id"),
    (("tiles", 1, "group"), 1, r"reading.tiles\[1\].group: group 0 has this tile"),
    (("groups", 0, "kind"), "pong", r"reading.groups\[0\].kind: one of concealed, chow"),
    (("groups", 0, "tiles"), [0, 1], "each tile belongs in exactly one group"),
    (("groups", 0, "tiles"), [0, 1, 2, 2], "each tile belongs in exactly one group"),
    (("groups", 0, "tiles"), [0, 1, 2, 9], "each tile belongs in exactly one group"),
    (("groups", 1, "id"), 0, "two groups have the same id"),
    (("hand", "concealed"), "12x", "reading.hand.concealed: bad_tile"),
    (("hand", "melds", 0, "tiles"), "776z", r"reading.hand.melds\[0\]: bad_meld"),
    (("hand", "melds", 0, "kind"), "set", r"reading.hand.melds\[0\].kind: one of chow"),
    (("hand", "melds", 0, "from"), "behind", r"reading.hand.melds\[0\].from: one of left"),
    (("hand", "winning_tile"), "12p", "reading.hand.winning_tile: one tile is due"),
    (("doubts", 0, "code"), "hunch", r"reading.doubts\[0\].code: one of low_confidence"),
    (("doubts", 0, "tiles"), [17], "low_confidence names a tile that is not there"),
    (("doubts", 0, "text"), "Unclear", r"reading.doubts\[0\].text: an object is due"),
    (("doubts", 0, "proposal", "tile"), "0p", r"reading.doubts\[0\].proposal.tile: one of"),
    (("doubts", 0, "effect"), 5, r"reading.doubts\[0\].effect: a text or an object is due"),
    (("milliseconds", "total"), -1, "reading.milliseconds.total: a number of 0 or more"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_wrong_json_is_refused_by_field(path: tuple[str | int, ...], value: object, message: str) -> None:
    data = copy.deepcopy(example())
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    if value is DELETE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    with pytest.raises(ReadingError, match=message):
        Reading.from_dict(data)


@pytest.mark.parametrize("data", [None, [], "reading", 3])
def test_what_is_no_object_is_no_reading(data: object) -> None:
    with pytest.raises(ReadingError, match="reading: an object is due"):
        Reading.from_dict(data)


points = st.tuples(st.floats(0, 9999), st.floats(0, 9999))
unit = st.floats(0, 1)
names = st.sampled_from(TILE_NAMES)
texts = st.builds(Text, st.text(max_size=9), st.text(max_size=9))


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    kinds = draw(st.lists(st.sampled_from(list(GroupKind)), min_size=1, max_size=4))
    owners = draw(st.lists(st.integers(0, len(kinds) - 1), max_size=8))
    tiles = []
    for at, group in enumerate(owners):
        name = draw(names | st.none())
        others = tuple(draw(st.lists(st.builds(Alternative, names, unit), max_size=2)))
        quad = draw(st.tuples(points, points, points, points))
        tiles.append(TileReading(at, name, draw(unit), quad, others, "up" if name else "down", group))
    groups = [
        Group(at, kind, tuple(tile for tile, owner in enumerate(owners) if owner == at))
        for at, kind in enumerate(kinds)
    ]
    doubts = st.builds(
        Doubt,
        st.sampled_from(list(DoubtCode)),
        st.just(tuple(range(len(owners)))),
        texts,
        st.none() | st.builds(Proposal, names, st.sampled_from(list(GroupKind))),
    )
    return Reading(
        ImageInfo(draw(st.integers(0, 9999)), draw(st.integers(0, 9999)), draw(st.text(max_size=8))),
        tuple(tiles),
        tuple(groups),
        draw(st.sampled_from([None, Hand.parse("[a1111z][K2222p] 12m + 3m"), Hand.parse("11z")])),
        tuple(draw(st.lists(doubts, max_size=2))),
        ModelInfo("m", "1", "ff"),
    )


@settings(deadline=None)
@given(readings())
def test_any_reading_survives_its_json(reading: Reading) -> None:
    assert Reading.from_dict(json.loads(json.dumps(reading.to_dict()))) == reading
