"""A game of each variant with three players in their browsers: by click, by form, by text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import horizons_core as hz
from horizons_host.server.games import deadlines
from tests.browser.grounds import Grounds
from tests.browser.ordering import COMMANDS, begin, by_click, by_list, by_text, hand_in
from tests.host.server.played import play_game

TURNS = 5
#: A turn runs as soon as all orders are final.
RULE = {"rule": "daily 20:00 UTC", "when_final": True, "reminder_hours": []}


def submit_orders(page: Page, name: str, command: str, text: str) -> None:
    """Submit orders: Ada by taps on a phone, Brin from the list, and Cato by typing."""
    if name == "Ada":
        by_click(page, command)
    elif name == "Brin":
        by_list(page, command)
    else:
        by_text(page, text)
    hand_in(page)


def bot_orders(ground: Grounds, key: str, seat: str) -> str:
    """Return a bot's orders."""
    with ground.site.service.database.game(key) as store:
        game = hz.load(store.snapshot().state)
    variant = hz.variant_of(game)
    stream = hz.Stream.from_key("three players", seat, game.turn)
    return variant.bots[min(variant.bots)].orders(variant.view(game, seat), stream)


@pytest.mark.slow
@pytest.mark.parametrize("variant", COMMANDS)
def test_five_turns(ground: Grounds, variant: str) -> None:
    rule = deadlines.announced_schedule(ground.site.service, RULE)
    key = play_game(ground.site, variant, 0, title=variant, deadlines=rule)
    sizes = {"Ada": "a phone", "Brin": "a tablet", "Cato": "a screen"}
    pages = {name: begin(ground.person(name, size), key) for name, size in sizes.items()}
    for turn in range(1, TURNS + 1):
        for name, page in pages.items():
            text = bot_orders(ground, key, name)
            submit_orders(page, name, COMMANDS[variant], text)
        ground.site.work()
        for page in pages.values():
            expect(page.locator("h1")).to_contain_text(f"Turn {turn}")
            expect(page.locator("#game[data-status=none]")).to_be_visible()
    with ground.site.service.database.game(key) as store:
        assert store.latest() == TURNS
        for turn in range(1, TURNS + 1):
            assert set(store.submissions(turn)) == set(pages)
