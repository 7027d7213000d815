"""The drawn half of our tile set: dots, bamboo, bird, white dragon, flower and back.

A face is 300 units wide and 400 high with nothing behind it: gaps between strokes are real holes, so a face
lies on a tile body of any colour. Three inks as on carved sets, blue, green and red.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.training.svg import (
    Point,
    at,
    circle,
    inked,
    leaf,
    lens,
    lines,
    mirrored,
    path,
    petals,
    polar,
    stamp,
)

INK = "#1b2b63"
BLUE = "#1c489e"
GREEN = "#0e6d42"
RED = "#bb1f2a"
PANEL, LATTICE = "#12704c", "#46a07c"  # the back alone


@dataclass(frozen=True)
class Drawing:
    """One face: `body` is SVG markup; `shapes` are the outlines that it stamps, as path data by name."""

    body: str
    shapes: Mapping[str, str] = field(default_factory=dict)


# A coin of radius 50: rim, groove, eight-petalled rosette, core.
DOT = (
    circle(0, 0, 50)
    + circle(0, 0, 42)
    + circle(0, 0, 38.5)
    + petals(15, 33, 8, 4)
    + circle(0, 0, 11)
    + circle(0, 0, 6.5)
)

# A cane 40 wide and 152 high: two lengths between three knots, each with a slit of light.
CANE = (
    mirrored(
        [
            [(0, -76), (12, -76), (20, -73), (20, -66)],
            [(20, -66), (20, -60), (15.5, -59), (15, -53)],
            [(15, -53), (14, -40), (14, -22), (15, -12)],
            [(15, -12), (15.5, -7), (20, -7), (20, 0)],
        ]
    )
    + lens((0, -33), (0, 19), 3.6)
    + lens((0, 33), (0, 19), 3.6)
    + lens((0, 0), (13, 0), 2.4)
    + lens((0, -66), (12, 0), 2.2)
    + lens((0, 66), (12, 0), 2.2)
)

# A plum petal that points up from the origin, with three stamens cut out.
PETAL = (
    "M0-17C-17-27-40-52-37-76C-34-97-11-103 0-92C11-103 34-97 37-76C40-52 17-27 0-17z"
    + lens((0, -42), (0, 16), 2.4)
    + lens((-13, -46), (-6, -14), 2.2)
    + lens((13, -46), (6, -14), 2.2)
)


Rows = dict[str, list[Point]]

# Centres and radius of every dot, by ink.
DOTS: dict[int, tuple[float, Rows]] = {
    2: (72, {GREEN: [(150, 103)], BLUE: [(150, 297)]}),
    3: (55, {BLUE: [(76, 90)], RED: [(150, 200)], GREEN: [(224, 310)]}),
    4: (58, {BLUE: [(82, 102), (218, 298)], GREEN: [(218, 102), (82, 298)]}),
    5: (52, {BLUE: [(76, 86), (224, 314)], GREEN: [(224, 86), (76, 314)], RED: [(150, 200)]}),
    6: (50, {GREEN: [(90, 76), (210, 76)], RED: [(x, y) for y in (212, 324) for x in (90, 210)]}),
    7: (
        45,
        {GREEN: [(62, 60), (150, 102), (238, 144)], RED: [(x, y) for y in (239, 341) for x in (97, 203)]},
    ),
    8: (45, {BLUE: [(x, y) for y in (53, 151, 249, 347) for x in (93, 207)]}),
    9: (43, {ink: [(x, y) for x in (56, 150, 244)] for ink, y in ((BLUE, 72), (RED, 200), (GREEN, 328))}),
}


def dots(rank: int) -> Drawing:
    """Draw 2p to 9p."""
    radius, rows = DOTS[rank]
    return Drawing(
        "".join(
            inked(ink, [stamp("dot", *p, scale=radius / 50) for p in points]) for ink, points in rows.items()
        ),
        {"dot": DOT},
    )


def great_dot() -> Drawing:
    """Draw 1p: a wheel of petals round a red rosette."""
    middle = (150.0, 200.0)
    wheel = "".join(
        circle(*polar(110, turn * 22.5, middle), 21.4) + circle(*polar(110, turn * 22.5, middle), 10)
        for turn in range(16)
    )
    ring = circle(*middle, 82) + circle(*middle, 75) + circle(*middle, 70) + circle(*middle, 52)
    heart = petals(15, 46, 8, 10, middle) + circle(*middle, 11)
    return Drawing(path(wheel, GREEN) + path(ring, BLUE) + path(heart, RED))


# Centres of every cane, by ink; then its scale and stretch.
CANES: dict[int, tuple[float, float, Rows]] = {
    2: (1.5, 0.76, {GREEN: [(150, 106), (150, 294)]}),
    3: (1.5, 0.76, {GREEN: [(150, 106), (82, 294), (218, 294)]}),
    4: (1.5, 0.76, {GREEN: [(x, y) for x in (82, 218) for y in (106, 294)]}),
    5: (1.45, 0.76, {GREEN: [(x, y) for x in (60, 240) for y in (106, 294)], RED: [(150, 200)]}),
    6: (1.45, 0.76, {GREEN: [(x, y) for x in (60, 150, 240) for y in (106, 294)]}),
    7: (1.45, 0.53, {RED: [(150, 76)], GREEN: [(x, y) for x in (60, 150, 240) for y in (202, 326)]}),
    9: (
        1.45,
        0.53,
        {GREEN: [(x, y) for x in (56, 244) for y in (76, 200, 324)], RED: [(150, y) for y in (76, 200, 324)]},
    ),
}


def canes(rank: int) -> Drawing:
    """Draw 2s to 7s and 9s."""
    scale, stretch, rows = CANES[rank]
    return Drawing(
        "".join(
            inked(ink, [stamp("cane", *p, scale=scale, stretch=stretch) for p in points])
            for ink, points in rows.items()
        ),
        {"cane": CANE},
    )


def eight_canes() -> Drawing:
    """Draw 8s: canes as a W above its own reflection, an M."""
    marks = []
    for y, tilt in ((108, 1), (292, -1)):
        marks += [stamp("cane", x, y, 1.2, stretch=0.93) for x in (40, 260)]
        marks += [stamp("cane", 150 - side * 48, y, 1, tilt * side * 30, 1) for side in (-1, 1)]
    return Drawing(inked(GREEN, marks), {"cane": CANE})


RUMP: Point = (170, 206)
# Direction in degrees and length of each plume of the train, from the rump to the middle of its eye.
TRAIN = ((23, 152), (54, 114), (90, 88), (125, 112), (156, 136))


def plume(degrees: float, length: float, width: float = 26) -> str:
    """Draw one feather of the train: a long drop with a slit along the quill and an eye at its end."""
    end = polar(length, degrees, RUMP)
    left, right = polar(width, degrees - 100, end), polar(width, degrees + 100, end)
    drop = f"M{at(*RUMP)}L{at(*left)}A{at(width, width)} 0 1 1 {at(*right)}z"
    slit = leaf(
        polar(0.38 * length, degrees, RUMP),
        polar(0.6 * length, degrees, RUMP),
        polar(length - 24, degrees, RUMP),
        4,
    )
    return path(drop + slit + circle(*end, 19), GREEN) + path(circle(*end, 13), RED)


def bird() -> Drawing:
    """Draw 1s: a peacock on a cane, its train fanned out behind."""
    body = (
        "M66 80C66 58 80 46 97 47C117 48 125 64 120 84C114 108 108 124 120 142C134 162 172 170 180 206"
        "C184 240 154 266 118 266C76 266 46 236 50 196C53 164 86 142 85 114C84 100 68 98 66 80z"
    )
    beak = "M63 68C48 70 34 82 32 100C44 92 56 92 66 94Q61 82 63 68z"
    wing = "M76 190C98 166 142 174 166 216C150 244 110 248 88 230C75 219 70 202 76 190z"
    covert = "M82 194C102 176 138 184 157 216C142 236 114 239 94 224C83 214 79 203 82 194z"
    slits = leaf((96, 196), (120, 190), (145, 212), 5) + leaf((98, 211), (118, 212), (140, 222), 4.5)
    crest = "M92 44L73 20M96 43V16M100 44L119 20"
    tips = circle(72, 20, 7.5) + circle(96, 13, 7.5) + circle(120, 20, 7.5)
    legs = "M100 266V320M132 264V320"
    return Drawing(
        "".join(plume(*feather) for feather in TRAIN)
        + path(body + circle(94, 74, 6.5) + wing, BLUE)
        + path(covert + slits, GREEN)
        + path(beak + tips, RED)
        + lines(crest, RED, 4.5)
        + lines(legs, RED, 9)
        + inked(GREEN, [stamp("cane", 104, 346, 1.05, 90, 1.04)]),
        {"cane": CANE},
    )


def white_dragon() -> Drawing:
    """Draw 5z: a double frame with notched inner corners."""
    outer = "M52 30H248Q270 30 270 52V348Q270 370 248 370H52Q30 370 30 348V52Q30 30 52 30z"
    hole = "M58 46Q46 46 46 58V342Q46 354 58 354H242Q254 354 254 342V58Q254 46 242 46z"
    inner = "M88 60H212V76Q224 88 240 88V312Q224 312 212 324V340H88V324Q76 312 60 312V88Q76 88 88 76z"
    core = "M98 70V80Q88 94 70 97V303Q88 306 98 320V330H202V320Q212 306 230 303V97Q212 94 202 80V70z"
    corners = "".join(circle(x, y, 8) for x in (68, 232) for y in (68, 332))
    return Drawing(path(outer + hole, BLUE) + path(inner + core + corners, BLUE))


def blossom(x: float, y: float, scale: float, turn: float) -> str:
    """Draw a plum blossom: five petals round a green heart."""
    ring = [stamp("petal", 0, 0, turn=72 * index) for index in range(5)]
    place = f"translate({at(x, y)}) rotate({turn:g}) scale({scale:g})"
    return f'<g transform="{place}">{inked(RED, ring)}{path(circle(0, 0, 10), GREEN)}</g>'


def flower() -> Drawing:
    """Draw a flower tile: plum blossom on a bough."""
    bough = "M266 382C236 350 214 332 176 320C152 312 134 309 116 310"
    twigs = "M214 340C226 322 232 304 233 286M156 315C146 280 150 262 150 236"
    bud = "M233 286C210 272 216 246 236 236C254 250 256 274 233 286z"
    calyx = "M233 294C220 290 214 280 216 270C226 276 238 276 248 272C250 282 244 290 233 294z"
    return Drawing(
        lines(bough, INK, 13)
        + lines(twigs, INK, 7)
        + path(bud, RED)
        + path(calyx, GREEN)
        + blossom(150, 138, 1.12, 0)
        + blossom(74, 312, 0.52, 18),
        {"petal": PETAL},
    )


def back() -> Drawing:
    """Draw the back: a green panel that covers the face, with a lattice of old coins."""
    step, left, top = 48, 30, 32
    across = [(left + step * i, top + step * j) for j in range(8) for i in range(5)]
    down = [(left + step * i, top + step * j) for i in range(6) for j in range(7)]
    arcs = "".join(f"M{at(*p)}a34 34 0 0 1 48 0a34 34 0 0 1-48 0z" for p in across)
    arcs += "".join(f"M{at(*p)}a34 34 0 0 1 0 48a34 34 0 0 1 0-48z" for p in down)
    return Drawing(
        f'<rect width="300" height="400" rx="30" fill="{PANEL}"/>'
        + lines("M34 18H266Q284 18 284 36V364Q284 382 266 382H34Q16 382 16 364V36Q16 18 34 18z", LATTICE, 5)
        + path(arcs, LATTICE)
    )
