"""Train the reader: an Ultralytics classification model on crops, real and rendered.

    python -m vision.training.train_reader --start COCO.pt --stores real:0.45 rendered:0.55 \
        --val val --out runs/reader

The model has one output per face and turn (`vision.classes`). A rendered crop's turn is known; a real one's
is not, and there the loss is that of the face alone: the probability summed over its turns. Every crop is
also turned by a random quarter turn. Ultralytics' own mirroring, cropping and erasing are not used.

With `--paint STORE` (`vision.training.repaint`) many real tiles wear the faces of other sets: there are few
real sets, and a reader that has learnt them by heart reads no other.

With `--leave-out GROUP` a group of real photographs stays out, and its crops of the `--val` store are the
ones that are read: how well tiles of a set are read that was never trained on.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset
from ultralytics.models.yolo.classify import ClassificationTrainer, ClassificationValidator
from ultralytics.nn.tasks import ClassificationModel

from vision.classes import BACK, FACE_NAMES, OUTPUTS, TURNS, face_probabilities, output_index
from vision.training.crop_augment import another_bird, augment, plain
from vision.training.crops import CropStore
from vision.training.repaint import PaintStore

TURN_SHARES = (0.4, 0.175, 0.25, 0.175)
"""How often a crop is shown turned by 0, 1, 2, 3 quarter turns."""

GROUP_SHARES = {"C-tables": 0.5, "B-tray": 0.3, "D-family": 0.2}
"""How the real draws are shared out among the groups that are there: few sets, of very uneven size."""

FACE_WEIGHTS = {"5z": 2.5, "1s": 4.0, "4p": 1.6, "6p": 1.4, "6s": 1.4, "3m": 1.4, "f": 0.4}
"""How often a face is drawn beside the others, which count 1: the hardest ones most, and
the games that are scored have no flowers."""

REDRAWN = 0.6
"""Share of the birds that are drawn anew."""

REPAINTED = 0.6
"""Share of the real tiles that wear another set's face, where there is a store of painted faces."""

BIRD = FACE_NAMES.index("1s")

SMOOTHING = 0.03


class TrainingCrops(Dataset[dict[str, Any]]):
    """An endless shuffle of stores by share, evenly over faces, augmented; `length` crops make an epoch."""

    def __init__(
        self,
        stores: list[tuple[CropStore, float]],
        length: int,
        side: int,
        seed: int = 0,
        leave_out: Collection[str] = (),
        paint: PaintStore | None = None,
    ) -> None:
        self.paint = paint
        self.stores, self.length, self.side, self.seed = [s for s, _ in stores], length, side, seed
        shares = np.array([share for _, share in stores])
        self.shares = shares / shares.sum()
        self.pools = [pools(store, leave_out) for store in self.stores]
        self.epoch = 0

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> dict[str, Any]:
        rng = np.random.default_rng((self.seed, self.epoch, index))
        which = rng.choice(len(self.stores), p=self.shares)
        store, (group_shares, by_group) = self.stores[which], self.pools[which]
        face_shares, by_face = by_group[rng.choice(len(by_group), p=group_shares)]
        picked = int(rng.choice(by_face[rng.choice(len(by_face), p=face_shares)]))
        face = int(store.faces[picked])
        turn = int(rng.choice(TURNS, p=TURN_SHARES))
        image, turn_known = store.images[picked], bool(store.turn_known[picked])
        if self.paint is not None and not turn_known and rng.random() < REPAINTED:
            painted = self.paint.on(image, face, rng)
            image, turn_known = (image, False) if painted is None else (painted, True)
        elif face == BIRD and rng.random() < REDRAWN:
            image = another_bird(image, rng)
        picture = augment(image, turn, self.side, rng)
        return {
            "img": torch.from_numpy(picture.transpose(2, 0, 1).copy()),
            "cls": output_index(face, turn),
            "face": face,
            "turn_known": turn_known,
        }


Pool = tuple[np.ndarray, list[np.ndarray]]
"""Shares of the faces that a group has, and the crop indices of each."""


def pools(store: CropStore, leave_out: Collection[str] = ()) -> tuple[np.ndarray, list[Pool]]:
    """Shares of the groups of a store, and the pool of each."""
    names = sorted(set(store.groups.tolist()) - set(leave_out))
    return normal([GROUP_SHARES.get(name, 1.0) for name in names]), [pool(store, name) for name in names]


def pool(store: CropStore, group: str) -> Pool:
    """The faces of one group."""
    faces = np.unique(store.faces[store.groups == group])
    shares = [FACE_WEIGHTS.get(FACE_NAMES[face], 1.0) if face <= BACK else 1.0 for face in faces]
    return normal(shares), [np.flatnonzero((store.groups == group) & (store.faces == face)) for face in faces]


def normal(shares: list[float]) -> np.ndarray:
    """Shares that sum to one."""
    return np.array(shares) / sum(shares)


class FaceLoss:
    """Cross-entropy over face and turn where the turn is known, over the face alone where it is not."""

    def __call__(
        self, preds: Any, batch: dict[str, torch.Tensor]
    ) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        """Mean loss of a batch, and itself again for the log."""
        logits = preds[1] if isinstance(preds, (list, tuple)) else preds
        log_p = functional.log_softmax(logits.float(), dim=1)
        faces = log_p[:, : BACK * TURNS].reshape(len(log_p), BACK, TURNS).logsumexp(dim=2)
        log_faces = torch.cat([faces, log_p[:, BACK * TURNS :]], dim=1)
        exact = functional.nll_loss(log_p, batch["cls"], reduction="none")
        face = functional.nll_loss(log_faces, batch["face"], reduction="none")
        smooth = -log_faces.mean(dim=1)
        per_crop = (1 - SMOOTHING) * torch.where(batch["turn_known"], exact, face) + SMOOTHING * smooth
        loss = per_crop.mean()
        return loss, {"loss": loss.detach()}


class ReaderModel(ClassificationModel):
    """The classification model with the loss over faces and turns."""

    def init_criterion(self) -> FaceLoss:  # noqa: D102
        return FaceLoss()

    def predict(self, x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        """The forward pass; in training in bfloat16, which takes half the time on processors that have it."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training):
            return super().predict(x, *args, **kwargs)


class ReaderValidator(ClassificationValidator):
    """Face accuracy on a store that is left out of training."""

    store: CropStore
    side: int

    def __call__(self, trainer: Any = None, model: Any = None) -> dict[str, float]:  # noqa: D102
        network = (trainer.ema.ema or trainer.model).eval()
        right = np.zeros(len(self.store.faces), dtype=bool)
        with torch.inference_mode():
            for start in range(0, len(right), 512):
                chunk = slice(start, start + 512)
                pictures = np.stack([plain(image, self.side) for image in self.store.images[chunk]])
                outputs = network(torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255)
                outputs = outputs[0] if isinstance(outputs, (list, tuple)) else outputs
                right[chunk] = face_probabilities(outputs.numpy()).argmax(axis=1) == self.store.faces[chunk]
        by_group = {
            f"right/{g}": float(right[self.store.groups == g].mean()) for g in np.unique(self.store.groups)
        }
        return {**by_group, "right": float(right.mean()), "fitness": float(np.mean(list(by_group.values())))}


class ReaderTrainer(ClassificationTrainer):
    """Ultralytics' trainer fed from crop stores."""

    stores: list[tuple[CropStore, float]]
    val_store: CropStore
    epoch_length: int
    leave_out: Collection[str] = ()
    paint: PaintStore | None = None

    def get_dataset(self) -> dict[str, Any]:  # noqa: D102
        turned = [f"{face}@{turn}" for face in FACE_NAMES[:BACK] for turn in range(TURNS)]
        names = [*turned, FACE_NAMES[BACK], "nothing"]
        return {
            "nc": OUTPUTS,
            "names": dict(enumerate(names)),
            "channels": 3,
            "train": "crops",
            "val": "crops",
        }

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> ReaderModel:  # noqa: D102
        model = ReaderModel(cfg, nc=OUTPUTS, ch=3, verbose=verbose)
        if weights:
            model.load(weights)
        return model

    def setup_model(self) -> Any:  # noqa: D102
        start, self.args.model = self.args.model, "yolo26n-cls.yaml"
        checkpoint = torch.load(start, map_location="cpu", weights_only=False)
        weights = checkpoint.get("ema") or checkpoint["model"]
        self.model = self.get_model("yolo26n-cls.yaml", weights.float())
        keep_rows(self.model.model[-1].linear, getattr(weights.model[-1], "linear", None))
        for parameter in self.model.parameters():
            parameter.requires_grad = True
        self.model.to(memory_format=torch.channels_last)
        return checkpoint if self.resume else None

    def get_dataloader(  # noqa: D102
        self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train"
    ) -> DataLoader[dict[str, Any]]:
        crops = TrainingCrops(
            self.stores, self.epoch_length, self.args.imgsz, self.args.seed, self.leave_out, self.paint
        )
        if mode == "train":  # it is asked for a second loader, which is never read
            self.crops = crops
        loader = DataLoader(crops, batch_size, num_workers=self.args.workers, drop_last=True)
        loader.reset = lambda: None
        return loader

    def preprocess_batch(self, batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:  # noqa: D102
        pictures = batch["img"].float() / 255
        return {**batch, "img": pictures.contiguous(memory_format=torch.channels_last)}

    def get_validator(self) -> ReaderValidator:  # noqa: D102
        validator = ReaderValidator(
            self.test_loader, self.save_dir, args=self.args, _callbacks=self.callbacks
        )
        validator.store, validator.side = self.val_store, self.args.imgsz
        return validator

    def plot_training_samples(self, batch: Any, ni: int) -> None:
        """Contact sheets are made by `qicheng evaluate`."""

    def final_eval(self) -> None:
        """The last validation of the run is the figure; no second one."""


def keep_rows(linear: torch.nn.Linear, earlier: torch.nn.Linear | None) -> None:
    """Take over the outputs that an earlier reader had; later classes are added at the end."""
    if earlier is not None and earlier.in_features == linear.in_features:
        rows = min(earlier.out_features, linear.out_features)
        with torch.no_grad():
            linear.weight[:rows] = earlier.weight[:rows]
            linear.bias[:rows] = earlier.bias[:rows]


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--start", type=Path, required=True, help="checkpoint whose backbone to start from")
    parser.add_argument("--stores", nargs="+", required=True, help="FOLDER:SHARE of each crop store")
    parser.add_argument("--val", type=Path, required=True, help="crop store left out of training")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--epoch-length", type=int, default=32_768)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--hours", type=float, help="train so long, whatever --epochs says")
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--lr-end", type=float, default=0.02, help="share of --lr at the end")
    parser.add_argument("--workers", type=int, default=1, help="processes that prepare crops")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep-every", type=int, default=-1, help="keep the weights after so many epochs")
    parser.add_argument("--leave-out", nargs="*", default=[], help="groups to read, not to train on")
    parser.add_argument("--paint", type=Path, help="store of painted faces for real tiles to wear")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    overrides = {
        "model": str(args.start), "imgsz": args.side, "epochs": args.epochs, "batch": args.batch,
        "project": str(args.out.parent.resolve()), "name": args.out.name, "exist_ok": True, "device": "cpu",
        "workers": args.workers, "optimizer": "AdamW", "lr0": args.lr, "lrf": args.lr_end, "cos_lr": True,
        "time": args.hours, "warmup_epochs": 0.5, "warmup_bias_lr": 0.0, "weight_decay": 0.02,
        "nbs": args.batch, "plots": False, "seed": args.seed, "patience": 1000, "amp": False,
        "save_period": args.keep_every,
    }  # fmt: skip
    trainer = ReaderTrainer(overrides=overrides)
    trainer.args.workers = args.workers  # which Ultralytics has set to 0 on a processor
    trainer.stores = [
        (CropStore.load(Path(name)), float(share)) for name, share in (s.split(":") for s in args.stores)
    ]
    val = CropStore.load(args.val)
    trainer.val_store = val.of_groups(args.leave_out) if args.leave_out else val
    trainer.leave_out = args.leave_out
    trainer.paint = PaintStore.load(args.paint) if args.paint else None
    trainer.epoch_length = args.epoch_length
    trainer.add_callback("on_train_epoch_start", lambda t: setattr(t.crops, "epoch", t.epoch))
    torch.set_num_threads(args.threads)
    trainer.train()


if __name__ == "__main__":
    # Checkpoints pickle classes by module: they must name this one, not __main__.
    from vision.training.train_reader import main as run

    run()
