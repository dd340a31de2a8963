"""The pytest plug-in inside mutation runs: `pytest -p benchmarks.mutation.probe`.

With `--mutants-baseline FILE` it records which test executes which line of the folders
`--mutants-code`, its duration and the clauses in its marks. Adding `--mutants-clauses FILE`, it
runs only the tests marked with these clauses, and records no lines. With `--mutants-tests FILE`
(written by `trial`) it runs the tests named there, in that order, and ends the run when one takes
far longer than it did. Time is processor time, so a busy machine kills no mutant.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import coverage
import pytest

from benchmarks.mutation import baseline

#: Printed when a test does not end.
TOO_LONG = "horizons-mutants: a test takes too long"
#: Printed when code outside of the copy was imported.
WRONG_CODE = "horizons-mutants: the code under test is not that of the copy"
#: Limit of a test in the baseline, in seconds of processor time.
LONGEST = 10.0
MEMORY = 6 * 2**30

_SCREEN = os.dup(1)  # before pytest captures it


class TooLongError(BaseException):
    """A test has used up its time; not an Exception, so that no test handles it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutants")
    group.addoption("--mutants-baseline", metavar="FILE", help="note lines and seconds by test")
    group.addoption(
        "--mutants-code", metavar="FOLDER", action="append", help="lines of the files in it"
    )
    group.addoption(
        "--mutants-clauses", metavar="FILE", help="only tests marked with these clauses"
    )
    group.addoption("--mutants-tests", metavar="FILE", help="run the tests of this file, in order")


def pytest_configure(config: pytest.Config) -> None:
    _check_code(config.rootpath)
    _limit_memory()
    if config.getoption("mutants_baseline"):
        kind = MarkedBaseline if config.getoption("mutants_clauses") else TracedBaseline
        config.pluginmanager.register(kind(config), "mutants-baseline")
    elif config.getoption("mutants_tests"):
        config.pluginmanager.register(Trial(config), "mutants-trial")


def _check_code(root: Path) -> None:
    import horizons_core
    import variants

    files = [str(horizons_core.__file__), next(iter(variants.__path__))]
    if not all(Path(file).is_relative_to(root) for file in files):
        _leave(WRONG_CODE)


def _limit_memory() -> None:
    import resource

    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _leave(message: str) -> None:
    os.write(_SCREEN, f"\n{message}\n".encode())
    os._exit(70)


@contextlib.contextmanager
def _alarm(seconds: float, handler: Any) -> Iterator[None]:
    signal.signal(signal.SIGPROF, handler)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Baseline:
    """Runs tests on the unchanged code and records their results and seconds."""

    def __init__(self, config: pytest.Config) -> None:
        self.root = config.rootpath
        self.file = Path(config.getoption("mutants_baseline"))
        self.tests: dict[str, dict[str, Any]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.begin(item)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.tests[item.nodeid]["seconds"] = round(time.process_time() - start, 3)

    def begin(self, item: pytest.Item) -> None:
        """Prepare a test; called before each."""
        self.tests[item.nodeid] = {"outcome": "passed", "rules": sorted(rules_of(item))}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        with _alarm(LONGEST, self._stop):
            return (yield)

    def _stop(self, _signal: int, frame: FrameType | None) -> None:
        """End the test; not while coverage works, which would keep its lock forever."""
        if frame is not None and "coverage" in Path(frame.f_code.co_filename).parts:
            signal.setitimer(signal.ITIMER_PROF, 0.01)
            return
        raise TooLongError

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.tests[report.nodeid]["outcome"] = report.outcome

    def pytest_sessionfinish(self) -> None:
        results = baseline.Baseline(self.tests, self.lines())
        self.file.write_text(json.dumps(baseline.to_dict(results)))

    def lines(self) -> dict[str, dict[str, list[str]]]:
        """Return, by file and line, the tests that execute it; empty if not recorded."""
        return {}


class TracedBaseline(Baseline):
    """A baseline of all tests, each with its own coverage context."""

    def __init__(self, config: pytest.Config) -> None:
        super().__init__(config)
        self.coverage = coverage.Coverage(
            data_file=None,
            config_file=False,
            include=[f"{self.root}/{code}/*" for code in config.getoption("mutants_code")],
            messages=False,
        )
        self.coverage.start()

    def begin(self, item: pytest.Item) -> None:
        super().begin(item)
        self.coverage.switch_context(item.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        self.coverage.switch_context("")

    def lines(self) -> dict[str, dict[str, list[str]]]:
        self.coverage.stop()
        data = self.coverage.get_data()
        return {
            Path(file).relative_to(self.root).as_posix(): {
                str(line): [test for test in tests if test]
                for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in sorted(data.measured_files())
        }


class MarkedBaseline(Baseline):
    """A baseline of the tests that are marked with one of some clauses."""

    def __init__(self, config: pytest.Config) -> None:
        super().__init__(config)
        self.clauses = set(json.loads(Path(config.getoption("mutants_clauses")).read_text()))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.clauses & rules_of(item)]


def rules_of(item: pytest.Item) -> set[str]:
    """Return the clauses in a test's marks."""
    return {str(rule) for mark in item.iter_markers("rule") for rule in mark.args}


class Trial:
    """Runs chosen tests in a chosen order, each with its own limit."""

    def __init__(self, config: pytest.Config) -> None:
        self.limits: dict[str, float] = json.loads(
            Path(config.getoption("mutants_tests")).read_text()
        )

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_id = {item.nodeid: item for item in items}
        items[:] = [by_id[test] for test in self.limits if test in by_id]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        with _alarm(self.limits[item.nodeid], lambda *_: _leave(TOO_LONG)):
            return (yield)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Let missing tests (named after data that a mutant changed) kill nothing."""
        if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
