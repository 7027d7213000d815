"""Words for drawing in SVG: outlines as path data, and the few elements that our tile faces are made of."""

from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin

Point = tuple[float, float]


def number(value: float) -> str:
    """Print a coordinate with at most one decimal.

    >>> number(12.04), number(-0.04), number(3.25)
    ('12', '0', '3.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def at(*values: float) -> str:
    """Join coordinates, leaving out the separator where a minus sign already is one."""
    return " ".join(number(value) for value in values).replace(" -", "-")


def path(data: str, fill: str, bold: float = 0) -> str:
    """Fill an outline; what lies inside it twice is a hole. `bold` thickens every stroke by so much."""
    return f'<path {ink(fill, bold)} fill-rule="evenodd" d="{data}"/>'


def ink(colour: str, bold: float = 0) -> str:
    """Name the attributes that fill with a colour and, if `bold`, draw round the edge with it too."""
    return f'fill="{colour}"' + (f' stroke="{colour}" stroke-width="{number(bold)}"' if bold else "")


def lines(data: str, stroke: str, width: float) -> str:
    """Draw open lines with round ends."""
    return (
        f'<path fill="none" stroke="{stroke}" stroke-width="{number(width)}"'
        f' stroke-linecap="round" stroke-linejoin="round" d="{data}"/>'
    )


def circle(x: float, y: float, r: float) -> str:
    """Outline a circle as path data."""
    return f"M{at(x - r, y)}a{at(r, r)} 0 1 0 {at(2 * r, 0)}a{at(r, r)} 0 1 0 {at(-2 * r, 0)}z"


def polar(r: float, degrees: float, centre: Point = (0, 0)) -> Point:
    """Place a point on a circle; 0 degrees is up, clockwise."""
    return centre[0] + r * sin(radians(degrees)), centre[1] - r * cos(radians(degrees))


def petals(inner: float, outer: float, count: int, width: float, centre: Point = (0, 0)) -> str:
    """Outline a ring of petals that point outwards from `inner` to `outer`; `width` is half of one."""
    parts = []
    for index in range(count):
        angle = index * 360 / count
        waist = inner + 0.66 * (outer - inner)
        spread = width / waist * 57.3
        parts.append(
            f"M{at(*polar(inner, angle, centre))}"
            f"Q{at(*polar(waist, angle - 1.5 * spread, centre))} {at(*polar(outer, angle, centre))}"
            f"Q{at(*polar(waist, angle + 1.5 * spread, centre))} {at(*polar(inner, angle, centre))}z"
        )
    return "".join(parts)


def leaf(start: Point, bend: Point, end: Point, width: float) -> str:
    """Outline a blade from `start` to `end` along the curve through `bend`, `width` at its widest."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    nx, ny = -dy / hypot(dx, dy) * width, dx / hypot(dx, dy) * width
    return (
        f"M{at(*start)}Q{at(bend[0] + nx, bend[1] + ny)} {at(*end)}"
        f"Q{at(bend[0] - nx, bend[1] - ny)} {at(*start)}z"
    )


def mirrored(quarter: Sequence[Sequence[Point]]) -> str:
    """Close a quarter outline, cubic curves from the top middle to the right middle, by mirroring it."""
    half = [*quarter, *([(x, -y) for x, y in reversed(curve)] for curve in reversed(quarter))]
    whole = [*half, *([(-x, -y) for x, y in curve] for curve in half)]
    return f"M{at(*whole[0][0])}" + "".join(f"C{at(*(v for p in c[1:] for v in p))}" for c in whole) + "z"


def lens(centre: Point, along: Point, width: float) -> str:
    """Outline a slit through `centre` that reaches `along` to both sides, `width` is half of it."""
    start = centre[0] - along[0], centre[1] - along[1]
    return leaf(start, centre, (centre[0] + along[0], centre[1] + along[1]), 2 * width)


def stamp(
    shape: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, stretch: float = 1
) -> str:
    """Use a shared shape once.

    Centred on (x, y), turned clockwise by `turn` degrees; `stretch` scales its height on top of `scale`.
    """
    moves = [f"translate({at(x, y)})"] if x or y else []
    if turn:
        moves.append(f"rotate({turn:g})")
    if scale != 1 or stretch != 1:
        moves.append(f"scale({scale:.3g} {scale * stretch:.3g})" if stretch != 1 else f"scale({scale:.3g})")
    transform = f' transform="{" ".join(moves)}"' if moves else ""
    return f'<use href="#{shape}"{transform}/>'


def inked(colour: str, marks: Iterable[str], bold: float = 0) -> str:
    """Group marks under one ink."""
    return f"<g {ink(colour, bold)}>{''.join(marks)}</g>"
