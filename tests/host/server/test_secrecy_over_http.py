"""Hidden information changes no byte of the server's answers to a player.

Two worlds differ only in what is hidden from one player: the hidden part of the game, orders and
reports of others, messages among others, and other accounts' data. That player follows every link
and makes every call in both, checks the same orders, and gets the same bytes. HORIZONS_WORLDS sets
the number of worlds per game, HORIZONS_GAMES the games.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

import horizons_core as hz
from horizons_core.testing.secrecy import hidden_turns
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.turns import run_and_store
from horizons_host.server import tables
from horizons_host.server.accounts import accounts, sessions, tokens
from horizons_host.server.games import directory, joining
from horizons_host.server.games.terms import Terms
from horizons_host.store import schema
from horizons_host.store.columns import packed
from horizons_host.store.schema import messages
from tests.host.clocks import SetClock
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.cast import Person
from tests.host.server.test_routes import FILLED
from tests.host.server.walks import crawl, csrf, fill, routes

KEY = "mars"
PLAYERS = ("Ada", "Brin", "Cato")
ME = "Ada"
TURNS = 2
WORLDS = int(os.environ.get("HORIZONS_WORLDS", "1"))
GAMES: Mapping[str, Mapping[str, object]] = {
    "event_horizon": {},
    "galaxy_g": {"diameter": 40},
    "far_horizons": {},
    "campaign2e": {},
    "starcluster": {},
}
#: A stream ends with a random delay.
RANDOM_DELAY = re.compile(rb"retry: \d+")
SHORT = "galaxy_g"
PLAYED = os.environ.get("HORIZONS_GAMES", SHORT).split(",")


@frozen
class World:
    """A server's folder and the tested player's access to it."""

    folder: Path
    cookie: str
    token: str
    orders: str
    turn: hz.Turn

    def site(self, folder: Path) -> Site:
        """Open a copy of the world in a folder."""
        shutil.copytree(self.folder, folder)
        site = Site(folder)
        site.clock.time = SetClock().time
        return site

    def me(self, site: Site) -> Person:
        """Return the tested player in a copy."""
        browser, calls = site.browser(), site.browser().client
        browser.client.cookies.set("horizons", self.cookie, domain="games.example.org", path="/")
        calls.headers["Authorization"] = f"Bearer {self.token}"
        return Person(browser, calls)


def build(variant: str, folder: Path) -> World:
    """Build a game of three with some finished turns and orders for the next."""
    site = Site(folder)
    service = site.service
    people = {
        name: accounts.register(service, name, f"{name}@example.org", PASSWORD)
        for name in ("Cleo", *PLAYERS)
    }
    terms = Terms("Mars", variant, players=len(PLAYERS), options=GAMES[variant])
    directory.announce(service, people["Cleo"], terms)
    for name in PLAYERS:
        joining.join(service, people[name], KEY, name)
    joining.start(service, KEY, seed="worlds")
    site.work()
    with service.database.game(KEY) as store:
        for _ in range(TURNS):
            bots_order(store, site)
            turn = run_and_store(store, clock=site.clock).turn
        orders = bots_order(store, site)
    talk(site)
    key = sessions.begin_session(service, people[ME], "a browser")
    return World(
        folder, key, tokens.create_token(service, people[ME], "a program"), orders[ME], turn
    )


def bots_order(store: Any, site: Site) -> dict[str, str]:
    game = hz.load(store.snapshot().state)
    variant = hz.variant_of(game)
    name = min(variant.bots)
    texts = {}
    for empire in PLAYERS:
        stream = hz.Stream.from_key("worlds", empire, game.turn)
        texts[empire] = variant.bot(name).orders(variant.view(game, empire), stream)
        intake = OrderIntake(store, site.clock)
        intake.submit(OrderText(texts[empire], "a test"), empire, proved=True)
    return texts


def talk(site: Site) -> None:
    """Exchange messages and change private settings of the others."""
    browsers = {}
    for name in (*PLAYERS, "Cleo"):
        account = accounts.by_name(site.service, name)
        assert account is not None
        browsers[name] = site.browser()
        key = sessions.begin_session(site.service, account, "a browser")
        browsers[name].client.cookies.set("horizons", key, domain="games.example.org", path="/")
    page = f"/games/{KEY}/messages"
    for sender, to in (("Brin", "Cato"), ("Brin", ME), (ME, "Cato"), ("Cato", "Brin")):
        _sent(browsers[sender], page, text=f"{sender} to {to}", subject="Terms", **{"to-1": to})


def _sent(browser: Browser, page: str, **fields: str) -> None:
    data = {**fields, "_csrf_token": csrf(browser)}
    answer = browser.client.post(page, data=data, follow_redirects=False)
    assert answer.status_code in {200, 303}, answer.text


def fetch_all(world: World, site: Site) -> dict[str, tuple[int, str, bytes]]:
    """Return every answer that the player gets: by link, by call, and for checked orders."""
    me = world.me(site)
    starts = ["/", "/account", f"/games/{KEY}"]
    starts += [
        fill(path, {**FILLED, "{key:str}": KEY, "{turn:int}": str(turn), "{number:int}": "1"})
        for method, path in routes(site)
        if method == "GET" and path not in {"/metrics", "/healthz"}
        for turn in ((TURNS, 0) if "{turn:int}" in path else (TURNS,))
    ]
    answers = crawl(me.get, *dict.fromkeys(starts), without="/(rules|games/new)/")
    data = {"orders": world.orders, "do": "check", "_csrf_token": csrf(me.browser)}
    answers["check"] = me.browser.client.post(f"/games/{KEY}/orders", data=data)
    scripts = {**data, "board": "1", "map": "1"}
    answers["told to scripts"] = me.browser.client.post(f"/games/{KEY}/orders/check", data=scripts)
    answers["hints"] = me.browser.client.post(f"/games/{KEY}/orders/hints", data=data)
    answers["forms"] = me.browser.client.post(f"/games/{KEY}/orders/forms", data=data)
    answers["checked by a program"] = me.calls.post(
        f"/api/v1/games/{KEY}/orders/check", json={"text": world.orders}
    )
    for command in me.calls.get(f"/api/v1/games/{KEY}/orders/options").json():
        answers[f"choices for {command}"] = me.calls.post(
            f"/api/v1/games/{KEY}/orders/choices", json={"command": command}
        )
    token = me.browser.client.cookies.get("form") or "no sign"
    return {
        path: (
            answer.status_code,
            answer.headers.get("content-security-policy", ""),
            RANDOM_DELAY.sub(b"", answer.content.replace(token.encode(), b"")),
        )
        for path, answer in answers.items()
    }


def hide(site: Site, turn: hz.Turn, draw: Any) -> None:
    """Change everything that is hidden from the player."""
    with site.service.database.game(KEY) as store, store.writing() as connection:
        state = packed(hz.dump(turn.game))
        of_turn = schema.turns.c.turn == turn.game.turn
        connection.execute(
            update(schema.turns).where(of_turn).values(state=state, digest=hz.digest(turn.game))
        )
        for name in PLAYERS:
            if name == ME:
                continue
            report = schema.reports
            theirs = (report.c.empire == name, report.c.turn == turn.game.turn)
            document = packed({"title": draw(st.text(max_size=50)), "events": []})
            connection.execute(update(report).where(*theirs).values(document=document))
            orders = schema.orders
            text = draw(st.sampled_from(["", "; other words", "NONSENSE 1 2 3\n" * 20]))
            statement = update(orders).where(orders.c.seat == name)
            connection.execute(statement.values(text=text, diagnostics=[]))
        change_other_messages(connection, draw)
    change_other_people(site)


def change_other_messages(connection: Any, draw: Any) -> None:
    words = draw(st.text(max_size=200))
    for row in connection.execute(select(messages)).all():
        if ME not in (row.sender, *row.audience):
            mine = messages.c.id == row.id
            connection.execute(update(messages).where(mine).values(text=words, subject="other"))


def change_other_people(site: Site) -> None:
    """Change the others' addresses and passwords, and add sessions and tokens."""
    with site.service.database.writing() as connection:
        condition = tables.accounts.c.name != ME
        connection.execute(
            update(tables.accounts)
            .where(condition)
            .values(mail="other@example.org", password_hash=None, settings={"other": True})
        )
    for name in ("Brin", "Cleo"):
        account = accounts.by_name(site.service, name)
        assert account is not None
        sessions.begin_session(site.service, account, "another browser")
        tokens.create_token(site.service, account, "another program")


@pytest.fixture(scope="module", params=PLAYED)
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> World:
    """One game for all comparisons."""
    return build(request.param, tmp_path_factory.mktemp("world") / "server")


def test_what_a_player_cannot_see_changes_no_byte_that_they_get(
    world: World, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder, number = tmp_path_factory.mktemp("copies"), count()

    def copy() -> Site:
        return world.site(folder / str(next(number)))

    before = fetch_all(world, copy())
    assert len(before) > 40

    @settings(
        max_examples=WORLDS,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # shrinking a world would take minutes
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def law(data: st.DataObject) -> None:
        site = copy()
        turn = data.draw(hidden_turns(world.turn, ME, loadable=True), label="other world")
        hide(site, turn, data.draw)
        now = fetch_all(world, site)
        assert now.keys() == before.keys()
        for path, answer in now.items():
            assert answer == before[path], f"what {ME} may not see shows at {path}"
        shutil.rmtree(site.service.database.folder)

    law()
