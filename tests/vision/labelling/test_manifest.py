"""The frozen split, and the refusal to evaluate on what was trained on."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.labelling.errors import ManifestError, TrainedOnError
from vision.labelling.files import fingerprint
from vision.labelling.manifest import Entry, Manifest, refuse_trained, trained_on, write_trained_on

ROOT = Path(__file__).parents[3]


def jpeg(seed: int, exif: bytes = b"") -> bytes:
    pixels = np.random.default_rng(seed).integers(0, 256, (48, 64, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", exif=exif)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in "abc":
        (tmp_path / f"{name}.jpg").write_bytes(jpeg(ord(name)))
    return tmp_path


def manifest_of(folder: Path) -> Manifest:
    def entry(file: Path) -> Entry:
        known = fingerprint(file.read_bytes())
        return Entry("train", "table-1", file.name, known.sha256, known.pixels)

    return Manifest.of(entry(file) for file in folder.glob("*.jpg"))


def test_a_manifest_comes_back_as_written_and_its_bytes_repeat(folder: Path) -> None:
    manifest = manifest_of(folder)
    manifest.write(folder)
    assert Manifest.read(folder) == manifest
    assert manifest_of(folder).to_bytes() == manifest.to_bytes()


def test_a_changed_picture_breaks_the_frozen_split(folder: Path) -> None:
    manifest = manifest_of(folder)
    manifest.check(folder)
    (folder / "b.jpg").write_bytes(jpeg(99))
    with pytest.raises(ManifestError, match=r"b\.jpg"):
        manifest.check(folder)


def test_a_missing_picture_breaks_the_frozen_split(folder: Path) -> None:
    manifest = manifest_of(folder)
    (folder / "c.jpg").unlink()
    with pytest.raises(ManifestError, match=r"c\.jpg"):
        manifest.check(folder)


def test_a_table_of_another_kind_is_no_frozen_split(folder: Path) -> None:
    (folder / "manifest.csv").write_text("image,boxes\na.jpg,3\n")
    with pytest.raises(ManifestError, match="no column"):
        Manifest.read(folder)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jpg", jpeg(1)),  # the same file
        ("renamed.jpg", jpeg(1)),  # another name hides nothing
        ("tagged.jpg", jpeg(1, exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0")),  # nor does other metadata
    ],
)
def test_a_picture_that_was_trained_on_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    original, again = tmp_path / "trained.jpg", tmp_path / name
    original.write_bytes(jpeg(1))
    again.write_bytes(data)
    write_trained_on(tmp_path, [original])
    with pytest.raises(TrainedOnError, match=name):
        refuse_trained([again], trained_on(tmp_path))


def test_a_picture_that_was_not_trained_on_is_taken(folder: Path) -> None:
    write_trained_on(folder, [folder / "a.jpg"])
    refuse_trained([folder / "b.jpg", folder / "c.jpg"], trained_on(folder))


def test_a_fine_tuned_bundle_has_seen_what_its_parent_saw(folder: Path) -> None:
    write_trained_on(folder, [folder / "a.jpg"])
    write_trained_on(folder, [folder / "b.jpg"], before=trained_on(folder))
    for name in ("a.jpg", "b.jpg"):
        with pytest.raises(TrainedOnError):
            refuse_trained([folder / name], trained_on(folder))


def test_the_shipped_bundle_names_every_photograph_that_it_was_trained_on() -> None:
    with (ROOT / "datasets" / "chinese-mahjong-detection.csv").open() as table:
        rows = list(csv.DictReader(table))
    seen = trained_on(ROOT / "models" / "tiles")
    assert {row["sha256"] for row in rows if row["split"] == "train"} <= seen
    assert not seen & {row["sha256"] for row in rows if row["split"].startswith("test")}


def test_a_bundle_that_does_not_say_refuses_nothing(folder: Path) -> None:
    refuse_trained(folder.glob("*.jpg"), trained_on(folder))
