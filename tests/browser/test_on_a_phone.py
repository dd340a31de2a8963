"""Browser tests of every run: a new user's first orders, clicks on a map, and pages on a phone.

No page is wider than the screen, however long its words are.
"""

from __future__ import annotations

from playwright.sync_api import expect

from horizons_host.games.undo import undo_turn
from horizons_host.messages.posting import Draft, send
from tests.browser.coaching import play_turn
from tests.browser.grounds import Grounds
from tests.browser.test_lessons import NewUser, begin_lesson
from tests.browser.test_whole_games import Table
from tests.host.server.played import play_game

LONG = "Donaudampfschifffahrtsgesellschaft"
#: Pages with names, hashes, reasons and messages.
PAGES = {
    "Ada": ("", "/audit", "/orders", "/messages", "/notifications", "/turns/1", "/handover"),
    "Cleo": ("/desk", "/desk/seats", "/desk/messages"),
}
#: The elements beyond the right edge that are in no box with its own scrollbar.
_TOO_WIDE = """() => Math.max(document.documentElement.scrollWidth, innerWidth) <= screen.width
    ? [] : [...document.querySelectorAll('main *')]
    .filter(one => one.getBoundingClientRect().right > screen.width + 1)
    .map(one => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`)
    .slice(-3).concat([`${document.documentElement.scrollWidth} px`])"""


def test_no_page_is_wider_than_a_phone_after_an_undo_and_with_long_words(ground: Grounds) -> None:
    site, players = ground.site, ("Ada", LONG[:30])
    key = play_game(site, "event_horizon", 2, bot="greedy", title=LONG, players=players)
    with site.service.database.game(key) as store:
        undo_turn(store, 5 * LONG, site.clock)
        send(store, Draft(None, 9 * LONG, subject=2 * LONG, to_all=True), site.clock)
    too_wide = {}
    for name, paths in PAGES.items():
        page = ground.person(name, "a phone")
        for path in paths:
            answer = page.goto(f"/games/{key}{path}")
            assert answer, path
            assert answer.status == 200, path
            wide = page.evaluate(_TOO_WIDE)
            if wide:
                too_wide[path] = wide
    assert too_wide == {}


def test_somebody_new_comes_from_the_first_page_through_the_first_turn_of_a_lesson(
    ground: Grounds,
) -> None:
    new = NewUser(ground.stranger("a phone"))
    begin_lesson(new, "Nova", "event_horizon")
    play_turn(new.page, 1, run=ground.site.work)
    expect(new.page.locator("#lesson")).to_contain_text("Your probes are at home.")


def test_a_turn_is_played_by_clicks(ground: Grounds) -> None:
    table = Table(ground, "konquest", {"Ada": "a screen", "Brin": "a phone"}, 1, bot="admiral")
    given = table.play_turn(dict.fromkeys(table.pages, "admiral"), "played")
    assert len(given) == 2, "ships are sent"
