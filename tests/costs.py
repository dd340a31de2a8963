"""A pytest plug-in: what a run costs in processor time, by folder and by test.

Time on the clock depends on what else a machine does; processor time hardly does. A test's is that
of its process and of the processes that it waited for. What its fixtures cost is said apart: those
of a module or a session fall to the test that is first to ask for them.

With `--most-seconds=5` a test that costs more fails, unless it is marked as slow, and so runs in
`make thorough` alone, or has a browser. On a machine that is slow, or slow at the moment, it may
cost more in proportion. The whole time of a process counts at the moment when somebody waits for
it: where one was there before the test began, only the time of the test's own process is judged.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any

import pytest

#: The most expensive tests that are shown.
SHOWN = 10
#: A file to write the cost of every test to, as JSON.
VARIABLE = "HORIZONS_TEST_COSTS"
#: What a test may cost.
OPTION = "--most-seconds"
#: What `_yardstick` costs where a second is a second.
_YARDSTICK_SECONDS = 0.01
_COST = "processor seconds"
_COSTS = pytest.StashKey[dict[str, Counter[str]]]()
_BEGUN = pytest.StashKey[float]()
_JUDGED = pytest.StashKey[Callable[[], float]]()
_COLLECTING = pytest.StashKey[list[float]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, type=float, help="processor seconds that a test may cost")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_COSTS] = {}
    config.stash[_COLLECTING] = []


def spent() -> float:
    """Processor seconds of this process and of the children that it waited for."""
    return sum(os.times()[:4])


def _has_children() -> bool:
    """Whether a process that this one began is there, at work or at its end."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    try:
        return (yield)
    finally:  # what it took to start is in it
        session.config.stash[_COLLECTING].append(spent())
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[_COST] = spent()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear from a worker of xdist what it spent until it had collected."""
    cost = getattr(node, "workeroutput", {}).get(_COST)
    if cost is not None:
        node.config.stash[_COLLECTING].append(cost)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[_BEGUN] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    item.stash[_BEGUN] = spent()
    clock = time.process_time if _has_children() else spent
    began = clock()
    item.stash[_JUDGED] = lambda: clock() - began
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    item.stash[_BEGUN] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Iterator[pytest.TestReport]:
    report: pytest.TestReport = yield
    cost = spent() - item.stash.get(_BEGUN, spent())
    report.user_properties.append((_COST, cost))
    most = item.config.getoption(OPTION)
    marked = any(item.get_closest_marker(mark) for mark in ("slow", "browser"))
    if most is None or marked or report.when != "call" or not report.passed:
        return report
    judged = item.stash[_JUDGED]()
    if judged > most and judged > most * _slowness():
        report.outcome = "failed"
        report.longrepr = (
            f"it passed, but cost {judged:.1f} s of processor time, and a test may cost {most:g} s:"
            " make it cheaper, or mark it as slow, for `make thorough` alone"
        )
    return report


def _slowness() -> float:
    """How many times as much as where the limit was chosen it costs now to do the same; 1 or more.

    Other work on the machine makes tests dearer, and this in the same proportion.
    """
    return max(1.0, sorted(_yardstick() for _ in range(5))[2] / _YARDSTICK_SECONDS)


def _yardstick() -> float:
    """The processor seconds of some plain Python."""
    began = time.process_time()
    numbers: dict[int, list[int]] = {}
    for number in range(60_000):
        numbers.setdefault(number % 97, []).append(number * number)
    assert len(numbers) == 97
    return time.process_time() - began


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for name, value in report.user_properties:
        if name == _COST:
            _costs.setdefault(report.nodeid, Counter())[report.when or ""] += value


#: Of this run, by test and by stage. Reports do not carry the configuration.
_costs: dict[str, Counter[str]] = {}


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if not _costs or hasattr(config, "workerinput"):
        return
    if path := os.environ.get(VARIABLE):
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
            json.dump(_costs, file, indent=0)
    if len(_costs) < 2 * SHOWN:
        return
    write = terminalreporter.write_line
    folders: Counter[str] = Counter()
    for test, stages in _costs.items():
        parts = PurePosixPath(test.partition("::")[0]).parts
        folders["/".join(parts[: 3 if "variants" in parts else 2])] += sum(stages.values())
    collecting = config.stash[_COLLECTING]
    whole = sum(folders.values()) + sum(collecting)
    began = sum(collecting)
    write(f"processor time: {whole:.0f} s, {began:.0f} s of it starting and collecting; by folder:")
    write("  " + ", ".join(f"{name} {cost:.0f}" for name, cost in folders.most_common()))
    write(f"the {SHOWN} most expensive tests, and in brackets what their fixtures cost:")
    dearest = sorted(_costs, key=lambda test: -_costs[test]["call"])[:SHOWN]
    for test in dearest:
        stages = _costs[test]
        write(f"  {stages['call']:.1f} s ({stages['setup'] + stages['teardown']:.1f}) {test}")
