"""A bundle is taken whole and unharmed, or refused with what is wrong."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from vision.bundle import ROLES, BundleError, load_bundle

DETECTOR = {"file": "detector.onnx", "sha256": hashlib.sha256(b"detector").hexdigest()}


SETTINGS: dict[str, dict[str, Any]] = {
    "detector": {},
    "fitter": {"margin": 0.5},
    "reader": {"margins": [0.0]},
}


def write(folder: Path, roles: tuple[str, ...] = ROLES, **changes: Any) -> Path:
    manifest: dict[str, Any] = {"name": "n", "version": "1"}
    for role in roles:
        settings = SETTINGS[role]
        data = role.encode()
        (folder / f"{role}.onnx").write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        manifest[role] = {"file": f"{role}.onnx", "sha256": digest, "settings": settings}
    (folder / "manifest.json").write_text(json.dumps({**manifest, **changes}))
    return folder


def test_a_bundle_carries_its_models_and_one_hash(tmp_path: Path) -> None:
    bundle = load_bundle(write(tmp_path))
    assert (bundle.name, bundle.version) == ("n", "1")
    assert (bundle.detector, bundle.fitter, bundle.reader) == (b"detector", b"fitter", b"reader")
    assert (bundle.fitter_settings.margin, bundle.reader_settings.margins) == (0.5, (0.0,))
    assert bundle.sha256 == hashlib.sha256((tmp_path / "manifest.json").read_bytes()).hexdigest()


def test_the_shipped_bundle_is_whole_and_small() -> None:
    bundle = load_bundle()
    assert bundle.fitter is not None
    assert len(bundle.detector) + len(bundle.fitter) + len(bundle.reader) < 20_000_000


def test_a_bundle_made_before_there_were_fitters_is_still_used(tmp_path: Path) -> None:
    assert load_bundle(write(tmp_path, ("detector", "reader"))).fitter is None


def test_no_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"no model bundle in .*nowhere"):
        load_bundle(tmp_path / "nowhere")


@pytest.mark.parametrize("role", ROLES)
def test_a_damaged_model_is_named(tmp_path: Path, role: str) -> None:
    (write(tmp_path) / f"{role}.onnx").write_bytes(b"other")
    with pytest.raises(BundleError, match=rf"{role}\.onnx is not the file"):
        load_bundle(tmp_path)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"reader": {}}, "no file named"),
        ({"detector": {**DETECTOR, "settings": {"x": 1}}}, "unknown setting"),
    ],
)
def test_a_wrong_manifest_is_named(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BundleError, match=r"manifest\.json is no bundle's manifest"):
        load_bundle(write(tmp_path, **changes))


def test_a_manifest_that_is_no_json_is_named(tmp_path: Path) -> None:
    (write(tmp_path) / "manifest.json").write_text("{")
    with pytest.raises(BundleError, match=r"manifest\.json"):
        load_bundle(tmp_path)
