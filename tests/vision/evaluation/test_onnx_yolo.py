"""Outputs of other people's models, told by their shapes."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evaluation.onnx_yolo import ModelFileError, boxes_of


def raw(rows: int, columns: dict[int, list[float]]) -> np.ndarray:
    """(1, rows, 50) zeros but for some columns."""
    output = np.zeros((1, rows, 50))
    for at, values in columns.items():
        output[0, :, at] = values
    return output


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (raw(7, {3: [50, 60, 20, 40, 0.1, 0.9, 0.2]}), "YOLOv8 to 11: rows are cx cy w h and three scores"),
        (raw(8, {3: [50, 60, 20, 40, 0.1, 0.9, 0.2, 0.0]}), "oriented: the angle is last"),
        (raw(8, {3: [50, 60, 20, 40, 0.9, 0.1, 1.0, 0.2]}).transpose(0, 2, 1), "YOLOv5: objectness first"),
        (np.array([[[40, 40, 60, 80, 0.9, 1.0]]]), "end to end, corners"),
        (np.array([[[50, 60, 20, 40, 0.9, 1.0, 0.0]]]), "end to end, oriented"),
    ],
)
def test_heads(output: np.ndarray, reason: str) -> None:
    boxes = boxes_of(output, 3)
    best = boxes.scores.argmax()
    assert (boxes.classes[best], boxes.scores[best]) == (1, pytest.approx(0.9)), reason
    low, high = boxes.corners[best].min(axis=0), boxes.corners[best].max(axis=0)
    assert [*low, *high] == pytest.approx([40, 40, 60, 80]), reason


def test_another_number_of_classes_is_an_error() -> None:
    with pytest.raises(ModelFileError, match="3 classes"):
        boxes_of(raw(20, {}), 3)
