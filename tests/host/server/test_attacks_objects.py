"""What belongs to one person is in nothing that another gets, whatever they put into addresses."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from horizons_host.server import tables
from horizons_host.server.people import limits
from tests.effort import THOROUGH
from tests.host.server.browser import Site
from tests.host.server.cast import GAME, TITLE, Somebody, cast
from tests.host.server.games import invited, running_game
from tests.host.server.test_calls import program
from tests.host.server.test_routes import FILLED
from tests.host.server.walks import crawled, filled, routes, sign

#: What nobody but Ada gets, and what Ada and the gamemaster alone may get.
OWN = ("ada@example.org", "program of Ada", "hook-of-ada.example")
PLAYED = ("order-of-ada", "word-to-cleo")
#: Numbers of things that there are, or may be: whoever knows none tries them all.
NUMBERS = range(7 if THOROUGH else 2)
#: Those who get less than another player does.
FARTHER = ("a stranger", "Eve", "Gus", "Lex", "Max", "Sol", "Uma")


@pytest.fixture
def people(site: Site) -> dict[str, Somebody]:
    """A game in which Ada has orders, messages, a webhook and a program."""
    people = cast(site)
    ada = people["Ada"]
    _sent(ada, f"{GAME}/orders", orders="; order-of-ada", do="send")
    _sent(ada, f"{GAME}/press", subject="Terms", text="word-to-cleo", gamemaster="yes")
    _sent(ada, f"{GAME}/notices/webhooks", url="https://hook-of-ada.example/x")
    _sent(ada, "/account/tokens", name="program of Ada")
    return people


def _sent(who: Somebody, path: str, **fields: str) -> Any:
    data = {**fields, "_csrf_token": sign(who.browser)}
    answer = who.browser.client.post(path, data=data)
    assert answer.status_code == 200, answer.text
    return answer


def seen(site: Site, who: Somebody) -> str:
    """All that somebody gets by every link and every address with every number in it."""
    texts = [answer.text for answer in crawled(who.get, "/", "/account", GAME).values()]
    for method, path in routes(site):
        if method != "GET" or path == "/metrics":
            continue
        many = any(part in path for part in ("{number:int}", "{turn:int}"))
        for number in NUMBERS if many else (0,):
            site.clock.advance(seconds=1)
            words = {**FILLED, "{number:int}": str(number), "{turn:int}": str(number)}
            files = ("report.text", "report.json") if "{file:str}" in path else ("",)
            texts += [who.get(filled(path, {**words, "{file:str}": one})).text for one in files]
    return "\n".join(texts)


def test_the_owner_gets_all_of_it(site: Site, people: dict[str, Somebody]) -> None:
    text = seen(site, people["Ada"])
    assert [word for word in (*OWN, *PLAYED) if word not in text] == []


@pytest.mark.parametrize(
    "who", ["Brin", *(pytest.param(one, marks=pytest.mark.slow) for one in FARTHER)]
)
def test_nobody_else_gets_any_of_it(site: Site, people: dict[str, Somebody], who: str) -> None:
    text = seen(site, people[who])
    assert [word for word in (*OWN, *PLAYED) if word in text] == []


@pytest.mark.parametrize(
    "who", ["Brin", "Cleo", *(pytest.param(one, marks=pytest.mark.slow) for one in ("Gus", "Eve"))]
)
def test_what_is_anothers_is_neither_changed_nor_deleted(
    site: Site, people: dict[str, Somebody], who: str
) -> None:
    browser = people[who].browser
    before = site.service.database
    with before.reading() as connection:
        tokens = connection.execute(select(tables.tokens.c.id)).scalars().all()
    for number in tokens:
        for path in (
            f"/account/tokens/{number}/delete",
            f"{GAME}/notices/webhooks/{number}/remove",
            f"{GAME}/press/{number}/block",
        ):
            data = {"_csrf_token": sign(browser)}
            status = browser.client.post(path, data=data, follow_redirects=False).status_code
            assert status < 500
    account = people["Ada"].browser.open("/account")
    assert "program of Ada" in account.text
    assert "hook-of-ada" in people["Ada"].browser.open(f"{GAME}/notices").text


def test_an_invitation_goes_with_the_desk_of_who_made_it(site: Site) -> None:
    cleo = running_game(site, title=TITLE)["Cleo"]
    path = invited(cleo, GAME, role="gamemaster")
    max_ = site.person("Max").open(path).send(path)
    path = invited(max_, GAME, role="gamemaster")
    max_.open(GAME).send(f"{GAME}/leave", sure="yes")
    eve = site.person("Eve").open(path)
    assert "no longer valid" in eve.words
    eve.client.post(path, data={"_csrf_token": sign(eve)})
    calls = program(eve, site)
    assert calls.post(f"/api/v1{path}", json={}).status_code >= 400
    assert "desk" not in eve.open(GAME).text
    assert eve.open(f"{GAME}/desk").status == 404


def test_invitations_flood_no_mailbox(site: Site) -> None:
    cleo = running_game(site, title=TITLE)["Cleo"]
    for _ in range(limits.MAILS_TO_ADDRESS.most + 3):
        cleo.open(GAME).send(f"{GAME}/invitations", role="player", mail="victim@example.org")
    assert "too many attempts" in cleo.words
    with site.service.database.reading() as connection:
        wanted = select(tables.mails.c.id).where(tables.mails.c.recipient == "victim@example.org")
        assert len(connection.execute(wanted).all()) <= limits.MAILS_TO_ADDRESS.most
