"""Render the example pictures with our own tiles: `datasets/examples/*.jpg` and what each must be read as.

    python -m vision.training.examples --art ART --out datasets/examples

Seeds, tables and the face design are kept out of training (`vision.training.render.tables`, `designs`).
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image

from scoring.hand import Hand
from vision.training.render.designs import Catalogue
from vision.training.render.examples import scene_for_hand
from vision.training.render.studio import render_scene

SIZE = (1920, 1440)


@dataclass(frozen=True, slots=True)
class Example:
    """A picture to render: the hand, how it is photographed, and how it was won."""

    name: str
    notation: str
    view: dict[str, Any]
    circumstances: dict[str, Any] = field(default_factory=dict)


EXAMPLES = (
    Example(
        "concealed",
        "234m234m567s88p46p + 5p",
        {"seed": 900_000_001, "pitch": 66.0, "table": "felt/900", "roll": 2.0},
        {"ruleset": "yangzhou-new", "win": "self_draw"},
    ),
    Example(
        "melds",
        "[p777z][a6666z] 234m79m99m + 8m",
        {"seed": 900_000_002, "pitch": 58.0, "table": "felt/901", "roll": -4.0, "surroundings": True},
        {"ruleset": "yangzhou-new", "win": "self_draw", "seat": "south"},
    ),
    Example(
        "short",
        "[c567s] 234m234m88p46p + 5p",
        {"seed": 900_000_003, "pitch": 72.0, "table": "wood/902", "roll": 7.0, "winning_at": "above"},
        {"ruleset": "yangzhou-new", "win": "discard", "seat": "south", "discarder": "west"},
    ),
    Example(
        "upside-down",
        "[p777z] 12p456p789p11z + 3p",
        {"seed": 900_000_004, "pitch": 60.0, "table": "cloth/903", "roll": 176.0},
        {"ruleset": "yangzhou-new", "win": "discard", "seat": "south", "discarder": "west"},
    ),
)  # fmt: skip


def main() -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--art", type=Path, required=True)
    parser.add_argument("--faces", type=Path, default=Path("datasets/faces"))
    parser.add_argument("--cache", type=Path, default=Path("out/render-cache"))
    parser.add_argument("--out", type=Path, default=Path("datasets/examples"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    catalogue = Catalogue(args.art, args.faces, args.cache)
    for example in EXAMPLES:
        view = dict(example.view)
        picture, _ = render_scene(
            scene_for_hand(example.notation, view.pop("seed"), size=SIZE, **view), None, catalogue
        )
        Image.fromarray(picture).save(args.out / f"{example.name}.jpg", quality=88)
        expected = {"notation": str(Hand.parse(example.notation)), "circumstances": example.circumstances}
        (args.out / f"{example.name}.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
