"""The example games are played by clicks alone, from the first turn to the winner.

Bots have the ideas; each order is given on the map and with the buttons of the panel, by seats that
watch the same game on pages that are never reloaded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import horizons_core as hz
from horizons_host.games.turns import run_and_store
from tests.browser.clicking import give_order
from tests.browser.grounds import Grounds
from tests.browser.ordering import begin
from tests.host.server.played import play_game

pytestmark = pytest.mark.slow

#: An order as a keyword, perhaps a number, and names of places after words.
_ORDER = re.compile(r"([A-Z]+)(?: (\d+))?(?: [A-Z]+)? ([A-Z][a-z0-9]*)(.*)")


def give(page: Page, line: str) -> None:
    """Give an order that a bot has written."""
    match = _ORDER.fullmatch(line)
    assert match, line
    keyword, number, place, rest = match.groups()
    targets = re.findall(r" [A-Z]+ ([A-Z][a-z0-9]*)", rest)
    give_order(page, keyword, place, *targets, number=int(number or 0))


class Table:
    """A game with a page for each of its seats."""

    def __init__(
        self, ground: Grounds, variant: str, seats: Mapping[str, str], turns: int = 0, **more: Any
    ) -> None:
        """Begin a game after some turns of bots; `seats` have the size of each player's screen."""
        self.ground = ground
        self.variant = variant
        key = play_game(ground.site, variant, turns, players=[*seats], title=variant, **more)
        self.key = key
        self.pages = {name: begin(ground.person(name, size), key) for name, size in seats.items()}

    @property
    def game(self) -> hz.Game:
        with self.ground.site.service.database.game(self.key) as store:
            return store.position().game

    def play_turn(self, bots: Mapping[str, str], key: str) -> list[str]:
        """Give the orders of all awaited seats by clicks, and wait for the turn on each page."""
        game = self.game
        variant = hz.variant_of(game)
        awaited = variant.awaited(game)
        given = []
        for name, page in self.pages.items():
            if name not in awaited:
                expect(page.locator("#prompt")).to_contain_text("doesn't need your orders")
                continue
            stream = hz.Stream.from_key(key, name, game.turn)
            text = variant.bot(bots[name]).orders(variant.view(game, name), stream)
            refused = {remark.line for remark in variant.check_orders(game, name, text)}
            lines = [line for n, line in enumerate(text.splitlines(), 1) if n not in refused]
            for line in lines:
                give(page, line)
            given += lines
            expect(page.locator("#counts .error")).to_have_count(0)
            page.get_by_role("button", name="Submit orders").click()
            expect(page.locator("#game[data-status=final]")).to_be_visible()
            self._expect_stored(name, lines)
        with self.ground.site.service.database.game(self.key) as store:
            run_and_store(store)
        for page in self.pages.values():
            expect(page.locator(f'#game[data-turn="{game.turn + 2}"]')).to_be_visible()
        return given

    def _expect_stored(self, name: str, lines: Sequence[str]) -> None:
        with self.ground.site.service.database.game(self.key) as store:
            (*_, orders) = store.submissions_by(store.latest() + 1, name)
        assert orders.final
        assert sorted(filter(None, orders.text.split("\n"))) == sorted(lines)


def test_konquest_is_played_to_its_end(ground: Grounds) -> None:
    seats = {"Ada": "a screen", "Brin": "a screen"}
    table = Table(ground, "konquest", seats, options={"neutrals": 2})
    while table.game.outcome is None:
        table.play_turn({"Ada": "admiral", "Brin": "admiral"}, "played")
    for page in table.pages.values():
        expect(page.locator("#banner")).to_contain_text("The game is over. Winner: Brin")


def test_jumpgates_is_played_to_its_end_with_all_its_orders_and_stages(ground: Grounds) -> None:
    seats = {"Ada": "a screen", "Brin": "a phone", "Cato": "a tablet", "Dora": "a screen"}
    table = Table(ground, "jumpgates", seats)
    given, stages = list[str](), set[str]()
    while table.game.outcome is None:
        stage = hz.variant_of(table.game).stage(table.game)
        bots = dict.fromkeys(seats, "admiral" if stage == "retreats" else "random")
        given += table.play_turn({**bots, "Ada": "admiral"}, "played 60")
        stages.add(stage)
    assert stages == {"", "retreats", "adjustments"}
    commands = hz.load_variant("jumpgates").commands
    assert {line.split()[0] for line in given} == {command.keyword for command in commands}
    for page in table.pages.values():
        expect(page.locator("#banner")).to_contain_text("The game is over. Winner: Ada (9 systems)")
