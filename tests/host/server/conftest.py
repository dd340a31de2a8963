"""A server for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.server.browser import Site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A server without accounts."""
    site = Site(tmp_path / "server")
    yield site
    site.service.database.close()


@pytest.fixture(params=["a folder", pytest.param("PostgreSQL", marks=pytest.mark.slow)])
def any_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A server without accounts, in both kinds of databases; PostgreSQL is tested in long runs.

    Concurrency differs between the two and is tested in both.
    """
    address = None if request.param == "a folder" else request.getfixturevalue("postgresql")
    site = Site(tmp_path / "server", address)
    yield site
    site.service.database.close()
