"""The shipped models give, on the example pictures, what they gave when they were released."""

import json
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.bundle import load_bundle
from vision.photo import decode
from vision.read import PhotoReader
from vision.seen import SeenTile

EXAMPLES = sorted((Path(__file__).parents[2] / "datasets" / "examples").glob("*.jpg"))
GOLDEN = Path(__file__).with_name("golden") / "examples.json"
REWRITE = os.environ.get("QICHENG_REWRITE_GOLDEN") == "1"

PIXELS = 3.0
"""Decoders of one JPEG differ by a grey level here and there; a box may move so far."""


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    return PhotoReader(load_bundle(), threads=2)


def summary(tile: SeenTile) -> dict[str, Any]:
    centre = tile.quad.mean(axis=0)
    return {
        "face": tile.best,
        "confidence": round(tile.confidence, 3),
        "score": round(tile.score, 3),
        "centre": [round(float(value), 1) for value in centre],
    }


def seen(reader: PhotoReader, image: Path) -> list[dict[str, Any]]:
    tiles = [summary(tile) for tile in reader.see(decode(image.read_bytes()))]
    return sorted(tiles, key=lambda tile: tile["centre"])


def test_golden_answers_are_only_rewritten_when_asked(reader: PhotoReader) -> None:
    if REWRITE:
        answers = {image.stem: seen(reader, image) for image in EXAMPLES}
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(json.dumps({"model": reader.model.sha256, **answers}, indent=1) + "\n")
    assert not REWRITE, "rewritten: look at the change, then run again without QICHENG_REWRITE_GOLDEN"


@pytest.mark.parametrize("image", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_seen_as_it_was(image: Path, reader: PhotoReader) -> None:
    golden = json.loads(GOLDEN.read_text())
    assert golden["model"] == reader.model.sha256, "golden answers are of another bundle"
    now, then = seen(reader, image), golden[image.stem]
    assert [tile["face"] for tile in now] == [tile["face"] for tile in then]
    for name, tolerance in (("confidence", 0.05), ("score", 0.05), ("centre", PIXELS)):
        assert np.allclose([tile[name] for tile in now], [tile[name] for tile in then], atol=tolerance), name


def test_reading_twice_gives_the_same(reader: PhotoReader) -> None:
    photo = decode(EXAMPLES[0].read_bytes())
    first, second = reader.see(photo), reader.see(photo)
    assert all(np.array_equal(a.quad, b.quad) for a, b in zip(first, second, strict=True))
    assert all(np.array_equal(a.probabilities, b.probabilities) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("factor", [0.25, 0.5, 2.0])
def test_the_same_scene_at_another_scale_has_the_same_tiles(factor: float, reader: PhotoReader) -> None:
    """A photo sent through a messenger is a quarter of the size: the same tile list."""
    photo = decode(EXAMPLES[0].read_bytes())
    scaled = cv2.resize(photo.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    data = cv2.imencode(".png", scaled[..., ::-1])[1].tobytes()
    assert sorted(tile.best for tile in reader.see(decode(data))) == sorted(
        tile.best for tile in reader.see(photo)
    )


def test_an_empty_table_has_no_tiles(reader: PhotoReader) -> None:
    rng = np.random.default_rng(0)
    felt = np.clip(rng.normal((30, 110, 60), 12, (900, 1200, 3)), 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", felt[..., ::-1])[1].tobytes()
    assert reader.see(decode(data)) == []
