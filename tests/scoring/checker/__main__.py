"""The long comparison by hand: `python -m tests.scoring.checker --hands 100000 --seed 1 yangzhou-new`.

Prints one report a rule set; ends with 1 if the two differ anywhere.
"""

import argparse
import sys

from .compare import HOUSES
from .sweep import stream, sweep
from .switches import several


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description="Compare the engine with the brute-force checker.")
    parser.add_argument("rulesets", nargs="*", help="ids; all of them by default")
    parser.add_argument("--hands", type=int, default=100_000, help="a rule set (default 100,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10, help="hands for each table settled (default 10)")
    parser.add_argument("--switches", action="store_true", help="throw several switches at each hand")
    given = parser.parse_args()
    parted = False
    for ruleset in given.rulesets or HOUSES:
        choose = (lambda rng, of=ruleset: several(rng, of)) if given.switches else None
        report = sweep(ruleset, stream(ruleset, given.seed, given.hands), choose, given.every)
        print(report, flush=True)
        parted = parted or bool(report.differences)
    return int(parted)


sys.exit(main())
