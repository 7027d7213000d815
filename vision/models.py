"""The models of a bundle, loaded: what finds tiles, what fits their corners, what reads them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.bundle import Bundle, DetectorSettings
from vision.detector import Found, TileDetector
from vision.fitter import FaceFitter
from vision.reader import FaceReader
from vision.views import Pyramid


@dataclass(frozen=True, slots=True)
class Models:
    """A detector, a fitter and a reader that belong together; safe to share between threads."""

    detector: TileDetector
    fitter: FaceFitter | None
    reader: FaceReader
    settings: DetectorSettings

    @classmethod
    def of(cls, bundle: Bundle, threads: int = 0) -> Models:
        """Those of a bundle, on so many threads; 0: as many as there are cores."""
        return cls(
            TileDetector(bundle.detector, bundle.detector_settings, threads),
            None if bundle.fitter is None else FaceFitter(bundle.fitter, bundle.fitter_settings, threads),
            FaceReader(bundle.reader, bundle.reader_settings, threads),
            bundle.detector_settings,
        )

    def fit(self, pyramid: Pyramid, found: Found) -> Found:
        """What was found, with the corners of the faces in place of those of the boxes."""
        if self.fitter is None:
            return found
        return Found(self.fitter.fit(pyramid, found.rectangles), found.scores)

    def read(self, pyramid: Pyramid, found: Found) -> NDArray[np.float32]:
        """What the reader says (n, 142) of what was found."""
        return self.reader.read(pyramid, found.rectangles)
