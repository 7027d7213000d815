"""Models by name, and the refusal to measure them on what they learnt from."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.evaluation.answers import OurBundle, shipped_folder
from vision.evaluation.pictures import Picture
from vision.evaluation.run import check_unseen
from vision.labelling.errors import TrainedOnError
from vision.labelling.manifest import trained_on, write_trained_on


def bundle(folder: Path) -> OurBundle:
    """A bundle of which only the folder matters."""
    made = OurBundle.__new__(OurBundle)
    made.folder = folder
    return made


def test_pictures_that_were_trained_on_are_refused_under_any_name(tmp_path: Path) -> None:
    picture, copy = tmp_path / "one.jpg", tmp_path / "renamed.jpg"
    source = Path(__file__).parents[1] / "pictures" / "pile.jpg"
    picture.write_bytes(source.read_bytes())
    copy.write_bytes(source.read_bytes())
    write_trained_on(tmp_path, [picture])
    with pytest.raises(TrainedOnError, match=r"renamed\.jpg"):
        check_unseen([Picture(copy, "g", ())], bundle(tmp_path))


def test_a_bundle_that_does_not_say_refuses_nothing(tmp_path: Path) -> None:
    check_unseen([Picture(Path("nowhere.jpg"), "g", ())], bundle(tmp_path))


def test_the_shipped_bundle_says_what_it_was_trained_on() -> None:
    assert len(trained_on(shipped_folder())) >= 1000
