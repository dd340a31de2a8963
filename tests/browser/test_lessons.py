"""The way of a new user: from the first page of an empty server to submitted orders."""

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

#: Maximum number of clicks, for every visitor.
MAX_CLICKS = 4


@pytest.fixture
def ground(tmp_path: Path, chromium: Browser) -> Iterator[Grounds]:
    """An empty server with a worker, as `horizons serve` starts it."""
    with grounds(tmp_path / "data", chromium, workers=1) as ground:
        yield ground
        ground.calm()


@define
class NewUser:
    """Clicks visible elements of a page, and counts."""

    page: Page
    clicks: int = 0

    def click(self, button: Locator) -> None:
        """Click an element that is visible or can be scrolled to."""
        self.clicks += 1
        button.click()


def send_first_orders(new: NewUser, name: str, variant: str) -> None:
    """Create an account, begin a lesson and submit the proposed orders."""
    page = new.page
    page.goto("/")
    new.click(page.get_by_role("link", name="Create account and play"))
    page.get_by_label(re.compile("^Name")).fill(name)
    page.get_by_label(re.compile("^Email address")).fill(f"{name.casefold()}@example.org")
    page.get_by_label(re.compile("^Password")).fill(PASSWORD)
    new.click(page.get_by_role("button", name="Create account"))
    new.click(page.get_by_role("button", name=f"Start {hz.variants()[variant].title}"))
    new.click(page.get_by_role("button", name="Submit these orders"))
    expect(page.locator("#game[data-status=final]")).to_be_visible()
    assert new.clicks <= MAX_CLICKS


def read_first_turn(new: NewUser) -> None:
    """Wait until the page shows the finished turn."""
    expect(new.page.get_by_text("Turn 1 was run.")).to_be_visible()
    expect(new.page.locator("h1")).to_contain_text("turn 1", ignore_case=True)
    expect(new.page.locator("#game[data-turn='2']")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("size", ["a phone", "a screen"])
@pytest.mark.parametrize("variant", COMMANDS)
def test_from_the_first_page_to_sent_orders(
    ground: Grounds, variant: str, size: str, capsys: pytest.CaptureFixture[str]
) -> None:
    new, begun = NewUser(ground.stranger(size)), time.monotonic()
    send_first_orders(new, "Nova", variant)
    seconds = time.monotonic() - begun
    read_first_turn(new)
    with capsys.disabled():
        summary = f"{variant}, {size}: orders sent after {new.clicks - 1} clicks, {seconds:.1f} s"
        sys.stdout.write(f"\n{summary}\n")
