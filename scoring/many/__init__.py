"""Totals of many hands at once, in arrays: the same numbers as the engine gives, without its explanations.

The engine looks at one hand after another; here one NumPy operation looks at all of them. Three tables
replace what the engine does in steps:

* a suit is a number in base 5, and a table of all such numbers says how it can be laid out and what it
  waits on (`scoring.many.suits`);
* four sets have one of 12,650 collections of chows, and what a collection is worth in a colour, which
  small fans it bars and which links count is asked of the engine itself, once for each
  (`scoring.many.worth`);
* the other small fans are a line of array code each (`scoring.many.count`).

Covered are rule sets that add up fan (`method = "fans"`), with any values, minimums, exclusions, matrix
and switches but `hun_shuangxi = "lenient"`; see `covers`. Hands of a set that is not covered, hands won
after a win was let go or under limited money, and hands with a lone call that the house heeds go to the
engine one by one, so that every hand gets its answer.
"""

from scoring.many.totals import Totals, covers, totals

__all__ = ["Totals", "covers", "totals"]
