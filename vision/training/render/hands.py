"""Hands to lay out: random winning hands and near misses, and a given hand the way a person lays it."""

from __future__ import annotations

import numpy as np

from scoring.hand import Hand, MeldKind
from scoring.hand import Meld as HandMeld
from scoring.tiles import ALL_TILES, Tile
from vision.training.render.layout import HandPlan, Meld
from vision.training.render.scene import Role

Rng = np.random.Generator

ROLE_OF: dict[MeldKind, Role] = {
    MeldKind.CHOW: "chow",
    MeldKind.PUNG: "pung",
    MeldKind.KONG: "kong",
    MeldKind.ADDED_KONG: "kong",
    MeldKind.CONCEALED_KONG: "concealed_kong",
}


def shuffled_wall(rng: Rng) -> list[str]:
    """All 136 tiles in random order, as codes."""
    return [str(ALL_TILES[i // 4]) for i in rng.permutation(136)]


def random_hand(rng: Rng) -> Hand:
    """Four sets and a pair, up to four of the sets exposed; the winning tile named in four of five hands.

    One hand in six is not a winning shape (its concealed tiles are drawn at random), one in twenty is
    seven pairs: a reader must not lean on the rules.
    """
    left = [4] * 34
    shape = rng.random()
    melds = _random_melds(rng, left, int(rng.choice(5, p=[0.28, 0.27, 0.23, 0.14, 0.08])))
    missing = 4 - len(melds)
    if shape < 0.05 and not melds:
        tiles = [i for i in rng.choice(34, 7, replace=False) for _ in range(2)]
    elif shape < 0.17:
        pool = [i for i in range(34) for _ in range(left[i])]
        tiles = [pool[k] for k in rng.permutation(len(pool))[: 3 * missing + 2]]
    else:
        tiles = [t for _ in range(missing) for t in _take(left, _random_set(rng, left))]
        pair = int(rng.choice([i for i in range(34) if left[i] >= 2]))
        tiles += _take(left, [pair, pair])
    won = int(rng.integers(len(tiles)))
    if rng.random() < 0.8:
        rest = tiles[:won] + tiles[won + 1 :]
        return Hand(tuple(Tile(i) for i in rest), melds, Tile(tiles[won]))
    return Hand(tuple(Tile(i) for i in tiles), melds)


def _take(left: list[int], tiles: list[int]) -> list[int]:
    for tile in tiles:
        left[tile] -= 1
    return tiles


def _random_set(rng: Rng, left: list[int]) -> list[int]:
    while True:
        if rng.random() < 0.55:
            low = int(rng.integers(3)) * 9 + int(rng.integers(7))
            if min(left[low : low + 3]) > 0:
                return [low, low + 1, low + 2]
        else:
            tile = int(rng.integers(34))
            if left[tile] >= 3:
                return [tile] * 3


def _random_melds(rng: Rng, left: list[int], number: int) -> tuple[HandMeld, ...]:
    melds = []
    for _ in range(number):
        tiles = _random_set(rng, left)
        kind = MeldKind.CHOW if tiles[0] != tiles[1] else MeldKind.PUNG
        if kind is MeldKind.PUNG and left[tiles[0]] == 4 and rng.random() < 0.6:
            tiles = [*tiles, tiles[0]]
            kind = (MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)[
                int(rng.choice(3, p=[0.3, 0.15, 0.55]))
            ]
        melds.append(HandMeld(kind, tuple(Tile(i) for i in _take(left, tiles))))
    return tuple(melds)


def loose_plan(hand: Hand, rng: Rng) -> HandPlan:
    """The hand in any of the ways people lay it: order, turned tiles, backs, places."""
    concealed = [str(t) for t in hand.concealed]
    if rng.random() < 0.15:
        rng.shuffle(concealed)
    turned = bool(rng.random() < 0.35)
    melds = tuple(_loose_meld(m, rng, turned) for m in hand.melds)
    spot = str(rng.choice(["right", "above", "end", "left"], p=[0.45, 0.2, 0.25, 0.1]))
    return HandPlan(
        concealed=tuple(concealed),
        melds=melds,
        winning=None if hand.winning_tile is None else str(hand.winning_tile),
        winning_at=spot,
        winning_turned=bool(rng.random() < 0.3) and spot != "end",
        melds_at=str(rng.choice(["right", "left", "above", "below"], p=[0.55, 0.12, 0.23, 0.1])),
        rows=2 if rng.random() < 0.12 and len(concealed) > 6 else 1,
    )


def _loose_meld(meld: HandMeld, rng: Rng, turned: bool) -> Meld:
    faces = [str(t) for t in meld.tiles]
    if meld.kind is MeldKind.CHOW and rng.random() < 0.3:
        rng.shuffle(faces)
    role = ROLE_OF[meld.kind]
    if meld.kind is MeldKind.CONCEALED_KONG:
        downs = [(0, 3), (1, 2), (0, 1, 2, 3), (0, 1, 2), (1, 2, 3)]
        return Meld(role, tuple(faces), down=downs[int(rng.choice(5, p=[0.55, 0.1, 0.15, 0.1, 0.1]))])
    stacked = meld.kind is MeldKind.ADDED_KONG and turned and bool(rng.random() < 0.6)
    side = int(rng.integers(3 if stacked or len(faces) == 3 else 4)) if turned else None
    return Meld(role, tuple(faces), turned=side, stacked=stacked)


def tidy_plan(
    hand: Hand, *, winning_at: str = "right", melds_at: str = "right", turned: bool = False
) -> HandPlan:
    """The hand as the notation reads: tiles and melds in order, concealed kongs as back-face-face-back."""
    melds = tuple(
        Meld(
            ROLE_OF[m.kind],
            tuple(str(t) for t in m.tiles),
            turned=1 if turned and m.is_exposed else None,
            down=() if m.is_exposed else (0, 3),
        )
        for m in hand.melds
    )
    return HandPlan(
        concealed=tuple(str(t) for t in hand.concealed),
        melds=melds,
        winning=None if hand.winning_tile is None else str(hand.winning_tile),
        winning_at=winning_at,
        melds_at=melds_at,
    )
