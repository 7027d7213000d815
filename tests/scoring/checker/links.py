"""齐相, 连副, 老少: links between chows, counted by the definition of RULES A3.

The chows are the nodes of a graph. Of a connected part of k chows at most k - 1 links count, so a maximum
spanning forest; which of several forests is not stated, so all of them are returned.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from .matrix import Chow, Fans

Edge = tuple[int, int, str]


def kind(a: Chow, b: Chow) -> str | None:
    """What links two different chows (RULES 2.3)."""
    if a[0] != b[0]:
        return "qixiang" if a[1] == b[1] else None
    if abs(a[1] - b[1]) == 3:
        return "lianfu"
    return "laoshao" if {a[1], b[1]} == {1, 7} else None


def edges(chows: list[Chow], fused: set[int], dragon_suit: int | None = None) -> list[Edge]:
    """Every link but those inside `fused` and, in a dragon's suit, 连副 and 老少."""
    found = []
    for a, b in combinations(range(len(chows)), 2):
        link = kind(chows[a], chows[b])
        if link is None or {a, b} <= fused:
            continue
        if link != "qixiang" and chows[a][0] == dragon_suit:
            continue
        found.append((a, b, link))
    return found


def _component(node: int, links: tuple[Edge, ...], fused: set[int]) -> frozenset[int]:
    """The chows that hang together with `node`; those in `fused` hang together from the start."""
    seen = {node}
    grew = True
    while grew:
        before = len(seen)
        if seen & fused:
            seen |= fused
        for a, b, _ in links:
            if a in seen or b in seen:
                seen |= {a, b}
        grew = len(seen) > before
    return frozenset(seen)


def _parts(count: int, links: tuple[Edge, ...], fused: set[int]) -> set[frozenset[int]]:
    return {_component(node, links, fused) for node in range(count)}


def count(chows: list[Chow], fused: set[int], rule: str, dragon_suit: int | None = None) -> set[Fans]:
    """Every admissible count of links.

    `fused`: chows that a big fan has linked already: the equal ones of 一板, all that a pattern uses up.
    """
    found = edges(chows, fused, dragon_suit)
    if rule == "every-pair":
        return {tally(link for _, _, link in found)}
    if rule == "once":
        return {tally({link for _, _, link in found})}
    whole = _parts(len(chows), tuple(found), fused)
    size = len(_parts(len(chows), (), fused)) - len(whole)
    return {
        tally(link for _, _, link in chosen)
        for chosen in combinations(found, size)
        if _parts(len(chows), chosen, fused) == whole
    }


def tally(links: Iterable[str]) -> Fans:
    """Sorted (id, number) of an iterable of ids."""
    return tuple(sorted(Counter(links).items()))
