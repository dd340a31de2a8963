"""Without scripts a player can still read reports and submit orders."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.grounds import Grounds
from tests.browser.ordering import COMMANDS, by_form, by_text, hand_in
from tests.host.server.played import play_game


@pytest.mark.slow
@pytest.mark.parametrize("variant", COMMANDS)
def test_reports_are_read_and_orders_sent(ground: Grounds, variant: str) -> None:
    key = play_game(ground.site, variant, 1, title=variant)
    page = ground.person("Ada", "a phone", java_script_enabled=False)
    page.goto(f"/games/{key}/turns/1")
    expect(page.locator("main svg").first).to_be_visible()
    link = page.locator("a.why").first
    if not link.is_visible():  # routine details are folded
        page.locator("details", has=link).locator("summary").first.click()
    link.click()
    expect(page.locator("#why")).to_be_visible()
    page.goto(f"/games/{key}/replay")
    expect(page.locator("main svg").first).to_be_visible()
    page.goto(f"/games/{key}")
    by_text(page, "; by hand")
    line = by_form(page, COMMANDS[variant])
    hand_in(page)
    expect(page.get_by_text("Saved as version 1")).to_be_visible()
    assert line.partition("\n")[0].strip() in page.locator("#understood").inner_text()
    with ground.site.service.database.game(key) as store:
        text = store.submissions_by(2, "Ada")[-1].text
    assert "; by hand" in text
    assert line in text
