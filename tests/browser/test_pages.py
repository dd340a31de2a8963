"""Every page of a running game in a browser, in light and in dark, without errors.

axe-core has no serious finding, no script fails, and the page's own policy refuses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from horizons_host.server.accounts import accounts
from horizons_host.server.games import deadlines, directory, joining, waiting_room
from horizons_host.server.games.access import access
from horizons_host.server.games.terms import Terms
from tests.browser.grounds import SIZES, Grounds
from tests.browser.ordering import begin, show_panel
from tests.browser.walking import complaints, walk
from tests.host.server.browser import PASSWORD
from tests.host.server.played import play_game

pytestmark = pytest.mark.slow

TURNS = 4
_SAME_IDS = """() => [...document.querySelectorAll('[id]')].map(one => one.id)
    .filter((id, at, ids) => ids.indexOf(id) < at)"""
GAMES = ("campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster")
BOTS = {"event_horizon": "greedy"}


def game(ground: Grounds, variant: str) -> str:
    """A running game of some turns; its gamemaster is Cleo, Ada plays."""
    key = play_game(ground.site, variant, TURNS, title=variant, bot=BOTS.get(variant, ""))
    return f"/games/{key}"


def find_problems(
    ground: Grounds,
    name: str,
    starts: Sequence[str],
    size: str,
    most: int,
    alike: int,
) -> dict[str, list[str]]:
    """Return the problems of the pages that a person can reach, by path."""
    page = ground.person(name, size) if name else ground.stranger(size)
    wrong = {path: complaints(page) for path in walk(page, *starts, most=most, alike=alike)}
    assert len(wrong) > 5, "links lead to more pages than these"
    return {path: problems for path, problems in wrong.items() if problems}


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("size", ["a phone", "a tablet", "a screen"])
def test_all_pages_of_every_game(ground: Grounds, variant: str, size: str) -> None:
    start = game(ground, variant)
    wrong = {
        name: find_problems(ground, name, [start], size, most=200, alike=3)
        for name in ("Ada", "Cleo")
    }
    assert wrong == {"Ada": {}, "Cleo": {}}


@pytest.mark.parametrize("size", ["a phone", "a screen"])
def test_lobby_waiting_room_and_settings(ground: Grounds, size: str) -> None:
    service = ground.site.service
    account = accounts.by_name(service, "Ada") or accounts.register(
        service, "Ada", "ada@example.org", PASSWORD
    )
    assert account is not None
    daily = deadlines.announced_schedule(service, {"rule": "daily 20:00 UTC"})
    terms = Terms("An open game", "event_horizon", players=3, deadlines=daily)
    key = directory.announce(service, account, terms, plays=True).key
    joining.join(service, account, key, "Ada")
    waiting_room.post_message(service, access(service, account, key), "x" * 300)
    page = ground.person("Ada", size)
    wrong = {}
    for path in ("/", "/games", f"/games/{key}", f"/games/{key}/settings", "/games/new/galaxy_g"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")
        wrong[path] = [*complaints(page), *page.evaluate(_SAME_IDS)]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert not any(wrong.values()), wrong


@pytest.mark.parametrize("size", SIZES)
def test_each_panel_of_the_game_page(ground: Grounds, size: str) -> None:
    key = play_game(ground.site, "event_horizon", 1, title=size, bot="greedy")
    page = begin(ground.person("Ada", size), key)
    wrong = {}
    for panel in ("Turn", "Orders", "Messages", "Selection"):
        if panel == "Selection":
            page.locator("body").press("n")
        else:
            show_panel(page, panel)
        if panel == "Orders":
            for folded in page.locator("#plan summary").all():
                folded.click()
        if panel == "Messages":
            expect(page.locator("#messages form").first).to_be_visible()
        expect(page.get_by_role("tabpanel")).to_have_count(1)
        expect(page.get_by_role("tabpanel", name=panel)).to_be_visible()
        wrong[panel] = [*complaints(page), *page.evaluate(_SAME_IDS)]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), panel
    assert not any(wrong.values()), wrong


def test_the_tabs_of_the_game_page_are_used_by_arrow_keys(ground: Grounds) -> None:
    page = begin(ground.person("Ada"), play_game(ground.site, "event_horizon", 0, title="tabs"))
    tabs = page.get_by_role("tab")
    tabs.first.focus()
    for key, name in (("ArrowRight", "Orders"), ("ArrowLeft", "Turn"), ("ArrowLeft", "Messages")):
        page.keyboard.press(key)
        expect(page.locator("[role=tab]:focus")).to_have_text(name)
        expect(page.get_by_role("tab", selected=True)).to_have_text(name)
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()


def test_what_a_stranger_comes_to(ground: Grounds) -> None:
    assert find_problems(ground, "", ["/"], "a phone", most=200, alike=20) == {}
