"""The pytest plug-in inside mutation runs: `pytest -p benchmarks.mutation.probe`.

With `--mutants-baseline FILE` it notes which test executes which line of the folders
`--mutants-code`, how long it takes and with which clauses it is marked. With `--mutants-clauses
FILE` besides, it runs only the tests marked with these clauses, and notes no lines. With
`--mutants-tests FILE` (written by `trial`) it runs the tests named there, in that order, and ends
the run when one takes far longer than it did. Time is processor time: a busy machine kills no
mutant.
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

#: Said when a test does not come to an end.
TOO_LONG = "horizons-mutants: a test takes too long"
#: Said when other code than the copy's was imported.
WRONG_CODE = "horizons-mutants: the code under test is not that of the copy"
#: The seconds of processor time that a test may take in the baseline.
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

    found = [str(horizons_core.__file__), next(iter(variants.__path__))]
    if not all(Path(file).is_relative_to(root) for file in found):
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
    """Runs tests on the unchanged code and notes how each ends, and its seconds."""

    def __init__(self, config: pytest.Config) -> None:
        self.root = config.rootpath
        self.file = Path(config.getoption("mutants_baseline"))
        self.tests: dict[str, dict[str, Any]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.begin(item)
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self.tests[item.nodeid]["seconds"] = round(time.process_time() - begun, 3)

    def begin(self, item: pytest.Item) -> None:
        """Called before each test."""
        self.tests[item.nodeid] = {"outcome": "passed", "rules": sorted(rules_of(item))}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        with _alarm(LONGEST, self._stop):
            return (yield)

    def _stop(self, _signal: int, frame: FrameType | None) -> None:
        """End the test; not while coverage works, which would keep its lock for ever."""
        if frame is not None and "coverage" in Path(frame.f_code.co_filename).parts:
            signal.setitimer(signal.ITIMER_PROF, 0.01)
            return
        raise TooLongError

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.tests[report.nodeid]["outcome"] = report.outcome

    def pytest_sessionfinish(self) -> None:
        found = baseline.Baseline(self.tests, self.lines())
        self.file.write_text(json.dumps(baseline.plain(found)))

    def lines(self) -> dict[str, dict[str, list[str]]]:
        """By file and line, the tests that execute it; nothing if that is not noted."""
        return {}


class TracedBaseline(Baseline):
    """All tests, each as a coverage context of its own."""

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
    """The tests that are marked with one of some clauses."""

    def __init__(self, config: pytest.Config) -> None:
        super().__init__(config)
        self.clauses = set(json.loads(Path(config.getoption("mutants_clauses")).read_text()))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.clauses & rules_of(item)]


def rules_of(item: pytest.Item) -> set[str]:
    """The clauses that a test is marked with."""
    return {str(rule) for mark in item.iter_markers("rule") for rule in mark.args}


class Trial:
    """Runs chosen tests in a chosen order, each with a limit of its own."""

    def __init__(self, config: pytest.Config) -> None:
        self.limits: dict[str, float] = json.loads(
            Path(config.getoption("mutants_tests")).read_text()
        )

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self.limits if test in found]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        with _alarm(self.limits[item.nodeid], lambda *_: _leave(TOO_LONG)):
            return (yield)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tests that are not there (named after data that a mutant changed) kill nothing."""
        if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
