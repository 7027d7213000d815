"""The phone page by every rule set: totals in its own unit, its own melds, its own reasons to pay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from qicheng_fakes import FakeReader

import scoring
from tests.browser.acts import enter, pick

PLAIN = "234m234m567s88p46p + 5p"
PLAYED = [scoring.ruleset(each.id).to_dict() for each in scoring.rulesets() if each.described]
Open = Callable[..., Any]


def discarded_by_west(page: Any) -> None:
    page.locator("input[name=win][value=discard]").check(force=True)
    page.locator("input[name=discarder][value=west]").check(force=True)


@pytest.mark.parametrize(("locale", "language"), [("zh-CN", "zh"), ("en-GB", "en")])
def test_every_rule_set_picked_in_turn_answers_in_its_own_unit(
    open_page: Open, locale: str, language: str
) -> None:
    seen = open_page(FakeReader(), locale=locale)
    page = seen.page
    enter(page, PLAIN)
    for rules in PLAYED:
        pick(page, rules["name"][language])
        total = scoring.score({"ruleset": rules["id"], **_hand()}).total
        page.wait_for_selector("#answer:not(.stale) .verdict.yes")
        page.locator("#answer .number", has_text=str(total)).wait_for()
        assert page.locator("#answer .unit").inner_text() == rules["unit"][language], rules["id"]
        assert page.locator("#details .fan").count() > 0, rules["id"]
        heading = {"zh": ["番种", "算什么"], "en": ["Fans", "What counts"]}[language]
        counted = page.locator("#details h2").first.inner_text()
        assert counted == heading[0 if rules["method"] == "fans" else 1], rules["id"]


def _hand() -> dict[str, Any]:
    return scoring.Hand.parse(PLAIN).to_dict()


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ("跌倒胡", ["西付东 1：出冲"]),
        ("六圩式", ["西付东 4：出冲", "南付东 2：陪冲", "北付东 2：陪冲"]),
        ("镇江麻将", ["西付东 4：出冲", "南付东 2：陪冲", "北付东 2：陪冲"]),
    ],
)
def test_why_each_pays_is_told_in_words(open_page: Open, ruleset: str, expected: list[str]) -> None:
    page = open_page(FakeReader()).page
    enter(page, PLAIN)
    pick(page, ruleset)
    discarded_by_west(page)
    page.locator(".pays li", has_text="出冲").wait_for()
    assert page.locator(".pays li").all_inner_texts() == expected


@pytest.mark.parametrize(
    ("ruleset", "offered", "why"),
    [("新扬州式", True, "chows may be called"), ("跌倒胡", False, "碰 and 杠 alone")],
)
def test_a_chow_is_offered_only_where_it_may_be_called(
    open_page: Open, ruleset: str, offered: bool, why: str
) -> None:
    page = open_page(FakeReader()).page
    enter(page, "222m345m567s88p46p + 5p")
    pick(page, ruleset)
    page.locator("#hand .strip button", has=page.locator("use[href='#t-2m']")).first.click()
    page.locator("#sheet .meld-choice", has_text="碰").wait_for()
    assert bool(page.locator("#sheet .meld-choice", has_text="吃").count()) is offered, why


def test_a_wild_tile_is_told_and_lit_where_it_stands_for_another(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, "234m234m567s88p46p + 9s")
    pick(page, "镇江麻将")
    page.locator("#circumstances button", has_text="选").click()
    page.locator("#sheet .palette button", has=page.locator("use[href='#t-8s']")).click()
    page.wait_for_selector("#answer .verdict.yes")
    page.locator("#details h2", has_text="百搭当").wait_for()
    assert page.locator("#details use[href='#t-5p']").count() > 0
    page.locator(".fan").first.click()
    assert page.locator("#hand .of-winning.lit").count() == 1


def test_the_stake_is_asked_only_where_there_is_one(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, PLAIN)
    pick(page, "跌倒胡")
    assert page.locator("#base").count() == 1
    pick(page, "六圩式")
    page.locator("#base").wait_for(state="detached")
    page.locator("#answer .unit", has_text="元").wait_for()
