"""Our tile set: the faces are plain drawings, and what is made from them is fresh."""

import importlib.util
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from vision.training import face_drawings as draw
from vision.training import faces, svg

ROOT = Path(__file__).parents[2]
FACES = ROOT / "datasets" / "faces"
WEB = ROOT / "api" / "web"
FONT = ROOT.parent / "shared" / "art" / "fonts" / "kouzan-mouhitsu.ttf"
NAMESPACE = f"{{{faces.SVG}}}"

ELEMENTS = {"svg", "defs", "symbol", "g", "path", "use", "rect"}
ATTRIBUTES = {
    *("viewBox", "id", "d", "fill", "fill-rule", "transform", "href"),
    *("stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "width", "height", "rx"),
}


def elements(path: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(path).getroot().iter())


def assert_plain(path: Path) -> None:
    """Only static shapes, and references only to shapes of the same file."""
    found = elements(path)
    assert {element.tag.removeprefix(NAMESPACE) for element in found} <= ELEMENTS
    assert {name for element in found for name in element.attrib} <= ATTRIBUTES
    references = {element.attrib["href"] for element in found if "href" in element.attrib}
    assert references <= {f"#{element.attrib['id']}" for element in found if "id" in element.attrib}
    assert not any((element.text or "").strip() for element in found)
    assert "url(" not in path.read_text(encoding="utf-8")


def test_every_tile_the_flower_and_the_back_have_a_face() -> None:
    assert {path.stem for path in FACES.glob("*.svg")} == set(faces.ATLAS)
    assert len(faces.ATLAS) == 36


@pytest.mark.parametrize("code", faces.ATLAS)
def test_a_face_is_small_and_holds_static_shapes_only(code: str) -> None:
    path = FACES / f"{code}.svg"
    assert path.stat().st_size < 6_000
    assert ElementTree.parse(path).getroot().attrib["viewBox"] == "0 0 300 400"
    assert_plain(path)


@pytest.mark.parametrize("rank", range(2, 10))
@pytest.mark.parametrize(("suit", "shape"), [("p", "dot"), ("s", "cane")])
def test_a_face_shows_as_many_marks_as_its_rank(rank: int, suit: str, shape: str) -> None:
    marks = [element.attrib.get("href") for element in elements(FACES / f"{rank}{suit}.svg")]
    assert marks.count(f"#{shape}") == rank


INKS = [
    ("2p", {draw.GREEN: 1, draw.BLUE: 1}, "green over blue"),
    ("3p", {draw.BLUE: 1, draw.RED: 1, draw.GREEN: 1}, "one of each on the diagonal"),
    ("4p", {draw.BLUE: 2, draw.GREEN: 2}, "crosswise"),
    ("5p", {draw.BLUE: 2, draw.GREEN: 2, draw.RED: 1}, "the red one in the middle"),
    ("6p", {draw.GREEN: 2, draw.RED: 4}, "two green over four red"),
    ("7p", {draw.GREEN: 3, draw.RED: 4}, "three green aslant over four red"),
    ("8p", {draw.BLUE: 8}, "all blue"),
    ("9p", {draw.BLUE: 3, draw.RED: 3, draw.GREEN: 3}, "a row of each"),
    ("5s", {draw.GREEN: 4, draw.RED: 1}, "the red one in the middle"),
    ("7s", {draw.RED: 1, draw.GREEN: 6}, "the red one on top"),
    ("8s", {draw.GREEN: 8}, "all green"),
    ("9s", {draw.GREEN: 6, draw.RED: 3}, "the middle column red"),
]


@pytest.mark.parametrize(("code", "inks", "why"), INKS, ids=[f"{code} {why}" for code, _, why in INKS])
def test_marks_have_the_traditional_colours(code: str, inks: dict[str, int], why: str) -> None:
    groups = ElementTree.parse(FACES / f"{code}.svg").getroot().findall(f"{NAMESPACE}g")
    assert {group.attrib["fill"]: len(group) for group in groups} == inks


def test_the_drawn_faces_are_fresh() -> None:
    drawn = {f"{rank}p": draw.dots(rank) for rank in draw.DOTS}
    drawn |= {f"{rank}s": draw.canes(rank) for rank in draw.CANES}
    drawn |= {"1p": draw.great_dot(), "1s": draw.bird(), "8s": draw.eight_canes()}
    drawn |= {"5z": draw.white_dragon(), "flower": draw.flower(), "back": draw.back()}
    for code, drawing in drawn.items():
        assert (FACES / f"{code}.svg").read_text(encoding="utf-8") == faces.file_text(drawing), code


@pytest.mark.skipif(not FONT.exists(), reason="the font of the characters is not here")
@pytest.mark.skipif(
    not importlib.util.find_spec("fontTools"), reason="fontTools comes with the extra `train`"
)
@pytest.mark.filterwarnings("ignore")
def test_the_lettered_faces_are_fresh() -> None:
    for code, drawing in faces.drawings(faces.outlines(FONT)).items():
        assert (FACES / f"{code}.svg").read_text(encoding="utf-8") == faces.file_text(drawing), code


def test_the_sprite_of_the_page_is_fresh() -> None:
    made = faces.sprite(FACES)
    assert made == faces.sprite(FACES)
    assert (WEB / "tiles.svg").read_text(encoding="utf-8") == made, "run python -m vision.training.faces"


def test_the_sprite_has_a_symbol_for_every_face_and_stays_light() -> None:
    path = WEB / "tiles.svg"
    ids = [element.attrib["id"] for element in elements(path) if "id" in element.attrib]
    assert {f"t-{code}" for code in faces.ATLAS} <= set(ids)
    assert len(ids) == len(set(ids))
    assert path.stat().st_size < 60_000
    assert_plain(path)


def test_the_atlas_has_36_cells_with_clear_corners_and_stays_light() -> None:
    path = WEB / "tiles.png"
    assert path.stat().st_size < 150_000
    with Image.open(path) as picture:
        pixels = np.asarray(picture.convert("RGBA"))
    assert pixels.shape == (4 * faces.CELL[1], 9 * faces.CELL[0], 4)
    cells = pixels.reshape(4, faces.CELL[1], 9, faces.CELL[0], 4).swapaxes(1, 2).reshape(36, 120, 90, 4)
    assert (cells[:, 0, 0, 3] == 0).all()
    assert (cells[:, 60, 45, 3] > 250).all()  # quantising costs a level
    assert len({cell.tobytes() for cell in cells}) == 36


def test_the_atlas_is_fresh() -> None:
    pytest.importorskip("resvg_py", reason="resvg_py comes with the extra `train`")
    made = np.asarray(faces.atlas(FACES), dtype=float)
    with Image.open(WEB / "tiles.png") as picture:
        kept = np.asarray(picture.convert("RGBA"), dtype=float)
    opaque = made[..., 3] > 250
    # The file has 256 colours and another resvg may round an edge: a few levels, nowhere a wrong face.
    assert np.abs(made - kept)[opaque].mean() < 3


def test_a_font_without_the_characters_is_refused(tmp_path: Path) -> None:
    builder = pytest.importorskip("fontTools.fontBuilder", reason="fontTools comes with the extra `train`")
    pens = pytest.importorskip("fontTools.pens.ttGlyphPen")
    font = builder.FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef"])
    font.setupCharacterMap({})
    font.setupGlyf({".notdef": pens.TTGlyphPen(None).glyph()})
    font.setupHorizontalMetrics({".notdef": (500, 0)})
    font.setupHorizontalHeader()
    font.setupPost()
    font.save(tmp_path / "empty.ttf")
    with pytest.raises(ValueError, match=r"empty\.ttf has no 萬"):
        faces.drawings(faces.outlines(tmp_path / "empty.ttf"))


sides = st.floats(1, 5_000)


@given(sides, sides)
def test_a_fitted_character_lies_in_its_box_and_keeps_its_proportions(width: float, height: float) -> None:
    box = faces.HONOUR
    x_scale, y_scale = faces.fit(width, height, box)
    assert width * x_scale <= box[2] * 1.001
    assert height * y_scale <= box[3] * 1.001
    assert 1 / 1.181 <= x_scale / y_scale <= 1.181
    assert max(width * x_scale / box[2], height * y_scale / box[3]) > 0.999


@given(st.floats(-500, 500))
def test_a_coordinate_is_rounded_to_a_tenth_and_never_minus_nought(value: float) -> None:
    text = svg.number(value)
    assert abs(float(text) - value) <= 0.0501
    assert text != "-0"


def test_coordinates_need_no_separator_before_a_minus() -> None:
    assert svg.at(1, -2, 3.25, -0.01) == "1-2 3.2 0"
