"""From the picture back to the table: a plane in which a tile is one unit wide and lines are straight.

Equal tiles on one plane shrink with distance, and the cube root of a tile's area is a linear function of
its place in the picture. Fitting that function undoes the perspective; one tile's shape undoes the rest.
Nothing is assumed about which way up the photo is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry import Array, across_and_down, areas, centres

ASPECT = 1.35
"""Height of a tile in widths: Chinese sets 1.27 to 1.43, Japanese 1.36."""
_TRIALS = 120
_SAME_SIZE = 0.06
"""Tiles on one plane agree in the cube root of their area to this part."""
_RIDGE = 0.003
_STRADDLE = 0.6
"""How much better the sides must fit the other way round before a known turn is overruled."""


@dataclass(frozen=True, eq=False)
class Plane:
    """All tiles in table coordinates, in tile widths.

    Attributes:
        middle: (n, 2) centres.
        across, down: (n, 2) the printed face's own axes, left to right and top to bottom.
        sure: (n,) bool, whether the sign of `down` is known.
    """

    middle: Array
    across: Array
    down: Array
    sure: np.ndarray[tuple[int], np.dtype[np.bool_]]

    def __len__(self) -> int:
        return len(self.middle)

    @property
    def angles(self) -> Array:
        """(n,) direction of `across` in degrees, 0 to 180: a tile and the same tile upside down agree."""
        return np.asarray(np.degrees(np.arctan2(self.across[:, 1], self.across[:, 0])) % 180)

    def turned(self, degrees: float) -> Plane:
        """The plane rotated so that tiles at this angle lie along x."""
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        back = np.array([[c, s], [-s, c]])
        return Plane(self.middle @ back.T, self.across @ back.T, self.down @ back.T, self.sure)


def flatten(quads: Array, sure: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Plane:
    """The plane of quads (n, 4, 2), n of 1 or more; `sure` (n,) says whose first corner is known."""
    flat = _without_perspective(quads)
    right, down = across_and_down(flat)
    to_widths = _shape_of_a_tile(right, down, sure)
    right, down = right @ to_widths.T, down @ to_widths.T
    swap = _lie_the_other_way(right, down, sure)
    return Plane(
        middle=centres(flat) @ to_widths.T,
        across=np.where(swap[:, None], -down, right),
        down=np.where(swap[:, None], right, down),
        sure=sure & ~swap,
    )


def row_directions(plane: Plane) -> list[float]:
    """Angles in degrees along which rows may run, the one with most tiles first."""
    angles, left, found = plane.angles, np.ones(len(plane), dtype=bool), []
    while left.any():
        apart = np.abs((angles[:, None] - angles[None, :] + 90) % 180 - 90)
        together = (apart < 12) & left[None, :] & left[:, None]
        best = int(together.sum(axis=1).argmax())
        members = np.flatnonzero(together[best])
        doubled = np.radians(angles[members] * 2)
        found.append(float(np.degrees(np.arctan2(np.sin(doubled).sum(), np.cos(doubled).sum())) / 2 % 180))
        left[members] = False
        if len(found) == 4:
            break
    return found


def _without_perspective(quads: Array) -> Array:
    """Quads (n, 4, 2) as a camera infinitely far away would see them."""
    middle = centres(quads)
    origin = middle.mean(axis=0)
    spread = float(np.hypot(*(middle - origin).std(axis=0)))
    if len(quads) < 4 or spread <= 0:
        return np.asarray(quads - origin)
    place = (middle - origin) / spread
    size = np.cbrt(np.maximum(areas(quads), 1e-9))
    size = size / np.median(size)
    slope = _robust_slope(place, size)
    depth = np.maximum(1 + (quads - origin) @ slope / spread, 0.25)
    return np.asarray((quads - origin) / depth[:, :, None])


def _robust_slope(place: Array, size: Array) -> Array:
    """The gradient (2,) of `size` (n,) over `place` (n, 2), per unit of size, that most tiles agree on.

    Tiles that stand beside tiles that lie look larger: a fit through all of them would take the step for
    a slope. Gradients through three tiles each are tried, and the one with most followers refined.
    """
    terms = np.column_stack([np.ones(len(place)), place])
    trios = np.random.default_rng(len(place)).integers(0, len(place), (_TRIALS, 3))
    tries = _fits(terms[trios], size[trios])
    error = np.abs(tries @ terms.T - size) / np.maximum(size, 1e-6)
    follow = np.clip(1 - error / _SAME_SIZE, 0, 1).sum(axis=1)
    followers = error[int(follow.argmax())] < _SAME_SIZE
    if followers.sum() < 3:
        return np.zeros(2)
    fit = _fits(terms[followers][None], size[followers][None])[0]
    return np.asarray(fit[1:] / max(float(fit[0]), 1e-6))


def _fits(terms: Array, values: Array) -> Array:
    """Least squares (k, 3) of k problems (k, m, 3), (k, m); flat along directions the tiles do not span."""
    ridge = np.diag([0.0, _RIDGE, _RIDGE]) * terms.shape[1] + np.eye(3) * 1e-9
    across = np.swapaxes(terms, 1, 2)
    return np.asarray(np.linalg.solve(across @ terms + ridge, across @ values[:, :, None])[:, :, 0])


def _shape_of_a_tile(right: Array, down: Array, sure: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Array:
    """The linear map (2, 2) that makes most tiles upright rectangles of 1 by `ASPECT`."""
    among = np.flatnonzero(sure) if sure.any() else np.arange(len(right))
    candidates = among[:: max(1, len(among) // 40)]
    usable = [i for i in candidates if abs(np.linalg.det(np.column_stack([right[i], down[i]]))) > 1e-6]
    if not usable:
        return np.eye(2)
    maps = [np.diag([1, ASPECT]) @ np.linalg.inv(np.column_stack([right[i], down[i]])) for i in usable]
    misfit = [np.minimum(_misfit(right @ m.T, down @ m.T), 1).mean() for m in maps]
    return _refined(maps[int(np.argmin(misfit))], right, down)


def _refined(rough: Array, right: Array, down: Array) -> Array:
    """The same map from the median of all tiles that it makes upright, to shed one tile's noise."""
    a, b = right @ rough.T, down @ rough.T
    upright = (np.abs(a[:, 1]) < 0.35 * np.abs(a[:, 0])) & (_misfit(a, b) < 0.5)
    if upright.sum() < 3:
        return rough
    sign = np.sign(a[upright, 0])[:, None]
    shape = np.column_stack([np.median(a[upright] * sign, axis=0), np.median(b[upright] * sign, axis=0)])
    if abs(np.linalg.det(shape)) < 1e-6:
        return rough
    return np.asarray(np.diag([1, ASPECT]) @ np.linalg.inv(shape) @ rough)


def _misfit(across: Array, down: Array) -> Array:
    """How far tiles (n,) are from 1 by `ASPECT` with square corners, at any angle."""
    width, height = np.hypot(*across.T), np.hypot(*down.T)
    skew = np.abs((across * down).sum(axis=1)) / np.maximum(width * height, 1e-9)
    return np.asarray(_off(width, 1) + _off(height, ASPECT) + skew)


def _lie_the_other_way(
    across: Array, down: Array, sure: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Where (n,) bool the sides say that width and height were taken for each other."""
    width, height = np.hypot(*across.T), np.hypot(*down.T)
    as_given = _off(width, 1) + _off(height, ASPECT)
    exchanged = _off(width, ASPECT) + _off(height, 1)
    return np.asarray(exchanged + np.where(sure, _STRADDLE, 0) < as_given)


def _off(length: Array, wanted: float) -> Array:
    return np.asarray(np.abs(np.log(np.maximum(length, 1e-6) / wanted)))
