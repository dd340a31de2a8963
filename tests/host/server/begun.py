"""Games of a server under test, begun without browsers: for tests of workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.server.accounts import accounts
from horizons_host.server.games import deadlines, directory, joining
from horizons_host.server.games.terms import Terms
from horizons_host.store import GameStore
from horizons_host.store.schema import events_table
from tests.host.server.browser import PASSWORD, Site


def begin_game(
    site: Site, title: str = "Mars", players: Sequence[str] = ("Ada", "Brin"), **rule: Any
) -> str:
    """Begin a game of Cleo's with these deadlines and return its key."""
    return site.copied(lambda: _begin(site, title, players, rule), "begun", title, players, rule)


def _begin(site: Site, title: str, players: Sequence[str], rule: Mapping[str, Any]) -> str:
    people = [
        accounts.by_name(site.service, name)
        or accounts.register(site.service, name, f"{name}@example.org", PASSWORD)
        for name in ("Cleo", *players)
    ]
    deadline_rule = deadlines.announced_schedule(site.service, rule) if rule else {}
    terms = Terms(title, "event_horizon", players=len(players), deadlines=deadline_rule)
    cleo = people[0]
    assert cleo is not None
    key = directory.announce(site.service, cleo, terms).key
    for person in people[1:]:
        assert person is not None
        joining.join(site.service, person, key, person.name)
    joining.start(site.service, key, seed="a game of the tests")
    site.work()
    return key


def game(site: Site, key: str = "mars") -> GameStore:
    """Open the store of a game."""
    return site.service.database.game(key)


def latest_turn(site: Site, key: str = "mars") -> int:
    """Return the latest turn of a game."""
    with game(site, key) as store:
        return store.latest()


def submit(site: Site, *players: str, key: str = "mars", final: bool = True) -> None:
    """Submit orders as a page does."""
    with game(site, key) as store:
        for player in players:
            text = OrderText("; nothing to do", "a test")
            OrderIntake(store, site.clock).submit(text, player, proved=True, final=final)


def reminders(site: Site, key: str = "mars") -> list[tuple[str, ...]]:
    """Return the kind of every deadline reminder that was sent."""
    with game(site, key) as store, store.reading() as connection:
        query = select(events_table.c.facts).where(events_table.c.kind == "reminder")
        return [tuple(facts["what"].split()) for facts in connection.execute(query).scalars()]
