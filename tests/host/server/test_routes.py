"""Every route as everybody: who may open it, and that nobody else can tell what is there.

A route that is not in the table fails: whoever adds one says here whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from litestar.routes import HTTPRoute

from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import program

EVERYBODY, PEOPLE, INSIDERS, SEATED, PLAYERS, GAMEMASTER, NOBODY = range(7)
#: Who gets more than a refusal, by method and path.
WHOSE: Mapping[str, int] = {
    "GET /": EVERYBODY,
    "GET /healthz": EVERYBODY,
    "GET /metrics": NOBODY,
    "GET /schema": EVERYBODY,
    "GET /schema/openapi.json": EVERYBODY,
    "GET /schema/{path:str}": EVERYBODY,
    "GET /static/{file_path:path}": EVERYBODY,
    "HEAD /static/{file_path:path}": EVERYBODY,
    "GET /sign-up": EVERYBODY,
    "POST /sign-up": EVERYBODY,
    "GET /sign-in": EVERYBODY,
    "POST /sign-in": EVERYBODY,
    "POST /sign-out": EVERYBODY,
    "GET /forgotten": EVERYBODY,
    "POST /forgotten": EVERYBODY,
    "GET /links/{purpose:str}/{key:str}": EVERYBODY,
    "POST /links/{purpose:str}/{key:str}": EVERYBODY,
    "GET /account": PEOPLE,
    "POST /account/password": PEOPLE,
    "POST /account/tokens": PEOPLE,
    "POST /account/tokens/{number:int}/delete": PEOPLE,
    "POST /account/sign-out-everywhere": PEOPLE,
    "GET /account/data": PEOPLE,
    "POST /account/delete": PEOPLE,
    "GET /games/new": PEOPLE,
    "GET /games/new/{variant:str}": PEOPLE,
    "POST /games/new/{variant:str}": PEOPLE,
    "GET /invitations/{invitation:str}": PEOPLE,
    "POST /invitations/{invitation:str}": PEOPLE,
    "GET /games/{key:str}": INSIDERS,
    "POST /games/{key:str}/join": INSIDERS,
    "POST /games/{key:str}/leave": INSIDERS,
    "POST /games/{key:str}/start": GAMEMASTER,
    "POST /games/{key:str}/invitations": GAMEMASTER,
    "GET /games/{key:str}/turns/{turn:int}/{file:str}": SEATED,
    "GET /games/{key:str}/orders": SEATED,
    "POST /games/{key:str}/orders": SEATED,
    "GET /games/{key:str}/desk": GAMEMASTER,
    "GET /games/{key:str}/desk/turns/{turn:int}/{file:str}": GAMEMASTER,
    "POST /games/{key:str}/desk/run": GAMEMASTER,
    "POST /games/{key:str}/desk/trial": GAMEMASTER,
    "POST /games/{key:str}/desk/undo": GAMEMASTER,
    "POST /games/{key:str}/desk/end": GAMEMASTER,
    "POST /games/{key:str}/desk/bot": GAMEMASTER,
    "POST /games/{key:str}/desk/orders": GAMEMASTER,
    "POST /games/{key:str}/desk/edit": GAMEMASTER,
    "GET /api/me": PEOPLE,
    "GET /api/games": PEOPLE,
    "GET /api/games/{key:str}": INSIDERS,
    "GET /api/games/{key:str}/reports/{turn:int}": SEATED,
    "GET /api/games/{key:str}/orders": SEATED,
    "GET /api/games/{key:str}/orders/options": SEATED,
    "POST /api/games/{key:str}/orders/check": SEATED,
    "POST /api/games/{key:str}/orders": SEATED,
    "POST /api/games/{key:str}/turns": GAMEMASTER,
}
#: Who is in which of these circles.
CIRCLES: Mapping[str, frozenset[int]] = {
    "a stranger": frozenset({EVERYBODY}),
    "Eve": frozenset({EVERYBODY, PEOPLE}),
    "Cleo": frozenset({EVERYBODY, PEOPLE, INSIDERS, GAMEMASTER}),
    "Ada": frozenset({EVERYBODY, PEOPLE, INSIDERS, SEATED, PLAYERS}),
}
FILLED = {
    "{key:str}": "secret-game",
    "{variant:str}": "event_horizon",
    "{turn:int}": "0",
    "{file:str}": "report.text",
    "{number:int}": "99",
    "{purpose:str}": "reset",
    "{invitation:str}": "no-such-invitation",
    "{path:str}": "nothing",
    "{file_path:path}": "site.css",
}
_DEATH = {"POST /account/delete", "POST /account/sign-out-everywhere", "POST /sign-out"}


def routes(site: Site) -> list[tuple[str, str]]:
    """Every method and path that the server answers."""
    return sorted(
        (method, route.path)
        for route in site.app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods - {"OPTIONS"}
    )


def concrete(path: str) -> str:
    for part, words in FILLED.items():
        path = path.replace(part, words)
    return path


def tried(browser: Browser, calls: Any, method: str, path: str) -> int:
    """The status of a request; 303 to the page for signing in counts as 401."""
    where = concrete(path)
    if path.startswith("/api"):
        return int(
            calls.request(
                method, where, json={"text": "; none"} if method == "POST" else None
            ).status_code
        )
    data = None
    if method == "POST":
        token = re.search(r'name="_csrf_token" value="([^"]+)"', browser.open("/sign-in").text)
        assert token
        data = {"_csrf_token": token[1]}
    answer = browser.client.request(method, where, data=data, follow_redirects=False)
    if answer.headers.get("location", "").startswith("/sign-in?"):
        return 401
    return int(answer.status_code)


@pytest.fixture
def hidden(site: Site) -> dict[str, tuple[Browser, Any]]:
    """A running game that is not listed, and everybody's browser and program."""
    people = running_game(site, title="Secret game", listed="no")
    people["Eve"] = site.person("Eve")
    found: dict[str, tuple[Browser, Any]] = {
        name: (people[name], program(people[name], site)) for name in ("Ada", "Cleo", "Eve")
    }
    found["a stranger"] = (site.browser(), site.browser().client)
    return found


def test_every_route_stands_in_the_table(site: Site) -> None:
    assert {f"{method} {path}" for method, path in routes(site)} == set(WHOSE)


@pytest.mark.parametrize("who", CIRCLES)
def test_a_route_answers_its_circle_and_refuses_all_others(
    site: Site, hidden: dict[str, tuple[Browser, Any]], who: str
) -> None:
    browser, calls = hidden[who]
    wrong = []
    for method, path in routes(site):
        name = f"{method} {path}"
        if name in _DEATH or (WHOSE[name] == EVERYBODY):
            continue
        status = tried(browser, calls, method, path)
        mine = WHOSE[name] in CIRCLES[who]
        refused = status in {401, 404}
        expected = not refused if mine else refused
        if not expected or status >= 500:
            wrong.append((name, status))
    assert not wrong


def test_what_is_hidden_answers_as_what_there_is_not(
    site: Site, hidden: dict[str, tuple[Browser, Any]]
) -> None:
    browser, calls = hidden["Eve"]
    for method, path in routes(site):
        if "{key:str}" not in path or path.startswith("/links") or method != "GET":
            continue
        client = calls if path.startswith("/api") else browser.client
        there = client.get(concrete(path))
        nowhere = client.get(concrete(path).replace("secret-game", "no-game-at-all"))
        assert there.status_code == nowhere.status_code
        assert there.text.replace("secret-game", "") == nowhere.text.replace("no-game-at-all", "")


def test_every_post_of_a_page_needs_the_sign_of_its_form(site: Site) -> None:
    ada = site.person("Ada")
    for method, path in routes(site):
        if method != "POST" or path.startswith("/api"):
            continue
        for data in ({}, {"_csrf_token": "made up"}):
            assert ada.client.post(concrete(path), data=data).status_code == 403, path
    assert "Your account" in ada.open("/account").words


def test_every_answer_has_the_headers_that_keep_strangers_out(site: Site) -> None:
    ada = site.person("Ada")
    for method, path in routes(site):
        if method != "GET":
            continue
        headers = ada.client.get(concrete(path), follow_redirects=False).headers
        assert "script-src 'unsafe-inline'" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        if path.startswith(("/account", "/games", "/api")):
            assert headers["cache-control"] == "no-store", path


def test_the_cookie_is_for_this_host_and_no_script(site: Site) -> None:
    browser = site.browser().open("/sign-up")
    form = browser.client.post(
        "/sign-up",
        data={
            "_csrf_token": re.search(r'value="(\w{64,})"', browser.text)[1],  # type: ignore[index]
            "name": "Ada",
            "mail": "ada@example.org",
            "password": "correct horse battery",
        },
        follow_redirects=False,
    )
    cookie = form.headers["set-cookie"].casefold()
    assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/"))


def test_where_https_is_certain_cookies_demand_it(tmp_path: Any) -> None:
    site = Site(tmp_path / "server", public_url="https://games.example.org")
    answer = site.browser().client.get("/sign-in")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-form=")
    assert "Secure" in cookie


@pytest.mark.parametrize("path", ["//evil.example/x", "/games/x?to=1", "/account"])
def test_a_browser_that_comes_by_a_mail_is_sent_on_to_the_same_page_of_this_site(
    site: Site, path: str
) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    answer = site.browser().client.get(f"http://games.example.org{path}", headers=headers)
    found = re.search(r'content="0;url=([^"]*)"', answer.text)
    to = found[1] if found else "/"
    assert to.startswith("/")
    assert not to.startswith("//")


def test_signing_in_leads_to_pages_of_this_site_alone(site: Site) -> None:
    site.person("Ada")
    for to in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:1"):
        browser = site.browser().open("/sign-in")
        browser.send("/sign-in", who="Ada", password="correct horse battery", to=to)
        assert browser.path == "/", to
