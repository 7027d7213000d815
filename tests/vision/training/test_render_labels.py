"""Label math: which side is seen, where its corners are, how much of it is not hidden."""

import numpy as np
import pytest

from vision.training.render.camera import Camera
from vision.training.render.labels import area, boxes, facing, label_scene, side, visible_part
from vision.training.render.poses import FACE_DOWN, FACE_UP, STANDING, place
from vision.training.render.scene import PlacedTile, Scene, Table, TileLook, TileShape

SHAPE = TileShape()


def scene(*tiles: PlacedTile, pitch: float = 60.0, azimuth: float = 0.0, roll: float = 0.0) -> Scene:
    camera = Camera.looking_at(
        np.zeros(3), distance=20.0, pitch=pitch, azimuth=azimuth, roll=roll, focal=1500.0, size=(640, 480)
    )
    return Scene(camera, TileLook("composed", 0, SHAPE), tiles, Table("felt/1"))


def lying(attitude: np.ndarray = FACE_UP, angle: float = 0.0, x: float = 0.0) -> PlacedTile:
    return PlacedTile("5p", place(SHAPE, attitude, x, 0.0, angle), "loose", 0, attitude is STANDING)


def everything_seen(one: Scene) -> np.ndarray:
    """An id picture in which the first tile covers all."""
    width, height = one.camera.size
    return np.ones((height, width), np.int32)


@pytest.mark.parametrize("front", [True, False])
@pytest.mark.parametrize("roll", [0.0, 77.0, 180.0])
def test_quads_run_clockwise_in_the_picture(front: bool, roll: float) -> None:
    one = scene(lying(FACE_UP if front else FACE_DOWN), roll=roll)
    (label,) = label_scene(one, everything_seen(one))
    assert label.face == ("5p" if front else None)
    assert area(label.quad) > 0


@pytest.mark.parametrize(
    ("angle", "corner", "why"),
    [
        (0.0, (-1, -1), "upright: the face's top left is the picture's top left"),
        (180.0, (1, 1), "upside down: bottom right"),
        (90.0, (-1, 1), "a quarter turn to the left: bottom left"),
    ],
)
def test_the_first_corner_is_the_faces_own_top_left(angle: float, corner: tuple[int, int], why: str) -> None:
    one = scene(lying(angle=angle), pitch=90.0)
    (label,) = label_scene(one, everything_seen(one))
    assert tuple(np.sign(label.quad[0] - label.quad.mean(axis=0))) == corner, why


SEEN = [
    (FACE_UP, 60.0, 0.0, "5p", "lying face up"),
    (FACE_DOWN, 60.0, 0.0, None, "lying face down: its back"),
    (STANDING, 20.0, 0.0, "5p", "standing towards the camera"),
    (STANDING, 20.0, 180.0, None, "standing, seen from behind"),
]


@pytest.mark.parametrize(("attitude", "pitch", "azimuth", "face", "why"), SEEN)
def test_the_side_that_is_seen_is_labelled(
    attitude: np.ndarray, pitch: float, azimuth: float, face: str | None, why: str
) -> None:
    one = scene(lying(attitude), pitch=pitch, azimuth=azimuth)
    (label,) = label_scene(one, everything_seen(one))
    assert label.face == face, why


def test_a_standing_tile_seen_from_above_shows_only_a_sliver_and_has_no_label() -> None:
    one = scene(lying(STANDING), pitch=87.0)
    assert label_scene(one, everything_seen(one)) == []


def test_facing_is_one_square_on_and_negative_from_behind() -> None:
    tile, above = lying(), np.array([0.0, 0.0, 50.0])
    assert facing(tile, SHAPE, above, True) == pytest.approx(1.0)
    assert facing(tile, SHAPE, above, False) < 0


def test_front_and_back_have_the_same_corners_seen_from_their_own_side() -> None:
    front, back = side(SHAPE, True), side(SHAPE, False)
    assert front[:, 0] == pytest.approx(-back[:, 0])
    assert front[:, 1] == pytest.approx(back[:, 1])
    assert front[:, 2] == pytest.approx(-back[:, 2])


SQUARE = np.array([[10.0, 10.0], [30.0, 10.0], [30.0, 30.0], [10.0, 30.0]])


@pytest.mark.parametrize(
    ("columns", "expected", "why"),
    [
        (slice(0, 60), 1.0, "all of it"),
        (slice(0, 20), 0.5, "another thing covers the right half"),
        (slice(40, 60), 0.0, "its pixels are elsewhere"),
    ],
)
def test_visible_part_counts_the_quads_own_pixels(columns: slice, expected: float, why: str) -> None:
    ids = np.zeros((60, 60), np.int32)
    ids[:, columns] = 1
    assert visible_part(SQUARE, ids, 1) == pytest.approx(expected, abs=0.03), why


def test_what_lies_outside_the_picture_counts_as_hidden() -> None:
    ids = np.ones((60, 60), np.int32)
    assert visible_part(SQUARE - [20, 0], ids, 1) == pytest.approx(0.5, abs=0.03)


def test_boxes_span_each_tiles_pixels_and_ignore_other_things() -> None:
    ids = np.zeros((20, 30), np.int32)
    ids[5:9, 10:14] = 2
    ids[0, 0] = 60_000
    assert boxes(ids, 2).tolist() == [[0, 0, 0, 0], [10, 5, 14, 9]]


def test_a_label_says_all_that_training_needs() -> None:
    one = scene(lying())
    (label,) = label_scene(one, everything_seen(one))
    row = label.as_json()
    assert set(row) == {"face", "quad", "visible", "group", "role", "standing", "box"}
    assert row["visible"] == 1.0
    assert row["box"] == [0, 0, 640, 480]
