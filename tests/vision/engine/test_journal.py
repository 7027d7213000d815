"""The journal: resumed where it was cut off, and nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.engine.journal import Journal, JournalError

ABOUT = {"model": "tiles 1"}


def test_results_are_there_again_after_a_restart(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl", ABOUT) as journal:
        journal.add("a.jpg", {"tiles": 3})
    with Journal(tmp_path / "j.jsonl", ABOUT) as journal:
        assert journal.results == {"a.jpg": {"tiles": 3}}


def test_a_line_cut_short_is_dropped_and_done_again(tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    with Journal(file, ABOUT) as journal:
        journal.add("a.jpg", {"tiles": 3})
        journal.add("b.jpg", {"tiles": 4})
    file.write_bytes(file.read_bytes()[:-9])
    with Journal(file, ABOUT) as journal:
        assert journal.results == {"a.jpg": {"tiles": 3}}
        journal.add("b.jpg", {"tiles": 4})
    assert len(file.read_text().splitlines()) == 3


def test_of_two_results_of_one_photo_the_first_counts(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl", ABOUT) as journal:
        journal.add("a.jpg", {"tiles": 3})
        journal.add("a.jpg", {"tiles": 99})
    assert len((tmp_path / "j.jsonl").read_text().splitlines()) == 2


def test_a_journal_of_another_model_is_not_gone_on_with(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl", ABOUT):
        pass
    with (
        pytest.raises(JournalError, match="another run"),
        Journal(tmp_path / "j.jsonl", {"model": "tiles 2"}),
    ):
        pass
