"""Circumstances that cannot all be true of one win: the full matrix."""

from itertools import product
from typing import Any

import pytest

from scoring import Hand, RequestError, score
from scoring.conflicts import CONFLICTS

PLAIN = "123456789m45s99p + 6s"
EXPOSED = "[k8888p] 123456789m2m + 2m"
ADDED = "[K8888p] 123456789m2m + 2m"
CONCEALED = "[a8888p] 123456789m2m + 2m"
MELDED = "[p888p] 123456789m2m + 2m"
CHOWS = "[c123m][c456m][c567m] 78m99m + 9m"
HONOURS = "[p111z][p222z][p333z][p444z] 5z + 5z"


def faults(hand: str, **how: Any) -> list[tuple[str, ...]]:
    """The fields of each contradiction; empty when the request is sound."""
    try:
        score({"ruleset": "yangzhou-new", **Hand.parse(hand).to_dict(), **how})
    except RequestError as error:
        reasons = error.reasons
    else:
        return []
    assert {reason.code for reason in reasons} == {"contradictory_circumstances"}
    return [tuple(reason.details["fields"]) for reason in reasons]


@pytest.mark.parametrize(
    ("hand", "how", "expected", "reason"),
    [
        (PLAIN, {"discarder": "west"}, [("win", "discarder")], "a self-draw has no discarder"),
        (PLAIN, {"win": "discard", "discarder": "east"}, [("seat", "discarder")], "one's own discard"),
        (PLAIN, {"win": "robbed_kong", "discarder": "east"}, [("seat", "discarder")], "one's own kong"),
        (PLAIN, {"discarder": "east"}, [("win", "discarder"), ("seat", "discarder")], "both"),
        (PLAIN, {"win": "robbed_kong", "discarder": "west"}, [], "6s: no other copy in hand"),
        (
            CONCEALED,
            {"win": "robbed_kong", "discarder": "west"},
            [("win", "winning_tile")],
            "another 2m in hand",
        ),
        (
            "[c678s] 123456m45s99p + 6s",
            {"win": "robbed_kong", "discarder": "west"},
            [("win", "winning_tile")],
            "melded",
        ),
        (EXPOSED, {"after_kong": "exposed"}, [], "a direct kong"),
        (ADDED, {"after_kong": "exposed"}, [], "an added kong is exposed"),
        (CONCEALED, {"after_kong": "concealed"}, [], "a concealed kong"),
        (CONCEALED, {"after_kong": "exposed"}, [("after_kong", "melds")], "the wrong kind of kong"),
        (EXPOSED, {"after_kong": "concealed"}, [("after_kong", "melds")], "the wrong kind of kong"),
        (ADDED, {"after_kong": "concealed"}, [("after_kong", "melds")], "the wrong kind of kong"),
        (MELDED, {"after_kong": "exposed"}, [("after_kong", "melds")], "a pung is no kong"),
        (PLAIN, {"after_kong": "exposed"}, [("after_kong", "melds")], "no kong at all"),
        (PLAIN, {"after_kong": "concealed"}, [("after_kong", "melds")], "no kong at all"),
        (
            EXPOSED,
            {"after_kong": "exposed", "win": "discard", "discarder": "west"},
            [("win", "after_kong")],
            "drawn",
        ),
        (PLAIN, {"heavenly": True}, [], "the dealer, dealt complete"),
        (PLAIN, {"heavenly": True, "seat": "south"}, [("heavenly", "seat")], "only the dealer"),
        (
            PLAIN,
            {"heavenly": True, "win": "discard", "discarder": "west"},
            [("heavenly", "win")],
            "not drawn",
        ),
        (MELDED, {"heavenly": True}, [("heavenly", "melds")], "melds take a turn"),
        (CONCEALED, {"heavenly": True}, [("heavenly", "melds")], "a kong's tile is drawn after the deal"),
        (
            CONCEALED,
            {"heavenly": True, "after_kong": "concealed"},
            [("heavenly", "melds"), ("heavenly", "after_kong")],
            "both",
        ),
        (PLAIN, {"heavenly": True, "passed_win": True}, [("heavenly", "passed_win")], "nothing came before"),
        (PLAIN, {"passed_win": True}, [], "漏胡 ends with the draw"),
        (PLAIN, {"liable": "west"}, [("liable", "melds")], "nothing was fed"),
        (PLAIN, {"liable": "east"}, [("liable", "seat"), ("liable", "melds")], "nor by oneself"),
        (CHOWS, {"liable": "north"}, [], "上家 fed the chows"),
        (CHOWS, {"liable": "south"}, [("liable", "melds")], "下家 cannot have"),
        (HONOURS, {"liable": "south"}, [], "who fed them is open"),
        (HONOURS, {"liable": "east"}, [("liable", "seat"), ("liable", "melds")], "not the winner"),
    ],
)
def test_what_cannot_be_true_together_is_refused_by_field(
    hand: str, how: dict[str, Any], expected: list[tuple[str, ...]], reason: str
) -> None:
    assert faults(hand, **how) == expected, reason


def test_a_feeder_is_one_of_those_the_melds_came_from() -> None:
    request: dict[str, Any] = {"ruleset": "yangzhou-new", **Hand.parse(HONOURS).to_dict()}
    for meld, source in zip(request["melds"], ("left", "left", "across", "left"), strict=True):
        meld["from"] = source
    assert score({**request, "liable": "west"}).to_dict()["payments"]["west"] < 0
    with pytest.raises(RequestError, match="another player"):
        score({**request, "liable": "south"})


def test_a_rule_set_without_the_honours_clause_names_nobody() -> None:
    with pytest.raises(RequestError, match="Nothing that was melded"):
        score({"ruleset": "yangzhou-new-18", **Hand.parse(HONOURS).to_dict(), "liable": "south"})


def test_every_row_of_the_table_has_a_case_here() -> None:
    """Any pair of circumstances is either refused by a row, or scored."""
    met = set()
    for win, discarder, after, heavenly, passed, seat, hand in product(
        ("self_draw", "discard", "robbed_kong"), (None, "east", "west"), ("none", "exposed", "concealed"),
        (False, True), (False, True), ("east", "south"), (PLAIN, EXPOSED, CONCEALED),
    ):  # fmt: skip
        if win != "self_draw" and discarder is None:
            continue
        how = {"win": win, "discarder": discarder, "after_kong": after, "heavenly": heavenly}
        met |= set(faults(hand, **how, passed_win=passed, seat=seat))
    elsewhere = {"liable", "wild", "waiting_on_any"}  # the last two: test_zhenjiang.py
    assert met == {row.fields for row in CONFLICTS if not elsewhere.intersection(row.fields)}
