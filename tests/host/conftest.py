"""Games for the tests of the gamemaster's side."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.helpers import new_game
from tests.host.mails import Server, smtp_server, write_settings


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds a game by where it is run or by the environment."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv("HORIZONS_GAME", raising=False)


@pytest.fixture(scope="session")
def _mars(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game that every `mars` is a copy of."""
    return new_game(tmp_path_factory.mktemp("games") / "mars")


@pytest.fixture
def mars(_mars: Path, tmp_path: Path) -> Path:
    """A game of Ada and Brin that stands at turn 0."""
    return Path(shutil.copytree(_mars, tmp_path / "mars"))


@pytest.fixture
def server() -> Iterator[Server]:
    """A mail server on this machine, which keeps what it is given."""
    with smtp_server() as one:
        yield one


@pytest.fixture
def place(server: Server, tmp_path: Path) -> Path:
    """A file of settings that name the server."""
    return write_settings(tmp_path, server.port)
