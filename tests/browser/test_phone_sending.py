"""A photo's way to the service: dropped, HEIC, shrunk on slow links only, with progress, never lost."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import pillow_heif
import pytest
from PIL import Image
from qicheng_fakes import FakeReader, Shot, shoot

from vision.bundle import load_bundle
from vision.photo import decode
from vision.read import PhotoReader

Open = Callable[..., Any]
HAND = "[p777z] 12p456p789p11z + 3p"
EXAMPLE = Path(__file__).parents[2] / "datasets" / "examples" / "melds.jpg"
KILOBYTE = 1000


@cache
def heavy(size: tuple[int, int], padding: int) -> bytes:
    """A photo that decodes to `size` and weighs `padding` bytes more than it must."""
    out = io.BytesIO()
    Image.radial_gradient("L").resize(size).convert("RGB").save(out, "JPEG", quality=92)
    return out.getvalue() + bytes(padding)


def as_heic(shot: Shot) -> Shot:
    """The same shot as an iPhone would send it."""
    pillow_heif.register_heif_opener()
    out = io.BytesIO()
    Image.open(io.BytesIO(shot.jpeg)).save(out, "HEIF", quality=90)
    heic = out.getvalue()
    image = replace(shot.reading.image, sha256=decode(heic).sha256)
    return replace(shot, jpeg=heic, reading=replace(shot.reading, image=image))


def test_a_real_photo_is_read_by_the_shipped_model(open_page: Open) -> None:
    seen = open_page(PhotoReader(load_bundle(None)))
    page = seen.page
    seen.photo(EXAMPLE.read_bytes(), "melds.jpg")
    page.wait_for_selector("#answer .number", timeout=60_000)
    assert page.locator("#photo polygon.box").count() >= 14
    assert page.locator("#hand .meld").count() == 2


def test_a_photo_dropped_on_the_page_is_read(open_page: Open) -> None:
    shot = shoot(HAND)
    page = open_page(FakeReader(shot)).page
    page.wait_for_selector("#guide .tile")
    drag = """([bytes, kind]) => { const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }));
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true })); }"""
    page.evaluate(drag, [list(shot.jpeg), "dragover"])
    assert page.locator("#drop").is_visible()
    page.evaluate(drag, [list(shot.jpeg), "drop"])
    page.wait_for_selector("#answer .verdict.yes")
    assert page.locator("#drop").is_hidden()


def test_a_heic_photo_that_no_chromium_shows_comes_upright_from_the_service(open_page: Open) -> None:
    heic = as_heic(shoot(HAND))
    seen = open_page(FakeReader(heic))
    page = seen.page
    seen.photo(heic, "IMG_0001.HEIC")
    page.wait_for_selector("#answer .verdict.yes")
    drawn = """async () => { const image = new Image();
        image.src = document.querySelector('#photo image').href.baseVal;
        await image.decode(); return image.naturalWidth; }"""
    assert page.evaluate(drawn) > 300


def sent_size(seen: Any, photo: bytes) -> tuple[int, int]:
    with seen.page.expect_response(lambda answer: "/v1/read" in answer.url and answer.ok) as answer:
        seen.photo(photo)
    image = answer.value.json()["image"]
    return image["width"], image["height"]


def slow_down(page: Any, kilobytes_per_second: int) -> None:
    network = page.context.new_cdp_session(page)
    rate = kilobytes_per_second * KILOBYTE
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 20, "downloadThroughput": -1, "uploadThroughput": rate},
    )


def test_on_a_fast_link_the_photo_goes_whole(open_page: Open) -> None:
    seen = open_page(FakeReader())
    assert sent_size(seen, heavy((4000, 3000), 100 * KILOBYTE)) == (4000, 3000)


@pytest.mark.parametrize(
    ("size", "expected", "why"),
    [
        ((4000, 3000), (2560, 1920), "the long side becomes 2,560"),
        ((3000, 4000), (1920, 2560), "upright photos too"),
        ((2000, 1500), (2000, 1500), "never below 2,560: what is smaller goes whole"),
    ],
)
def test_a_browser_that_knows_its_link_is_slow_shrinks_first(
    open_page: Open, size: tuple[int, int], expected: tuple[int, int], why: str
) -> None:
    seen = open_page(FakeReader())
    seen.page.evaluate("Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } })")
    assert sent_size(seen, heavy(size, 100 * KILOBYTE)) == expected, why


def test_an_upload_that_turns_out_slow_is_sent_again_smaller(open_page: Open) -> None:
    seen = open_page(FakeReader())
    slow_down(seen.page, 400)
    assert sent_size(seen, heavy((4000, 3000), 8000 * KILOBYTE)) == (2560, 1920)


def test_progress_is_shown_over_the_photo_in_numbers_then_the_reading(open_page: Open) -> None:
    told = Event()
    seen = open_page(FakeReader(before=lambda: told.wait(60) and None))
    page = seen.page
    slow_down(page, 1500)
    seen.photo(heavy((2000, 1500), 3000 * KILOBYTE))
    page.wait_for_selector("#photo progress[value]")
    assert page.locator("#photo img").is_visible(), "the photo itself, not a bare spinner"
    page.locator(".waiting small", has_text="MB").wait_for()
    page.locator(".waiting p", has_text="认牌").wait_for()
    told.set()
    page.wait_for_selector("#answer .verdict")


def test_a_service_that_cannot_be_reached_says_so_and_the_photo_is_kept_for_retry(open_page: Open) -> None:
    shot = shoot(HAND)
    seen = open_page(FakeReader(shot))
    page = seen.page
    page.wait_for_selector("#guide .tile")
    page.context.set_offline(True)
    seen.photo(shot)
    page.locator(".failed", has_text="连不上").wait_for()
    page.context.set_offline(False)
    page.get_by_role("button", name="重试").click()
    page.wait_for_selector("#answer .verdict.yes")
    seen.troubles.clear()  # the browser itself notes the failed request
