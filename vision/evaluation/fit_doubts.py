"""Chooses how certain a tile has to be read to pass without a question, on whole hands left out of training.

    python -m vision.evaluation.fit_doubts out/render/hands-fit --check out/render/hands

Prints, for one `vision.certainty.Caution` after the other, how many wrong tiles a person is asked about and
how many right ones in vain, whatever it is for: an unsure face, glare, the edge of the picture. The most
cautious is taken whose questions in vain a player puts up with (`COST`). To be run after
`vision.evaluation.calibrate`, whose curve gives the certainties; never on test pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from vision.bundle import Bundle, load_bundle
from vision.certainty import Caution
from vision.evaluation.answers import answer_of
from vision.evaluation.calibrate import arguments
from vision.evaluation.figures import percent
from vision.evaluation.outcomes import tile_outcomes
from vision.evaluation.pictures import load_dataset
from vision.photo import decode
from vision.read import PhotoReader

COST = 0.025
"""Share of right tiles that may be asked about in vain, so that it stays below 3 % with other hands too."""

CAUTIONS = [
    Caution(sure, of_a_win)
    for of_a_win, sure in product(
        (0.5, 0.6, 0.7), (0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.975, 0.98, 0.985, 0.99)
    )
]


@dataclass(frozen=True)
class Asked:
    """How many claims are wrong and right, and the shares of both that are asked about."""

    wrong: int
    right: int
    caught: float
    vain: float


def asked(bundle: Bundle, folders: Sequence[Path]) -> list[Asked]:
    """What each of `CAUTIONS` catches and costs on the pictures of some folders."""
    reader = PhotoReader(bundle)
    counts = [Counter[tuple[bool, bool]]() for _ in CAUTIONS]
    for picture in track([picture for folder in folders for picture in load_dataset(folder)], "hands"):
        photo = decode(picture.path.read_bytes())
        for count, reading in zip(counts, reader.readings(photo, CAUTIONS), strict=True):
            count.update(
                (tile.kind == "right", tile.flagged)
                for tile in tile_outcomes(picture.tiles, answer_of(reading).claims)
                if tile.is_claim and tile.flagged is not None
            )
    return [_asked(count) for count in counts]


def _asked(count: Counter[tuple[bool, bool]]) -> Asked:
    wrong, right = (count[is_right, True] + count[is_right, False] for is_right in (False, True))
    return Asked(wrong, right, count[False, True] / max(wrong, 1), count[True, True] / max(right, 1))


def choose(results: Sequence[Asked]) -> int:
    """The place of the most cautious of those that cost no more than they may, else of what costs least."""
    affordable = [at for at, each in enumerate(results) if each.vain <= COST]
    if not affordable:
        return min(range(len(results)), key=lambda at: results[at].vain)
    return max(affordable, key=lambda at: (results[at].caught, results[at].vain))


def main() -> None:
    """Command line; see the module's docstring."""
    args = arguments(__doc__)
    console, bundle = Console(), load_bundle(args.bundle)
    sets = [asked(bundle, folders) for folders in (args.folders, args.check) if folders]
    table = Table("sure", "of a win", *["wrong", "asked", "right", "in vain"] * len(sets))
    for caution, *results in zip(CAUTIONS, *sets, strict=True):
        cells = [(f"{r.wrong}", percent(r.caught), f"{r.right:,}", percent(r.vain)) for r in results]
        table.add_row(f"{caution.sure}", f"{caution.of_a_win}", *[cell for row in cells for cell in row])
    console.print(table)
    console.print(CAUTIONS[choose(sets[0])])


if __name__ == "__main__":
    main()
