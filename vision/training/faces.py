"""Make our tile set: `python -m vision.training.faces --font PATH --out datasets/faces`.

Writes one SVG per face, the sprite `api/web/tiles.svg` (one `<symbol id="t-CODE">` per face, shared shapes
once) and the raster atlas `api/web/tiles.png`. The same font gives the same bytes. Characters are outlines of
that font; the rest is drawn in `vision.training.face_drawings`. Without `--font` the sprite and the atlas are
made again from the faces that exist. Needs fontTools and resvg_py (extra `train`); `sprite` needs neither.
"""

import argparse
import io
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image

from vision.classes import FACE_NAMES, FLOWER
from vision.training import face_drawings as draw
from vision.training.face_drawings import GREEN, INK, RED, Drawing
from vision.training.svg import inked, number, path, stamp

ATLAS = (*FACE_NAMES[:FLOWER], "flower", "back")
"""Every face by file name: the 34 tiles in class order, then what else lies on a table."""
CELL = (90, 120)
"""Width and height of one tile of the atlas, in pixels; 9 a row, in the order of `ATLAS`."""

SVG = "http://www.w3.org/2000/svg"
Box = tuple[float, float, float, float]
Glyph = Callable[[str, Box], str]

# Left, top, width and height that a character fills at most.
NUMERAL: Box = (55, 26, 190, 134)
MYRIAD: Box = (52, 176, 196, 200)
HONOUR: Box = (40, 45, 220, 310)
HONOURS = (
    ("1z", "東", INK),
    ("2z", "南", INK),
    ("3z", "西", INK),
    ("4z", "北", INK),
    ("6z", "發", GREEN),
    ("7z", "中", RED),
)


def outlines(font: Path) -> Glyph:
    """Open a font as a function that gives the outline of a character, fitted into a box, as path data.

    It fills the box in one direction and keeps its proportions within 18 %. Raises `ValueError` for a
    character that the font lacks.
    """
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont

    opened = TTFont(font)
    glyphs, names = opened.getGlyphSet(), opened.getBestCmap()

    def outline(character: str, box: Box) -> str:
        if ord(character) not in names:
            raise ValueError(f"{font.name} has no {character}")
        glyph = glyphs[names[ord(character)]]
        bounds = BoundsPen(glyphs)
        glyph.draw(bounds)
        left, bottom, right, top = bounds.bounds
        x_scale, y_scale = fit(right - left, top - bottom, box)
        x = box[0] + box[2] / 2 - x_scale * (left + right) / 2
        y = box[1] + box[3] / 2 + y_scale * (bottom + top) / 2
        pen = SVGPathPen(glyphs, ntos=number)
        glyph.draw(TransformPen(pen, (x_scale, 0, 0, -y_scale, x, y)))
        return str(pen.getCommands())

    return outline


def fit(width: float, height: float, box: Box, give: float = 1.18) -> tuple[float, float]:
    """Scale a shape into a box: horizontal and vertical factors, at most `give` apart."""
    x_scale, y_scale = box[2] / width, box[3] / height
    return min(x_scale, y_scale * give), min(y_scale, x_scale * give)


def drawings(glyph: Glyph) -> dict[str, Drawing]:
    """Draw all faces, by code, in the order of `ATLAS`."""
    myriad = {"wan": glyph("萬", MYRIAD)}
    wan = inked(RED, [stamp("wan")], bold=3)
    faces = {
        f"{rank}m": Drawing(path(glyph(numeral, NUMERAL), INK) + wan, myriad)
        for rank, numeral in enumerate("一二三四五六七八九", start=1)
    }
    faces |= {"1p": draw.great_dot()} | {f"{rank}p": draw.dots(rank) for rank in draw.DOTS}
    faces |= {"1s": draw.bird(), "8s": draw.eight_canes()} | {
        f"{rank}s": draw.canes(rank) for rank in draw.CANES
    }
    faces |= {
        code: Drawing(path(glyph(character, HONOUR), ink, bold=7 if character == "發" else 0))
        for code, character, ink in HONOURS
    }
    faces |= {"5z": draw.white_dragon(), "flower": draw.flower(), "back": draw.back()}
    return {code: faces[code] for code in ATLAS}


def file_text(drawing: Drawing) -> str:
    """Write a face as a file of its own."""
    shared = "".join(
        f'<path id="{name}" fill-rule="evenodd" d="{data}"/>' for name, data in drawing.shapes.items()
    )
    defs = f"<defs>{shared}</defs>" if shared else ""
    return f'<svg xmlns="{SVG}" viewBox="0 0 300 400">{defs}{drawing.body}</svg>\n'


def sprite(faces: Path) -> str:
    """Join the faces of a folder: shared shapes once (`t-dot`), then a `<symbol id="t-CODE">` each."""
    ElementTree.register_namespace("", SVG)
    shared: dict[str, ElementTree.Element] = {}
    root = ElementTree.Element(f"{{{SVG}}}svg")
    defs = ElementTree.SubElement(root, f"{{{SVG}}}defs")
    for code in ATLAS:
        symbol = ElementTree.SubElement(root, f"{{{SVG}}}symbol", id=f"t-{code}", viewBox="0 0 300 400")
        for child in ElementTree.parse(faces / f"{code}.svg").getroot():
            if child.tag == f"{{{SVG}}}defs":
                shared |= {shape.attrib["id"]: shape for shape in child}
            else:
                symbol.append(child)
    for shape in shared.values():
        shape.set("id", f"t-{shape.attrib['id']}")
        defs.append(shape)
    for use in root.iter(f"{{{SVG}}}use"):
        use.set("href", use.attrib["href"].replace("#", "#t-"))
    return (
        ElementTree.tostring(root, encoding="unicode").replace(" />", "/>").replace("<symbol", "\n<symbol")
        + "\n"
    )


def tile(face: str, code: str) -> str:
    """Lay a face, the text of its file, on an ivory tile with a soft border (300 x 400 units)."""
    inner = face.replace("<svg ", '<svg x="30" y="36" width="240" height="320" ', 1)
    if code == "back":
        inner = face.replace(
            "<svg ", '<svg x="8" y="8" width="284" height="378" preserveAspectRatio="none" ', 1
        )
    return (
        f'<svg xmlns="{SVG}" viewBox="0 0 300 400">'
        '<rect x="3" y="3" width="294" height="394" rx="34" fill="#b5a98e"/>'
        '<rect x="6" y="5" width="288" height="384" rx="31" fill="#e6dcc4"/>'
        '<rect x="6" y="5" width="288" height="376" rx="30" fill="#fbf7ea"/>'
        f"{inner}</svg>"
    )


def atlas(faces: Path) -> Image.Image:
    """Rasterise the faces of a folder on ivory tiles: RGBA, 9 a row of `CELL` pixels, as in `ATLAS`."""
    from resvg_py import svg_to_bytes

    sheet = Image.new("RGBA", (9 * CELL[0], len(ATLAS) // 9 * CELL[1]))
    for index, code in enumerate(ATLAS):
        markup = tile((faces / f"{code}.svg").read_text(encoding="utf-8"), code)
        large = svg_to_bytes(svg_string=markup, width=4 * CELL[0], height=4 * CELL[1], skip_system_fonts=True)
        with Image.open(io.BytesIO(bytes(large))) as picture:
            small = picture.convert("RGBA").resize(CELL, Image.Resampling.LANCZOS)
        sheet.paste(small, (index % 9 * CELL[0], index // 9 * CELL[1]))
    return sheet


def main() -> None:
    """Write the faces, then what is made from them."""
    parser = argparse.ArgumentParser(
        description="Make our tile faces, the page's sprite and the raster atlas."
    )
    parser.add_argument(
        "--font", type=Path, help="a font with 一…九 萬 東南西北發中; leave out to keep the faces"
    )
    parser.add_argument("--out", type=Path, default=Path("datasets/faces"), help="folder of the SVG faces")
    parser.add_argument("--web", type=Path, default=Path("api/web"), help="folder of tiles.svg and tiles.png")
    options = parser.parse_args()
    if options.font:
        options.out.mkdir(parents=True, exist_ok=True)
        for code, drawing in drawings(outlines(options.font)).items():
            (options.out / f"{code}.svg").write_text(file_text(drawing), encoding="utf-8")
    (options.web / "tiles.svg").write_text(sprite(options.out), encoding="utf-8")
    atlas(options.out).quantize(256, method=Image.Quantize.FASTOCTREE).save(
        options.web / "tiles.png", optimize=True
    )


if __name__ == "__main__":
    main()
