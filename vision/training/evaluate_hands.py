"""How many whole hands are read without a correction, on rendered pictures.

    python -m vision.training.evaluate_hands RENDERED [--bundle DIR]

Counted are pictures with a hand whose tiles are all visible and at least `LEAST_PIXELS` long. A hand is exact
when its notation is: tiles, melds and winning tile. What is not exact should at least be doubted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from scoring.hand import Hand
from scoring.tiles import Tile
from vision.bundle import load_bundle
from vision.read import PhotoReader
from vision.training.evaluate import CLEAR

LEAST_PIXELS = 26
"""Longer side of the upright box around a face, in pixels."""

OF_THE_HAND = {"concealed", "chow", "pung", "kong", "concealed_kong", "winning_tile"}


def is_clear(picture: dict[str, Any]) -> bool:
    """Whether a picture shows a hand that can be read."""
    tiles = [tile for tile in picture["tiles"] if tile["role"] in OF_THE_HAND]
    lengths = [np.ptp(np.array(tile["quad"]), axis=0).max() for tile in tiles]
    visible = [tile["visible"] for tile in tiles]
    return bool(picture["notation"] and tiles and min(lengths) >= LEAST_PIXELS and min(visible) >= CLEAR)


def all_tiles(hand: Hand) -> list[Tile]:
    """Every tile of a hand, sorted."""
    winning = () if hand.winning_tile is None else (hand.winning_tile,)
    return sorted([*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles), *winning])


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rendered", type=Path, help="folder with labels.jsonl")
    parser.add_argument("--bundle", type=Path)
    args = parser.parse_args()
    reader = PhotoReader(load_bundle(args.bundle))
    lines = (args.rendered / "labels.jsonl").read_text().splitlines()
    pictures = [picture for picture in map(json.loads, lines) if is_clear(picture)]
    exact = same = doubted = 0
    for picture in track(pictures, args.rendered.name):
        expected = Hand.parse(picture["notation"])
        reading = reader.read((args.rendered / picture["image"]).read_bytes())
        exact += reading.notation == str(expected)
        same += reading.hand is not None and all_tiles(reading.hand) == all_tiles(expected)
        doubted += reading.notation != str(expected) and bool(reading.doubts)
    print(f"{len(pictures)} hands: {exact} exact, {same} with the same tiles, ", end="")
    print(f"{doubted} of the {len(pictures) - exact} that are not exact carry a doubt")


if __name__ == "__main__":
    main()
