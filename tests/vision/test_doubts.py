"""Each doubt comes when it should and only then, names its tiles, and says what to do in both languages."""

from __future__ import annotations

import json
import re

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from tabletop import View, photograph, row, seen_as

from vision.classes import BACK, FACE_NAMES
from vision.compose import compose_reading
from vision.geometry import long_sides
from vision.reading import Doubt, DoubtCode, GroupKind, ImageInfo, Milliseconds, ModelInfo, Reading
from vision.seen import SeenTile

SIZE = View().size
COMPLETE = "1m 1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 9s | 9s"


def reading_of(
    seen: list[SeenTile], pixels: NDArray[np.uint8] | None = None, size: tuple[int, int] = SIZE
) -> Reading:
    return compose_reading(ImageInfo(*size, "ab"), seen, ModelInfo("m", "1", "cd"), pixels=pixels)


def doubts_of(text: str) -> list[Doubt]:
    return list(reading_of(photograph(row(text))).doubts)


ROW = "1m 1m 1m 2m 3m 4m 5p"
CASES = [
    # layout, codes, words in the English text, why
    (COMPLETE, [], "", "a clear hand"),
    (f"{ROW} 6p 7p 8s 8s 8s 9s 9s", ["no_winning_tile"], "tap it", "nothing lies apart"),
    (f"{ROW} 6p 7p 8s 8s 8s 9s", ["no_winning_tile"], "not in the picture", "13 tiles"),
    (f"{ROW} __ 7p 8s 8s 8s 9s 9s", ["wrong_tile_count"], "13 of 14 tiles seen, with a gap after tile 7",
     "P2: one missed"),
    ("7z 7z' 7z 7z | 1m 2m 3m 4m 5m __ 7m 8m 8m | 8m", ["wrong_tile_count"],
     "13 of 15 tiles seen, with a gap after tile 5", "a kong has four"),
    ("1m 1m 1m 2m 3m 4m 5p 6p 7p", ["wrong_tile_count"], "9 of 14 tiles seen", "five missing"),
    (f"{ROW} 6p 7p 8s 8s 8s 9s 9s 9s 1z 2z", ["wrong_tile_count"], "17 tiles seen where 14", "P11"),
    (f"ff {ROW} 6p 7p 8s 8s 8s 9s | 9s", ["flower"], "left out", "a flower in the row"),
    ("1m 1m 1m 1m 1m 4m 5p 6p 7p 8s 8s 8s 9s | 9s", ["five_of_a_kind"], "5 of 1m", "five 1m"),
    ("2m 3m 4m 5p 6p 7p 8s 8s 9s 2s | 2s |1.0 ## ## ## ##", ["ambiguous_meld"], "face down", "a hidden kong"),
    ("1m 2m 3m | 4p 5p 6p | 7s 8s 9s | 7z 7z 7z | 5z 5z", ["ambiguous_meld", "no_winning_tile"],
     "Mark the called", "laid out in sets"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "codes", "words", "why"), CASES, ids=[case[3] for case in CASES])
def test_doubts_of_a_layout(text: str, codes: list[str], words: str, why: str) -> None:
    found = doubts_of(text)
    assert {str(doubt.code) for doubt in found} <= set(codes), why
    assert bool(found) == bool(codes), why
    assert any(words in doubt.text.en for doubt in found) or not words, why


def test_an_empty_photo_says_so_and_nothing_else() -> None:
    """P27: zero detections are advice, not an empty score."""
    reading = reading_of([])
    assert [doubt.code for doubt in reading.doubts] == [DoubtCode.NO_TILES]
    assert reading.hand is None
    assert reading.notation is None


def test_an_unsure_tile_is_flagged_with_its_candidates() -> None:
    """P28."""
    seen = photograph(row(COMPLETE))
    five = next(tile for tile in seen if FACE_NAMES[tile.best] == "5p")
    unsure = seen_as("5p", five.quad, confidence=0.5, maybe={"7p": 0.4, "back": 0.05, "6p": 0.03})
    reading = reading_of([unsure if tile is five else tile for tile in seen])
    (doubt,) = reading.doubts
    assert doubt.code is DoubtCode.LOW_CONFIDENCE
    flagged = reading.tiles[doubt.tiles[0]]
    assert flagged.tile == "5p"
    assert [other.tile for other in flagged.alternatives] == ["7p", "6p"]
    assert doubt.proposal is not None
    assert doubt.proposal.tile == "7p"
    assert "7p" in doubt.text.en


NO_WIN = "1m 1m 1m 2m 3m 4m 7p 6p 7p 8s 8s 8s 9s | 9s"


@pytest.mark.parametrize(
    ("layout", "confidence", "maybe", "proposed", "reason"),
    [
        (NO_WIN, 0.95, {"5p": 0.02}, "5p", "read surely, but 5p would make four sets and a pair"),
        (NO_WIN, 0.97, {"1p": 0.02}, None, "what else it may be makes none either: read surely, not asked"),
        (NO_WIN, 0.98, {"5p": 0.001}, None, "hardly 5p at all: a hand that was not won"),
        (COMPLETE.replace("5p", "7p", 1).replace("7p 8s", "5p 8s"), 0.7, {"1p": 0.2}, None,
         "not clear, but the hand goes out with it"),
    ],
)  # fmt: skip
def test_a_hand_that_does_not_go_out_is_asked_for_what_it_lacks(
    layout: str, confidence: float, maybe: dict[str, float], proposed: str | None, reason: str
) -> None:
    seen = photograph(row(layout), confidence=0.99)
    first = min((t for t in seen if FACE_NAMES[t.best] == "7p"), key=lambda tile: tile.quad[:, 0].mean())
    unsure = seen_as("7p", first.quad, confidence=confidence, score=0.999, maybe=maybe)
    reading = reading_of([unsure if tile is first else tile for tile in seen])
    assert [doubt.proposal.tile for doubt in reading.doubts if doubt.proposal] == [proposed] * bool(
        proposed
    ), reason
    assert all("four sets" in doubt.text.en for doubt in reading.doubts)
    assert reading.notation is not None, "asked, not changed"


@pytest.mark.parametrize(
    ("other", "proposed", "why"),
    [
        ("9s", [], "not clear, but only so does the hand go out"),
        ("4p", ["4p"], "not clear, and with 4p for 7p it goes out too: that it does says nothing"),
    ],
)
def test_that_a_hand_goes_out_speaks_for_a_tile_only_if_it_would_not_otherwise(
    other: str, proposed: list[str], why: str
) -> None:
    seen = photograph(row(COMPLETE))
    (seven,) = (tile for tile in seen if FACE_NAMES[tile.best] == "7p")
    unsure = seen_as("7p", seven.quad, confidence=0.7, maybe={other: 0.2})
    found = reading_of([unsure if tile is seven else tile for tile in seen]).doubts
    assert [doubt.proposal.tile for doubt in found if doubt.proposal] == proposed, why


def test_of_five_alike_the_least_sure_is_named_with_its_alternative() -> None:
    seen = photograph(row("1m 1m 1m 1m 1m 4m 5p 6p 7p 8s 8s 8s 9s | 9s"))
    middle = sorted((t for t in seen if FACE_NAMES[t.best] == "1m"), key=lambda tile: tile.quad[:, 0].mean())[
        2
    ]
    weak = seen_as("1m", middle.quad, confidence=0.8, maybe={"2m": 0.15})
    reading = reading_of([weak if tile is middle else tile for tile in seen])
    doubt = next(doubt for doubt in reading.doubts if doubt.code is DoubtCode.FIVE_OF_A_KIND)
    sure = {tile.id: tile.confidence for tile in reading.tiles if tile.tile == "1m"}
    assert doubt.tiles[0] == min(sure, key=sure.__getitem__)
    assert doubt.proposal is not None
    assert doubt.proposal.tile == "2m"
    assert reading.notation is not None, "a proposal repairs nothing"
    assert reading.notation.count("1") == 5


def test_hidden_tiles_of_a_concealed_kong_count_as_its_face() -> None:
    found = doubts_of("2m 3m 4m 5p 6p 7p 7z 8s 8s 8s | 2m |1.0 ## 7z 7z ##")
    assert [doubt.code for doubt in found] == [DoubtCode.FIVE_OF_A_KIND]


def test_a_bent_tile_shows_both_readings() -> None:
    seen = photograph(row("5p 5p 1s 2s 6m 7m 8m 4m 4m 4m | 3s |1.0 7p 7p' 7p"))
    last = max((t for t in seen if FACE_NAMES[t.best] == "7p"), key=lambda tile: tile.quad[:, 0].max())
    unsure = seen_as("5p", last.quad, confidence=0.55, maybe={"7p": 0.4})
    reading = reading_of([unsure if tile is last else tile for tile in seen])
    (doubt,) = reading.doubts
    assert doubt.code is DoubtCode.AMBIGUOUS_MELD
    assert reading.tiles[doubt.tiles[0]].tile == "7p"
    assert doubt.proposal is not None
    assert doubt.proposal.tile == "5p"


def test_a_faint_back_is_let_in_before_another_back_is_taken_for_a_white_dragon() -> None:
    """A concealed kong with one back hardly seen: 14 tiles come out with the other back as a face, too."""
    seen = photograph(row("1m 2m 3m 4p 5p 6p 8s 8s 1s 2s | 3s |1.0 ## 7s 7s ##"))
    faint, back = sorted((t for t in seen if t.best == BACK), key=lambda tile: tile.quad[:, 0].mean())
    like_white = seen_as("##", back.quad, confidence=0.85, maybe={"5z": 0.14})
    surely = [like_white if tile is back else tile for tile in seen if tile is not faint]
    image, model = ImageInfo(*SIZE, "ab"), ModelInfo("m", "1", "cd")
    assert "5z" in str(compose_reading(image, surely, model).notation)
    with_faint = compose_reading(image, surely, model, otherwise=[[*surely, faint]])
    assert with_faint.notation == "[a7777s] 123m456p12s88s + 3s"


def camera_noise(level: int, size: tuple[int, int] = SIZE) -> NDArray[np.uint8]:
    random = np.random.default_rng(1)
    return np.clip(random.normal(level, 4, (size[1], size[0], 3)), 0, 255).astype(np.uint8)


def codes_of(seen: list[SeenTile], pixels: NDArray[np.uint8]) -> set[str]:
    return {str(doubt.code) for doubt in reading_of(seen, pixels).doubts}


def test_a_well_lit_photo_has_no_doubts_of_light() -> None:
    assert codes_of(photograph(row(COMPLETE)), camera_noise(200)) == set()


def test_a_dark_photo_is_called_dark() -> None:
    assert codes_of(photograph(row(COMPLETE)), camera_noise(30)) == {"too_dark"}


def under_a_lamp(seen: list[SeenTile], lit: range) -> NDArray[np.uint8]:
    """A photo in which the tiles of these places, from the left, mirror a lamp."""
    pixels = camera_noise(190)
    for tile in sorted(seen, key=lambda tile: tile.quad[:, 0].mean())[lit.start : lit.stop]:
        (x0, y0), (x1, y1) = tile.quad.min(axis=0).astype(int), tile.quad.max(axis=0).astype(int)
        pixels[y0:y1, x0:x1] = 255
    return pixels


@pytest.mark.parametrize(
    ("face", "confidence", "named", "why"),
    [
        ("2m", 0.6, (3,), "strokes that the light left unsure"),
        ("2m", 0.999, (), "strokes that can still be read: another photo would say the same"),
        ("5z", 0.999, (3,), "a blank face may be one that the light washed out"),
    ],
)
def test_glare_names_the_tiles_that_it_may_have_spoilt(
    face: str, confidence: float, named: tuple[int, ...], why: str
) -> None:
    seen = photograph(row(COMPLETE), confidence=0.999)
    fourth = sorted(seen, key=lambda tile: tile.quad[:, 0].mean())[3]
    lit = seen_as(face, fourth.quad, confidence=confidence)
    shown = [lit if tile is fourth else tile for tile in seen]
    glares = [
        d for d in reading_of(shown, under_a_lamp(shown, range(3, 5))).doubts if d.code is DoubtCode.GLARE
    ]
    assert [doubt.tiles for doubt in glares] == ([named] if named else []), why


def test_white_faces_in_bright_light_are_no_glare() -> None:
    """All faces 30 % blown out: the paper white of a bright photo, not a mirror."""
    seen = photograph(row(COMPLETE))
    pixels = camera_noise(235)
    for tile in seen:
        (x0, y0), (x1, y1) = tile.quad.min(axis=0).astype(int), tile.quad.max(axis=0).astype(int)
        pixels[y0 : y0 + (y1 - y0) * 3 // 10, x0:x1] = 255
    assert codes_of(seen, pixels) == set()


def inked(seen: list[SeenTile]) -> NDArray[np.uint8]:
    """A sharp photo of tiles whose faces show a ring and a bar."""
    pixels = camera_noise(200)
    for tile in seen:
        top, long = float(tile.quad[:, 1].min()), float(np.ptp(tile.quad[:, 1]))
        centre = tile.quad.mean(axis=0).astype(int).tolist()
        cv2.circle(pixels, centre, round(long * 0.2), (30, 60, 30), max(2, round(long * 0.05)))
        end = (centre[0], round(top + long * 0.9))
        cv2.line(pixels, centre, end, (150, 30, 30), max(2, round(long * 0.08)))
    return pixels


def softened(pixels: NDArray[np.uint8], across: float, down: float) -> NDArray[np.uint8]:
    return cv2.GaussianBlur(pixels, (0, 0), across, sigmaY=down).astype(np.uint8)


@pytest.mark.parametrize(
    ("spread", "codes", "why"),
    [
        ((0.0, 0.0), set(), "sharp"),
        ((0.02, 0.02), set(), "a little soft, as phones are: every stroke is still there"),
        ((0.08, 0.08), {"too_blurred"}, "out of focus: strokes run together"),
        ((0.09, 0.004), {"too_blurred"}, "the hand shook: edges are soft in one direction alone"),
    ],
)
def test_a_blurred_photo_is_called_blurred(spread: tuple[float, float], codes: set[str], why: str) -> None:
    seen = photograph(row(COMPLETE))
    long = float(np.median(long_sides(np.stack([tile.quad for tile in seen]))))
    pixels = inked(seen)
    if max(spread):
        pixels = softened(pixels, spread[0] * long, spread[1] * long)
    assert codes_of(seen, pixels) == codes, why


def test_blank_faces_are_not_called_blurred() -> None:
    seen = photograph(row(COMPLETE))
    assert codes_of(seen, softened(camera_noise(200), 6, 6)) == set()


def test_faces_seen_from_low_down_are_called_flattened() -> None:
    assert "too_low" in codes_of(photograph(row(COMPLETE), View(14)), camera_noise(200))
    assert "too_low" not in codes_of(photograph(row(COMPLETE), View(25)), camera_noise(200))


def test_a_smaller_copy_of_the_pixels_is_judged_alike() -> None:
    assert codes_of(photograph(row(COMPLETE)), camera_noise(30, (1000, 750))) == {"too_dark"}


def test_level_tiles_on_a_white_page_are_a_screenshot() -> None:
    page = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    page[700:750] = camera_noise(120)[700:750]
    assert "screenshot" in codes_of(photograph(row(COMPLETE), View(90)), page)
    assert "screenshot" not in codes_of(photograph(row(COMPLETE), View(60, roll=6)), page), "never level"


def test_a_drawn_page_is_called_a_screenshot_though_no_tile_was_found() -> None:
    page = np.full((SIZE[1], SIZE[0], 3), (243, 240, 230), np.uint8)
    page[300:900, 200:1800] = (20, 120, 60)
    assert [doubt.code for doubt in reading_of([], page).doubts] == ["screenshot", "no_tiles"]


def test_tiny_tiles_are_called_too_small_with_the_measure() -> None:
    """P31: a thumbnail leaves tiles of some 15 px."""
    small = photograph(row(COMPLETE), View(90, size=(170, 120)))
    (doubt,) = reading_of(small, size=(170, 120)).doubts
    assert doubt.code is DoubtCode.TOO_SMALL
    assert re.search(r"1[0-5] pixels long", doubt.text.en)


def test_a_tile_at_the_edge_of_the_picture_is_called_cut_off() -> None:
    seen = photograph(row(COMPLETE))
    left = min(float(tile.quad[:, 0].min()) for tile in seen)
    moved = [SeenTile(t.quad - [left - 1, 0], t.score, t.probabilities, t.turn_known) for t in seen]
    (doubt,) = reading_of(moved).doubts
    assert doubt.code is DoubtCode.CUT_OFF
    assert doubt.tiles == (0,)


def test_tiles_that_are_not_of_the_hand_raise_no_doubts_of_light() -> None:
    pond = [*row("1m 9p 4z 2s 7m 6p", 0, 5), *row("3z 8s 1s 9m 2p 5s", 0, 3.6)]
    seen = photograph([*row(COMPLETE), *pond])
    pixels = camera_noise(200)
    far = [tile for tile in seen if tile.quad[:, 1].mean() < SIZE[1] / 2]
    for tile in far:
        (x0, y0), (x1, y1) = tile.quad.min(axis=0).astype(int), tile.quad.max(axis=0).astype(int)
        pixels[y0:y1, x0:x1] = 255
    assert len(far) >= 6
    assert reading_of(seen, pixels).doubts == ()


def test_every_doubt_speaks_both_languages_and_survives_json() -> None:
    for text in [case[0] for case in CASES]:
        reading = reading_of(photograph(row(text)))
        assert Reading.from_dict(json.loads(json.dumps(reading.to_dict()))).doubts == reading.doubts
        for doubt in reading.doubts:
            assert re.search("[一-鿿]", doubt.text.zh)
            assert re.search("[a-z]{3}", doubt.text.en)


def test_a_reading_is_numbered_as_a_player_reads() -> None:
    melds = "| 7z 7z' 7z | ## 2p 2p ##"
    reading = reading_of(photograph(row(f"5p 5p 1s 2s 6m 7m 8m | 3s {melds}")))
    assert reading.notation == "[p777z] [a2222p] 678m55p12s + 3s"
    shown = [tile.tile for tile in reading.tiles]
    assert shown == [
        *["5p", "5p", "1s", "2s", "6m", "7m", "8m"], "7z", "7z", "7z", None, "2p", "2p", None, "3s",
    ]  # fmt: skip
    assert [group.kind for group in reading.groups] == [
        GroupKind.CONCEALED,
        GroupKind.PUNG,
        GroupKind.CONCEALED_KONG,
        GroupKind.WINNING_TILE,
    ]
    assert [tile.face for tile in reading.tiles if tile.tile is None] == ["down", "down"]
    assert all(
        tile.group == group.id for group in reading.groups for tile in reading.tiles if tile.id in group.tiles
    )


def test_times_add_up() -> None:
    spent = Milliseconds(decode=40, detect=90, read=5)
    reading = compose_reading(
        ImageInfo(*SIZE, "ab"), photograph(row(COMPLETE)), ModelInfo("m", "1", "cd"), spent=spent
    )
    times = reading.milliseconds
    assert (times.decode, times.detect, times.read) == (40, 90, 5)
    assert times.total == pytest.approx(135 + times.layout)
