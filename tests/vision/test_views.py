"""Looking at a picture through a turned and scaled window, and coming back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.views import STRIDE, Pyramid, View

POINTS = np.array([[10.0, 20.0], [300.0, 60.0], [150.0, 220.0]])


@given(st.floats(-np.pi, np.pi), st.floats(0.05, 3), st.floats(0, 100))
def test_a_window_takes_points_back_to_where_they_were(angle: float, scale: float, margin: float) -> None:
    view = View.around(POINTS, angle, scale, margin, 2_000_000)
    seen = POINTS @ view.matrix[:2, :2].T + view.matrix[:2, 2]
    assert np.allclose(view.back(seen), POINTS)
    assert (seen >= -1e-6).all()
    assert (seen <= np.array([view.width, view.height]) + 1e-6).all()


@pytest.mark.parametrize("most", [10_000, 500_000])
def test_a_window_keeps_to_its_size(most: int) -> None:
    view = View.around(POINTS, 0.3, 50.0, 10, most)
    assert view.width * view.height <= most + (view.width + view.height) * STRIDE
    assert view.width % STRIDE == view.height % STRIDE == 0


def test_the_whole_picture_is_scaled_to_its_longer_side() -> None:
    view = View.whole(4000, 3000, 640)
    assert (view.width, view.height) == (640, 480)


def test_small_pictures_are_not_blown_up_more_than_twice() -> None:
    assert View.whole(100, 80, 640).scale == 2.0


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.3, 0.1])
def test_shrinking_shows_the_mean_of_what_it_covers(scale: float) -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, (400, 400, 3)).astype(np.uint8)
    view = View.whole(400, 400, round(400 * scale))
    window = view.look(Pyramid(noise))[: round(400 * scale), : round(400 * scale)]
    assert abs(float(window.mean()) - float(noise.mean())) < 3
    if scale <= 0.3:
        assert window.std() < noise.std() * 1.6 * scale, "aliasing"


def test_a_dot_is_seen_where_the_matrix_puts_it() -> None:
    picture = np.zeros((200, 300, 3), dtype=np.uint8)
    picture[98:103, 198:203] = 255
    view = View.around(np.array([[100.0, 50.0], [250.0, 150.0]]), 0.5, 2.0, 20, 10**6)
    window = view.look(Pyramid(picture))[..., 0]
    y, x = np.unravel_index(np.argmax(window), window.shape)
    assert np.linalg.norm(view.back(np.array([x, y], dtype=float)) - [200, 100]) < 4


def test_beyond_the_picture_is_grey() -> None:
    view = View.around(np.array([[-100.0, -100.0], [10.0, 10.0]]), 0, 1, 0, 10**6)
    assert (view.look(Pyramid(np.zeros((50, 50, 3), dtype=np.uint8)))[0, 0] == 114).all()
