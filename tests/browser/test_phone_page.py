"""The phone page in a real browser: photo to score, corrections, languages, and what goes wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from qicheng_fakes import FakeReader, misread, shoot

from scoring import Text
from vision.reading import Doubt, DoubtCode, GroupKind, Proposal

MIXED_STRAIGHT = shoot("[p777z] 12p456p789p11z + 3p")
MISREAD = misread(MIXED_STRAIGHT, 5, "9m")
UNKNOWN_WINNER = shoot("234m234m567s88p456p")
Open = Callable[..., Any]


def won_by_discard(page: Any) -> None:
    page.locator("input[name=win][value=discard]").check(force=True)
    page.locator("input[name=discarder][value=west]").check(force=True)


def test_a_photo_becomes_a_score_with_boxes_fans_and_payments(open_page: Open) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT))
    page = seen.page
    seen.photo(MIXED_STRAIGHT)
    page.wait_for_selector("#answer .verdict.yes")
    assert page.locator("#photo polygon.box").count() == 14
    assert page.locator("#photo polygon.of-winning").count() == 1
    assert page.locator("#photo polygon.of-meld-0").count() == 3
    assert seen.total == "53"  # self-drawn by default: one fan more than by discard
    won_by_discard(page)
    page.locator("#answer .number", has_text="52").wait_for()
    assert page.locator(".fan-name").all_inner_texts() == ["混龙", "丫子", "中"]
    page.locator(".why-card summary").click()
    assert "一条龙" in page.locator(".not-counted").inner_text()
    assert "−104" in page.locator(".seat.loses").text_content()


def test_a_misread_tile_is_corrected_in_two_taps_on_the_photo(open_page: Open) -> None:
    seen = open_page(FakeReader(MISREAD))
    page = seen.page
    seen.photo(MISREAD)
    page.wait_for_selector("#answer .verdict.no")
    assert page.locator("#photo polygon.doubtful").count() == 1
    page.locator("#photo polygon.doubtful").click()
    page.locator("#sheet button.alternative").first.click()
    page.wait_for_selector("#answer .verdict.yes")
    assert page.locator("#photo polygon.doubtful").count() == 0
    assert page.locator("#doubts .doubt").count() == 0
    page.get_by_role("button", name="撤销").click()
    page.wait_for_selector("#answer .verdict.no")


def test_any_of_the_34_tiles_is_two_taps_away(open_page: Open) -> None:
    seen = open_page(FakeReader(MISREAD))
    seen.photo(MISREAD)
    seen.page.locator('#hand [data-tile="5"]').click()
    palette = seen.page.locator("#sheet .palette button")
    assert palette.count() == 34
    palette.filter(has=seen.page.locator("use[href='#t-4p']")).click()
    seen.page.wait_for_selector("#answer .verdict.yes")


def test_a_doubt_says_what_it_would_change_and_its_button_does_it(open_page: Open) -> None:
    seen = open_page(FakeReader(MISREAD))
    page = seen.page
    seen.photo(MISREAD)
    page.wait_for_selector("#doubts small")
    assert page.locator("#doubts small").inner_text() == "会变成 53"
    page.get_by_role("button", name="改成四饼").click()
    page.wait_for_selector("#answer .verdict.yes")


def test_a_doubt_that_the_player_denies_goes_away(open_page: Open) -> None:
    seen = open_page(FakeReader(MISREAD))
    seen.photo(MISREAD)
    seen.page.get_by_role("button", name="没错").click()
    assert seen.page.locator("#doubts .doubt").count() == 0
    assert seen.page.locator("#photo .doubtful").count() == 0


def test_a_tap_beside_a_small_box_still_means_the_nearest_tile(open_page: Open) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT))
    page = seen.page
    seen.photo(MIXED_STRAIGHT)
    page.wait_for_selector("#photo polygon")
    box = page.locator("#photo polygon.of-winning").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 4)
    assert page.locator("#sheet strong").inner_text() == "三饼"


def test_an_unknown_winning_tile_gives_the_range_and_is_asked_for(open_page: Open) -> None:
    seen = open_page(FakeReader(UNKNOWN_WINNER))
    page = seen.page
    seen.photo(UNKNOWN_WINNER)
    page.wait_for_selector("#answer .number")
    assert seen.total == "19–20"
    page.locator(".ask button").filter(has=page.locator("use[href='#t-5p']")).click()
    page.wait_for_selector("#answer .verdict.yes")
    assert seen.total == "20"


def test_touching_a_fan_lights_its_tiles_in_photo_and_hand(open_page: Open) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT))
    page = seen.page
    seen.photo(MIXED_STRAIGHT)
    page.locator(".fan", has_text="中").last.click()
    assert page.locator("#photo polygon.lit").count() == 3
    assert page.locator("#hand .tile.lit").count() == 3
    page.locator(".fan", has_text="中").last.click()
    assert page.locator(".lit").count() == 0


def test_tiles_are_laid_down_as_a_meld_and_taken_back(open_page: Open) -> None:
    seen = open_page(FakeReader())
    page = seen.page
    page.locator("#build").click()
    page.locator("#notation").fill("777z12p456p789p11z + 3p")
    page.get_by_role("button", name="采用").click()
    page.wait_for_selector("#answer .verdict.yes")
    assert seen.total == "55"  # concealed: 门清 and 子格 more
    page.locator("#hand .strip button", has=page.locator("use[href='#t-7z']")).first.click()
    page.locator("#sheet .meld-choice", has_text="碰").click()
    page.locator("#answer .number", has_text="53").wait_for()
    page.locator(".meld-name").click()
    page.locator("input[name=meld-from][value=across]").check(force=True)
    page.get_by_role("button", name="好了").click()
    assert "对家" in page.locator(".meld-name").inner_text()
    page.locator(".meld-name").click()
    page.get_by_role("button", name="放回手牌").click()
    page.locator("#answer .number", has_text="55").wait_for()


def test_a_hand_is_built_tile_by_tile_and_the_last_one_wins(open_page: Open) -> None:
    seen = open_page(FakeReader())
    page = seen.page
    page.locator("#build").click()
    for code in ["2m", "3m", "4m", "2m", "3m", "4m", "5s", "6s", "7s", "8p", "8p", "4p", "6p", "5p"]:
        page.locator("#sheet .palette button", has=page.locator(f"use[href='#t-{code}']")).click()
    page.wait_for_selector("#answer .verdict.yes")
    assert seen.total == "20"
    assert not page.locator("#sheet").is_visible()
    assert page.locator("#hand .of-winning use[href='#t-5p']").count() == 1


def test_a_missed_tile_is_added_and_a_stray_one_removed(open_page: Open) -> None:
    missed = shoot("[p777z] 1p456p789p11z + 3p")
    seen = open_page(FakeReader(missed))
    page = seen.page
    seen.photo(missed)
    page.wait_for_selector("#answer .verdict")
    assert "13 张" not in page.locator("#answer").inner_text()
    assert re.search(r"10 张.*11 张", page.locator("#hand").inner_text())
    page.get_by_role("button", name="补一张").click()
    page.locator("#sheet .palette button", has=page.locator("use[href='#t-2p']")).click()
    page.get_by_role("button", name="好了").click()
    page.wait_for_selector("#answer .verdict.yes")
    page.locator("#hand .strip button", has=page.locator("use[href='#t-2p']")).click()
    page.get_by_role("button", name="删掉").click()
    page.wait_for_selector("#answer .verdict:not(.yes)")


def test_thirteen_tiles_show_what_would_win_and_a_tap_adds_it(open_page: Open) -> None:
    thirteen = shoot("234m234m567s88p46p")
    seen = open_page(FakeReader(thirteen))
    page = seen.page
    seen.photo(thirteen)
    page.locator("#answer .waits button", has=page.locator("use[href='#t-5p']")).click()
    page.wait_for_selector("#answer .verdict.yes")
    assert seen.total == "20"


def test_a_doubt_about_a_meld_is_settled_by_its_button_and_comes_back_with_undo(open_page: Open) -> None:
    shot = shoot("[p777z] 12p456p789p11z + 3p")
    pung = next(group for group in shot.reading.groups if group.kind is GroupKind.PUNG)
    close = Doubt(
        DoubtCode.AMBIGUOUS_MELD, pung.tiles, Text("靠得很近。", "Close."), Proposal(kind=GroupKind.CONCEALED)
    )
    doubted = replace(shot, reading=replace(shot.reading, doubts=(close,)))
    seen = open_page(FakeReader(doubted))
    page = seen.page
    seen.photo(doubted)
    page.locator("#doubts small", has_text="55").wait_for()
    page.get_by_role("button", name="算作手牌").click()
    page.locator("#answer .number", has_text="55").wait_for()
    assert page.locator("#doubts .doubt").count() == 0
    page.get_by_role("button", name="撤销").click()
    page.locator("#doubts .doubt").wait_for()


def test_a_discard_asks_who_threw_it(open_page: Open) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT))
    page = seen.page
    seen.photo(MIXED_STRAIGHT)
    page.locator("input[name=win][value=discard]").check(force=True)
    page.wait_for_selector("text=谁打的这张牌")


def test_the_rules_and_seats_are_remembered_on_this_device(open_page: Open) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT))
    page = seen.page
    seen.photo(MIXED_STRAIGHT)
    page.locator("button.rules").click()
    page.locator(".rules-list button", has_text="标准扬州式").first.click()
    page.locator("input[name=seat][value=north]").check(force=True)
    page.reload()
    page.wait_for_selector("#guide .tile")
    seen.photo(MIXED_STRAIGHT)
    page.wait_for_selector("#answer .number")
    assert "标准扬州式" in page.locator("button.rules").inner_text()
    assert page.locator("input[name=seat][value=north]").is_checked()


@pytest.mark.parametrize(
    ("locale", "headline", "verdict"),
    [("zh-CN", "拍一张，知番数", "可以胡"), ("en-GB", "Photograph it, know the fan", "A legal win")],
)
def test_the_page_speaks_the_phones_language_and_the_other_on_request(
    open_page: Open, locale: str, headline: str, verdict: str
) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT), locale=locale)
    page = seen.page
    assert page.locator("h2").first.inner_text() == headline
    seen.photo(MIXED_STRAIGHT)
    assert page.locator("#answer .verdict").inner_text() == verdict
    page.locator("#language").click()
    page.locator("#answer .verdict", has_not_text=verdict).wait_for()
    assert page.evaluate("document.documentElement.lang") == ("en" if locale.startswith("zh") else "zh")


def test_a_photo_that_this_browser_cannot_show_comes_back_as_a_preview(open_page: Open) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT))
    page = seen.page
    page.evaluate("() => { window.createImageBitmap = () => Promise.reject(new Error('no decoder')); }")
    seen.photo(MIXED_STRAIGHT, "hand.heic")
    page.wait_for_selector("#answer .verdict")
    loaded = (
        "(async () => { const i = new Image(); i.src = document.querySelector('#photo image').href.baseVal;"
    )
    assert page.evaluate(loaded + " await i.decode(); return i.naturalWidth; })()") > 300


def test_a_large_photo_is_refused_before_it_is_sent(open_page: Open) -> None:
    seen = open_page(FakeReader())
    page = seen.page
    page.evaluate(
        """() => { const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(31e6)], 'big.jpg', { type: 'image/jpeg' }));
        const input = document.getElementById('gallery'); input.files = files.files;
        input.dispatchEvent(new Event('change')); }"""
    )
    assert "30 MB" in page.locator("#toast").inner_text()
    assert page.locator("#start").is_visible()


def test_a_file_that_is_no_photo_says_so_and_offers_another(open_page: Open) -> None:
    seen = open_page(FakeReader())
    page = seen.page
    seen.photo(b"not a photo at all")
    page.wait_for_selector(".failed")
    assert "JPEG" in page.locator(".failed").inner_text()
    page.get_by_role("button", name="换一张").click()
    assert page.locator("#start").is_visible()
    seen.troubles.clear()  # the browser itself notes the 415


def test_a_photo_without_tiles_says_so_and_lets_tiles_be_added(open_page: Open) -> None:
    empty = shoot("1z")
    seen = open_page(FakeReader())
    seen.photo(empty)
    seen.page.wait_for_selector("#answer .verdict")
    assert "没有成副的牌" in seen.page.locator("#answer").inner_text()


def test_a_pasted_photo_is_read(open_page: Open) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT))
    page = seen.page
    page.wait_for_selector("#guide .tile")
    page.evaluate(
        """(bytes) => { const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'pasted.jpg', { type: 'image/jpeg' }));
        dispatchEvent(new ClipboardEvent('paste', { clipboardData: data })); }""",
        list(MIXED_STRAIGHT.jpeg),
    )
    page.wait_for_selector("#answer .verdict.yes")


def test_an_upload_can_be_cancelled(open_page: Open) -> None:
    cancelled = Event()
    seen = open_page(FakeReader(MIXED_STRAIGHT, before=lambda: cancelled.wait(60) and None))
    page = seen.page
    seen.photo(MIXED_STRAIGHT)
    page.get_by_role("button", name="取消").click()
    assert page.locator("#start").is_visible()
    cancelled.set()


def test_everything_to_press_has_a_name_and_room_for_a_finger(open_page: Open) -> None:
    seen = open_page(FakeReader(MISREAD))
    page = seen.page
    seen.photo(MISREAD)
    page.wait_for_selector("#answer .verdict")
    page.locator('#hand [data-tile="5"]').click()
    page.wait_for_timeout(300)
    unnamed = """[...document.querySelectorAll('button, [role=button], input:not([type=file])')]
        .filter((e) => e.checkVisibility())
        .filter((e) => !(e.innerText || e.getAttribute('aria-label') || e.labels?.length))
        .map((e) => e.outerHTML)"""
    small = """[...document.querySelectorAll('button, label.button, .segments label')]
        .filter((e) => e.checkVisibility()).map((e) => [e.getBoundingClientRect(), e.outerHTML])
        .filter(([r]) => r.height < 43.5 || r.width < 41)
        .map(([r, html]) => `${r.width}x${r.height} ${html}`)"""
    assert page.evaluate(unnamed) == []
    assert page.evaluate(small) == []


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_nothing_sticks_out_sideways(open_page: Open, locale: str) -> None:
    kongs = shoot("[k7777z][a5555z][c123p][p444s] 1z + 1z")
    seen = open_page(FakeReader(kongs), locale=locale)
    page = seen.page
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

    def out() -> list[int]:
        found = []
        for width in (320, 360, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            found.append(page.evaluate(wide))
        return found

    assert out() == [0] * 5
    seen.photo(kongs)
    page.wait_for_selector("#answer .verdict")
    assert out() == [0] * 5


def test_the_dark_theme_follows_the_phone(open_page: Open) -> None:
    seen = open_page(FakeReader(), color_scheme="dark")
    assert seen.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(15, 26, 21)"


def test_the_reference_page_lists_every_route_and_tries_one(open_page: Open) -> None:
    seen = open_page(FakeReader(), path="/docs")
    page = seen.page
    page.wait_for_selector(".operation")
    routes = page.locator(".operation summary code").all_inner_texts()
    assert {"/v1/read", "/v1/score", "/v1/scan", "/v1/rulesets/{ruleset_id}", "/healthz"} <= set(routes)
    score = page.locator(".operation", has=page.locator("code", has_text=re.compile("^/v1/score$")))
    score.locator("summary").click()
    score.get_by_role("button", name="Send").click()
    score.locator("pre.output", has_text='"total": 52').wait_for()


def test_a_fan_touched_below_brings_its_tiles_in_the_photo_along(open_page: Open) -> None:
    seen = open_page(FakeReader(MIXED_STRAIGHT))
    page = seen.page
    seen.photo(MIXED_STRAIGHT)
    page.locator(".fan").last.scroll_into_view_if_needed()
    page.locator("#details").evaluate("(e) => e.scrollIntoView()")
    page.locator(".fan", has_text="中").last.tap()
    assert page.locator("#lens .lit").count() == 3
    page.locator("#lens").tap()
    page.locator("#lens").wait_for(state="hidden")
    assert page.locator(".lit").count() == 0


def test_the_picker_shows_how_to_lay_out_and_hold(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    page.wait_for_selector("#guide .tile")
    told = page.locator("#guide").inner_text()
    assert all(part in told for part in ("吃碰杠放一边", "手牌排一行", "胡的那张", "从正上方拍"))
    assert page.locator("#guide .tile").count() == 14
    assert "避开反光" in page.locator("#guide").get_attribute("aria-label")


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_on_a_desktop_photo_and_answer_stand_side_by_side_and_a_fan_lights_under_the_mouse(
    open_page: Open, locale: str
) -> None:
    desktop = {"viewport": {"width": 1280, "height": 860}, "has_touch": False, "is_mobile": False}
    seen = open_page(FakeReader(MIXED_STRAIGHT), locale=locale, **desktop)
    page = seen.page
    guide, text = (page.locator(each).bounding_box() for each in ("#guide", ".start-text"))
    assert guide["x"] + guide["width"] < text["x"]
    seen.photo(MIXED_STRAIGHT)
    page.wait_for_selector("#answer .verdict.yes")
    photo, answer = (page.locator(each).bounding_box() for each in ("#photo", "#answer"))
    assert photo["x"] + photo["width"] < answer["x"]
    page.locator(".fan").first.hover()
    assert page.locator("#photo polygon.lit").count() == 9
    page.mouse.move(5, 5)
    assert page.locator("#photo polygon.lit").count() == 0
