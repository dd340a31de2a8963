"""The pytest plug-in: `@pytest.mark.rule("EH-SET-001")` names the clauses that a test proves.

After every run `.horizons/rule-tests.json` under pytest's root directory records which test named
which clauses and how the test ended; `horizons rules NAME --check` reads it. A complete run
replaces the file. A run of selected tests (paths, -k, -m, --lf, ...) or one that was stopped early
replaces only the results of the tests that it ran.

A mark with a clause that is missing from the catalogue is a usage error.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from typing import Any

import pytest

from horizons_core.testing.clauses import (
    RESULTS,
    Results,
    locked,
    merged,
    read_results,
    write_results,
)

# The laws consist of assertions, whose failures should show the compared values.
pytest.register_assert_rewrite("horizons_core.testing.laws")

_PROPERTY = "horizons_rules"
_FAULTS = "horizons_faults"
_SELECTING = (
    "-k", "-m", "--lf", "--last-failed", "--sw", "--stepwise", "--deselect", "--ignore",
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and collect results in the process that reports them."""
    config.addinivalue_line("markers", "rule(*ids): names the rule clauses that the test proves")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Collector(config), "horizons-rule-results")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Record each test's clauses; raises UsageError for a clause that is in no catalogue.

    A worker of xdist may not raise: it runs no tests, and the controlling process reports.
    """
    marked = [(item, rules) for item in items if (rules := _rules_of(item))]
    for item, rules in marked:
        item.user_properties.append((_PROPERTY, rules))
    faults = _unknown(marked)
    if faults and hasattr(config, "workeroutput"):
        config.workeroutput[_FAULTS] = faults
        items.clear()
    elif faults:
        raise pytest.UsageError("\n".join(faults))


def _rules_of(item: pytest.Item) -> list[str]:
    return sorted({str(rule) for mark in item.iter_markers("rule") for rule in mark.args})


def _unknown(marked: Iterable[tuple[pytest.Item, list[str]]]) -> list[str]:
    """Return a line for each clause with the prefix of a variant whose catalogue lacks it."""
    named = {rule: item.nodeid for item, rules in marked for rule in rules}
    if not named:
        return []
    from horizons_core.errors import nearest

    catalogues = _catalogues({_prefix(rule) for rule in named})
    faults = []
    for rule, test in sorted(named.items()):
        known = catalogues.get(_prefix(rule))
        if known is not None and rule not in known:
            near = nearest(rule, known)
            hint = f"; did you mean '{near}'?" if near else ""
            faults.append(f"{test} names clause '{rule}', which no catalogue has{hint}")
    return faults


def _catalogues(prefixes: Iterable[str]) -> dict[str, set[str]]:
    """Return the clauses of installed variants by prefix (`EH` of `EH-SET-001`).

    Variants whose rulebook has none of these prefixes are skipped because loading takes time.
    """
    from horizons_core.errors import HorizonsError
    from horizons_core.plugins.loader import load_variant, variant_modules

    catalogues: dict[str, set[str]] = {}
    for name, module in variant_modules().items():
        if not _may_have(module, prefixes):
            continue
        try:
            clauses = load_variant(name).rules
        except HorizonsError:
            continue
        for clause in clauses:
            catalogues.setdefault(_prefix(clause.id), set()).add(clause.id)
    return catalogues


def _may_have(module: str, prefixes: Iterable[str]) -> bool:
    """Return whether a variant may have such clauses; true if its rulebook cannot be found."""
    from horizons_core.testing.clauses import package_folder

    try:
        folder = package_folder(module)
    except ImportError:
        return True
    rules = folder / "rules.yaml" if folder else None
    if rules is None or not rules.is_file():
        return True
    ids = "|".join(map(re.escape, prefixes))
    return bool(re.search(rf"\b(?:{ids})-", rules.read_text("utf-8")))


def _prefix(rule: str) -> str:
    return rule.split("-", maxsplit=1)[0]


class _Collector:
    """Collects the results of marked tests; with xdist, in the controlling process."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._results: Results = {}
        self._faults: set[str] = set()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Receive the wrong marks that a worker of xdist found."""
        self._faults.update(getattr(node, "workeroutput", {}).get(_FAULTS, ()))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Report the wrong marks that workers found."""
        for fault in sorted(self._faults):
            terminalreporter.write_line(f"ERROR: {fault}", red=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record how each part of a marked test (set-up, call, tear-down) ended."""
        rules = next((value for name, value in report.user_properties if name == _PROPERTY), None)
        if rules is None:
            return
        result = self._results.setdefault(report.nodeid, {"outcome": "passed", "rules": rules})
        if report.outcome != "passed" and result["outcome"] != "failed":
            result["outcome"] = report.outcome

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write the file; a run without marked tests writes none."""
        if self._faults:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
        if self._faults or self._config.option.collectonly:
            return
        root = self._config.rootpath
        if not self._results and not (root / RESULTS).exists():
            return
        complete = _ran_to_the_end(session, exitstatus) and not _selected_tests(self._config)
        with locked(root / RESULTS):
            older = {} if complete else read_results(root / RESULTS)
            write_results(root / RESULTS, merged(older, self._results, root))


def _ran_to_the_end(session: pytest.Session, exitstatus: int) -> bool:
    finished = exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
    return finished and not session.shouldfail and not session.shouldstop


def _selected_tests(config: pytest.Config) -> bool:
    """Return whether fewer tests were requested than the project's usual tests."""
    arguments: list[Any] = [*config.invocation_params.args]
    arguments += shlex.split(os.environ.get("PYTEST_ADDOPTS", ""))
    by_path = config.args_source is pytest.Config.ArgsSource.ARGS
    return by_path or any(str(argument).startswith(_SELECTING) for argument in arguments)
