"""A pytest plug-in that counts the tests left out by marks, and reports them at the end.

The project's own `-m "not slow"` leaves out slow tests; missing recordings of the engine of 1999
leave out tests of recorded games, and a missing Chromium or Firefox those in a browser. A run of
tests selected by `-k` or `-m` does not report slow tests, which it was not asked for.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser import chromium, firefox
from tools.far_horizons_parity.recorded import VARIABLE, absence

SLOW, RECORDED, BROWSER, FIREFOX = "slow", "recorded", "browser", "firefox"
_COUNTS = pytest.StashKey[dict[str, int]]()
_KEY = "left_out"


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_COUNTS] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    counts = config.stash[_COUNTS]
    if config.option.markexpr == f"not {SLOW}" and not config.option.keyword:
        counts[SLOW] = len(_marked(items, SLOW))
    for mark, lacking in (
        (RECORDED, absence()),
        (BROWSER, chromium.absence()),
        (FIREFOX, firefox.absence()),
    ):
        if lacking:
            left_out = _marked(items, mark)
            counts[mark] = len(left_out)
            items[:] = [item for item in items if item not in left_out]
            config.hook.pytest_deselected(items=list(left_out))
    if hasattr(config, "workeroutput"):  # a worker of xdist: the controlling process reports
        config.workeroutput[_KEY] = counts


def _marked(items: list[pytest.Item], mark: str) -> dict[pytest.Item, None]:
    return {item: None for item in items if item.get_closest_marker(mark)}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the counts of a worker of xdist; all of them collect the same tests."""
    node.config.stash[_COUNTS].update(getattr(node, "workeroutput", {}).get(_KEY, {}))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    counts = config.stash[_COUNTS]
    if counts.get(SLOW):
        notice = f"left out: {counts[SLOW]} slow tests (python -m pytest -m slow)"
        terminalreporter.write_line(notice, yellow=True)
    if counts.get(RECORDED):
        command = f"{VARIABLE}=FOLDER python -m pytest -m {RECORDED}"
        notice = f"left out: {counts[RECORDED]} tests of recorded games ({command})\n{absence()}"
        terminalreporter.write_line(notice, yellow=True)
    if counts.get(BROWSER):
        notice = f"left out: {counts[BROWSER]} tests in a browser: {chromium.absence()}"
        terminalreporter.write_line(notice, yellow=True)
    if counts.get(FIREFOX):
        notice = f"left out: {counts[FIREFOX]} tests in a Firefox: {firefox.absence()}"
        terminalreporter.write_line(notice, yellow=True)
