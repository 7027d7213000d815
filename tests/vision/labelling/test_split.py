"""Splits: by group, the same every time, frozen once."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labelled import HEIGHT, WIDTH, jpeg, photo, put

from vision.labelling.errors import ManifestError
from vision.labelling.manifest import Manifest
from vision.labelling.picture import DataSet, LabelledPicture
from vision.labelling.similar import Look
from vision.labelling.split import _assign, by_folder, split
from vision.photo import decode


def set_of(root: Path, groups: dict[str, str | None]) -> DataSet:
    pictures = []
    for number, (name, group) in enumerate(groups.items()):
        put(root, f"{name}.jpg", jpeg(photo(number)))
        pictures.append(LabelledPicture(f"{name}.jpg", WIDTH, HEIGHT, group=group))
    return DataSet.of(root, pictures)


def looks(data: DataSet) -> dict[str, Look]:
    return {each.file: Look.of(decode(data.path(each).read_bytes()).pixels) for each in data.pictures}


def parts(manifest: Manifest) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for entry in manifest.entries:
        found[entry.group].add(entry.split)
    return found


def test_no_group_is_in_two_parts(tmp_path: Path) -> None:
    data = set_of(tmp_path, {f"{group}{at}": group for group in "abcdef" for at in range(3)})
    result = split(data, looks(data))
    assert all(len(splits) == 1 for splits in parts(result.manifest).values())
    assert result.pictures() == {"test": 3, "train": 12, "val": 3}


def test_the_same_data_set_and_seed_give_the_same_bytes_and_another_seed_does_not(tmp_path: Path) -> None:
    data = set_of(tmp_path, {str(at): str(at % 7) for at in range(21)})
    one = split(data, looks(data)).manifest.to_bytes()
    again = split(DataSet.of(tmp_path, reversed(data.pictures)), looks(data)).manifest.to_bytes()
    other = split(data, looks(data), seed=1).manifest.to_bytes()
    assert one == again
    assert one != other


def test_pictures_that_show_nearly_the_same_stay_together_without_any_group(tmp_path: Path) -> None:
    data = set_of(tmp_path, {str(at): None for at in range(6)})
    for copy in ("1", "2"):
        put(tmp_path, f"{copy}.jpg", jpeg(photo(0).point(lambda value: min(255, value + 9))))
    result = split(data, looks(data), {"train": 0.5, "test": 0.5})
    together = {result.manifest.split_of(f"{name}.jpg") for name in "012"}
    assert len(together) == 1
    assert (result.groups, result.joined) == (4, 2)


def test_a_frozen_split_keeps_every_picture_where_it_was(tmp_path: Path) -> None:
    data = set_of(tmp_path, {str(at): str(at) for at in range(8)})
    frozen = split(data, {}).manifest
    more = set_of(tmp_path, {str(at): str(at) for at in range(12)})
    after = split(more, {}, seed=99, before=frozen).manifest
    assert {each.file: each.split for each in frozen.entries}.items() <= {
        each.file: each.split for each in after.entries
    }.items()


def test_a_new_picture_of_a_frozen_group_goes_where_its_group_is(tmp_path: Path) -> None:
    data = set_of(tmp_path, {"a1": "a", "b1": "b", "c1": "c"})
    frozen = split(data, {}, {"train": 0.5, "test": 0.5}).manifest
    more = set_of(tmp_path, {"a1": "a", "b1": "b", "c1": "c", "a2": "a"})
    after = split(more, {}, {"train": 0.5, "test": 0.5}, before=frozen).manifest
    assert after.split_of("a2.jpg") == frozen.split_of("a1.jpg")


def test_a_picture_that_joins_two_frozen_parts_is_refused(tmp_path: Path) -> None:
    data = set_of(tmp_path, {"a": "a", "b": "b"})
    frozen = split(data, {}, {"train": 0.5, "test": 0.5}).manifest
    one = replace(data, pictures=tuple(replace(each, group="both") for each in data.pictures))
    with pytest.raises(ManifestError, match="is frozen in"):
        split(one, {}, before=frozen)


def test_a_changed_picture_stops_a_frozen_split(tmp_path: Path) -> None:
    data = set_of(tmp_path, {"a": "a", "b": "b"})
    frozen = split(data, {}).manifest
    put(tmp_path, "a.jpg", jpeg(photo(77)))
    with pytest.raises(ManifestError, match=r"a\.jpg"):
        split(data, {}, before=frozen)


def test_a_folder_is_a_group_when_asked(tmp_path: Path) -> None:
    data = set_of(tmp_path, {"images/monday/1": None, "images/monday/2": None, "images/tuesday/1": None})
    assert [each.group for each in by_folder(data).pictures] == ["monday", "monday", "tuesday"]


@settings(max_examples=60)
@given(st.lists(st.integers(1, 9), min_size=3, max_size=40), st.integers(0, 5))
def test_shares_are_met_as_far_as_whole_groups_allow(sizes: list[int], seed: int) -> None:
    groups = {
        str(at): [LabelledPicture(f"{at}-{n}.jpg", 1, 1) for n in range(size)]
        for at, size in enumerate(sizes)
    }
    shares = {"train": 0.8, "val": 0.1, "test": 0.1}
    part_of = _assign(groups, shares, seed, {})
    assert part_of.keys() == groups.keys()
    for part, share in shares.items():
        pictures = sum(len(groups[name]) for name in groups if part_of[name] == part)
        assert abs(pictures - share * sum(sizes)) <= 2 * max(sizes)
