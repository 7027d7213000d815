"""The table on the phone: four names, balances, dealer and round from hand to hand, as `settle` says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from qicheng_fakes import FakeReader, shoot

Open = Callable[..., Any]
NAMES = {"east": "张三", "south": "李四", "west": "王五", "north": "赵六"}
HAND = "[p777z] 12p456p789p11z + 3p"
PLAIN = "234m234m567s88p46p + 5p"


def sit_down(page: Any, rules: str | None = None, money: int | None = None) -> None:
    page.locator("#table-entry button").click()
    page.wait_for_selector(".set-up")
    if rules:
        page.locator("button.rules").click()
        page.locator(".rules-list button", has=page.get_by_text(rules, exact=True)).click()
        page.locator("button.rules", has_text=rules).wait_for()
    for place, name in NAMES.items():
        page.fill(f"#name-{place}", name)
    if money:
        page.locator("#limited").check(force=True)
        page.fill("#money", str(money))
    page.get_by_role("button", name="开桌").click()
    page.wait_for_selector(".felt-table")


def build(page: Any, notation: str = HAND) -> None:
    page.locator("#table").get_by_role("button", name="点牌输入").click()
    page.locator("#notation").fill(notation)
    page.locator("form.paste button").click()


def choose(page: Any, **chips: str) -> None:
    for name, value in chips.items():
        page.locator(f'input[name="{name.replace("_", "-")}"][value="{value}"]').check(force=True)


def write_down(page: Any) -> None:
    page.locator("#write-down:enabled").click()
    page.wait_for_selector(".felt-table")


def balances(page: Any) -> dict[str, str]:
    amounts = {place: page.locator(f".at-{place} .amount") for place in NAMES}
    return {place: amount.inner_text().replace("−", "-") for place, amount in amounts.items()}


def dealer(page: Any) -> str:
    return str(page.locator(".player.deals .name").inner_text())


def won_by_discard(page: Any, winner: str = "south", discarder: str = "west") -> None:
    choose(page, win="discard")
    choose(page, seat=winner)
    choose(page, discarder=discarder)
    page.wait_for_selector("#record-settle:enabled")


def test_a_photographed_win_is_settled_and_the_deal_goes_on(open_page: Open) -> None:
    shot = shoot(HAND)
    seen = open_page(FakeReader(shot))
    page = seen.page
    sit_down(page)
    assert dealer(page) == "张三"
    with page.expect_file_chooser() as chooser:
        page.locator("#table [data-pick=gallery]").click()
    chooser.value.set_files([{"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": shot.jpeg}])
    page.wait_for_selector("text=谁胡的")
    assert page.locator("#record").is_hidden(), "nothing is written down before it is known who won"
    won_by_discard(page)
    page.locator("#record-settle").click()
    page.locator(".result", has_text="下一局李四坐庄").wait_for()
    assert "王五付李四 104：出冲" in page.locator(".result .pays").inner_text()
    write_down(page)
    assert balances(page) == {"east": "0", "south": "+104", "west": "-104", "north": "0"}
    assert dealer(page) == "李四"
    assert "第 2 局" in page.locator(".centre").inner_text()


def test_the_table_outlives_the_page_and_stays_on_the_phone(open_page: Open) -> None:
    seen = open_page(FakeReader())
    page = seen.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    sit_down(page)
    build(page)
    won_by_discard(page)
    page.locator("#record-settle").click()
    write_down(page)
    page.reload()
    page.locator("#table-entry button", has_text="回到牌桌").click()
    page.wait_for_selector(".felt-table")
    assert balances(page)["south"] == "+104"
    assert not any(name in body for body in sent for name in NAMES.values()), "names never leave the phone"


def test_a_dealer_who_wins_stays_and_undo_takes_the_hand_back(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sit_down(page)
    build(page)
    choose(page, seat="east")
    page.locator("#record-settle:enabled").click()
    page.locator(".result", has_text="张三连庄").wait_for()
    write_down(page)
    assert dealer(page) == "张三"
    assert balances(page) == {"east": "+159", "south": "-53", "west": "-53", "north": "-53"}
    page.get_by_role("button", name="撤销上一局").click()
    page.locator(".winners li", has_text="张三").wait_for()  # it can be settled anew
    assert balances(page) == dict.fromkeys(NAMES, "0")
    page.locator(".winners .close").click()
    page.locator(".winners").wait_for(state="detached")


def test_several_win_on_one_discard(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sit_down(page, "跌倒胡")
    build(page, PLAIN)
    won_by_discard(page, "south", "west")
    page.locator("#record-another").click()
    build(page, "345m345m678s99p46p + 5p")
    assert page.locator("input[name=win][value=discard]").is_checked()
    assert page.locator("input[name=seat][value=south]").is_disabled(), "each wins once"
    assert page.locator("input[name=win][value=self_draw]").is_disabled(), "the same tile won"
    choose(page, seat="north")
    page.locator("#record-settle:enabled").click()
    page.locator(".result .pays li").nth(1).wait_for()
    assert page.locator(".won-hand").count() == 2
    write_down(page)
    assert balances(page) == {"east": "0", "south": "+1", "west": "-2", "north": "+1"}


def test_a_drawn_hand_pays_for_kongs(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sit_down(page, "跌倒胡")
    page.get_by_role("button", name="流局").click()
    page.locator(".result", has_text="谁也不付钱").wait_for()
    choose(page, kong_who="north")
    choose(page, kong_kind="concealed_kong")
    page.locator("#add-kong").click()
    page.locator(".kongs li", has_text="赵六").wait_for()
    choose(page, kong_who="east")
    choose(page, kong_kind="kong")
    choose(page, kong_from="south")
    page.locator("#add-kong").click()
    page.locator(".result .pays li").nth(3).wait_for()
    write_down(page)
    assert balances(page) == {"east": "0", "south": "-2", "west": "-1", "north": "+3"}
    assert dealer(page) == "李四", "in town the deal passes after a drawn hand"


def test_limited_money_is_carried_and_two_without_any_end_the_game(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sit_down(page, "跌倒胡", money=8)
    assert balances(page) == dict.fromkeys(NAMES, "8")
    for _ in range(2):
        build(page, "123p345p678p55p99p + 9p")  # a full flush: four times the stake of each
        choose(page, seat="east")
        page.locator("#record-settle:enabled").click()
        write_down(page)
    assert balances(page) == {"east": "32", "south": "0", "west": "0", "north": "0"}
    assert page.locator(".over").is_visible()


def test_the_round_goes_on_when_the_deal_has_gone_around(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sit_down(page)
    for next_dealer in ["李四", "王五", "赵六", "张三"]:
        page.get_by_role("button", name="流局").click()
        page.locator(".result", has_text=f"下一局{next_dealer}坐庄").wait_for()
        write_down(page)
    assert "南风圈" in page.locator(".centre").inner_text()
    build(page, "[p222z] 123456m11z55p + 5p")
    choose(page, seat="south")
    page.locator(".fan", has_text="圈风").wait_for()  # the hand is scored in the table's round
    assert page.locator("input[name=round]").count() == 0, "and it is not asked"


def test_a_false_win_is_fined_where_the_rules_say_so(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sit_down(page, "镇江麻将")
    page.get_by_role("button", name="流局").click()
    choose(page, false_win="west")
    page.locator(".result", has_text="王五诈胡罚 6").wait_for()
    write_down(page)
    assert "诈胡罚 6" in page.locator(".played").inner_text()


def test_a_hand_that_may_not_go_out_cannot_be_written_down(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sit_down(page)
    build(page, PLAIN)
    won_to = page.locator("#record-settle")
    choose(page, win="discard")
    choose(page, seat="south")
    choose(page, discarder="west")
    page.locator("#answer .verdict.no").wait_for()
    assert won_to.is_disabled()
    assert page.locator("#record-why").is_visible()


def test_names_dealer_and_round_can_be_set_right_and_the_table_ended(open_page: Open) -> None:
    page = open_page(FakeReader()).page
    sit_down(page)
    page.get_by_role("button", name="调整").click()
    page.fill("#rename-east", "小张")
    choose(page, dealer="west")
    choose(page, table_round="north")
    page.get_by_role("button", name="好了").click()
    assert page.locator(".at-east .name").inner_text() == "小张"
    assert dealer(page) == "王五"
    assert "北风圈" in page.locator(".centre").inner_text()
    page.get_by_role("button", name="调整").click()
    page.get_by_role("button", name="收桌").click()
    page.locator("#sheet .danger").click()
    page.wait_for_selector("#start:not([hidden])")
    kept = page.evaluate("localStorage.getItem('qicheng.table')")
    assert kept is None


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_no_name_is_too_long_for_the_table(open_page: Open, locale: str) -> None:
    page = open_page(FakeReader(), locale=locale, viewport={"width": 360, "height": 780}).page
    page.locator("#table-entry button").click()
    for place in NAMES:
        page.fill(f"#name-{place}", "Wolfeschlege")
    page.locator(".set-up .primary").click()
    page.wait_for_selector(".felt-table")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
    kept = json.loads(page.evaluate("localStorage.getItem('qicheng.table')"))
    assert kept["names"]["east"] == "Wolfeschlege"
