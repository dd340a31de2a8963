"""Every page leads on: error pages, empty lists, and pages of a server that sends no email."""

from __future__ import annotations

import re
from collections.abc import Iterator

import lxml.html
import pytest

from horizons_host.server.security import rate_limits
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.cast import cast
from tests.host.server.test_routes import fill_path
from tests.host.server.walks import routes

NEW = "/games/new/event_horizon"
#: Pages of the rules, documents and data, whose words are the games' own.
_DOCUMENTS = (
    "/rules",
    "/schema",
    "/static",
    "/pictures",
    "/api",
    "/metrics",
    "/healthz",
    "/events",
)


def main_of(text: str) -> lxml.html.HtmlElement:
    (main,) = lxml.html.fromstring(text).xpath("//main")
    return main


def leads_on(text: str) -> list[str]:
    """Return the addresses to which the content of a page leads, by links and forms."""
    main = main_of(text)
    links = main.xpath(".//a[@href and not(starts-with(@href, '#'))]/@href")
    return [*links, *(form.get("action", "") for form in main.xpath(".//form[.//button]"))]


def errors(site: Site) -> Iterator[Browser]:
    """Yield browsers that show an error page: of strangers, people and members of a game."""
    ada = site.person("Ada")
    for path in ("/games/none", "/nowhere", "/links/reset/none", "/invitations/none"):
        yield site.browser().open(path)
        yield ada.open(path)
    ada.open(NEW)
    ada.send(NEW, title="Venus", open_to="all", plays="yes", pace="daily", players="2")
    yield ada.open("/games/venus/turns")
    yield ada.open("/games/venus").send("/games/venus/start")
    cara = site.person("Cara").open("/games/venus")
    site.person("Brin").open("/games/venus").send("/games/venus/join")
    yield cara.send("/games/venus/join")
    yield ada.open("/games/venus/settings").send("/games/venus/withdraw")
    ada.text = "no sign of the form"
    answer = ada.client.post("/games/venus/start", data={"_csrf_token": "made up"})
    ada.status, ada.text = answer.status_code, answer.text
    yield ada


def test_every_error_page_offers_the_next_step(site: Site) -> None:
    statuses = set()
    for browser in errors(site):
        statuses.add(browser.status)
        steps = leads_on(browser.text)
        assert steps, browser.words
        if browser.status >= 400:
            assert {"/", "/games"} <= set(steps), browser.words
        for step in steps:
            if not step.startswith(("/sign-in", "/games/venus/start")):
                assert browser.client.get(step).status_code == 200, (step, browser.path)
    assert statuses == {403, 404, 422}


def test_a_refused_step_in_a_game_leads_back_to_it(site: Site) -> None:
    for browser in errors(site):
        if browser.path.startswith("/games/venus"):
            assert "/games/venus" in leads_on(browser.text), browser.words


def test_a_page_that_failed_for_now_can_be_tried_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = site.person("Ada")
    limited = rate_limits.RateLimiter(site.clock)
    monkeypatch.setattr(site.app.state, "rates", limited)
    answers = [ada.open("/account").status for _ in range(601)]
    assert answers[-1] == 429
    assert "/account" in leads_on(ada.text)


def test_pages_of_a_game_and_of_people_lead_on(site: Site) -> None:
    people = cast(site)
    ends = []
    for method, path in routes(site):
        if method != "GET" or path.startswith(_DOCUMENTS):
            continue
        for name in ("Ada", "Cleo", "Eve", "a stranger"):
            answer = people[name].get(fill_path(path))
            # A page of a game has its navigation; reports and handovers are documents.
            is_page = 'id="main"' in answer.text and 'class="ways"' not in answer.text
            if is_page and not leads_on(answer.text):
                ends.append((name, path))
    assert ends == []


def test_a_server_without_mail_does_not_mention_it(site: Site) -> None:
    people = cast(site)
    mentions = set()
    for method, path in routes(site):
        if method != "GET" or path.startswith(_DOCUMENTS) or "{file:str}" in path:
            continue
        for name in ("Ada", "Cleo", "a stranger"):
            answer = people[name].get(fill_path(path))
            if "<main" in answer.text:
                words = main_of(answer.text).text_content()
                mentions |= {(path, word) for word in re.findall(r"(?i)[\w ]*mail[\w ]*", words)}
    assert mentions == set()


def test_without_mail_a_name_and_a_password_are_an_account(site: Site) -> None:
    for name in ("Ada", "Brin"):
        browser = site.browser().open("/sign-up")
        fields = [f.name for f in browser.form("/sign-up").inputs if f.get("type") != "hidden"]
        assert [field for field in fields if field] == ["name", "password"]
        browser.send("/sign-up", name=name, password=PASSWORD)
        assert "Your games" in browser.words
    signed_in = site.browser().open("/sign-in").send("/sign-in", who="Ada", password=PASSWORD)
    assert "Your games" in signed_in.words
    wrong = site.browser().open("/sign-in").send("/sign-in", who="", password=PASSWORD)
    assert wrong.status == 422
