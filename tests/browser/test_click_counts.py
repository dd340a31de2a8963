"""How many clicks the first sensible orders of each game take, from the loaded page."""

from __future__ import annotations

import re

import pytest
from attrs import define
from playwright.sync_api import Locator, Page, expect

import horizons_core as hz
from horizons_host.server.accounts import accounts
from horizons_host.server.games import deadlines, directory, invitations, joining, waiting_room
from horizons_host.server.games.access import access
from horizons_host.server.games.terms import Terms
from tests.browser.grounds import Grounds
from tests.browser.ordering import at_place, begin
from tests.host.server.browser import PASSWORD
from tests.host.server.played import play_game

pytestmark = pytest.mark.slow


@define
class Player:
    """Clicks on the game page, and counts the clicks."""

    page: Page
    clicks: int = 0

    def click(self, what: Locator) -> None:
        """Click on a button, or another element."""
        self.clicks += 1
        what.click()

    def click_place(self, place: str) -> None:
        """Click at a place of the map."""
        self.clicks += 1
        at_place(self.page, place)

    def command(self, keyword: str) -> None:
        """Choose an order for the selected thing."""
        self.click(self.page.locator(f'#thing button.command[data-keyword="{keyword}"]').first)

    def add(self) -> None:
        """Add the order of the card, and wait until it is in the text."""
        before = self.page.locator("#orders").input_value()
        self.click(self.page.locator("#thing .finish button").first)
        expect(self.page.locator("#orders")).not_to_have_value(before)

    @property
    def orders(self) -> list[str]:
        """The lines of the orders."""
        return [n for n in self.page.locator("#orders").input_value().split("\n") if n.strip()]


def player(ground: Grounds, variant: str, turns: int = 0, bot: str = "") -> Player:
    """Open the game page of a new game, or of one after some turns."""
    key = play_game(ground.site, variant, turns, bot=bot, title=f"clicks in {variant}")
    return Player(begin(ground.person("Ada"), key))


def test_a_warship_of_event_horizon_takes_five_clicks(ground: Grounds) -> None:
    ada = player(ground, "event_horizon")
    ada.click(ada.page.get_by_role("button", name=re.compile("Idle: 1")))
    ada.command("BUILD")
    ada.click(ada.page.locator("#thing .presets").get_by_role("button", name="Warship"))
    ada.add()
    assert ada.orders == ["BUILD 1 12 1 4 2"]
    assert ada.clicks <= 5


def test_an_invitation_leads_to_the_first_orders_by_six_clicks_and_two_fields(
    ground: Grounds,
) -> None:
    service = ground.site.service
    maker = accounts.register(service, "Maker", "maker@example.org", PASSWORD)
    assert maker is not None
    daily = deadlines.announced_schedule(service, {"rule": "daily 20:00 UTC"})
    terms = Terms("By a link", "event_horizon", players=2, deadlines=daily, listed=False)
    game = directory.announce(service, maker, terms, plays=True)
    joining.join(service, maker, game.key, "Maker")
    rights = access(service, maker, game.key)
    waiting_room.set_ready(service, rights, ready=True)
    page = ground.stranger()
    page.goto(invitations.create_invitation(service, rights, directory.PLAYER))
    page.get_by_label("Name").fill("Newcomer")
    page.get_by_label("Password").fill(PASSWORD)
    guest = Player(page)
    guest.click(page.get_by_role("button", name="Create account and join"))
    guest.click(page.get_by_role("button", name="I'm ready"))
    guest.click(page.get_by_role("button", name=re.compile("Idle: 1")))
    guest.command("BUILD")
    guest.click(page.locator("#thing .presets").get_by_role("button", name="Warship"))
    guest.add()
    assert guest.orders == ["BUILD 1 12 1 4 2"]
    assert guest.clicks <= 6


def test_a_design_of_galaxy_g_and_its_production_take_eight_clicks(ground: Grounds) -> None:
    ada = player(ground, "galaxy_g")
    ada.click(ada.page.get_by_role("button", name=re.compile("Idle: ")))
    planet = ada.page.locator("#thing h2").inner_text().split(",")[0]
    ada.command("D")
    ada.click(ada.page.locator("#thing .presets").get_by_role("button", name="Cruiser"))
    ada.add()
    ada.click(ada.page.locator("#thing .asked").get_by_role("button", name=planet))
    expect(ada.page.locator("#prompt")).to_contain_text("Added as line 2: Choose the product")
    design, production = ada.orders
    assert re.fullmatch(r"D Cruiser [\d.]+ \d+ [\d.]+ [\d.]+ 0", design)
    assert re.fullmatch(r"P \S+ Cruiser", production)
    assert ada.clicks <= 8


def test_research_and_a_ship_of_far_horizons_take_eight_clicks(ground: Grounds) -> None:
    ada = player(ground, "far_horizons")
    ada.click(ada.page.get_by_role("button", name=re.compile("Idle: ")))
    ada.command("RESEARCH")
    rows = ada.page.locator("#thing .field")
    ada.click(rows.filter(has_text="Gravitics").get_by_role("button", name="More"))
    ada.click(rows.filter(has_text=re.compile("^TR1 ")).get_by_role("checkbox"))
    ada.add()
    planet = ["START PRODUCTION", "  PRODUCTION PL Ada Prime"]
    assert ada.orders == [*planet, "  RESEARCH 25 GV", "  BUILD TR1 Gale", "END"]
    assert ada.clicks <= 8


def test_a_trade_pair_of_the_campaign_takes_four_clicks(ground: Grounds) -> None:
    ada = player(ground, "campaign2e")
    ada.click_place("2,5")
    title = ada.page.locator("#thing h2")
    if "world" not in title.inner_text():
        ada.click(ada.page.locator("#thing .here").get_by_role("button", name=re.compile("2,5")))
    ada.command("TRADE")
    expect(ada.page.locator("#map .target").first).to_be_attached()
    ada.click_place("1,6")
    expect(ada.page.locator("#prompt")).to_contain_text("Added as line 1: Trade")
    assert ada.orders == ["TRADE 2,5 WITH 1,6"]
    assert ada.clicks <= 4


def test_a_survey_of_starcluster_takes_three_clicks(ground: Grounds) -> None:
    ada = player(ground, "starcluster", 2, "settler")
    with ground.site.service.database.game("clicks-in-starcluster") as store:
        game = store.position().game
    view = hz.variant_of(game).view(game, "Ada")
    (scout, *_) = (fleet for fleet in view["fleets"] if fleet["xp_rating"])
    ada.click_place(scout["at"])
    ada.click(ada.page.locator("#thing .here").get_by_role("button", name=scout["name"]))
    ada.command("SURVEY")
    expect(ada.page.locator("#prompt")).to_contain_text("Added as line 1: Survey")
    assert ada.orders == [f'SURVEY "{scout["name"]}"']
    assert ada.clicks <= 3
