"""JSON lines in, JSON lines out."""

import gc
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from scoring import score
from scoring.batch import score_line, score_lines

GOOD: dict[str, Any] = {"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p", "winning_tile": "5p"}
SHORT = {**GOOD, "win": "discard", "discarder": "west"}


def line(request: Any) -> str:
    return json.dumps(request) + "\n"


def test_each_line_has_the_answer_of_score_in_its_order() -> None:
    requests = [GOOD, SHORT, {**GOOD, "base": 7}, {**GOOD, "ruleset": "yangzhou-standard"}]
    answers = [json.loads(each) for each in score_lines(map(line, requests))]
    assert answers == [score(request).to_dict() for request in requests]


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("{", "bad_json", "no JSON"),
        ("[]", "bad_json", "no object"),
        ("3", "bad_json", "no object"),
        ('{"base": NaN}', "bad_json", "NaN is no JSON"),
        ("[" * 100_000, "bad_json", "too deep"),
        ("{}", "unknown_ruleset", "no rule set"),
        (line({**GOOD, "winning_tile": "9x"}), "bad_tile", "no tile"),
        (line({**GOOD, "ruleset": "jiangdu"}), "undescribed_ruleset", "named only"),
    ],
)
def test_a_bad_line_gives_an_error_and_the_rest_goes_on(text: str, code: str, reason: str) -> None:
    before, bad, after = (json.loads(each) for each in score_lines([line(GOOD), text, line(GOOD)]))
    assert before["total"] == after["total"] == 20
    assert bad["error"]["code"] == code, reason
    assert bad["error"]["text"]["zh"]
    assert not bad["error"]["reasons"] or bad["error"]["reasons"][0]["code"] == code


def test_all_the_reasons_of_a_bad_line_are_there() -> None:
    bad = json.loads(score_line(line({**GOOD, "concealed": "1m", "bas": 1, "seat": "me"})))
    assert [each["code"] for each in bad["error"]["reasons"]] == [
        "unknown_field",
        "bad_value",
        "wrong_tile_count",
    ]


def test_an_empty_line_gives_none() -> None:
    assert len(list(score_lines(["\n", line(GOOD), "  \n", ""]))) == 1


def test_no_lines_give_no_answers_with_any_number_of_workers() -> None:
    assert list(score_lines([])) == list(score_lines([], workers=2)) == []


def test_lines_are_read_as_answers_are_taken() -> None:
    read = 0

    def lines() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield line(GOOD)

    answers = score_lines(lines())
    next(answers)
    assert read == 1


def test_memory_does_not_grow_with_the_number_of_lines() -> None:
    def kept(many: int) -> int:
        assert sum(1 for _ in score_lines(line(GOOD) for _ in range(many))) == many
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    before = kept(50)
    grown = kept(400) - before
    tracemalloc.stop()
    assert grown < 50_000


def test_workers_give_the_same_answers_in_the_same_order() -> None:
    requests = [line({**GOOD, "base": base}) for base in range(1, 600)] + ["{\n"]
    assert list(score_lines(requests, workers=2)) == list(score_lines(requests))
