"""Models over data sets: opened by name, pictures refused that were trained on, outcomes one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from vision.engine import Engine, Lost
from vision.evaluation.answers import Model, OurBundle
from vision.evaluation.onnx_yolo import OnnxYolo
from vision.evaluation.outcomes import PictureOutcome, compare, unread
from vision.evaluation.peer import PEER, MahjongDetector
from vision.evaluation.pictures import Picture
from vision.labelling.manifest import refuse_trained, trained_on
from vision.photo import PhotoError


def open_model(which: str | None, classes: Path | None = None, threads: int = 0) -> Model:
    """A model to evaluate: a bundle's folder, an ONNX file, `mahjong-detector`; None for the shipped bundle.

    Raises:
        BundleError, ModelFileError, LabellingError: it cannot be used, or its classes are not known.
        ImportError: the peer is not installed.
    """
    if which == PEER:
        return MahjongDetector()
    if which is not None and which.endswith(".onnx"):
        return OnnxYolo(Path(which), classes, threads)
    return OurBundle(None if which is None else Path(which), threads)


def check_unseen(pictures: Sequence[Picture], model: Model) -> None:
    """Refuse pictures that the model was trained on, as far as it says what those were.

    Raises:
        TrainedOnError: names some of them.
    """
    if isinstance(model, OurBundle):
        refuse_trained([picture.path for picture in pictures], trained_on(model.folder))


def outcome_of(model: Model, picture: Picture) -> PictureOutcome:
    """The outcome of one picture; a file that cannot be read has one too."""
    try:
        return compare(picture, model.answer(picture.path))
    except (PhotoError, OSError) as error:
        return unread(picture, str(error))


def outcomes(
    engine: Engine,
    which: str | None,
    classes: Path | None,
    threads: int,
    pictures: Sequence[Picture],
    step: Callable[[], Any] = lambda: None,
) -> tuple[PictureOutcome, ...]:
    """The outcomes in the order of the pictures, worked on by an engine; `step` is called after each.

    Every worker opens the model itself (`open_model`): its files and the pictures must be in reach there.
    """
    found: dict[int, PictureOutcome] = {}
    for index, result in engine.run(partial(_opened, which, classes, threads), pictures):
        found[index] = unread(pictures[index], result.reason) if isinstance(result, Lost) else result
        step()
    return tuple(found[index] for index in range(len(pictures)))


def _opened(which: str | None, classes: Path | None, threads: int) -> Callable[[Picture], PictureOutcome]:
    return partial(outcome_of, open_model(which, classes, threads))
