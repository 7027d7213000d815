"""What holds for every hand."""

from collections import Counter
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from scoring import (
    ALL_TILES,
    Hand,
    Library,
    Meld,
    MeldKind,
    RequestError,
    Tile,
    format_tiles,
    parse_tiles,
    score,
)
from scoring.evaluation import evaluate
from scoring.request import read_request

TILES = st.sampled_from(ALL_TILES)
RULESETS = (
    "yangzhou-new", "yangzhou-standard", "yangzhou-new-18", "yangzhou-standard-13", "yangzhou-online",
)  # fmt: skip
WITHOUT_CHOWS = ("diedaohu", "liuwei", "zhenjiang")
SEATS = ("east", "south", "west", "north")
PROFILE = settings(max_examples=60, deadline=None)

CHOWS = [(MeldKind.CHOW, tuple(ALL_TILES[low : low + 3])) for low in range(27) if low % 9 < 7]
ALIKE = [
    (kind, (tile,) * (3 if kind is MeldKind.PUNG else 4))
    for tile in ALL_TILES
    for kind in MeldKind
    if kind != "chow"
]
# Chows and the first suit come often, so that fan meet.
SETS = st.sampled_from(CHOWS * 4 + CHOWS[:7] * 6 + ALIKE)


@st.composite
def wins(draw: st.DrawFn) -> Hand:
    """A complete hand of any kind, with its winning tile."""
    groups = [draw(SETS) for _ in range(4)]
    pair, mask, last = draw(TILES), draw(st.integers(0, 15)), draw(st.integers(0, 13))
    declared = [len(tiles) == 4 or bool(mask >> index & 1) for index, (_, tiles) in enumerate(groups)]
    melds = tuple(Meld(kind, tiles) for (kind, tiles), meld in zip(groups, declared, strict=True) if meld)
    inside = [tile for (_, tiles), meld in zip(groups, declared, strict=True) if not meld for tile in tiles]
    concealed = [pair, pair, *inside]
    won = concealed.pop(last % len(concealed))
    hand = Hand(tuple(concealed), melds, won)
    assume(max(Counter(hand.tiles).values()) <= 4)
    return hand


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """A sound request: any rule set, any way of winning."""
    hand = draw(wins())
    ruleset, seat = draw(st.sampled_from(RULESETS)), draw(st.sampled_from(SEATS))
    discarder = draw(st.sampled_from([None, *(other for other in SEATS if other != seat)]))
    return {
        "ruleset": ruleset,
        **hand.to_dict(),
        "win": "discard" if discarder else "self_draw",
        "seat": seat,
        "round": draw(st.sampled_from(SEATS[:2])),
        "discarder": discarder,
    }


def essence(request: dict[str, Any]) -> tuple[Any, ...]:
    """All of an answer that does not name places or tiles."""
    answer = score(request).to_dict()
    fans = sorted((fan["id"], fan["value"], fan["count"]) for fan in answer["fans"])
    return (
        answer["win"],
        answer["total"],
        fans,
        answer["payments"],
        [reason["code"] for reason in answer["reasons"]],
    )


@PROFILE
@given(requests(), st.randoms())
def test_the_order_of_tiles_changes_nothing(request: dict[str, Any], rng: Any) -> None:
    tiles = list(parse_tiles(request["concealed"]))
    rng.shuffle(tiles)
    shuffled = {**request, "concealed": "".join(map(str, tiles))}
    assert score(shuffled).to_dict() == score(request).to_dict()


@PROFILE
@given(requests(), st.randoms())
def test_the_order_of_melds_changes_no_figure(request: dict[str, Any], rng: Any) -> None:
    melds = list(request["melds"])
    rng.shuffle(melds)
    assert essence({**request, "melds": melds}) == essence(request)


@PROFILE
@given(requests(), st.permutations("mps"))
def test_the_three_suits_are_alike(request: dict[str, Any], suits: list[str]) -> None:
    table = str.maketrans("mps", "".join(suits))
    melds = [{**meld, "tiles": meld["tiles"].translate(table)} for meld in request["melds"]]
    renamed = {**request, "concealed": request["concealed"].translate(table), "melds": melds}
    assert essence({**renamed, "winning_tile": request["winning_tile"].translate(table)}) == essence(request)


TWO_BEST = {
    "ruleset": "yangzhou-online", "concealed": "123m234m345m4m", "melds": [{"kind": "chow", "tiles": "123m"}],
    "winning_tile": "1m", "win": "self_draw", "seat": "east", "round": "east", "discarder": None,
}  # fmt: skip
"""Two ways to see it are worth the same: a pair of 1 or one of 4."""


@PROFILE
@given(requests())
@example(TWO_BEST)
def test_numbers_may_be_counted_from_the_other_end(request: dict[str, Any]) -> None:
    """1 to 9 turned round to 9 to 1: no fan tells the ends apart."""

    def turned(text: str) -> str:
        return format_tiles(
            tile if tile.is_honour else ALL_TILES[tile + 8 - 2 * (tile % 9)] for tile in parse_tiles(text)
        )

    melds = [{**meld, "tiles": turned(meld["tiles"])} for meld in request["melds"]]
    mirror = {**request, "concealed": turned(request["concealed"]), "melds": melds}
    assert essence({**mirror, "winning_tile": turned(request["winning_tile"])}) == essence(request)


@PROFILE
@given(requests())
def test_money_is_moved_and_none_is_made(request: dict[str, Any]) -> None:
    answer = score(request).to_dict()
    assert sum(answer["payments"].values()) == 0
    assert sum(answer["kong_payments"].values()) == 0
    assert bool(answer["transfers"]) == answer["win"] == (not answer["reasons"])


@st.composite
def other_games(draw: st.DrawFn) -> dict[str, Any]:
    """A request to one of the games where no chow is called: money that may run out, or wild tiles."""
    request = draw(requests())
    ruleset = draw(st.sampled_from(WITHOUT_CHOWS))
    for meld in request["melds"]:
        if meld["kind"] in ("kong", "pung"):
            meld["from"] = draw(st.sampled_from(["left", "across", "right"]))
    extra: dict[str, Any] = {}
    if ruleset == "zhenjiang":
        indicator = draw(TILES)
        assume(Hand.parse(hand_of(request)).tiles.count(indicator) < 4)
        extra["wild"] = {"indicator": str(indicator)}
    elif draw(st.booleans()):
        extra["balances"] = {seat: draw(st.integers(0, 40)) for seat in SEATS}
    return {**request, "ruleset": ruleset, "base": draw(st.sampled_from([1, 3, 0.5])), **extra}


def hand_of(request: dict[str, Any]) -> str:
    melds = " ".join(
        str(Meld(MeldKind(meld["kind"]), parse_tiles(meld["tiles"]))) for meld in request["melds"]
    )
    return f"{melds} {request['concealed']} + {request['winning_tile']}"


@PROFILE
@given(other_games())
def test_the_other_games_move_money_make_none_and_take_no_more_than_there_is(request: dict[str, Any]) -> None:
    answer = score(request).to_dict()
    assert sum(answer["payments"].values()) == 0
    assert sum(answer["kong_payments"].values()) == 0
    assert answer["total"] == sum(fan["value"] for fan in answer["fans"])
    balances = request.get("balances") or ({} if request["ruleset"] != "liuwei" else dict.fromkeys(SEATS, 50))
    for seat, had in balances.items():
        assert had + answer["payments"][seat] + answer["kong_payments"][seat] >= 0


@PROFILE
@given(other_games(), st.randoms())
def test_the_order_of_tiles_changes_nothing_in_the_other_games(request: dict[str, Any], rng: Any) -> None:
    tiles = list(parse_tiles(request["concealed"]))
    rng.shuffle(tiles)
    assert score({**request, "concealed": "".join(map(str, tiles))}).to_dict() == score(request).to_dict()


@PROFILE
@given(other_games(), st.randoms())
def test_the_order_of_melds_changes_no_figure_in_the_other_games(request: dict[str, Any], rng: Any) -> None:
    """But for who is paid first for a kong, where money runs out."""
    request = {**request, "balances": None}
    melds = list(request["melds"])
    rng.shuffle(melds)
    assert essence({**request, "melds": melds}) == essence(request)


@PROFILE
@given(other_games(), st.permutations("mps"))
def test_the_three_suits_are_alike_in_the_other_games(request: dict[str, Any], suits: list[str]) -> None:
    table = str.maketrans("mps", "".join(suits))

    def renamed(value: Any) -> Any:
        return value.translate(table) if isinstance(value, str) else value

    melds = [{**meld, "tiles": renamed(meld["tiles"])} for meld in request["melds"]]
    other = {
        **request,
        "melds": melds,
        **{name: renamed(request[name]) for name in ("concealed", "winning_tile")},
    }
    if request.get("wild"):
        other["wild"] = {"indicator": renamed(request["wild"]["indicator"])}
    assert essence(other) == essence(request)


@PROFILE
@given(other_games())
def test_a_wild_tile_takes_nothing_from_a_hand(request: dict[str, Any]) -> None:
    """A hand that wins without one wins with one, on the same rung or a higher one."""
    plain = {**request, "ruleset": "zhenjiang", "wild": None, "balances": None}
    with_wild = {**request, "ruleset": "zhenjiang", "balances": None}
    before, after = score(plain), score(with_wild)
    assert before.total is not None
    assert after.total is not None
    assert after.total >= before.total


@PROFILE
@given(requests())
def test_the_total_is_the_best_of_all_splits(request: dict[str, Any]) -> None:
    read = read_request(request, Library.builtin())
    evaluation = evaluate(read.hand, read.circumstances, read.rules)
    answer = score(request).to_dict()
    assert answer["total"] == max(tally.total for tally in evaluation.tallies)
    assert all(other["total"] <= answer["total"] for other in answer["alternatives"])
    assert len(answer["alternatives"]) == len(evaluation.tallies) - 1
    assert answer["total"] == sum(fan["value"] for fan in answer["fans"])


@PROFILE
@given(requests(), st.integers(0, 400), st.integers(0, 400))
def test_a_higher_minimum_lets_no_further_hand_out(request: dict[str, Any], one: int, other: int) -> None:
    low, high = sorted((one, other))
    if score({**request, "options": {"minimum": high}}).win:
        assert score({**request, "options": {"minimum": low}}).win


@PROFILE
@given(requests())
def test_drawing_the_tile_is_never_worth_less_than_winning_on_it(request: dict[str, Any]) -> None:
    drawn = score({**request, "win": "self_draw", "discarder": None})
    total = score(request).total
    assert drawn.total is not None
    assert total is not None
    assert drawn.total >= total


@PROFILE
@given(requests())
def test_the_scored_sets_are_a_partition_of_the_hand(request: dict[str, Any]) -> None:
    hand = Hand.parse(score(request).to_dict()["hand"])
    layout = score(request).to_dict()["decomposition"]
    laid_out = [tile for each in layout["sets"] for tile in parse_tiles(each["tiles"])] + list(
        parse_tiles(layout["pair"])
    )
    assert sorted(laid_out) == sorted(hand.tiles)
    assert len(layout["sets"]) == 4


@PROFILE
@given(wins())
def test_a_hand_is_the_same_when_printed_and_parsed(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert str(Hand.parse(str(hand))) == str(hand)


@PROFILE
@given(st.lists(TILES, max_size=20))
def test_tiles_are_the_same_when_printed_and_parsed(tiles: list[Tile]) -> None:
    assert list(parse_tiles(format_tiles(tiles))) == sorted(tiles)


@PROFILE
@given(st.text(max_size=40))
def test_no_text_breaks_the_reading_of_hands(text: str) -> None:
    try:
        hand = Hand.parse(text)
    except RequestError as error:
        refused = error.reasons
    else:
        refused = ()
        assert Hand.parse(str(hand)) == hand
    assert all(reason.code in ("bad_tile", "bad_meld", "wrong_tile_count") for reason in refused)
