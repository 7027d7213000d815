"""One mesh for everything: a box with round corners in its face plane and round edges around the faces."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rounded_box(corner_steps: int = 4, edge_steps: int = 3) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Vertices (n, 7) and triangles (m, 3), outward faces anticlockwise.

    A vertex is: sign of x, sign of y, direction x, direction y, sign of z, cosine and sine of the edge's
    angle. The shader turns it into a point from half extents and the two radii, so that one mesh serves
    tiles, books, cups (corner radius = half width) and fingers. Cap centres have direction (0, 0).
    """
    around = [
        (sx, sy, np.cos(angle), np.sin(angle))
        for quarter, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)])
        for angle in np.linspace(0, np.pi / 2, corner_steps + 1) + quarter * np.pi / 2
    ]
    upward = [(-1, np.cos(a), np.sin(a)) for a in np.linspace(-np.pi / 2, 0, edge_steps + 1)]
    upward += [(1, np.cos(a), np.sin(a)) for a in np.linspace(0, np.pi / 2, edge_steps + 1)]
    rows, ring = len(upward), len(around)
    vertices = [(*a, *u) for u in upward for a in around]
    vertices += [(0, 0, 0, 0, -1, 0, -1), (0, 0, 0, 0, 1, 0, 1)]
    bottom, top, last = rows * ring, rows * ring + 1, (rows - 1) * ring
    triangles = []
    for k in range(ring):
        after = (k + 1) % ring
        for r in range(rows - 1):
            a, b, c, d = r * ring + k, r * ring + after, (r + 1) * ring + after, (r + 1) * ring + k
            triangles += [(a, b, c), (a, c, d)]
        triangles += [(bottom, after, k), (top, last + k, last + after)]
    return np.array(vertices, dtype=np.float32), np.array(triangles, dtype=np.int32)
