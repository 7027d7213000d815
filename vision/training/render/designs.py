"""The tile designs at hand: art sets, composed sets, our own faces; and which are kept out of training."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

CODES = tuple(f"{n}{s}" for s in "mps" for n in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))
OWN_SET = "qicheng"

HELD_OUT_DESIGNS: dict[str, str] = {
    "jimevins_smooth/faces": "a clean Hong Kong design: validates reading of an unseen design",
    "kde_libkmahjongg/traditional": "corner numerals on a design of its own",
    "lietxia/flat2": "Japanese characters with other dots and bird than any training set",
    "nonebot_mahjong_utils/tiles": "large modern print with a lattice of its own",
    "unicode_fonts/symbola": "uncoloured outline glyphs",
    "unicode_fonts/symbola_col": "the same outlines coloured",
    OWN_SET: "the faces of the example pictures and of the page",
    "pysol/linux": "the drawing of jimevins_smooth in another size",
    "pysol/western-classic": "the drawing of kde traditional in another size",
}
"""Never drawn on for training, each with its reason. Choice and examples use them."""

Mode = Literal["alpha", "opaque", "photo", "mono"]


@dataclass(frozen=True)
class ArtSet:
    """How to use one art set: its share in training, how its paint is taken, the rim to cut off."""

    weight: float
    mode: Mode = "alpha"
    inset: float = 0.0


ART_SETS: dict[str, ArtSet] = {
    "commons_bihaifeng_planar/faces": ArtSet(3, "opaque", 0.05),
    "commons_cangjie6_oblique/face_crop": ArtSet(4, "photo", 0.06),
    "debian_mah-jong/tiles-numbered": ArtSet(0.4, "opaque", 0.06),
    "debian_mah-jong/tiles-v1": ArtSet(0.4, "opaque", 0.06),
    "ffalt_mah/uni": ArtSet(3),
    "ffalt_mah/unib": ArtSet(2, "mono"),
    "fluffystuff/regular": ArtSet(3),
    "gnome_mahjongg/postmodern": ArtSet(0.5, "opaque", 0.11),
    "i_mahjong/CAN_col": ArtSet(4),
    "i_mahjong/HK_col": ArtSet(4),
    "i_mahjong/JP_col": ArtSet(4),
    "i_mahjong/TW_col": ArtSet(4),
    "kde_libkmahjongg/default": ArtSet(3),
    "lietxia/flat": ArtSet(3, "opaque", 0.04),
    "mahjax/ja": ArtSet(1.5, "mono", 0.06),
    "mahjongcraft/textures": ArtSet(0.4, "opaque", 0.05),
    "pysol/beige-fantastic": ArtSet(0.5, "opaque", 0.09),
    "pysol/brightly": ArtSet(0.3, "opaque", 0.08),
    "pysol/crystal": ArtSet(0.5, "photo", 0.12),
    "pysol/etheral": ArtSet(0.7, "photo", 0.1),
    "pysol/ivory": ArtSet(1.5, "opaque", 0.09),
    "pysol/maple": ArtSet(0.4, "photo", 0.1),
    "pysol/midi": ArtSet(0.4, "opaque", 0.08),
    "pysol/new-crystal": ArtSet(1.5, "photo", 0.1),
    "pysol/uni": ArtSet(2, "opaque", 0.1),
    "pysol/white-fantastic": ArtSet(0.5, "opaque", 0.09),
    "summerinsects/faces": ArtSet(2, "opaque", 0.06),
    "unicode_fonts/freeserif_col": ArtSet(2),
    "kch3coo_photo": ArtSet(4, "photo", 0.07),
    "jimevins_smooth/faces": ArtSet(3),
    "kde_libkmahjongg/traditional": ArtSet(3),
    "lietxia/flat2": ArtSet(3, "opaque", 0.04),
    "nonebot_mahjong_utils/tiles": ArtSet(3, "opaque", 0.05),
    "unicode_fonts/symbola": ArtSet(1, "mono", 0.06),
    "unicode_fonts/symbola_col": ArtSet(2),
}

COMPOSED = "composed"
COMPOSED_SHARE = 0.5
"""Part of training pictures whose faces are composed from fonts, drawn dots and sticks, and art."""


class MissingArtError(FileNotFoundError):
    """The art folder, or a face in it, is not where it was said to be."""


@dataclass(frozen=True)
class Catalogue:
    """Designs by name under an art folder.

    Attributes:
        art: the folder with `faces.json`, `fonts/`, `backgrounds/`.
        own: the folder with our SVG faces (`1m.svg`...), used for the design `qicheng`.
        cache: where rasterised SVG is kept.
        no_tiles: a folder of pictures without tiles, to stand behind, lie below and be printed on things.
    """

    art: Path
    own: Path
    cache: Path
    no_tiles: Path | None = None

    def names(self, which: str) -> dict[str, float]:
        """Design names with their weights: `training`, `held-out`, or one name."""
        if which == "training":
            chosen = {n: s.weight for n, s in ART_SETS.items() if n not in HELD_OUT_DESIGNS}
            return {**chosen, COMPOSED: COMPOSED_SHARE * sum(chosen.values()) / (1 - COMPOSED_SHARE)}
        if which == "held-out":
            named = {n: ART_SETS[n].weight for n in HELD_OUT_DESIGNS if n in ART_SETS}
            return {**named, OWN_SET: 4.0} if self.own.is_dir() else named
        matches = [n for n in (*ART_SETS, OWN_SET, COMPOSED) if n == which or n.startswith(which + "/")]
        if not matches:
            raise MissingArtError(f"no design named {which}")
        return dict.fromkeys(matches, 1.0)

    def fonts(self) -> Path:
        """The folder of fonts."""
        return self.art / "fonts"

    def picture(self, design: str, code: str) -> NDArray[np.uint8]:
        """(h, w, 4) bytes of a face as the set has it; `f` and `back` only exist for our own set."""
        if design == OWN_SET:
            return _drawn(self.own / f"{'flower' if code == 'f' else code}.svg", self.cache)
        files = _index(self.art)
        if (design, code) not in files:
            raise MissingArtError(f"{design} has no face {code}")
        return np.asarray(Image.open(self.art / files[design, code]).convert("RGBA"))


@lru_cache(maxsize=4)
def _index(art: Path) -> dict[tuple[str, str], str]:
    listing = art / "faces.json"
    if not listing.is_file():
        raise MissingArtError(f"{listing} is missing")
    return {(row["set"], row["code"]): row["file"] for row in json.loads(listing.read_text("utf-8"))}


def _drawn(source: Path, cache: Path) -> NDArray[np.uint8]:
    """An SVG face rasterised 512 pixels high, kept in the cache until the source changes."""
    if not source.is_file():
        raise MissingArtError(f"{source} is missing")
    kept = cache / "svg" / f"{source.stem}-{source.stat().st_mtime_ns}.png"
    if not kept.is_file():
        import resvg_py  # only the training environment has it

        kept.parent.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_bytes(bytes(resvg_py.svg_to_bytes(svg_path=str(source), height=512)))
        part.replace(kept)
    return np.asarray(Image.open(kept).convert("RGBA"))
