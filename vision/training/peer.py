"""The public peer in the same tests: mahjong-detector 0.0.6.

pip install --no-deps mahjong-detector==0.0.6
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image

from vision.classes import FACE_NAMES

HONOURS = {"tou": "1z", "nan": "2z", "sha": "3z", "pe": "4z", "haku": "5z", "hatsu": "6z", "chun": "7z"}


def mahjong_detector_claims() -> Callable[[Path], list[tuple[tuple[float, float], int]]]:
    """A function from a picture file to the centres and faces (0-35) that mahjong-detector claims."""
    from mahjong_detector.predict import CLASS_NAMES, predict
    from mahjong_detector.preprocess import preprocess_image

    faces = [FACE_NAMES.index(HONOURS.get(name, name)) for name in CLASS_NAMES]

    def claims(image: Path) -> list[tuple[tuple[float, float], int]]:
        found = predict(*preprocess_image(Image.open(image)))
        return [(((d.x1 + d.x2) / 2, (d.y1 + d.y2) / 2), faces[d.class_id]) for d in found]

    return claims
