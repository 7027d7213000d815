"""Photos in a folder or behind a URL are listed and read alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.engine.engine import EngineError
from vision.engine.photos import list_photos, read_photo


def test_a_folder_lists_its_photos_by_path_and_leaves_out_the_rest(tmp_path: Path) -> None:
    for name in ("b/2.JPG", "b/10.heic", "a.png", "notes.txt", ".hidden/x.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    assert list_photos(str(tmp_path)) == ["a.png", "b/10.heic", "b/2.JPG"]
    assert read_photo(str(tmp_path), "b/2.JPG") == b"b/2.JPG"


def test_one_file_is_a_folder_of_one(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"a")
    assert list_photos(str(tmp_path / "a.jpg")) == ["a.jpg"]
    assert read_photo(str(tmp_path / "a.jpg"), "a.jpg") == b"a"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        list_photos(str(tmp_path / "nowhere"))


def test_object_storage_is_read_through_fsspec_or_the_error_says_what_is_missing() -> None:
    try:
        import fsspec
    except ImportError:
        with pytest.raises(EngineError, match=r"qicheng\[scale\]"):
            list_photos("memory://photos")
        return
    memory = fsspec.filesystem("memory")
    memory.pipe({"/photos/b/2.jpg": b"two", "/photos/1.jpg": b"one", "/photos/x.txt": b"no"})
    assert list_photos("memory://photos") == ["1.jpg", "b/2.jpg"]
    assert read_photo("memory://photos", "b/2.jpg") == b"two"
