"""What leaves the page and what stays: the picture to share, the history on the phone."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from qicheng_fakes import FakeReader, shoot

from tests.browser.acts import enter

Open = Callable[..., Any]
HAND = "[p777z] 12p456p789p11z + 3p"
SHARES = """() => { window.shared = []; navigator.canShare = (data) => data.files.length === 1;
    navigator.share = async ({ files: [{ type, size }], text }) => {
        window.shared.push({ type, size, text }); }; }"""


def saved(page: Any) -> Image.Image:
    with page.expect_download() as download:
        page.locator("#share").click()
    assert download.value.suggested_filename.endswith(".png")
    return Image.open(io.BytesIO(download.value.path().read_bytes()))


def test_the_answer_is_shared_as_a_picture_where_the_phone_can(open_page: Open) -> None:
    shot = shoot(HAND)
    seen = open_page(FakeReader(shot))
    page = seen.page
    page.evaluate(SHARES)
    seen.photo(shot)
    page.wait_for_selector("#answer .verdict.yes")
    page.locator("#share").click()
    page.locator("#share:enabled").wait_for()
    (shared,) = page.evaluate("window.shared")
    assert shared["type"] == "image/png"
    assert shared["size"] > 20_000
    assert shared["text"] == "[p777z] 12456789p11z + 3p = 53"


def test_a_share_that_is_called_off_saves_nothing(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    page.evaluate(
        """() => { navigator.canShare = () => true;
        navigator.share = () => Promise.reject(new DOMException('', 'AbortError')); }"""
    )
    enter(page, HAND)
    downloads: list[Any] = []
    page.on("download", lambda download: downloads.append(download))
    page.locator("#share").click()
    page.locator("#share:enabled").wait_for()
    assert downloads == []


@pytest.mark.parametrize(
    ("host", "why"), [(None, "a desktop without sharing"), ("qicheng.home", "plain HTTP at home")]
)
def test_elsewhere_the_picture_is_saved(open_page: Open, host: str | None, why: str) -> None:
    seen = open_page(FakeReader(), host=host)
    assert seen.page.evaluate("isSecureContext") is (host is None)
    enter(seen.page, HAND)
    picture = saved(seen.page)
    assert picture.width == 1080, why
    assert picture.convert("RGB").getpixel((20, 20)) == (29, 107, 72), "the green of the head"


def test_the_picture_holds_the_photo_and_grows_with_the_fans(open_page: Open) -> None:
    shot = shoot(HAND)
    seen = open_page(FakeReader(shot))
    page = seen.page
    enter(page, HAND)
    without = saved(page)
    page.locator("#again").click()
    seen.photo(shot)
    page.wait_for_selector("#answer .verdict.yes")
    with_photo = saved(page)
    assert with_photo.height > without.height + 200
    cloth = [with_photo.convert("RGB").getpixel((x, 130)) for x in range(80, 1000, 40)]
    assert all(green > red and green > 60 for red, green, _ in cloth), "the cloth of the photo"


def test_without_a_score_there_is_nothing_to_share(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, "147m147p147s1234z")
    assert page.locator("#share").is_hidden()


def test_the_last_hands_are_kept_on_the_phone_and_open_again(open_page: Open) -> None:
    shot = shoot(HAND)
    seen = open_page(FakeReader(shot))
    page = seen.page
    seen.photo(shot)
    page.wait_for_selector("#answer .verdict.yes")
    page.locator("input[name=win][value=discard]").check(force=True)
    page.locator("input[name=discarder][value=west]").check(force=True)
    page.locator("#answer .number", has_text="52").wait_for()
    page.reload()
    entry = page.locator("#history .entry")
    assert entry.count() == 1, "a hand that was corrected is kept once"
    assert "52 番" in entry.inner_text()
    entry.click()
    page.locator("#answer .number", has_text="52").wait_for()
    assert page.locator("#hand .meld").count() == 1
    assert page.locator("input[name=discarder][value=west]").is_checked()
    assert page.locator("#photo").is_hidden(), "photos are not kept"


def test_history_is_short_holds_no_photo_and_can_be_cleared(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    enter(page, HAND)
    kept = page.evaluate("localStorage.getItem('qicheng.history')")
    assert "base64" not in kept
    assert 'quad":[' not in kept
    page.evaluate(
        """() => { const [one] = JSON.parse(localStorage.getItem('qicheng.history'));
        const many = Array.from({ length: 20 }, (_, id) => ({ ...one, id }));
        localStorage.setItem('qicheng.history', JSON.stringify(many)); }"""
    )
    page.locator("#again").click()
    enter(page, HAND)
    page.locator("#again").click()
    assert page.locator("#history .entry").count() == 20
    page.locator("#history").get_by_role("button", name="清空").click()
    assert page.locator("#history .entry").count() == 0


def test_the_example_is_not_history(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    page.locator("#example").click()
    page.wait_for_selector("#answer .verdict.yes")
    assert page.evaluate("localStorage.getItem('qicheng.history')") is None
