"""Pascal VOC: one XML file a picture, upright boxes in whole pixels, nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from vision.labelling.errors import FormatError
from vision.labelling.files import relative
from vision.labelling.formats.source import PictureFinder, Source, Turn
from vision.labelling.formats.tiles import has_extras, is_quad, left_out, lost, notes_of
from vision.labelling.formats.xml import Element, child, documents, number, text_of, to_bytes
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import Box, DataSet, LabelledPicture, LabelledTile

FOLDER = "Annotations"
CORNERS = ("xmin", "ymin", "xmax", "ymax")
LOST = (
    (is_quad, "quads became the upright boxes around them / 四边形改成外接框"),
    (has_extras, "confidences and provenances are not kept by VOC / VOC 不存置信度与来源"),
)


def read(source: Source) -> DataSet:
    """Every VOC file under a folder.

    Raises:
        FormatError: none there, a missing picture, an object without a box.
    """
    finder, notes = PictureFinder(source.root), Counter[str]()
    found = list(documents(source.path, "annotation"))
    if not found:
        raise FormatError(source.path, "no VOC file / 没有 VOC 文件")
    meanings = source.table.resolve(
        text_of(each, "name", file) for file, root in found for each in root.iterfind("object")
    )
    pictures = []
    for file, root in found:
        named = text_of(root, "filename", file)
        folder = (root.findtext("folder") or "").strip()
        first = [folder] if _plain(folder) else []
        path = finder.find(named, file, first=first, then=["JPEGImages", "images"])
        if path is not None:
            turn = Turn.of(path, _stated(root, file))
            tiles = tuple(_tiles(file, root, meanings, turn, notes))
            size = turn.size
            pictures.append(LabelledPicture(relative(finder.root, path), size.width, size.height, tiles))
    finder.check(source.path)
    return DataSet.of(source.root, pictures, notes_of(notes))


def write(data: DataSet) -> list[str]:
    """`Annotations/*.xml`, the picture's path under `images/` kept."""
    for picture in data.pictures:
        inner = picture.file.removeprefix("images/").rpartition(".")[0]
        file = data.root / FOLDER / f"{inner}.xml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(to_bytes(_document(picture)))
    return lost(data, LOST)


def _document(picture: LabelledPicture) -> Element:
    root = Element("annotation")
    folder, _, name = picture.file.rpartition("/")
    child(root, "folder", folder)
    child(root, "filename", name)
    child(child(root, "source"), "database", f"mahjong tiles, classes SHA-256 {CLASSES_SHA256}")
    size = child(root, "size")
    for tag, value in (("width", picture.width), ("height", picture.height), ("depth", 3)):
        child(size, tag, value)
    child(root, "segmented", 0)
    for tile in picture.tiles:
        element = child(root, "object")
        for tag, text in (("name", tile.name), ("pose", "Unspecified"), ("truncated", 0), ("difficult", 0)):
            child(element, tag, text)
        box = child(element, "bndbox")
        for tag, corner in zip(CORNERS, tile.box, strict=True):
            child(box, tag, round(corner))
    return root


def _plain(folder: str) -> bool:
    """Whether `folder` may be used: LabelImg writes a folder's name, others a path of their own machine."""
    return bool(folder) and not folder.startswith(("/", "\\")) and ".." not in folder and ":" not in folder


def _stated(root: Element, file: Path) -> tuple[float, float] | None:
    if root.find("size") is None:
        return None
    width, height = (root.findtext(f"size/{tag}") for tag in ("width", "height"))
    return number(width, file, "width"), number(height, file, "height")


def _tiles(
    file: Path,
    root: Element,
    meanings: Mapping[str, str | None],
    turn: Turn,
    notes: Counter[str],
) -> Iterator[LabelledTile]:
    for element in root.iterfind("object"):
        name = text_of(element, "name", file)
        meaning = meanings[name]
        if meaning is None:
            left_out(notes, name)
            continue
        box = element.find("bndbox")
        if box is None:
            raise FormatError(file, f"{name}: no <bndbox>; turned boxes are not VOC / 没有 <bndbox>")
        x0, y0, x1, y1 = (number(box.findtext(tag), file, tag) for tag in CORNERS)
        corners: Box = turn.box((x0, y0, x1, y1))
        yield LabelledTile.from_box(meaning, corners)
