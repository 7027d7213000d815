"""Label Studio's JSON: what its export says is what we read, whoever labelled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from labelled import HEIGHT, WIDTH, picture, small_set

from vision.labelling.errors import FormatError
from vision.labelling.formats import Source, read_dataset
from vision.labelling.formats.label_studio_tasks import CONFIG, configuration, task_of
from vision.labelling.picture import LabelledTile, Provenance

ROOT = Path(__file__).parents[3]


def region(name: str = "5p", *, rotation: float = 0, **more: Any) -> dict[str, Any]:
    value = {"x": 50, "y": 50, "width": 10, "height": 20, "rotation": rotation, "rectanglelabels": [name]}
    return {
        "id": "r1",
        "type": "rectanglelabels",
        "original_width": WIDTH,
        "original_height": HEIGHT,
        "value": value,
        **more,
    }


def read(root: Path, *tasks: dict[str, Any]) -> tuple[list[LabelledTile], tuple[str, ...]]:
    (root / "export.json.tasks.json").write_text(json.dumps(tasks))
    data = read_dataset(Source(root))
    return [tile for each in data.pictures for tile in each.tiles], data.notes


def task(**parts: Any) -> dict[str, Any]:
    return {"data": {"image": "/data/upload/1/0a1b2c3d-a.jpg"}, **parts}


def test_a_turned_box_turns_about_its_own_top_left_corner_in_pixels(tmp_path: Path) -> None:
    """Half of the reported export faults turn about the centre, or in per cent (L1)."""
    picture(tmp_path, "a.jpg")
    tiles, _ = read(tmp_path, task(annotations=[{"id": 1, "result": [region(rotation=90)]}]))
    assert tiles[0].quad == ((160, 100), (160, 132), (120, 132), (120, 100))


def test_an_uploaded_picture_is_found_without_the_prefix_of_the_upload(tmp_path: Path) -> None:
    picture(tmp_path, "deep/a.jpg")
    tiles, _ = read(tmp_path, task(annotations=[{"id": 1, "result": [region()]}]))
    assert tiles[0].box == (160, 100, 192, 140)


def test_a_served_picture_is_found_by_its_path(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        picture(tmp_path, f"{folder}/a.jpg")
    served = {"data": {"image": "/data/local-files/?d=two/a.jpg"}, "annotations": [{"result": [region()]}]}
    (tmp_path / "tasks.json").write_text(json.dumps([served]))
    assert [each.file for each in read_dataset(Source(tmp_path)).pictures] == ["two/a.jpg"]


def test_a_name_that_several_pictures_have_is_refused(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        picture(tmp_path, f"{folder}/a.jpg")
    with pytest.raises(FormatError, match="could be any of"):
        read(tmp_path, task(annotations=[{"id": 1, "result": [region()]}]))


def test_the_newest_annotation_counts_and_cancelled_ones_do_not(tmp_path: Path) -> None:
    picture(tmp_path, "a.jpg")
    annotations = [
        {"id": 1, "updated_at": "2026-11-30T08:00:00Z", "result": [region("1m")]},
        {"id": 2, "updated_at": "2026-11-30T09:00:00Z", "result": [region("2m")]},
        {"id": 3, "updated_at": "2026-11-30T10:00:00Z", "result": [region("3m")], "was_cancelled": True},
    ]
    tiles, notes = read(tmp_path, task(annotations=annotations))
    assert [tile.name for tile in tiles] == ["2m"]
    assert any("newest" in note for note in notes)


def test_a_label_that_a_model_proposed_and_a_person_kept_names_both(tmp_path: Path) -> None:
    picture(tmp_path, "a.jpg")
    kept = {
        "id": 4,
        "completed_by": {"id": 7, "email": "li@example.org"},
        "updated_at": "2026-11-30T09:00:00Z",
        "result": [region(), {**region("7z"), "id": "drawn-by-hand"}],
    }
    prediction = {"id": 1, "model_version": "tiles 1", "score": 0.7, "result": [region(score=0.7)]}
    tiles, _ = read(tmp_path, task(annotations=[kept], predictions=[prediction]))
    when = "2026-11-30T09:00:00Z"
    assert [tile.provenance for tile in tiles] == [
        Provenance("li@example.org", "tiles 1", when),
        Provenance("li@example.org", None, when),
    ]
    assert all(tile.confidence is None for tile in tiles)  # a person has looked: no model's doubt is left


def test_predictions_that_nobody_looked_at_keep_their_confidence_and_are_told(tmp_path: Path) -> None:
    picture(tmp_path, "a.jpg")
    prediction = {"id": 1, "model_version": "tiles 1", "result": [region(score=0.7)]}
    tiles, notes = read(tmp_path, task(predictions=[prediction]))
    assert (tiles[0].confidence, tiles[0].provenance.model) == (0.7, "tiles 1")
    assert any("nobody looked at" in note for note in notes)


def test_a_task_that_is_not_labelled_yet_is_left_out_and_told(tmp_path: Path) -> None:
    picture(tmp_path, "a.jpg")
    tiles, notes = read(tmp_path, task(annotations=[]))
    assert tiles == []
    assert any("not labelled yet" in note for note in notes)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"type": "ellipselabels"}, "ellipselabels"),
        ({"type": "rectangle"}, "with a label"),
        ({"value": {"x": 1, "y": 1, "width": 1, "height": 1, "rectanglelabels": ["1m", "2m"]}}, "one is due"),
    ],
)
def test_a_region_that_is_no_labelled_shape_is_refused_not_dropped(
    wrong: dict[str, Any], message: str, tmp_path: Path
) -> None:
    picture(tmp_path, "a.jpg")
    with pytest.raises(FormatError, match=message):
        read(tmp_path, task(annotations=[{"id": 1, "result": [{**region(), **wrong}]}]))


def test_a_picture_has_one_prediction_with_its_model_and_score(tmp_path: Path) -> None:
    """Label Studio shows one of several predictions (L3)."""
    tasks = {each.file: task_of(each) for each in small_set(tmp_path).pictures}
    predicted = tasks["table/b.jpg"]["predictions"]
    assert [(each["model_version"], each["score"]) for each in predicted] == [("tiles 1", 0.705)]
    assert "predictions" not in tasks["table/a.jpg"]  # a person drew these: they are annotations
    assert tasks["table/b.jpg"]["data"]["image"] == "/data/local-files/?d=table/b.jpg"


def test_the_configuration_of_the_project_is_fresh() -> None:
    assert (ROOT / "datasets" / CONFIG).read_bytes() == configuration()
