"""Hands to be checked: by chance, and towards each cell of RULES 2.5. Every one comes from a seed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

from . import matrix
from .cases import SEATS, Case, Meld, colour, who
from .readings import Group
from .tiles import ALL, EAST, at_most_four, is_honour, parse, show

SIDES = ("left", "across", "right")
STYLES = ("any", "chows", "flush", "half flush", "honours", "triplets", "two suits")


def chow(suit: int, lowest: int) -> Group:
    """Three neighbours."""
    return Group("chow", suit * 9 + lowest - 1)


def some_set(rng: Random, style: str, suit: int) -> Group:
    """One set in the manner of `style`; `suit` is the hand's own."""
    chows = {"chows": 0.95, "triplets": 0.05, "honours": 0.3}.get(style, 0.6)
    if style == "two suits":
        suit = rng.choice([suit, (suit + 1) % 3])
    elif style not in ("flush", "half flush"):
        suit = rng.randrange(3)
    if rng.random() < chows:
        return chow(suit, rng.randint(1, 7))
    honour = {"honours": 0.8, "half flush": 0.5, "triplets": 0.3, "any": 0.2}.get(style, 0.0)
    tile = rng.randrange(EAST, 34) if rng.random() < honour else suit * 9 + rng.randrange(9)
    return Group("kong" if rng.random() < 0.2 else "triplet", tile)


def some_pair(rng: Random, style: str, suit: int) -> Group:
    """A pair that suits the hand."""
    if style == "honours" or (style == "half flush" and rng.random() < 0.5):
        return Group("pair", rng.randrange(EAST, 34))
    if style in ("flush", "half flush"):
        return Group("pair", suit * 9 + rng.randrange(9))
    return Group("pair", rng.randrange(27 if style == "chows" else 34))


def winning_shape(rng: Random, style: str) -> tuple[list[Group], Group]:
    """Four sets and a pair out of 136 tiles."""
    while True:
        suit = rng.randrange(3)
        sets, pair = [some_set(rng, style, suit) for _ in range(4)], some_pair(rng, style, suit)
        if fits(sets, pair):
            return sets, pair


def fits(sets: Sequence[Group], pair: Group) -> bool:
    """No tile more than four times."""
    return at_most_four(tile for group in (*sets, pair) for tile in group.tiles)


def core(rng: Random, pattern: str) -> list[Group]:
    """The sets that make the pattern, in suits of chance."""
    a, b, c = rng.sample(range(3), 3)
    n = rng.randint(1, 7)
    m = rng.choice([k for k in range(1, 8) if k != n])
    low = rng.randint(1, 4)
    match pattern:
        case "yiban":
            return [chow(a, n)] * 2
        case "sanfutong":
            return [chow(a, n), chow(b, n), chow(c, n)]
        case "sifutong":
            return [chow(a, n), chow(b, n), chow(c, n), chow(a, n)]
        case "shuangpiao":
            return [chow(a, low), chow(b, low), chow(a, low + 3), chow(b, low + 3)]
        case "shuanglaoshao":
            return [chow(a, 1), chow(b, 1), chow(a, 7), chow(b, 7)]
        case "yitiaolong":
            return [chow(a, 1), chow(a, 4), chow(a, 7)]
        case "banlong":
            return [chow(a, 1), chow(a, 4), chow(a, 7), chow(a, rng.choice([1, 4, 7]))]
        case "shuangbanban":
            return [chow(a, n)] * 2 + [chow(rng.choice([a, b]), m)] * 2
        case "shuangban_shuanglian":
            return [chow(a, low)] * 2 + [chow(a, low + 3)] * 2
        case "shuangban_shuanglao":
            return [chow(a, 1)] * 2 + [chow(a, 7)] * 2
        case "shuangban_shuangxi":
            return [chow(a, n)] * 2 + [chow(b, n)] * 2
        case "tieban":
            return [chow(a, n)] * 3
        case "gangban":
            return [chow(a, n)] * 4
        case "fengqing":
            return [_triplet(rng, tile) for tile in rng.sample(range(EAST, 34), 4)]
        case "duiduihu":
            suits = rng.choice([[a], [a, b], [a, b, c]])
            return [_triplet(rng, rng.choice(suits) * 9 + rng.randrange(9)) for _ in range(rng.randint(1, 4))]
    return []


def _triplet(rng: Random, tile: int) -> Group:
    return Group("kong" if rng.random() < 0.15 else "triplet", tile)


def shape_for(rng: Random, pattern: str, hue: str) -> tuple[list[Group], Group]:
    """Four sets and a pair of that pattern and colour (混 of 风清 stands for all honours)."""
    style = {"混": "half flush", "清": "flush"}.get(hue, "any")
    wanted = "风" if pattern == "fengqing" else hue
    while True:
        sets = core(rng, pattern)
        suits = [group.tile // 9 for group in sets if not is_honour(group.tile)] or [rng.randrange(3)]
        filler = "honours" if pattern == "fengqing" else style
        while len(sets) < 4:
            one = some_set(rng, filler, suits[0])
            sets.append(one if pattern != "duiduihu" else _triplet(rng, one.tile))
        pair = some_pair(rng, filler, suits[0])
        if not fits(sets, pair) or colour([t for g in (*sets, pair) for t in g.tiles]) != wanted:
            continue
        if pattern == "fengqing" or matrix.pattern(tuple(sets)) == pattern:
            return sets, pair


def meld(rng: Random, group: Group, side: str | None) -> Meld:
    """Lay a set down; `side` is where the tiles are known to come from, if they are."""
    tiles = show(group.tiles)
    if group.kind == "chow":
        return "chow", tiles, rng.choice(["left", None])
    if group.kind == "triplet":
        return "pung", tiles, side
    kind = rng.choice(["kong", "added_kong", "concealed_kong"])
    return kind, tiles, None if kind == "concealed_kong" else side


def play(rng: Random, sets: Sequence[Group], pair: Group, open_share: float | None = None) -> Case:
    """Lay some sets down, take one tile as the winning one, and win somehow."""
    share = rng.choice([0.0, 0.0, 0.3, 0.7, 1.0]) if open_share is None else open_share
    one_side = rng.choice(SIDES) if rng.random() < 0.4 else None
    melds, inside = [], list(pair.tiles)
    for group in rng.sample(list(sets), len(sets)):
        if group.kind == "kong" or rng.random() < share:
            melds.append(meld(rng, group, one_side or rng.choice([*SIDES, None])))
        else:
            inside += group.tiles
    winning = inside.pop(rng.randrange(len(inside)))
    return circumstances(rng, Case(tuple(sorted(inside)), winning, tuple(melds)))


def circumstances(rng: Random, case: Case) -> Case:
    """The same tiles, won by chance."""
    seat = rng.choice(SEATS)
    win = rng.choice(["self_draw", "self_draw", "discard", "robbed_kong"])
    case = replace(case, seat=seat, round=rng.choice(SEATS), win=win, base=rng.choice([1, 1, 2, 5]))
    if not case.is_possible:
        case = replace(case, win="discard")
    discarder = None
    if case.win != "self_draw":
        discarder = rng.choice([other for other in SEATS if other != seat])
    after = [kind for kind in ("exposed", "concealed") if case.win == "self_draw" and _has_kong(case, kind)]
    return replace(
        case,
        discarder=discarder,
        after_kong=rng.choice(["none", *after]),
        passed_win=rng.random() < 0.05,
        liable=_liable(rng, case),
    )


def _has_kong(case: Case, kind: str) -> bool:
    return case.has("concealed_kong") if kind == "concealed" else case.has("kong", "added_kong")


def _liable(rng: Random, case: Case) -> str | None:
    """Name who fed a 风清 where the melds cannot tell (RULES 2.6)."""
    sides = [side for kind, _, side in case.melds if kind != "concealed_kong"]
    known = {side for side in sides if side is not None}
    if colour(case.tiles) != "风" or len(sides) < 4 or (len(known) == 1 and None not in sides):
        return None
    fed = sorted(known) if None not in sides else list(SIDES)
    return who(case.seat, rng.choice(fed)) if rng.random() < 0.5 else None


def near_miss(rng: Random, case: Case) -> Case:
    """One tile or one circumstance changed."""
    for _ in range(20):
        changed = rng.choice([_other_tile, _other_tile, _other_winning_tile, _other_way, _open_or_close])(
            rng, case
        )
        if changed.is_possible:
            return replace(changed, liable=_liable(rng, changed))
    return case


def _other_tile(rng: Random, case: Case) -> Case:
    tiles = list(case.concealed)
    place = rng.randrange(len(tiles))
    near = [tile for tile in range(tiles[place] - 3, tiles[place] + 4) if 0 <= tile < 34]
    tiles[place] = rng.choice([*near, rng.choice(ALL)])
    return replace(case, concealed=tuple(sorted(tiles)))


def _other_winning_tile(rng: Random, case: Case) -> Case:
    return replace(case, winning=rng.choice([*case.waits, *case.waits, rng.choice(ALL)]))


def _other_way(rng: Random, case: Case) -> Case:
    return circumstances(rng, case)


def _open_or_close(rng: Random, case: Case) -> Case:
    """Take a chow or pung back into the hand, or lay one down."""
    loose = [one for one in case.melds if one[0] in ("chow", "pung")]
    if loose and rng.random() < 0.5:
        back = rng.choice(loose)
        melds = list(case.melds)
        melds.remove(back)
        return replace(case, concealed=tuple(sorted((*case.concealed, *parse(back[1])))), melds=tuple(melds))
    inside = [
        g for way in case.readings for g in way if g not in case.melded and not g.won and g.kind != "pair"
    ]
    if not inside:
        return case
    group = rng.choice(inside)
    tiles = list(case.concealed)
    for tile in group.tiles:
        tiles.remove(tile)
    return replace(case, concealed=tuple(tiles), melds=(*case.melds, meld(rng, group, rng.choice(SIDES))))


def directed_cells() -> list[tuple[str, str]]:
    """Every cell that can occur: 混双板双喜 is printed but cannot (A4)."""
    cells = sorted({(pattern, hue) for _, pattern, hue in matrix.CELLS})
    return [cell for cell in cells if cell != ("shuangban_shuangxi", "混")]


def directed(seed: int | str, cell: tuple[str, str], number: int) -> Iterator[Case]:
    """Hands of one cell."""
    rng = Random(f"{seed} {cell}")
    for _ in range(number):
        yield play(rng, *shape_for(rng, *cell))


def winning(seed: int, number: int) -> Iterator[Case]:
    """Winning hands by chance, with 0 to 4 melds of every kind."""
    rng = Random(f"{seed} winning")
    for style, _ in product(STYLES, range(-(-number // len(STYLES)))):
        yield play(rng, *winning_shape(rng, style))


def losing(seed: int, number: int) -> Iterator[Case]:
    """Tiles by chance, next to no hand among them."""
    rng = Random(f"{seed} losing")
    wall = [tile for tile in ALL for _ in range(4)]
    for _ in range(number):
        sets = [group for group in winning_shape(rng, "any")[0] if rng.random() < 0.4]
        melds = tuple(meld(rng, group, rng.choice(SIDES)) for group in sets)
        used = [tile for _, tiles, _ in melds for tile in parse(tiles)]
        rest = list(wall)
        for tile in used:
            rest.remove(tile)
        drawn = rng.sample(rest, 14 - 3 * len(melds))
        yield circumstances(rng, Case(tuple(sorted(drawn[1:])), drawn[0], melds))
