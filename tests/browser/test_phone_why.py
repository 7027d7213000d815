"""The card that explains an answer: each fan's rule, what another took in, what only looks like a fan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from qicheng_fakes import FakeReader, shoot

from tests.browser.acts import enter, pick
from tests.browser.test_phone_access import axe

Open = Callable[..., Any]
STRAIGHT = "[a8888p] 123456789s2m + 2m"
ANY = FakeReader(shoot("234m234m567s88p46p + 5p"))


def told(page: Any, part: str) -> dict[str, str]:
    """A part of the card: what is said of each fan."""
    names = page.locator(f".why-card .{part} dt").all_inner_texts()
    return dict(zip(names, page.locator(f".why-card .{part} dd").all_inner_texts(), strict=True))


def test_the_card_is_folded_until_it_is_asked_for_by_the_keyboard_too(open_page: Open) -> None:
    page = open_page(ANY).page
    enter(page, STRAIGHT)
    assert not page.locator(".why-rules").is_visible()
    summary = page.locator(".why-card summary")
    assert summary.inner_text() == "每一番的规则，没算的 3 样"
    assert summary.bounding_box()["height"] >= 44
    summary.focus()
    page.keyboard.press("Enter")
    page.locator(".why-rules").wait_for()


@pytest.mark.parametrize(
    ("locale", "rules", "taken", "missed"),
    [
        (
            "zh-CN",
            {"一条龙": "123、456、789", "暗杠": "四张一样的牌"},
            {"连副": "已经算在一条龙里", "老少": "已经算在一条龙里"},
            {"门清": "有暗杠"},
        ),
        (
            "en-GB",
            {"Straight 1-9": "three chows", "Concealed Kong": "four tiles"},
            {"Six in a Row": "part of Straight 1-9", "Both Ends": "part of Straight 1-9"},
            {"Concealed Hand": "counts as a call"},
        ),
    ],
)
def test_it_tells_the_rule_of_each_fan_what_took_the_others_and_what_only_looks_like_one(
    open_page: Open, locale: str, rules: dict[str, str], taken: dict[str, str], missed: dict[str, str]
) -> None:
    page = open_page(ANY, locale=locale).page
    enter(page, STRAIGHT)
    page.locator(".why-card summary").click()
    assert list(told(page, "why-rules")) == [
        name.split(" ×")[0] for name in page.locator(".fan-name").all_inner_texts()
    ]
    for part, expected in (("why-rules", rules), ("not-counted", taken), ("missed", missed)):
        said = told(page, part)
        for name, text in expected.items():
            assert text in said[name], part
    assert set(told(page, "missed")) == set(missed)


def test_unfolded_it_stays_so_when_the_answer_changes_and_axe_finds_nothing_serious(open_page: Open) -> None:
    page = open_page(ANY).page
    enter(page, STRAIGHT)
    page.locator(".why-card summary").click()
    page.locator("input[name=win][value=discard]").check(force=True)
    page.locator("input[name=discarder][value=west]").check(force=True)
    page.locator(".fan-name", has_text="自摸").wait_for(state="detached")
    assert page.locator(".why-rules").is_visible()
    assert "自摸" not in told(page, "why-rules")
    assert axe(page) == []


def test_a_game_without_fan_tells_its_rungs_in_the_same_way(open_page: Open) -> None:
    page = open_page(ANY).page
    enter(page, "[p777z] 123m456m789s5p + 5p")
    pick(page, "镇江麻将")
    page.locator(".fan-name", has_text="脱搭").wait_for()
    page.locator(".why-card summary").click()
    assert "百搭" in told(page, "why-rules")["脱搭"]
    assert "脱搭" in told(page, "not-counted")["自摸"]


def test_an_empty_hand_is_called_empty_and_so_is_an_empty_line(open_page: Open) -> None:
    page = open_page(ANY).page
    page.locator("#build").click()
    page.locator("#notation").fill(" ")
    page.locator("form.paste button").click()
    assert "一张牌都没有" in page.locator("form.paste .error").inner_text()
    page.locator("#sheet").get_by_role("button", name="好了").click()
    page.wait_for_selector("#answer .verdict")
    assert "手牌是空的" in page.locator("#answer").inner_text()
    assert "哪一张" not in page.locator("#answer").inner_text()
