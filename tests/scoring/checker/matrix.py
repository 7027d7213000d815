"""The big fans: the table of RULES 2.5, cell by cell, and each pattern by its sentence in RULES 2.4 and 3."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

from .readings import Group
from .tiles import number, suit

# RULES 2.5. A star marks a cell that the texts do not name: the sum of its parts, both listed (A1).
# A dash is impossible.
TABLE = """
none                | 0   20   80   | 0   15   60   | 0   20   80
yiban               | 15  35*  95*  | 10  25*  70*  | 15  35*  95*
sanfutong           | 20  -    -    | 15  -    -    | 20  -    -
sifutong            | 50  -    -    | 30  -    -    | 40  -    -
shuangpiao          | 20  -    -    | 15  -    -    | 20  -    -
shuanglaoshao       | 20  -    -    | 15  -    -    | 20  -    -
yitiaolong          | 20  50   110  | 15  30   75   | 20  50   100*
banlong             | 45  80   130  | 25  45   85   | 40  60   120
shuangbanban        | 40  70   120  | 30  35   80   | 40  60*  120*
shuangban_shuanglian| 80  110  160* | 60  75   120* | 80  100* 160*
shuangban_shuanglao | 80  110  160* | 60  75   120* | 80  100* 160*
shuangban_shuangxi  | 80  110  -    | 60  75   -    | 80  -    -
tieban              | 80  110  160  | 60  75   120  | 80  100* 160*
gangban             | 640 660* 720* | 480 495* 540* | 500 520* 580*
duiduihu            | 20  50   110  | 15  30   75   | 20  40   100
fengqing            | -   320  -    | -   240  -    | -   300  -
"""
COLUMNS = ("新", "标", "D3")
COLOURS = ("none", "混", "清")

# What a cell without a star is called; the colourless ones bear the pattern's own name (RULES 2.4).
NAMES = {
    ("none", "混"): "hunyise",
    ("none", "清"): "qingyise",
    ("yitiaolong", "混"): "hunlong",
    ("yitiaolong", "清"): "qinglong",
    ("banlong", "混"): "hunbanlong",
    ("banlong", "清"): "qingbanlong",
    ("shuangbanban", "混"): "hunshuangbanban",
    ("shuangbanban", "清"): "shuangbanqing",
    ("shuangban_shuanglian", "混"): "hunshuangban_shuanglian",
    ("shuangban_shuanglao", "混"): "hunshuangban_shuanglao",
    ("shuangban_shuangxi", "混"): "hunshuangban_shuangxi",
    ("tieban", "混"): "huntieban",
    ("tieban", "清"): "tiebanqing",
    ("duiduihu", "混"): "hunduidui",
    ("duiduihu", "清"): "qingduidui",
    ("fengqing", "混"): "fengqing",
}

Fans = tuple[tuple[str, int | Fraction], ...]


def _read_table() -> dict[tuple[str, str, str], tuple[int, bool]]:
    cells = {}
    for line in TABLE.strip().splitlines():
        pattern, *columns = (part.strip() for part in line.split("|"))
        for column, values in zip(COLUMNS, columns, strict=True):
            for colour, value in zip(COLOURS, values.split(), strict=True):
                if value != "-":
                    cells[column, pattern, colour] = int(value.rstrip("*")), value.endswith("*")
    return cells


CELLS = _read_table()


def cell(column: str, pattern: str, colour: str) -> Fans:
    """The fans of one cell: one if it has a name, both parts if it has none."""
    value, starred = CELLS[column, pattern, colour]
    if starred:
        parts = cell(column, pattern, "none") + cell(column, "none", colour)
        assert sum(part for _, part in parts) == value, "a starred cell is the sum of its parts"
        return parts
    if value == 0:
        return ()
    return ((NAMES.get((pattern, colour), pattern), value),)


Chow = tuple[int, int]  # suit, lowest number
Test = Callable[[list[Chow]], bool]


def _some(size: int, test: Test) -> Test:
    """Whether some `size` of the chows pass."""
    return lambda chows: any(test(list(part)) for part in combinations(chows, size))


def _two_by_two(test: Callable[[Chow, Chow, Chow, Chow], bool]) -> Test:
    """Whether the four chows, in some order, pass."""
    return lambda chows: len(chows) == 4 and any(test(*order) for order in permutations(chows))


def _two_boards(test: Callable[[Chow, Chow], bool]) -> Test:
    """雙板板 (two pairs of equal chows), the two passing `test`."""
    return _two_by_two(lambda a, b, c, d: a == b and c == d and test(a, c))


def _equal(chows: list[Chow]) -> bool:
    return len(set(chows)) == 1


def _one_number_each_suit(chows: list[Chow]) -> bool:
    return len({n for _, n in chows}) == 1 and {s for s, _ in chows} == {0, 1, 2}


def _dragon(chows: list[Chow]) -> bool:
    return len({s for s, _ in chows}) == 1 and sorted(n for _, n in chows) == [1, 4, 7]


def _piao(gap: int) -> Test:
    """雙飄: two 齊相 of the same two suits, the upper `gap` above the lower."""
    return _two_by_two(
        lambda a, b, c, d: a[1] == b[1] and c[1] == d[1] == a[1] + gap and a[0] == c[0] != b[0] == d[0]
    )


PATTERNS: dict[str, Test] = {
    "yiban": _some(2, _equal),
    "sanfutong": _some(3, _one_number_each_suit),
    "sifutong": _some(4, _one_number_each_suit),
    "shuangpiao": _piao(3),
    "shuanglaoshao": _piao(6),
    "yitiaolong": _some(3, _dragon),
    "banlong": _two_by_two(lambda a, b, c, d: _dragon([a, b, c]) and d in (a, b, c)),
    "shuangbanban": _two_boards(lambda a, c: True),
    "shuangban_shuanglian": _two_boards(lambda a, c: a[0] == c[0] and c[1] == a[1] + 3),
    "shuangban_shuanglao": _two_boards(lambda a, c: a[0] == c[0] and (a[1], c[1]) == (1, 7)),
    "shuangban_shuangxi": _two_boards(lambda a, c: a[0] != c[0] and a[1] == c[1]),
    "tieban": _some(3, _equal),
    "gangban": _some(4, _equal),
}
# RULES 7: what a pattern is made of is not counted beside it.
ABSORBS = {
    "sifutong": {"sanfutong", "yiban"},
    "banlong": {"yitiaolong", "yiban"},
    "shuangbanban": {"yiban"},
    "shuangban_shuanglian": {"shuangbanban", "yiban"},
    "shuangban_shuanglao": {"shuangbanban", "yiban"},
    "shuangban_shuangxi": {"shuangbanban", "yiban"},
    "tieban": {"yiban"},
    "gangban": {"tieban", "shuangbanban", "yiban"},
}


def chow(group: Group) -> Chow:
    """A chow's suit and lowest number."""
    return suit(group.tile), number(group.tile)


def pattern(sets: tuple[Group, ...]) -> str:
    """The one pattern that survives the absorptions, or `none` (RULES 2.5)."""
    chows = [chow(group) for group in sets if group.kind == "chow"]
    if not chows:
        return "duiduihu"
    found = {name for name, test in PATTERNS.items() if test(chows)}
    survivors = [name for name in found if not any(name in ABSORBS.get(other, ()) for other in found)]
    assert len(survivors) <= 1, f"two patterns in four sets: {survivors}"
    return survivors[0] if survivors else "none"
