"""A game played over HTTP in a folder and on PostgreSQL has the same digests and reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import horizons_core as hz
from horizons_host.server.games import joining
from tests.effort import THOROUGH
from tests.host.server.browser import Browser, Site
from tests.host.server.games import invite

#: The variants, each with the bot that writes its players' orders.
GAMES = {
    "campaign2e": "raider",
    "event_horizon": "greedy",
    "far_horizons": "settler",
    "galaxy_g": "expander",
    "starcluster": "settler",
}
PLAYERS = ("Ada", "Brin")
TURNS = 2 if THOROUGH else 1
Played = list[tuple[str, ...]]


@contextmanager
def _site(folder: Path, address: str | None) -> Iterator[Site]:
    site = Site(folder, address)
    yield site
    site.service.database.close()


def _begin(site: Site, variant: str) -> tuple[str, dict[str, Browser]]:
    """Begin a full game with a fixed seed; return its key and browsers."""
    people = {name: site.person(name) for name in ("Cleo", *PLAYERS)}
    new = f"/games/new/{variant}"
    cleo = people["Cleo"].open(new).send(new, title="The same", players=str(len(PLAYERS)))
    key = cleo.path.rpartition("/")[2]
    for name in PLAYERS:
        path = invite(cleo, f"/games/{key}", role="player")
        people[name].open(path).send(path)
    joining.start(site.service, key, seed=f"the same {variant}")
    return key, people


def _orders(site: Site, key: str, seat: str, bot: str) -> str:
    """Return a bot's orders for a seat."""
    with site.service.database.game(key) as store:
        game = hz.load(store.snapshot().state)
    variant = hz.variant_of(game)
    stream = hz.Stream.from_key("the same", seat, game.turn)
    return variant.bot(bot).orders(variant.view(game, seat), stream)


def _play(site: Site, variant: str) -> Played:
    """Play some turns over HTTP; return the digests of each and every player's report."""
    key, people = _begin(site, variant)
    orders, desk = f"/games/{key}/orders", f"/games/{key}/desk"
    for _ in range(TURNS):
        for name in PLAYERS:
            text = _orders(site, key, name, GAMES[variant])
            people[name].open(orders).send(orders, orders=text, do="send")
            assert re.search("Saved as version 1", people[name].words), people[name].words
        people["Cleo"].open(desk).send(f"{desk}/run")
        site.work()
    digests = []
    for turn in range(TURNS + 1):
        with site.service.database.game(key) as store:
            stored = store.stored(turn)
        reports = [
            people[name].open(f"/games/{key}/turns/{turn}/report.json").text for name in PLAYERS
        ]
        digests.append((stored.digest, stored.events_digest, str(stored.orders_digest), *reports))
    return digests


@pytest.mark.parametrize(
    "variant",
    [v if v == "event_horizon" else pytest.param(v, marks=pytest.mark.slow) for v in GAMES],
)
def test_a_game_is_the_same_on_sqlite_and_on_postgresql(
    variant: str, tmp_path: Path, postgresql: str
) -> None:
    with _site(tmp_path / "one", None) as first, _site(tmp_path / "other", postgresql) as other:
        ours, theirs = _play(first, variant), _play(other, variant)
    assert ours == theirs
    assert len({digests[0] for digests in ours}) == TURNS + 1
