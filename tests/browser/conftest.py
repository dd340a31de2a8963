"""A Chromium and a server per module: Playwright's loop runs during its tests alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from horizons_core.plugins.loader import VARIANT_FILES
from tests.browser.chromium import launch
from tests.browser.grounds import Grounds, grounds
from tests.quick_stores import quick_stores

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("firefox"):
            item.add_marker("browser")


@pytest.fixture(scope="module", autouse=True)
def _short_delays() -> Iterator[None]:
    """Shorten delays that only people would notice."""
    with quick_stores():
        yield


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A Chromium."""
    with launch() as browser:
        yield browser


@pytest.fixture(scope="module")
def examples() -> Iterator[None]:
    """Have servers play the example games, which are not installed."""
    files = [f"{name}={EXAMPLES / name / 'src' / name}" for name in ("konquest", "jumpgates")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIANT_FILES, os.pathsep.join(files))
        yield


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, chromium: Browser, examples: None
) -> Iterator[Grounds]:
    """A server without accounts; a test may find the data of earlier tests of its module."""
    with grounds(tmp_path_factory.mktemp("server") / "data", chromium) as ground:
        yield ground


@pytest.fixture
def ground(server: Grounds) -> Iterator[Grounds]:
    """The module's server; the test fails on a script error or a policy violation."""
    yield server
    server.calm()
