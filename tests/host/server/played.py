"""Games of a server under test that bots have played for some turns, with people in the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import horizons_core as hz
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.turns import run_and_store
from horizons_host.server.accounts import accounts, sessions
from horizons_host.server.games import directory, joining
from horizons_host.server.games.terms import Terms
from tests.host.server.browser import PASSWORD, Browser, Site

PLAYERS = ("Ada", "Brin", "Cato")
WAR_TURNS = 10


def play_game(
    site: Site,
    variant: str,
    turns: int,
    *,
    bot: str = "",
    players: Sequence[str] = PLAYERS,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> str:
    """Begin a game of Cleo's with all orders written by bots; return its key, "mars".

    `more` are other terms of the game.
    """
    about = {"title": "Mars", "bot": bot, "options": dict(options or {}), **more}
    terms = Terms(variant=variant, players=len(players), **about)
    return site.copied(lambda: _play(site, terms, players, turns), "played", terms, players, turns)


def begin_war(site: Site) -> None:
    """Begin a game of Event Horizon whose empires fight within `WAR_TURNS` turns."""
    play_game(site, "event_horizon", WAR_TURNS, bot="greedy", options={"side": 8})


def _play(site: Site, terms: Terms, players: Sequence[str], turns: int) -> str:
    service = site.service
    people = {
        name: accounts.by_name(service, name)
        or accounts.register(service, name, f"{name}@example.org", PASSWORD)
        for name in ("Cleo", *players)
    }
    cleo = people["Cleo"]
    assert cleo is not None
    key = directory.announce(service, cleo, terms).key
    for name in players:
        account = people[name]
        assert account is not None
        joining.join(service, account, key, name)
    joining.start(service, key, seed="played")
    site.work()
    for _ in range(turns):
        run(site, key, players, terms.bot)
    return key


def run(site: Site, key: str, players: Sequence[str], bot: str = "") -> None:
    """Submit bots' orders for every seat and run the turn."""
    with site.service.database.game(key) as store:
        game = hz.load(store.snapshot().state)
        variant = hz.variant_of(game)
        player = variant.bot(bot or min(variant.bots))
        for name in players:
            stream = hz.Stream.from_key("played", name, game.turn)
            text = OrderText(player.orders(variant.view(game, name), stream), "a test")
            OrderIntake(store, site.clock).submit(text, name, proved=True)
        run_and_store(store, clock=site.clock)


def sign_in_as(site: Site, name: str) -> Browser:
    """Return a browser with this person's session."""
    account = accounts.by_name(site.service, name)
    assert account is not None
    browser = site.browser()
    key = sessions.begin_session(site.service, account, "a browser")
    browser.client.cookies.set("horizons", key, domain="games.example.org", path="/")
    return browser
