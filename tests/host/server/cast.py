"""Visitors of a game's pages: one of each role, and some outsiders."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from litestar.testing import TestClient

from tests.host.server.browser import Browser, Site
from tests.host.server.games import invite, running_game
from tests.host.server.test_calls import create_token, with_token

TITLE, KEY = "Secret game", "secret-game"
GAME = f"/games/{KEY}"
#: Rules with umpires and spectators.
RULES = "campaign2e"
#: A game with Gus as its only member.
ANOTHER = "another-game"
NEW = "/games/new/event_horizon"


@frozen
class Person:
    """A person's browser and API client."""

    browser: Browser
    calls: TestClient[Any]

    def get(self, path: str, **more: Any) -> Any:
        """Open a page or make a call; redirects are not followed."""
        client = self.calls if path.startswith("/api") else self.browser.client
        return client.get(path, follow_redirects=False, **more)


def cast(site: Site) -> dict[str, Person]:
    """A running game that is not listed, and its cast.

    Cleo is its gamemaster, Ada and Brin play, Lex left it, Uma is umpire, Sol spectator, Max was
    its gamemaster, Gus has a game of his own, Eve has an account and no game.
    """

    def make() -> dict[str, tuple[str, str]]:
        people = _people(site)
        return {name: (person.key, create_token(person)) for name, person in people.items()}

    keys = site.copied(make, "cast")
    roles = {
        name: Person(site.signed_in(key), with_token(site, token))
        for name, (key, token) in keys.items()
    }
    stranger = site.browser()
    roles["a stranger"] = Person(stranger, stranger.client)
    return roles


def _people(site: Site) -> dict[str, Browser]:
    people = running_game(site, RULES, TITLE, ("Ada", "Brin", "Lex"), open_to="friends")
    for name, role in (("Uma", "umpire"), ("Sol", "spectator"), ("Max", "gamemaster")):
        path = invite(people["Cleo"], GAME, role=role)
        people[name] = site.person(name).open(path).send(path)
    for name in ("Lex", "Max"):
        people[name].open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    people["Gus"] = _with_a_game(site.person("Gus"))
    people["Eve"] = site.person("Eve")
    return people


def _with_a_game(gus: Browser) -> Browser:
    fields = {"players": "0", "bots": "2", "bot": "random", "open_to": "friends"}
    gus.open(NEW).send(NEW, title="Another game", **fields)
    gus.open(f"/games/{ANOTHER}").send(f"/games/{ANOTHER}/start")
    assert "running" in gus.words, gus.words
    return gus
