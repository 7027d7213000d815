"""What a synthetic photograph shows, as plain values: tiles, things, light, camera, lens and sensor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.training.render.camera import Camera

Array = NDArray[np.float64]
Colour = tuple[float, float, float]
"""Linear-ish RGB, 0 to 1."""

Role = Literal[
    "concealed", "chow", "pung", "kong", "concealed_kong", "winning_tile", "pond", "wall", "loose", "other"
]


@dataclass(frozen=True)
class TileShape:
    """Measures of one set's tiles, in units of the long side (which is 1)."""

    width: float = 0.74
    thickness: float = 0.56
    corner: float = 0.09
    edge: float = 0.045
    height: float = 1.0

    @property
    def half(self) -> Array:
        """(3,) half extents along the tile's own x (width), y (height), z (out of the face)."""
        return np.array([self.width, self.height, self.thickness]) / 2


@dataclass(frozen=True)
class Pose:
    """A rigid placement: columns of `rotation` (3, 3) are the tile's x, y, z axes in the world."""

    rotation: Array
    centre: Array

    def apply(self, points: Array) -> Array:
        """Own coordinates (n, 3) to world (n, 3)."""
        world: Array = points @ self.rotation.T + self.centre
        return world


@dataclass(frozen=True)
class PlacedTile:
    """One tile on the table. `face` is what is printed on it, seen or not; `f` is a flower or season."""

    face: str
    pose: Pose
    role: Role
    group: int
    standing: bool = False


@dataclass(frozen=True)
class TileLook:
    """One physical set: which faces, in which variant, on which body.

    Attributes:
        design: a name of `designs.Catalogue`.
        variant: seed of colours, numerals, white dragon, wear.
        shape: measures.
        body, back: colours of the front layer and of the back layer.
        back_share: part of the thickness that has the back's colour, 0 for one-coloured tiles.
        gloss: 0 matt to 1 polished.
        pattern: 0 for plain, else the strength of the bamboo grain of the back.
    """

    design: str
    variant: int
    shape: TileShape = TileShape()
    body: Colour = (0.9, 0.88, 0.83)
    back: Colour = (0.1, 0.45, 0.25)
    back_share: float = 0.4
    gloss: float = 0.5
    pattern: float = 0.0


@dataclass(frozen=True)
class Prop:
    """A thing that is no tile: a rounded box with half extents, wearing colour and a printed texture.

    `print_seed` None is plain; `corner` equal to the half width gives a cylinder.
    """

    pose: Pose
    half: tuple[float, float, float]
    corner: float
    edge: float
    colour: Colour
    gloss: float = 0.3
    kind: Literal["plain", "book", "phone", "card", "keys", "wood"] = "plain"
    print_seed: int | None = None


@dataclass(frozen=True)
class Table:
    """The surface: a texture by name (see `tables`), its tint, grain size in units, and the rim.

    `mirror` is how much of a polished surface's light comes from what stands on it, `mirror_blur` how softly,
    in halvings of the picture's sharpness.
    """

    name: str
    tint: Colour = (1.0, 1.0, 1.0)
    scale: float = 12.0
    extent: tuple[float, float] | None = None
    floor: str = "wood/0"
    gloss: float = 0.05
    mirror: float = 0.0
    mirror_blur: float = 0.0


@dataclass(frozen=True)
class Light:
    """One key light, a sky, and a window that shiny things mirror."""

    direction: tuple[float, float, float] = (0.3, 0.4, 0.85)
    key: Colour = (0.9, 0.88, 0.84)
    ambient: Colour = (0.42, 0.43, 0.46)
    softness: float = 0.08
    window: tuple[float, float, float] = (0.1, 0.6, 0.6)
    window_size: float = 0.25
    glare: float = 0.5
    occlusion: float = 0.55


@dataclass(frozen=True)
class Sensor:
    """What lens, sensor and encoder do to the picture, in the order they are applied."""

    exposure: float = 1.0
    cast: Colour = (1.0, 1.0, 1.0)
    gamma: float = 1.0
    contrast: float = 1.0
    saturation: float = 1.0
    vignette: float = 0.0
    gradient: tuple[float, float] = (0.0, 0.0)
    defocus: float = 0.0
    motion: float = 0.0
    motion_angle: float = 0.0
    noise: float = 0.0
    chroma_noise: float = 0.0
    sharpen: float = 0.0
    shrink: float = 1.0
    border: bool = False
    jpeg: int = 92
    seed: int = 0


@dataclass(frozen=True)
class Scene:
    """Everything about one picture; the same Scene always gives the same picture.

    `room` is the seed of what stands behind the table (`backdrops`), odd ones for pictures outside training;
    None for nothing but light.
    """

    camera: Camera
    look: TileLook
    tiles: tuple[PlacedTile, ...]
    table: Table
    light: Light = Light()
    sensor: Sensor = Sensor()
    props: tuple[Prop, ...] = ()
    room: int | None = None
    kind: str = "hand"
    notation: str | None = None
    facts: dict[str, str | float] = field(default_factory=dict)
