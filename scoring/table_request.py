"""One hand of play for the whole table, read: all that is wrong with it is told at once."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from scoring.circumstances import SEATS, Seat
from scoring.errors import Reason, RequestError, Text
from scoring.fields import Fields, bad_value, placed
from scoring.given import ScoreRequest, stakes_of
from scoring.hand import KONGS, MeldKind, Source
from scoring.kongs import Kong, kongs_of
from scoring.library import Library
from scoring.request import read_request, start
from scoring.rules import RuleSet
from scoring.wildcards import wild_of

SHARED: Final = ("ruleset", "options", "base", "balances", "round", "discarder")
"""The fields of a ScoreRequest that stand once for all winners."""

FIELDS: Final[Mapping[str, None]] = dict.fromkeys(
    (
        "ruleset",
        "options",
        "base",
        "dealer",
        "round",
        "discarder",
        "winners",
        "kongs",
        "false_win",
    )
)


@dataclass(frozen=True)
class TableRequest:
    """One hand of play, ready to be settled.

    Attributes:
        winners: all who called a win, in turn order from the discarder; none for a drawn hand.
        kongs: every kong made, in the order in which it is paid.
        false_win: who called a win without one (诈胡).
        assumed: what was taken for granted for the whole table.
    """

    rules: RuleSet
    base: Decimal
    balances: tuple[Decimal, ...] | None
    dealer: Seat
    winners: tuple[ScoreRequest, ...]
    kongs: tuple[Kong, ...]
    false_win: Seat | None
    assumed: tuple[Reason, ...]


def read_table(request: Mapping[str, Any], library: Library) -> TableRequest:
    """The request of `settle`; raises `RequestError` with every reason."""
    fields, rules = start(request, library, FIELDS, ("balances",))
    shared = {name: fields.get(name) for name in SHARED}
    base, balances = fields.base(), fields.balances()
    dealer = fields.choice("dealer", Seat, Seat.EAST)
    fields.choice("round", Seat, Seat.EAST)
    discarder = fields.optional_choice("discarder", Seat)
    false_win = fields.optional_choice("false_win", Seat)
    winners = tuple(_winners(fields, shared, library, dealer))
    kongs = _all_kongs(fields, winners)
    if not fields.faulty:
        fields.wrong += _contradictions(winners, discarder, false_win, rules)
    if fields.wrong or rules is None:
        raise RequestError(fields.wrong)
    stakes = stakes_of(rules, balances, base)
    in_turn = sorted(winners, key=lambda each: _turns(discarder or dealer, each.circumstances.seat))
    return TableRequest(
        rules, stakes.base, stakes.balances, dealer, tuple(in_turn), kongs, false_win, stakes.notes
    )


def _turns(first: Seat, seat: Seat) -> int:
    """How many turns after `first` this seat plays (RULES A29)."""
    return (SEATS.index(seat) - SEATS.index(first)) % len(SEATS)


def _winners(
    fields: Fields, shared: Mapping[str, Any], library: Library, dealer: Seat
) -> Iterator[ScoreRequest]:
    told = list(fields.wrong)
    for index, each in enumerate(fields.list("winners", "a list of at most three hands")):
        where = f"winners[{index}]"
        if not isinstance(each, Mapping):
            fields.note("winners", bad_value(where, each, ["a hand, with its seat"]))
            continue
        twice = [name for name in SHARED if each.get(name) is not None]
        fields.wrong += [_belongs_to_all(f"{where}.{name}") for name in twice]
        try:
            yield read_request(_own(each, shared), library, dealer)
        except RequestError as error:
            news = [reason for reason in error.reasons if reason not in told]
            fields.note("winners", *(placed(reason, where) for reason in news))


def _own(winner: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """A whole ScoreRequest: with a discarder a win is by discard unless it says otherwise."""
    request = {name: value for name, value in {**winner, **shared}.items() if value is not None}
    if request.get("win") == "self_draw":
        request.pop("discarder", None)
    elif "discarder" in request:
        request.setdefault("win", "discard")
    return request


def _all_kongs(fields: Fields, winners: tuple[ScoreRequest, ...]) -> tuple[Kong, ...]:
    """Those listed, then those of winners of whom none is listed: their melds tell."""
    given = fields.list("kongs", "a list of kongs")
    listed = [kong for index, each in enumerate(given) if (kong := _kong(fields, f"kongs[{index}]", each))]
    for winner in winners:
        own = kongs_of(winner.hand, winner.circumstances.seat)
        told = [kong for kong in listed if kong.seat is winner.circumstances.seat]
        if not told:
            listed += own
        elif Counter(kong.kind for kong in told) != Counter(kong.kind for kong in own):
            fields.wrong.append(_other_kongs(winner.circumstances.seat))
    return tuple(listed)


def _kong(fields: Fields, where: str, value: object) -> Kong | None:
    if not isinstance(value, Mapping):
        fields.note("kongs", bad_value(where, value, ['a kong, as {"seat": "east", "kind": "kong"}']))
        return None
    inner = Fields(value)
    inner.only(dict.fromkeys(("seat", "kind", "from")))
    seat, kind = inner.optional_choice("seat", Seat), inner.optional_choice("kind", MeldKind)
    for name, found, wanted in (("seat", seat, tuple(SEATS)), ("kind", kind, tuple(KONGS))):
        if name not in inner.faulty and found not in wanted:
            inner.note(name, bad_value(name, inner.get(name), sorted(map(str, wanted))))
    source = inner.get("from")
    if source is not None and source not in (*SEATS, *Source):
        inner.note("from", bad_value("from", source, [*map(str, SEATS), *map(str, Source)]))
    if inner.wrong or seat is None or kind is None:
        fields.note("kongs", *(placed(reason, where) for reason in inner.wrong))
        return None
    if source is None:
        return Kong(seat, kind)
    return Kong(seat, kind, Seat(source) if source in tuple(SEATS) else seat.towards(Source(source)))


def _contradictions(
    winners: tuple[ScoreRequest, ...], discarder: Seat | None, false_win: Seat | None, rules: RuleSet | None
) -> Iterator[Reason]:
    hows = [winner.circumstances for winner in winners]
    seats = [how.seat for how in hows]
    if len(set(seats)) < len(seats):
        yield _contradiction("winners", "一家只能胡一次。", "Each seat wins once.")
    if len(hows) > 1 and any(how.self_drawn for how in hows):
        yield _contradiction("winners", "自摸只有一家胡。", "A self-draw has one winner.")
    if len({(how.win, winner.hand.winning_tile) for how, winner in zip(hows, winners, strict=True)}) > 1:
        yield _contradiction(
            "winners", "几家胡的要是同一张牌。", "All who win, win on the same tile in the same way."
        )
    wilds = {how.wild.indicator if how.wild else None for how in hows}
    if len(wilds) > 1:
        yield _contradiction(
            "winners", "正搭只有一张，几家要一样。", "One tile is turned up for all players."
        )
    elif len(set(seats)) == len(seats):
        yield from _extra_copies(winners)
    if discarder is not None and any(how.self_drawn for how in hows):
        yield _contradiction("discarder", "自摸没有出冲的人。", "A self-drawn tile was discarded by nobody.")
    if discarder is not None and not winners:
        yield _contradiction("discarder", "没有人胡，谈不上出冲。", "Where nobody wins nobody discarded.")
    if false_win is not None and false_win in seats:
        yield _contradiction("false_win", "诈胡的不能再胡。", "Who called a false win may not win.")
    if false_win is not None and rules is not None and not rules.table.false_win:
        text = Text(
            f"{rules.name.zh}没有写明诈胡罚多少。",
            f"No document says what a false win costs in {rules.name.en}.",
        )
        yield Reason("unknown_field", text, field="false_win")


def _extra_copies(winners: tuple[ScoreRequest, ...]) -> Iterator[Reason]:
    """too_many_copies: what all winners hold, the tile won on and the one turned up once."""
    if len(winners) < 2:  # one hand has been counted by itself
        return
    first = winners[0]
    held = Counter([first.hand.winning_tile])
    if first.circumstances.wild:
        held[first.circumstances.wild.indicator] += 1
    for each in winners:
        held.update((*each.hand.concealed, *(tile for meld in each.hand.melds for tile in meld.tiles)))
        wild = each.circumstances.wild
        if wild and (one := wild_of(wild, each.rules.options.zj_honour_cycle)):
            held[one] += len(wild.discarded)
    for tile, count in sorted((tile, count) for tile, count in held.items() if tile is not None):
        if count > 4:
            text = Text(
                f"几家的{tile.name.zh}加起来有{count}张，一副牌里只有四张。",
                f"The winners have {count} of {tile} between them; a set of tiles has four.",
            )
            yield Reason("too_many_copies", text, tile=str(tile), count=count)


def _contradiction(field: str, zh: str, en: str) -> Reason:
    return Reason("contradictory_circumstances", Text(zh, en), fields=[field])


def _other_kongs(seat: Seat) -> Reason:
    text = Text(
        f"{seat.text.zh}的杠和他落地的牌对不上。", f"The kongs of {seat.text.en} are not those of the melds."
    )
    return Reason("contradictory_circumstances", text, fields=["kongs", "winners"])


def _belongs_to_all(field: str) -> Reason:
    text = Text(
        f"{field} 对整桌只写一次，不写在各家里。", f"{field} stands once for the whole table, not in a hand."
    )
    return Reason("unknown_field", text, field=field)
