"""Evaluation over an engine: the same outcomes in the same order, whoever worked on them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from vision.engine.engine import Job, Lost, R, T
from vision.engine.local import LocalEngine
from vision.evaluation.pictures import Picture
from vision.evaluation.run import outcomes


class Backwards:
    """An engine that is done in the opposite order, and loses one item."""

    def run(self, job: Job[T, R], items: list[T]) -> list[tuple[int, R | Lost]]:
        call = job()
        last = len(items) - 1
        return [(at, Lost("gone") if at == 1 else call(items[at])) for at in range(last, -1, -1)]


def photos(folder: Path) -> list[Picture]:
    pictures = []
    for number in range(3):
        pixels = np.full((64, 96, 3), 40 * number, dtype=np.uint8)
        path = folder / f"{number}.png"
        Image.fromarray(pixels).save(path)
        pictures.append(Picture(path, "g", ()))
    return pictures


def test_outcomes_keep_the_order_of_the_pictures_and_a_lost_one_is_unread(tmp_path: Path) -> None:
    pictures, steps = photos(tmp_path), list[int]()
    here = outcomes(LocalEngine(), None, None, 1, pictures, lambda: steps.append(1))
    backwards = outcomes(Backwards(), None, None, 1, pictures)  # type: ignore[arg-type]
    assert len(steps) == 3
    assert [each.picture for each in here] == [each.picture for each in backwards]
    assert [each.error for each in here] == [None, None, None]
    assert [each.error for each in backwards] == [None, "gone", None]
