"""How well readers read the crops of a store, and what they take for what.

    python -m vision.training.crops --rendered out/render/rendered-val out/render/hands --out stores/held
    python -m vision.training.read_store runs/a/weights/last.pt runs/b/weights/last.pt --store stores/held

Crops are read as photographs are: in four turns, their answers averaged. A row a reader: the share of faces
that are right, by group and in all, the mean negative log-likelihood, and the commonest mistakes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from vision.classes import BACK, FACE_NAMES, TURNS, face_probabilities
from vision.reader import softmax, turned_back
from vision.training.crop_augment import plain
from vision.training.crops import CropStore

BATCH = 256
SHOWN = 8
"""Mistakes that are named."""


def answers(checkpoint: Path, store: CropStore, side: int) -> npt.NDArray[np.float32]:
    """Probabilities (n, 36) of the faces of a store's crops."""
    weights = torch.load(checkpoint, map_location="cpu", weights_only=False)
    model = (weights.get("ema") or weights["model"]).float().eval()
    read = []
    with torch.inference_mode():
        for start in range(0, len(store.faces), BATCH):
            pictures = np.stack([plain(image, side) for image in store.images[start : start + BATCH]])
            read.append(np.mean([_turned(model, pictures, turn) for turn in range(TURNS)], axis=0))
    return face_probabilities(np.concatenate(read))


def _turned(model: torch.nn.Module, pictures: npt.NDArray[np.uint8], turn: int) -> npt.NDArray[np.float32]:
    turned = np.rot90(pictures, -turn, axes=(1, 2)).transpose(0, 3, 1, 2)
    outputs = model(torch.from_numpy(np.ascontiguousarray(turned)).float() / 255)
    logits = outputs[1] if isinstance(outputs, (list, tuple)) else outputs
    return turned_back(softmax(logits.numpy()), turn)


def line(name: str, store: CropStore, read: npt.NDArray[np.float32]) -> str:
    """One reader's row."""
    best = read.argmax(axis=1)
    right = best == store.faces
    likely = np.maximum(read[np.arange(len(read)), store.faces], 1e-6)
    shares = ((group, right[store.groups == group].mean()) for group in np.unique(store.groups))
    groups = ", ".join(f"{group} {share:.4f}" for group, share in shares)
    taken = Counter((FACE_NAMES[store.faces[i]], FACE_NAMES[best[i]]) for i in np.flatnonzero(~right))
    named = ", ".join(f"{truth}→{answer} {count}" for (truth, answer), count in taken.most_common(SHOWN))
    return f"{name}: right {right.mean():.4f} ({groups}), loss {-np.log(likely).mean():.4f}; {named}"


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--side", type=int, default=64)
    parser.add_argument("--groups", nargs="*", default=[], help="only the crops of these")
    args = parser.parse_args()
    torch.set_num_threads(1)
    store = CropStore.load(args.store)
    store = store.of_groups(args.groups or np.unique(store.groups).tolist())
    kept = store.faces < BACK
    store = CropStore(store.images[kept], store.faces[kept], store.turn_known[kept], store.groups[kept])
    for checkpoint in args.checkpoints:
        print(line(str(checkpoint), store, answers(checkpoint, store, args.side)), flush=True)


if __name__ == "__main__":
    main()
