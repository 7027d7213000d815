"""Rule sets as data: the figures of RULES 2, both sides of the join, and files that are wrong."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scoring import Library, RequestError, RuleSet, RulesetFileError, ruleset, rulesets, score
from scoring.fans import FANS, Role
from scoring.options import SWITCHES, Options, choices

BUILTIN = Library.builtin()
PLAYED = [each.id for each in rulesets() if each.described]

# RULES 2.4, both columns. C4: 清板龙 is 160 with -18.
BIG = """
yiban 15 10 | sanfutong 20 15 | yitiaolong 20 15 | hunyise 20 15 | duiduihu 20 15 | shuangpiao 20 15
shuangbanban 40 30 | banlong 45 25 | sifutong 50 30 | hunlong 50 30 | hunduidui 50 30
hunshuangbanban 70 35 | qingyise 80 60 | tieban 80 60 | shuangban_shuangxi 80 60
shuangban_shuanglao 80 60 | shuangban_shuanglian 80 60 | hunbanlong 80 45 | huntieban 110 75
hunshuangban_shuanglian 110 75 | hunshuangban_shuangxi 110 75 | hunshuangban_shuanglao 110 75
qingduidui 110 75 | qinglong 110 75 | shuangbanqing 120 80 | qingbanlong 130 85 | tiebanqing 160 120
fengqing 320 240 | gangban 640 480
"""
# RULES 2.3: 1 unless noted.
SMALL = {
    fan.id: 2 if fan.id == "angang" else 1
    for fan in FANS.values()
    if fan.role.is_small and fan.id != "other_wind"  # RULES 3 only
}

# RULES 2.5: new none/hun/qing, standard none/hun/qing; 0 where the cell cannot occur.
MATRIX = {
    "yiban": (15, 35, 95, 10, 25, 70),
    "yitiaolong": (20, 50, 110, 15, 30, 75),
    "banlong": (45, 80, 130, 25, 45, 85),
    "shuangbanban": (40, 70, 120, 30, 35, 80),
    "shuangban_shuanglian": (80, 110, 160, 60, 75, 120),
    "shuangban_shuanglao": (80, 110, 160, 60, 75, 120),
    "tieban": (80, 110, 160, 60, 75, 120),
    "gangban": (640, 660, 720, 480, 495, 540),
    "duiduihu": (20, 50, 110, 15, 30, 75),
}


def described(ruleset_id: str, **options: Any) -> RuleSet:
    return BUILTIN.rules(ruleset_id, options)


# RULES 3.
ONLINE = {
    **{fan: value for fan, value in SMALL.items() if fan != "menfeng"},
    "menfeng": 2, "other_wind": 1, "yiban": 15, "sanfutong": 20, "shuangpiao": 20, "shuanglaoshao": 20,
    "yitiaolong": 20, "hunyise": 20, "duiduihu": 20, "banlong": 40, "sifutong": 40, "shuangbanban": 40,
    "hunduidui": 40, "hunlong": 50, "hunbanlong": 60, "tieban": 80, "qingyise": 80,
    "shuangban_shuanglian": 80, "shuangban_shuanglao": 80, "shuangban_shuangxi": 80, "qingduidui": 100,
    "qingbanlong": 120, "fengqing": 300, "gangban": 500,
}  # fmt: skip


def column(index: int) -> dict[str, int]:
    cells = [cell.split() for cell in BIG.replace("\n", "|").split("|") if cell.strip()]
    return {fan_id: (int(new), int(standard))[index] for fan_id, new, standard in cells} | SMALL


@pytest.mark.parametrize(
    ("ruleset_id", "expected", "minimum"),
    [
        ("yangzhou-new", column(0), 20),
        ("yangzhou-standard", column(1), 15),
        ("yangzhou-new-18", column(0) | {"qingbanlong": 160}, 18),
        ("yangzhou-standard-13", column(1), 13),
        ("yangzhou-online", ONLINE, 20),
    ],
)
def test_the_values_are_those_of_the_rules(ruleset_id: str, expected: dict[str, int], minimum: int) -> None:
    assert dict(described(ruleset_id).values) == expected
    assert described(ruleset_id).options.minimum == minimum


@pytest.mark.parametrize(("pattern", "row"), MATRIX.items())
def test_each_cell_of_pattern_and_colour_is_worth_what_the_matrix_says(
    pattern: str, row: tuple[int, ...]
) -> None:
    cells = [
        _cell(described(ruleset_id), pattern, colour)
        for ruleset_id in ("yangzhou-new", "yangzhou-standard")
        for colour in (None, "hunyise", "qingyise")
    ]
    assert tuple(cells) == row


def _cell(rules: RuleSet, pattern: str, colour: str | None) -> int:
    if colour is None:
        return rules.values[pattern]
    named = rules.matrix.get((pattern, colour))
    return rules.values[named] if named else rules.values[pattern] + rules.values[colour]


def test_every_fan_is_in_a_rule_set_and_every_value_is_of_a_fan() -> None:
    worth = set().union(*(described(each).values for each in PLAYED))
    assert worth == set(FANS)


def test_every_switch_is_in_a_rule_set_and_every_default_is_of_a_switch() -> None:
    thrown = set().union(*(described(each).switches for each in PLAYED))
    assert thrown == set(SWITCHES) == set(Options.__dataclass_fields__)


@pytest.mark.parametrize("ruleset_id", ["yangzhou-new", "yangzhou-standard"])
def test_every_named_fan_is_reached_by_some_setting_of_the_switches(ruleset_id: str) -> None:
    rules = [described(ruleset_id), described(ruleset_id, qing_shuanglian="shuangbanqing")]
    cells = {cell for each in rules for cell in each.matrix.values()}
    assert cells == {fan.id for fan in FANS.values() if fan.role is Role.NAMED}


def test_only_the_minimum_qingbanlong_and_the_honours_clause_set_the_variants_of_d2_apart() -> None:
    for base, variant in (("yangzhou-new", "yangzhou-new-18"), ("yangzhou-standard", "yangzhou-standard-13")):
        one, other = described(base).to_dict(), described(variant).to_dict()
        apart = {key for key in one if one[key] != other[key]}
        assert apart <= {"id", "name", "sources", "extends", "minimum", "fans", "switches", "liability"}
        assert (one["liability"], other["liability"]) == (
            {"full_flush": True, "all_honours": True},
            {"full_flush": True, "all_honours": False},
        )


def test_the_list_names_the_undescribed_too_and_says_why() -> None:
    listed = {each.id: each.to_dict() for each in rulesets()}
    assert {key for key, each in listed.items() if each["state"] == "undescribed"} == {
        "laosanfan",
        "laowufan",
        "jiangdu",
    }
    assert "laosanfan.toml" in listed["laosanfan"]["note"]["en"]
    assert listed["yangzhou-new"] == {
        "id": "yangzhou-new",
        "name": {"zh": "新扬州式", "en": "New Yangzhou"},
        "state": "described",
        "sources": ["D0", "D1"],
        "minimum": 20,
        "note": None,
    }


def test_a_rule_set_tells_its_fans_switches_and_sources() -> None:
    told = ruleset("yangzhou-standard-13").to_dict()
    assert told["sources"] == ["D2", "D0", "D1"]
    [pair] = [fan for fan in told["fans"] if fan["id"] == "yaotou"]
    assert pair == {
        "id": "yaotou",
        "name": {"zh": "幺头", "en": "Terminal Pair"},
        "size": "small",
        "role": "small",
        "value": 1,
        "condition": {"zh": "将是一或九的对子。", "en": "The pair is a 1 or a 9 of a suit."},
        "source": "RULES 2.3, A16",
    }
    [links] = [switch for switch in told["switches"] if switch["name"] == "link_rule"]
    assert (links["default"], links["values"]) == ("k-1", ["k-1", "once", "every-pair"])
    assert links["meaning"]["zh"]


def test_an_undescribed_rule_set_can_still_be_asked_about() -> None:
    assert ruleset("jiangdu").to_dict()["state"] == "undescribed"


@pytest.mark.parametrize("name", ["yangzhou_new", "new", "Yangzhou-New", ""])
def test_an_unknown_rule_set_names_the_nearest(name: str) -> None:
    with pytest.raises(RequestError) as caught:
        ruleset(name)
    [reason] = caught.value.reasons
    assert reason.code == "unknown_ruleset"
    assert reason.details["nearest"] in BUILTIN.ids


# A house's own files.

HOUSE = 'extends = "yangzhou-new"\nname = { zh = "我家", en = "Our house" }\n'


def house(folder: Path, text: str, name: str = "my-house") -> Library:
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return BUILTIN.with_folder(folder)


def test_a_house_changes_a_minimum_a_value_and_a_switch_in_a_few_lines(tmp_path: Path) -> None:
    library = house(tmp_path, HOUSE + "[options]\nminimum = 10\nlink_rule = 'once'\n[big]\nyiban = 12\n")
    request = {"ruleset": "my-house", "concealed": "234m234m567s88p46p", "winning_tile": "5p"}
    answer = score(request, library)
    assert (answer.win, answer.total) == (True, 17)
    rules = library.rules("my-house")
    assert (rules.options.minimum, rules.options.link_rule, rules.values["sanfutong"]) == (10, "once", 20)


def test_a_house_may_leave_a_fan_out(tmp_path: Path) -> None:
    library = house(tmp_path, HOUSE + "[small]\nyaotou = 0\n[big]\nbanlong = 0\n")
    request = {"concealed": "12345678m456m99p", "winning_tile": "9m"}
    with_it = score({"ruleset": "yangzhou-new", **request})
    without = score({"ruleset": "my-house", **request}, library)
    assert {fan["id"] for fan in with_it.to_dict()["fans"]} >= {"banlong", "yaotou"}
    assert {fan["id"]: fan["value"] for fan in without.to_dict()["fans"] if fan["value"] > 1} == {
        "yiban": 15,
        "yitiaolong": 20,
    }
    assert "yaotou" not in {fan["id"] for fan in without.to_dict()["fans"]}


def test_a_house_may_describe_what_no_document_does(tmp_path: Path) -> None:
    library = house(tmp_path, HOUSE, name="laosanfan")
    assert score(
        {"ruleset": "laosanfan", "concealed": "222m345m667788m9m", "winning_tile": "9m"}, library
    ).win


def test_houses_may_extend_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        HOUSE.replace("yangzhou-new", "b") + "[options]\nminimum = 7\n", encoding="utf-8"
    )
    library = house(tmp_path, HOUSE + "[options]\nminimum = 8\n[big]\nyiban = 9\n", name="b")
    assert (library.rules("a").options.minimum, library.rules("a").values["yiban"]) == (7, 9)


@pytest.mark.parametrize(
    ("text", "key", "says", "reason"),
    [
        (HOUSE + "[big]\nyitaolong = 20\n", "big.yitaolong", "'yitiaolong'", "a fan misspelt"),
        (HOUSE + "[small]\nyiban = 20\n", "small.yiban", "nearest", "a big fan among the small"),
        (HOUSE + "[big]\nyiban = '15'\n", "big.yiban", "not known here", "text for a number"),
        (HOUSE + "[big]\nyiban = 1.5\n", "big.yiban", "whole number", "half a fan"),
        (HOUSE + "[big]\nyiban = -1\n", "big.yiban", "whole number", "less than nothing"),
        (HOUSE + "[big]\nyiban = true\n", "big.yiban", "whole number", "no number"),
        (
            HOUSE + "[big]\nyiban = 'link_rule'\n",
            "big.yiban",
            "not known here",
            "a switch that holds no number",
        ),
        (HOUSE + "[options]\nminimun = 10\n", "options.minimun", "'minimum'", "a switch misspelt"),
        (HOUSE + "[options]\nminimum = 'ten'\n", "options.minimum", "whole number", "text for a number"),
        (HOUSE + "[options]\nlink_rule = 'twice'\n", "options.link_rule", "'once'", "no such choice"),
        (
            HOUSE + "[options]\nstrict_greater = 1\n",
            "options.strict_greater",
            "false or true",
            "1 is not true",
        ),
        (HOUSE + "[win]\nbig_fan = 'yes'\n", "win.big_fan", "true or false", "text"),
        (HOUSE + "[wins]\n", "wins", "'win'", "a table misspelt"),
        (HOUSE + "big = 5\n", "big", "table", "no table"),
        (HOUSE + "[payment]\ndiscards = 1\n", "payment.discards", "'discard'", "a key misspelt"),
        (HOUSE + "[excludes]\nzige = []\n", "excludes.zige", "nearest", "not a pattern"),
        (HOUSE + "[excludes]\ntieban = 'yiban'\n", "excludes.tieban", "list", "no list"),
        (HOUSE + "[excludes]\ntieban = ['yibam']\n", "excludes.tieban", "'yiban'", "a fan misspelt"),
        (HOUSE + "[matrix]\nyiban = 'hunlong'\n", "matrix.yiban", "table", "no table"),
        (
            HOUSE + "[matrix]\nyiban = { hunyisi = 'hunlong' }\n",
            "matrix.yiban",
            "'hunyise'",
            "a colour misspelt",
        ),
        (
            HOUSE + "[matrix]\nyiban = { hunyise = 'hunlon' }\n",
            "matrix.yiban",
            "'hunlong'",
            "a name misspelt",
        ),
        (
            HOUSE + "[[when]]\nswitch = 'link_rul'\nis = 'once'\n",
            "when.switch.link_rul",
            "'link_rule'",
            "misspelt",
        ),
        (
            HOUSE + "[[when]]\nswitch = 'link_rule'\nis = 'twice'\n",
            "when.is (link_rule)",
            "'once'",
            "no such choice",
        ),
        (HOUSE + "[[when]]\nswitch = 'link_rule'\n", "when", "needed", "is what?"),
        (
            HOUSE + "[[when]]\nswitch = 'link_rule'\nis = 'once'\nbigg = {}\n",
            "when.bigg",
            "'big'",
            "misspelt",
        ),
        (HOUSE + "when = 1\n", "when", "[[when]] table", "no tables"),
        (HOUSE + "fields = ['wilde']\n", "fields.wilde", "'wild'", "a field misspelt"),
        (HOUSE + "sources = 'D0'\n", "sources", "list", "no list"),
        (HOUSE + "state = 'done'\n", "state", "undescribed", "no such state"),
        (HOUSE + "abstract = 1\n", "abstract", "true or false", "no such thing"),
        (HOUSE.replace("yangzhou-new", "yangzhou-mew"), "extends", "'yangzhou-new'", "a parent misspelt"),
        (HOUSE.replace("yangzhou-new", "my-house"), "extends", "circle", "its own parent"),
        ('extends = "yangzhou-new"\n', "name", "both languages", "no name"),
        ('extends = "yangzhou-new"\nname = "我家"\n', "name", "both languages", "one language"),
        ('name = { zh = "我家", en = "Our house" }\n', "options", "missing", "nothing to extend"),
        ("extends = ", "TOML", "Invalid value", "no TOML"),
        (HOUSE + "method = 'fan'\n", "method.fan", "'fans'", "a method misspelt"),
        (HOUSE + "method = 'ladder'\n", "ladder", "missing", "a method without its table"),
        (HOUSE + "unit = '番'\n", "unit", "both languages", "one language"),
        (HOUSE + "[win]\nchow = 1\n", "win.chow", "true or false", "a number"),
        (HOUSE + "[payment]\ntakes_all = ['gangban']\n", "payment.takes_all", "nearest", "no type"),
        (HOUSE + "[payment]\ndiscard = 'minimun'\n", "payment.discard", "'minimum'", "a switch misspelt"),
        (HOUSE + "[payment]\ndiscard = 'liuwei_cap'\n", "payment.discard.liuwei_cap", "nearest", "not of it"),
        (HOUSE + "[types]\nyiban = 1\n", "types.yiban", "nearest", "no type"),
        (HOUSE + "[types]\npihu = 0.5\n", "types.pihu", "whole number", "half"),
        (HOUSE + "[stakes]\npihu = 6\n", "stakes.pihu", "beside", "one figure for three"),
        (
            HOUSE + "[stakes]\npihu = { self_draw = 6, discard = 'most', beside = 2 }\n",
            "stakes.pihu",
            "whole number",
            "text other than all",
        ),
        (HOUSE + "[kongs]\npung = { each = 1 }\n", "kongs.pung", "'kong'", "no kong"),
        (HOUSE + "[kongs]\nkong = 1\n", "kongs.kong", "from", "paid by whom?"),
        (HOUSE + "[kongs]\nkong = { each = 1, from = 1 }\n", "kongs.kong", "from", "by both"),
        (HOUSE + "[kongs]\nkong = { each = -1 }\n", "kongs.kong", "number from 0", "less than nothing"),
        (HOUSE + "[money]\ncap = 100\n", "money.cap", "nearest", "a number for a switch"),
        (HOUSE + "[money]\nstakes_for = 0\n", "money.stakes_for", "over 0", "of nothing"),
        (HOUSE + "[ladder]\nzj_zimo = '3'\n", "ladder.zj_zimo", "whole number", "text"),
        (HOUSE + "[ladder]\nzimo = 3\n", "ladder.zimo", "'zj_zimo'", "a fan of another method"),
        (HOUSE + "[table]\none_winner = 1\n", "table.one_winner", "true or false", "a number"),
        (HOUSE + "[table]\nfalse_win = true\n", "table.false_win", "whole number", "no number"),
        (HOUSE + "[doubled]\nzhong = 'hand'\n", "doubled.zhong", "'in_hand'", "a word misspelt"),
        (HOUSE + "[takes_in]\nzhong = 'zige'\n", "takes_in.zhong", "list", "no list"),
        (HOUSE + "[takes_in]\nzhong = ['yiban']\n", "takes_in.zhong", "nearest", "a big fan"),
        (
            HOUSE.replace("yangzhou-new", "diedaohu") + "[types]\npihu = 0\n",
            "types.pihu",
            "needed",
            "of none",
        ),
        (
            HOUSE.replace("yangzhou-new", "zhenjiang") + "[ladder]\nzj_zimo = 0\n",
            "ladder.zj_zimo",
            "needed",
            "no rung",
        ),
        (
            'name = { zh = "独", en = "Alone" }\nmethod = "stakes"\nunit = { zh = "元", en = "yuan" }\n'
            "[options]\n[win]\n[stakes]\npihu = { self_draw = 6, discard = 4, beside = 2 }\n[kongs]\n"
            "[money]\nstakes_for = 50\n[table]\none_winner = true\ndealer_stays_on_draw = true\n",
            "money.cap",
            "needed",
            "whose cap?",
        ),
        (HOUSE + "[options]\nyuanzi_cap = 0\n", "options.yuanzi_cap", "or null", "no cap is none"),
    ],
)
def test_a_file_that_is_wrong_says_where_and_what_is_nearest(
    tmp_path: Path, text: str, key: str, says: str, reason: str
) -> None:
    with pytest.raises(RulesetFileError) as caught:
        house(tmp_path, text)
    error = caught.value
    assert (error.file, error.key) == ("my-house.toml", key), reason
    assert says in error.problem.en, reason
    assert error.problem.zh
    assert str(error) == f"{error.file}: {error.key}: {error.problem.en}"


def test_a_circle_of_houses_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(HOUSE.replace("yangzhou-new", "b"), encoding="utf-8")
    with pytest.raises(RulesetFileError, match="a -> b -> a"):
        house(tmp_path, HOUSE.replace("yangzhou-new", "a"), name="b")


def test_a_cell_whose_name_has_no_value_is_told(tmp_path: Path) -> None:
    whole = (Path(__file__).parents[2] / "scoring/rulesets/yangzhou.toml").read_text(encoding="utf-8")
    lone = 'name = { zh = "独", en = "Alone" }\n' + whole.replace("abstract = true", "").replace(
        "[small]", "[big]\nyiban = 1\n[small]"
    )
    with pytest.raises(RulesetFileError, match="has no value in"):
        house(tmp_path, lone)


def test_a_house_changes_a_multiple_a_stake_a_rung_and_a_kong(tmp_path: Path) -> None:
    name = 'name = { zh = "我家", en = "Our house" }\n'
    triplets = {"concealed": "111222333s4455p", "winning_tile": "5p"}
    library = house(tmp_path, f'extends = "diedaohu"\n{name}[types]\nduiduihu = 3\n', "a")
    assert score({"ruleset": "a", **triplets}, library).total == 3
    stake = "duiduihu = { self_draw = 7, discard = 5, beside = 1 }"
    library = house(tmp_path, f'extends = "liuwei"\n{name}[stakes]\n{stake}\n', "b")
    assert score({"ruleset": "b", **triplets}, library).total == 7
    library = house(
        tmp_path,
        f'extends = "zhenjiang"\n{name}[ladder]\nzj_tuoda = 7\n[kongs]\nkong = {{ from = 0.5 }}\n',
        "c",
    )
    kong = {"kind": "kong", "tiles": "8888s", "from": "right"}
    answer = score(
        {"ruleset": "c", "concealed": "123m456m78m55p", "melds": [kong], "winning_tile": "9m"}, library
    ).to_dict()
    assert (answer["total"], answer["kong_payments"]["south"]) == (7, -0.5)


def test_a_house_may_limit_the_money_of_diedaohu(tmp_path: Path) -> None:
    text = 'extends = "diedaohu"\nname = { zh = "园子", en = "With a cap" }\n[options]\nyuanzi_cap = 100\n'
    library = house(tmp_path, text, "yuanzi")
    assert library.rules("yuanzi").cap == 100
    assert library.rules("yuanzi", {"yuanzi_cap": None}).cap is None
    unlimited = house(tmp_path, text.replace("100", '"none"'), "yuanzi")
    assert unlimited.rules("yuanzi").cap is None


@pytest.mark.parametrize(
    ("ruleset_id", "method", "unit", "one_winner", "chows"),
    [
        ("yangzhou-new", "fans", "番", False, True),
        ("yangzhou-online", "fans", "番", True, True),
        ("diedaohu", "multiples", "倍", False, False),
        ("liuwei", "stakes", "元", True, False),
        ("zhenjiang", "ladder", "倍底牌", True, False),
    ],
)
def test_a_rule_set_tells_how_it_counts_and_who_may_win(
    ruleset_id: str, method: str, unit: str, one_winner: bool, chows: bool
) -> None:
    told = ruleset(ruleset_id).to_dict()
    assert (told["method"], told["unit"]["zh"]) == (method, unit)
    assert (told["table"]["one_winner"], told["allows_chow"]) == (one_winner, chows)


def test_a_table_of_stakes_tells_all_three_figures() -> None:
    stakes = {fan["id"]: fan["stakes"] for fan in ruleset("liuwei").to_dict()["fans"]}
    assert stakes["pihu"] == {"self_draw": 6, "discard": 4, "beside": 2}
    assert stakes["fengqing"] == {"self_draw": "all", "discard": "all", "beside": 16}


def test_every_value_of_every_switch_can_be_chosen() -> None:
    for ruleset_id, name in product(PLAYED, SWITCHES):
        if name in described(ruleset_id).switches:
            for value in choices(name) or (1, 7):
                assert getattr(described(ruleset_id, **{name: value}).options, name) == value
