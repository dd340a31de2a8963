"""A Chromium and a server for each module: no loop of Playwright's runs while others are tested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import launched
from tests.browser.grounds import Grounds, grounds
from tests.quick_stores import quick_stores

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    """What people wait for beside pages, these tests do not."""
    with quick_stores():
        yield


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A Chromium."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Grounds]:
    """A server with nobody on it; a test of the module may find what another one left."""
    with grounds(tmp_path_factory.mktemp("server") / "data", chromium) as found:
        yield found


@pytest.fixture
def ground(server: Grounds) -> Iterator[Grounds]:
    """The module's server; the test fails if a page's script does, or its policy is broken."""
    yield server
    server.calm()
