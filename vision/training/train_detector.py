"""Train the detector: YOLO26-nano with oriented boxes, one class, "tile".

    python -m vision.training.train_detector --start COCO.pt --data DATASET/data.yaml --out runs/detector

A run is taken up again with `--resume` from its last finished epoch. No mirroring: glyphs are not symmetric.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch
from ultralytics import YOLO
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel

ARCHITECTURE = Path(__file__).with_name("yolo26n-tiles-obb.yaml")

AUGMENTATION = {
    "fliplr": 0.0, "flipud": 0.0, "degrees": 0.0, "perspective": 0.0, "shear": 2.0, "translate": 0.1,
    "scale": 0.35, "mosaic": 0.35, "mixup": 0.0, "copy_paste": 0.0,
    "hsv_h": 0.03, "hsv_s": 0.6, "hsv_v": 0.45,
}  # fmt: skip
"""Turning and tilting are in the data set itself, where labels stay exact."""


class DetectorModel(OBBModel):
    """The detector; in training its forward pass is in bfloat16, half the time on processors that have it."""

    def predict(self, x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        """What the head gives, in single precision, as the loss needs it."""
        if not self.training:
            return super().predict(x, *args, **kwargs)
        with torch.autocast("cpu", torch.bfloat16):
            outputs = super().predict(x.contiguous(memory_format=torch.channels_last), *args, **kwargs)
        return single(outputs)


class DetectorTrainer(OBBTrainer):
    """Ultralytics' trainer with our model."""

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> DetectorModel:  # noqa: D102
        model = DetectorModel(cfg, nc=self.data["nc"], ch=self.data["channels"], verbose=verbose)
        if weights:
            model.load(weights)
        model.to(memory_format=torch.channels_last)
        return model


def single(outputs: Any) -> Any:
    """Tensors in single precision, in whatever dictionaries and lists they come."""
    if isinstance(outputs, torch.Tensor):
        return outputs.float()
    if isinstance(outputs, dict):
        return {name: single(value) for name, value in outputs.items()}
    return type(outputs)(single(value) for value in outputs)


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--start", type=Path, required=True, help="checkpoint to start from")
    parser.add_argument("--data", type=Path, required=True, help="data.yaml of a YOLO-OBB data set")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--lr-end", type=float, default=0.05, help="share of --lr at the end")
    parser.add_argument("--fraction", type=float, default=1.0, help="share of the data set in an epoch")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--resume", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    if args.resume:
        YOLO(args.out / "weights" / "last.pt").train(trainer=DetectorTrainer, resume=True)
        return
    model = YOLO(ARCHITECTURE).load(args.start)
    # On a processor Ultralytics sets the number of workers to 0.
    model.add_callback("on_pretrain_routine_start", lambda t: setattr(t.args, "workers", args.workers))
    model.add_callback("on_pretrain_routine_end", lambda _: torch.set_num_threads(args.threads))
    model.train(
        trainer=DetectorTrainer, data=str(args.data), imgsz=args.side, epochs=args.epochs, batch=args.batch,
        device="cpu", project=str(args.out.parent.resolve()), name=args.out.name, exist_ok=True,
        workers=args.workers, optimizer="AdamW", lr0=args.lr, lrf=args.lr_end, cos_lr=True,
        warmup_epochs=0.2, warmup_bias_lr=0.0, weight_decay=0.0005,
        nbs=args.batch, plots=False, amp=False, close_mosaic=1, fraction=args.fraction, single_cls=True,
        **AUGMENTATION,
    )  # fmt: skip


if __name__ == "__main__":
    # Checkpoints pickle classes by module: they must name this one, not __main__.
    from vision.training.train_detector import main as run

    run()
