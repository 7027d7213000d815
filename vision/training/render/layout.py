"""How people lay tiles out: rows, melds, the winning tile, grids, piles, ponds, walls, racks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from vision.training.render.poses import (
    FACE_DOWN,
    FACE_UP,
    centred,
    leaning,
    moved,
    place,
    turn,
    without_overlap,
)
from vision.training.render.scene import PlacedTile, Role, TileShape

Array = NDArray[np.float64]
Rng = np.random.Generator


@dataclass(frozen=True)
class Looseness:
    """How untidy the player is: standard deviations in units and degrees; gaps in tile widths.

    `upside_down` is the share of tiles laid with their heads towards the player.
    """

    gap: float = 0.01
    shift: float = 0.008
    angle: float = 0.4
    group_gap: float = 0.35
    upside_down: float = 0.0

    @classmethod
    def random(cls, rng: Rng) -> Looseness:
        """From machine-straight to thrown down."""
        mess = float(rng.beta(1.2, 3.5))
        return cls(
            gap=0.005 + 0.10 * mess * float(rng.random()),
            shift=0.004 + 0.07 * mess,
            angle=0.2 + 5.0 * mess,
            group_gap=float(rng.uniform(0.12, 1.1)),
            upside_down=float(rng.choice([0.0, 0.06, 0.5], p=[0.55, 0.25, 0.2])),
        )


@dataclass(frozen=True)
class Meld:
    """Faces of one exposed set in table order. `turned` is the index of the tile lying sideways."""

    kind: Role
    faces: tuple[str, ...]
    turned: int | None = None
    down: tuple[int, ...] = ()
    stacked: bool = False


@dataclass(frozen=True)
class HandPlan:
    """A hand and the way it lies.

    `winning_at`: `right`, `left`, `above`, `end` (touching the row), or None when it is not told apart.
    `melds_at`: `right`, `left`, `above`, `below`.
    """

    concealed: tuple[str, ...]
    melds: tuple[Meld, ...] = ()
    winning: str | None = None
    winning_at: str | None = "right"
    winning_turned: bool = False
    melds_at: str = "right"
    rows: int = 1
    standing: bool = False
    lean: float = 0.0


@dataclass
class Layouter:
    """Builds tile lists for one set; group ids are handed out in order."""

    shape: TileShape
    rng: Rng
    loose: Looseness = field(default_factory=Looseness)

    def __post_init__(self) -> None:
        self._ids = count()

    def group(self) -> int:
        """The next free group id."""
        return next(self._ids)

    def _jitter(self) -> tuple[float, float, float]:
        dx, dy, angle = self.rng.normal(size=3).clip(-2, 2)
        return self.loose.shift * dx * 0.3, self.loose.shift * dy, self.loose.angle * angle

    def _head(self) -> float:
        return 180.0 if self.rng.random() < self.loose.upside_down else 0.0

    def row(
        self, faces: tuple[str, ...], role: Role, attitude: Array = FACE_UP
    ) -> tuple[list[PlacedTile], float]:
        """Tiles side by side from x = 0, bottom edges on y = 0; also the width used."""
        group, x, tiles = self.group(), 0.0, []
        w, depth = self.shape.width, float(np.abs(attitude[1]) @ self.shape.half)
        standing = bool(abs(attitude[2, 1]) > 0.5)
        for face in faces:
            dx, dy, angle = self._jitter()
            if standing:
                pose = place(
                    self.shape, attitude @ turn(self._head()), x + w / 2 + dx, depth + dy, angle * 0.3
                )
            else:
                pose = place(self.shape, attitude, x + w / 2 + dx, depth + dy, angle + self._head())
            tiles.append(PlacedTile(face, pose, role, group, standing))
            spread = self.shape.height * abs(np.sin(np.radians(angle))) * 0.5
            x += w + spread + self.loose.gap * w * float(self.rng.random() * 2)
        return tiles, x

    def meld(self, meld: Meld) -> tuple[list[PlacedTile], float]:
        """One exposed set from x = 0, bottom edges on y = 0; also the width used."""
        group, x, tiles = self.group(), 0.0, []
        w, h = self.shape.width, self.shape.height
        row = meld.faces[:3] if meld.stacked else meld.faces
        for i, face in enumerate(row):
            sideways = i == meld.turned
            dx, dy, angle = self._jitter()
            across, up = (h, w) if sideways else (w, h)
            attitude = FACE_DOWN if i in meld.down else FACE_UP
            spin = (90.0 if self.rng.random() < 0.5 else -90.0) if sideways else self._head()
            pose = place(self.shape, attitude, x + across / 2 + dx, up / 2 + dy, angle * 0.7 + spin)
            tiles.append(PlacedTile(face, pose, meld.kind, group))
            if sideways and meld.stacked:
                above = place(self.shape, attitude, x + across / 2 + dx, up * 1.52 + dy, spin + angle * 0.7)
                tiles.append(PlacedTile(meld.faces[3], above, meld.kind, group))
            spread = h * abs(np.sin(np.radians(angle * 0.7))) * 0.5
            x += across + spread + self.loose.gap * w * float(self.rng.random() * 2)
        return tiles, x

    def melds(self, melds: tuple[Meld, ...]) -> tuple[list[PlacedTile], float]:
        """All exposed sets in a line with gaps between them."""
        tiles: list[PlacedTile] = []
        x = 0.0
        for i, meld in enumerate(melds):
            if i:
                x += self.shape.width * self.loose.group_gap * float(self.rng.uniform(0.8, 1.3))
            placed, width = self.meld(meld)
            angle = float(self.rng.normal() * self.loose.angle * 0.4)
            tiles += moved(placed, x, float(self.rng.normal() * self.loose.shift * 1.5), angle)
            x += width
        return tiles, x

    def hand(self, plan: HandPlan) -> list[PlacedTile]:
        """The whole hand, centred on the origin."""
        attitude = leaning(plan.lean) if plan.standing else FACE_UP
        gap = self.shape.width * max(self.loose.group_gap, 0.3)
        faces = plan.concealed
        if plan.winning is not None and plan.winning_at == "end":
            faces = (*faces, plan.winning)
        cut = len(faces) if plan.rows == 1 else int(np.ceil(len(faces) / 2 + self.rng.integers(0, 2)))
        concealed, width = self.row(faces[:cut], "concealed", attitude)
        if plan.rows == 2 and faces[cut:]:
            second, w2 = self.row(faces[cut:], "concealed", attitude)
            shift = (width - w2) * float(self.rng.choice([0.0, 0.5, 1.0]))
            concealed += moved(second, shift, -(1.02 + 0.3 * float(self.rng.random())) * self.shape.height)
            width = max(width, w2)
        if plan.winning is not None and plan.winning_at == "end":
            last = max(concealed, key=lambda t: t.group * 1000 + t.pose.centre[0])
            concealed = [replace(t, role="winning_tile") if t is last else t for t in concealed]
        tiles = concealed + self._winning(plan, attitude, width, gap)
        return centred(tiles + self._beside(plan, tiles, gap))

    def _winning(self, plan: HandPlan, attitude: Array, width: float, gap: float) -> list[PlacedTile]:
        if plan.winning is None or plan.winning_at in (None, "end"):
            return []
        h, w = self.shape.height, self.shape.width
        spin = 90.0 * float(self.rng.choice([-1, 1])) if plan.winning_turned else 0.0
        across = h if plan.winning_turned else w
        up = w if plan.winning_turned else h
        _, dy, angle = self._jitter()
        flat = FACE_UP if plan.winning_turned or self.rng.random() < 0.8 else attitude
        depth = float(np.abs(flat[1]) @ self.shape.half) if flat is not FACE_UP else up / 2
        x = {"right": width + gap + across / 2, "left": -gap - across / 2}.get(
            str(plan.winning_at), width * float(self.rng.uniform(0.1, 0.9))
        )
        y = depth + dy
        if plan.winning_at == "above":
            y = h * float(self.rng.uniform(1.12, 1.5)) + up / 2
        pose = place(self.shape, flat, x, y, spin + angle)
        return [PlacedTile(plan.winning, pose, "winning_tile", self.group(), bool(abs(flat[2, 1]) > 0.5))]

    def _beside(self, plan: HandPlan, tiles: list[PlacedTile], gap: float) -> list[PlacedTile]:
        if not plan.melds:
            return []
        melds, width = self.melds(plan.melds)
        xs = [t.pose.centre[0] for t in tiles]
        left, right = min(xs) - self.shape.height / 2, max(xs) + self.shape.height / 2
        middle = (left + right - width) / 2
        step = self.shape.height * float(self.rng.uniform(1.15, 1.7))
        behind = 1.6 if plan.winning_at == "above" and plan.winning is not None else 0.0
        front = 1.1 if plan.rows == 2 else 0.0
        slide = float(self.rng.normal() * self.loose.shift * 3)
        dx, dy = {
            "right": (right + gap, slide),
            "left": (left - gap - width, slide),
            "above": (middle + float(self.rng.normal()), step + behind),
            "below": (middle + float(self.rng.normal()), -step - front),
        }[plan.melds_at]
        return moved(melds, dx, dy)

    def grid(self, faces: tuple[str, ...], columns: int) -> list[PlacedTile]:
        """Rows of loose tiles below one another, centred."""
        tiles: list[PlacedTile] = []
        step = self.shape.height * (1.0 + self.loose.gap * 2)
        for start in range(0, len(faces), columns):
            row, _ = self.row(faces[start : start + columns], "loose")
            tiles += moved(row, float(self.rng.normal() * self.loose.shift), -step * (start // columns))
        return centred(tiles)

    def lineup(self, faces: tuple[str, ...], columns: int) -> list[PlacedTile]:
        """Tiles standing loosely in one or more rows one behind the other, all facing the player."""
        tiles: list[PlacedTile] = []
        spacing, swing = float(self.rng.choice([0.02, 0.15, 0.5])), float(self.rng.choice([1.0, 4.0, 12.0]))
        step = self.shape.thickness + float(self.rng.uniform(0.15, 1.6))
        for start in range(0, len(faces), columns):
            group = self.group()
            for k, face in enumerate(faces[start : start + columns]):
                x = k * self.shape.width * (1 + spacing + 0.004 * swing**2) + float(
                    self.rng.normal() * spacing * 0.1
                )
                y = start // columns * step + float(self.rng.normal() * spacing * 0.2)
                angle = float(self.rng.normal() * swing)
                pose = place(self.shape, leaning(0.0) @ turn(self._head()), x, y, angle)
                tiles.append(PlacedTile(face, pose, "loose", group, True))
        return without_overlap(centred(tiles), self.shape)

    def pile(self, faces: tuple[str, ...], radius: float, role: Role, down: float = 0.1) -> list[PlacedTile]:
        """Scattered tiles at any rotation that do not overlap (fewer when they do not fit)."""
        group, spots = self.group(), list[Array]()
        tiles: list[PlacedTile] = []
        apart = self.shape.height * float(self.rng.uniform(0.86, 1.25))
        for face in faces:
            for _ in range(12):
                spot = self.rng.uniform(-radius, radius, 2)
                if np.hypot(*spot) <= radius and all(np.hypot(*(spot - s)) > apart for s in spots):
                    break
            else:
                continue
            spots.append(spot)
            attitude = FACE_DOWN if self.rng.random() < down else FACE_UP
            if self.rng.random() < 0.04:
                attitude = leaning(0.0)
            pose = place(self.shape, attitude, spot[0], spot[1], float(self.rng.uniform(0, 360)))
            tiles.append(PlacedTile(face, pose, role, group, bool(abs(attitude[2, 1]) > 0.5)))
        return without_overlap(tiles, self.shape)

    def pond(self, faces: tuple[str, ...], columns: int = 6) -> list[PlacedTile]:
        """Discards in rows of `columns`, centred, as one group."""
        tiles = self.grid(faces, columns)
        group = self.group()
        return [replace(t, role="pond", group=group) for t in tiles]

    def wall(self, faces: tuple[str, ...], layers: int = 2) -> list[PlacedTile]:
        """A face-down wall along x, `layers` high, centred."""
        group, tiles = self.group(), []
        for i, face in enumerate(faces):
            _, dy, angle = self._jitter()
            pose = place(
                self.shape,
                FACE_DOWN,
                (i // layers) * self.shape.width * 1.01,
                dy,
                angle * 0.4,
                base=(i % layers) * self.shape.thickness,
            )
            tiles.append(PlacedTile(face, pose, "wall", group))
        return centred(tiles)

    def rack(self, faces: tuple[str, ...]) -> list[PlacedTile]:
        """Another player's standing row, faces towards -y, centred: turn it to face its owner."""
        tiles, _ = self.row(faces, "other", leaning(float(self.rng.uniform(0, 12))))
        return centred(tiles)
