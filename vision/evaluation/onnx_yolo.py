"""Any single YOLO model as ONNX, with oriented or upright boxes, so that public models stand beside ours.

Known outputs, told by their shapes: rows `cx cy w h` + a score a class (+ angle), either way round; with an
objectness before the classes; and the end-to-end `x0 y0 x1 y1 score class` or `cx cy w h score class angle`.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from vision.detector import Found, rectangles, session, suppress
from vision.evaluation.answers import Answer, Claim
from vision.evaluation.classes import class_map, faces_named
from vision.labelling.names import LEFT_OUT
from vision.photo import decode

GREY = 114
CONFIDENCE = 0.25
OVERLAP = 0.5
SIDE = 640
"""Of the input where the model leaves it open."""

END_TO_END = 1000
"""An output with fewer rows and 6 or 7 columns is one of picked boxes."""

Array = NDArray[np.float64]


class ModelFileError(ValueError):
    """An ONNX file that is no YOLO model whose classes are known; the message says why."""


@dataclass(frozen=True, eq=False)
class Boxes:
    """Rectangles (n, 4, 2) in the input's pixels, scores (n,), class indices (n,)."""

    corners: Array
    scores: Array
    classes: NDArray[np.int64]


class OnnxYolo:
    """A YOLO model run as its authors do: letterboxed, one class a box, boxes that overlap suppressed."""

    def __init__(self, file: Path, classes: Path | None = None, threads: int = 0) -> None:
        self.name = file.stem
        self._session = session(file.read_bytes(), threads)
        self._input = self._session.get_inputs()[0]
        names, meanings = class_map(classes)
        names = names or _own_names(self._session)
        if names is None:
            raise ModelFileError(f"{file} does not name its classes: give them with --classes")
        self.faces = faces_named(names, meanings)

    def answer(self, picture: Path) -> Answer:
        """Its boxes; a person is never asked anything."""
        photo = decode(picture.read_bytes())
        start = time.perf_counter()
        window, scale, shift = self._letterboxed(np.asarray(photo.pixels))
        (output, *_) = self._session.run(None, {self._input.name: window})
        boxes = boxes_of(np.asarray(output, dtype=np.float64), len(self.faces))
        kept = boxes.scores >= CONFIDENCE
        corners = (boxes.corners[kept] - shift) / scale * photo.scale
        scores, classes = boxes.scores[kept], boxes.classes[kept]
        picked = suppress(Found(corners, scores), OVERLAP)
        claims = tuple(
            Claim(corners[at], None if face == "back" else face, float(scores[at]))
            for at in picked
            for face in [self.faces[classes[at]]]
            if face != LEFT_OUT
        )
        return Answer(claims, (time.perf_counter() - start) * 1000 + photo.milliseconds)

    def _letterboxed(self, pixels: NDArray[np.uint8]) -> tuple[NDArray[np.float32], float, Array]:
        height, width = (n if isinstance(n, int) else SIDE for n in self._input.shape[2:4])
        scale = min(width / pixels.shape[1], height / pixels.shape[0])
        inner = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
        left, top = (width - inner[0]) // 2, (height - inner[1]) // 2
        canvas = np.full((height, width, 3), GREY, np.uint8)
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        canvas[top : top + inner[1], left : left + inner[0]] = cv2.resize(pixels, inner, interpolation=how)
        window = canvas.transpose(2, 0, 1)[None].astype(np.float32) / 255
        return np.asarray(window, dtype=np.float32), float(scale), np.array([left, top], dtype=np.float64)


def boxes_of(output: Array, classes: int) -> Boxes:
    """The boxes of a raw output (1, a, b) of a model with so many classes.

    Raises:
        ModelFileError: the shape is none that a YOLO model of so many classes has.
    """
    rows: Array = output.reshape(output.shape[-2], output.shape[-1])
    if rows.shape[1] in (6, 7) and rows.shape[0] < END_TO_END:
        return _picked(rows)
    widths = {4 + classes: "plain", 5 + classes: "angle or objectness"}
    if rows.shape[0] in widths and rows.shape[0] < rows.shape[1]:
        turned, objectness = np.ascontiguousarray(rows.T), False
    elif rows.shape[1] in widths:
        turned, objectness = rows, True
    else:
        raise ModelFileError(f"an output of shape {output.shape} is not that of a model of {classes} classes")
    scores, angle = turned[:, 4 : 4 + classes], np.zeros(len(turned))
    if turned.shape[1] == 5 + classes and objectness:
        scores = turned[:, 5:] * turned[:, 4:5]
    elif turned.shape[1] == 5 + classes:
        angle = turned[:, -1]
    best = scores.argmax(axis=1)
    found = scores[np.arange(len(scores)), best]
    likely = found >= CONFIDENCE
    corners = rectangles(np.column_stack([turned[:, :4], found, angle])[likely])
    return Boxes(corners, found[likely], best[likely])


def _picked(rows: Array) -> Boxes:
    if rows.shape[1] == 7:
        corners = rectangles(np.column_stack([rows[:, :5], rows[:, 6]]))
    else:
        corners = rows[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    return Boxes(corners, rows[:, 4], rows[:, 5].astype(np.int64))


def _own_names(model: ort.InferenceSession) -> tuple[str, ...] | None:
    """The class names that Ultralytics writes into a model's metadata."""
    written: Mapping[str, str] = model.get_modelmeta().custom_metadata_map
    try:
        names = ast.literal_eval(written["names"])
    except (KeyError, ValueError, SyntaxError):
        return None
    if isinstance(names, dict):
        return tuple(str(names[index]) for index in sorted(names))
    return tuple(map(str, names)) if isinstance(names, (list, tuple)) else None
