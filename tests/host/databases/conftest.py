"""The games of a host, in both kinds of databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from horizons_host.store.hosting import Games
from horizons_host.store.locations import open_games


@pytest.fixture(params=["a folder", "a server"])
def games(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Games]:
    """The games of a host, in a folder and on a server."""
    if request.param == "a folder":
        all_games = open_games(tmp_path / "host")
    else:
        all_games = open_games(request.getfixturevalue("postgresql"), tmp_path / "files")
    yield all_games
    all_games.close()
