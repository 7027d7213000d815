"""How a hand was won: only what the rules ask, contradictions with their reason, and what they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qicheng_fakes import FakeReader

from tests.browser.acts import enter, pick

Open = Callable[..., Any]
PLAIN = "234m234m567s88p46p + 5p"


ASKED = [
    ("新扬州式", ["round", "passed_win", "liable", "base"], ["after_kong", "heavenly", "has-balances"]),
    ("网络扬州麻将", ["round", "base"], ["passed_win", "liable", "after_kong", "has-balances"]),
    ("跌倒胡", ["has-balances", "passed_win", "base"], ["round", "liable", "after_kong"]),
    ("六圩式", ["has-balances", "passed_win"], ["base", "round", "liable"]),
    (
        "镇江麻将",
        ["after_kong", "heavenly", "waiting_on_any", "base"],
        ["round", "liable", "has-balances"],
    ),
]


def test_only_what_a_rule_set_uses_is_asked(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, PLAIN)
    for rules, asked, not_asked in ASKED:
        pick(page, rules)
        page.locator(f"#{asked[0]}, [name={asked[0]}]").first.wait_for(state="attached")
        there = {name: page.locator(f"#{name}, [name={name}]").count() > 0 for name in (*asked, *not_asked)}
        assert there == {**dict.fromkeys(asked, True), **dict.fromkeys(not_asked, False)}, rules


OUT = [
    ("新扬州式", "[p777z] 12p456p789p11z + 1z", "[name=win][value=robbed_kong]", "不会再有这张"),
    ("新扬州式", PLAIN, "[name=liable][value=south]", "没有哪家要包牌"),
    ("新扬州式", "[c123p][c456p][c789p] 1234p + 1p", "[name=liable][value=south]", "另一家"),
    ("新扬州式", PLAIN, "#passed_win", "自摸不受漏胡限制"),
    ("镇江麻将", PLAIN, "[name=after_kong][value=exposed]", "没有明杠"),
    ("镇江麻将", "[k7777z] 12p456p789p11z + 3p", "[name=after_kong][value=concealed]", "没有暗杠"),
    ("镇江麻将", "[p777z] 12p456p789p11z + 3p", "#heavenly", "天胡没有副露"),
]


def test_a_contradictory_choice_is_disabled_and_says_why(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    for rules, hand, chip, reason in OUT:
        if page.locator("#again").is_visible():
            page.locator("#again").click()
        enter(page, hand)
        pick(page, rules)
        page.locator(f"#circumstances {chip}:disabled").wait_for(state="attached")
        row = page.locator("#circumstances .choice", has=page.locator(chip))
        assert reason in row.locator(".why").text_content()
        by_row, by_chip = (each.get_attribute("aria-describedby") for each in (row, page.locator(chip)))
        assert row.locator(".why").get_attribute("id") in {by_row, by_chip}, "a screen reader hears it too"


def test_a_discard_is_never_from_oneself(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, PLAIN)
    page.locator("[name=win][value=discard]").check(force=True)
    assert page.locator("[name=discarder][value=east]").is_disabled()
    page.locator("[name=discarder][value=west]").check(force=True)
    page.locator("[name=seat][value=west]").check(force=True)
    page.locator("#answer", has_text="谁打的这张牌").wait_for()  # west won now: who threw it is open again


def test_a_win_after_a_kong_counts_where_the_rules_know_it(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, "[a7777z] 12p456p789p11z + 3p")
    pick(page, "镇江麻将")
    page.locator("[name=after_kong][value=concealed]").check(force=True)
    page.locator(".fan", has_text="杠开").wait_for()


def test_thrown_wild_tiles_are_counted_and_limited(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, "[p222z] 234m567s88p46p + 5p")
    pick(page, "镇江麻将")
    page.locator("#circumstances button", has_text="选").click()
    page.locator("#sheet .palette button", has=page.locator("use[href='#t-8s']")).click()
    page.locator("#wild-first .step").last.click()
    page.locator(".fan", has_text="打首搭").wait_for()
    assert page.locator("#wild-first .step").last.is_disabled()
    assert "首搭只有一张" in page.locator("#wild-first .why").inner_text()


def test_limited_money_limits_what_is_paid(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, "123p345p678p55p99p + 9p")
    pick(page, "跌倒胡")
    page.locator("#has-balances").check(force=True)
    page.fill("#balance-south", "2")
    page.locator(".pays li", has_text="南付东 2：自摸 该付 4").wait_for()
    page.reload()
    enter(page, PLAIN)
    assert page.locator("#balance-south").input_value() == "2", "remembered on the phone"


def test_a_house_switch_changes_the_score_and_is_remembered(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, PLAIN)
    page.locator("#answer .verdict.yes").wait_for()
    page.locator("button.house").click()
    page.fill("#switch-minimum", "21")
    page.get_by_role("button", name="好了").click()
    page.locator("#answer .verdict.no", has_text="差 1 番").wait_for()
    page.reload()
    enter(page, PLAIN)
    page.locator("#answer .verdict.no").wait_for()
    page.locator("button.house").click()
    page.get_by_role("button", name="都改回原样").click()
    page.locator("#answer .verdict.yes").wait_for()


def test_typing_a_stake_does_not_swallow_the_next_tap(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, PLAIN)
    page.locator("#base").click()
    page.keyboard.press("End")
    page.keyboard.type("0")
    page.locator("#circumstances label", has=page.locator("[name=seat][value=north]")).tap()
    page.locator(".seat.gains", has_text="+600").wait_for()
    assert page.locator("[name=seat][value=north]").is_checked()


def test_a_ready_hand_tells_its_waits_and_what_each_is_worth(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, "234m234m567s88p46p")
    wait = page.locator("#answer .waits li")
    wait.wait_for()
    told = " ".join(wait.inner_text().split())
    assert told == "剩 4 张 自摸 20 番 出冲 19 番 差 1 番"
    page.locator("#again").click()
    enter(page, "123456789m1234p")
    page.locator("#answer .waits li").nth(1).wait_for()


def test_a_hand_that_waits_for_nothing_says_so(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, "147m147p147s1234z")
    assert "还没听牌" in page.locator("#answer").inner_text()


NOTATIONS = [
    ("🀄🀄🀄🀙🀚🀜🀝🀞🀟🀠🀡🀀🀀 + 🀛", "Unicode tiles"),
    ("中中中一二四五六七八九饼东东＋三饼", "Chinese characters and a full-width plus"),
    ("777z 12p 456p 789p 11z + 3p", "white space is free"),
]


def test_a_hand_is_pasted_in_any_notation(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    for text, why in NOTATIONS:
        enter(page, text)
        page.locator("#answer .number", has_text="55").wait_for()
        assert page.locator("#hand .strip .of-winning use[href='#t-3p']").count() == 1, why
        page.locator("#again").click()


def test_a_notation_that_makes_no_sense_names_the_part(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    page.locator("#build").click()
    page.locator("#notation").fill("123m 45x")
    page.locator("form.paste button").click()
    assert "45x" in page.locator(".paste [role=alert]").inner_text()
