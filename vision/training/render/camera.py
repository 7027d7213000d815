"""A pinhole camera over the table: projection, framing, and the matrix the graphics card wants.

World: x to the player's right, y away from the player, z up; the table top is z = 0.
One unit is the long side of a tile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """Where the camera stands and how it maps the world to pixels.

    Attributes:
        eye: (3,) position.
        axes: (3, 3) rows right, up, forward.
        focal: (fx, fy) in pixels; they differ when the photo was stretched.
        centre: (cx, cy) principal point in pixels, x right, y down; a pixel i covers [i, i + 1).
        size: (width, height) of the picture in pixels.
        pitch, roll: degrees, kept for the record. Pitch 90 looks straight down.
    """

    eye: Array
    axes: Array
    focal: tuple[float, float]
    centre: tuple[float, float]
    size: tuple[int, int]
    pitch: float
    roll: float

    @classmethod
    def looking_at(
        cls,
        target: Array,
        *,
        distance: float,
        pitch: float,
        azimuth: float,
        roll: float,
        focal: float,
        size: tuple[int, int],
        stretch: float = 1.0,
    ) -> Camera:
        """A camera `distance` units from `target`; angles in degrees, `stretch` widens the picture."""
        p, a, r = np.radians([pitch, azimuth, roll])
        forward = np.array([np.sin(a) * np.cos(p), np.cos(a) * np.cos(p), -np.sin(p)])
        right = np.array([np.cos(a), -np.sin(a), 0.0])
        up = np.cross(right, forward)
        axes = np.stack([np.cos(r) * right + np.sin(r) * up, np.cos(r) * up - np.sin(r) * right, forward])
        root = float(np.sqrt(stretch))
        width, height = size
        return cls(
            eye=np.asarray(target, dtype=np.float64) - distance * forward,
            axes=axes,
            focal=(focal * root, focal / root),
            centre=(width / 2, height / 2),
            size=size,
            pitch=pitch,
            roll=roll,
        )

    def project(self, points: Array) -> Array:
        """World points (..., 3) to pixels (..., 2); points behind the camera give NaN."""
        local = (np.asarray(points, dtype=np.float64) - self.eye) @ self.axes.T
        depth = np.where(local[..., 2] > 1e-3, local[..., 2], np.nan)
        x = self.centre[0] + self.focal[0] * local[..., 0] / depth
        y = self.centre[1] - self.focal[1] * local[..., 1] / depth
        return np.stack([x, y], axis=-1)

    def depth(self, points: Array) -> Array:
        """Distance of points (..., 3) along the optical axis, in units."""
        depths: Array = (np.asarray(points, dtype=np.float64) - self.eye) @ self.axes[2]
        return depths

    def framed(self, points: Array, *, fill: float, offset: tuple[float, float] = (0.0, 0.0)) -> Camera:
        """Zoom and crop so that `points` (n, 3) fill the fraction `fill` of the picture.

        `offset` moves them off centre, in fractions of the room that is left, or of what is cut off
        (-1 to 1).
        """
        seen = self.project(points)
        low, high = np.nanmin(seen, axis=0), np.nanmax(seen, axis=0)
        zoom = float(fill * np.min(np.array(self.size) / np.maximum(high - low, 1e-6)))
        return self.zoomed(zoom).centred_on((low + high) / 2, zoom, (high - low) * zoom, offset)

    def zoomed(self, zoom: float) -> Camera:
        """The same camera with its focal length times `zoom`."""
        return replace(self, focal=(self.focal[0] * zoom, self.focal[1] * zoom))

    def centred_on(self, middle: Array, zoom: float, extent: Array, offset: tuple[float, float]) -> Camera:
        """Move the principal point so that the old pixel `middle` comes to the picture's centre."""
        size = np.array(self.size, dtype=np.float64)
        shift = (middle - np.array(self.centre)) * zoom
        room = np.abs(size - extent) / 2
        centre = size / 2 - shift + np.array(offset) * room
        return replace(self, centre=(float(centre[0]), float(centre[1])))

    def clip_matrix(self, near: float, far: float) -> NDArray[np.float32]:
        """The (4, 4) matrix from world to clip space (row-major, column vectors)."""
        width, height = self.size
        fx, fy = self.focal
        cx, cy = self.centre
        view = np.eye(4)
        view[:3, :3] = self.axes
        view[:3, 3] = -self.axes @ self.eye
        lens = np.array(
            [
                [2 * fx / width, 0, 2 * cx / width - 1, 0],
                [0, 2 * fy / height, 1 - 2 * cy / height, 0],
                [0, 0, (far + near) / (far - near), -2 * far * near / (far - near)],
                [0, 0, 1, 0],
            ]
        )
        return (lens @ view).astype(np.float32)
