"""The printed faces of one physical set: a design in one variant of colours, marks, dragons and wear."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.training.render import glyphs, plants, suits
from vision.training.render.designs import ART_SETS, COMPOSED, HELD_OUT_DESIGNS, OWN_SET, Catalogue
from vision.training.render.glyphs import HEIGHT, WIDTH
from vision.training.render.ink import (
    Ink,
    Palette,
    aside,
    brightened,
    fitted,
    hue_shifted,
    inset,
    lift_off,
    over,
    painted,
    premultiplied,
    reddened,
    redrawn,
    thickened,
    worn,
)

Rng = np.random.Generator

RED_FIVES = ("5m", "5p", "5s")
"""The fives that Japanese sets have a red one of."""

ROOM_IN_THE_MIDDLE = ("2p", "4p", "2s", "4s")
"""Faces on which some sets put the numeral between the figures."""


@dataclass(frozen=True)
class Variant:
    """The choices that make one physical set out of a design; drawn from a seed."""

    seed: int
    palette: Palette
    repaint: bool
    hue: bool
    thickness: float
    wear: float
    scale: float
    marks: bool
    marks_both: bool
    mark_size: float
    mark_font: str
    mark_middle: bool
    mark_right: bool
    mark_room: float
    red_fives: bool
    own_bird: bool
    white: str | None
    dark_body: bool

    @classmethod
    def drawn(cls, seed: int, design: str, dark_body: bool) -> Variant:
        """Deterministic in the seed. Our own set is never altered, only worn a little."""
        rng = np.random.default_rng([seed, 11])
        own = design == OWN_SET
        mono = design in ART_SETS and ART_SETS[design].mode == "mono"
        numbered = any(word in design for word in ("numbered", "default", "traditional", "ebony", "brightly"))
        white = str(
            rng.choice(["own", "own", "own", "own", "blank", "blank", "blank", "framed", "double", "meander"])
        )
        later = np.random.default_rng([seed, 17])
        learnt, last = design not in HELD_OUT_DESIGNS, np.random.default_rng([seed, 19])
        return cls(
            seed=seed,
            palette=Palette.random(rng),
            repaint=not own and (bool(rng.random() < 0.9) if mono else bool(rng.random() < 0.3)),
            hue=not own and bool(rng.random() < 0.6),
            thickness=0.0 if own else float(np.clip(rng.normal(0.2, 0.7), -0.6, 1.8)),
            wear=float(rng.choice([0.0, 0.0, 0.2, 0.45])) * float(rng.random()),
            scale=1.0 if own else float(rng.uniform(0.88, 1.0)),
            marks=not own and not numbered and bool(rng.random() < 0.36),
            marks_both=bool(rng.random() < 0.3),
            mark_size=float(rng.uniform(0.13, 0.19)),
            mark_font=str(
                rng.choice(
                    ["ipaexg.ttf", "wqy-zenhei.ttf", "cwheib.ttf", "ipaexm.ttf", "LXGWWenKai-Bold.ttf"]
                )
            ),
            mark_middle=bool(later.random() < 0.2),
            mark_right=learnt and bool(last.random() < 0.45),
            mark_room=float(last.uniform(0.06, 0.2)) if learnt and last.random() < 0.5 else 0.0,
            red_fives=not own and bool(later.random() < 0.1),
            own_bird=not own and learnt and bool(later.random() < 0.5),
            white=None if own or white == "own" else white,
            dark_body=dark_body,
        )

    def marks_middle_of(self, code: str) -> bool:
        """Whether the numeral of a face stands between its figures."""
        return self.mark_middle and code in ROOM_IN_THE_MIDDLE

    @property
    def mark_colour(self) -> tuple[float, float, float]:
        """Red most, else blue or black."""
        p = self.palette
        return (p.red, p.blue, p.black, p.red)[self.seed % 4]


@dataclass(frozen=True)
class FaceMaker:
    """Makes face textures from a catalogue."""

    catalogue: Catalogue

    def texture(self, design: str, variant: Variant, code: str, height: int = HEIGHT) -> NDArray[np.uint8]:
        """(height, 3/4 height, 4) premultiplied bytes of one face; `f0` to `f7` are flowers and seasons."""
        ink, width = self._ink(design, variant, code, height), height * WIDTH // HEIGHT
        if ink.shape[0] != height or variant.scale != 1.0:
            ink = fitted(ink, width, height, variant.scale)
        return premultiplied(self._finished(ink, variant, code, design))

    def _finished(self, ink: Ink, variant: Variant, code: str, design: str) -> Ink:
        rng = np.random.default_rng([variant.seed, 12, *code.encode()])
        if variant.own_bird and code == "1s":
            ink = redrawn(ink, np.random.default_rng([variant.seed, 18]))
        if design != OWN_SET and not code.startswith("f"):
            ink = thickened(ink, variant.thickness)
        if variant.red_fives and code in RED_FIVES:
            ink = reddened(ink, variant.palette)
        if variant.marks and not code.startswith("f"):
            if variant.mark_room and not variant.marks_middle_of(code):
                ink = aside(ink, variant.mark_room, to_left=variant.mark_right)
            ink = over(ink, self._mark(variant, code, ink.shape[0]))
        if variant.dark_body:
            ink = brightened(ink)
        return worn(ink, variant.wear, rng)

    def _mark(self, variant: Variant, code: str, height: int) -> Ink:
        text = glyphs.LETTERS.get(code, code[0])
        font = self.catalogue.fonts() / variant.mark_font
        if variant.marks_middle_of(code):
            return glyphs.middle_mark(text, font, variant.mark_colour, variant.mark_size, height)
        return glyphs.corner_mark(
            text, font, variant.mark_colour, variant.marks_both, variant.mark_size, height,
            right=variant.mark_right,
        )  # fmt: skip

    def _ink(self, design: str, variant: Variant, code: str, height: int) -> Ink:
        if code.startswith("f"):
            if design == OWN_SET:
                return _floats(_taken(self.catalogue, design, "f", height))
            return plants.flower(
                int(code[1:] or 0), self._font(variant, 0), variant.palette, variant.seed, height
            )
        if code == "5z" and variant.white is not None:
            p = variant.palette
            return glyphs.white_dragon(
                variant.white, (p.blue, p.blue, p.black, p.green)[variant.seed % 4], height
            )
        if design == COMPOSED:
            return self._composed(variant, code, height)
        ink = _floats(_taken(self.catalogue, design, code, height))
        if variant.repaint:
            return painted(ink, code, variant.palette)
        return hue_shifted(ink, np.random.default_rng([variant.seed, 13])) if variant.hue else ink

    def _composed(self, variant: Variant, code: str, height: int) -> Ink:
        rng = np.random.default_rng([variant.seed, 14])
        donors = [n for n, s in ART_SETS.items() if n not in HELD_OUT_DESIGNS and s.weight >= 1]
        dots_from, sticks_from, bird_from = (str(d) for d in rng.choice(donors, 3))
        draw_dots, draw_sticks = bool(rng.random() < 0.6), bool(rng.random() < 0.6)
        if (code[-1] == "z" and code != "5z") or code[-1] == "m":
            return self._characters(variant, code, height)
        if code == "5z":
            style = str(rng.choice(["blank", "framed", "double", "meander"]))
            return glyphs.white_dragon(style, variant.palette.blue, height)
        if code[-1] == "p" and draw_dots:
            return suits.dots(int(code[0]), variant.palette, variant.seed, height)
        if code[-1] == "s" and draw_sticks and code != "1s":
            return suits.sticks(int(code[0]), variant.palette, variant.seed, height)
        if code == "1s" and rng.random() < 0.25:
            return suits.sparrow(variant.palette, variant.seed, height)
        if code == "1s" and rng.random() < 0.12:
            return suits.sticks(1, variant.palette, variant.seed, height)
        donor = dots_from if code[-1] == "p" else bird_from if code == "1s" else sticks_from
        ink = _floats(_taken(self.catalogue, donor, code, height))
        if variant.repaint or ART_SETS[donor].mode == "mono":
            return painted(ink, code, variant.palette)
        return hue_shifted(ink, rng)

    def _font(self, variant: Variant, salt: int) -> Path:
        rng = np.random.default_rng([variant.seed, 15, salt])
        group = (glyphs.BRUSH_FONTS, glyphs.KAI_FONTS, glyphs.OTHER_FONTS)[
            int(rng.choice(3, p=[0.4, 0.4, 0.2]))
        ]
        return self.catalogue.fonts() / f"{rng.choice(group)}.ttf"

    def _with_glyph(self, variant: Variant, salt: int, text: str) -> Path:
        wanted = self._font(variant, salt)
        spare = self.catalogue.fonts() / "ukai.ttf"
        return wanted if glyphs.has_glyph(wanted, text) else spare

    def _characters(self, variant: Variant, code: str, height: int) -> Ink:
        rng = np.random.default_rng([variant.seed, 16])
        simple_wan, plain_five = bool(rng.random() < 0.25), bool(rng.random() < 0.5)
        modern, margin = bool(rng.random() < 0.25), float(rng.uniform(0.06, 0.16))
        split, squeeze = float(rng.uniform(0.36, 0.45)), float(rng.uniform(0.2, 1.0))
        if rng.random() < 0.35:  # small numerals over a large 萬
            split = float(rng.uniform(0.27, 0.36))
        lean = float(rng.normal(0, 6)) if rng.random() < 0.4 else 0.0
        face, p = glyphs.blank(), variant.palette
        if code[-1] == "m":
            numeral = glyphs.NUMERALS[int(code[0]) - 1]
            if code == "5m" and not plain_five:
                numeral = "伍"
            wan = "万" if simple_wan else "萬"
            top = (margin * 1.6, 0.07, 1 - margin * 1.6, split)
            if code == "1m":  # one stroke: keep it a stroke
                top = (margin * 1.6, 0.15, 1 - margin * 1.6, max(split - 0.1, 0.22))
            glyphs.character(face, self._with_glyph(variant, 1, numeral), numeral, top, p.numeral, 0.6, lean)
            box = (margin, split + 0.03, 1 - margin, 0.94)
            glyphs.character(face, self._with_glyph(variant, 1, wan), wan, box, p.wan, squeeze)
            return glyphs.as_ink(face, height)
        traditional = {"1z": "東", "2z": "南", "3z": "西", "4z": "北", "6z": "發", "7z": "中"}
        text = {"1z": "东", "6z": "发"}.get(code, traditional[code]) if modern else traditional[code]
        colour = p.green if code == "6z" else p.red if code == "7z" else p.wind
        box = (margin, margin * 0.9, 1 - margin, 1 - margin * 0.9)
        glyphs.character(face, self._with_glyph(variant, 1, text), text, box, colour, squeeze)
        return glyphs.as_ink(face, height)


@lru_cache(maxsize=2400)
def _taken(catalogue: Catalogue, design: str, code: str, height: int) -> NDArray[np.uint8]:
    """(height, 3/4 height, 4) bytes, straight alpha: an art face's paint, kept in memory."""
    picture = catalogue.picture(design, code)
    how = ART_SETS.get(design)
    if how is None:
        ink: Ink = _floats(picture)
        return _bytes(fitted(ink, height * WIDTH // HEIGHT, height))
    picture = inset(picture, how.inset)
    if how.mode in ("opaque", "photo"):
        ink = lift_off(np.ascontiguousarray(picture[..., :3]), local=how.mode == "photo")
    else:
        ink = _floats(picture)
    return _bytes(fitted(ink, height * WIDTH // HEIGHT, height, 1.0 if how.mode == "alpha" else 0.97))


def _bytes(ink: Ink) -> NDArray[np.uint8]:
    return np.asarray(np.clip(ink * 255 + 0.5, 0, 255), dtype=np.uint8)


def _floats(ink: NDArray[np.uint8]) -> Ink:
    return ink.astype(np.float32) / np.float32(255)
