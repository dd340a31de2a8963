"""The way of a new user: from the first page of an empty server through a lesson to its battle."""

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
from horizons_core.plugins.guides import guide_of
from tests.browser.coaching import follow, play_turn
from tests.browser.grounds import Grounds, grounds
from tests.browser.ordering import COMMANDS, show_panel
from tests.host.server.browser import PASSWORD

#: Clicks from the first page to a lesson, and to the end of the lesson's last turn.
MAX_CLICKS, MAX_LESSON_CLICKS = 3, 50


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


def begin_lesson(new: NewUser, name: str, variant: str) -> None:
    """Create an account and begin a lesson."""
    page = new.page
    page.goto("/")
    new.click(page.get_by_role("link", name="Create account and play"))
    page.get_by_label(re.compile("^Name")).fill(name)
    page.get_by_label(re.compile("^Password")).fill(PASSWORD)
    new.click(page.get_by_role("button", name="Create account"))
    new.click(page.get_by_role("button", name=f"Start {hz.variants()[variant].title}"))
    expect(page.locator("#lesson")).to_contain_text("Step 1 of")
    assert new.clicks <= MAX_CLICKS


def watch_battle(new: NewUser) -> None:
    """Watch the battle that a lesson ends with, read its last step, and begin a real game."""
    page = new.page
    new.click(page.get_by_role("link", name="Watch the battle"))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    new.click(page.get_by_role("link", name="Go on with it"))
    new.click(page.locator("#lesson").get_by_role("button", name="Next"))
    new.click(page.get_by_role("button", name="Play against bots"))
    expect(page.locator("#lesson")).to_contain_text("Select one of your units")


@pytest.mark.slow
@pytest.mark.parametrize("size", ["a phone", "a screen"])
@pytest.mark.parametrize("variant", COMMANDS)
def test_a_newcomer_who_presses_what_the_coach_points_at_comes_to_the_battle(
    ground: Grounds, variant: str, size: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = guide_of(variant).lesson
    assert lesson
    new, begun = NewUser(ground.stranger(size)), time.monotonic()
    begin_lesson(new, "Nova", variant)
    for turn in range(1, len(lesson.turns)):
        new.clicks += play_turn(new.page, turn)
        expect(new.page.locator("#lesson .missed")).to_have_count(0)
    assert new.clicks <= MAX_LESSON_CLICKS
    seconds = time.monotonic() - begun
    watch_battle(new)
    with capsys.disabled():
        summary = f"{variant}, {size}: lesson after {new.clicks} clicks, {seconds:.1f} s"
        sys.stdout.write(f"\n{summary}\n")


@pytest.mark.slow
def test_a_first_game_has_tips_for_one_thing_after_the_other_until_they_are_hidden(
    ground: Grounds,
) -> None:
    ground.site.person("Ada")
    page = ground.person("Ada")
    page.goto("/learn")
    page.locator("form[action='/learn/event_horizon/play'] button").click()
    tips = page.locator("#lesson")
    expect(tips).to_contain_text("Select one of your units")
    pointed = page.wait_for_selector(".pointed")
    assert pointed
    follow(page, pointed)
    expect(tips).to_contain_text("Give it an order")
    show_panel(page, "Orders")
    page.get_by_text("Orders as text").first.click()
    page.locator("#orders").fill("BUILD 1 0 1 0 0 Probe")
    expect(tips).to_contain_text("Then submit them all")
    page.get_by_role("button", name="Submit orders").first.click()
    expect(tips).to_contain_text("Your first turn was run.")
    tips.get_by_role("button", name="Hide these tips").click()
    expect(tips).to_have_count(0)
    page.reload()
    expect(page.locator("#lines li").first).to_be_attached()
    expect(tips).to_have_count(0)
