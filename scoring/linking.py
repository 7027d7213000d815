"""Which of the joined pairs of chows count: the link rule (RULES A3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.fans import Fan
from scoring.splits import Place
from scoring.view import Found, View


@dataclass(frozen=True, slots=True)
class Link:
    """One pair of chows that a small fan joins."""

    fan: Fan
    places: tuple[Place, ...]


def thin(view: View, links: Sequence[Link]) -> tuple[Link, ...]:
    """The links that count, out of all that were found, those named first going first.

    `k-1`: k chows linked together count k - 1 times, each chow being joined to the rest once; equal
    chows are joined already, by 一板. `once`: each kind at most once. `every-pair`: all of them.
    """
    rule = view.options.link_rule
    if rule == "every-pair":
        return tuple(links)
    if rule == "once":
        return tuple({link.fan.id: link for link in reversed(links)}.values())[::-1]
    return _spanning(view, links)


def _spanning(view: View, links: Sequence[Link]) -> tuple[Link, ...]:
    group: dict[Place, Place] = {place: places[0] for places in view.chows.values() for place in places}
    if view.lone_call is not None:
        alike = view.chows[view.sets[view.lone_call].tile]
        group |= {place: next(each for each in alike if each != view.lone_call) for place in alike}
        group[view.lone_call] = view.lone_call
    counted: list[Link] = []
    for link in links:
        one, other = (group[place] for place in link.places)
        if one != other:
            counted.append(link)
            group = {place: one if into == other else into for place, into in group.items()}
    return tuple(counted)


def as_found(links: Sequence[Link], fan: Fan) -> Found:
    """Where one fan is left among the links that count."""
    return tuple([link.places for link in links if link.fan is fan])
