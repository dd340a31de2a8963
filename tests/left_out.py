"""A pytest plug-in: what a run leaves out by marks is counted, and said at its end.

Slow tests are left out by the project's own `-m "not slow"`, tests of recorded games of the engine
of 1999 where there are none, tests in a browser where there is no Chromium. A run of tests that
somebody chose by `-k` or `-m` says nothing of the slow ones: that they are not among the chosen is
no news.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser import chromium
from variants.far_horizons.mods.engine_1999.parity.sources import VARIABLE, absence

SLOW, RECORDED, BROWSER = "slow", "recorded", "browser"
_COUNTS = pytest.StashKey[dict[str, int]]()
_KEY = "left_out"


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_COUNTS] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    counts = config.stash[_COUNTS]
    if config.option.markexpr == f"not {SLOW}" and not config.option.keyword:
        counts[SLOW] = len(_marked(items, SLOW))
    for mark, lacking in ((RECORDED, absence()), (BROWSER, chromium.absence())):
        if lacking:
            left_out = _marked(items, mark)
            counts[mark] = len(left_out)
            items[:] = [item for item in items if item not in left_out]
            config.hook.pytest_deselected(items=list(left_out))
    if hasattr(config, "workeroutput"):  # a worker of xdist: the controlling process tells it
        config.workeroutput[_KEY] = counts


def _marked(items: list[pytest.Item], mark: str) -> dict[pytest.Item, None]:
    return {item: None for item in items if item.get_closest_marker(mark)}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear from a worker of xdist; all of them collect the same tests."""
    node.config.stash[_COUNTS].update(getattr(node, "workeroutput", {}).get(_KEY, {}))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    counts = config.stash[_COUNTS]
    if counts.get(SLOW):
        said = f"left out: {counts[SLOW]} slow tests (python -m pytest -m slow)"
        terminalreporter.write_line(said, yellow=True)
    if counts.get(RECORDED):
        command = f"{VARIABLE}=FOLDER python -m pytest -m {RECORDED}"
        said = f"left out: {counts[RECORDED]} tests of recorded games ({command})\n{absence()}"
        terminalreporter.write_line(said, yellow=True)
    if counts.get(BROWSER):
        said = f"left out: {counts[BROWSER]} tests in a browser: {chromium.absence()}"
        terminalreporter.write_line(said, yellow=True)
