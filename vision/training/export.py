"""Make a bundle of trained models: ONNX, manifest, stripped checkpoints, parity checked.

    python -m vision.training.export --detector runs/detector/weights/last.pt --fitter runs/fitter/last.pt \
        --reader runs/reader/weights/last.pt --version 1 --out models/tiles

Each ONNX model is run beside its PyTorch original on the same inputs; a difference is an error.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
import torch
from ultralytics import YOLO
from ultralytics.nn.tasks import ClassificationModel

from vision.bundle import ROLES, DetectorSettings, FitterSettings, ReaderSettings
from vision.training.train_fitter import load_fitter

OPSET = 17
TOLERANCE = 2e-3
"""Largest difference allowed between PyTorch and ONNX: probabilities, angles, and pixels over 100."""


class Logits(torch.nn.Module):
    """The reader without its softmax: averaging and temperature come later."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Logits (n, 142) of pictures (n, 3, side, side)."""
        logits: torch.Tensor = self.model(pictures)[1]
        return logits


def plain_model(checkpoint: Path, task: type[torch.nn.Module] | None = None) -> torch.nn.Module:
    """The averaged weights of a checkpoint as an Ultralytics model in evaluation mode."""
    saved = torch.load(checkpoint, map_location="cpu", weights_only=False)
    model: torch.nn.Module = (saved.get("ema") or saved["model"]).float().eval()
    if task is not None:
        model.__class__ = task
    model.criterion = None
    for parameter in model.parameters():
        parameter.requires_grad = False
    return model


def save_stripped(model: torch.nn.Module, source: Path, out: Path) -> None:
    """A checkpoint to fine-tune from with plain Ultralytics: half precision, no optimiser, no local paths."""
    saved = torch.load(source, map_location="cpu", weights_only=False)
    kept = {key: saved[key] for key in ("version", "license", "docs") if key in saved}
    arguments = {
        key: value
        for key, value in saved.get("train_args", {}).items()
        if key in {"task", "imgsz", "batch", "epochs", "lr0", "optimizer", "fliplr", "flipud"}
    }
    model.args = arguments
    model.pt_path = None
    model.yaml["yaml_file"] = Path(model.yaml.get("yaml_file", "")).name
    torch.save({**kept, "epoch": -1, "model": model.half(), "ema": None, "train_args": arguments}, out)
    model.float()


def export_detector(checkpoint: Path, out: Path) -> None:
    """Write detector.onnx and detector.pt, and check them against one another."""
    model = plain_model(checkpoint)
    save_stripped(model, checkpoint, out / "detector.pt")
    exported = Path(
        YOLO(out / "detector.pt").export(format="onnx", dynamic=True, opset=OPSET, imgsz=640, simplify=True)
    )
    drop_metadata(exported)
    shutil.move(exported, out / "detector.onnx")
    session = ort.InferenceSession(out / "detector.onnx", providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    for shape in ((1, 3, 640, 640), (1, 3, 256, 960)):
        picture = rng.random(shape, dtype=np.float32)
        with torch.inference_mode():
            expected: Any = model(torch.from_numpy(picture))
        expected = expected[0] if isinstance(expected, (tuple, list)) else expected
        (answer,) = session.run(None, {session.get_inputs()[0].name: picture})
        check(
            "detector",
            np.abs(answer - expected.numpy())[0, :4].max() / 100,
            np.abs(answer - expected.numpy())[0, 4:].max(),
        )


def export_reader(checkpoint: Path, out: Path, side: int) -> None:
    """Write reader.onnx and reader.pt, and check them against one another."""
    model = plain_model(checkpoint, ClassificationModel)
    save_stripped(model, checkpoint, out / "reader.pt")
    export_of_crops(Logits(model).eval(), out / "reader.onnx", side, "logits", lambda o: o.softmax(dim=1))


def export_fitter(checkpoint: Path, out: Path, side: int) -> None:
    """Write fitter.onnx and fitter.pt, and check them against one another."""
    model = load_fitter(checkpoint, side)
    torch.save({"mean": model.half().state_dict()}, out / "fitter.pt")
    export_of_crops(model.float().eval(), out / "fitter.onnx", side, "moves", lambda o: o[:, :8])


def export_of_crops(
    model: torch.nn.Module,
    out: Path,
    side: int,
    output: str,
    compared: Callable[[torch.Tensor], torch.Tensor],
) -> None:
    """Write a model of pictures (n, 3, side, side) as ONNX, and check what is `compared` of 200 outputs."""
    torch.onnx.export(
        model,
        (torch.zeros(2, 3, side, side),),
        str(out),
        opset_version=OPSET,
        dynamo=False,
        input_names=["images"],
        output_names=[output],
        dynamic_axes={"images": {0: "n"}, output: {0: "n"}},
    )
    drop_metadata(out)
    session = ort.InferenceSession(out, providers=["CPUExecutionProvider"])
    pictures = np.random.default_rng(0).random((200, 3, side, side), dtype=np.float32)
    with torch.inference_mode():
        expected = compared(model(torch.from_numpy(pictures)))
    (answer,) = session.run(None, {"images": pictures})
    check(out.stem, float((compared(torch.from_numpy(answer)) - expected).abs().max()))


def check(name: str, *differences: float) -> None:
    """Stop where PyTorch and ONNX differ by more than `TOLERANCE`."""
    print(name, "differs from PyTorch by at most", *(f"{difference:.1e}" for difference in differences))
    if max(differences) > TOLERANCE:
        raise SystemExit(f"{name}.onnx does not agree with its PyTorch original: {differences}")


def drop_metadata(path: Path) -> None:
    """Take out what exporters note about machine and time."""
    model = onnx.load(path)
    del model.metadata_props[:]
    model.doc_string = ""
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    onnx.save(model, path)


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--detector", type=Path, required=True)
    parser.add_argument("--fitter", type=Path, required=True)
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, default=ReaderSettings().side, help="side of the reader's input")
    parser.add_argument("--temperature", type=float, default=1.0)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    export_detector(args.detector, args.out)
    export_fitter(args.fitter, args.out, FitterSettings().side)
    export_reader(args.reader, args.out, args.side)
    settings = {
        "detector": asdict(DetectorSettings()),
        "fitter": asdict(FitterSettings()),
        "reader": asdict(ReaderSettings(side=args.side, temperature=args.temperature)),
    }
    models = {
        role: {
            "file": f"{role}.onnx",
            "sha256": hashlib.sha256((args.out / f"{role}.onnx").read_bytes()).hexdigest(),
            "settings": settings[role],
        }
        for role in ROLES
    }
    manifest = {"name": "qicheng-tiles", "version": args.version, **models}
    (args.out / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


if __name__ == "__main__":
    main()
