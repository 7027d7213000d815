"""Tile pictures from the shipped atlas."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PIL import Image

from scoring import Tile

WIDTH, HEIGHT, COLUMNS = 90, 120, 9
FLOWER_AT, BACK_AT = 34, 35


@cache
def _atlas() -> Image.Image:
    with (files("api") / "web" / "tiles.png").open("rb") as file:
        return Image.open(file).convert("RGBA")


@cache
def tile_picture(name: str | None, width: int) -> Image.Image:
    """A tile `width` pixels wide (RGBA, 3:4); None is a tile face down, `f` a flower.

    >>> tile_picture("5p", 45).size
    (45, 60)
    """
    at = BACK_AT if name is None else FLOWER_AT if name == "f" else int(Tile.parse(name))
    row, column = divmod(at, COLUMNS)
    left, top = column * WIDTH, row * HEIGHT
    cell = _atlas().crop((left, top, left + WIDTH, top + HEIGHT))
    return cell.resize((width, round(width * HEIGHT / WIDTH)), Image.Resampling.LANCZOS)
