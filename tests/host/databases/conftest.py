"""The games of a host, in either kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from horizons_host.hosting import Games, open_games


@pytest.fixture(params=["a folder", "a server"])
def games(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Games]:
    """The games of a host, in a folder and on a server."""
    if request.param == "a folder":
        found = open_games(tmp_path / "host")
    else:
        found = open_games(request.getfixturevalue("postgresql"), tmp_path / "files")
    yield found
    found.close()
