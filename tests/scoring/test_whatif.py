"""What a hand waits on, and what to throw."""

from typing import Any

import pytest

from scoring import Hand, discards, score, waits


def ask(hand: str, **more: Any) -> dict[str, Any]:
    return {"ruleset": "yangzhou-new", **Hand.parse(hand).to_dict(), **more}


def test_the_documented_answer_is_given() -> None:
    [answer] = [wait.to_dict() for wait in waits(ask("234m234m567s88p46p"))]
    assert answer == {
        "tile": "5p",
        "left": 4,
        "self_draw": {"total": 20, "win": True},
        "discard": {"total": 19, "win": False, "short": 1},
    }


@pytest.mark.parametrize(
    ("hand", "expected", "reason"),
    [
        ("[c345p][c345s] 345m67m22s", [("2m", 4), ("5m", 3), ("8m", 4)], "RULES 10.12, one 5m being held"),
        ("[p222m] 345m667788m9m", [("3m", 3), ("6m", 2), ("9m", 3)], "RULES 10.22"),
        ("[a8888p] 123456789s2m", [("2m", 3)], "a single"),
        ("147m258p369s1234z", [], "waits on nothing"),
        ("1111m234p567p789s", [], "the fifth 1m does not exist"),
    ],
)
def test_each_tile_waited_on_is_told_with_how_many_are_not_held(
    hand: str, expected: list[tuple[str, int]], reason: str
) -> None:
    assert [(str(wait.tile), wait.left) for wait in waits(ask(hand))] == expected, reason


def test_each_outcome_is_what_score_says_of_it() -> None:
    for hand in ("[c345p][c345s] 345m67m22s", "[p222m] 345m667788m9m", "[p111z][k2222z] 777z66z55z"):
        for wait in waits(ask(hand, seat="south", round="south")):
            for win, outcome in (("self_draw", wait.self_draw), ("discard", wait.discard)):
                discarder = {"discarder": "north"} if win == "discard" else {}
                finished = ask(
                    hand, seat="south", round="south", win=win, winning_tile=str(wait.tile), **discarder
                )
                answer = score(finished)
                assert (answer.total, answer.win) == (outcome.best and outcome.best.total, outcome.win)


def test_what_stands_against_a_win_beside_its_fan_is_named() -> None:
    two, _, eight = [wait.to_dict() for wait in waits(ask("[c345p][c345s] 345m67m22s"))]
    assert two["discard"] == {
        "total": 4,
        "win": False,
        "short": 16,
        "reasons": ["no_big_fan", "below_minimum"],
    }
    assert eight["discard"] == {"total": 23, "win": True}


def test_a_passed_win_bars_discards_until_the_next_draw() -> None:
    [wait] = [wait.to_dict() for wait in waits(ask("[a8888p] 123456789s2m", passed_win=True))]
    assert wait["self_draw"]["win"]
    assert wait["discard"] == {"total": 23, "win": False, "reasons": ["passed_win"]}


def test_the_tile_that_won_is_left_aside_when_asking_what_was_waited_on() -> None:
    asked = [wait.to_dict() for wait in waits(ask("[p222m] 345m667788m9m + 9m"))]
    assert asked == [wait.to_dict() for wait in waits(ask("[p222m] 345m667788m9m"))]


def test_every_different_tile_may_be_thrown_and_the_best_wait_is_told() -> None:
    answer = [each.to_dict() for each in discards(ask("234m234m567s88p46p9s"))]
    assert [each["tile"] for each in answer] == ["2m", "3m", "4m", "4p", "6p", "8p", "5s", "6s", "7s", "9s"]
    by_tile = {each["tile"]: each for each in answer}
    assert by_tile["9s"]["best_total"] == 20
    assert [wait["tile"] for wait in by_tile["9s"]["waits"]] == ["5p"]
    assert by_tile["2m"] == {"tile": "2m", "waits": [], "best_total": None}


def test_the_drawn_tile_counts_as_in_hand() -> None:
    one = [each.to_dict() for each in discards(ask("234m234m567s88p46p + 9s"))]
    assert one == [each.to_dict() for each in discards(ask("234m234m567s88p46p9s"))]


def test_a_legal_win_is_worth_more_than_a_larger_total_that_is_none() -> None:
    """RULES 2.6: after three chows of one suit only the full flush counts."""
    [*answer] = discards(ask("[c123m][c234m][c567m] 777z9m + 9m"))
    assert all(wait.best_total >= 0 for each in answer for wait in each.waits)
    assert not any(wait.self_draw.win for each in answer for wait in each.waits)
