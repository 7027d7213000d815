"""YOLO text labels: `class cx cy w h` (detection) or `class x1 y1 … x4 y4` (oriented), in fractions.

The class numbers mean what the data set's own names file says (`data.yaml`, `classes.txt`, `obj.names`):
without one, the names must be given. Laid out as Ultralytics, Roboflow and darknet do: pictures in `images/`
and labels in `labels/`, per split or not, or each label file beside its picture.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from vision.classes import FACE_NAMES
from vision.labelling.errors import FormatError
from vision.labelling.files import Size, inside, pictures_under, relative, size_of
from vision.labelling.formats.shapes import clockwise, smallest_rectangle
from vision.labelling.formats.source import Source, read_classes
from vision.labelling.names import CLASSES_SHA256
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile

NAME_FILES = ("data.yaml", "data.yml", "dataset.yaml", "classes.txt", "obj.names", "labels.txt")
SPLITS = {"train": "train", "val": "val", "valid": "val", "validation": "val", "test": "test"}
BOX, ORIENTED = 5, 9
"""Numbers on a line: of a box, of a quad; a line of a box may end with a confidence."""


def read(source: Source) -> DataSet:
    """Detection or oriented labels, told line by line.

    Raises:
        FormatError: no names file, a line that is no label, labels without a picture.
        UnknownNameError: a class that is no tile.
    """
    names, config = _names(source)
    meanings = source.table.resolve(names.values())
    root = source.root
    notes: Counter[str] = Counter()
    pictures: list[LabelledPicture] = []
    used: set[Path] = set()
    for path, split in _pictures(root, config):
        label_file = _label_file(source, path)
        tiles: tuple[LabelledTile, ...] = ()
        size = size_of(path)
        if label_file is None:
            notes["pictures have no label file: taken as without tiles / 没有标注文件，视为无牌"] += 1
        else:
            used.add(label_file.resolve())
            tiles = tuple(_tiles(label_file, size, names, meanings, notes))
        pictures.append(LabelledPicture(relative(root, path), size.width, size.height, tiles, split=split))
    _check_orphans(source.folder, used)
    return DataSet.of(root, pictures, [f"{count} {note}" for note, count in notes.items()])


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes one of the two kinds.

    Attributes:
        oriented: quads, or else the upright boxes around them.
    """

    oriented: bool

    def write(self, data: DataSet) -> list[str]:
        """Label files, `data.yaml` and `classes.txt` beside pictures that lie in `images/`."""
        for picture in data.pictures:
            file = data.root / label_path(picture.file)
            file.parent.mkdir(parents=True, exist_ok=True)
            lines = (self._line(tile, picture) for tile in picture.tiles)
            file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        (data.root / "classes.txt").write_text("".join(f"{name}\n" for name in FACE_NAMES), "utf-8")
        (data.root / "data.yaml").write_text(_config(data), "utf-8")
        return self._lost(data)

    def _line(self, tile: LabelledTile, picture: LabelledPicture) -> str:
        if self.oriented:
            values = [value for x, y in tile.quad for value in (x / picture.width, y / picture.height)]
        else:
            x0, y0, x1, y1 = tile.box
            values = [(x0 + x1) / 2 / picture.width, (y0 + y1) / 2 / picture.height]
            values += [(x1 - x0) / picture.width, (y1 - y0) / picture.height]
        return " ".join([str(tile.index), *(f"{value:.7f}" for value in values)])

    def _lost(self, data: DataSet) -> list[str]:
        tiles = [tile for picture in data.pictures for tile in picture.tiles]
        notes = []
        quads = sum(tile.shape == "quad" for tile in tiles)
        if quads and not self.oriented:
            notes.append(f"{quads} quads became the upright boxes around them / 四边形改成外接框")
        extra = sum(bool(tile.provenance) or tile.confidence is not None for tile in tiles)
        if extra:
            notes.append(f"{extra} confidences and provenances are not kept by YOLO / YOLO 不存置信度与来源")
        return notes


def label_path(file: str) -> str:
    """`images/train/a.jpg` to `labels/train/a.txt`: the last folder `images` becomes `labels`.

    Without one, `labels` is put before: `a.jpg` to `labels/a.txt`.
    """
    folder, _, name = file.rpartition("/")
    parts = folder.split("/")
    for at in range(len(parts) - 1, -1, -1):
        if parts[at] == "images":
            parts[at] = "labels"
            return "/".join([*parts, f"{name.rpartition('.')[0]}.txt"])
    return f"labels/{file.rpartition('.')[0]}.txt"


def _config(data: DataSet) -> str:
    splits = sorted({picture.split or "train" for picture in data.pictures})
    folders = {split: f"images/{split}" if _has_folder(data, split) else "images" for split in splits}
    lines = [f"# canonical class list, SHA-256 {CLASSES_SHA256}", "path: ."]
    lines += [f"{split}: {folder}" for split, folder in folders.items()]
    if "val" not in folders and folders:
        lines.append(f"val: {folders.get('test', next(iter(folders.values())))}")
    if "train" not in folders and folders:
        lines.append(f"train: {next(iter(folders.values()))}")
    lines += ["names:", *(f"  {index}: {name}" for index, name in enumerate(FACE_NAMES))]
    return "\n".join(lines) + "\n"


def _has_folder(data: DataSet, split: str) -> bool:
    return any(picture.file.startswith(f"images/{split}/") for picture in data.pictures)


def _names(source: Source) -> tuple[dict[int, str], dict[str, Any]]:
    """Index to name, and the other keys of `data.yaml`."""
    if source.path.is_file():
        return _names_of(source.path)
    if source.classes is not None:
        names, config = _names_of(source.classes)
        own = source.folder / "data.yaml"
        return names, config or (_names_of(own)[1] if own.is_file() else {})
    for name in NAME_FILES:
        if (source.folder / name).is_file():
            return _names_of(source.folder / name)
    raise FormatError(
        source.folder,
        f"no names file ({', '.join(NAME_FILES)}): class numbers mean nothing without. Give one: "
        "--classes FILE / 缺少类别名文件",
    )


def _names_of(file: Path) -> tuple[dict[int, str], dict[str, Any]]:
    if file.suffix not in {".yaml", ".yml"}:
        return dict(enumerate(read_classes(file))), {}
    try:
        config = yaml.safe_load(file.read_text("utf-8-sig"))
        named = config["names"]
        pairs = named.items() if isinstance(named, dict) else enumerate(named)
        return {int(index): str(name) for index, name in pairs}, config
    except (yaml.YAMLError, KeyError, TypeError, ValueError) as error:
        raise FormatError(file, f"no `names` that can be read / 读不出 names ({error})") from error


def _pictures(root: Path, config: Mapping[str, Any]) -> Iterator[tuple[Path, str | None]]:
    """Every picture with its split: that of `data.yaml`, or of a folder named so, or None."""
    seen: set[str] = set()
    for key, split in SPLITS.items():
        entries = config.get(key) or ()
        for entry in [entries] if isinstance(entries, str) else entries:
            for path in _listed(root, str(entry)):
                file = relative(root, path)
                if file not in seen:
                    seen.add(file)
                    yield path, split
    for path in pictures_under(root):
        file = relative(root, path)
        if file not in seen:
            yield path, _split_of(file)


def _listed(root: Path, entry: str) -> Iterable[Path]:
    """The pictures of one entry of `data.yaml`: a folder, or a text file that lists them.

    Roboflow writes `../train/images` and means `train/images`.
    """
    plain = entry.replace("\\", "/")
    while plain.startswith("../") and not (root / plain).exists():
        plain = plain[3:]
    place = inside(root, plain, root / "data.yaml")
    if place.suffix == ".txt" and place.is_file():
        return [inside(root, line, place) for line in read_classes(place)]
    return pictures_under(place) if place.is_dir() else []


def _split_of(file: str) -> str | None:
    return next((SPLITS[part] for part in file.split("/")[:-1] if part in SPLITS), None)


def _label_file(source: Source, picture: Path) -> Path | None:
    file = relative(source.root, picture)
    places = [
        root / place for root in (source.root, source.folder) for place in (label_path(file), _beside(file))
    ]
    return next((place for place in places if place.is_file()), None)


def _beside(file: str) -> str:
    return f"{file.rpartition('.')[0]}.txt"


def _tiles(
    file: Path,
    size: Size,
    names: Mapping[int, str],
    meanings: Mapping[str, str | None],
    notes: Counter[str],
) -> Iterator[LabelledTile]:
    for number, line in enumerate(file.read_text("utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        try:
            index, *values = (float(word) for word in line.split())
            name = names[int(index)]
        except (ValueError, KeyError) as error:
            raise FormatError(
                f"{file}:{number}", f"{line!r} is no label of this data set / 不是标注"
            ) from error
        if not all(map(math.isfinite, values)):
            raise FormatError(f"{file}:{number}", f"{line!r} holds a number that is none / 不是数")
        tile = meanings[name]
        if tile is None:
            notes[f"boxes of {name!r} left out / 舍去"] += 1
        else:
            yield _tile(tile, values, size, f"{file}:{number}", notes)


def _tile(name: str, values: list[float], size: Size, where: str, notes: Counter[str]) -> LabelledTile:
    count = len(values) + 1
    if count in (BOX, BOX + 1):
        cx, cy, w, h = values[0] * size.width, values[1] * size.height, values[2], values[3]
        half_w, half_h = w * size.width / 2, h * size.height / 2
        confidence = values[4] if count == BOX + 1 else None
        box = (cx - half_w, cy - half_h, cx + half_w, cy + half_h)
        return LabelledTile.from_box(name, box, confidence)
    points = [(x * size.width, y * size.height) for x, y in zip(values[::2], values[1::2], strict=False)]
    if count == ORIENTED:
        a, b, c, d = points
        return LabelledTile(name, clockwise((a, b, c, d)))
    if count % 2 == 0 or count < ORIENTED - 2:
        raise FormatError(where, f"{count} numbers: 5 make a box, 9 a quad / 每行应为 5 或 9 个数")
    notes["outlines became the smallest rectangles around them / 轮廓改成最小外接矩形"] += 1
    return LabelledTile(name, smallest_rectangle(points))


def _check_orphans(root: Path, used: set[Path]) -> None:
    labels = (path for path in root.rglob("labels/**/*.txt") if path.name not in NAME_FILES)
    orphans = sorted({relative(root, path) for path in labels if path.resolve() not in used})
    if orphans:
        raise FormatError(
            root, f"{len(orphans)} label files have no picture: {', '.join(orphans[:5])} / 有标注而无图片"
        )
