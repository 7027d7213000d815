"""Many hands through both: which were compared, and where they part."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from time import process_time
from typing import Any

from . import elsewhere, hands
from .cases import Case
from .compare import Difference, ahead_differences, differences
from .compare_table import table_differences
from .plays import plays
from .verdict import Verdict

Choose = Callable[[Random], dict[str, Any]]
POOL = 3000  # complete hands out of which tables are made


@dataclass
class Report:
    """What was compared; `cells` counts hands by the cell of RULES 2.5 they came to (elsewhere: by type)."""

    ruleset: str
    hands: int = 0
    wins: int = 0
    waits: int = 0
    discards: int = 0
    tables: int = 0
    cells: Counter[tuple[str, str]] = field(default_factory=Counter)
    fans: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, verdict: Verdict, found: list[Difference]) -> None:
        """One hand."""
        self.hands += 1
        self.wins += verdict.win
        self.cells.update({(account.pattern, account.colour) for account in verdict.accounts})
        self.fans.update(name for name, _ in (verdict.accounts[0].fans if verdict.accounts else ()))
        self.reasons.update(verdict.reasons)
        self.differences += found

    def __str__(self) -> str:
        cells = {"/".join(cell): number for cell, number in self.cells.items()}
        parts = [
            f"{self.ruleset}: {self.hands} hands, {self.wins} of them wins, "
            f"{len(self.differences)} differences, {self.seconds:.0f} s of CPU",
            f"also compared: what {self.waits} hands wait on, what to throw from {self.discards}, "
            f"{self.tables} tables settled",
            f"cells: {_counts(cells)}",
            f"fans: {_counts(self.fans)}",
            f"refused: {_counts(self.reasons)}",
            *(str(difference) for difference in self.differences[:20]),
        ]
        return "\n  ".join(parts)


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))


def stream(ruleset: str, seed: int, number: int) -> Iterator[Case]:
    """About `number` hands of a seed.

    For 扬州式 three tenths towards the cells of RULES 2.5, as many near misses of those, the rest by chance.
    """
    if ruleset in ("diedaohu", "liuwei"):
        return elsewhere.without_chows(seed, number)
    if ruleset == "zhenjiang":
        return elsewhere.with_wild_tiles(seed, number)
    cells = hands.directed_cells()
    each = max(1, number * 3 // 10 // len(cells))
    rest = max(0, number - 2 * each * len(cells))
    return chain(
        chain.from_iterable(_with_near_misses(seed, cell, each) for cell in cells),
        hands.winning(seed, rest * 6 // 10),
        hands.losing(seed, rest * 4 // 10),
    )


def _with_near_misses(seed: int, cell: tuple[str, str], number: int) -> Iterator[Case]:
    rng = Random(f"{seed} near {cell}")
    for case in hands.directed(seed, cell, number):
        yield case
        yield hands.near_miss(rng, case)


def sweep(ruleset: str, cases: Iterable[Case], choose: Choose | None = None, every: int = 4) -> Report:
    """Compare them all, with the switches that `choose` throws for each.

    For `every` so many hands also what one waits on and a table settled; for ten times as many what to throw.
    """
    report = Report(ruleset)
    rng = Random(ruleset)
    some: list[Case] = []
    began = process_time()
    for case in cases:
        options = choose(rng) if choose else {}
        verdict, found = differences(case, ruleset, options)
        report.add(verdict, found)
        if report.hands % every == 0:
            report.waits += 1
            report.differences += ahead_differences(case, ruleset, options, to_throw=False)
        if report.hands % (10 * every) == 0:
            report.discards += 1
            report.differences += ahead_differences(case, ruleset, options, to_throw=True)
        if verdict.total is not None and (len(some) < POOL or report.hands % 10 == 0):
            some = [*some[-POOL:], case]
    for play in plays(ruleset, report.hands, some, report.hands // every):
        report.tables += 1
        report.differences += table_differences(play, ruleset, choose(rng) if choose else None)[1]
    report.seconds = process_time() - began
    return report
