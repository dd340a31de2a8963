"""A form that changes something answers with a redirect, so that the page can be reloaded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from litestar.routes import HTTPRoute

from tests.host.server.browser import Site
from tests.host.server.games import running_game
from tests.host.server.test_people import mail_settings
from tests.host.server.walks import DEATH, PARTING, csrf, forms

GAME = "/games/the-mars-affair"
#: Forms that only show something, by path and button: they store nothing.
LOOKS = {
    (f"{GAME}/orders", ""),  # a form of the game page, whose button stands outside of it
    (f"{GAME}/orders", "check"),
    (f"{GAME}/orders", "add"),
    (f"{GAME}/orders/forms", ""),
    (f"{GAME}/orders/hints", ""),
    (f"{GAME}/battle", ""),
    (f"{GAME}/desk/edit", "try"),
}
#: Field values that most forms accept.
TYPED = {
    "name": "A program",
    "mail": "dara@example.org",
    "url": "https://hook.example.org/x",
    "title": "Another game",
    "text": "hello",
    "reason": "a test",
    "subject": "hello",
    "old": "correct horse battery",
    "new": "correct horse battery 2",
    "orders": "MOVE 1 E",
    "pace": "daily",
    "time": "20:00",
    "days": "2026-04-01",
    "hours": "24",
    "players": "2",
    "to": "2026-04-01 20:00",
    "words": "a gift",
    "edit": "state: {stock: {Ada: {hull: 77}}}",
    "seat": "Ada",
    "password": "correct horse battery",
    "battle": "sides: {}",
}


def buttons(text: str, action: str) -> list[str]:
    """Return the `do` values of the buttons of a page's forms for an address."""
    forms = re.findall(rf'action="{re.escape(action)}".*?</form>', text, re.DOTALL)
    values = [re.findall(r'<button[^>]*name="do" value="(\w+)"', form) for form in forms]
    return sorted({word for words in values for word in words}) or [""]


#: Pages with forms by sender, and the minimum number of accepted forms.
WHERE = {
    "a stranger": (1, "/sign-up", "/forgotten"),
    "Ada": (
        *(9, "/account", "/account/calendar", GAME, f"{GAME}/orders", f"{GAME}/deadlines"),
        *(f"{GAME}/notifications", f"{GAME}/messages", f"{GAME}/turns/0"),
    ),
    "Cleo": (
        *(13, "/account/calendar", "/games/new/event_horizon", GAME, f"{GAME}/desk"),
        *(
            f"{GAME}/desk/{page}"
            for page in ("seats", "deadlines", "messages", "notifications", "edit")
        ),
        *(f"{GAME}/desk/{page}" for page in ("backups", "version")),
    ),
}


@pytest.mark.parametrize("visitor", WHERE)
def test_an_accepted_form_redirects_unless_it_only_shows(site: Site, visitor: str) -> None:
    browser = running_game(site).get(visitor) or site.browser()
    least, *places = WHERE[visitor]
    accepted, wrong = set(), []
    for path in places:
        page = browser.client.get(str(path))
        assert page.status_code == 200, path
        for form in forms(str(path), page.text):
            if f"POST {form.action}" in DEATH or form.action.endswith(PARTING):
                continue
            for do in buttons(page.text, form.action):
                site.clock.advance(minutes=1)
                typed = {name: TYPED[name] for name in form.words if name in TYPED}
                data = {**form.usual, **typed, **({"do": do} if do else {})}
                data["_csrf_token"] = csrf(browser)
                answer = browser.client.post(form.action, data=data, follow_redirects=False)
                assert answer.status_code < 500, form
                if answer.status_code == 303:
                    accepted.add((form.action, do))
                    next_page = browser.client.get(answer.headers["location"])
                    assert next_page.status_code == 200, (form, next_page.url)
                elif answer.status_code < 400 and (form.action, do) not in LOOKS:
                    wrong.append((form.action, do))
    assert not wrong
    assert len(accepted) >= int(least), sorted(accepted)


def test_every_form_handler_can_redirect_unless_it_only_shows(site: Site) -> None:
    """A handler that can only render a page has no other answer for an accepted form."""
    looks = {path.replace(GAME, "/games/{key:str}") for path, _ in LOOKS}
    looks |= {f"/games/{{key:str}}/orders/{name}" for name in ("check", "draft", "line")}
    looks.add("/account/notifications/presence")  # of a script
    pages = set()
    for route in site.app.routes:
        if isinstance(route, HTTPRoute) and not route.path.startswith("/api"):
            for handler in route.route_handlers:
                answers = str(handler.parsed_fn_signature.return_type.raw)
                if "POST" in handler.http_methods and "Redirect" not in answers:
                    pages |= set() if "Response[NoneType]" in answers else {route.path}
    assert pages <= looks


def test_what_is_shown_once_is_gone_when_the_page_is_loaded_again(site: Site) -> None:
    ada = site.person("Ada").open("/account")
    ada.send("/account/tokens", name="my script")
    assert "hz_" in ada.text
    assert "hz_" not in ada.open("/account").text
    assert ada.text.count("my script") == 1


def test_what_is_shown_once_is_shown_to_nobody_else_and_on_no_other_page(tmp_path: Path) -> None:
    site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    ada, brin = site.person("Ada"), site.person("Brin")
    data = {"_csrf_token": csrf(ada), "name": "a program"}
    answer = ada.client.post("/account/tokens", data=data, follow_redirects=False)
    value = answer.cookies["once"]
    brin.client.cookies.set("once", value)
    assert "hz_" not in brin.open("/account").text
    ada.client.cookies.clear()
    ada = site.browser()
    for forged in (value, value[:-1], "x.y", ".", "a" * 3000):
        ada.client.cookies.set("once", forged)
        assert ada.open("/check-mail").status == 200
        assert "hz_" not in ada.text
