"""How sets differ: numerals in a corner, the room they take, sticks and dots as each set lays them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.training.render import suits
from vision.training.render.designs import COMPOSED, HELD_OUT_DESIGNS
from vision.training.render.faces import Variant
from vision.training.render.ink import Ink, Palette, aside

PALETTE = Palette.random(np.random.default_rng(3))
SEEDS = st.integers(0, 2**31 - 1)


def drawn(seeds: range, design: str) -> list[Variant]:
    return [Variant.drawn(seed, design, dark_body=False) for seed in seeds]


def columns_with_ink(ink: Ink) -> np.ndarray:
    return np.flatnonzero(ink[..., 3].max(axis=0) > 0.5)


def stretches(ink: Ink) -> int:
    """So many columns of figures stand side by side."""
    inked = (ink[..., 3].max(axis=0) > 0.5).astype(int)
    return int((np.diff(np.concatenate([[0], inked, [0]])) == 1).sum())


def test_some_sets_have_their_numerals_on_the_right_and_make_room_for_them() -> None:
    marked = [variant for variant in drawn(range(400), COMPOSED) if variant.marks]
    assert {variant.mark_right for variant in marked} == {True, False}
    assert {variant.mark_room > 0 for variant in marked} == {True, False}


@pytest.mark.parametrize("design", sorted(HELD_OUT_DESIGNS))
def test_designs_held_out_keep_the_variants_that_their_published_scenes_have(design: str) -> None:
    assert not any(variant.mark_right or variant.mark_room for variant in drawn(range(60), design))


@pytest.mark.parametrize("to_left", [True, False])
@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_figures_moved_aside_leave_the_other_side_free(to_left: bool, seed: int) -> None:
    before = suits.sticks(9, PALETTE, seed)
    after = aside(before, 0.2, to_left=to_left)
    columns, width = columns_with_ink(after), before.shape[1]
    assert stretches(after) == stretches(before)
    assert (columns < 0.81 * width).all() if to_left else (columns > 0.19 * width).all()


@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_nine_sticks_stand_in_three_columns_and_six_in_two_or_three(seed: int) -> None:
    assert stretches(suits.sticks(9, PALETTE, seed)) == 3
    assert stretches(suits.sticks(6, PALETTE, seed)) in (2, 3)
