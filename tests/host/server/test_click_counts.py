"""How many clicks and fields lead into a game, in a browser without scripts.

`tests/browser/test_click_counts.py` counts on to the first orders.
"""

from __future__ import annotations

import lxml.html
from attrs import define

from tests.host.server.browser import PASSWORD, Browser, Site


@define
class Visitor:
    """Follows links and sends forms that the page shows, and counts clicks and filled fields."""

    browser: Browser
    clicks: int = 0
    fields: int = 0

    def follow(self, words: str) -> None:
        """Click on the link with these words."""
        page = lxml.html.fromstring(self.browser.text)
        links = [a for a in page.xpath("//a[@href]") if " ".join(a.text_content().split()) == words]
        assert links, (words, self.browser.words)
        self.clicks += 1
        self.browser.open(links[0].get("href"))

    def press(self, words: str, **fields: str) -> None:
        """Fill in fields of the form with this button, and click on it."""
        page = lxml.html.fromstring(self.browser.text)
        (button, *_) = (
            b for b in page.xpath("//form//button") if " ".join(b.text_content().split()) == words
        )
        (form,) = button.xpath("ancestor::form")
        action = form.get("action") or self.browser.path
        data = {**dict(form.form_values()), **fields}
        if button.get("name"):
            data[button.get("name")] = button.get("value")
        self.clicks += 1
        self.fields += len(fields)
        answer = self.browser.client.post(action, data=data, follow_redirects=True)
        self.browser.status, self.browser.text = answer.status_code, answer.text
        self.browser.path = answer.url.path


def create_game(site: Site) -> tuple[Visitor, str]:
    """Return who creates a game for two with the suggested settings, and the link to it."""
    ada = Visitor(site.browser().open("/"))
    ada.follow("Create account")
    ada.press("Create account", name="Ada", password=PASSWORD)
    ada.follow("Create a game")
    ada.follow("Event Horizon")
    ada.press("Create game", players="2")
    (link,) = lxml.html.fromstring(ada.browser.text).xpath("//*[@id='link']/text()")
    return ada, link.removeprefix("http://games.example.org")


def test_an_empty_server_has_an_open_game_with_a_link_after_six_clicks_and_four_fields(
    site: Site,
) -> None:
    ada, link = create_game(site)
    assert ada.clicks <= 6
    assert ada.fields <= 4
    assert "Ada invites you to a game" in site.browser().open(link).words


def test_a_link_leads_to_the_page_for_orders_by_two_clicks_and_two_fields(site: Site) -> None:
    ada, link = create_game(site)
    ada.follow("Back to the game")
    ada.press("I'm ready")
    brin = Visitor(site.browser().open(link))
    brin.press("Create account and join", name="Brin", password=PASSWORD)
    brin.press("I'm ready")
    assert 'id="game"' in brin.browser.text
    assert "No orders yet for this turn." in brin.browser.words
    assert (brin.clicks, brin.fields) == (2, 2)  # four clicks are left for the orders


def test_the_lobby_leads_to_a_running_game_against_bots_by_one_click(site: Site) -> None:
    for browser in (site.person("Ada"), site.browser()):
        visitor = Visitor(browser.open("/games"))
        visitor.press("Event Horizon")
        assert 'id="game"' in visitor.browser.text
        assert visitor.clicks <= 3
