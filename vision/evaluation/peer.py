"""The public peer in the same runs: PyPI's mahjong-detector 0.0.6, through its own code.

    pip install --no-deps mahjong-detector==0.0.6

It greys and stretches a picture before it looks, which its ONNX file alone would not.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from vision.evaluation.answers import Answer, Claim
from vision.labelling.names import standard_table

PEER = "mahjong-detector"


class MahjongDetector:
    """Its predictions; raises ImportError where it is not installed."""

    name = f"{PEER} 0.0.6"

    def __init__(self) -> None:
        from mahjong_detector.predict import CLASS_NAMES, predict
        from mahjong_detector.preprocess import preprocess_image

        named = standard_table().resolve(CLASS_NAMES)
        self._faces = [named[name] for name in CLASS_NAMES]
        self._predict, self._prepare = predict, preprocess_image

    def answer(self, picture: Path) -> Answer:
        """Its boxes with the face of each."""
        start = time.perf_counter()
        with Image.open(picture) as image:
            found = self._predict(*self._prepare(ImageOps.exif_transpose(image)))
        claims = tuple(
            Claim(
                quad=np.array([[d.x1, d.y1], [d.x2, d.y1], [d.x2, d.y2], [d.x1, d.y2]], dtype=np.float64),
                face=self._faces[d.class_id],
                confidence=float(d.confidence),
            )
            for d in found
        )
        return Answer(claims, (time.perf_counter() - start) * 1000)
