"""Confusions, calibration, doubts and the report, from outcomes made by hand."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from vision.evaluation.calibration import best_within, cheapest, doubt_curve, expected_error, reliability
from vision.evaluation.charts import Bar, Series, bars, curves, matrix
from vision.evaluation.confusions import confusions, error_kind, kinds_of_error, look_alikes, worst_pairs
from vision.evaluation.figures import all_figures, by_group, doubt_figures, tile_figures
from vision.evaluation.outcomes import Kind, PictureOutcome, TileOutcome
from vision.evaluation.report import Run, render_report


def tile(truth: str, answer: str, confidence: float = 0.9, flagged: bool | None = False) -> TileOutcome:
    kind: Kind = "right" if truth == answer else "wrong"
    if "nothing" in (truth, answer):
        kind = "false" if truth == "nothing" else "missed"
    return TileOutcome(kind, truth, answer, confidence, flagged, 40.0, (0, 0, 30, 40))


def picture(*tiles: TileOutcome, group: str = "g") -> PictureOutcome:
    return PictureOutcome("a.jpg", group, 60.0, tiles, 5.0)


@pytest.mark.parametrize(
    ("truth", "answer", "kind"),
    [
        ("5p", "5p", None),
        ("5p", "7p", "rank"),
        ("1s", "1m", "suit"),
        ("5z", "6z", "honour"),
        ("7z", "1m", "honour"),
        ("1s", "f", "other"),
        ("5z", "back", "other"),
    ],
)
def test_kinds_of_error(truth: str, answer: str, kind: str | None) -> None:
    assert error_kind(truth, answer) == kind


def test_confusions_are_named_and_ranked() -> None:
    counts = confusions([picture(tile("5p", "6p"), tile("5p", "6p"), tile("4p", "4p"), tile("9s", "7s"),
                                 tile("nothing", "5z"), tile("1m", "nothing"))])  # fmt: skip
    assert worst_pairs(counts) == [("5p", "6p", 2), ("9s", "7s", 1)]
    middle = next(pair for pair in look_alikes(counts) if pair.faces == ("4p", "5p", "6p"))
    assert (middle.tiles, middle.confused, middle.rate) == (3, 2, 2 / 3)
    kinds = kinds_of_error(counts)
    assert (kinds.found, kinds.rank, kinds.suit) == (4, 0.75, 0.0)


def test_reliability_of_a_model_that_says_what_it_knows() -> None:
    claims = [tile("5p", "5p", 0.75)] * 3 + [tile("5p", "6p", 0.75)]
    (only,) = reliability(claims)
    assert (only.claims, only.confidence, only.right) == (4, 0.75, 0.75)
    assert expected_error([only]) == 0


def test_a_threshold_of_doubt_catches_and_costs() -> None:
    claims = [tile("5p", "6p", 0.4), tile("5p", "6p", 0.8), tile("5p", "5p", 0.7), tile("5p", "5p", 0.99)]
    curve = doubt_curve(claims)
    caught = cheapest(curve, 0.95)
    assert caught is not None
    assert (caught.wrong_flagged, caught.right_flagged) == (1.0, 0.5)
    free = best_within(curve, 0.03)
    assert free is not None
    assert (free.wrong_flagged, free.right_flagged) == (0.5, 0.0)


def test_doubts_count_only_where_a_person_can_be_asked() -> None:
    shown = picture(
        tile("5p", "6p", flagged=True), tile("5p", "6p"), tile("5p", "6p", flagged=None), tile("1z", "1z")
    )
    figures = doubt_figures([shown])
    assert (figures.wrong, figures.wrong_flagged, figures.right, figures.right_flagged) == (2, 0.5, 1, 0.0)


def test_the_worst_face_needs_instances() -> None:
    often, seldom = [tile("5p", "5p")] * 9 + [tile("5p", "6p")], [tile("6z", "5z")]
    assert tile_figures([picture(*often, *seldom)]).worst_face == "5p"


def test_groups_are_counted_apart() -> None:
    assert list(by_group([picture(group="b"), picture(group="a"), picture(group="b")])) == ["a", "b"]


def test_nothing_to_count_is_no_figure() -> None:
    figures = all_figures([])
    assert figures["tiles"]["right"] is None
    assert figures["hands"]["exact"] is None


def test_the_report_is_one_file_that_needs_no_other() -> None:
    page = render_report([Run("ours 1", "val", (picture(tile("5p", "6p"), tile("1z", "1z")),))])
    assert page.startswith("<!doctype html>")
    assert not re.search(r"(?:src|href)='(?!data:)", page)
    assert "5p read as 6p" in page


@pytest.mark.parametrize("chart", [
    curves("a < b", "x", [Series("one", ((1, 0.5), (2, 0.9)))], breaks_at=1.5, breaks_label="15 px"),
    bars("t", "x", [Bar("a", 0.02, 5), Bar("b", None, 0)]),
    matrix("t", ["5p", "6p"], Counter({("5p", "6p"): 2})),
], ids=["curves", "bars", "matrix"])  # fmt: skip
def test_charts_are_well_formed(chart: str) -> None:
    assert ElementTree.fromstring(chart).tag.endswith("svg")
