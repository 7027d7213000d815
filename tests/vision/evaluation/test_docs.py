"""The page of figures says what was measured."""

from __future__ import annotations

import json
from pathlib import Path

from vision.evaluation.docs import PAGE, filled, fresh, record

DOCS = Path(__file__).parents[3] / "docs"
RUN = {
    "model": "qicheng-tiles 9", "dataset": "val",
    "tiles": {
        "photos": 2, "tiles": 1200, "found": 1.0, "right": 0.5, "claimed_right": None, "fully_right": 0.0,
        "worst_face": "5z", "worst_right": 0.25,
    },
    "faces": {"5p": [4, 4, 3, 4], "1z": [2, 2, 2, 9], "5z": [0, 0, 0, 8]},
}  # fmt: skip


def test_the_page_is_filled_from_the_figures() -> None:
    """Mended by `python -m vision.evaluation.docs`."""
    assert (DOCS / PAGE).read_text("utf-8") == fresh(DOCS)


def test_tables_stand_between_their_marks() -> None:
    page = filled("a\n<!-- tiles: val -->\nold\n<!-- end -->\nb\n", [RUN], {})
    assert "old" not in page
    assert "| `val` | qicheng-tiles 9 | 2 | 1,200 | 100.0 % | 50.0 % | – | 0.0 % | 5z 25.0 % |" in page
    assert filled(page, [RUN], {}) == page


def test_faces_stand_by_rank_and_suit() -> None:
    page = filled("<!-- faces: val -->\n<!-- end -->\n", [RUN], {})
    assert "| 5p | 3/4 |" in page
    assert "| 1z | 2/2 |" in page


def test_wrong_claims_are_told_by_the_face_they_name() -> None:
    page = filled("<!-- claims: val -->\n<!-- end -->\n", [RUN], {})
    assert "| `val` | qicheng-tiles 9 | 16 | 5z 8, 1z 7, 5p 1 |" in page


def test_pictures_without_tiles_are_told_by_what_is_claimed_in_them() -> None:
    blank = {"photos": 400, "tiles": 0, "claimed": 1055, "fully_right": 0.5}
    page = filled("<!-- nothing: val -->\n<!-- end -->\n", [{**RUN, "tiles": blank}], {})
    assert "| `val` | qicheng-tiles 9 | 400 | 50.0 % | 1,055 | 2.64 |" in page


def test_what_was_not_measured_says_so() -> None:
    assert "Not measured yet." in filled("<!-- hands: hands -->\n<!-- end -->\n", [RUN], {})


def test_a_newer_run_takes_the_place_of_the_older(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    record(file, [RUN, {**RUN, "dataset": "hands"}])
    record(file, [{**RUN, "tiles": {}}])
    kept = json.loads(file.read_text())
    assert [(run["dataset"], bool(run["tiles"])) for run in kept] == [("val", False), ("hands", True)]
