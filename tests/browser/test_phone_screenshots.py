"""A screenshot of our own page, on a phone and on a computer, by day and by night, is no photo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from qicheng_fakes import FakeReader

from tests.browser.acts import enter
from vision.photo import decode
from vision.screens import is_drawn

COMPUTER = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "screen", [{}, {"device_scale_factor": 3}, COMPUTER], ids=["small", "phone", "computer"]
)
def test_a_screenshot_of_the_page_is_known_as_one(
    open_page: Callable[..., Any], screen: dict[str, Any], scheme: str
) -> None:
    page = open_page(FakeReader(), color_scheme=scheme, **screen).page
    page.wait_for_selector("#build")
    assert is_drawn(decode(page.screenshot()).pixels), "the start"
    enter(page, "[p777z] 12p456p789p11z + 3p")
    assert is_drawn(decode(page.screenshot()).pixels), "a hand's answer"
