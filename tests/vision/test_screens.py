"""A screenshot is told from a camera's photo by its pixels alone, with tiles and without."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from api.tile_pictures import tile_picture
from scoring.tiles import parse_tiles
from vision.photo import decode
from vision.screens import is_drawn

Colour = tuple[int, int, int]
PAPER, INK, CARD = (243, 240, 230), (40, 40, 40), (255, 253, 247)
NIGHT, SNOW, NIGHT_CARD = (15, 26, 21), (230, 230, 225), (23, 37, 30)


def camera(width: int = 1600, height: int = 1200, light: float = 130, noise: float = 6) -> Image.Image:
    """A cloth in uneven light before a sensor, then noise reduction."""
    across = np.linspace(-25, 25, width)[None, :, None] + np.linspace(-15, 15, height)[:, None, None]
    grain = np.random.default_rng(3).normal(0, noise, (height, width, 3))
    pixels = np.clip(light * np.array([0.4, 0.9, 0.6]) + across + grain, 0, 255).astype(np.uint8)
    return Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(1.5))


def page(
    width: int, height: int, ground: Colour = PAPER, ink: Colour = INK, card: Colour = CARD
) -> Image.Image:
    """An app: a bar, two cards with lines of words, a button."""
    image = Image.new("RGB", (width, height), ground)
    draw, unit = ImageDraw.Draw(image), width // 20
    draw.rectangle((0, 0, width, 2 * unit), card)
    for top in (3 * unit, 14 * unit):
        draw.rounded_rectangle((unit, top, width - unit, top + 9 * unit), unit / 2, card)
        for line in range(4):
            draw.text((2 * unit, top + (1 + 2 * line) * unit), "13 番 abc def 52 " * 3, ink, font_size=unit)
    draw.rounded_rectangle((unit, 25 * unit, width - unit, 27 * unit), unit / 2, (20, 110, 70))
    return image


def with_tiles(image: Image.Image) -> Image.Image:
    """Fourteen drawn tiles across it."""
    side = image.width // 16
    for at, tile in enumerate(parse_tiles("123456789p11z777z")):
        drawn = tile_picture(str(tile), side)
        image.paste(drawn, (side + at * side, image.width // 2), drawn)
    return image


def with_photo(image: Image.Image, part: float = 0.7) -> Image.Image:
    """A photo in a message, as wide as that part of the page."""
    wide = round(image.width * part)
    image.paste(camera().resize((wide, wide * 3 // 4)), (image.width - wide, image.width // 3))
    return image


def in_a_viewer() -> Image.Image:
    """A photo seen full screen on a phone, black above and below."""
    image = Image.new("RGB", (1080, 2340))
    image.paste(camera().resize((1080, 810)), (0, 765))
    return image


SCREENS: dict[str, Callable[[], Image.Image]] = {
    "a page on a phone": lambda: page(1170, 2532),
    "a page on a small phone": lambda: page(360, 740),
    "a page in the dark": lambda: page(1170, 2532, NIGHT, SNOW, NIGHT_CARD),
    "a window on a computer": lambda: page(1280, 800),
    "a page with tiles": lambda: with_tiles(page(780, 1688)),
    "a message with a photo": lambda: with_photo(page(1080, 2340)),
    "a message with a photo across all of it": lambda: with_photo(page(1080, 2340), 1.0),
    "a message with a photo, in the dark": lambda: with_photo(
        page(1080, 2340, (17, 17, 17), SNOW, (44, 44, 44))
    ),
    "a photo in a viewer": in_a_viewer,
}


# JPEG takes the edges, and in the dark a photo is as flat.
KEPT = [(name, form) for name in SCREENS for form in ("PNG", "JPEG") if form == "PNG" or "dark" not in name]


@pytest.mark.parametrize(("name", "form"), KEPT)
def test_a_screenshot_is_one_whatever_it_shows(name: str, form: str) -> None:
    assert drawn(SCREENS[name](), form)


def test_a_white_page_is_told_by_its_edges() -> None:
    assert drawn(page(1080, 2340, (255, 255, 255), INK, (255, 255, 255)), "PNG")


def test_of_level_tiles_in_the_dark_nothing_follows() -> None:
    assert not is_drawn(np.asarray(camera(light=1, noise=0.1)), level=True)


def blown_out() -> Image.Image:
    """Light from a window: white melts into the table."""
    return Image.fromarray(
        np.clip(np.asarray(camera()).astype(float) + np.linspace(400, 0, 1200)[:, None, None], 0, 255).astype(
            np.uint8
        )
    )


PHOTOS: dict[str, Callable[[], Image.Image]] = {
    "a cloth": camera,
    "without noise": lambda: camera(noise=0.5),
    "in the dark": lambda: camera(light=20, noise=1),
    "half blown out": blown_out,
    "a covered lens": lambda: Image.new("RGB", (1600, 1200)),
    "all white": lambda: Image.new("RGB", (1600, 1200), "white"),
    "turned, with black corners": lambda: camera().rotate(9, expand=True),
    "a thumbnail": lambda: camera().resize((320, 240)),
}


@pytest.mark.parametrize("quality", [95, 75, 30])
@pytest.mark.parametrize("name", PHOTOS)
def test_a_camera_s_photo_is_none(name: str, quality: int) -> None:
    assert not drawn(PHOTOS[name](), "JPEG", quality=quality)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 120), st.integers(1, 120), st.integers(0, 255))
def test_a_picture_of_any_size_is_judged(width: int, height: int, value: int) -> None:
    pixels: NDArray[np.uint8] = np.full((height, width, 3), value, np.uint8)
    assert is_drawn(pixels) in {True, False}


def drawn(image: Image.Image, form: str, **how: int) -> bool:
    out = io.BytesIO()
    image.save(out, form, **how)
    return is_drawn(decode(out.getvalue()).pixels)
