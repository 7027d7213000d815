"""What a person does on the page, in the fewest touches."""

from __future__ import annotations

from typing import Any


def enter(page: Any, hand: str) -> None:
    """A hand as text, from the start to its answer."""
    page.locator("#build").click()
    page.locator("#notation").fill(hand)
    page.locator("form.paste button").click()
    page.wait_for_selector("#answer .verdict")


def pick(page: Any, name: str) -> None:
    """Another rule set, by its name."""
    page.locator("button.rules").click()
    page.locator(".rules-list button", has=page.get_by_text(name, exact=True)).click()
    page.locator("button.rules", has_text=name).wait_for()
