"""Cards of orders in a browser: phones, keys, accessibility, values that are kept, and changes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clicking import written
from tests.browser.grounds import SIZES, Grounds
from tests.browser.ordering import begin, show_panel
from tests.browser.walking import complaints
from tests.host.server.played import play_game

pytestmark = pytest.mark.slow

#: For each game a command with a card, and what is chosen before it.
CARDS = {
    "event_horizon": ("BUILD", ""),
    "galaxy_g": ("D", ""),
    "far_horizons": ("RESEARCH", "Ada Prime"),
    "campaign2e": ("CONTACT", "g1"),
    "starcluster": ("DESIGN", ""),
}


def open_card(page: Page, keyword: str, first: str = "") -> None:
    """Open the card of a command from the list of all orders."""
    show_panel(page, "Orders")
    page.locator("#add").click()
    page.locator(f'#thing button.command[data-keyword="{keyword}"]').click()
    if first:
        page.locator("#thing .asked .choices button", has_text=first).first.click()
    expect(page.locator("#thing form.fields")).to_be_visible()


@pytest.mark.parametrize("variant", CARDS)
def test_a_card_fits_a_phone_and_has_no_serious_finding(ground: Grounds, variant: str) -> None:
    key = play_game(ground.site, variant, 0, title=f"cards of {variant}")
    page = begin(ground.person("Ada", "a phone"), key)
    open_card(page, *CARDS[variant])
    for part in ("document.documentElement", "document.querySelector('#thing')"):
        assert page.evaluate(f"{part}.scrollWidth <= {part}.clientWidth"), part
    assert page.evaluate("document.documentElement.clientWidth") == SIZES["a phone"][0]
    assert complaints(page) == []
    target = page.locator("#thing .tool :is(button, select)").first.bounding_box()
    assert target
    assert min(target["width"], target["height"]) >= 44


def test_fields_keep_their_values_and_bounds_follow(ground: Grounds) -> None:
    key = play_game(ground.site, "event_horizon", 0, title="fields")
    page = begin(ground.person("Ada"), key)
    open_card(page, "BUILD")
    count, weapons, hull = (
        page.get_by_role("textbox", name=name) for name in ("number of ships", "weapons", "hull")
    )
    weapons.fill("4")
    expect(hull).to_have_value("4")  # nobody touched it, so it follows
    count.fill("3")
    expect(weapons).to_have_value("4")
    expect(weapons).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#thing .note.fault")).to_have_text("from 1 to 2")
    page.locator("#thing .finish button").first.click()
    expect(page.locator("#prompt")).to_have_text("weapons: from 1 to 2")
    expect(weapons).to_be_focused()
    assert written(page) == [""]
    weapons.press("ArrowDown")
    expect(page.locator("#thing .stocks")).to_contain_text("2 weapon")
    weapons.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("Added as line 1: Build ships")
    assert written(page)[0] == "BUILD 3 1 0 2 0"


def test_an_order_is_changed_on_the_card_that_it_was_made_on(ground: Grounds) -> None:
    key = play_game(ground.site, "event_horizon", 0, title="changes")
    page = begin(ground.person("Ada"), key)
    open_card(page, "BUILD")
    page.locator("#thing .presets button", has_text="Warship").click()
    page.locator("#thing .finish button").first.click()
    show_panel(page, "Orders")
    edit = page.locator("#lines li").first.get_by_role("button", name="Edit")
    edit.click()
    weapons = page.get_by_role("textbox", name="weapons")
    expect(weapons).to_have_value("4")
    expect(page.locator("#thing .stocks")).to_contain_text(re.compile("4 weapon"))
    page.locator("#thing .close").click()
    assert written(page)[0] == "BUILD 1 12 1 4 2"
    show_panel(page, "Orders")
    edit.click()
    weapons.fill("3")
    page.locator("#thing .finish button").first.click()
    expect(page.locator("#prompt")).to_contain_text("Changed line 1")
    assert [line for line in written(page) if line] == ["BUILD 1 12 1 3 2"]
