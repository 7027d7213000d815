"""A house's own rule file through every door: Python, the command line, and HTTP over a real socket."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scoring_doors import HOUSE, Ask

from scoring import Library, RulesetFileError, ruleset, rulesets, score, settle, use, waits

WRONG = HOUSE + "yitaolong = 20\n"
HAND = {"concealed": "234m234m567s88p46p", "winning_tile": "5p"}
NOTATION = "234m234m567s88p46p + 5p"
TABLE = {"ruleset": "our", "winners": [{**HAND, "seat": "east"}]}


@pytest.fixture(scope="module")
def folder(house: Path) -> Path:
    """A house's folder of one file, and beside it a file that is wrong."""
    (house / "wrong.toml").write_text(WRONG, encoding="utf-8")
    (house / "table.json").write_text(json.dumps(TABLE), encoding="utf-8")
    return house


@pytest.fixture(scope="module")
def by_python(folder: Path) -> dict[str, Any]:
    library = Library.builtin().with_file(folder / "rules" / "our.toml")
    return score({"ruleset": "our", **HAND}, library).to_dict()


def test_python_scores_by_a_file(by_python: dict[str, Any]) -> None:
    assert (by_python["total"], by_python["minimum"], by_python["win"]) == (17, 10, True)
    assert by_python["ruleset"]["name"]["en"] == "Our house"


def test_a_library_in_use_answers_where_none_is_named_and_only_there(
    folder: Path, by_python: dict[str, Any]
) -> None:
    with use(Library.builtin().with_folder(folder / "rules")):
        assert score({"ruleset": "our", **HAND}).to_dict() == by_python
        assert "our" in {each.id for each in rulesets()}
        assert ruleset("our").to_dict()["extends"] == "yangzhou-new"
        assert waits({"ruleset": "our", **HAND})[0].best_total == 17
        assert settle(TABLE).to_dict()["payments"]["east"] == 3 * 17
        assert score({"ruleset": "yangzhou-new", **HAND}).total == 20
    assert "our" not in {each.id for each in rulesets()}


@pytest.mark.parametrize(
    ("named", "ruleset_id", "reason"),
    [
        ("yangzhou-new", "yangzhou-new", "an id"),
        ("rules/our.toml", "our", "a path"),
        ("rules/../rules/our.toml", "our", "any path"),
    ],
)
def test_a_rule_set_is_chosen_by_its_id_or_by_a_path(
    folder: Path, monkeypatch: pytest.MonkeyPatch, named: str, ruleset_id: str, reason: str
) -> None:
    monkeypatch.chdir(folder)
    library, found = Library.builtin().choose(named)
    assert found == ruleset_id, reason
    assert library.rules(found)


@pytest.mark.parametrize(
    ("path", "says", "reason"),
    [
        ("wrong.toml", "big.yitaolong", "the key"),
        ("none.toml", "cannot be opened", "no such file"),
        ("rules", "cannot be opened", "a folder is no file"),
    ],
)
def test_a_file_that_cannot_be_used_says_which_and_why(
    folder: Path, path: str, says: str, reason: str
) -> None:
    with pytest.raises(RulesetFileError, match=says) as caught:
        Library.builtin().with_file(folder / path)
    assert path in str(caught.value), reason
    assert path in caught.value.text.zh


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesetFileError, match="no such folder"):
        Library.builtin().with_folder(tmp_path / "none")


# One of our own names: the house's file takes its place; what ours hands down stays as it was.

OVER = 'extends = "yangzhou-new"\nname = { zh = "新扬州式，我家", en = "Ours" }\n[big]\nyiban = 12\n'


def test_a_houses_file_may_stand_on_ours_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "yangzhou-new.toml").write_text(OVER, encoding="utf-8")
    library = Library.builtin().with_folder(tmp_path)
    rules = library.rules("yangzhou-new")
    assert (rules.name.en, rules.values["yiban"], rules.values["sanfutong"]) == ("Ours", 12, 20)


def test_our_variants_do_not_follow_a_houses_file_but_its_own_do(tmp_path: Path) -> None:
    (tmp_path / "yangzhou-new.toml").write_text(OVER, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        'extends = "yangzhou-new"\nname = { zh = "我", en = "Mine" }\n', encoding="utf-8"
    )
    library = Library.builtin().with_folder(tmp_path)
    assert library.rules("yangzhou-new-18").values["yiban"] == 15
    assert library.rules("mine").values["yiban"] == 12


# The command line.


def qicheng(folder: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "120"}
    return subprocess.run(
        [sys.executable, "-m", "api.cli", *args],
        cwd=folder, env=environment, input=stdin, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_the_command_line_scores_by_a_file(folder: Path, by_python: dict[str, Any]) -> None:
    run = qicheng(folder, "score", NOTATION, "--rules", "rules/our.toml", "--json")
    assert (run.returncode, json.loads(run.stdout)) == (0, by_python)


def test_the_command_line_shows_a_file_and_settles_and_streams_by_it(
    folder: Path, by_python: dict[str, Any]
) -> None:
    shown = json.loads(qicheng(folder, "rules", "rules/our.toml", "--json").stdout)
    assert (shown["id"], shown["minimum"]) == ("our", 10)
    settled = json.loads(
        qicheng(folder, "settle", "table.json", "--rules", "rules/our.toml", "--json").stdout
    )
    assert settled["payments"]["east"] == 51
    line = json.dumps({"ruleset": "our", **HAND}) + "\n"
    batch = qicheng(folder, "score", "--batch", "-", "--workers", "2", "-r", "rules/our.toml", stdin=2 * line)
    assert [json.loads(each) for each in batch.stdout.splitlines()] == [by_python, by_python]


def test_the_command_line_names_file_key_and_nearest_key_of_a_wrong_file(folder: Path) -> None:
    run = qicheng(folder, "score", NOTATION, "--rules", "wrong.toml")
    assert (run.returncode, run.stdout) == (2, "")
    for said in ("wrong.toml", "big.yitaolong", "'yitiaolong'"):
        assert said in run.stderr


# HTTP: the folder is a setting of the server; no request names a file.


def test_a_service_scores_waits_settles_and_lists_by_its_folder(ask: Ask, by_python: dict[str, Any]) -> None:
    assert ask("/v1/score", {"ruleset": "our", **HAND}) == (200, by_python)
    assert ask("/v1/settle", TABLE)[1]["payments"]["east"] == 51
    assert ask("/v1/waits", {"ruleset": "our", **HAND})[1][0]["self_draw"]["total"] == 17
    assert "our" in {each["id"] for each in ask("/v1/rulesets")[1]}
    assert ask("/v1/rulesets/our")[1]["minimum"] == 10


def test_no_request_can_name_a_file_of_the_server(ask: Ask, folder: Path) -> None:
    path = str(folder / "rules" / "our.toml")
    status, problem = ask("/v1/score", {"ruleset": path, **HAND})
    assert (status, problem["code"]) == (422, "unknown_ruleset")


def test_a_service_does_not_start_with_a_wrong_file(folder: Path) -> None:
    (folder / "bad").mkdir()
    (folder / "bad" / "wrong.toml").write_text(WRONG, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "api.cli", "serve", "--port", "0"],
        env={**os.environ, "QICHENG_RULES": str(folder / "bad")},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert run.returncode == 2
    assert "wrong.toml: big.yitaolong" in run.stderr


def test_the_house_file_on_the_page_of_the_rules_works(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    text = page.split("```toml\n")[1].split("```")[0]
    (tmp_path / "my-house.toml").write_text(text, encoding="utf-8")
    library = Library.builtin().with_file(tmp_path / "my-house.toml")
    rules = library.rules("my-house")
    assert (rules.options.minimum, rules.values["banlong"]) == (10, 50)
    assert "yaotou" not in rules.values
    assert score({"ruleset": "my-house", **HAND}, library).win
