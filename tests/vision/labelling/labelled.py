"""Small labelled data sets made on the spot, and what Hypothesis draws them from."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from PIL import Image

from vision.classes import FACE_NAMES
from vision.labelling.formats.shapes import TurnedRectangle
from vision.labelling.picture import UNKNOWN, DataSet, LabelledPicture, LabelledTile, Provenance
from vision.reading import TILE_NAMES, Alternative

WIDTH, HEIGHT = 320, 200


def photo(seed: int = 0, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Image.Image:
    """A picture like no other: coarse coloured noise."""
    coarse = np.random.default_rng(seed).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def jpeg(image: Image.Image, orientation: int = 1) -> bytes:
    """A JPEG; with an EXIF orientation the stored pixels are turned so that it shows upright again."""
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    out, exif = io.BytesIO(), Image.Exif()
    if orientation > 1:
        image = image.transpose(back[orientation])
        exif[0x0112] = orientation
    image.save(out, "JPEG", quality=92, exif=exif)
    return out.getvalue()


def put(root: Path, file: str, data: bytes) -> Path:
    """A file under a root, its folders made."""
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def picture(
    root: Path, file: str, tiles: Sequence[LabelledTile] = (), *, seed: int = 0, split: str | None = None
) -> LabelledPicture:
    """A labelled picture whose file is written."""
    put(root, file, jpeg(photo(seed)))
    return LabelledPicture(file, WIDTH, HEIGHT, tuple(tiles), split=split)


def small_set(root: Path) -> DataSet:
    """Two pictures: boxes, a turned rectangle, a free quad; by a person, a model, nobody known."""
    person = Provenance(person="li@example.org", time="2026-11-30T08:00:00Z")
    model = Provenance(model="tiles 1", time="2026-11-30T08:00:00Z")
    turned = TurnedRectangle(150, 40, 30, 42, 200).quad
    first = [
        LabelledTile.from_box("1m", (10, 20, 40, 62), provenance=person),
        LabelledTile(
            "6s", turned, provenance=Provenance("li@example.org", "tiles 1", "2026-11-30T08:00:00Z")
        ),
        LabelledTile("f", ((60.0, 60.0), (90.5, 64.0), (88.0, 101.25), (57.0, 99.0))),
    ]
    second = [
        LabelledTile("7z", turned, "quad", 0.91, (Alternative("1m", 0.05),), model),
        LabelledTile("back", TurnedRectangle(30, 90, 28, 40, 0).quad, "quad", 0.5, (), model),
    ]
    return DataSet.of(
        root,
        [
            picture(root, "table/a.jpg", first, seed=1, split="train"),
            picture(root, "table/b.jpg", second, seed=2, split="val"),
            picture(root, "c.jpg", (), seed=3, split="train"),
        ],
    )


def tiles() -> st.SearchStrategy[LabelledTile]:
    """Boxes, turned rectangles and free quads inside the picture, of every class and provenance."""
    number = st.floats(20, 160, allow_nan=False)
    side = st.floats(3, 40)
    boxes = st.builds(
        lambda name, x, y, w, h: LabelledTile.from_box(name, (x, y, x + w, y + h)),
        st.sampled_from(FACE_NAMES), number, number, side, side,
    )  # fmt: skip
    turned = st.builds(
        lambda x, y, w, h, degrees: TurnedRectangle(x, y, w, h, degrees).quad,
        number, number, side, side, st.floats(-180, 180),
    )  # fmt: skip
    free = st.builds(
        lambda x, y, a, b, c, d: ((x, y), (x + 20 + a, y + b), (x + 22 + c, y + 30 + d), (x - b, y + 28 + a)),
        number, number, *[st.floats(0, 8)] * 4,
    )  # fmt: skip
    confidence = st.none() | st.integers(0, 10000).map(lambda n: n / 10000)
    words = st.none() | st.sampled_from(["li@example.org", "tiles 1", "2026-11-30T08:00:00Z", "陈 & <co>"])
    quads = st.builds(
        LabelledTile,
        st.sampled_from(FACE_NAMES),
        turned | free,
        st.just("quad"),
        confidence,
        st.lists(st.builds(Alternative, st.sampled_from(TILE_NAMES), st.just(0.25)), max_size=2).map(tuple),
        st.builds(Provenance, words, words, words) | st.just(UNKNOWN),
    )
    return boxes | quads
