"""A score request, read and judged as a whole: all that is wrong with it is told at once."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from scoring.circumstances import SEATS, AfterKong, Circumstances, Seat, Win
from scoring.conflicts import conflicts
from scoring.errors import Reason, RequestError, Text, nearest, shown
from scoring.fields import Fields, bad_value
from scoring.given import ScoreRequest, complete, extra_wild_copies
from scoring.hand import Hand
from scoring.library import Library
from scoring.options import SWITCHES, OptionValue, choices, is_value, numbers
from scoring.rulecheck import OPTIONAL_FIELDS
from scoring.rules import RuleSet
from scoring.tiles import THRICE, code_of, kinds_in

COMMON: Final[Mapping[str, None]] = dict.fromkeys(
    (
        "ruleset",
        "options",
        "concealed",
        "melds",
        "winning_tile",
        "win",
        "seat",
        "round",
        "discarder",
        "after_kong",
        "heavenly",
        "base",
    )
)
"""The fields that every rule set takes."""

_OF_THE_HAND: Final = ("concealed", "melds", "winning_tile")
_WINDS: Final = kinds_in(code_of(seat.tile for seat in SEATS))


def read_request(request: Mapping[str, Any], library: Library, dealer: Seat = Seat.EAST) -> ScoreRequest:
    """A finished hand and how it was won; raises `RequestError` with every reason.

    Seats are winds and the dealer East, unless `dealer` says that they are places at the table.
    """
    fields, rules = start(request, library, COMMON)
    concealed, melds, won = fields.tiles("concealed"), fields.melds(), fields.tiles("winning_tile")
    hand = Hand(concealed, melds, won[0] if len(won) == 1 else None)
    if len(won) != 1 and not _note_empty(fields, hand, len(won), 14):
        _note_winning_tile(fields, len(won))
    circumstances = _circumstances(fields, request, dealer)
    base = fields.base()
    if fields.faulty.isdisjoint(_OF_THE_HAND):
        problems = hand.problems()
        if not problems and circumstances.wild is not None:
            problems = extra_wild_copies(hand, circumstances.wild, rules)
        fields.wrong += problems
    if circumstances is not _PLAIN and _lacks_discarder(circumstances, fields):
        text = Text(
            "谁出的冲？没有这一家就没法结账。", "Who discarded? Without that seat nothing can be settled."
        )
        fields.note("discarder", Reason("missing_discarder", text, field="discarder"))
    if rules is not None and circumstances is not _PLAIN:
        found = conflicts(hand, circumstances, rules)
        fields.wrong += [each for each in found if not fields.faulty.intersection(each.details["fields"])]
    if fields.wrong or rules is None:
        raise RequestError(fields.wrong)
    of_winds = hand.code + THRICE & _WINDS
    return complete(rules, hand, circumstances, base, _assumed(fields) if of_winds else ())


def _lacks_discarder(how: Circumstances, fields: Fields) -> bool:
    return not how.self_drawn and how.discarder is None and "discarder" not in fields.faulty


def read_unfinished(request: Mapping[str, Any], library: Library, drawn: bool) -> ScoreRequest:
    """A hand that is still played: 13 - 3n tiles in hand, or 14 - 3n once a tile was `drawn`.

    How a win came about is not looked at. A `winning_tile` is the tile drawn; before the draw it is
    left aside.
    """
    fields, rules = start(request, library, COMMON)
    last = fields.tiles("winning_tile") if drawn else ()
    hand = Hand((*fields.tiles("concealed"), *last), fields.melds())
    _note_empty(fields, hand, 0, 14 if drawn else 13)
    circumstances = _circumstances(fields, request)
    base = fields.base()
    if fields.faulty.isdisjoint(_OF_THE_HAND):
        wrong = hand.problems() or _off_by_one(hand, drawn)
        fields.wrong += wrong or extra_wild_copies(hand, circumstances.wild, rules)
    if fields.wrong or rules is None:
        raise RequestError(fields.wrong)
    return complete(rules, hand, circumstances, base, ())


def _off_by_one(hand: Hand, drawn: bool) -> tuple[Reason, ...]:
    expected = (14 if drawn else 13) - 3 * len(hand.melds)
    held = len(hand.concealed)
    if held == expected:
        return ()
    zh, en = ("打哪张", "what to throw") if drawn else ("听什么", "what it waits on")
    text = Text(
        f"问{zh}，手里应有{expected}张，现在是{held}张。",
        f"To ask {en}, {expected} tiles belong in hand; there are {held}.",
    )
    return (Reason("wrong_tile_count", text, expected=expected, count=held),)


def start(
    request: Mapping[str, Any],
    library: Library,
    common: Mapping[str, None],
    optional: tuple[str, ...] = OPTIONAL_FIELDS,
) -> tuple[Fields, RuleSet | None]:
    """The fields of a request and its rule set with the switches thrown; None where it has none.

    `common` are the fields that every rule set takes, `optional` those that some do; names beyond those
    that this one takes are noted.
    """
    fields = Fields(request)
    try:
        known = library.rules(request.get("ruleset"))
    except RequestError as error:
        fields.note("ruleset", *error.reasons)
        fields.only(dict.fromkeys((*common, *optional)))
        return fields, None
    if not request.keys() <= common.keys():
        own = known.fields
        valid = dict.fromkeys((*common, *(name for name in optional if name in own)))
        fields.only(valid, [name for name in optional if name not in own], known.id)
    options = _options(fields, known) if request.get("options") is not None else None
    return fields, library.rules(known.id, options) if options else known


def _options(fields: Fields, known: RuleSet) -> dict[str, OptionValue]:
    chosen = fields.get("options")
    if not isinstance(chosen, Mapping) or len(chosen) > len(SWITCHES):
        fields.note("options", bad_value("options", chosen, ["an object of switches by name"]))
        return {}
    good: dict[str, OptionValue] = {}
    for name, value in chosen.items():
        fault = _option_fault(str(name), value, known)
        if fault is None:
            good[name] = value
        else:
            fields.note("options", fault)
    return good


def _option_fault(name: str, value: object, known: RuleSet) -> Reason | None:
    if name not in known.switches:
        hint = nearest(name, known.switches)
        text = Text(
            f"{known.name.zh}没有 {shown(name)} 这个选项，最接近的是“{hint}”。",
            f"{known.name.en} has no option {shown(name)}; the nearest is {hint!r}.",
        )
        return Reason("unknown_option", text, option=name, nearest=hint)
    if is_value(name, value):
        return None
    wanted = choices(name)
    return bad_value(
        f"options.{name}", value, [numbers(name).en] if wanted is None else [_json(each) for each in wanted]
    )


def _json(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _note_empty(fields: Fields, hand: Hand, won: int, expected: int) -> bool:
    """Whether there is not one tile; of such a hand nothing else is asked."""
    if hand.concealed or hand.melds or won or not fields.faulty.isdisjoint(_OF_THE_HAND):
        return False
    shown = "234m234m567s88p46p" + " + 5p" * (expected == 14)
    text = Text(
        f"手牌是空的，一张牌都没有：请写上{expected}张牌，如 {shown}。",
        f"The hand is empty: there is not one tile. Enter its {expected} tiles, as {shown}.",
    )
    fields.note("concealed", Reason("wrong_tile_count", text, field="concealed", expected=expected, count=0))
    return True


def _note_winning_tile(fields: Fields, given: int) -> None:
    if "winning_tile" not in fields.faulty:
        text = Text(
            "胡的是哪一张？winning_tile 要写一张牌。", "Which tile won? winning_tile holds exactly one."
        )
        fields.note("winning_tile", Reason("wrong_tile_count", text, field="winning_tile", count=given))


def _circumstances(fields: Fields, request: Mapping[str, Any], dealer: Seat = Seat.EAST) -> Circumstances:
    if dealer is Seat.EAST and request.keys().isdisjoint(_READERS):
        return _PLAIN
    given = {name: read(fields) for name, read in _READERS.items() if name in request}
    return Circumstances(dealer=dealer, **given)


_READERS: Final[Mapping[str, Callable[[Fields], Any]]] = {
    "win": lambda fields: fields.choice("win", Win, Win.SELF_DRAW),
    "seat": lambda fields: fields.choice("seat", Seat, Seat.EAST),
    "round": lambda fields: fields.choice("round", Seat, Seat.EAST),
    "discarder": lambda fields: fields.optional_choice("discarder", Seat),
    "after_kong": lambda fields: fields.choice("after_kong", AfterKong, AfterKong.NONE),
    "heavenly": lambda fields: fields.flag("heavenly"),
    "liable": lambda fields: fields.optional_choice("liable", Seat),
    "passed_win": lambda fields: fields.flag("passed_win"),
    "balances": lambda fields: fields.balances(),
    "wild": lambda fields: fields.wild(),
    "waiting_on_any": lambda fields: fields.flag("waiting_on_any"),
}
"""Each circumstance by its field, read where it is given; in the order in which faults are told."""

_PLAIN: Final = Circumstances()
"""A self-draw of which nothing else is said: it contradicts nothing."""


def _assumed(fields: Fields) -> tuple[Reason, ...]:
    """Seat and round, where they were left out; asked where a triplet of winds makes them matter."""
    told = {
        "seat": Text("没说门风，当东家算。", "The seat was not given: taken as East."),
        "round": Text("没说圈风，当东风圈算。", "The round was not given: taken as East."),
    }
    return tuple(
        Reason(f"{name}_assumed", text, field=name) for name, text in told.items() if fields.get(name) is None
    )
