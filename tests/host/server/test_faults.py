"""Faults of the database, the disk, workers and servers lose no data."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from litestar import Litestar, get
from sqlalchemy import Engine, event

from benchmarks.hosting.servers import free_port, wait_for
from horizons_host.games.turns import run_and_store
from horizons_host.server import processes
from horizons_host.server.jobs import queue, turns
from horizons_host.server.security.requests import BOUNDS, MAX_HEADERS_SIZE
from horizons_host.server.service import ServerDatabase, Service
from horizons_host.store.sqlite import SqliteDatabase
from tests.host.databases.test_server_faults import _kill_server
from tests.host.helpers import refused
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game

KEY = "the-mars-affair"
GAME = f"/games/{KEY}"
ORDERS = f"{GAME}/orders"
NAMING = "NAME 1 Endurance"


def _submit(browser: Browser, text: str = NAMING) -> Browser:
    """Open the order page and submit orders."""
    return browser.open(ORDERS).send(ORDERS, orders=text, do="send")


def _stored_orders(site: Site) -> list[str]:
    """Return Ada's submitted texts for the first turn."""
    with site.service.database.game(KEY) as store:
        return [orders.text for orders in store.submissions(1).get("Ada", [])]


# the database is unavailable


def test_an_unavailable_database_is_reported_and_recovers(
    tmp_path: Path, postgresql: str, restart_server: Callable[[], None]
) -> None:
    site = Site(tmp_path / "server", postgresql)
    people = running_game(site)
    ada = _submit(people["Ada"])
    assert "Saved as version 1" in ada.words
    token = ada.client.cookies

    _kill_server(postgresql)
    for path in ("/", GAME, ORDERS, f"{GAME}/turns/0/report.html"):
        assert ada.open(path).status == 503, path
        assert "the server's database cannot be reached" in ada.words
        assert "before you try again" in ada.words
        assert "postgresql" not in ada.text
    assert ada.client.post(ORDERS, data={"orders": NAMING}).status_code in {403, 503}
    called = ada.client.get("/api/v1/games", headers={"Authorization": "Bearer hz_anything"})
    assert (called.status_code, called.json()["message"]) == (
        503,
        "the server's database cannot be reached",
    )
    assert ada.client.get("/healthz").status_code == 503

    restart_server()
    assert ada.client.get("/healthz").status_code == 200
    assert ada.client.cookies == token
    assert _stored_orders(site) == [NAMING]
    assert "Saved as version 2" in _submit(ada, "NAME 1 Resolute").words
    people["Cleo"].open(f"{GAME}/desk").send(f"{GAME}/desk/run", anyway="yes")
    site.work()
    assert ada.open(f"{GAME}/turns/1/report.html").status == 200
    site.service.database.close()


def test_a_job_whose_database_went_away_is_done_when_it_is_back(
    tmp_path: Path,
    postgresql: str,
    restart_server: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site(tmp_path / "server", postgresql)
    running_game(site)
    turns.request_turn(site.service, KEY, anyway=True)
    monkeypatch.setattr(turns, "run_and_store", _killed_before(postgresql))
    with pytest.raises(Exception, match="was lost|cannot be used"):
        site.work()
    monkeypatch.undo()
    restart_server()
    site.work()
    assert _turns(site) == 0, "the one that was cut off still holds it"
    site.clock.advance(seconds=31)
    site.work()
    assert _turns(site) == 1
    site.service.database.close()


def _killed_before(address: str) -> Callable[..., object]:
    def run(*arguments: object, **more: object) -> object:
        _kill_server(address)
        return run_and_store(*arguments, **more)  # type: ignore[arg-type]

    return run


def _turns(site: Site) -> int:
    with site.service.database.game(KEY) as store:
        return store.latest()


# the disk is full


class Disk:
    """A disk that becomes full on demand, as far as databases are concerned."""

    def fill(self, site: Site) -> None:
        """Let no database grow by a page."""
        site.service.database.close()  # open connections would not notice
        event.listen(Engine, "connect", self._forbid_growth)

    def make_room(self, site: Site) -> None:
        """Let databases grow again."""
        site.service.database.close()
        event.remove(Engine, "connect", self._forbid_growth)

    @staticmethod
    def _forbid_growth(connection: Any, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")


@pytest.fixture
def disk() -> Iterator[Disk]:
    """The disk; it has room again after the test."""
    disk = Disk()
    yield disk
    if event.contains(Engine, "connect", disk._forbid_growth):
        event.remove(Engine, "connect", disk._forbid_growth)


def test_on_a_full_disk_orders_are_refused_in_words_and_nothing_is_lost(
    site: Site, disk: Disk
) -> None:
    ada = _submit(running_game(site)["Ada"])
    assert _stored_orders(site) == [NAMING]
    large = f"{NAMING}\n" + "; a long remark\n" * 3000

    disk.fill(site)
    ada.open(ORDERS).send(ORDERS, orders=large, do="send")
    assert ada.status == 503
    assert "the server's disk is full" in ada.words
    assert "a long remark" in ada.words, "what was typed is gone"
    assert str(site.service.database.folder) not in ada.text
    assert _stored_orders(site) == [NAMING]
    turns.request_turn(site.service, KEY, anyway=True)
    site.work()
    assert _turns(site) == 0

    disk.make_room(site)
    assert "Saved as version 2" in ada.send(ORDERS, orders=large, do="send").words
    site.clock.advance(minutes=1)
    site.work()
    assert _turns(site) == 1


# workers die


@pytest.mark.parametrize("any_site", ["a folder", "PostgreSQL"], indirect=True)
def test_the_job_of_a_worker_that_died_is_taken_over_and_its_turn_runs_once(
    any_site: Site,
) -> None:
    site = any_site
    running_game(site)
    turns.request_turn(site.service, KEY, anyway=True)
    lost = queue.take_job(site.service, "one that dies", (turns.TURN_KIND,))
    assert lost is not None

    assert queue.take_job(site.service, "another", (turns.TURN_KIND,)) is None
    site.clock.advance(seconds=31)
    site.work()
    assert _turns(site) == 1
    assert not queue.renew_lease(site.service, lost, "one that dies")
    assert turns.run_turn_job(site.service, lost) == "turn 1 was run before"
    assert not queue.finish_job(site.service, lost, "one that dies")
    assert _turns(site) == 1
    assert [job.message for job in queue.game_jobs(site.service, KEY, turns.TURN_KIND)] == [
        "turn 1 was run"
    ]


def test_a_worker_that_dies_after_the_turn_was_stored_has_done_it(any_site: Site) -> None:
    site = any_site
    running_game(site)
    turns.request_turn(site.service, KEY, anyway=True)
    lost = queue.take_job(site.service, "one that dies", (turns.TURN_KIND,))
    assert lost is not None
    turns.run_turn_job(site.service, lost)

    site.clock.advance(seconds=31)
    site.work()
    assert _turns(site) == 1
    (job,) = queue.game_jobs(site.service, KEY, turns.TURN_KIND)
    assert (job.state, job.message) == (queue.DONE, "turn 1 was run before")


def test_the_jobs_of_a_dead_worker_are_released_at_once(any_site: Site) -> None:
    site = any_site
    running_game(site)
    turns.request_turn(site.service, KEY, anyway=True)
    queue.take_job(site.service, "one that dies", (turns.TURN_KIND,))
    assert queue.release_jobs(site.service, "somebody else") == 0
    assert queue.release_jobs(site.service, "one that dies") == 1
    site.work()
    assert _turns(site) == 1


def test_looking_for_a_job_in_vain_writes_nothing(
    any_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused_to_write(_: ServerDatabase) -> None:
        raise AssertionError("a transaction that writes was begun")

    monkeypatch.setattr(ServerDatabase, "writing", refused_to_write)
    assert queue.take_job(any_site.service, "an idle worker") is None


def test_a_job_that_ends_every_worker_fails_and_does_not_stop_the_others(any_site: Site) -> None:
    site = any_site
    running_game(site)
    turns.request_turn(site.service, KEY, anyway=True)
    other = queue.enqueue(
        site.service, turns.TRIAL_KIND, KEY, "comes later", {"turn": 1, "anyway": True}
    )
    for _ in range(queue.MAX_ATTEMPTS):
        assert queue.take_job(site.service, "one that dies", (turns.TURN_KIND,)) is not None
        queue.release_jobs(site.service, "one that dies")

    next_job = queue.take_job(site.service, "another", (turns.TURN_KIND, turns.TRIAL_KIND))
    assert next_job is not None
    assert next_job.id == other.id
    (job,) = queue.game_jobs(site.service, KEY, turns.TURN_KIND)
    assert job.state == queue.FAILED
    assert "the worker stopped repeatedly during this job" in job.message
    turns.request_turn(site.service, KEY, anyway=True)
    site.work()
    assert _turns(site) == 1


# servers die


def _begin(folder: Path, port: int) -> subprocess.Popen[bytes]:
    words = ["serve", "--data", str(folder), "--port", str(port)]
    command = [sys.executable, "-m", "horizons_host", *words]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    wait_for(port, server)
    return server


@pytest.mark.slow
@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_server_however_it_ends(tmp_path: Path, ends: int) -> None:
    server = _begin(tmp_path / "server", free_port())
    server.send_signal(ends)
    # The pipe closes when the last process that holds it has ended.
    server.communicate(timeout=60)
    assert server.returncode == (0 if ends == signal.SIGTERM else -ends)


@get("/healthz", sync_to_thread=False)
def _page() -> str:
    return "fine"


#: The limit of connections in the test, which is less than anywhere else.
FEW_CONNECTIONS = 50


@pytest.fixture
def answering_port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Serve one page from a thread of this process and return the port."""
    servers: list[processes._Server] = []

    class Noted(processes._Server):
        def __init__(self, config: uvicorn.Config) -> None:
            super().__init__(config)
            servers.append(self)

    monkeypatch.setattr(processes, "_Server", Noted)
    monkeypatch.setattr(processes, "prepare_server", lambda: None)  # sets signal handlers
    bounds = {**BOUNDS, "limit_concurrency": FEW_CONNECTIONS}
    monkeypatch.setattr(processes, "BOUNDS", bounds)
    sockets = processes.listen("127.0.0.1", 0)
    sockets[0].listen()
    thread = threading.Thread(target=processes.run, args=(Litestar([_page]), sockets))
    thread.start()
    yield sockets[0].getsockname()[1]
    servers[0].should_exit = True
    thread.join()


def test_connections_that_are_too_many_or_say_too_much_are_refused_and_the_server_goes_on(
    answering_port: int,
) -> None:
    place = ("127.0.0.1", answering_port)
    url = f"http://127.0.0.1:{answering_port}/healthz"
    with ExitStack() as stack:
        for _ in range(FEW_CONNECTIONS):
            stack.enter_context(socket.create_connection(place))
        assert httpx.get(url).status_code == 503
    with socket.create_connection(place, timeout=30) as longest:
        longest.sendall(b"GET /healthz HTTP/1.1\r\nX: " + b"x" * (MAX_HEADERS_SIZE + 1))
        assert longest.recv(100).startswith(b"HTTP/1.1 400")
    assert httpx.get(url).status_code == 200


def test_a_second_server_on_a_folder_is_refused_in_words(tmp_path: Path) -> None:
    service = Service(ServerDatabase(tmp_path / "server"))
    with service.database.lock():
        output = refused("serve", "--data", tmp_path / "server", "--workers", "0")
    assert f"another server is running on '{tmp_path / 'server'}'" in output
    assert "stop it first" in output
    assert isinstance(service.database._tables, SqliteDatabase)
