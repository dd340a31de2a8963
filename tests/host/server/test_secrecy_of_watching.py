"""Hidden information changes no byte that people get who watch a game, before its delay is over.

Two worlds differ only in what is not public, and in what players saw in turns that are not shown
yet: the hidden part of the game, its events, and the reports, orders and messages of all players.
Strangers, people with an account, a spectator and a player follow every link from the pages for
watching in both, and get the same bytes. HORIZONS_WORLDS sets the number of worlds per game,
HORIZONS_GAMES the games.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

import horizons_core as hz
from horizons_core.codec import plain
from horizons_core.testing.secrecy import hidden_turns
from horizons_host.clock import stamp
from horizons_host.games.audit import ARCHIVE_OPENED, act, insert_entry
from horizons_host.games.turns import run_and_store
from horizons_host.server import tables
from horizons_host.server.accounts import accounts, sessions
from horizons_host.server.games import directory, joining, seats
from horizons_host.server.games.access import access
from horizons_host.server.games.terms import Terms
from horizons_host.store import schema
from horizons_host.store.columns import packed
from tests.host.clocks import SetClock
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.test_secrecy_over_http import (
    GAMES,
    KEY,
    PLAYED,
    PLAYERS,
    RANDOM_DELAY,
    WORLDS,
    bots_order,
    change_other_messages,
    change_other_people,
    talk,
)
from tests.host.server.walks import crawl

GAME = f"/games/{KEY}"
SPECTATOR = "Sol"
TURNS, DELAY = 2, 1
#: Who watches: nobody knows the first, the others by their accounts.
WATCHERS = ("a stranger", "Eve", SPECTATOR, "Ada")
#: Pages that don't depend on games; a player's own pages show what is hidden from watchers.
OTHER_PAGES = r"/(rules|battles|learn|account|language|sign|games/new|forgotten)"
OWN_PAGES = rf"{OTHER_PAGES}|{GAME}(?!/watch|/perspectives)"


@frozen
class Worlds:
    """The folder of a server, the sessions of watchers, and the turns of the game, in order."""

    folder: Path
    sessions: Mapping[str, str]
    turns: tuple[hz.Turn, ...]

    def copy(self, folder: Path) -> Site:
        """Open a copy of the server."""
        shutil.copytree(self.folder, folder)
        site = Site(folder)
        site.clock.time = SetClock().time
        return site


def build(variant: str, folder: Path) -> Worlds:
    """Play some turns of a game that everyone can watch, with a spectator."""
    site = Site(folder)
    service = site.service
    people = {
        name: accounts.register(service, name, f"{name}@example.org", PASSWORD)
        for name in ("Cleo", "Eve", SPECTATOR, *PLAYERS)
    }
    rule = {"audience": "everyone", "delay": DELAY, "embeds": True}
    directory.announce(
        service,
        people["Cleo"],
        Terms(
            "Mars",
            variant,
            players=len(PLAYERS),
            options=GAMES[variant],
            watching=rule,
            spectators=True,
        ),
    )
    for name in PLAYERS:
        joining.join(service, people[name], KEY, name)
    spectator = people[SPECTATOR]
    seats.watch(service, spectator, access(service, spectator, KEY), SPECTATOR)
    joining.start(service, KEY, seed="worlds")
    site.work()
    turns = []
    with service.database.game(KEY) as store:
        for _ in range(TURNS):
            bots_order(store, site)
            turns.append(run_and_store(store, clock=site.clock).turn)
        bots_order(store, site)
    talk(site)
    keys = {
        name: sessions.begin_session(service, people[name], "a browser") for name in WATCHERS[1:]
    }
    return Worlds(folder, keys, tuple(turns))


def starts() -> Iterator[str]:
    """Yield the first page, pages for watching, and what their scripts ask for.

    Links lead from them to all other pages for watching.
    """
    yield from ("/", f"/events?game={KEY}", f"{GAME}/watch", f"/embed/{KEY}")
    for turn in range(TURNS + 1):
        yield f"{GAME}/watch/pictures/{turn}"
        yield f"/embed/{KEY}/Brin/turns/{turn}/map"
        for name in ("*public", "*", SPECTATOR, "Brin"):
            base_path = f"{GAME}/perspectives/{name}"
            yield from (f"{base_path}/replay/{turn}", f"{base_path}/turns/{turn}/map")
        yield f"{GAME}/perspectives/Brin/turns/{turn}/battles/0"


def watcher(worlds: Worlds, site: Site, name: str) -> Browser:
    """Return the browser of a watcher in a copy."""
    browser = site.browser()
    if name in worlds.sessions:
        key = worlds.sessions[name]
        browser.client.cookies.set("horizons", key, domain="games.example.org", path="/")
    return browser


def fetch(worlds: Worlds, site: Site, name: str) -> dict[str, tuple[int, Any, bytes]]:
    """Return every answer that a watcher gets: status, headers and bytes."""
    browser = watcher(worlds, site, name)
    answers = crawl(
        lambda path: browser.client.get(path, follow_redirects=False),
        *starts(),
        without=OWN_PAGES if name in PLAYERS else OTHER_PAGES,
    )
    token = browser.client.cookies.get("form") or "no sign"
    return {
        path: (
            answer.status_code,
            sorted((k, v) for k, v in answer.headers.items() if k not in ("set-cookie", "date")),
            RANDOM_DELAY.sub(b"", answer.content.replace(token.encode(), b"")),
        )
        for path, answer in answers.items()
    }


def hide(site: Site, turns: tuple[hz.Turn, ...], draw: Any) -> None:
    """Change what is hidden of all turns, and what players saw in those that are not shown."""
    with site.service.database.game(KEY) as store, store.writing() as connection:
        for turn in turns:
            number, table = turn.game.turn, schema.turns
            connection.execute(
                update(table)
                .where(table.c.turn == number)
                .values(
                    state=packed(hz.dump(turn.game)),
                    digest=hz.digest(turn.game),
                    events=packed(plain(list(turn.events))),
                    events_digest=turn.events_digest,
                )
            )
        report, orders = schema.reports, schema.orders
        theirs = (report.c.empire.in_(PLAYERS), report.c.turn > TURNS - DELAY)
        document = packed({"title": draw(st.text(max_size=50)), "events": []})
        connection.execute(update(report).where(*theirs).values(document=document))
        text = draw(st.sampled_from(["", "; other words", "NONSENSE 1 2 3\n" * 20]))
        connection.execute(update(orders).values(text=text, diagnostics=[]))
        change_other_messages(connection, draw)
    change_other_people(site)


@pytest.fixture(scope="module", params=PLAYED)
def worlds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """One game for all comparisons."""
    return build(request.param, tmp_path_factory.mktemp("world") / "server")


@pytest.fixture(scope="module")
def before(
    worlds: Worlds, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, dict[str, tuple[int, Any, bytes]]]:
    """What each watcher gets in the first world."""
    site = worlds.copy(tmp_path_factory.mktemp("first") / "server")
    return {name: fetch(worlds, site, name) for name in WATCHERS}


def test_what_is_not_shown_yet_changes_no_byte_that_watchers_get(
    worlds: Worlds,
    before: Mapping[str, dict[str, tuple[int, Any, bytes]]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder, number, compared = tmp_path_factory.mktemp("copies"), count(), 0

    @settings(
        max_examples=WORLDS,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # shrinking a world would take minutes
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def law(data: st.DataObject) -> None:
        nonlocal compared
        site = worlds.copy(folder / str(next(number)))
        changed = tuple(
            data.draw(hidden_turns(turn, SPECTATOR, loadable=True)) for turn in worlds.turns
        )
        hide(site, changed, data.draw)
        for name in WATCHERS:
            now = fetch(worlds, site, name)
            assert now.keys() == before[name].keys()
            for path, answer in now.items():
                assert answer == before[name][path], f"a secret shows to {name} at {path}"
            compared += len(now)
        shutil.rmtree(site.service.database.folder)

    law()
    assert compared >= 100 * WORLDS


def test_pages_for_watching_show_turns_up_to_the_last_one_and_no_others(
    before: Mapping[str, dict[str, tuple[int, Any, bytes]]],
) -> None:
    for name in WATCHERS:
        for turn in range(TURNS + 1):
            status, _, _ = before[name][f"{GAME}/perspectives/Brin/replay/{turn}"]
            assert status == (200 if turn <= TURNS - DELAY else 404), (name, turn)


def test_what_players_saw_shows_once_its_delay_is_over(
    worlds: Worlds,
    before: Mapping[str, dict[str, tuple[int, Any, bytes]]],
    tmp_path: Path,
) -> None:
    """The comparison above would notice a report that is shown: this changes one that is."""
    site = worlds.copy(tmp_path / "server")
    report = schema.reports
    with site.service.database.game(KEY) as store, store.writing() as connection:
        document = store.report(TURNS - DELAY, "Brin")
        document = {**document, "map": {**document["map"], "title": "Another title"}}
        shown = (report.c.empire == "Brin", report.c.turn == TURNS - DELAY)
        connection.execute(update(report).where(*shown).values(document=packed(document)))
    now = fetch(worlds, site, "a stranger")
    differing = {path for path, answer in now.items() if before["a stranger"][path] != answer}
    assert f"{GAME}/perspectives/Brin/replay" in differing
    assert f"{GAME}/perspectives/Brin/turns/{TURNS - DELAY}/map" in differing


def test_no_answer_for_watchers_may_be_stored_by_caches(
    before: Mapping[str, dict[str, tuple[int, Any, bytes]]],
) -> None:
    """Pages differ between readers at one address, and with the settings of the game."""
    for answers in before.values():
        for path, (_, headers, _) in answers.items():
            named = dict(headers)
            assert named["cache-control"] == "no-store", path
            assert "etag" not in named, path


def test_embedded_pages_are_the_same_for_everyone(worlds: Worlds, tmp_path: Path) -> None:
    """They are open with the archive; then sessions make no difference to them."""
    site = worlds.copy(tmp_path / "server")
    service = site.service
    with service.database.game(KEY) as store, store.writing() as connection:
        insert_entry(connection, act(ARCHIVE_OPENED, TURNS, "", service.clock))
    with service.database.writing() as connection:
        ended = {"state": directory.ENDED, "ended_at": stamp(service.clock)}
        connection.execute(update(tables.games).values(**ended))
    paths = [f"/embed/{KEY}", *(f"/embed/{KEY}/Brin/{end}" for end in ("replay", "turns/1/map"))]
    found = [
        [browser.client.get(path) for path in paths]
        for browser in (watcher(worlds, site, name) for name in WATCHERS)
    ]
    assert {answer.status_code for answer in found[0]} == {200}
    for others in found[1:]:
        assert [answer.content for answer in others] == [answer.content for answer in found[0]]
