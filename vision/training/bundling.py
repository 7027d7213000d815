"""A bundle of two checkpoints, run as the bundle it comes from: `qicheng export`.

    qicheng export runs/mine --out my-tiles
    qicheng export --detector d.pt --reader r.pt --from models/tiles --version 2 --out my-tiles

Each ONNX model is run beside its PyTorch original; a difference is an error (`vision.training.export`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from vision.bundle import SHIPPED, load_bundle
from vision.labelling.manifest import trained_on, write_trained_on
from vision.training.export import export_detector, export_reader

TRAINED = ("detector", "reader")
"""Roles of the models that a person trains; the fitter stays that of the bundle it comes from."""


def bundle_of(detector: Path, reader: Path, like: Path, out: Path, version: str) -> None:
    """Export both checkpoints to `out`, with the settings, the name and the fitter of the bundle `like`.

    Raises:
        SystemExit: PyTorch and ONNX do not agree.
        BundleError: what came out, or `like`, is no usable bundle.
    """
    manifest: dict[str, Any] = json.loads((like / "manifest.json").read_text("utf-8"))
    side = load_bundle(like).reader_settings.side
    out.mkdir(parents=True, exist_ok=True)
    export_detector(detector, out)
    export_reader(reader, out, side)
    for role in TRAINED:
        file = out / f"{role}.onnx"
        manifest[role] |= {"file": file.name, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
    if "fitter" in manifest:
        for name in (manifest["fitter"]["file"], "fitter.pt"):
            shutil.copy(like / name, out / name)
    manifest["version"] = version
    (out / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    load_bundle(out)


def checkpoints_of(run: Path, like: Path) -> dict[str, Path]:
    """The checkpoints of a run of `qicheng train`: blended, else the best, else those it began with."""
    found = {}
    for role in TRAINED:
        tried = (run / role / "blend.pt", run / role / "weights" / "best.pt", like / f"{role}.pt")
        found[role] = next(file for file in tried if file.is_file())
    return found


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(prog="qicheng export", description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, nargs="?", help="folder of a run of `qicheng train`")
    parser.add_argument("--detector", type=Path, help="checkpoint, in place of the run's")
    parser.add_argument("--reader", type=Path, help="checkpoint, in place of the run's")
    parser.add_argument("--from", dest="like", type=Path, default=Path("models") / SHIPPED)
    parser.add_argument("--version", help="of the bundle; the name of the run by default")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if args.run is None and not (args.detector and args.reader):
        parser.error("a run, or --detector and --reader")
    found = checkpoints_of(args.run, args.like) if args.run else {}
    detector, reader = args.detector or found["detector"], args.reader or found["reader"]
    version = args.version or (args.run.name if args.run else args.out.name)
    bundle_of(detector, reader, args.like, args.out, version)
    seen = trained_on(args.run / "bundle") if args.run else frozenset()
    write_trained_on(args.out, [], seen | trained_on(args.like))
    print(f"{args.out}: qicheng serve --model {args.out}")


if __name__ == "__main__":
    main()
