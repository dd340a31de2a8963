"""Streams tell each reader what happened, and nothing that this reader may not know."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from attrs import evolve

from horizons_host.deadlines.changes import set_rule
from horizons_host.deadlines.missing_orders import mark_orders
from horizons_host.games.endings import end_game
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.messages.posting import Draft, send
from horizons_host.seats.missing_orders import TurnOrders
from horizons_host.server import processes
from horizons_host.server.accounts import accounts, sessions, tokens
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.app import create_app
from horizons_host.server.games import directory, joining, settings, waiting_room
from horizons_host.server.games.access import access
from horizons_host.server.games.terms import Terms
from horizons_host.server.jobs import turns
from horizons_host.server.live import streams
from horizons_host.server.live.hub import LiveFacts
from horizons_host.server.live.streams import Subscriber
from horizons_host.server.live.versions import shown_game
from horizons_host.server.security.rate_limits import TooManyError
from horizons_host.server.service import ServerDatabase, Service
from horizons_host.store import GameStore, changes
from tests.host.server.begun import begin_game
from tests.host.server.browser import PASSWORD, Site

Fact = tuple[str, str]


class _Here:
    """An event loop that calls functions at once."""

    def call_soon_threadsafe(self, function: Callable[[], None]) -> None:
        function()


class Ears:
    """The streams of a process, which hear what is new whenever a test asks."""

    def __init__(self, service: Service) -> None:
        self.live: Any = LiveFacts(service)
        self.live._thread, self.live._loop = "the test's", _Here()
        self.readers: dict[str, Subscriber] = {}
        self.bytes: dict[str, bytes] = {}
        self.versions: dict[str, dict[str, int]] = {}
        self._open = ExitStack()
        self._changes = self._open.enter_context(service.database.games.changes())

    def open(self, name: str, *games: str) -> str:
        """Open a person's stream, or a stranger's, and return the key of its session."""
        account = self.account(name)
        service = self.live.service
        key = sessions.begin_session(service, account, "a test") if account else ""
        reader = Subscriber(account, "192.0.2.1", key, sessions.session_owners, games)
        self.live.add(reader)
        self.readers[name] = reader
        self.bytes[name], self.versions[name] = self.live.greeting(reader), {}
        for fact in facts(self.bytes[name]):
            self.versions[name][fact["game"]] = fact["version"]
        self.hear()  # everything counts as changed when the first stream opens
        return key

    def account(self, name: str) -> Account | None:
        """Return the account of this name."""
        return accounts.by_name(self.live.service, name)

    def hear(self) -> dict[str, list[str]]:
        """Return the kinds of facts that each reader hears, without readers who hear none."""
        self.live.report_changes(self._changes)
        heard = {}
        for name, reader in self.readers.items():
            new = b"".join(reader._unsent)
            reader._unsent.clear()
            self.bytes[name] += new
            heard[name] = [fact["kind"] for fact in facts(new)]
            for fact in facts(new):
                assert fact.keys() == {"kind", "game", "version"}
                assert fact["version"] >= self.versions[name].get(fact["game"], 0)
                self.versions[name][fact["game"]] = fact["version"]
        return {name: kinds for name, kinds in heard.items() if kinds}

    def close(self) -> None:
        """Stop listening."""
        self._open.close()


def facts(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in re.findall(rb"^data: (.*)$", data, re.MULTILINE)]


@pytest.fixture(autouse=True)
def _no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "POLL_SECONDS", 0)


@pytest.fixture
def ears(site: Site) -> Iterator[Ears]:
    """The streams of a server with a game of Ada and Brin, whose gamemaster is Cleo."""
    begin_game(site)
    ears = Ears(site.service)
    yield ears
    ears.close()


def draft(store: GameStore, text: str, *, final: bool = False) -> None:
    """Submit orders of Brin."""
    OrderIntake(store).submit(OrderText(f"; {text}", "a test"), "Brin", proved=True, final=final)


def tell(store: GameStore, to: str) -> None:
    """Have Brin write a message."""
    send(store, Draft("Brin", "Peace?", to=[to]))


INSIDERS = ("Ada", "Brin", "Cleo", "a stranger")
#: What happens in a game, the kind of the fact, and who hears it.
HAPPENINGS: tuple[tuple[Callable[[GameStore], object], str, tuple[str, ...]], ...] = (
    (lambda store: draft(store, "one"), "orders-saved", INSIDERS),
    (lambda store: draft(store, "two"), "orders-saved", ("Brin", "Cleo")),
    (lambda store: draft(store, "two", final=True), "orders-submitted", INSIDERS),
    (lambda store: draft(store, "three", final=True), "orders-submitted", ("Brin", "Cleo")),
    (lambda store: mark_orders(store, "Brin", final=False), "orders-withdrawn", INSIDERS),
    (lambda store: tell(store, "Ada"), "message-arrived", ("Ada",)),
    (lambda store: set_rule(store, {"rule": "daily 20:00"}), "deadline-changed", INSIDERS),
    (run_and_store, "turn-run", INSIDERS),
    (lambda store: undo_turn(store, "a mistake"), "turn-undone", INSIDERS),
    (lambda store: end_game(store, "peace"), "game-ended", INSIDERS),
)


def test_each_reader_hears_what_they_may_know(ears: Ears, site: Site) -> None:
    for name in INSIDERS:
        ears.open(name, "mars")
    for act, kind, who in HAPPENINGS:
        with site.service.database.game("mars") as store:
            act(store)
        assert ears.hear() == {name: [kind] for name in who}, kind
        assert ears.hear() == {}
        for name in INSIDERS:
            shown = shown_game(site.service, access(site.service, ears.account(name), "mars"))
            assert shown is not None
            assert shown.version == ears.versions[name]["mars"], (kind, name)


def test_what_others_do_among_themselves_changes_no_byte(tmp_path: Path) -> None:
    def stream(name: str, *hidden: Callable[[GameStore], object]) -> list[bytes]:
        site = Site(tmp_path / name)
        begin_game(site, players=("Ada", "Brin", "Cato"))
        ears = Ears(site.service)
        with site.service.database.game("mars") as store:
            draft(store, "one")
            for act in hidden[:2]:
                act(store)
            for reader in ("Ada", "a stranger"):
                ears.open(reader, "mars")
            for act in hidden[2:]:
                act(store)
                ears.hear()
            draft(store, "last", final=True)
            ears.hear()
            run_and_store(store)
            ears.hear()
        ears.close()
        return [ears.bytes["Ada"], ears.bytes["a stranger"]]

    plain = stream("plain")
    assert [b"orders-submitted" in data and b"turn-run" in data for data in plain] == [True, True]
    quiet = [partial(draft, text=f"draft {number}") for number in range(3)]
    assert stream("other", partial(tell, to="Cato"), *quiet, partial(tell, to="Cato")) == plain


def test_who_may_not_see_a_game_hears_nothing_of_it(site: Site) -> None:
    begin_game(site)
    ears = Ears(site.service)
    assert accounts.register(site.service, "Eve", "eve@example.org", PASSWORD)
    cleo, ada = ears.account("Cleo"), ears.account("Ada")
    assert cleo is not None
    assert ada is not None
    terms = Terms("Secret", "event_horizon", players=1, bots=1, bot="random", listed=False)
    key = directory.announce(site.service, cleo, terms).key
    for name in ("Ada", "Cleo", "Eve", "a stranger"):
        ears.open(name, key, "no-such-game")
    joining.join(site.service, ada, key, "Ada")
    assert ears.hear() == {"Ada": ["player-joined"], "Cleo": ["player-joined"]}
    ears.open("Ada", key)  # a page of the game asks for it
    joining.start(site.service, key)
    assert ears.hear() == {"Ada": ["game-started"], "Cleo": ["game-started"]}
    with site.service.database.game(key) as store:
        run_and_store(store)
    assert ears.hear() == {"Ada": ["turn-run"], "Cleo": ["turn-run"]}
    assert ears.bytes["Eve"] == ears.bytes["a stranger"] == b""


def test_a_stream_ends_with_its_session(ears: Ears, site: Site) -> None:
    key = ears.open("Ada")
    sessions.end_session(site.service, key)
    with site.service.database.game("mars") as store:
        run_and_store(store)
    assert ears.hear() == {}
    assert ears.readers["Ada"]._is_closed


def test_a_stream_ends_with_its_token(ears: Ears, site: Site) -> None:
    ada = ears.account("Ada")
    assert ada is not None
    keys = [tokens.create_token(site.service, ada, name) for name in ("one", "two")]
    readers = [Subscriber(ada, "192.0.2.1", key, tokens.token_owners) for key in keys]
    for reader in readers:
        ears.live.add(reader)
        ears.live.greeting(reader)
    ears.hear()
    tokens.delete_token(site.service, ada, tokens.tokens_of(site.service, ada)[0].id)
    with site.service.database.game("mars") as store:
        run_and_store(store)
    ears.hear()
    assert [reader._is_closed for reader in readers] == [True, False]
    assert [b"turn-run" in b"".join(reader._unsent) for reader in readers] == [False, True]


def test_the_lobby_fills_up(ears: Ears, site: Site) -> None:
    ears.open("a stranger")
    cleo = ears.account("Cleo")
    assert cleo is not None
    key = directory.announce(site.service, cleo, Terms("Venus", "event_horizon", players=2)).key
    assert ears.hear() == {"a stranger": ["game-announced"]}
    people = [ears.account(name) for name in ("Ada", "Brin")]
    for person in people:
        assert person is not None
        joining.join(site.service, person, key, person.name)
        assert ears.hear() == {"a stranger": ["player-joined"]}
    assert people[1] is not None
    joining.leave(site.service, people[1], key)
    assert ears.hear() == {"a stranger": ["player-left"]}


def test_members_alone_hear_what_happens_in_a_waiting_room(ears: Ears, site: Site) -> None:
    cleo, ada = ears.account("Cleo"), ears.account("Ada")
    assert cleo is not None
    assert ada is not None
    terms = Terms("Venus", "event_horizon", players=2)
    key = directory.announce(site.service, cleo, terms).key
    joining.join(site.service, ada, key, "Ada")
    for name in ("Ada", "Brin", "Cleo", "a stranger"):
        ears.open(name, key)
    own = access(site.service, ada, key)
    waiting_room.post_message(site.service, own, "hello")
    assert ears.hear() == {"Ada": ["room-changed"], "Cleo": ["room-changed"]}
    waiting_room.set_ready(site.service, own, ready=True)
    assert ears.hear() == {"Ada": ["room-changed"], "Cleo": ["room-changed"]}
    rights = access(site.service, cleo, key)
    settings.change_settings(site.service, rights, evolve(terms, players=3))
    assert set(ears.hear()) == {"Ada", "Brin", "Cleo", "a stranger"}
    settings.withdraw(site.service, rights, "")
    heard = ears.hear()
    assert heard["Ada"] == heard["a stranger"] == ["game-cancelled"]


def test_a_turn_is_told_when_it_begins_to_run(
    ears: Ears, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ears.open("Ada")
    heard = []

    def run(*arguments: Any, **options: Any) -> Any:
        options["announce"](1, TurnOrders({}, (), (), ()))
        heard.append(ears.hear())
        return run_and_store(*arguments, **options)

    monkeypatch.setattr(turns, "run_and_store", run)
    turns.request_turn(site.service, "mars", ears.account("Cleo"), anyway=True)
    site.work()
    heard.append(ears.hear())
    assert heard == [{"Ada": ["turn-started"]}, {"Ada": ["turn-run", "turn-stopped"]}]


def test_streams_are_bounded(ears: Ears, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_OF_ACCOUNT", 2)
    monkeypatch.setattr(streams, "MAX_OF_PLACE", 1)
    ears.open("Ada")
    ears.open("Ada")
    with pytest.raises(TooManyError):
        ears.open("Ada")
    ears.open("a stranger")
    monkeypatch.setattr(streams, "MAX_STREAMS", 3)
    with pytest.raises(TooManyError):
        ears.open("Brin")
    monkeypatch.setattr(streams, "MAX_STREAMS", 0)
    for path in ("/events", "/api/v1/events"):
        assert site.browser().client.get(path).status_code == 429
    reader = ears.readers["Ada"]
    for _ in range(streams._MAX_UNSENT + 1):
        reader.put(b"")
    assert reader._is_closed
    ears.live.remove(reader)
    ears.live.remove(ears.readers["a stranger"])
    assert ears.live._counts.total() == 1


def test_a_process_hears_of_what_another_did(
    postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "POLL_SECONDS", 60)  # a notification comes as soon as it is sent
    site = Site(tmp_path / "one", postgresql)
    begin_game(site)
    other = Service(ServerDatabase(tmp_path / "two", postgresql), clock=site.clock)
    ears = Ears(other)
    ears.open("Ada")
    with site.service.database.game("mars") as store:
        run_and_store(store)
    assert ears.hear() == {"Ada": ["turn-run"]}
    cleo = ears.account("Cleo")
    assert cleo is not None
    directory.announce(site.service, cleo, Terms("Venus", "event_horizon"))
    assert ears.hear() == {"Ada": ["game-announced"]}
    ears.close()
    other.database.close()
    site.service.database.close()


def test_a_server_that_stops_ends_its_streams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "prepare_server", lambda: None)  # sets signal handlers
    monkeypatch.setattr(processes, "REQUEST_GRACE_SECONDS", 60)
    made: list[processes._Server] = []
    monkeypatch.setattr(processes._Server, "run", _noted(made, processes._Server.run))
    service = Service(ServerDatabase(tmp_path / "server"))
    app = create_app(service)
    sockets = processes.listen("127.0.0.1", 0)
    sockets[0].listen()
    thread = threading.Thread(target=processes.run, args=(app, sockets))
    thread.start()
    place = sockets[0].getsockname()
    with _stream(place), _stream(place):
        assert app.state.live.count == 2
    while app.state.live.count:  # both have left
        time.sleep(0.01)
    with _stream(place) as stays:
        made[0].should_exit = True
        assert [line for line in stays if line.startswith(b"retry:")]
        thread.join(timeout=20)
    assert not thread.is_alive()
    service.database.close()


def _noted(made: list[Any], run: Callable[..., None]) -> Callable[..., None]:
    def noted(server: Any, *arguments: Any) -> None:
        made.append(server)
        run(server, *arguments)

    return noted


@contextmanager
def _stream(place: tuple[str, int]) -> Iterator[BinaryIO]:
    """Open a stream and read its first heartbeat."""
    with socket.create_connection(place, timeout=20) as connection:
        connection.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with connection.makefile("rb") as lines:
            while b"heartbeat" not in lines.readline():
                pass
            yield lines
