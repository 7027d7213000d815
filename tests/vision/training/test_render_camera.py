"""The render camera: projection, framing, and agreement with the matrix that the graphics card gets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.training.render.camera import Camera

ORIGIN = np.zeros(3)


def camera(pitch: float = 60.0, azimuth: float = 0.0, roll: float = 0.0, stretch: float = 1.0) -> Camera:
    return Camera.looking_at(
        ORIGIN,
        distance=20.0,
        pitch=pitch,
        azimuth=azimuth,
        roll=roll,
        focal=700.0,
        size=(800, 600),
        stretch=stretch,
    )


def test_the_target_is_in_the_middle_of_the_picture() -> None:
    assert camera().project(ORIGIN) == pytest.approx([400, 300])


@pytest.mark.parametrize(
    ("roll", "direction", "why"),
    [
        (0.0, (1, 0), "the player's right is the picture's right"),
        (90.0, (0, 1), "a camera turned a quarter anticlockwise turns the picture clockwise"),
        (180.0, (-1, 0), "upside down"),
    ],
)
def test_roll_turns_the_picture(roll: float, direction: tuple[int, int], why: str) -> None:
    seen = camera(roll=roll).project(np.array([1.0, 0.0, 0.0])) - [400, 300]
    assert seen / np.linalg.norm(seen) == pytest.approx(direction, abs=1e-9), why


def test_straight_down_keeps_lengths_at_focal_over_distance() -> None:
    ends = camera(pitch=90.0).project(np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    assert ends[0] - ends[1] == pytest.approx([0.0, 700.0 / 20.0], abs=1e-9)


def test_stretch_widens_and_keeps_the_area() -> None:
    fx, fy = camera(stretch=1.3).focal
    assert fx / fy == pytest.approx(1.3)
    assert fx * fy == pytest.approx(700.0**2)


def test_points_behind_the_camera_have_no_place() -> None:
    assert np.isnan(camera(pitch=90.0).project(np.array([0.0, 0.0, 30.0]))).all()


@given(
    pitch=st.floats(8, 90),
    azimuth=st.floats(-180, 180),
    roll=st.floats(-180, 180),
    stretch=st.floats(0.75, 1.33),
)
def test_the_clip_matrix_puts_points_where_project_says(
    pitch: float, azimuth: float, roll: float, stretch: float
) -> None:
    one = camera(pitch, azimuth, roll, stretch)
    points = np.array([[0.0, 0.0, 0.0], [3.0, -2.0, 0.5], [-4.0, 1.0, 1.0]])
    clip = np.concatenate([points, np.ones((3, 1))], axis=1) @ one.clip_matrix(0.5, 400.0).T.astype(
        np.float64
    )
    ndc = clip[:, :2] / clip[:, 3:]
    pixels = np.stack([(ndc[:, 0] + 1) * 400, (1 - ndc[:, 1]) * 300], axis=1)
    assert pixels == pytest.approx(one.project(points), abs=0.02)


@given(fill=st.floats(0.2, 1.0), x=st.floats(-1, 1), y=st.floats(-1, 1), roll=st.floats(-180, 180))
def test_framing_fills_the_picture_as_asked_and_cuts_nothing(
    fill: float, x: float, y: float, roll: float
) -> None:
    points = np.array([[-5.0, -1.0, 0.0], [5.0, -1.0, 0.0], [5.0, 1.0, 0.6], [-5.0, 1.0, 0.6]])
    seen = camera(roll=roll).framed(points, fill=fill, offset=(x, y)).project(points)
    share = np.ptp(seen, axis=0) / [800, 600]
    assert share.max() == pytest.approx(fill)
    assert (seen >= -1e-6).all()
    assert (seen <= np.array([800, 600]) + 1e-6).all()
