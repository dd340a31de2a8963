"""Games on a server under test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import evolve

import horizons_core as hz
from horizons_core.plugins.loader import is_foreign
from horizons_host.server.accounts import accounts
from horizons_host.server.games import directory, joining
from horizons_host.server.games.terms import Terms
from tests.host.server.browser import Browser, Site

#: Announced games by rules, number of players and fields of the page.
_ANNOUNCED: dict[tuple[object, ...], Terms] = {}


def invite(browser: Browser, game: str, **fields: str) -> str:
    """Return the path of an invitation that is created on a game's page."""
    browser.open(f"{game}/overview").send(f"{game}/invitations", **fields)
    match = re.search(r"http://games\.example\.org(/invitations/[\w-]+)", browser.text)
    assert match, browser.words
    return match[1]


def copied_people(
    site: Site, make: Callable[[], dict[str, Browser]], *kind: object
) -> dict[str, Browser]:
    """Return the browsers of people who act on a site that is copied (see `Site.copied`)."""
    keys = site.copied(lambda: {name: browser.key for name, browser in make().items()}, *kind)
    return {name: site.signed_in(key) for name, key in keys.items()}


def running_game(
    site: Site,
    variant: str = "event_horizon",
    title: str = "The Mars affair",
    players: Sequence[str] = ("Ada", "Brin"),
    **fields: str,
) -> dict[str, Browser]:
    """Begin a game with Cleo as its gamemaster and return a browser for each person.

    `fields` are those of the page that announces games. The page's result is cached, and another
    game of the same kind is copied, or begun without pages, which is quicker.
    """
    if is_foreign(hz.load_variant(variant)):  # the rules are the test's own
        return _running_game(site, variant, title, players, fields)

    def make() -> dict[str, Browser]:
        return _running_game(site, variant, title, players, fields)

    return copied_people(site, make, "a running game", variant, title, players, fields)


def _running_game(
    site: Site, variant: str, title: str, players: Sequence[str], fields: Mapping[str, str]
) -> dict[str, Browser]:
    people = {name: site.person(name) for name in ("Cleo", *players)}
    kind = (variant, len(players), *fields.items())
    if kind in _ANNOUNCED:
        _begin(site, evolve(_ANNOUNCED[kind], title=title), players)
        return people
    new = f"/games/new/{variant}"
    cleo = people["Cleo"].open(new).send(new, title=title, players=str(len(players)), **fields)
    key = cleo.path.split("/")[2]
    _ANNOUNCED[kind] = directory.find_game(site.service, key).terms
    for name in players:
        path = invite(cleo, f"/games/{key}", role="player")
        people[name].open(path).send(path)
    cleo.open(f"/games/{key}").send(f"/games/{key}/start")
    assert "running" in cleo.words, cleo.words
    return people


def _begin(site: Site, terms: Terms, players: Iterable[str]) -> None:
    cleo, *joiners = (accounts.by_name(site.service, name) for name in ("Cleo", *players))
    assert cleo is not None
    key = directory.announce(site.service, cleo, terms).key
    for account in joiners:
        assert account is not None
        joining.join(site.service, account, key, account.name)
    joining.start(site.service, key)
