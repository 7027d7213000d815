"""Fit for everybody and for the wire: axe, targets, dark, words, weight, policy, manifest, legible tiles."""

from __future__ import annotations

import io
import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PIL import Image, ImageChops
from qicheng_fakes import FakeReader, misread, shoot

from tests.browser.acts import enter

Open = Callable[..., Any]
WEB = Path(__file__).parents[2] / "api" / "web"
MISREAD = misread(shoot("[k7777z][c123p] 456p789p1z + 1z"), 8, "9m")
MOST_BYTES = 150_000
SCHEMES = [("zh-CN", "light"), ("en-GB", "dark")]


def axe(page: Any) -> list[str]:
    """What axe finds that is serious, or critical, as `rule: element`."""
    source = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    script = (Path(source.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    if not page.evaluate("'axe' in window"):
        page.evaluate(script)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
    ]


@pytest.mark.parametrize(("locale", "scheme"), SCHEMES)
def test_axe_finds_nothing_serious_on_a_photo_and_its_corrections(
    open_page: Open, locale: str, scheme: str
) -> None:
    seen = open_page(FakeReader(MISREAD), locale=locale, color_scheme=scheme)
    page = seen.page
    found = {"start": axe(page)}
    seen.photo(MISREAD)
    page.wait_for_selector("#doubts small")
    found["doubts"] = axe(page)
    for name, opener in {
        "tile": "#hand .doubtful",
        "meld": ".meld-name",
        "house": ".house",
        "add": "#add",
    }.items():
        page.locator(opener).first.click()
        found[name] = axe(page)
        page.keyboard.press("Escape")
    page.locator("#doubts .primary").click()
    page.locator(".fan").first.click()
    page.locator(".more summary").click()
    found["answer"] = axe(page)
    assert found == {name: [] for name in found}


@pytest.mark.parametrize(("locale", "scheme"), SCHEMES)
def test_axe_finds_nothing_serious_on_waits_history_and_table(
    open_page: Open, locale: str, scheme: str
) -> None:
    page = open_page(FakeReader(), locale=locale, color_scheme=scheme).page
    enter(page, "234m234m567s88p46p")
    found = {"waits": axe(page)}
    page.locator("#answer .waits button").first.click()
    page.wait_for_selector("#answer .verdict.yes")
    page.locator("#again").click()
    found["history"] = axe(page)
    page.locator("#table-entry button").click()
    page.wait_for_selector(".set-up")
    found["set-up"] = axe(page)
    page.locator(".set-up .primary").click()
    page.locator(".next-actions .button").last.click()
    page.locator("#write-down:enabled").wait_for()
    found["settling"] = axe(page)
    page.locator("#write-down").click()
    page.wait_for_selector(".played")
    found["table"] = axe(page)
    assert found == {name: [] for name in found}


@pytest.mark.parametrize(("locale", "scheme"), SCHEMES)
def test_axe_finds_nothing_serious_while_a_photo_is_read_and_when_it_fails(
    open_page: Open, locale: str, scheme: str
) -> None:
    looked = Event()
    reader = FakeReader(MISREAD, before=lambda: looked.wait(60) and None)
    seen = open_page(reader, locale=locale, color_scheme=scheme)
    page = seen.page
    seen.photo(MISREAD)
    page.wait_for_selector("#photo.reading")
    found = {"reading": axe(page)}
    page.locator(".waiting button").click()
    looked.set()
    seen.photo(b"no photo")
    page.wait_for_selector(".failed")
    found["failed"] = axe(page)
    assert found == {name: [] for name in found}
    seen.troubles.clear()  # the browser itself notes the 415


def test_axe_finds_nothing_serious_on_the_reference_page(open_page: Open) -> None:
    page = open_page(FakeReader(), path="/docs").page
    page.wait_for_selector(".operation")
    assert axe(page) == []


SMALL = """['button', 'summary', '.segments label', 'input[type=number]', 'input[type=text]']
    .flatMap((kind) => [...document.querySelectorAll(kind)])
    .filter((e) => e.checkVisibility()).map((e) => [e.getBoundingClientRect(), e.outerHTML])
    .filter(([r]) => r.height < 43.5 || r.width < 41)
    .map(([r, html]) => `${Math.round(r.width)}x${Math.round(r.height)} ${html.slice(0, 120)}`)"""


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_every_target_has_room_for_a_finger_on_every_screen(open_page: Open, locale: str) -> None:
    page = open_page(FakeReader(), locale=locale, viewport={"width": 360, "height": 780}).page
    small = {"start": page.evaluate(SMALL)}
    enter(page, "[p777z] 12p456p789p11z + 3p")
    page.locator(".more summary").click()
    small["answer"] = page.evaluate(SMALL)
    page.locator(".meld-name").click()
    small["meld"] = page.evaluate(SMALL)
    page.keyboard.press("Escape")
    page.locator("#again").click()
    page.locator("#table-entry button").click()
    page.locator(".set-up .primary").wait_for()
    small["set-up"] = page.evaluate(SMALL)
    page.locator(".set-up .primary").click()
    page.locator(".next-actions .button").last.click()
    page.locator("#write-down:enabled").click()
    page.wait_for_selector(".played")
    small["table"] = page.evaluate(SMALL)
    assert small == {name: [] for name in small}


def test_a_screen_is_announced_and_reached_by_the_keyboard_alone(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    page.wait_for_selector("#guide .tile")
    names = []
    for _ in range(6):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.innerText.trim().split('\\n')[0]"))
    assert names == ["English", "拍照", "从相册选", "点牌输入", "看个例子", "牌桌记账"]
    page.locator("#example").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer .verdict.yes")
    assert page.evaluate("document.activeElement.id") == "work"
    assert page.locator("#answer").get_attribute("aria-live") == "polite"


def test_all_that_loads_before_a_picture_weighs_less_than_150_kb(open_page: Open) -> None:
    page = open_page(
        FakeReader(), viewport={"width": 391, "height": 844}
    ).page  # a browser that has nothing yet
    page.wait_for_selector("#guide .tile")
    page.locator("#table-entry button").click()
    page.wait_for_selector(".set-up")
    sizes = """performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
        .map((each) => [each.name, each.transferSize])"""
    sent = dict(page.evaluate(sizes))
    assert sum(sent.values()) < MOST_BYTES, sent
    assert sum(size > 0 for size in sent.values()) > 20, "measured, not taken from a cache"


def test_every_module_of_the_first_screen_is_preloaded_so_that_none_waits_for_another() -> None:
    def imports(name: str, seen: set[str]) -> set[str]:
        source = (WEB / name).read_text(encoding="utf-8")
        for other in re.findall(r'^import .*? from "\./(.*?)";$', source, re.MULTILINE):
            if other not in seen:
                seen.add(other)
                imports(other, seen)
        return seen

    preloaded = re.findall(
        r'rel="modulepreload" href="static/(.*?)"', (WEB / "index.html").read_text(encoding="utf-8")
    )
    assert sorted(preloaded) == sorted(imports("app.js", set()))


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere(open_page: Open) -> None:
    seen = open_page(FakeReader())
    page = seen.page
    page.evaluate(
        """() => { const script = document.createElement('script'); script.textContent = 'window.bad = 1';
        const box = document.createElement('div'); box.innerHTML = '<i style="color:red">x</i>';
        document.body.append(script, box); }"""
    )
    assert page.evaluate("window.bad") is None
    refused = [told for told in seen.troubles if "Content Security Policy" in told]
    assert len(refused) == 2
    seen.troubles.clear()


def test_the_page_can_be_installed(open_page: Open) -> None:
    seen = open_page(FakeReader())
    page = seen.page
    manifest = page.request.get(f"{seen.base_url}/static/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    told = manifest.json()
    assert told["display"] == "standalone"
    for icon in told["icons"]:
        answer = page.request.get(f"{seen.base_url}/static/{icon['src']}")
        assert answer.ok
        if icon["type"] == "image/png":
            width, height = Image.open(io.BytesIO(answer.body())).size
            assert f"{width}x{height}" == icon["sizes"]
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each for each in errors if each["errorId"] != "in-incognito"] == []


def test_the_camera_is_the_one_at_the_back_and_files_may_be_heic(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    assert page.locator("#camera").get_attribute("capture") == "environment"
    assert ".heic" in page.locator("#gallery").get_attribute("accept")
    with page.expect_file_chooser():
        page.locator("[data-pick=camera]").first.click()


def test_each_of_the_34_tiles_is_told_from_every_other_at_28_px(open_page: Open) -> None:
    """The least difference of any two faces, in grey levels a pixel; blank tiles would be 0 apart."""
    page = open_page(FakeReader()).page
    page.wait_for_selector("#guide .tile")
    page.locator("#build").click()
    tiles = page.locator("#sheet .palette button")
    page.evaluate(
        """document.querySelectorAll('#sheet .palette button').forEach((each) => {
        each.className = 'tile tiny'; each.style.width = '28px'; each.style.minHeight = '0'; })"""
    )
    faces = [
        Image.open(io.BytesIO(tiles.nth(index).screenshot())).convert("L").resize((28, 37))
        for index in range(34)
    ]
    assert len(faces) == 34

    def apart(a: Image.Image, b: Image.Image) -> float:
        histogram = ImageChops.difference(a, b).histogram()
        return sum(level * many for level, many in enumerate(histogram)) / (28 * 37)

    assert min(apart(a, b) for a, b in itertools.combinations(faces, 2)) > 4


def test_no_tile_on_the_page_is_drawn_smaller_than_28_px(open_page: Open) -> None:
    seen = open_page(FakeReader(MISREAD))
    page = seen.page
    widths = """[...document.querySelectorAll('.tile')].filter((e) => e.checkVisibility())
        .map((e) => e.getBoundingClientRect().width)"""
    page.wait_for_selector("#guide .tile")
    assert min(page.evaluate(widths)) >= 28
    seen.photo(MISREAD)
    page.locator("#doubts .primary").click()
    page.wait_for_selector(".fan")
    assert min(page.evaluate(widths)) >= 28


def test_every_sentence_is_there_in_both_languages_and_used(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sentences = page.evaluate("import('/static/sentences.js').then((module) => module.SENTENCES)")
    for key, (zh, en) in sentences.items():
        assert zh, key
        assert en, key
        holes = [sorted(part for part in ("{0}", "{1}", "{2}", "{3}") if part in text) for text in (zh, en)]
        assert holes[0] == holes[1], f"{key}: both say the same values"
    source = "".join(
        file.read_text(encoding="utf-8")
        for file in WEB.glob("*.*")
        if file.suffix in {".js", ".html"} and file.name != "sentences.js"
    )
    put_together = (
        "why_",
        "after_",
        "thrown_",
        "by_",
        "east",
        "south",
        "west",
        "north",
        "left",
        "across",
        "right",
    )
    kinds = {
        "chow",
        "pung",
        "kong",
        "added_kong",
        "concealed_kong",
        "self_draw",
        "discard",
        "robbed_kong",
        "concealed",
        "winning_tile",
        "other",
    }
    unused = [
        key
        for key in sentences
        if json.dumps(key) not in source and not key.startswith(put_together) and key not in kinds
    ]
    assert unused == []
