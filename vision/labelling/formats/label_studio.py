"""Label Studio read back: its JSON export, or tasks as we write them (`label_studio_tasks`).

Turned rectangles are read exactly: Label Studio gives the top left corner, width and height in per cent of
the picture and the turn about that corner, in degrees clockwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from vision.labelling.errors import FormatError
from vision.labelling.files import relative
from vision.labelling.formats.documents import documents
from vision.labelling.formats.label_studio_tasks import CONTROLS, POLYGON
from vision.labelling.formats.shapes import TurnedRectangle
from vision.labelling.formats.source import PictureFinder, Source, Turn
from vision.labelling.formats.tiles import left_out, notes_of, outline_quad, with_extras
from vision.labelling.picture import DataSet, LabelledPicture, LabelledTile
from vision.reading import Quad

_GEOMETRIC = re.compile("rectangle|polygon|brush|ellipse|keypoint|vector|bitmask")
_UPLOADED = re.compile(r"^[0-9a-f]{8}-")


def looks_like(data: object) -> bool:
    """Whether a JSON document is a list of tasks."""
    return isinstance(data, list) and bool(data) and all(isinstance(t, dict) and "data" in t for t in data)


def read(source: Source) -> DataSet:
    """Tasks or an export (`JSON`, not `JSON_MIN`). Of a task's annotations the newest counts.

    Tasks that nobody and nothing labelled are left out, with a note. Regions that a person submitted have no
    confidence; those only predicted keep theirs.

    Raises:
        FormatError: none there, a missing picture, a region that is neither rectangle nor polygon.
    """
    file, tasks = _tasks(source.path)
    finder, notes = PictureFinder(source.root), Counter[str]()
    pictures = []
    try:
        chosen = [(task, regions) for task in tasks if (regions := _labelled(task, notes)) is not None]
        names = [name for _, regions in chosen for region in regions for name in _names(region.data, file)]
        meanings = source.table.resolve(names)
        for task, regions in chosen:
            path = _find(task["data"], finder, file)
            if path is None:
                continue
            turn = Turn.of(path, _stated(regions))
            tiles = tuple(_tiles(regions, meanings, turn, f"{file}: {path.name}", notes))
            size = turn.size
            pictures.append(LabelledPicture(relative(finder.root, path), size.width, size.height, tiles))
    except (KeyError, TypeError, AttributeError) as error:
        raise FormatError(file, f"not as Label Studio exports JSON / 不是其 JSON 导出 ({error!r})") from error
    finder.check(file)
    return DataSet.of(source.root, pictures, notes_of(notes))


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A region and what is known of whoever labelled it."""

    data: Mapping[str, Any]
    confirmed: bool
    person: str | None = None
    model: str | None = None
    time: str | None = None


def _tasks(path: Path) -> tuple[Path, list[dict[str, Any]]]:
    for found in documents(path, looks_like):
        return found
    raise FormatError(path, "no Label Studio tasks: export as JSON / 没有 Label Studio 任务，请导出 JSON")


def _labelled(task: Mapping[str, Any], notes: Counter[str]) -> list[_Labelled] | None:
    """The regions that count; None where the task is not labelled."""
    done = [each for each in task.get("annotations") or () if not each.get("was_cancelled")]
    predictions = [each for each in task.get("predictions") or () if isinstance(each, dict)]
    if done:
        if len(done) > 1:
            notes["pictures were labelled more than once: the newest counts / 多人标注，取最新"] += 1
        return list(_submitted(max(done, key=_age), predictions))
    if predictions:
        notes["pictures have predictions that nobody looked at / 只有预标注，未经人看"] += 1
        newest = max(predictions, key=_age)
        model = str(newest.get("model_version") or "") or None
        return [_Labelled(region, False, model=model) for region in newest["result"]]
    notes["tasks are not labelled yet and left out / 未标注，略去"] += 1
    return None


def _age(one: Mapping[str, Any]) -> tuple[str, int]:
    return str(one.get("updated_at") or one.get("created_at") or ""), int(one.get("id") or 0)


def _submitted(
    annotation: Mapping[str, Any], predictions: Sequence[Mapping[str, Any]]
) -> Iterator[_Labelled]:
    """The regions of an annotation; those that a prediction proposed name its model."""
    own = annotation.get("prediction")
    known = [*predictions, *([own] if isinstance(own, dict) and own.get("result") else [])]
    models = {
        region.get("id"): str(each.get("model_version") or "") or None
        for each in known
        for region in each.get("result", ())
    }
    by = annotation.get("completed_by")
    person = by.get("email") or by.get("id") if isinstance(by, dict) else by
    for region in annotation["result"]:
        yield _Labelled(
            data=region,
            confirmed=person is not None,
            person=None if person is None else str(person),
            model=models.get(region.get("id")),
            time=annotation.get("updated_at"),
        )


def _names(region: Mapping[str, Any], file: Path) -> Iterable[str]:
    """The label of a region, none for what is no shape (a choice, a comment)."""
    kind = str(region.get("type", ""))
    if kind in CONTROLS:
        labels = region["value"].get(kind) or []
        if len(labels) != 1:
            raise FormatError(
                file, f"region {region.get('id')} has the labels {labels}: one is due / 应有一个标签"
            )
        return [str(labels[0])]
    if _GEOMETRIC.match(kind):
        raise FormatError(
            file,
            f"region {region.get('id')} is a {kind}: rectangles and polygons with a label are read / "
            "只认带标签的矩形与多边形",
        )
    return []


def _find(data: Mapping[str, Any], finder: PictureFinder, file: Path) -> Path | None:
    """The picture of a task: by our own key `file`, else by what its URL ends in."""
    if isinstance(data.get("file"), str):
        return finder.find(data["file"], file)
    address = next((value for value in data.values() if isinstance(value, str)), "")
    parts = urlsplit(address)
    query = parse_qs(parts.query).get("d")
    if query:
        return finder.find(query[0], file)
    name = unquote(parts.path).rpartition("/")[2]
    return finder.find(_UPLOADED.sub("", name) if "/upload/" in parts.path else name, file)


def _stated(regions: Sequence[_Labelled]) -> tuple[float, float] | None:
    sizes = {
        (each.data["original_width"], each.data["original_height"])
        for each in regions
        if "original_width" in each.data
    }
    return sizes.pop() if len(sizes) == 1 else None


def _tiles(
    regions: Sequence[_Labelled],
    meanings: Mapping[str, str | None],
    turn: Turn,
    where: str,
    notes: Counter[str],
) -> Iterator[LabelledTile]:
    for region in regions:
        kind = str(region.data.get("type", ""))
        if kind not in CONTROLS:
            continue
        name = str(region.data["value"][kind][0])
        meaning = meanings[name]
        if meaning is None:
            left_out(notes, name)
            continue
        quad = _quad(region.data, kind, turn, notes)
        yield with_extras(meaning, turn.quad(quad), _extras(region), where)


def _quad(region: Mapping[str, Any], kind: str, turn: Turn, notes: Counter[str]) -> Quad:
    width, height = (
        (turn.size.height, turn.size.width) if turn.stored else (turn.size.width, turn.size.height)
    )
    value = region["value"]
    if kind == POLYGON:
        points = [(float(x) * width / 100, float(y) * height / 100) for x, y in value["points"]]
        return outline_quad(points, notes)
    x, w = (float(value[key]) * width / 100 for key in ("x", "width"))
    y, h = (float(value[key]) * height / 100 for key in ("y", "height"))
    degrees = float(value.get("rotation") or 0)
    if degrees == 0:
        return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return TurnedRectangle(x, y, w, h, degrees).quad


def _extras(region: _Labelled) -> dict[str, Any]:
    """What our export put into the region's `meta`, and who labelled it since."""
    meta = region.data.get("meta")
    extras = dict(meta.get("extras") or {}) if isinstance(meta, dict) else {}
    if region.model and not extras:
        extras["model"] = region.model
    if float(region.data["value"].get("rotation") or 0) != 0:
        extras["shape"] = "quad"  # a person may have turned what was an upright box
    if region.confirmed:
        extras.pop("confidence", None)
        extras.pop("alternatives", None)
        extras |= {"person": region.person, "time": region.time}
    elif "score" in region.data:
        extras.setdefault("confidence", region.data["score"])
    return extras
