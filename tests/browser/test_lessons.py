"""The way of somebody new: from the first page of an empty server to orders that were sent."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import define
from playwright.sync_api import Browser, Locator, Page, expect

import horizons_core as hz
from tests.browser.grounds import Grounds, grounds
from tests.browser.ordering import COMMANDS
from tests.host.server.browser import PASSWORD

#: What a click must not be more than: the way is short, whoever walks it.
MOST_CLICKS = 6
GAMES = [
    variant if variant == "event_horizon" else pytest.param(variant, marks=pytest.mark.slow)
    for variant in COMMANDS
]


@pytest.fixture
def ground(tmp_path: Path, chromium: Browser) -> Iterator[Grounds]:
    """An empty server with a worker, as `horizons serve` begins it."""
    with grounds(tmp_path / "data", chromium, workers=1) as found:
        yield found
        found.calm()


@define
class NewUser:
    """Clicks what a page offers, and counts."""

    page: Page
    clicks: int = 0

    def click(self, button: Locator) -> None:
        """Click what is in sight or can be scrolled to."""
        self.clicks += 1
        button.click()


@pytest.mark.parametrize("size", ["a phone", pytest.param("a screen", marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES)
def test_from_the_first_page_to_sent_orders(
    ground: Grounds, variant: str, size: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = ground.stranger(size)
    new, begun = NewUser(page), time.monotonic()
    page.goto("/")
    new.click(page.get_by_role("link", name="Make an account and play"))
    page.get_by_label(re.compile("^Name")).fill("Nova")
    page.get_by_label(re.compile("^Mail address")).fill("nova@example.org")
    page.get_by_label(re.compile("^Password")).fill(PASSWORD)
    new.click(page.get_by_role("button", name="Make the account"))
    new.click(page.get_by_role("button", name=f"Begin {hz.variants()[variant].title}"))
    new.click(page.get_by_role("link", name="Your first report"))
    expect(page.locator("h1")).to_contain_text("turn 0", ignore_case=True)
    new.click(page.get_by_role("link", name="I have read it: on to the orders"))
    new.click(page.get_by_role("button", name="Hand these in"))
    expect(page.locator("p.stand.final")).to_be_visible()
    seconds = time.monotonic() - begun
    assert new.clicks <= MOST_CLICKS
    # The page of the game looks by itself whether the turn is run.
    expect(page.get_by_text("Turn 1 was run.")).to_be_visible()
    new.click(page.get_by_role("link", name="Report of turn 1").first)
    expect(page.locator("h1")).to_contain_text("turn 1", ignore_case=True)
    with capsys.disabled():
        told = f"{variant}, {size}: orders sent after {new.clicks - 1} clicks, {seconds:.1f} s"
        sys.stdout.write(f"\n{told}\n")
