"""The command line: answers, exit codes, batches, and the same JSON as the other doors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from qicheng_fakes import FakeReader, misread, shoot
from typer.testing import CliRunner

import scoring
from api import service as service_module
from api.cli import app
from scoring import Hand

HAND = "[p777z] 12p456p789p11z + 3p"
DISCARD = ["--win", "discard", "--seat", "south", "--discarder", "west"]
WON = {"ruleset": "yangzhou-new", "win": "discard", "seat": "south", "discarder": "west"}
REQUEST = {**WON, **Hand.parse(HAND).to_dict()}
SHOT = shoot(HAND)
MISREAD = misread(SHOT, 5, "9m")


def qicheng(*args: str, stdin: str | None = None) -> Any:
    return CliRunner().invoke(app, list(args), input=stdin)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    """A reader in place of the model."""
    fake = FakeReader(SHOT)
    monkeypatch.setattr(service_module, "load_reader", lambda settings: fake)
    return fake


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "hand.jpg"
    path.write_bytes(SHOT.jpeg)
    return path


def test_command_line_python_and_http_give_the_identical_json(service: httpx.Client) -> None:
    typed = json.loads(qicheng("score", HAND, *DISCARD, "--json").stdout)
    assert typed == scoring.score(REQUEST).to_dict() == service.post("/v1/score", json=REQUEST).json()


@pytest.mark.parametrize(
    ("args", "code", "why"),
    [
        ([HAND, *DISCARD], 0, "a legal win"),
        (["234m234m567s88p46p + 5p", "--win", "discard", "--discarder", "south"], 1, "one fan short"),
        (["1133557799m22p4s + 4s"], 1, "seven pairs are no hand here"),
        (["12p + 3p"], 2, "too few tiles"),
        (["12q + 3p"], 2, "no such tile"),
        ([HAND, "--rules", "yangzou"], 2, "no such rule set"),
        ([HAND, "--rules", "laosanfan"], 2, "a rule set without rules"),
        ([HAND, "--win", "stolen"], 2, "no such win"),
        ([HAND, "--option", "minimum"], 2, "no value"),
        ([HAND, "--option", "minimun=3"], 2, "no such switch"),
        ([HAND, "--base", "two"], 2, "no number"),
        ([HAND, "--from", "left", "--from", "left"], 2, "more sources than melds"),
        ([HAND, "--lang", "fr"], 2, "no such language"),
        ([], 2, "no hand"),
        (["--batch", "/no/such/file"], 2, "no such file"),
    ],
)
def test_the_exit_code_tells_done_from_no_win_from_misuse(args: list[str], code: int, why: str) -> None:
    result = qicheng("score", *args)
    assert result.exit_code == code, (why, result.output)
    assert code == 2 or not result.stderr


def test_a_refusal_is_said_in_the_asked_language_with_all_its_reasons() -> None:
    zh = qicheng("score", "11111m2q + 3p", "--lang", "zh").stderr
    en = qicheng("score", "11111m2q + 3p", "--lang", "en").stderr
    assert "2q" in en or "'q'" in en
    assert any("\u4e00" <= char <= "\u9fff" for char in zh)


def test_the_answer_shows_hand_fans_payments_and_what_is_not_counted() -> None:
    shown = qicheng("score", HAND, *DISCARD, "--lang", "zh").stdout
    for expected in (
        "52 番",
        "可以胡",
        "起成 20",
        "混龙",
        "一二三饼",
        "中中中",
        "西付南 104",
        "一条龙已经算在混龙里",
    ):
        assert expected in shown, shown
    english = qicheng("score", HAND, *DISCARD, "--lang", "en").stdout
    for expected in ("52 fan", "a legal win", "minimum 20", "123p", "West pays South 104"):
        assert expected in english, english


def test_options_circumstances_and_sources_reach_the_score() -> None:
    args = ["--option", "minimum=60", "--base", "0.5", "--from", "across"]
    answer = json.loads(qicheng("score", HAND, *DISCARD, *args, "--json").stdout)
    assert answer["minimum"] == 60
    assert answer["win"] is False
    paid = json.loads(qicheng("score", HAND, *DISCARD, "--base", "0.5", "--json").stdout)["payments"]
    assert paid["south"] == 52


BATCH = [
    (json.dumps(REQUEST), "total"),
    ("not json", "error"),
    (json.dumps({**REQUEST, "wining_tile": "3p"}), "error"),
    ("", None),
    (json.dumps({**REQUEST, "concealed": "234m234m567s88p46p", "melds": [], "winning_tile": "5p"}), "total"),
]


@pytest.mark.parametrize("through", ["stdin", "file"])
def test_a_batch_keeps_its_order_and_goes_on_after_a_bad_line(through: str, tmp_path: Path) -> None:
    text = "\n".join(line for line, _ in BATCH) + "\n"
    path = tmp_path / "hands.jsonl"
    path.write_text(text)
    result = (
        qicheng("score", "--batch", "-", stdin=text)
        if through == "stdin"
        else qicheng("score", "--batch", str(path))
    )
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [kind in answer for answer, kind in zip(answers, [k for _, k in BATCH if k], strict=True)] == [
        True
    ] * 4
    assert answers[0]["total"] == 52
    assert answers[2]["error"]["reasons"][0]["code"] == "unknown_field"


def test_a_batch_is_the_same_by_several_processes(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text("".join(line + "\n" for line, _ in BATCH) * 3)
    alone = qicheng("score", "--batch", str(path))
    assert qicheng("score", "--batch", str(path), "--workers", "2").stdout == alone.stdout
    assert len(alone.stdout.splitlines()) == 12


def test_a_line_that_is_not_utf_8_is_one_error_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_bytes(b'{"ruleset": "\xff"}\n' + json.dumps(REQUEST).encode())
    answers = [json.loads(line) for line in qicheng("score", "--batch", str(path)).stdout.splitlines()]
    assert answers[0]["error"]["code"] == "unknown_ruleset"
    assert answers[1]["total"] == 52


@pytest.mark.parametrize("command", ["score", "waits", "discards"])
def test_the_help_shows_the_notation_with_its_brackets(command: str) -> None:
    assert "[p777z]" in qicheng(command, "--help").stdout


def test_waits_are_shown_with_what_is_left_and_what_they_are_worth() -> None:
    shown = qicheng("waits", "234m234m567s88p46p", "--lang", "zh")
    assert shown.exit_code == 0
    assert "五饼" in shown.stdout
    assert "差 1" in shown.stdout
    answer = json.loads(qicheng("waits", "234m234m567s88p46p", "--json").stdout)
    request = {"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p"}
    assert answer == [wait.to_dict() for wait in scoring.waits(request)]


def test_discards_are_shown_with_their_waits() -> None:
    shown = qicheng("discards", "234m234m567s88p46p9m", "--lang", "en")
    assert shown.exit_code == 0
    assert "5p" in shown.stdout


@pytest.mark.parametrize("command", ["waits", "discards"])
def test_a_wrong_count_is_misuse(command: str) -> None:
    assert qicheng(command, "123m").exit_code == 2


TABLE = {
    "ruleset": "liuwei",
    "discarder": "west",
    "balances": {"east": 50, "south": 97, "west": 3, "north": 50},
    "winners": [
        {"seat": seat, "concealed": "234m234m567s88p46p", "winning_tile": "5p"} for seat in ("south", "north")
    ],
    "kongs": [{"seat": "east", "kind": "kong"}],
}


WINDS = {
    "seat": "west",
    "concealed": "234m456p789p1z",
    "melds": [{"kind": "pung", "tiles": "222z"}],
    "winning_tile": "1z",
}


def settle(table: dict[str, Any], *args: str) -> Any:
    return qicheng("settle", "-", *args, stdin=json.dumps(table))


def test_a_settled_hand_is_the_same_json_by_file_stdin_and_python(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(TABLE, indent=2))
    answer = scoring.settle(TABLE).to_dict()
    assert json.loads(settle(TABLE, "--json").stdout) == answer
    assert json.loads(qicheng("settle", str(path), "--json").stdout) == answer


@pytest.mark.parametrize(
    ("table", "lang", "expected", "why"),
    [
        (
            TABLE,
            "zh",
            ["4 元", "只有一家能胡", "出冲，该付 4", "陪冲", "直杠", "还有", "换庄，南家坐庄"],
            "zh",
        ),
        (
            TABLE,
            "en",
            ["4 yuan", "discarded the tile, of 4 owed", "pays along", "The next dealer is South"],
            "en",
        ),
        ({"ruleset": "zhenjiang"}, "zh", ["流局", "连庄，东家"], "a drawn hand, the dealer stays"),
        ({"ruleset": "zhenjiang", "false_win": "north"}, "zh", ["北家诈胡，罚 6"], "a fine"),
        (
            {"ruleset": "yangzhou-new", "discarder": "west", "winners": TABLE["winners"][:1]},
            "zh",
            ["差1番", "这一局没完"],
            "nobody may have it",
        ),
        (
            {
                "ruleset": "liuwei",
                "balances": {"east": 60, "south": 80, "west": 40, "north": 20},
                "winners": [{"seat": "south", "concealed": "111z222z333z444z5z", "winning_tile": "5z"}],
            },
            "zh",
            ["有多少付多少", "200", "一操结束"],
            "all the money, the end of the game",
        ),
        (
            {"ruleset": "yangzhou-online", "winners": [WINDS]},
            "zh",
            ["没说圈风，当东风圈算"],
            "what was taken for granted of a winner's score",
        ),
        (
            {"ruleset": "yangzhou-online", "round": "south", "winners": [WINDS]},
            "zh",
            ["圈风"],
            "the round's wind",
        ),
    ],
)
def test_a_settled_hand_is_shown_with_payments_balances_and_the_next_dealer(
    table: dict[str, Any], lang: str, expected: list[str], why: str
) -> None:
    shown = settle(table, "--lang", lang)
    assert shown.exit_code == 0, why
    for text in expected:
        assert text in shown.stdout, shown.stdout


@pytest.mark.parametrize(
    ("stdin", "expected", "why"),
    [
        ("{", "JSON", "broken JSON"),
        ("[]", "JSON", "no object"),
        ('{"ruleset": "liuwai"}', "liuwei", "no such rule set"),
        ('{"ruleset": "liuwei", "winers": []}', "winners", "misspelt"),
    ],
)
def test_a_hand_that_cannot_be_settled_is_misuse_and_says_why(stdin: str, expected: str, why: str) -> None:
    result = qicheng("settle", "-", "--lang", "en", stdin=stdin)
    assert result.exit_code == 2, why
    assert expected in result.stderr
    assert "error" in json.loads(qicheng("settle", "-", "--json", stdin=stdin).stdout)


def test_settling_a_file_that_is_not_there_is_misuse() -> None:
    assert qicheng("settle", "/no/such/file").exit_code == 2


@pytest.mark.parametrize(
    ("args", "expected", "why"),
    [
        (["--rules", "diedaohu"], ["1 倍", "屁胡", "算什么"], "counts times the stake"),
        (["--rules", "liuwei"], ["6 元", "屁胡"], "counts money"),
        (["--rules", "zhenjiang", "--wild", "8s"], ["6 倍底牌", "脱搭"], "counts stakes"),
        (["--rules", "yangzhou-online"], ["20 番", "番种"], "counts fan"),
    ],
)
def test_a_total_is_shown_in_what_the_rule_set_counts(args: list[str], expected: list[str], why: str) -> None:
    shown = qicheng("score", "234m234m567s88p46p + 5p", *args, "--lang", "zh").stdout
    for text in expected:
        assert text in shown, (why, shown)
    assert ("番" in shown) == ("番种" in expected), why


def test_a_wild_tile_is_shown_with_what_it_stands_for() -> None:
    args = ["--rules", "zhenjiang", "--wild", "8s", "--lang", "zh"]
    assert "百搭当 五饼" in qicheng("score", "234m234m567s88p46p + 9s", *args).stdout


def test_the_stakes_of_a_type_are_shown_for_each_who_pays() -> None:
    shown = qicheng("rules", "liuwei", "--lang", "zh").stdout
    for text in ("自摸", "出冲", "陪冲", "全部"):
        assert text in shown


def test_rules_lists_all_and_shows_one() -> None:
    listed = json.loads(qicheng("rules", "--json").stdout)
    assert {"yangzhou-new", "yangzhou-standard"} <= {rules["id"] for rules in listed}
    for rules in listed:
        shown = qicheng("rules", rules["id"], "--lang", "zh")
        assert shown.exit_code == 0
        assert rules["name"]["zh"] in shown.stdout
    assert "混龙" in qicheng("rules", "yangzhou-new", "--lang", "zh").stdout
    assert qicheng("rules", "nowhere").exit_code == 2


def test_a_photo_is_scanned_to_its_score(reader: FakeReader, photo: Path) -> None:
    shown = qicheng("scan", str(photo), *DISCARD, "--lang", "zh")
    assert shown.exit_code == 0, shown.output
    for expected in ("52 番", "混龙", "[p777z] 12p456p789p11z + 3p"):
        assert expected in shown.stdout
    answer = json.loads(qicheng("scan", str(photo), *DISCARD, "--json").stdout)
    assert answer["score"] == scoring.score(REQUEST).to_dict()


def test_a_scan_shows_its_doubts_and_ends_with_1_when_there_is_no_win(
    reader: FakeReader, photo: Path
) -> None:
    photo.write_bytes(MISREAD.jpeg)
    reader.known[MISREAD.reading.image.sha256] = MISREAD.reading
    shown = qicheng("scan", str(photo), *DISCARD, "--lang", "en")
    assert shown.exit_code == 1
    assert "Is this 9m or" in shown.stdout
    assert "52" in shown.stdout


def test_an_annotated_picture_is_written_with_room_for_the_breakdown(
    reader: FakeReader, photo: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jpg"
    assert qicheng("scan", str(photo), *DISCARD, "--annotate", str(out)).exit_code == 0
    with Image.open(out) as picture, Image.open(photo) as before:
        assert picture.width >= before.width
        assert picture.height > before.height
        assert not picture.getexif()


def test_photos_are_read_one_line_each_in_order_with_errors_in_their_place(
    reader: FakeReader, photo: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture")
    result = qicheng("read", str(photo), str(bad), str(tmp_path / "missing.jpg"), str(photo), "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert ["error" in line for line in lines] == [False, True, True, False]
    assert [line["error"]["code"] for line in lines[1:3]] == ["not_a_picture", "no_such_file"]
    assert lines[0] == SHOT.reading.to_dict()


@pytest.mark.parametrize("command", ["read", "scan"])
def test_a_missing_model_is_said_in_a_sentence(command: str, photo: Path, tmp_path: Path) -> None:
    result = qicheng(command, str(photo), "--model", str(tmp_path / "nothing"), "--lang", "en")
    assert result.exit_code == 2
    assert "The model cannot be used" in result.stderr


def test_a_missing_photo_is_misuse(reader: FakeReader) -> None:
    result = qicheng("scan", "/no/such/photo.jpg", "--lang", "en")
    assert result.exit_code == 2
    assert "No such file" in result.stderr


def test_serve_prints_the_address_for_the_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    import uvicorn

    from api import network

    started: list[dict[str, Any]] = []
    monkeypatch.setattr(uvicorn, "run", lambda app, **options: started.append(options))
    monkeypatch.setattr(network, "phone_addresses", lambda: ["192.168.1.7"])
    shown = qicheng("serve", "--port", "8123", "--lang", "en")
    assert "http://192.168.1.7:8123/" in shown.stdout
    [options] = started
    assert (options["host"], options["port"]) == ("0.0.0.0", 8123)
    assert options["access_log"] is False, "who asks for what is nobody's business"
    assert options["proxy_headers"] is False, "only QICHENG_TRUSTED_PROXIES are believed"


def run(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The installed command, as a shell starts it."""
    command = Path(sys.executable).with_name("qicheng")
    return subprocess.run(
        [command, *args], capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_the_installed_command_answers_and_ends_as_documented() -> None:
    won = run("score", HAND, *DISCARD, "--json")
    assert (won.returncode, won.stderr) == (0, "")
    assert json.loads(won.stdout)["total"] == 52
    assert run("score", "234m234m567s88p46p + 5p", "--win", "discard", "--discarder", "south").returncode == 1
    assert run("score", "nonsense").returncode == 2
    assert run("--help").returncode == 0


def test_output_into_a_pipe_has_no_colour_codes() -> None:
    shown = run("score", HAND, *DISCARD, env={**os.environ, "LANG": "zh_CN.UTF-8", "LC_ALL": "zh_CN.UTF-8"})
    assert "\x1b[" not in shown.stdout
    assert "混龙" in shown.stdout


def test_a_command_that_only_scores_loads_neither_eyes_nor_service() -> None:
    heavy = {"cv2", "onnxruntime", "PIL", "fastapi"}
    probe = f"import sys, api.cli; print(sorted({heavy} & set(sys.modules)))"
    told = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout.strip() == "[]"
