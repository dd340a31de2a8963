"""Games of a server under test, begun without browsers: for what workers do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText
from horizons_host.server.games import deadlines, directory, joining
from horizons_host.server.games.terms import Terms
from horizons_host.server.people import accounts
from horizons_host.store import GameStore
from horizons_host.store.notice_tables import happenings
from tests.host.server.browser import PASSWORD, Site


def begun(
    site: Site, title: str = "Mars", players: Sequence[str] = ("Ada", "Brin"), **rule: Any
) -> str:
    """A game of Cleo's that has begun, with these deadlines; gives its key."""
    return site.copied(lambda: _begin(site, title, players, rule), "begun", title, players, rule)


def _begin(site: Site, title: str, players: Sequence[str], rule: Mapping[str, Any]) -> str:
    people = [
        accounts.by_name(site.service, name)
        or accounts.register(site.service, name, f"{name}@example.org", PASSWORD)
        for name in ("Cleo", *players)
    ]
    wanted = deadlines.announced(site.service, rule) if rule else {}
    terms = Terms(title, "event_horizon", players=len(players), deadlines=wanted)
    cleo = people[0]
    assert cleo is not None
    key = directory.announce(site.service, cleo, terms).key
    for one in people[1:]:
        assert one is not None
        joining.join(site.service, one, key, one.name)
    joining.start(site.service, key, seed="a game of the tests")
    site.work()
    return key


def game(site: Site, key: str = "mars") -> GameStore:
    """The store of a game."""
    return site.service.database.game(key)


def latest(site: Site, key: str = "mars") -> int:
    """The turn at which a game stands."""
    with game(site, key) as store:
        return store.latest()


def give(site: Site, *players: str, key: str = "mars", final: bool = True) -> None:
    """Hand in orders, as a page does."""
    with game(site, key) as store:
        for player in players:
            text = OrderText("; nothing to do", "a test")
            OrderIntake(store, site.clock).submit(text, player, proved=True, final=final)


def reminded(site: Site, key: str = "mars") -> list[tuple[str, ...]]:
    """Who was told something of a deadline, each time that it happened."""
    with game(site, key) as store, store.reading() as connection:
        wanted = select(happenings.c.facts).where(happenings.c.kind == "reminder")
        return [tuple(facts["what"].split()) for facts in connection.execute(wanted).scalars()]
