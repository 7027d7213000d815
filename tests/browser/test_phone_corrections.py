"""Correcting what was read: each in at most two taps, each undone; giving the photo with consent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from qicheng_fakes import FakeReader, misread, shoot

from vision.photo import decode
from vision.reading import Reading

Open = Callable[..., Any]
HAND = "[p777z][c123p] 456p789p1z + 1z"
MISREAD = misread(shoot("[p777z] 12p456p789p11z + 3p"), 5, "9m")


def opened(open_page: Open, notation: str = HAND) -> Any:
    """A photo's hand on the page, which counts the taps from here on."""
    shot = shoot(notation)
    seen = open_page(FakeReader(shot))
    seen.photo(shot)
    seen.page.wait_for_selector("#answer .verdict")
    seen.page.evaluate(
        """() => { window.taps = 0;
        addEventListener('click', (e) => { if (e.isTrusted && e.detail > 0) window.taps += 1; }, true); }"""
    )
    return seen.page


def tile(page: Any, code: str, where: str = "#hand") -> Any:
    return page.locator(f"{where} button.tile", has=page.locator(f"use[href='#t-{code}']"))


def taps(page: Any) -> int:
    return int(page.evaluate("window.taps"))


def groups(page: Any) -> dict[str, int]:
    return {
        "melds": page.locator("#hand .meld").count(),
        "in hand": page.locator("#hand .strip > .of-hand").count(),
        "winning": page.locator("#hand .strip > .of-winning").count(),
        "others": page.locator("#hand .others .tile").count(),
    }


START = {"melds": 2, "in hand": 7, "winning": 1, "others": 0}


MOVES = [
    ("4p", "作胡的牌", START, "the former winning tile goes back to the hand"),
    ("1z", "不算这张", {**START, "in hand": 6, "others": 1}, "a tile that is not of the hand"),
    ("1z", "删掉", {**START, "in hand": 6}, "what was no tile"),
    ("7z", "放回手牌", {**START, "in hand": 8}, "one tile out of a meld"),
    ("7z", "整副放回手牌", {**START, "melds": 1, "in hand": 10}, "a meld that was none"),
]


def test_a_tile_moves_in_two_taps_and_back_in_one(open_page: Open) -> None:
    page = opened(open_page)
    for done, (code, button, after, why) in enumerate(MOVES, 1):
        assert groups(page) == START
        tile(page, code).first.click()
        page.locator("#sheet").get_by_role("button", name=button, exact=True).click()
        assert groups(page) == after, why
        page.locator("#undo").click()
        assert groups(page) == START
        assert taps(page) == 3 * done


def test_a_tile_joins_a_meld_that_lies_there_in_two_taps(open_page: Open) -> None:
    page = opened(open_page, "[p777z] 7z12p456p789p1z + 3p")
    tile(page, "7z").last.click()
    page.locator("#sheet .meld-choice", has_text="补杠").click()
    assert page.locator(".meld-name").inner_text() == "补杠"
    assert page.locator("#hand .meld .tile").count() == 4
    assert taps(page) == 2


@pytest.mark.parametrize(
    ("notation", "kind", "tiles", "name"),
    [
        ("[p777z] 12p456p789p11z + 3p", "kong", 4, "明杠"),
        ("[p777z] 12p456p789p11z + 3p", "concealed_kong", 4, "暗杠"),
        ("[k7777z] 12p456p789p11z + 3p", "pung", 3, "碰"),
        ("[k7777z] 12p456p789p11z + 3p", "added_kong", 4, "补杠"),
        ("[a7777z] 12p456p789p11z + 3p", "pung", 3, "碰"),
    ],
)
def test_a_meld_changes_its_kind_in_two_taps(
    open_page: Open, notation: str, kind: str, tiles: int, name: str
) -> None:
    page = opened(open_page, notation)
    page.locator(".meld-name").click()
    page.locator(f"#sheet label:has([value={kind}])").click()
    assert page.locator(".meld-name").inner_text() == name
    assert page.locator("#hand .meld .tile").count() == tiles
    assert taps(page) <= 3, "the tap on a label is a tap on its radio too"


def test_a_meld_cannot_become_what_its_tiles_are_not(open_page: Open) -> None:
    page = opened(open_page)
    page.locator(".meld-name", has_text="吃").click()
    assert page.locator("#sheet [value=pung]").is_disabled()
    assert "一样的牌才能碰" in page.locator("#sheet .why").inner_text()


def test_a_missed_tile_is_added_in_two_taps(open_page: Open) -> None:
    page = opened(open_page, "[p777z] 1p456p789p11z + 3p")
    page.locator("#add").click()
    tile(page, "2p", "#sheet").click()
    assert taps(page) == 2
    page.keyboard.press("Escape")
    page.wait_for_selector("#answer .verdict.yes")


def test_a_tap_on_the_photo_opens_the_same_corrections_as_the_strip(open_page: Open) -> None:
    page = opened(open_page)
    page.locator("#photo polygon.of-winning").click()
    from_photo = page.locator("#sheet").inner_text()
    page.keyboard.press("Escape")
    page.locator("#hand .of-winning").click()
    assert page.locator("#sheet").inner_text() == from_photo


def test_boxes_work_by_keyboard_and_focus_comes_back(open_page: Open) -> None:
    page = opened(open_page)
    page.locator("#photo polygon").first.focus()
    page.keyboard.press("Enter")
    page.locator("#sheet[open]").wait_for()
    page.keyboard.press("Escape")
    focused = page.evaluate("document.activeElement.dataset.tile")
    assert focused == "0"


def corrected(open_page: Open) -> Any:
    seen = open_page(FakeReader(MISREAD))
    seen.photo(MISREAD)
    seen.page.wait_for_selector("#doubts .doubt")
    assert seen.page.locator("#correct").is_hidden(), "nothing was corrected yet"
    seen.page.get_by_role("button", name="改成四饼").click()
    seen.page.locator("#give").wait_for()
    return seen


def test_a_corrected_photo_is_given_with_consent_and_taken_back(open_page: Open) -> None:
    page = corrected(open_page).page
    assert "撤回" in page.locator("#correct").inner_text(), "what happens to the photo is said before"
    page.evaluate(
        """() => { const { fetch } = window;
        window.fetch = (path, options) => {
            const fields = [...(options.body ?? [])].filter(([, value]) => typeof value === 'string');
            window.given = Object.fromEntries(fields);
            return fetch(path, options); }; }"""
    )
    page.locator("#give").click()
    page.locator("#correct", has_text="已经存下").wait_for()
    given = page.evaluate("window.given")
    assert given["consent"] == "true"
    reading = Reading.from_dict(json.loads(given["reading"]))
    assert [each.tile for each in reading.tiles if each.id == 5] == ["4p"]
    assert reading.image.sha256 == decode(MISREAD.jpeg).sha256
    page.locator("#take-back").click()
    page.locator("#correct", has_text="已经删除").wait_for()


def test_undoing_the_correction_takes_the_offer_away(open_page: Open) -> None:
    page = corrected(open_page).page
    page.locator("#undo").click()
    page.locator("#give").wait_for(state="hidden")


def test_a_service_that_stores_nothing_is_asked_once(open_page: Open) -> None:
    seen = corrected(open_page)
    page = seen.page
    off = {"code": "corrections_off", "text": {"zh": "这里不存照片。", "en": "Nothing is stored here."}}
    page.route(
        "**/v1/corrections",
        lambda route: route.fulfill(
            status=403, content_type="application/problem+json", body=json.dumps(off)
        ),
    )
    page.locator("#give").click()
    page.locator("#correct", has_text="这里不存照片").wait_for()
    page.locator("#undo").click()
    page.get_by_role("button", name="改成四饼").click()
    page.wait_for_selector("#answer .verdict.yes")
    assert page.locator("#correct").is_hidden()
    seen.troubles.clear()  # the browser itself notes the 403
