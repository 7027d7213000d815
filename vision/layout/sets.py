"""What sets some tiles can be, and how much their readings must bend for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.classes import BACK, FLOWER, WHITE
from vision.geometry import Array
from vision.reading import GroupKind
from vision.seen import SeenTile

_LEAST = 1e-3
_FACES = 34
_CHOWS = np.array([[s * 9 + r, s * 9 + r + 1, s * 9 + r + 2] for s in range(3) for r in range(7)])
_UNDER = ((0, 3), (1, 2))
"""Which two of a concealed kong lie face down, as a rule."""
_PALE = 1.0
"""What it costs to take a blank tile there for a back, though its colour is that of the faces."""
_ORDERS = np.array(list(permutations(range(3))))


@dataclass(frozen=True)
class SetReading:
    """Tiles read together as one set.

    Attributes:
        faces: what each tile is then, `BACK` for one that lies face down; in the order of the tiles.
        bend: how much less likely (natural logarithm) this is than each tile's own best reading; 0 when
            they agree.
        face: the set's face where all four lie face down and nobody can know: None; else its first face.
    """

    kind: GroupKind
    faces: tuple[int, ...]
    bend: float

    @property
    def face(self) -> int | None:
        """The lowest face seen, None where all lie face down."""
        return min((face for face in self.faces if face != BACK), default=None)


class Faces:
    """The readings of all tiles, as logarithms of probabilities (n, 36)."""

    def __init__(self, tiles: Sequence[SeenTile]) -> None:
        probabilities = np.array([tile.probabilities for tile in tiles]).reshape(len(tiles), -1)
        self._log: Array = np.log(np.maximum(probabilities, _LEAST))
        self.best: NDArray[np.int64] = probabilities.argmax(axis=1) if len(tiles) else np.zeros(0, np.int64)
        self._cost: Array = self._log.max(axis=1, keepdims=True) - self._log if len(tiles) else self._log

    def upright_face(self, tile: int) -> tuple[int, float]:
        """The likeliest face or flower of a tile that must lie face up, and how much that bends."""
        face = int(self._cost[tile, : FLOWER + 1].argmin())
        return face, float(self._cost[tile, face])

    def is_back(self, tile: int) -> bool:
        """Whether the tile was read as lying face down."""
        return int(self.best[tile]) == BACK

    def open_set(self, tiles: Sequence[int]) -> SetReading | None:
        """The likeliest chow or pung of three tiles, or kong of four; None for other numbers."""
        if len(tiles) == 4:
            return self._alike(tiles, GroupKind.KONG)
        if len(tiles) != 3:
            return None
        pung, chow = self._alike(tiles, GroupKind.PUNG), self._chow(tiles)
        return chow if chow.bend < pung.bend else pung

    def hidden_kong(self, tiles: Sequence[int]) -> SetReading:
        """The likeliest concealed kong of four tiles: at least one lies face down, the rest are alike."""
        kongs = (self._as_read(tiles), *(self._with_pale_backs(tiles, under) for under in _UNDER))
        return min((kong for kong in kongs if kong is not None), key=lambda kong: kong.bend)

    def _with_pale_backs(self, tiles: Sequence[int], under: tuple[int, int]) -> SetReading | None:
        """Two alike, beside or between two blank tiles: pale backs look like white dragons."""
        blank = [tiles[at] for at in under]
        alike = self._alike([tile for at, tile in enumerate(tiles) if at not in under], GroupKind.PUNG)
        if alike.faces[0] == WHITE or any(self.best[tile] not in (WHITE, BACK) for tile in blank):
            return None
        bend = alike.bend + _PALE * sum(int(self.best[tile] == WHITE) for tile in blank)
        faces = tuple(BACK if at in under else alike.faces[0] for at in range(len(tiles)))
        return SetReading(GroupKind.CONCEALED_KONG, faces, bend)

    def _as_read(self, tiles: Sequence[int]) -> SetReading:
        cost = self._cost[list(tiles)]
        down = cost[:, BACK]
        each = np.minimum(cost[:, :_FACES], down[:, None])
        face = int(each.sum(axis=0).argmin())
        hidden = down <= cost[:, face]
        if not hidden.any():
            hidden[int((down - cost[:, face]).argmin())] = True
        bend = float(np.where(hidden, down, cost[:, face]).sum())
        faces = tuple(BACK if under else face for under in hidden)
        return SetReading(GroupKind.CONCEALED_KONG, faces, bend)

    def _alike(self, tiles: Sequence[int], kind: GroupKind) -> SetReading:
        together = self._cost[list(tiles), :_FACES].sum(axis=0)
        face = int(together.argmin())
        return SetReading(kind, (face,) * len(tiles), float(together[face]))

    def _chow(self, tiles: Sequence[int]) -> SetReading:
        cost = self._cost[list(tiles)]
        placed = _CHOWS[:, _ORDERS]
        together = cost[np.arange(3), placed].sum(axis=2)
        chow, order = np.unravel_index(int(together.argmin()), together.shape)
        faces = tuple(int(face) for face in placed[chow, order])
        return SetReading(GroupKind.CHOW, faces, float(together[chow, order]))
