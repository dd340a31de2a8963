"""Every route as every person: who may open it, and that others cannot tell that it exists.

A route that is missing from the table fails the test: add it with its circle.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Any

import pytest

from tests.host.server.browser import Site
from tests.host.server.cast import KEY, Person, cast
from tests.host.server.walks import DEATH, csrf, fill, routes

ANYONE, PEOPLE, INSIDERS, SEATED, PLAYERS, GAMEMASTER, NO_ONE = range(7)
#: Routes by method and path, with the circle of people that they serve.
WHOSE: Mapping[str, int] = {
    "GET /": ANYONE,
    "GET /healthz": ANYONE,
    "GET /events": ANYONE,
    "GET /api/v1/events": ANYONE,
    "GET /metrics": NO_ONE,
    "GET /schema": ANYONE,
    "GET /schema/openapi.json": ANYONE,
    "GET /schema/{path:str}": ANYONE,
    "GET /static/{name:str}": ANYONE,
    "GET /manifest.webmanifest": ANYONE,
    "GET /push-worker.js": ANYONE,
    "GET /sign-up": ANYONE,
    "POST /sign-up": ANYONE,
    "GET /sign-in": ANYONE,
    "POST /sign-in": ANYONE,
    "POST /sign-out": ANYONE,
    "GET /games": ANYONE,
    "GET /games/{key:str}/eyes": ANYONE,
    "GET /games/{key:str}/eyes/{rest:path}": ANYONE,
    "GET /games/{key:str}/desk/eyes": ANYONE,
    "GET /games/{key:str}/desk/eyes/{rest:path}": ANYONE,
    "GET /games/{key:str}/notices": ANYONE,
    "GET /games/{key:str}/notices/{rest:path}": ANYONE,
    "GET /games/{key:str}/desk/notices": ANYONE,
    "GET /games/{key:str}/desk/notices/{rest:path}": ANYONE,
    "GET /games/{key:str}/papers": ANYONE,
    "GET /games/{key:str}/papers/{rest:path}": ANYONE,
    "GET /games/{key:str}/desk/papers": ANYONE,
    "GET /games/{key:str}/desk/papers/{rest:path}": ANYONE,
    "GET /games/{key:str}/press": ANYONE,
    "GET /games/{key:str}/press/{rest:path}": ANYONE,
    "GET /games/{key:str}/desk/press": ANYONE,
    "GET /games/{key:str}/desk/press/{rest:path}": ANYONE,
    "GET /problem": ANYONE,
    "POST /problem": ANYONE,
    "GET /administration": NO_ONE,
    "POST /administration/problems/{number:int}/done": NO_ONE,
    "POST /administration/problems/{number:int}/delete": NO_ONE,
    "GET /rules": ANYONE,
    "GET /rules/{variant:str}": ANYONE,
    "GET /rules/{variant:str}/{name:str}": ANYONE,
    "GET /battles": ANYONE,
    "GET /battles/{variant:str}": ANYONE,
    "GET /learn": ANYONE,
    "POST /learn/{variant:str}": ANYONE,
    "POST /learn/{variant:str}/play": ANYONE,
    "GET /pictures/{name:str}": ANYONE,
    "GET /language": ANYONE,
    "POST /language": ANYONE,
    "GET /forgotten": ANYONE,
    "GET /check-mail": ANYONE,
    "POST /forgotten": ANYONE,
    "GET /links/{purpose:str}/{key:str}": ANYONE,
    "POST /links/{purpose:str}/{key:str}": ANYONE,
    "GET /account": PEOPLE,
    "POST /account/password": PEOPLE,
    "POST /account/zone": PEOPLE,
    "POST /account/tokens": PEOPLE,
    "POST /account/profile": PEOPLE,
    "GET /people/{name:str}": ANYONE,
    "POST /people/{name:str}/block": NO_ONE,
    "POST /people/{name:str}/unblock": NO_ONE,
    "POST /people/{name:str}/report": NO_ONE,
    "GET /privacy": ANYONE,
    "GET /account/measures": PEOPLE,
    "POST /account/measures/{number:int}/appeal": PEOPLE,
    "GET /moderation": NO_ONE,
    "POST /moderation/measures": NO_ONE,
    "POST /moderation/measures/{number:int}/lift": NO_ONE,
    "POST /moderation/measures/{number:int}/answer": NO_ONE,
    "POST /moderation/complaints/{number:int}/close": NO_ONE,
    "GET /friends": PEOPLE,
    "POST /friends": PEOPLE,
    "GET /invitations": PEOPLE,
    "POST /invitations/by-name/{number:int}": PEOPLE,
    "POST /games/{key:str}/again": INSIDERS,
    "GET /ladders": ANYONE,
    "GET /ladders/{variant:str}": ANYONE,
    "POST /account/tokens/{number:int}/delete": PEOPLE,
    "POST /account/sign-out-everywhere": PEOPLE,
    "GET /account/data": PEOPLE,
    "GET /account/calendar": PEOPLE,
    "POST /account/calendar": PEOPLE,
    "POST /account/delete": PEOPLE,
    "GET /games/new": PEOPLE,
    "GET /games/new/{variant:str}": PEOPLE,
    "POST /games/new/{variant:str}": PEOPLE,
    "GET /invitations/{invitation:str}": ANYONE,
    "POST /invitations/{invitation:str}": PEOPLE,
    "GET /games/{key:str}": INSIDERS,
    "GET /games/{key:str}/overview": INSIDERS,
    "POST /games/{key:str}/join": INSIDERS,
    "POST /games/{key:str}/leave": INSIDERS,
    "POST /games/{key:str}/start": GAMEMASTER,
    "POST /games/{key:str}/room": NO_ONE,  # only before the start, as the next three
    "POST /games/{key:str}/ready": NO_ONE,
    "GET /games/{key:str}/settings": NO_ONE,
    "POST /games/{key:str}/settings": NO_ONE,
    "POST /games/{key:str}/withdraw": GAMEMASTER,
    "GET /games/{key:str}/invitations": GAMEMASTER,
    "POST /games/{key:str}/invitations": GAMEMASTER,
    "POST /games/{key:str}/free-seat/bot": GAMEMASTER,
    "POST /games/{key:str}/invitations/{number:int}/revoke": GAMEMASTER,
    "GET /games/{key:str}/turns": SEATED,
    "GET /games/{key:str}/turns/{turn:int}": SEATED,
    "GET /games/{key:str}/turns/{turn:int}/why/{number:int}": SEATED,
    "GET /games/{key:str}/turns/{turn:int}/battles/{number:int}": SEATED,
    "GET /games/{key:str}/turns/{turn:int}/battles/{number:int}/odds": SEATED,
    "GET /games/{key:str}/turns/{turn:int}/map": SEATED,
    "GET /games/{key:str}/perspectives": NO_ONE,
    "GET /games/{key:str}/perspectives/{seat:str}/replay": GAMEMASTER,
    "GET /games/{key:str}/perspectives/{seat:str}/replay/{turn:int}": GAMEMASTER,
    "GET /games/{key:str}/perspectives/{seat:str}/turns/{turn:int}/map": GAMEMASTER,
    "GET /games/{key:str}/perspectives/{seat:str}/turns/{turn:int}/battles/{number:int}": (
        GAMEMASTER
    ),
    "GET /games/{key:str}/watch": INSIDERS,
    "GET /games/{key:str}/watch/charts": INSIDERS,
    "GET /games/{key:str}/watch/pictures/{turn:int}": INSIDERS,
    "GET /embed/{key:str}": NO_ONE,
    "GET /embed/{key:str}/{seat:str}/replay": NO_ONE,
    "GET /embed/{key:str}/{seat:str}/replay/{turn:int}": NO_ONE,
    "GET /embed/{key:str}/{seat:str}/turns/{turn:int}/map": NO_ONE,
    "GET /games/{key:str}/desk/watching": GAMEMASTER,
    "POST /games/{key:str}/desk/watching": GAMEMASTER,
    "GET /games/{key:str}/charts": SEATED,
    "GET /games/{key:str}/diary": SEATED,
    "POST /games/{key:str}/diary/{turn:int}": SEATED,
    "GET /games/{key:str}/diaries": NO_ONE,
    "GET /games/{key:str}/replay": SEATED,
    "GET /games/{key:str}/replay/{turn:int}": SEATED,
    "GET /games/{key:str}/turns/{turn:int}/{file:str}": SEATED,
    "GET /games/{key:str}/orders": SEATED,
    "POST /games/{key:str}/orders": SEATED,
    "POST /games/{key:str}/orders/mark": SEATED,
    "POST /games/{key:str}/orders/draft": SEATED,
    "POST /games/{key:str}/orders/check": SEATED,
    "POST /games/{key:str}/orders/line": SEATED,
    "POST /games/{key:str}/orders/forms": SEATED,
    "POST /games/{key:str}/orders/hints": SEATED,
    "GET /games/{key:str}/battle": SEATED,
    "POST /games/{key:str}/battle": SEATED,
    "GET /games/{key:str}/deadlines": INSIDERS,
    "POST /games/{key:str}/vacation": SEATED,
    "GET /games/{key:str}/calendar": INSIDERS,
    "POST /games/{key:str}/calendar": INSIDERS,
    "GET /calendars/{calendar:str}": ANYONE,
    "GET /games/{key:str}/desk/deadlines": GAMEMASTER,
    "POST /games/{key:str}/desk/deadlines/rule": GAMEMASTER,
    "POST /games/{key:str}/desk/deadlines/missing": GAMEMASTER,
    "POST /games/{key:str}/desk/deadlines/{act:str}": GAMEMASTER,
    "GET /games/{key:str}/desk": GAMEMASTER,
    "GET /games/{key:str}/desk/turns/{turn:int}/{file:str}": GAMEMASTER,
    "POST /games/{key:str}/desk/run": GAMEMASTER,
    "POST /games/{key:str}/desk/trial": GAMEMASTER,
    "POST /games/{key:str}/desk/undo": GAMEMASTER,
    "POST /games/{key:str}/desk/end": GAMEMASTER,
    "POST /games/{key:str}/desk/bot": GAMEMASTER,
    "POST /games/{key:str}/desk/orders": GAMEMASTER,
    "POST /games/{key:str}/desk/edit": GAMEMASTER,
    "GET /games/{key:str}/messages": SEATED,
    "POST /games/{key:str}/messages": SEATED,
    "GET /games/{key:str}/messages/{number:int}": SEATED,
    "POST /games/{key:str}/messages/{number:int}/answer": SEATED,
    "POST /games/{key:str}/messages/{number:int}/block": SEATED,
    "POST /games/{key:str}/messages/{number:int}/report": SEATED,
    "POST /games/{key:str}/messages/unblock": SEATED,
    "GET /games/{key:str}/messages/opened": INSIDERS,
    "GET /games/{key:str}/desk/messages": GAMEMASTER,
    "POST /games/{key:str}/desk/messages": GAMEMASTER,
    "POST /games/{key:str}/desk/messages/{number:int}/answer": GAMEMASTER,
    "POST /games/{key:str}/desk/messages/rule": GAMEMASTER,
    "GET /account/notifications": PEOPLE,
    "POST /account/notifications": PEOPLE,
    "POST /account/notifications/device": PEOPLE,
    "POST /account/notifications/devices/{number:int}/remove": PEOPLE,
    "POST /account/notifications/tests/{channel:str}": PEOPLE,
    "POST /account/notifications/presence": PEOPLE,
    "POST /account/notifications/quiet": PEOPLE,
    "GET /games/{key:str}/notifications": SEATED,
    "POST /games/{key:str}/notifications/kinds": SEATED,
    "POST /games/{key:str}/notifications/address": SEATED,
    "POST /games/{key:str}/notifications/password": SEATED,
    "POST /games/{key:str}/notifications/feed": SEATED,
    "POST /games/{key:str}/notifications/webhooks": SEATED,
    "POST /games/{key:str}/notifications/webhooks/{number:int}/remove": SEATED,
    "POST /games/{key:str}/notifications/webhooks/{number:int}/test": SEATED,
    "GET /games/{key:str}/feeds/{token:str}": ANYONE,
    "GET /games/{key:str}/desk/notifications": GAMEMASTER,
    "POST /games/{key:str}/desk/notifications/feed": GAMEMASTER,
    "POST /games/{key:str}/desk/notifications/webhooks": GAMEMASTER,
    "POST /games/{key:str}/desk/notifications/webhooks/{number:int}/remove": GAMEMASTER,
    "POST /games/{key:str}/desk/notifications/webhooks/{number:int}/test": GAMEMASTER,
    "GET /api/v1/open-games": PEOPLE,
    "POST /api/v1/invitations/{invitation:str}": PEOPLE,
    "POST /api/v1/games/{key:str}/join": INSIDERS,
    "POST /api/v1/games/{key:str}/leave": INSIDERS,
    "POST /api/v1/games/{key:str}/start": GAMEMASTER,
    "GET /api/v1/games/{key:str}/messages": INSIDERS,
    "POST /api/v1/games/{key:str}/messages": INSIDERS,
    "POST /api/v1/games/{key:str}/messages/read": SEATED,
    "POST /api/v1/games/{key:str}/messages/{number:int}/report": SEATED,
    "GET /api/v1/games/{key:str}/messages/reports": GAMEMASTER,
    "GET /api/v1/games/{key:str}/messages/opened": INSIDERS,
    "GET /api/v1/games/{key:str}/messages/blocks": SEATED,
    "POST /api/v1/games/{key:str}/messages/blocks": SEATED,
    "DELETE /api/v1/games/{key:str}/messages/blocks": SEATED,
    "GET /api/v1/games/{key:str}/message-rule": INSIDERS,
    "POST /api/v1/games/{key:str}/message-rule": GAMEMASTER,
    "GET /games/{key:str}/desk/edit": GAMEMASTER,
    "GET /games/{key:str}/desk/seats": GAMEMASTER,
    "POST /games/{key:str}/desk/remind": GAMEMASTER,
    "POST /games/{key:str}/desk/address": GAMEMASTER,
    "POST /games/{key:str}/desk/password": GAMEMASTER,
    "POST /games/{key:str}/desk/free": GAMEMASTER,
    "GET /games/{key:str}/desk/handover/{seat:str}": GAMEMASTER,
    "GET /games/{key:str}/desk/backups": GAMEMASTER,
    "POST /games/{key:str}/desk/backups": GAMEMASTER,
    "POST /games/{key:str}/desk/restore": GAMEMASTER,
    "GET /games/{key:str}/desk/version": GAMEMASTER,
    "POST /games/{key:str}/desk/version": GAMEMASTER,
    "POST /games/{key:str}/desk/archive": GAMEMASTER,
    "GET /games/{key:str}/handover": SEATED,
    "POST /games/{key:str}/take": INSIDERS,
    "GET /games/{key:str}/audit": INSIDERS,
    "GET /games/{key:str}/dice": SEATED,
    "GET /games/{key:str}/archive": NO_ONE,
    "GET /games/{key:str}/archive.zip": NO_ONE,
    "GET /games/{key:str}/archive/{name:path}": NO_ONE,
    "POST /games/{key:str}/watch": INSIDERS,
    "POST /games/{key:str}/random-seed": INSIDERS,
    "GET /api/v1/games/{key:str}/seat-status": GAMEMASTER,
    "GET /api/v1/games/{key:str}/full-reports/{turn:int}": GAMEMASTER,
    "POST /api/v1/games/{key:str}/trial-run": GAMEMASTER,
    "GET /api/v1/games/{key:str}/trial-run": GAMEMASTER,
    "POST /api/v1/games/{key:str}/undo": GAMEMASTER,
    "POST /api/v1/games/{key:str}/end": GAMEMASTER,
    "POST /api/v1/games/{key:str}/orders/on-behalf": GAMEMASTER,
    "POST /api/v1/games/{key:str}/edits": GAMEMASTER,
    "GET /api/v1/games/{key:str}/version": GAMEMASTER,
    "POST /api/v1/games/{key:str}/version": GAMEMASTER,
    "GET /api/v1/games/{key:str}/seats": GAMEMASTER,
    "POST /api/v1/games/{key:str}/seats/bot": GAMEMASTER,
    "POST /api/v1/games/{key:str}/seats/address": GAMEMASTER,
    "POST /api/v1/games/{key:str}/seats/password": GAMEMASTER,
    "POST /api/v1/games/{key:str}/seats/free": GAMEMASTER,
    "POST /api/v1/games/{key:str}/seats/take": INSIDERS,
    "GET /api/v1/games/{key:str}/handover": SEATED,
    "POST /api/v1/games/{key:str}/invitations": GAMEMASTER,
    "GET /api/v1/games/{key:str}/backups": GAMEMASTER,
    "POST /api/v1/games/{key:str}/backups": GAMEMASTER,
    "POST /api/v1/games/{key:str}/restore": GAMEMASTER,
    "GET /api/v1/games/{key:str}/audit": INSIDERS,
    "GET /api/v1/games/{key:str}/dice": SEATED,
    "GET /api/v1/games/{key:str}/archive": NO_ONE,
    "GET /api/v1/games/{key:str}/archive.zip": NO_ONE,
    "POST /api/v1/games/{key:str}/archive": GAMEMASTER,
    "POST /api/v1/games/{key:str}/watch": INSIDERS,
    "GET /api/v1/games/{key:str}/watch-rule": INSIDERS,
    "POST /api/v1/games/{key:str}/watch-rule": GAMEMASTER,
    "GET /api/v1/games/{key:str}/random-seed": INSIDERS,
    "POST /api/v1/games/{key:str}/random-seed/commitment": INSIDERS,
    "POST /api/v1/games/{key:str}/random-seed/reveal": INSIDERS,
    "GET /api/v1/notifications": PEOPLE,
    "PUT /api/v1/notifications": PEOPLE,
    "GET /api/v1/notifications/deliveries": PEOPLE,
    "GET /api/v1/games/{key:str}/notifications": SEATED,
    "PUT /api/v1/games/{key:str}/notifications": SEATED,
    "POST /api/v1/games/{key:str}/notifications/webhooks": SEATED,
    "DELETE /api/v1/games/{key:str}/notifications/webhooks/{number:int}": SEATED,
    "POST /api/v1/games/{key:str}/notifications/webhooks/{number:int}/test": SEATED,
    "GET /api/v1/games/{key:str}/webhooks": GAMEMASTER,
    "POST /api/v1/games/{key:str}/webhooks": GAMEMASTER,
    "DELETE /api/v1/games/{key:str}/webhooks/{number:int}": GAMEMASTER,
    "POST /api/v1/games/{key:str}/webhooks/{number:int}/test": GAMEMASTER,
    "GET /api/v1/me": PEOPLE,
    "GET /api/v1/people/{name:str}": NO_ONE,
    "GET /api/v1/ladders/{variant:str}": PEOPLE,
    "POST /api/v1/people/{name:str}/report": NO_ONE,
    "GET /api/v1/friends": PEOPLE,
    "PUT /api/v1/friends/{name:str}": PEOPLE,
    "DELETE /api/v1/friends/{name:str}": PEOPLE,
    "GET /api/v1/invitations": PEOPLE,
    "POST /api/v1/invitations/by-name/{number:int}": PEOPLE,
    "DELETE /api/v1/invitations/by-name/{number:int}": PEOPLE,
    "POST /api/v1/games/{key:str}/again": INSIDERS,
    "GET /api/v1/blocks": PEOPLE,
    "PUT /api/v1/blocks/{name:str}": NO_ONE,
    "DELETE /api/v1/blocks/{name:str}": NO_ONE,
    "GET /api/v1/measures": PEOPLE,
    "POST /api/v1/measures/{number:int}/appeal": PEOPLE,
    "GET /api/v1/games": PEOPLE,
    "GET /api/v1/games/{key:str}": INSIDERS,
    "GET /api/v1/games/{key:str}/reports/{turn:int}": SEATED,
    "GET /api/v1/games/{key:str}/orders": SEATED,
    "GET /api/v1/games/{key:str}/orders/options": SEATED,
    "GET /api/v1/games/{key:str}/orders/stocks": SEATED,
    "POST /api/v1/games/{key:str}/orders/choices": SEATED,
    "POST /api/v1/games/{key:str}/orders/check": SEATED,
    "POST /api/v1/games/{key:str}/orders": SEATED,
    "POST /api/v1/games/{key:str}/orders/status": SEATED,
    "GET /api/v1/games/{key:str}/deadlines": INSIDERS,
    "GET /api/v1/games/{key:str}/deadlines/history": INSIDERS,
    "POST /api/v1/games/{key:str}/deadlines/rule": GAMEMASTER,
    "POST /api/v1/games/{key:str}/deadlines/missing": GAMEMASTER,
    "POST /api/v1/games/{key:str}/deadlines/remind": GAMEMASTER,
    "POST /api/v1/games/{key:str}/deadlines/{act:str}": GAMEMASTER,
    "POST /api/v1/games/{key:str}/vacation": SEATED,
    "DELETE /api/v1/games/{key:str}/vacation": SEATED,
    "POST /api/v1/games/{key:str}/turns": GAMEMASTER,
}
_ALL = frozenset({ANYONE})
_WITH_ACCOUNT = frozenset({ANYONE, PEOPLE})
_WATCHES = frozenset({ANYONE, PEOPLE, INSIDERS, SEATED})
_PLAYS = frozenset({ANYONE, PEOPLE, INSIDERS, SEATED, PLAYERS})
#: Members of each circle; `cast` describes them.
CIRCLES: Mapping[str, frozenset[int]] = {
    "a stranger": _ALL,
    "Eve": _WITH_ACCOUNT,
    "Gus": _WITH_ACCOUNT,
    "Lex": _WITH_ACCOUNT,
    "Max": _WITH_ACCOUNT,
    "Sol": _WATCHES,
    "Uma": _WATCHES,
    "Brin": _PLAYS,
    "Ada": _PLAYS,
    "Cleo": frozenset({ANYONE, PEOPLE, INSIDERS, GAMEMASTER}),
}
#: People on either side of a circle's border, with the circles that they are tested on. Long runs
#: test every person on every route.
BORDERS: Mapping[str, frozenset[int]] = {
    "a stranger": frozenset({PEOPLE}),
    "Eve": frozenset({PEOPLE, INSIDERS}),
    "Lex": frozenset({SEATED}),
    "Max": frozenset({GAMEMASTER}),
    "Sol": frozenset({INSIDERS, SEATED}),
    "Ada": frozenset({GAMEMASTER}),
    "Cleo": frozenset({GAMEMASTER, NO_ONE}),
}
FILLED = {
    "{key:str}": "secret-game",
    "{variant:str}": "event_horizon",
    "{turn:int}": "0",
    "{file:str}": "report.text",
    "{number:int}": "99",
    "{seat:str}": "Ada",
    "{name:path}": "index.html",
    "{rest:path}": "1",
    "{purpose:str}": "reset",
    "{invitation:str}": "no-such-invitation",
    "{act:str}": "hold",
    "{calendar:str}": "no-such-key.ics",
    "{channel:str}": "mail",
    "{token:str}": "no-such-token",
    "{path:str}": "nothing",
    "{name:str}": "site.css",
}


def fill_path(path: str) -> str:
    return fill(path, FILLED)


def try_route(person: Person, method: str, path: str) -> int:
    """Return the status of a request; 303 to the sign-in page counts as 401."""
    url = fill_path(path)
    if path.startswith("/api"):
        data = None if method == "GET" else {"text": "; none", "command": "MOVE"}
        return int(person.calls.request(method, url, json=data).status_code)
    browser = person.browser
    data = {"_csrf_token": csrf(browser)} if method == "POST" else None
    answer = browser.client.request(method, url, data=data, follow_redirects=False)
    if answer.headers.get("location", "").startswith("/sign-in?"):
        return 401
    return int(answer.status_code)


@pytest.fixture
def people(site: Site) -> dict[str, Person]:
    """A game with the whole cast."""
    return cast(site)


def test_every_route_stands_in_the_table(site: Site) -> None:
    assert {f"{method} {path}" for method, path in routes(site)} == set(WHOSE)


@pytest.mark.parametrize(
    ("person", "tried_at"),
    [
        *BORDERS.items(),
        *(pytest.param(person, range(NO_ONE + 1), marks=pytest.mark.slow) for person in CIRCLES),
    ],
)
def test_a_route_answers_its_circle_and_refuses_all_others(
    site: Site, people: dict[str, Person], person: str, tried_at: Container[int]
) -> None:
    wrong = []
    for method, path in routes(site):
        name = f"{method} {path}"
        if name in DEATH or WHOSE[name] == ANYONE or WHOSE[name] not in tried_at:
            continue
        site.clock.advance(seconds=2)
        status = try_route(people[person], method, path)
        refused = status in {401, 404}
        expected = not refused if WHOSE[name] in CIRCLES[person] else refused
        if not expected or status >= 500:
            wrong.append((name, status))
    assert not wrong


@pytest.mark.parametrize(
    "person",
    [
        "Max",
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("a stranger", "Eve", "Gus", "Lex")),
    ],
)
def test_hidden_pages_answer_like_missing_ones(
    site: Site, people: dict[str, Person], person: str
) -> None:
    for method, path in routes(site):
        if "{key:str}" not in path or path.startswith("/links") or method != "GET":
            continue
        hidden = people[person].get(fill_path(path))
        nowhere = people[person].get(fill_path(path).replace(KEY, "no-game-at-all"))
        assert hidden.status_code == nowhere.status_code
        assert hidden.text.replace(KEY, "") == nowhere.text.replace("no-game-at-all", ""), path


def test_every_page_of_a_game_names_the_version_that_it_shows(
    site: Site, people: dict[str, Person]
) -> None:
    shown = 0
    for method, path in routes(site):
        if method == "GET" and path.startswith("/games/{key:str}"):
            answer = people["Cleo" if "/desk" in path else "Ada"].get(fill_path(path))
            if answer.status_code == 200 and 'class="game-head"' in answer.text:
                assert ' data-version="' in answer.text, path
                shown += 1
    assert shown > 20


def test_every_post_of_a_page_needs_the_sign_of_its_form(site: Site) -> None:
    ada = site.person("Ada")
    for method, path in routes(site):
        if method != "POST" or path.startswith("/api"):
            continue
        for data in ({}, {"_csrf_token": "made up"}):
            assert ada.client.post(fill_path(path), data=data).status_code == 403, path
    assert "Your account" in ada.open("/account").words


def test_every_answer_has_the_headers_that_keep_strangers_out(site: Site) -> None:
    ada = site.person("Ada")
    for method, path in routes(site):
        if method != "GET":
            continue
        headers = ada.client.get(fill_path(path), follow_redirects=False).headers
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


def test_what_caches_may_keep_for_all_sets_no_cookie(site: Site) -> None:
    answer = site.browser().client.get("/static/site.css")
    assert answer.status_code == 200
    assert "public" in answer.headers["cache-control"]
    assert "set-cookie" not in answer.headers


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
    match = re.search(r'content="0;url=([^"]*)"', answer.text)
    to = match[1] if match else "/"
    assert to.startswith("/")
    assert not to.startswith("//")


def test_signing_in_leads_to_pages_of_this_site_alone(site: Site) -> None:
    site.person("Ada")
    for to in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:1"):
        browser = site.browser().open("/sign-in")
        browser.send("/sign-in", who="Ada", password="correct horse battery", to=to)
        assert browser.path == "/", to
