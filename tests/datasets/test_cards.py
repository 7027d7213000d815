"""The cards' tables are whole, and no held-out group has slipped into training."""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from vision.classes import FACE_NAMES

DATASETS = Path(__file__).parents[2] / "datasets"
CARDS = ("chinese-mahjong-detection", "mahjong-detect-bluemat")
Row = dict[str, str]


def table(card: str) -> list[Row]:
    with (DATASETS / f"{card}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_class_list_is_the_readers() -> None:
    assert tuple((DATASETS / "classes.txt").read_text(encoding="utf-8").split()) == FACE_NAMES


@pytest.mark.parametrize("card", CARDS)
def test_every_row_names_one_file_and_its_hash(card: str) -> None:
    rows = table(card)
    assert all(re.fullmatch(r"[0-9a-f]{64}", row["sha256"]) for row in rows)
    for column in ("file", "sha256"):
        assert len({(row["split"], row[column]) for row in rows}) == len(rows)


def test_the_card_states_the_counts_of_its_table() -> None:
    rows = table("chinese-mahjong-detection")
    files = Counter((row["split"], row["group"]) for row in rows)
    boxes: Counter[tuple[str, str]] = Counter()
    for row in rows:
        boxes[row["split"], row["group"]] += int(row["boxes"])
    card = (DATASETS / "chinese-mahjong-detection.md").read_text(encoding="utf-8")
    for (split, group), count in files.items():
        assert f"| `{split}` | {group} | {count:,} | {boxes[split, group]:,} |" in card
    assert f"{len(rows):,} JPEGs" in card
    assert f"{boxes.total():,} boxes" in card
    assert f"{sum(row['flipped_back'] == 'yes' for row in rows)} files of `train`" in card


def test_the_bluemat_card_states_the_counts_of_its_table() -> None:
    rows = table("mahjong-detect-bluemat")
    card = (DATASETS / "mahjong-detect-bluemat.md").read_text(encoding="utf-8")
    assert f"{len(rows)} JPEGs" in card
    assert f"{sum(int(row['boxes']) for row in rows)} boxes" in card


def test_no_test_group_and_no_test_picture_is_in_training() -> None:
    rows = [row for card in CARDS for row in table(card)]
    held_out = [row for row in rows if row["split"].startswith("test-")]
    trained = [row for row in rows if not row["split"].startswith("test-")]
    for column in ("group", "sha256", "upstream"):
        assert not {row[column] for row in held_out} & {row[column] for row in trained}


def test_no_picture_to_stop_early_with_is_trained_on() -> None:
    rows = table("chinese-mahjong-detection")
    for column in ("sha256", "upstream"):
        val, train = ({row[column] for row in rows if row["split"] == split} for split in ("val", "train"))
        assert not val & train
