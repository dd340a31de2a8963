"""One person's data is in no answer to another person, whatever they put into addresses."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from horizons_host.server import tables
from horizons_host.server.security import rate_limits
from tests.effort import THOROUGH
from tests.host.server.browser import Site
from tests.host.server.cast import GAME, TITLE, Person, cast
from tests.host.server.games import invite, running_game
from tests.host.server.test_calls import program
from tests.host.server.test_routes import FILLED
from tests.host.server.walks import crawl, csrf, fill, routes

#: Texts that only Ada may get, and texts for Ada and the gamemaster alone.
OWN = ("ada@example.org", "program of Ada", "hook-of-ada.example")
PLAYED = ("order-of-ada", "word-to-cleo")
#: Numbers that exist or may exist: an attacker would try them all.
NUMBERS = range(7 if THOROUGH else 2)
#: People who may see less than another player.
FARTHER = ("a stranger", "Eve", "Gus", "Lex", "Max", "Sol", "Uma")


@pytest.fixture
def people(site: Site) -> dict[str, Person]:
    """A game where Ada has orders, messages, a webhook and a program."""
    people = cast(site)
    ada = people["Ada"]
    _sent(ada, f"{GAME}/orders", orders="; order-of-ada", do="send")
    _sent(ada, f"{GAME}/messages", subject="Terms", text="word-to-cleo", gamemaster="yes")
    _sent(ada, f"{GAME}/notifications/webhooks", url="https://hook-of-ada.example/x")
    _sent(ada, "/account/tokens", name="program of Ada")
    return people


def _sent(person: Person, path: str, **fields: str) -> Any:
    data = {**fields, "_csrf_token": csrf(person.browser)}
    answer = person.browser.client.post(path, data=data)
    assert answer.status_code == 200, answer.text
    return answer


def visible_text(site: Site, person: Person) -> str:
    """Return all text that a person gets through every link and every address with every number."""
    texts = [answer.text for answer in crawl(person.get, "/", "/account", GAME).values()]
    for method, path in routes(site):
        if method != "GET" or path == "/metrics":
            continue
        many = any(part in path for part in ("{number:int}", "{turn:int}"))
        for number in NUMBERS if many else (0,):
            site.clock.advance(seconds=1)
            words = {**FILLED, "{number:int}": str(number), "{turn:int}": str(number)}
            files = ("report.text", "report.json") if "{file:str}" in path else ("",)
            texts += [person.get(fill(path, {**words, "{file:str}": f})).text for f in files]
    return "\n".join(texts)


def test_the_owner_gets_all_of_it(site: Site, people: dict[str, Person]) -> None:
    text = visible_text(site, people["Ada"])
    assert [word for word in (*OWN, *PLAYED) if word not in text] == []


@pytest.mark.parametrize(
    "name", ["Brin", *(pytest.param(n, marks=pytest.mark.slow) for n in FARTHER)]
)
def test_nobody_else_gets_any_of_it(site: Site, people: dict[str, Person], name: str) -> None:
    text = visible_text(site, people[name])
    assert [word for word in (*OWN, *PLAYED) if word in text] == []


@pytest.mark.parametrize(
    "name", ["Brin", "Cleo", *(pytest.param(n, marks=pytest.mark.slow) for n in ("Gus", "Eve"))]
)
def test_data_of_others_is_neither_changed_nor_deleted(
    site: Site, people: dict[str, Person], name: str
) -> None:
    browser = people[name].browser
    before = site.service.database
    with before.reading() as connection:
        tokens = connection.execute(select(tables.tokens.c.id)).scalars().all()
    for number in tokens:
        for path in (
            f"/account/tokens/{number}/delete",
            f"{GAME}/notifications/webhooks/{number}/remove",
            f"{GAME}/messages/{number}/block",
        ):
            data = {"_csrf_token": csrf(browser)}
            status = browser.client.post(path, data=data, follow_redirects=False).status_code
            assert status < 500
    account = people["Ada"].browser.open("/account")
    assert "program of Ada" in account.text
    assert "hook-of-ada" in people["Ada"].browser.open(f"{GAME}/notifications").text


def test_an_invitation_ends_with_its_makers_desk(site: Site) -> None:
    cleo = running_game(site, title=TITLE)["Cleo"]
    path = invite(cleo, GAME, role="gamemaster")
    max_ = site.person("Max").open(path).send(path)
    path = invite(max_, GAME, role="gamemaster")
    max_.open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    eve = site.person("Eve").open(path)
    assert "no longer valid" in eve.words
    eve.client.post(path, data={"_csrf_token": csrf(eve)})
    calls = program(eve, site)
    assert calls.post(f"/api/v1{path}", json={}).status_code >= 400
    assert "desk" not in eve.open(GAME).text
    assert eve.open(f"{GAME}/desk").status == 404


def test_invitations_flood_no_mailbox(site: Site) -> None:
    cleo = running_game(site, title=TITLE)["Cleo"]
    for _ in range(rate_limits.MAILS_TO_ADDRESS.maximum + 3):
        cleo.open(GAME).send(f"{GAME}/invitations", role="player", mail="victim@example.org")
    assert "too many attempts" in cleo.words
    with site.service.database.reading() as connection:
        query = select(tables.mails.c.id).where(tables.mails.c.recipient == "victim@example.org")
        assert len(connection.execute(query).all()) <= rate_limits.MAILS_TO_ADDRESS.maximum
