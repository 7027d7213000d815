"""Boxes, turned rectangles and quads: what label formats call them, to each other without loss."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Point, Quad

RECTANGULAR = 0.25
"""Pixels that a corner may be off for a quad still to count as a rectangle."""


@dataclass(frozen=True, slots=True)
class TurnedRectangle:
    """A rectangle turned about its own top left corner.

    Attributes:
        x, y: that corner, in pixels.
        width, height: of its top edge and its left edge.
        degrees: clockwise as seen, -180 to 180; 0 upright.
    """

    x: float
    y: float
    width: float
    height: float
    degrees: float

    @property
    def quad(self) -> Quad:
        """Its corners, clockwise from its own top left.

        >>> TurnedRectangle(10, 10, 4, 2, 90).quad
        ((10, 10), (10.0, 14.0), (8.0, 14.0), (8.0, 10.0))
        """
        cos, sin = math.cos(math.radians(self.degrees)), math.sin(math.radians(self.degrees))
        across = (self.width * cos, self.width * sin)
        down = (-self.height * sin, self.height * cos)
        return (
            (self.x, self.y),
            (self.x + across[0], self.y + across[1]),
            (self.x + across[0] + down[0], self.y + across[1] + down[1]),
            (self.x + down[0], self.y + down[1]),
        )

    @property
    def centre(self) -> Point:
        """Its middle."""
        (x0, y0), _, (x1, y1), _ = self.quad
        return ((x0 + x1) / 2, (y0 + y1) / 2)

    @classmethod
    def about_centre(cls, centre: Point, width: float, height: float, degrees: float) -> TurnedRectangle:
        """The same, given by its middle (CVAT)."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x = centre[0] - (width * cos - height * sin) / 2
        y = centre[1] - (width * sin + height * cos) / 2
        return cls(x, y, width, height, degrees)

    @classmethod
    def of(cls, quad: Quad) -> TurnedRectangle | None:
        """A quad as a turned rectangle; None where it is none to within a quarter of a pixel."""
        (ax, ay), (bx, by), _, (dx, dy) = quad
        width, height = math.hypot(bx - ax, by - ay), math.hypot(dx - ax, dy - ay)
        if width >= height:
            degrees = math.degrees(math.atan2(by - ay, bx - ax))
        else:
            degrees = math.degrees(math.atan2(dy - ay, dx - ax)) - 90
        found = cls(ax, ay, width, height, (degrees + 180) % 360 - 180)
        off = max(math.dist(one, other) for one, other in zip(found.quad, quad, strict=True))
        return found if off <= RECTANGULAR else None


def clockwise(quad: Quad) -> Quad:
    """The quad from the same corner, clockwise as seen."""
    a, b, c, d = quad
    return (a, d, c, b) if signed_area(quad) < 0 else quad


def signed_area(points: Sequence[Point]) -> float:
    """Area of a polygon in square pixels; positive when clockwise as seen (y down)."""
    following = (*points[1:], points[0])
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, following, strict=True)) / 2


def is_upright(quad: Quad) -> bool:
    """Whether the corners are those of an upright box, from whichever corner they begin."""
    return len({x for x, _ in quad}) <= 2 and len({y for _, y in quad}) <= 2


def smallest_rectangle(points: Sequence[Point]) -> Quad:
    """The smallest turned rectangle around an outline, clockwise from its leftmost upper corner."""
    corners = cv2.boxPoints(cv2.minAreaRect(np.array(points, dtype=np.float32)))
    first = int(corners.sum(axis=1).argmin())
    a, b, c, d = ((float(x), float(y)) for x, y in np.roll(corners, -first, axis=0))
    return clockwise((a, b, c, d))
