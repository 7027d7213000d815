"""How many tiles are found, right, and claimed rightly, on photographs with boxes.

    python -m vision.training.evaluate --photos PHOTOS --split test-redtable [--bundle DIR] [--peer]
    python -m vision.training.evaluate --rendered DIR [--bundle DIR]

A tile counts as found when the centre of a claimed face lies inside its labelled box, matched one to one,
nearest first; right when the face is the labelled one too. Claimed tiles that match nothing are false. A
tile read as face down claims no face: where it matches a labelled tile that is found and not right. A photo
is fully right when every labelled tile is right and nothing is claimed falsely.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vision.bundle import load_bundle
from vision.classes import BACK, FACE_NAMES
from vision.photo import decode
from vision.read import PhotoReader
from vision.training.real import read_labels

CLEAR = 0.7
"""Share of a rendered face that must be visible for the tile to count."""

Claim = tuple[tuple[float, float], int]
"""Centre in pixels and face (0-35) of a claimed tile."""


@dataclass(slots=True)
class Tally:
    """Counts over photographs."""

    photos: int = 0
    fully_right: int = 0
    tiles: int = 0
    found: int = 0
    right: int = 0
    claimed: int = 0
    claimed_right: int = 0
    by_face: dict[str, list[int]] = field(default_factory=dict)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, faces: npt.NDArray[np.int64], boxes: npt.NDArray[np.float32], claims: list[Claim]) -> None:
        """One photograph: faces (n,), boxes (n, 4) in pixels, and what is claimed."""
        pairs = match(boxes, np.array([centre for centre, _ in claims]).reshape(-1, 2))
        right = 0
        for tile, name in enumerate(FACE_NAMES[face] for face in faces):
            counts = self.by_face.setdefault(name, [0, 0, 0])
            counts[0] += 1
            if tile in pairs:
                answer = FACE_NAMES[claims[pairs[tile]][1]]
                counts[1] += 1
                counts[2] += answer == name
                right += answer == name
                if answer != name:
                    self.confusions[name, answer] += 1
        claimed = sum(face != BACK for _, face in claims)
        self.photos += 1
        self.tiles += len(faces)
        self.found += len(pairs)
        self.right += right
        self.claimed += claimed
        self.claimed_right += right
        self.fully_right += right == len(faces) == claimed

    def to_dict(self) -> dict[str, float]:
        """The figures, as shares but for the counts."""
        return {
            "photos": self.photos,
            "tiles": self.tiles,
            "found": self.found / max(1, self.tiles),
            "right": self.right / max(1, self.tiles),
            "claimed right": self.claimed_right / max(1, self.claimed),
            "photos fully right": self.fully_right / max(1, self.photos),
        }


def match(boxes: npt.NDArray[np.float32], centres: npt.NDArray[np.float64]) -> dict[int, int]:
    """Box index to claim index: claims whose centre lies in the box, one to one, nearest first."""
    if not len(boxes) or not len(centres):
        return {}
    inside = np.all((centres[None] >= boxes[:, None, :2]) & (centres[None] <= boxes[:, None, 2:]), axis=2)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    distances = np.where(inside, np.linalg.norm(middles[:, None] - centres[None], axis=2), np.inf)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(distances, axis=None, kind="stable"):
        box, claim = divmod(int(flat), len(centres))
        if not np.isfinite(distances[box, claim]):
            break
        if box not in pairs and claim not in taken:
            pairs[box] = claim
            taken.add(claim)
    return pairs


def our_claims(reader: PhotoReader) -> Callable[[Path], list[Claim]]:
    """What our bundle claims to see in a picture file."""

    def claims(image: Path) -> list[Claim]:
        seen = reader.see(decode(image.read_bytes()))
        return [((float(x), float(y)), tile.best) for tile in seen for x, y in [tile.quad.mean(axis=0)]]

    return claims


def peer_claims() -> Callable[[Path], list[Claim]]:
    """What PyPI's mahjong-detector 0.0.6 claims; needs an environment with it."""
    from vision.training.peer import mahjong_detector_claims

    return mahjong_detector_claims()


def evaluate(images: Iterable[Path], claims: Callable[[Path], list[Claim]], title: str) -> Tally:
    """The tally over picture files that have a label file."""
    tally = Tally()
    for image in track(list(images), title):
        faces, boxes = read_labels(image)
        photo = decode(image.read_bytes())
        scale = np.array([photo.width, photo.height] * 2, dtype=np.float32)
        tally.add(faces, boxes * scale, claims(image))
    return tally


def evaluate_rendered(folder: Path, claims: Callable[[Path], list[Claim]]) -> Tally:
    """The tally over rendered pictures; claims on tiles that are hardly seen or face down do not count."""
    tally = Tally()
    for line in track((folder / "labels.jsonl").read_text().splitlines(), folder.name):
        picture = json.loads(line)
        tiles = [(np.array(tile["quad"]), tile) for tile in picture["tiles"]]
        counted = [(q, t) for q, t in tiles if t["face"] and t["visible"] >= CLEAR]
        others = np.array([bounds(q) for q, t in tiles if not t["face"] or t["visible"] < CLEAR])
        faces = np.array([FACE_NAMES.index(t["face"]) for _, t in counted], dtype=np.int64)
        boxes = np.array([bounds(q) for q, _ in counted], dtype=np.float32).reshape(-1, 4)
        found = claims(folder / picture["image"])
        on_others = set(match(others.reshape(-1, 4), np.array([c for c, _ in found]).reshape(-1, 2)).values())
        on_counted = set(match(boxes, np.array([c for c, _ in found]).reshape(-1, 2)).values())
        kept = [c for at, c in enumerate(found) if at in on_counted or at not in on_others]
        tally.add(faces, boxes, kept)
    return tally


def bounds(quad: npt.NDArray[np.float64]) -> list[float]:
    """The upright box x0 y0 x1 y1 around a quad (4, 2)."""
    return [*quad.min(axis=0), *quad.max(axis=0)]


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, help="folder with a folder for each split")
    parser.add_argument("--split", nargs="*", default=[])
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="folders with labels.jsonl")
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--peer", action="store_true", help="mahjong-detector in place of ours")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--faces", action="store_true", help="also per face, and what was taken for what")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    claims = peer_claims() if args.peer else our_claims(PhotoReader(load_bundle(args.bundle), args.threads))
    console = Console(stderr=args.json)
    table = Table("pictures", "photos", "tiles", "found", "right", "claimed right", "photos fully right")
    tallies = {
        split: evaluate(sorted((args.photos / split / "images").glob("*.jpg")), claims, split)
        for split in args.split
    }
    tallies |= {folder.name: evaluate_rendered(folder, claims) for folder in args.rendered}
    for name, tally in tallies.items():
        row = tally.to_dict()
        table.add_row(name, *(f"{v:.1%}" if isinstance(v, float) else str(v) for v in row.values()))
        if args.faces:
            for face in FACE_NAMES:
                if face in tally.by_face:
                    console.print(face, *tally.by_face[face])
            console.print([f"{a}>{b} {n}" for (a, b), n in tally.confusions.most_common(30)])
        if args.json:
            print(json.dumps({"name": name, **row, "faces": tally.by_face}))
    console.print(table)


if __name__ == "__main__":
    main()
